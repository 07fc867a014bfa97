/* SPDX-License-Identifier: MIT
 *
 * Reads map files, computes their sums, and allocates layers. The game compares a map with its
 * recording by the sums, and names its files after them (map_find.c).
 */
#include "teetape/io/map.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "host/error.h"
#include "host/grow.h"
#include "host/inside.h"
#include "host/map.h"
#include "physics/terrain.h"
#include "teetape/io/inflate.h"
#include "teetape/io/input.h"
#include "wire/hash.h"

/* A larger file counts as no map. The game's own limit for downloads is a twentieth of this. */
#define MAP_MAX ((size_t)1 << 30)

_Static_assert(sizeof(tti_sha256_context) == sizeof((tt_io_map_sum *)0)->sha256,
               "the SHA-256 of a tt_io_map_sum has another size");

void tt_io_map_sum_add(tt_io_map_sum *sum, tt_bytes piece)
{
    tti_sha256_context sha256;
    memcpy(&sha256, sum->sha256, sizeof sha256);
    if (sum->size == 0) {
        tti_sha256_start(&sha256);
    }
    sum->size += piece.size;
    sum->crc = tti_crc32(sum->crc, piece.data, piece.size);
    tti_sha256_add(&sha256, piece.data, piece.size);
    memcpy(sum->sha256, &sha256, sizeof sha256);
}

/* Returns the SHA-256 so far. A copy is finished, because finishing a SHA-256 ends it. */
tt_sha256 tt_io_map_sum_sha256(const tt_io_map_sum *sum)
{
    tti_sha256_context copy;
    tt_sha256 sha256 = {{0}};
    memcpy(&copy, sum->sha256, sizeof copy);
    if (sum->size == 0) {
        tti_sha256_start(&copy);
    }
    tti_sha256_finish(&copy, sha256.bytes);
    return sha256;
}

/* Returns which sum differs, or NULL. A CRC of 32 bits is easily forged, so it counts only for
 * older recordings, which have no SHA-256. */
const char *tt_io_map_sum_differs(const tt_io_map_sum *sum, const tt_demo_header *header)
{
    tt_sha256 sha256 = tt_io_map_sum_sha256(sum);
    if (header->has_sha256) {
        bool is_same = memcmp(sha256.bytes, header->map_sha256.bytes, sizeof sha256.bytes) == 0;
        return is_same ? NULL : "its SHA-256 is not the one in the header";
    }
    return sum->crc == header->map_crc ? NULL : "its CRC is not the one in the header";
}

/* Adds bytes to a map. A demo may claim any size of its map, so memory grows with the bytes that
 * come. The first comparison cannot wrap, because the map never has more than MAP_MAX. */
int tt_io_map_file_add(tt_demo_new_map *map, size_t *room, tt_bytes piece)
{
    if (piece.size == 0) {
        return 0;
    }
    if (piece.size > MAP_MAX - map->bytes.size) {
        return EFBIG;
    }
    uint8_t *grown = tti_grow((void *)map->bytes.data, room, map->bytes.size + piece.size, 1);
    if (grown == NULL) {
        return ENOMEM;
    }
    map->bytes.data = grown;
    memcpy(grown + map->bytes.size, piece.data, piece.size);
    map->bytes.size += piece.size;
    return 0;
}

static bool read_file(tt_demo_new_map *map, tt_io_input *in, tt_io_map_sum *sum, tt_io_error *error)
{
    tt_io_input_status status;
    size_t room = 0;
    tt_bytes piece;
    while ((status = tt_io_input_next(in, &piece)) == TT_IO_INPUT_PIECE) {
        tt_io_map_sum_add(sum, piece);
        int failed = tt_io_map_file_add(map, &room, piece);
        if (failed == ENOMEM) {
            return tt_io_error_system(error, failed, "cannot be read");
        }
        if (failed != 0) {
            return tti_error_say(error, TT_ERR_UNSUPPORTED, "this is too large for a map");
        }
    }
    if (status == TT_IO_INPUT_FAILED) {
        *error = *tt_io_input_error(in);
    } else if (status == TT_IO_INPUT_STOPPED) {
        tti_error_say(error, TT_ERR_STOPPED, "stopped while reading it");
    } else if (map->bytes.size == 0) {
        tti_error_say(error, TT_ERR_UNSUPPORTED, "this is empty");
    } else {
        return true;
    }
    return false;
}

