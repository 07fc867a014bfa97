/* SPDX-License-Identifier: MIT
 *
 * The yardstick: a reader as it is written straight from the description of the format.
 */
#ifndef TT_BENCH_TEXTBOOK_TEEHISTORIAN_H
#define TT_BENCH_TEXTBOOK_TEEHISTORIAN_H

#include "peer.h"

/* Reads a whole recording, as in peer.h. */
int textbook_read(const void *data, size_t size, tt_bench_result *result);

#endif
