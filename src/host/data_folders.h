/* SPDX-License-Identifier: MIT
 *
 * Where the game keeps its data, in the order in which it looks.
 */
#ifndef HOST_DATA_FOLDERS_H
#define HOST_DATA_FOLDERS_H

#include <stdbool.h>
#include <stddef.h>

/* "a/b", to be freed; NULL without memory. */
char *tti_host_join(const char *a, const char *b);

/* The user's folder, to be freed: ddnet below XDG_DATA_HOME, else below ~/.local/share; paths that
 * are not absolute do not count, by the rules for this variable. NULL when there is none, and
 * without memory: then `*named` is the variable's value, else NULL. */
char *tti_host_user_folder(const char **named);

/* The folders of packages and installers, from 0; NULL after the last. */
const char *tti_host_system_folder(size_t index);

#endif