/* Reads a map file. The sums are set even on failure, so that every member of `map` has a value. */
bool tti_map_file_load(tt_demo_new_map *map, const char *path, const tt_io_stop *stop,
                       tt_io_map_sum *sum, tt_io_error *error)
{
    tt_io_input_options options = {.stop = stop};
    memset(map, 0, sizeof *map);
    *sum = (tt_io_map_sum){.size = 0};
    tt_io_input *in = tt_io_input_open(path, &options, error);
    bool good = in != NULL && read_file(map, in, sum, error);
    if (in == NULL && error->system == EISDIR) {
        tti_error_say(error, TT_ERR_SYSTEM,
                      "is a folder, and a map is a file; TEETAPE_MAP_PATH lists folders with maps");
        error->system = EISDIR;
    }
    tt_io_input_close(in);
    map->crc = sum->crc;
    map->sha256 = tt_io_map_sum_sha256(sum);
    return good;
}

void tti_map_file_free(tt_demo_new_map *map)
{
    free((void *)map->bytes.data);
    *map = (tt_demo_new_map){0};
}

static bool damaged(tt_io_error *error, const tt_error *reason)
{
    tti_error_say(error, TT_ERR_COMPRESSED_DATA, "%s", reason->what);
    error->offset = reason->offset;
    return false;
}

/* Unpacks the game layer. In version 3 tiles are not compressed and need no zlib. tt_io_inflate
 * fills *error only without memory; all other failures are damage. */
bool tti_map_game_load(tti_map_game *game, tt_bytes file, tt_io_error *error)
{
    tt_error reason;
    memset(game, 0, sizeof *game);
    tti_error_clear(error);
    if (tt_map_open(&game->map, file, &reason) != TT_OK) {
        return damaged(error, &reason);
    }
    if (game->map.version != 3 && !tti_io_inflate_exists()) {
        return tti_error_say(error, TT_ERR_UNSUPPORTED,
                             "this build has no zlib, which the tiles of a map need");
    }
    size_t size = tt_map_game_size(&game->map);
    game->memory = malloc(size);
    if (game->memory == NULL) {
        return tt_io_error_system(error, ENOMEM, "cannot hold the map");
    }
    if (tt_map_load(&game->map, game->memory, size, tt_io_inflate, error, &reason) != TT_OK) {
        return error->status == TT_OK ? damaged(error, &reason) : false;
    }
    /* Frees the memory that the game does not need, three quarters and more. */
    uint8_t *kept = realloc(game->memory, (size_t)game->map.width * (size_t)game->map.height);
    if (kept != NULL) {
        game->memory = kept;
        game->map.tiles = kept;
    }
    return true;
}

void tti_map_game_free(tti_map_game *game)
{
    free(game->memory);
    memset(game, 0, sizeof *game);
}

/* Bytes of a tile in each layer of a terrain. */
static const uint8_t cell_sizes[TT_TERRAIN_LAYERS] = {2, 2, 2, 6, 4, 2};

/* Returns the number of a terrain's layer among the layers of the map; -1 when the map does not
 * have it. */
static int32_t layer_of(const tt_map_design *design, int layer)
{
    const int32_t layers[TT_TERRAIN_LAYERS] = {
        [TT_TERRAIN_GAME] = design->game,         [TT_TERRAIN_FRONT] = design->front,
        [TT_TERRAIN_TELES] = design->teles,       [TT_TERRAIN_SPEEDUPS] = design->speedups,
        [TT_TERRAIN_SWITCHES] = design->switches, [TT_TERRAIN_TUNES] = design->tunes,
    };
    return layers[layer];
}

