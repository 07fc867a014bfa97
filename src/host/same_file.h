/* SPDX-License-Identifier: MIT
 *
 * Whether two names lead to one file.
 */
#ifndef HOST_SAME_FILE_H
#define HOST_SAME_FILE_H

#include <stdbool.h>

struct stat;

/* The same file, by device and number. */
bool host_same_facts(const struct stat *a, const struct stat *b);

/* Whether both paths lead to the same file, through links and by hard links. False when one of them
 * leads to nothing. */
bool host_same_file(const char *a, const char *b);

#endif
