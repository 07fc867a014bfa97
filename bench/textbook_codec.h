/* SPDX-License-Identifier: MIT
 *
 * The yardstick: varint arrays and Huffman as they are written straight from their descriptions.
 */
#ifndef TT_BENCH_TEXTBOOK_CODEC_H
#define TT_BENCH_TEXTBOOK_CODEC_H

#include "peer_codec.h"

/* Builds the tree, so it comes first. */
const tt_bench_codec_info *textbook_codec(void);

#endif
