/* SPDX-License-Identifier: MIT
 *
 * Paths: where one leads, and what the end of a name says. Some systems and programs write endings
 * in capitals: A.DEMO is a.demo.
 *
 * These are paths of files; the paths of tees are in paths.h.
 */
#ifndef TEETAPE_IO_PATH_H
#define TEETAPE_IO_PATH_H

#include <stdbool.h>

#include "teetape/bytes.h"
#include "teetape/io/export.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Whether `name` has this ending and something before it. `ending` has no capitals; those of
 * `name` count as small letters, in ASCII alone. */
TT_IO_API bool tt_io_ending_is(tt_bytes name, const char *ending);

/** The path without links, to be freed. Of a path that leads nowhere only the current folder can be
 * resolved, and slashes at its end are left out. NULL without memory. */
TT_IO_API char *tt_io_real_path(const char *path);

#ifdef __cplusplus
}
#endif

#endif
