/* SPDX-License-Identifier: MIT
 *
 * Feeds the reader of the format, on its fastest way that still looks at everything.
 */
#include "host/posix.h"

#include "archive/recording_state.h"

#include <stdlib.h>
#include <string.h>

#include "teetape/demo.h"
#include "teetape/teehistorian.h"
#include "wire/crc32.h"
#include "wire/sha256.h"

struct recording_state {
    enum { NOTHING_YET, TEEHISTORIAN, DEMO } format;
    bool has_header; /* of a teehistorian file */
    tt_th th;
    tt_world world;
    uint8_t scratch[TT_TH_SCRATCH];
    tt_demo demo;
    tt_demo_memory memory;
    tti_sha256 map_sha256; /* of the embedded map, as far as it came */
    uint32_t map_crc, map_size;
    tt_error map_error;
};

struct recording_state *recording_state_new(void)
{
    struct recording_state *s = malloc(sizeof *s);
    if (s != NULL) {
        s->format = NOTHING_YET;
    }
    return s;
}

/* The magics differ in their first byte. The readers check the others. */
static void begin(struct recording_state *s, tt_bytes piece)
{
    if (piece.size != 0 && piece.data[0] == tt_demo_magic[0]) {
        s->format = DEMO;
        tt_demo_init(&s->demo, &s->memory);
        tti_sha256_start(&s->map_sha256);
        s->map_crc = s->map_size = 0;
        s->map_error.status = TT_OK;
    } else {
        s->format = TEEHISTORIAN;
        s->has_header = false;
        (void)tt_th_init(&s->th, &s->world, s->scratch, sizeof s->scratch);
    }
}

/* Takes all that was fed. */
static tt_status read_teehistorian(struct recording_state *s)
{
    tt_status status = TT_OK;
    if (!s->has_header) {
        tt_th_event event;
        status = tt_th_next(&s->th, &event);
        s->has_header = status == TT_OK;
    }
    return s->has_header ? tt_th_advance(&s->th, INT32_MAX) : status;
}

static tt_status refuse_map(struct recording_state *s, tt_status status)
{
    uint64_t offset = tt_demo_offset(&s->demo) - s->map_size;
    s->map_error = (tt_error){status, offset, tt_status_text(status)};
    return status;
}

/* A piece of the embedded map, which has to be the one that the header names. */
static tt_status add_map(struct recording_state *s, tt_bytes piece)
{
    const tt_demo_header *header = &s->demo.header;
    tt_sha256 sha256;
    s->map_size += (uint32_t)piece.size;
    s->map_crc = tti_crc32(s->map_crc, piece.data, piece.size);
    tti_sha256_add(&s->map_sha256, piece.data, piece.size);
    if (s->map_size != header->map_size) {
        return TT_OK;
    }
    tti_sha256_finish(&s->map_sha256, sha256.bytes);
    if (s->map_crc != header->map_crc) {
        return refuse_map(s, TT_ERR_DEMO_MAP_CRC);
    }
    bool is_other = header->has_sha256 &&
                    memcmp(sha256.bytes, header->map_sha256.bytes, sizeof sha256.bytes) != 0;
    return is_other ? refuse_map(s, TT_ERR_DEMO_MAP_SHA256) : TT_OK;
}

static tt_status read_demo(struct recording_state *s)
{
    tt_demo_event event;
    tt_status status = s->map_error.status;
    while (status == TT_OK && (status = tt_demo_next(&s->demo, &event)) == TT_OK) {
        if (event.kind == TT_DEMO_MAP) {
            status = add_map(s, event.data);
        }
    }
    return status;
}

static tt_status read_fed(struct recording_state *s)
{
    return s->format == DEMO ? read_demo(s) : read_teehistorian(s);
}

bool recording_state_feed(struct recording_state *s, tt_bytes piece)
{
    if (piece.size == 0) {
        return true;
    }
    if (s->format == NOTHING_YET) {
        begin(s, piece);
    }
    if (recording_state_error(s)->status != TT_OK) {
        return false;
    }
    if (s->format == DEMO) {
        tt_demo_feed(&s->demo, piece.data, piece.size);
    } else {
        tt_th_feed(&s->th, piece.data, piece.size);
    }
    return read_fed(s) >= 0;
}

tt_recording_state recording_state_end(struct recording_state *s)
{
    if (s->format == NOTHING_YET) {
        begin(s, (tt_bytes){NULL, 0});
    }
    if (s->format == DEMO) {
        tt_demo_end(&s->demo);
    } else {
        tt_th_end(&s->th);
    }
    if (read_fed(s) != TT_END) {
        return TT_RECORDING_DAMAGED;
    }
    bool is_closed = s->format == DEMO ? s->demo.header.length > 0 : s->th.finished != 0;
    return is_closed ? TT_RECORDING_GOOD : TT_RECORDING_UNFINISHED;
}

const tt_error *recording_state_error(const struct recording_state *s)
{
    if (s->format != DEMO) {
        return &s->th.error;
    }
    return s->map_error.status != TT_OK ? &s->map_error : &s->demo.error;
}

void recording_state_free(struct recording_state *s)
{
    free(s);
}
