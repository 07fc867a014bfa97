/* SPDX-License-Identifier: MIT
 *
 * A reader of demos as one would write it first, of textbook_codec and textbook_snap. What
 * bench_demo compares with.
 */
#ifndef TT_BENCH_TEXTBOOK_DEMO_H
#define TT_BENCH_TEXTBOOK_DEMO_H

#include "peer_demo.h"

/* As the function of peer_demo.h, for versions 5 and 6. */
int textbook_demo_read(tt_bench_demo_sum *sum, const uint8_t *bytes, size_t size);

#endif
