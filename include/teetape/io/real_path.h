/* SPDX-License-Identifier: MIT
 *
 * Where a path leads.
 */
#ifndef TEETAPE_IO_REAL_PATH_H
#define TEETAPE_IO_REAL_PATH_H
#include "teetape/io/export.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The path without links, to be freed. Of a path that leads nowhere only the current folder can be
 * resolved. NULL without memory. */
TT_IO_API char *tt_io_real_path(const char *path);

#ifdef __cplusplus
}
#endif

#endif
