/* SPDX-License-Identifier: MIT
 *
 * Endings of file names. Some systems and programs write them in capitals: A.DEMO is a.demo.
 */
#ifndef TEETAPE_IO_ENDING_H
#define TEETAPE_IO_ENDING_H

#include <stdbool.h>

#include "teetape/bytes.h"
#include "teetape/io/export.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Whether `name` has this ending and something before it. `ending` has no capitals; those of
 * `name` count as small letters, in ASCII alone. */
TT_IO_API bool tt_io_ending_is(tt_bytes name, const char *ending);

#ifdef __cplusplus
}
#endif

#endif
