/* SPDX-License-Identifier: MIT
 *
 * Windows of gzip access points, by zlib.
 */
#include "index/file.h"

#ifdef TT_HAVE_ZLIB

#include <zlib.h>

/* Z_BEST_SPEED: a large file has a window for each access point. TT_INDEX_PACKED_MAX has room for
 * what cannot shrink. */
size_t tti_index_window_pack(uint8_t packed[TT_INDEX_PACKED_MAX], tt_bytes window)
{
    uLongf size = TT_INDEX_PACKED_MAX;
    int status = window.size <= TT_INDEX_WINDOW_MAX
                     ? compress2(packed, &size, window.data, (uLong)window.size, Z_BEST_SPEED)
                     : Z_DATA_ERROR;
    return status == Z_OK ? (size_t)size : 0;
}

bool tti_index_window_unpack(uint8_t window[TT_INDEX_WINDOW_MAX], size_t size, tt_bytes packed)
{
    uLongf given = (uLongf)size;
    return size <= TT_INDEX_WINDOW_MAX &&
           uncompress(window, &given, packed.data, (uLong)packed.size) == Z_OK && given == size;
}

#else

/* A window of 0 bytes is dropped by the writer, and a reader without zlib calls the index
 * damaged. */
size_t tti_index_window_pack(uint8_t packed[TT_INDEX_PACKED_MAX], tt_bytes window)
{
    (void)packed;
    (void)window;
    return 0;
}

bool tti_index_window_unpack(uint8_t window[TT_INDEX_WINDOW_MAX], size_t size, tt_bytes packed)
{
    (void)window;
    (void)size;
    (void)packed;
    return false;
}

#endif
