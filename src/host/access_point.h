/* SPDX-License-Identifier: MIT
 *
 * A place in a compressed file where decompression can begin.
 */
#ifndef HOST_ACCESS_POINT_H
#define HOST_ACCESS_POINT_H

#include <stdint.h>

#include "teetape/bytes.h"

struct host_access_point {
    uint64_t raw;    /* bytes before it, after decompression */
    uint64_t stored; /* bytes before it in the file as it is stored */
    uint8_t bits;    /* gzip: this many high bits of the byte before `stored` belong to it */
    tt_bytes window; /* gzip: the last raw bytes before it, 32 KiB at most; else empty */
};

/* Hears of every such place that is passed while reading from front to back, in order. The
 * window is valid during the call alone. */
typedef void host_access_point_fn(void *user, const struct host_access_point *point);

#endif
