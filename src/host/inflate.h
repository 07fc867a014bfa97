/* SPDX-License-Identifier: MIT
 *
 * Unpacks one zlib stream from memory to memory, of a size that is known: the data of maps.
 */
#ifndef HOST_INFLATE_H
#define HOST_INFLATE_H

#include <stdbool.h>

#include "teetape/map.h"

/* Whether this build has zlib. Without, host_inflate always fails. */
bool host_inflate_exists(void);

/* A tt_map_inflate_fn; `user` is NULL or a struct host_error that hears of missing memory. Not a
 * byte is written after `dst_size`, and no more memory is taken than zlib's 40 KiB, whatever the
 * stream would become. Bytes after the stream are ignored, as by the game. */
int host_inflate(void *user, uint8_t *dst, size_t dst_size, tt_bytes packed);

#endif
