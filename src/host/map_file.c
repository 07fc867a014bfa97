/* SPDX-License-Identifier: MIT
 *
 * Sums and files of maps.
 *
 * The sums are taken of the bytes as they are read: the game compares a map with its recording by
 * them, and names its files after them (map_find.c).
 */
#include "teetape/io/map.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "host/grow.h"
#include "teetape/io/input.h"

/* Larger files are no maps; the game's own limit for downloads is a twentieth of it. */
#define MAP_MAX ((size_t)1 << 30)

void tt_io_map_sum_begin(tt_io_map_sum *sum)
{
    sum->size = 0;
    sum->crc = 0;
    tt_sha256_start(&sum->sha256);
}

void tt_io_map_sum_add(tt_io_map_sum *sum, tt_bytes piece)
{
    sum->size += piece.size;
    sum->crc = tt_crc32(sum->crc, piece.data, piece.size);
    tt_sha256_add(&sum->sha256, piece.data, piece.size);
}

/* On a copy, as finishing a SHA-256 ends it. */
tt_sha256 tt_io_map_sum_sha256(const tt_io_map_sum *sum)
{
    tt_sha256_context copy = sum->sha256;
    tt_sha256 sha256 = {{0}};
    tt_sha256_finish(&copy, sha256.bytes);
    return sha256;
}

/* A CRC of 32 bits is easily made to agree, so it counts only for recordings that have nothing
 * else, as older ones do. */
const char *tt_io_map_sum_differs(const tt_io_map_sum *sum, const tt_demo_header *header)
{
    tt_sha256 sha256 = tt_io_map_sum_sha256(sum);
    if (header->has_sha256) {
        bool is_same = memcmp(sha256.bytes, header->map_sha256.bytes, sizeof sha256.bytes) == 0;
        return is_same ? NULL : "its SHA-256 is not the one in the header";
    }
    return sum->crc == header->map_crc ? NULL : "its CRC is not the one in the header";
}

/* Grows with what really comes: a demo may claim any size of its map. The first comparison cannot
 * wrap, as the map never has more than MAP_MAX. */
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

/* Whether all of it is there; else *error says why not. What is empty is no map. */
static bool read_file(tt_demo_new_map *map, tt_io_input *in, tt_io_map_sum *sum, tt_io_error *error)
{
    tt_io_input_status status;
    size_t room = 0;
    tt_bytes piece;
    while ((status = tt_io_input_next(in, &piece)) == TT_IO_INPUT_PIECE) {
        tt_io_map_sum_add(sum, piece);
        int failed = tt_io_map_file_add(map, &room, piece);
        if (failed == ENOMEM) {
            tt_io_error_system(error, failed, "cannot be read");
            return false;
        }
        if (failed != 0) {
            tt_io_error_say(error, TT_ERR_UNSUPPORTED, "this is too large for a map");
            return false;
        }
    }
    if (status == TT_IO_INPUT_FAILED) {
        *error = *tt_io_input_error(in);
    } else if (status == TT_IO_INPUT_STOPPED) {
        tt_io_error_say(error, TT_ERR_STOPPED, "stopped while reading it");
    } else if (map->bytes.size == 0) {
        tt_io_error_say(error, TT_ERR_UNSUPPORTED, "this is empty");
    } else {
        return true;
    }
    return false;
}

/* The sums are set in any case, so that `map` has no member without a value. */
bool tt_io_map_file_load(tt_demo_new_map *map, const char *path, const tt_io_stop *stop,
                         tt_io_map_sum *sum, tt_io_error *error)
{
    tt_io_input_options options = {.stop = stop};
    memset(map, 0, sizeof *map);
    tt_io_map_sum_begin(sum);
    tt_io_input *in = tt_io_input_open(path, &options, error);
    bool good = in != NULL && read_file(map, in, sum, error);
    tt_io_input_close(in);
    map->crc = sum->crc;
    map->sha256 = tt_io_map_sum_sha256(sum);
    return good;
}

void tt_io_map_file_free(tt_demo_new_map *map)
{
    free((void *)map->bytes.data);
    *map = (tt_demo_new_map){0};
}
