/* SPDX-License-Identifier: MIT
 *
 * The library's varints and Huffman code, as bench_codec has them from everybody.
 */
#ifndef TT_BENCH_OWN_CODEC_H
#define TT_BENCH_OWN_CODEC_H

#include "peer_codec.h"

const tt_bench_codec_info *own_codec(void);

#endif
