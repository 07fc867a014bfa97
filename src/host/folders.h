/* SPDX-License-Identifier: MIT
 *
 * Folders: where the game keeps its data, and making those that a path goes through.
 */
#ifndef HOST_FOLDERS_H
#define HOST_FOLDERS_H
#include <stddef.h>
#include <sys/types.h>

/* "a/b", to be freed; NULL without memory. */
char *tti_host_join(const char *a, const char *b);

/* The user's folder, to be freed: ddnet below XDG_DATA_HOME, or below ~/.local/share. Paths that
 * are not absolute do not count, by the rules for this variable. NULL when there is none, and
 * without memory: then `*named` is the variable's value, or NULL. */
char *tti_host_user_folder(const char **named);

/* The folders of packages and installers, in the order in which the game looks, from 0; NULL after
 * the last. */
const char *tti_host_system_folder(size_t index);

/* Makes the folders that are missing, with the rights `mode` as far as the umask lets them; what
 * comes after the last '/' is not made. 0, or the errno value of the first one that cannot be made.
 */
int tti_host_folders_make(const char *path, mode_t mode);

#endif
