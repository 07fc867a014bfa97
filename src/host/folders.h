/* SPDX-License-Identifier: MIT
 *
 * The folders of the game's data, and functions that make the folders of a path.
 */
#ifndef HOST_FOLDERS_H
#define HOST_FOLDERS_H
#include <sys/types.h>

/* Returns "A/B" for the folder `a` and the name `b`. The caller frees the path. Returns
 * NULL without memory. */
char *tti_host_join(const char *a, const char *b);

/* Returns the user's folder, which the caller frees: ddnet below XDG_DATA_HOME, or below
 * ~/.local/share. A relative path in XDG_DATA_HOME is ignored, as its specification says.
 * Returns NULL and sets *named to NULL when neither XDG_DATA_HOME nor HOME has an absolute path.
 * Returns NULL and sets *named to the value of the variable when memory is missing. */
char *tti_host_user_folder(const char **named);

/* Returns the system's folders that may have the data of a game ("ddnet", "teeworlds"), in the
 * order in which they are searched, with NULL after the last: below each folder of XDG_DATA_DIRS,
 * by default /usr/local/share and /usr/share, and below /opt. The caller frees the list, which has
 * the paths in it. Returns NULL without memory. */
char **tti_host_system_folders(const char *game);

/* Makes the missing folders of a path, up to its last '/', with the rights `mode` as far as the
 * umask allows. Returns 0, or the errno value of the first folder that cannot be made. */
int tti_host_folders_make(const char *path, mode_t mode);

#endif
