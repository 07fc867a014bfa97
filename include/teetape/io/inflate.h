/* SPDX-License-Identifier: MIT
 *
 * Decompresses the data of maps: one zlib stream of a known size, from memory to memory. It is the
 * callback that teetape/map.h needs.
 *
 *     if (tt_map_open(&map, bytes, NULL) != TT_OK) ...
 *     size_t size = tt_map_game_size(&map);
 *     uint8_t *memory = malloc(size);
 *     status = tt_map_load(&map, memory, size, tt_io_inflate, NULL, NULL);
 *     free(memory);
 */
#ifndef TEETAPE_IO_INFLATE_H
#define TEETAPE_IO_INFLATE_H

#include <stdbool.h>

#include "teetape/io/export.h"
#include "teetape/map.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A tt_map_inflate_fn. `user` is NULL, or a tt_io_error that is filled when memory is missing.
 * Writes at most `dst_size` bytes and allocates at most zlib's 40 KiB, whatever the stream holds.
 * Bytes after the stream are ignored, as by the game. Any thread. */
TT_IO_API int tt_io_inflate(void *user, uint8_t *dst, size_t dst_size, tt_bytes packed);

#ifdef __cplusplus
}
#endif

#endif
