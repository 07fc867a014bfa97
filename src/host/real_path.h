/* SPDX-License-Identifier: MIT
 *
 * Where a path leads.
 */
#ifndef HOST_REAL_PATH_H
#define HOST_REAL_PATH_H

/* The path without links, to be freed. Of a path that leads nowhere only the current folder can be
 * resolved. NULL without memory. */
char *host_real_path(const char *path);

#endif
