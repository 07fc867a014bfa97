/* SPDX-License-Identifier: MIT
 *
 * The windows of gzip access points: deflated for the index, inflated for use. Without zlib there
 * are no gzip files to read, and so no windows.
 */
#ifndef INDEX_WINDOW_H
#define INDEX_WINDOW_H

#include <stdbool.h>

#include "teetape/index.h"

/* Deflates a window; the bytes written, 0 on a failure. */
size_t tti_index_window_pack(uint8_t packed[TT_INDEX_PACKED_MAX], tt_bytes window);

/* Inflates `size` bytes, not one more or less. Decompression that begins with another window than
 * the original one would go on without an error and give other bytes, so the size is exact and the
 * caller has compared the sum. */
bool tti_index_window_unpack(uint8_t window[TT_INDEX_WINDOW_MAX], size_t size, tt_bytes packed);

#endif
