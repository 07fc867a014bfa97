/* SPDX-License-Identifier: MIT
 *
 * The same on Windows, where rights come from the folder.
 */
#include "cli/shell/inputs.h"

unsigned inputs_rights(const char *path)
{
    (void)path;
    return 0777;
}
