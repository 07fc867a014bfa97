/* SPDX-License-Identifier: MIT
 *
 * Fills a tt_io_error. host/error.c implements these functions, which src/paint needs, too.
 */
#ifndef PAINT_ERROR_H
#define PAINT_ERROR_H

#include "teetape/io/error.h"

/* Empties an error: its status becomes TT_OK. */
void tti_error_clear(tt_io_error *error);

/* Fills an error with a status and a sentence in the form of printf, cut when it is too long.
 * Offset and path become empty. Returns false, so that a failing function can return the result. */
bool tti_error_say(tt_io_error *error, tt_status status, const char *format, ...)
    TT_IO_PRINTF(3, 4);

#endif
