/* SPDX-License-Identifier: MIT
 *
 * The same on Windows, where rights come from the folder.
 */
#include "teetape/io/file.h"

unsigned tt_io_file_rights(const char *path)
{
    (void)path;
    return 0777;
}
