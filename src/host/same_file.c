/* SPDX-License-Identifier: MIT
 *
 * Compares files by what they are, not by how they are called.
 */
#include "host/posix.h"

#include "host/same_file.h"

#include <sys/stat.h>

/* Both numbers, as each file system counts its files for itself. On Windows they are the volume and
 * the number on it (windows/stat.c). */
bool tti_host_same_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}
