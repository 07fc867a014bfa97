/* SPDX-License-Identifier: MIT
 *
 * Seeks in an input: makes a new codec at an access point. The steps after it (input.c) drop the
 * bytes before the target, and report damage in them.
 */
#include "host/posix.h"

#include "host/error.h"
#include "host/input_state.h"
#include "host/inside.h"

#include <errno.h>
#include <unistd.h>

/* Chooses the codec and reads the table of the file. The position of the file does not move. A
 * followed file is refused: its table, at its end, may come only later. */
static bool learn_places(tt_io_input *in)
{
    if (!in->regular || in->options.follow) {
        return tt_io_error_system(&in->error, ESPIPE, "is not seekable");
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

/* Makes a new codec state for an access point. Only some codecs have a reset, and a seek costs more
 * than a new state. An impossible access point, for example from a damaged index, is an error
 * before the codec sees it. */
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
        return tti_error_say(
            &in->error, TT_ERR_COMPRESSED_DATA,
            "the access point lies outside of the file: it is damaged or of another file");
    }
    if (point->bits > 0 &&
        !tti_host_codec_read_at(&file, point->stored - 1, &before, 1, &in->error)) {
        return false;
    }
    /* the start needs no access point, and reading from there checks the whole stream */
    bool at_start = point->stored == 0 && point->raw == 0;
    return at_start || in->codec->begin_at == NULL ||
           in->codec->begin_at(in->state, place->map, point, before, &in->error);
}

/* Moves the input to an access point. From there on access points are reported again, with
 * distances from this one. */
static bool move(tt_io_input *in, const struct host_place *place)
{
    if (!begin_at(in, place)) {
        return false;
    }
    if (in->memory.data == NULL &&
        lseek(in->fd, (off_t)(in->base + place->point.stored), SEEK_SET) < 0) {
        return tt_io_error_system(&in->error, errno, "is not seekable");
    }
    in->begin = in->end = 0;
    in->used = place->point.stored;
    in->raw = in->began = in->watch.last = place->point.raw;
    in->at_end = in->pending = in->over = false;
    in->piece.size = 0;
    return true;
}

/* Tries three ways, the cheapest first: give the last piece again, continue from here, begin at the
 * best access point. Plain data shows at once that the target is after the end; compressed data
 * reports that at its end (input.c). `raw` is the end of the piece, so a target right after it
 * counts as inside. After a failure a seek always begins at an access point. */
static bool seek(tt_io_input *in, uint64_t offset, const tt_io_access_point *points, size_t count)
{
    struct host_place place;
    in->again.size = 0;
    if (!learn_places(in)) {
        return false;
    }
    bool has_failed = in->over && in->result == TT_IO_INPUT_FAILED;
    if (!has_failed && offset <= in->raw && in->raw - offset <= in->piece.size) {
        in->again = in->piece; /* `piece` has no data before the first step */
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
            return tti_error_say(&in->error, TT_ERR_COMPRESSED_DATA,
                                 "the file ends before the wanted place");
        }
    } else {
        place = tti_host_places_find(&in->places, offset, points, count);
    }
    bool is_on_the_way = !in->over && in->raw >= place.point.raw && in->raw <= offset;
    if (!is_on_the_way && !move(in, &place)) {
        return false;
    }
    in->drop = offset - in->raw;
    return true;
}

/* Seeks. A failed seek ends the input: the codec may be at neither offset. */
bool tti_input_seek(tt_io_input *in, uint64_t offset, const tt_io_access_point *points,
                    size_t count)
{
    tti_error_clear(&in->error);
    if (!seek(in, offset, points, count)) {
        tti_host_input_finish(in, TT_IO_INPUT_FAILED);
        return false;
    }
    return true;
}

/* Returns the largest distance of access points. The error of the input is restored, because a
 * failed query is no failure of reading. */
uint64_t tti_io_input_granularity(tt_io_input *in)
{
    tt_io_error before = in->error;
    bool known = learn_places(in);
    in->error = before;
    if (!known) {
        return UINT64_MAX;
    }
    return in->codec == &tti_host_codec_plain ? 0 : tti_host_places_widest(&in->places);
}

/* Continues after damage, at the first access point at or after it that was not tried yet. When the
 * damage shows right at an access point, and decoding came from before it, the block before it
 * failed at its end (its checksum, for example), and this access point is good. Only the file's own
 * table is used: other access points would not say how much is missing. */
bool tt_io_input_pass(tt_io_input *in, uint64_t *missing)
{
    tt_io_error failure = in->error;
    uint64_t before = in->raw;
    bool good = in->over && in->result == TT_IO_INPUT_FAILED &&
                failure.status == TT_ERR_COMPRESSED_DATA && in->codec != NULL &&
                in->codec->map_next != NULL && learn_places(in) && in->places.map != NULL;
    if (good) {
        struct host_place place = {in->places.map, in->codec->map_find(in->places.map, in->raw)};
        bool is_before = place.point.raw == in->raw && in->raw > in->began;
        good = ((is_before && !in->codec->fails_in_block) ||
                in->codec->map_next(place.map, in->raw, &place.point)) &&
               move(in, &place);
    }
    if (!good) {
        in->error = failure;
        return false;
    }
    tti_error_clear(&in->error);
    in->drop = 0;
    *missing = in->raw - before;
    return true;
}
