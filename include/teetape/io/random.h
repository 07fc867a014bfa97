/* SPDX-License-Identifier: MIT
 *
 * Random bytes that nobody can guess, from the system.
 */
#ifndef TEETAPE_IO_RANDOM_H
#define TEETAPE_IO_RANDOM_H

#include "teetape/io/export.h"
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Fills `dst`. False when the system has none to give: then nothing secret must be made. */
TT_IO_API bool tt_io_random(void *dst, size_t size);

#ifdef __cplusplus
}
#endif

#endif
