/* SPDX-License-Identifier: MIT
 *
 * Says which version of the library is linked. A file of its own, so that a release changes one
 * object.
 */
#include "teetape/version.h"

const char *tt_version(void)
{
    return TT_VERSION_STRING;
}
