/* SPDX-License-Identifier: MIT
 *
 * Finds the id of a recording.
 *
 * The header of a teehistorian file contains the id. The id of a demo is known only after its first
 * keyframe (tti_demo_id_event), but its first row, or its file, needs the id before. So a second
 * reader looks ahead when the reading is opened. The bytes that it takes from the input wait for
 * the first reader:
 *
 *     header | map | messages ... | marker | keyframe | ...
 *            ^ reader             second reader       ^
 *                    <--------- in->ahead --------->
 *
 * The map goes through the first reader and does not wait, because it may be larger than the rest.
 */
#include "demo/parts.h"
#include "reading/inside.h"

#include <stdlib.h>
#include <string.h>

#include "demo/demo.h"

/* The most bytes that are read ahead. Recorders begin with a keyframe; only messages can come
 * before it, and its chunk has at most 64 KiB. */
#define AHEAD_MAX ((size_t)1 << 20)

struct second {
    tt_demo demo;
    tt_demo_memory memory;
    tti_demo_id id;
    size_t fed;
};

/* Appends to the bytes that were read ahead. One byte more is allocated, because realloc(3) with 0
 * bytes frees. */
static bool add(tt_io_reading *r, tt_bytes piece)
{
    struct tti_reading *in = r->inside;
    uint8_t *bytes = realloc(in->ahead, in->ahead_size + piece.size + 1);
    if (bytes == NULL) {
        return tti_reading_no_memory(r);
    }
    memcpy(bytes + in->ahead_size, piece.data, piece.size);
    in->ahead = bytes;
    in->ahead_size += piece.size;
    return true;
}

static bool feed(tt_io_reading *r, struct second *second)
{
    struct tti_reading *in = r->inside;
    tt_bytes piece;
    if (in->ahead_size >= AHEAD_MAX || tti_reading_source_piece(r, &piece) != TT_IO_INPUT_PIECE ||
        !add(r, piece)) {
        return false;
    }
    tt_demo_feed(&second->demo, in->ahead + second->fed, in->ahead_size - second->fed);
    second->fed = in->ahead_size;
    return true;
}

static void look_ahead(tt_io_reading *r, struct second *second, const tt_demo *demo)
{
    tt_demo_event event = {.kind = TT_DEMO_HEADER};
    tt_status status = TT_OK;
    tti_demo_clone(&second->demo, &second->memory, demo);
    tt_demo_set(&second->demo, &(tt_demo_options){.recover = true, .skip_messages = true});
    tti_demo_id_event(&second->id, &second->demo, &event);
    while (!second->id.is_known && (status == TT_OK || (status == TT_MORE && feed(r, second)))) {
        status = tt_demo_next(&second->demo, &event);
        if (status == TT_OK) {
            tti_demo_id_event(&second->id, &second->demo, &event);
        }
    }
    if (second->id.is_known) {
        r->inside->id = second->id.id;
    }
}

static void find_demo(tt_io_reading *r, const tt_demo *demo)
{
    uint64_t end = r->inside->header.size + (uint64_t)tti_demo_seen(demo)->header.map_size;
    if (!r->inside->options.wants_id || r->inside->options.wants_map) {
        return;
    }
    if (end > r->bytes) {
        tti_reading_pass_map(r, NULL, NULL);
    }
    struct second *second = r->is_ended ? NULL : calloc(1, sizeof *second);
    if (second != NULL) {
        look_ahead(r, second, demo);
        free(second);
    } else if (!r->is_ended) {
        tti_reading_no_memory(r);
    }
}

/* Finds the id of the recording. A header without a game_uuid gives an id made of its text, as in a
 * cut of the recording. */
void tti_reading_id_find(tt_io_reading *r)
{
    if (TT_TH_HAS(&r->th_header, game_uuid)) {
        r->inside->id = r->th_header.game_uuid;
    } else if (tt_recording_demo(r->rec) != NULL) {
        find_demo(r, tt_recording_demo(r->rec));
    } else {
        r->inside->id = tt_uuid_from_name(r->th_header.json);
    }
}
