/* SPDX-License-Identifier: MIT
 *
 * The same tests over the decoder that is compiled for any CPU.
 */
#define TTI_DISPATCH 0
/* The library has the other one under this name. */
#define tt_huffman_decompress plain_huffman_decompress
#undef TT_SHARED
#include "wire/huffman_decompress.c"

#include "test_huffman.c"
