/* SPDX-License-Identifier: MIT
 *
 * Time for waiting and for rates; never for what is written to an output.
 */
#ifndef TEETAPE_IO_CLOCK_H
#define TEETAPE_IO_CLOCK_H

#include "teetape/io/export.h"
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Milliseconds since some fixed point; never goes back, whatever is done to the date. */
TT_IO_API uint64_t tt_io_clock_ms(void);

#ifdef __cplusplus
}
#endif

#endif
