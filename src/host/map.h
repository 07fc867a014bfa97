/* SPDX-License-Identifier: MIT
 *
 * Map files: finding them, reading them, and unpacking their layers.
 */
#ifndef TTI_HOST_MAP_H
#define TTI_HOST_MAP_H

#include "teetape/io/map.h"
#include "teetape/terrain.h"

typedef struct tti_map_found {
    char *path;          /* path of the map; NULL when none was found */
    tt_demo_new_map map; /* bytes and sums of the map */
    /* the first file with the right name that is another map or unreadable, or NULL */
    char *other;
    char why[300];  /* why the map was not found: a sentence */
    bool is_system; /* no map was found because the system failed. A lack of permission counts only
                       in folders that the user has named */
    int system;     /* the first errno of such a failure; 0: none is known */
} tti_map_found;

typedef struct tti_map_game {
    tt_map map;
    uint8_t *memory; /* bytes of the map's tiles, owned by this struct */
} tti_map_game;

/* Reads a map file, compressed or not, into memory that `*map` owns, with its sums. False with
 * *error: TT_ERR_UNSUPPORTED for an empty file or one above 1 GiB, which is no map, and after
 * `stop` (may be NULL) was raised. tti_map_file_free has to be called either way. */
bool tti_map_file_load(tt_demo_new_map *map, const char *path, const tt_io_stop *stop,
                       tt_io_map_sum *sum, tt_io_error *error);

/* Looks for the map of `header`. Names only say where to look: a file is taken when its SHA-256 is
 * the one of the header, or its CRC if the header has no SHA-256. The folders, in this order:
 * `data`, the game's data folder that the user named (NULL or "": none); those of the environment's
 * TEETAPE_MAP_PATH, with colons between them; the user's ($XDG_DATA_HOME/ddnet, by default
 * ~/.local/share/ddnet); the system's (tti_host_system_folders). In each:
 *
 *     downloadedmaps/NAME_SHA256.map
 *     downloadedmaps/NAME_CRC.map
 *     maps/NAME.map
 *     any of these names somewhere below maps/
 *
 * and in the folders of TEETAPE_MAP_PATH any of these names anywhere. Unreadable files are ignored,
 * except below TEETAPE_MAP_PATH and `data`, which the user has named. Returns true when the map was
 * found. `stop` may be NULL. tti_map_found_free has to be called either way. */
bool tti_map_find(tti_map_found *found, const char *data, const tt_demo_header *header,
                  const tt_io_stop *stop);

/* Frees what was found. A second call has no effect. */
void tti_map_found_free(tti_map_found *found);

/* Unpacks the game layer of a map file; `file` is not needed afterwards. False with *error:
 * TT_ERR_COMPRESSED_DATA for a damaged map or a file that is none, with the offset in `file`;
 * TT_ERR_UNSUPPORTED in a build without zlib; TT_ERR_SYSTEM without memory, whose amount the file's
 * own size limits. tti_map_game_free has to be called either way. */
bool tti_map_game_load(tti_map_game *game, tt_bytes file, tt_io_error *error);

/* Frees the tiles. A second call has no effect. */
void tti_map_game_free(tti_map_game *game);

/* Unpacks the terrain of a map file, with all layers that the physics needs; `file` is not needed
 * afterwards. Fails like tti_map_game_load; `terrain` is all zeros then. */
bool tti_map_terrain_load(tt_terrain *terrain, tt_bytes file, tt_io_error *error);

/* Unpacks the settings of a map file: lines with a NUL after each. The caller frees the bytes. A
 * map without settings gives none. Fails like tti_map_game_load. */
bool tti_map_settings_load(tt_bytes *settings, tt_bytes file, tt_io_error *error);

/* Frees the layers. A second call has no effect. */
void tti_map_terrain_free(tt_terrain *terrain);

/* Frees the bytes of tt_io_map_file_add, and leaves an empty map. A second call has no effect. */
void tti_map_file_free(tt_demo_new_map *map);

/* Returns true when two headers name the same map, by name and SHA-256, or by CRC if a header lacks
 * the SHA-256. */
bool tti_map_is_same(const tt_demo_header *a, const tt_demo_header *b);

#endif
