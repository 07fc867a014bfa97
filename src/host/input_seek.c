/* SPDX-License-Identifier: MIT
 *
 * Goes to another place of an input: makes a new codec at a place where decompression can begin
 * (places.h), and drops what comes before the wanted byte.
 */
#include "host/posix.h"

#include "host/input_state.h"

#include <errno.h>
#include <unistd.h>

/* The codec and its map, before anything was read. */
static bool learn_places(tt_io_input *in)
{
    if (!in->regular || in->options.follow) {
        tt_io_error_system(&in->error, ESPIPE, "is not seekable");
        return false;
    }
    if (in->codec != NULL && in->places.looked) {
        return true;
    }
    struct host_codec_file file;
    if (!tti_host_input_file(in, &file)) {
        return false;
    }
    if (in->codec == NULL) {
        uint8_t magic[HOST_CODEC_PROBE];
        const tt_bytes first = {magic,
                                file.size < sizeof(magic) ? (size_t)file.size : sizeof(magic)};
        if (!tti_host_codec_read_at(&file, 0, magic, first.size, &in->error) ||
            !tti_host_input_choose(in, first)) {
            return false;
        }
    }
    return tti_host_places_look(&in->places, &file, &in->error);
}

/* A new decompressor at a place. */
static bool begin_at(tt_io_input *in, const struct host_place *place)
{
    const tt_io_access_point *point = &place->point;
    uint8_t before = 0;
    if (in->state != NULL) {
        in->codec->close(in->state);
    }
    in->state = in->codec->open(&in->error);
    if (in->state == NULL) {
        return false;
    }
    struct host_codec_file file;
    if (!tti_host_input_file(in, &file)) {
        return false;
    }
    if (point->stored > file.size || (point->bits > 0 && point->stored == 0)) {
        tt_io_error_say(&in->error, TT_ERR_COMPRESSED_DATA, "there is no place to begin at");
        return false;
    }
    if (point->bits > 0 &&
        !tti_host_codec_read_at(&file, point->stored - 1, &before, 1, &in->error)) {
        return false;
    }
    /* The start needs nothing of all this, and then the checks of the whole stream are made. */
    bool at_start = point->stored == 0 && point->raw == 0;
    return at_start || in->codec->begin_at == NULL ||
           in->codec->begin_at(in->state, place->map, point, before, &in->error);
}

static bool move(tt_io_input *in, const struct host_place *place)
{
    if (!begin_at(in, place)) {
        return false;
    }
    if (in->memory.data == NULL &&
        lseek(in->fd, (off_t)(in->base + place->point.stored), SEEK_SET) < 0) {
        tt_io_error_system(&in->error, errno, "is not seekable");
        return false;
    }
    in->begin = in->end = 0;
    in->used = place->point.stored;
    in->raw = in->began = in->watch.last = place->point.raw;
    in->at_end = in->pending = in->over = false;
    in->piece.size = 0;
    return true;
}

/* The bytes at the place are still here. */
static bool is_in_piece(const tt_io_input *in, uint64_t offset)
{
    return !(in->over && in->result == TT_IO_INPUT_FAILED) && offset <= in->raw &&
           in->raw - offset <= in->piece.size;
}

static bool seek(tt_io_input *in, uint64_t offset, const tt_io_access_point *points, size_t count)
{
    struct host_place place;
    in->again.size = 0;
    if (!learn_places(in)) {
        return false;
    }
    if (is_in_piece(in, offset)) {
        in->again = in->piece; /* its data is NULL before the first step */
        if (offset > in->raw - in->piece.size) {
            size_t passed = in->piece.size - (size_t)(in->raw - offset);
            in->again.data += passed;
            in->again.size -= passed;
        }
        in->drop = 0;
        return true;
    }
    if (in->codec == &tti_host_codec_plain) {
        const struct host_place exact = {NULL, {offset, offset, 0, {NULL, 0}}};
        struct host_codec_file file;
        place = exact;
        if (!tti_host_input_file(in, &file)) {
            return false;
        }
        if (offset > file.size) {
            tt_io_error_say(&in->error, TT_ERR_COMPRESSED_DATA,
                            "the file ends before the wanted place");
            return false;
        }
    } else {
        place = tti_host_places_find(&in->places, offset, points, count);
    }
    /* Going on from here may be as good. */
    bool is_on_the_way = !in->over && in->raw >= place.point.raw && in->raw <= offset;
    if (!is_on_the_way && !move(in, &place)) {
        return false;
    }
    in->drop = offset - in->raw;
    return true;
}

bool tt_io_input_seek(tt_io_input *in, uint64_t offset, const tt_io_access_point *points,
                      size_t count)
{
    tt_io_error_clear(&in->error);
    if (!seek(in, offset, points, count)) {
        tti_host_input_finish(in, TT_IO_INPUT_FAILED);
        return false;
    }
    return true;
}

uint64_t tt_io_input_granularity(tt_io_input *in, const tt_io_access_point *points, size_t count)
{
    tt_io_error before = in->error;
    bool known = learn_places(in);
    in->error = before;
    if (!known) {
        return UINT64_MAX;
    }
    return in->codec == &tti_host_codec_plain ? 0
                                              : tti_host_places_widest(&in->places, points, count);
}

/* The first place at or after where it failed, but not the same again: what begins there may be
 * what failed. */
static bool find_next(tt_io_input *in, struct host_place *place)
{
    if (in->codec == NULL || in->codec->map_next == NULL || !learn_places(in) ||
        in->places.map == NULL) {
        return false;
    }
    place->map = in->places.map;
    place->point = in->codec->map_find(place->map, in->raw);
    return (place->point.raw == in->raw && in->raw > in->began) ||
           in->codec->map_next(place->map, in->raw, &place->point);
}

bool tt_io_input_pass(tt_io_input *in, uint64_t *missing)
{
    struct host_place place;
    tt_io_error failure = in->error;
    uint64_t before = in->raw;
    if (!in->over || in->result != TT_IO_INPUT_FAILED || failure.status != TT_ERR_COMPRESSED_DATA ||
        !find_next(in, &place) || !move(in, &place)) {
        in->error = failure;
        return false;
    }
    tt_io_error_clear(&in->error);
    in->drop = 0;
    *missing = in->raw - before;
    return true;
}
