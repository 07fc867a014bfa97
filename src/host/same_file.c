/* SPDX-License-Identifier: MIT
 *
 * Compares files by what they are, not by how they are called.
 */
#include "host/posix.h"

#include "teetape/io/same_file.h"

#include <sys/stat.h>

bool tt_io_same_facts(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

bool tt_io_same_file(const char *a, const char *b)
{
    struct stat facts_a, facts_b;
    return stat(a, &facts_a) == 0 && stat(b, &facts_b) == 0 && tt_io_same_facts(&facts_a, &facts_b);
}
