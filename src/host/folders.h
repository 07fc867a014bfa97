/* SPDX-License-Identifier: MIT
 *
 * The folders that a path goes through.
 */
#ifndef HOST_FOLDERS_H
#define HOST_FOLDERS_H

#include <sys/types.h>

/* Makes those that are missing, with the rights `mode` as far as the umask lets them; what comes
 * after the last '/' is not made. 0, or the errno value of the first one that cannot be made;
 * those before it remain. "" and a path without '/' need none. */
int tti_host_folders_make(const char *path, mode_t mode);

#endif
