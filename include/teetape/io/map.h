/* SPDX-License-Identifier: MIT
 *
 * Map files in memory: their pieces put together, and compared with what a recording says of its
 * map.
 *
 *     tt_io_map_sum_begin(&sum);
 *     ... for each piece: tt_io_map_sum_add(&sum, piece);
 *     why = tt_io_map_sum_differs(&sum, &demo_header);
 *
 * What a recording says of its map is in the header of a demo (map_name, map_crc, has_sha256,
 * map_sha256); tt_convert_header makes that of a teehistorian file. What a map says is read by the
 * core: teetape/map.h, with tt_io_inflate (inflate.h).
 */
#ifndef TEETAPE_IO_MAP_H
#define TEETAPE_IO_MAP_H

#include "teetape/demo_cut.h"
#include "teetape/demo_header.h"
#include "teetape/hash.h"
#include "teetape/io/error.h"
#include "teetape/io/export.h"
#include "teetape/io/stop.h"
#include "teetape/map.h"
#include "teetape/terrain.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Sums of a map that comes in pieces. The last member is for the library. */
typedef struct tt_io_map_sum {
    uint64_t size; /**< bytes so far */
    uint32_t crc;  /**< their CRC-32 */
    /** @cond library */
    tt_sha256_context sha256;
    /** @endcond */
} tt_io_map_sum;

/** Begins with no bytes. */
TT_IO_API void tt_io_map_sum_begin(tt_io_map_sum *sum);

/** Adds the next piece. */
TT_IO_API void tt_io_map_sum_add(tt_io_map_sum *sum, tt_bytes piece);

/** Returns the SHA-256 of the bytes so far; more may be added after it. */
TT_IO_API tt_sha256 tt_io_map_sum_sha256(const tt_io_map_sum *sum);

/** Compares the map that was added with the map of the header: NULL, or a constant sentence about
 * the difference. SHA-256 decides where the header has it, else the CRC. */
TT_IO_API const char *tt_io_map_sum_differs(const tt_io_map_sum *sum, const tt_demo_header *header);

/** True when two headers name the same map, by name and SHA-256, or by CRC where a header lacks the
 * SHA-256. */
TT_IO_API bool tt_io_map_is_same(const tt_demo_header *a, const tt_demo_header *b);

/** Appends a piece to a map in memory, such as the embedded map of a demo. `*map` and `*room`, the
 * size of its memory in bytes, are all zero at first. The memory grows with what was appended,
 * whatever a header says. Returns 0, EFBIG for more than 1 GiB in all, or ENOMEM; `*map` is as
 * before then. tt_io_map_file_free has to be called in the end. */
TT_IO_API int tt_io_map_file_add(tt_demo_new_map *map, size_t *room, tt_bytes piece);

/** Frees the bytes of tt_io_map_file_add, and leaves an empty map. Twice
 * is fine. */
TT_IO_API void tt_io_map_file_free(tt_demo_new_map *map);

/** The result of looking for a map. */
typedef struct tt_io_map_found {
    char *path;          /**< path of the map; NULL when it was not found */
    tt_demo_new_map map; /**< bytes and sums of the map */
    char *other;    /**< first file with the right name that is another map or unreadable; NULL for
                       none */
    char why[300];  /**< why the map was not found: a sentence */
    bool is_system; /**< it was not found because the system failed. A file that may not be read
                       counts only in places that the user has named */
} tt_io_map_found;

/** Looks for the map of `header`. Names only say where to look: a file is taken when its SHA-256,
 * or its CRC where no more is known, is the one of the header. Folders, in this order: `data`, the
 * game's data folder that the user named (NULL or "": none); those of the environment's
 * TEETAPE_MAP_PATH, with colons between them; the user's ($XDG_DATA_HOME/ddnet, by default
 * ~/.local/share/ddnet); the system's. In each:
 *
 *     downloadedmaps/NAME_SHA256.map
 *     downloadedmaps/NAME_CRC.map
 *     maps/NAME.map
 *     any of these names somewhere below maps/
 *
 * and in the folders of TEETAPE_MAP_PATH any of them anywhere. What may not be read is passed over,
 * as if it were not there, but not below these and `data`: the user has named them. True when it
 * was found. `stop` may be NULL. tti_map_found_free has to be called either way. */
TT_IO_API bool tti_map_find(tt_io_map_found *found, const char *data,
                              const tt_demo_header *header, const tt_io_stop *stop);

/** Frees what was found. Twice is fine. */
TT_IO_API void tti_map_found_free(tt_io_map_found *found);

/** An unpacked game layer. */
typedef struct tt_io_map_game {
    tt_map map;      /**< the map, with its tiles loaded */
    uint8_t *memory; /**< bytes of its tiles, owned by this struct */
} tt_io_map_game;

/** Unpacks the game layer of a map file; `file` is not needed afterwards. False with *error:
 * TT_ERR_COMPRESSED_DATA for what is no map or a damaged one, with the offset in `file`;
 * TT_ERR_UNSUPPORTED in a build without zlib; TT_ERR_SYSTEM without memory, of which the file's own
 * size limits how much is asked for. tti_map_game_free has to be called either way. */
TT_IO_API bool tti_map_game_load(tt_io_map_game *game, tt_bytes file, tt_io_error *error);

/** Frees the tiles. Twice is fine. */
TT_IO_API void tti_map_game_free(tt_io_map_game *game);

/** Unpacks the terrain of a map file; `file` is not needed afterwards. False without a game layer,
 * without memory and in a build without zlib; a damaged front or teleporter layer is left out.
 * `terrain` is all zeros then. tt_io_terrain_free has to be called either way. */
TT_IO_API bool tt_io_terrain_load(tt_terrain *terrain, tt_bytes file);

/** Frees the layers. Twice is fine. */
TT_IO_API void tt_io_terrain_free(tt_terrain *terrain);

#ifdef __cplusplus
}
#endif

#endif
