/* SPDX-License-Identifier: MIT
 *
 * What others may do with a file that is made of another one.
 */
#include "host/posix.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "teetape/io/file.h"

/* What is no file, such as a pipe, says nothing. The group of a new file is ours: the rights of
 * another group are not for its members. */
unsigned tt_io_file_rights(const char *path)
{
    struct stat facts;
    if ((strcmp(path, "-") == 0 ? fstat(0, &facts) : stat(path, &facts)) != 0 ||
        !S_ISREG(facts.st_mode)) {
        return 0777;
    }
    unsigned rights = (unsigned)facts.st_mode & 0777;
    return facts.st_gid == getegid() ? rights : (rights & 0707) | (rights & 07) << 3;
}