/* Unpacks a layer of a terrain. The game refuses a map with a damaged layer, so none is left out
 * here. The memory of a layer shrinks to what the terrain looks at. */
static bool load_layer(tt_terrain *terrain, const tt_map_design *design, int layer,
                       tt_io_error *error)
{
    tt_error reason = {TT_ERR_COMPRESSED_DATA, 0, "a layer is not whole"};
    size_t size = tti_terrain_size(design, layer);
    if (layer != TT_TERRAIN_GAME && layer_of(design, layer) < 0) {
        return true;
    }
    if (size == 0) {
        return damaged(error, &reason);
    }
    uint8_t *memory = malloc(size);
    if (memory == NULL) {
        return tt_io_error_system(error, ENOMEM, "cannot hold the map");
    }
    if (tti_terrain_load(terrain, design, layer, memory, size, tt_io_inflate, error, &reason) !=
        TT_OK) {
        free(memory);
        return error->status == TT_OK ? damaged(error, &reason) : false;
    }
    size_t tiles = (size_t)terrain->width * (size_t)terrain->height;
    uint8_t *kept = realloc(memory, cell_sizes[layer] * tiles);
    terrain->layer[layer] = kept != NULL ? kept : memory;
    return true;
}

bool tti_map_terrain_load(tt_terrain *terrain, tt_bytes file, tt_io_error *error)
{
    tt_map_design design;
    tt_error reason;
    *terrain = (tt_terrain){0};
    tti_error_clear(error);
    if (tt_map_design_open(&design, file, &reason) != TT_OK) {
        return damaged(error, &reason);
    }
    if (!tti_io_inflate_exists()) {
        return tti_error_say(error, TT_ERR_UNSUPPORTED,
                             "this build has no zlib, which the tiles of a map need");
    }
    for (int layer = 0; layer < TT_TERRAIN_LAYERS; layer++) {
        if (!load_layer(terrain, &design, layer, error)) {
            tti_map_terrain_free(terrain);
            return false;
        }
    }
    return true;
}

bool tti_map_settings_load(tt_bytes *settings, tt_bytes file, tt_io_error *error)
{
    tt_map_design design;
    tt_error reason;
    size_t size;
    *settings = (tt_bytes){NULL, 0};
    tti_error_clear(error);
    if (tt_map_design_open(&design, file, &reason) != TT_OK) {
        return damaged(error, &reason);
    }
    if (design.settings < 0) {
        return true;
    }
    if (tt_map_design_data_size(&design, design.settings, &size, &reason) != TT_OK) {
        return damaged(error, &reason);
    }
    uint8_t *memory = malloc(size + 1);
    if (memory == NULL) {
        return tt_io_error_system(error, ENOMEM, "cannot hold the map");
    }
    if (tt_map_design_data(&design, design.settings, memory, size, tt_io_inflate, error, &reason) !=
        TT_OK) {
        free(memory);
        return error->status == TT_OK ? damaged(error, &reason) : false;
    }
    *settings = (tt_bytes){memory, size};
    return true;
}

void tti_map_terrain_free(tt_terrain *terrain)
{
    for (int i = 0; i < TT_TERRAIN_LAYERS; i++) {
        free((void *)terrain->layer[i]);
    }
    *terrain = (tt_terrain){0};
}

bool tti_map_is_same(const tt_demo_header *a, const tt_demo_header *b)
{
    bool same_sum = a->has_sha256 && b->has_sha256
                        ? memcmp(&a->map_sha256, &b->map_sha256, sizeof a->map_sha256) == 0
                        : a->map_crc == b->map_crc;
    return same_sum && strcmp(a->map_name, b->map_name) == 0;
}
