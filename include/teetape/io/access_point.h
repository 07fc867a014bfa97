/* SPDX-License-Identifier: MIT
 *
 * A point in a compressed file where decompression can begin. An input reports them while it
 * reads (input.h), and an index keeps them (index.h):
 *
 *     static void keep(void *user, const tt_io_access_point *point);
 *
 *     tt_io_input_options options = {.on_access_point = keep, .access_point_user = list};
 *     tt_io_input *in = tt_io_input_open(path, &options, &error);
 */
#ifndef TEETAPE_IO_ACCESS_POINT_H
#define TEETAPE_IO_ACCESS_POINT_H

#include <stdint.h>

#include "teetape/bytes.h"
#include "teetape/io/export.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A place where decompression can begin. */
typedef struct tt_io_access_point {
    uint64_t raw;    /**< bytes of the recording before the point, after decompression */
    uint64_t stored; /**< bytes of the file before the point, as stored */
    uint8_t bits;    /**< gzip: number of high bits, 0 to 7, of the byte before `stored` that belong
                        after the point. 0 for other formats */
    tt_bytes window; /**< gzip: the raw bytes right before the point, 32 KiB at most. Empty for
                        other formats */
} tt_io_access_point;

/** Receives an access point. Access points come in ascending order while a file is read from front
 * to back. `point` and its window are valid during the call only. The reading thread makes the
 * call. */
typedef void tt_io_access_point_fn(void *user, const tt_io_access_point *point);

#ifdef __cplusplus
}
#endif

#endif
