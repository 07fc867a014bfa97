/* SPDX-License-Identifier: MIT
 *
 * Unpacks one zlib stream from memory to memory, of a size that is known: the data of maps.
 */
#ifndef TEETAPE_IO_INFLATE_H
#define TEETAPE_IO_INFLATE_H

#include <stdbool.h>

#include "teetape/io/export.h"
#include "teetape/map.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Whether this build has zlib. Without, tt_io_inflate always fails. */
TT_IO_API bool tt_io_inflate_exists(void);

/** A tt_map_inflate_fn; `user` is NULL or a tt_io_error that hears of missing memory. Not a
 * byte is written after `dst_size`, and no more memory is taken than zlib's 40 KiB, whatever the
 * stream would become. Bytes after the stream are ignored, as by the game. */
TT_IO_API int tt_io_inflate(void *user, uint8_t *dst, size_t dst_size, tt_bytes packed);

#ifdef __cplusplus
}
#endif

#endif
