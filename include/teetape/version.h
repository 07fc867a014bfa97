/* SPDX-License-Identifier: MIT
 *
 * The version of these headers, as macros, and of the linked library, as a call.
 *
 * The build reads the three numbers from here. Until 1.0 the minor number is part of the soname:
 * a program built against 0.3 runs only with 0.3.x.
 */
#ifndef TEETAPE_VERSION_H
#define TEETAPE_VERSION_H

#include "teetape/export.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TT_VERSION_MAJOR                                                                           \
    0                      /**< major version; while it is 0, a minor version may break programs   \
                            */
#define TT_VERSION_MINOR 3 /**< minor version: new calls, and before 1.0 changed ones */
#define TT_VERSION_PATCH 0 /**< patch version: corrections only */

/** The version as a text. tests/test_version.c checks that it equals the three numbers. */
#define TT_VERSION_STRING "0.3.0"

/** Returns the version of the linked library, such as "0.3.0"; constant. It differs from
 * TT_VERSION_STRING when the program was compiled against the headers of another release. */
TT_API const char *tt_version(void);

#ifdef __cplusplus
}
#endif

#endif
