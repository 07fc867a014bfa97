/* SPDX-License-Identifier: MIT
 *
 * Puts map files together from pieces, and compares a map with the header of a recording.
 *
 *     tt_io_map_sum sum = {.size = 0};
 *     tt_io_map_sum_add(&sum, piece);                     // each piece
 *     why = tt_io_map_sum_differs(&sum, &demo_header);
 *
 * The header is that of a demo (map_name, map_crc, has_sha256, map_sha256); tt_convert_header
 * makes one for a teehistorian file. teetape/map.h reads the content of a map, with
 * tt_io_inflate (inflate.h).
 */
#ifndef TEETAPE_IO_MAP_H
#define TEETAPE_IO_MAP_H

#include "teetape/demo_cut.h"
#include "teetape/demo_header.h"
#include "teetape/io/error.h"
#include "teetape/io/export.h"
#include "teetape/io/stop.h"
#include "teetape/map.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Size, CRC-32 and SHA-256 of a map that is read in pieces. All zero at first; the last member is
 * for the library. */
typedef struct tt_io_map_sum {
    uint64_t size; /**< bytes of the map so far */
    uint32_t crc;  /**< CRC-32 of the bytes so far */
    /** @cond library */
    uint64_t sha256[13]; /* state of the SHA-256 */
    /** @endcond */
} tt_io_map_sum;

/** Adds the next piece of the map. */
TT_IO_API void tt_io_map_sum_add(tt_io_map_sum *sum, tt_bytes piece);

/** Returns the SHA-256 of the bytes so far; more may be added after it. */
TT_IO_API tt_sha256 tt_io_map_sum_sha256(const tt_io_map_sum *sum);

/** Compares the map that was added with the map of the header. Returns NULL when they are equal,
 * else a constant sentence about the difference. SHA-256 decides where the header has it, else the
 * CRC. */
TT_IO_API const char *tt_io_map_sum_differs(const tt_io_map_sum *sum, const tt_demo_header *header);

/** Appends a piece to a map in memory, such as the embedded map of a demo. `*map` and `*room`,
 * the size of its memory in bytes, are all zero at first. The memory grows with the bytes that
 * were appended, whatever a header says. Returns 0, or EFBIG for more than 1 GiB in all, or
 * ENOMEM; after a failure `*map` is unchanged. The caller frees map->bytes.data with free(). */
TT_IO_API int tt_io_map_file_add(tt_demo_new_map *map, size_t *room, tt_bytes piece);

#ifdef __cplusplus
}
#endif

#endif
