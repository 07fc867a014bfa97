/* SPDX-License-Identifier: MIT
 *
 * A place in a compressed file where decompression can begin.
 */
#ifndef TEETAPE_IO_ACCESS_POINT_H
#define TEETAPE_IO_ACCESS_POINT_H

#include <stdint.h>

#include "teetape/bytes.h"
#include "teetape/io/export.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tt_io_access_point {
    uint64_t raw;    /**< bytes before it, after decompression */
    uint64_t stored; /**< bytes before it in the file as it is stored */
    uint8_t bits;    /**< gzip: this many high bits of the byte before `stored` belong to it */
    tt_bytes window; /**< gzip: the last raw bytes before it, 32 KiB at most; else empty */
} tt_io_access_point;

/** Hears of every such place that is passed while reading from front to back, in order. The
 * window is valid during the call alone. */
typedef void tt_io_access_point_fn(void *user, const tt_io_access_point *point);

#ifdef __cplusplus
}
#endif

#endif
