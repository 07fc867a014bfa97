/* SPDX-License-Identifier: MIT
 *
 * Whether two names lead to one file.
 */
#ifndef HOST_SAME_FILE_H
#define HOST_SAME_FILE_H

#include <stdbool.h>

struct stat;

/* The same file, by device and number. */
bool tti_host_same_file(const struct stat *a, const struct stat *b);

#endif
