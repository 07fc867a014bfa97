/* SPDX-License-Identifier: MIT
 *
 * Sums and files of maps.
 */
#include "cli/demo_map.h"

#include <stdlib.h>
#include <string.h>

#include "host/input.h"
#include "host/message.h"
#include "wire/crc32.h"

/* Larger files are no maps; the game's own limit for downloads is a twentieth of it. */
#define MAP_MAX ((size_t)1 << 30)

void demo_map_sum_begin(struct demo_map_sum *sum)
{
    sum->size = 0;
    sum->crc = 0;
    tti_sha256_start(&sum->sha256);
}

void demo_map_sum_add(struct demo_map_sum *sum, tt_bytes piece)
{
    sum->size += piece.size;
    sum->crc = tti_crc32(sum->crc, piece.data, piece.size);
    tti_sha256_add(&sum->sha256, piece.data, piece.size);
}

const char *demo_map_sum_differs(struct demo_map_sum *sum, const tt_demo_header *header)
{
    tt_sha256 sha256;
    tti_sha256_finish(&sum->sha256, sha256.bytes);
    if (header->has_sha256) {
        bool is_same = memcmp(sha256.bytes, header->map_sha256.bytes, sizeof sha256.bytes) == 0;
        return is_same ? NULL : "its SHA-256 is not the one in the header";
    }
    return sum->crc == header->map_crc ? NULL : "its CRC is not the one in the header";
}

static bool add(tt_demo_new_map *map, size_t *room, tt_bytes piece)
{
    if (piece.size > *room - map->bytes.size) {
        size_t larger = *room * 2 + piece.size;
        uint8_t *grown = larger <= MAP_MAX ? realloc((void *)map->bytes.data, larger) : NULL;
        if (grown == NULL) {
            return false;
        }
        map->bytes.data = grown;
        *room = larger;
    }
    memcpy((uint8_t *)map->bytes.data + map->bytes.size, piece.data, piece.size);
    map->bytes.size += piece.size;
    return true;
}

/* NULL when all of it is there; else what went wrong. */
static const char *read_file(tt_demo_new_map *map, struct host_input *in, struct demo_map_sum *sum)
{
    enum host_input_status status;
    size_t room = 0;
    tt_bytes piece;
    while ((status = host_input_next(in, &piece)) == HOST_INPUT_PIECE) {
        demo_map_sum_add(sum, piece);
        if (!add(map, &room, piece)) {
            return "this is too large for a map";
        }
    }
    if (status == HOST_INPUT_FAILED) {
        return host_input_error(in)->text;
    }
    return map->bytes.size == 0 ? "this is empty" : NULL;
}

bool demo_map_read(tt_demo_new_map *map, const struct job *job, const tt_demo_header *header,
                   enum exit_status *status)
{
    struct demo_map_sum sum;
    struct host_error error;
    const char *path = job->settings->attach_map;
    struct host_input_options options = {.stop = job->stop};
    memset(map, 0, sizeof *map);
    demo_map_sum_begin(&sum);
    *status = EXIT_SYSTEM;
    struct host_input *in = host_input_open(path, &options, &error);
    const char *problem = in == NULL ? error.text : read_file(map, in, &sum);
    if (problem != NULL) {
        host_message(HOST_MESSAGE_ERROR, path, "%s", problem);
        host_input_close(in);
        return false;
    }
    host_input_close(in);
    map->crc = sum.crc;
    struct demo_map_sum copy = sum;
    tti_sha256_finish(&copy.sha256, map->sha256.bytes);
    const char *differs = demo_map_sum_differs(&sum, header);
    *status = differs == NULL || job->settings->force ? EXIT_GOOD : EXIT_USAGE;
    if (differs != NULL) {
        host_message(*status == EXIT_GOOD ? HOST_MESSAGE_WARNING : HOST_MESSAGE_ERROR, path,
                     "this is not the map of the demo, %.64s: %s%s", header->map_name, differs,
                     *status == EXIT_GOOD ? "" : "; --force attaches it in its place");
    }
    return *status == EXIT_GOOD;
}

void demo_map_free(tt_demo_new_map *map)
{
    free((void *)map->bytes.data);
}
