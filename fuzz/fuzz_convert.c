/* SPDX-License-Identifier: MIT
 *
 * Conversion: whatever recording comes in, what comes out is a demo that reads without an error,
 * and at every tick in it every tee is where the recording has it. Where no tick is written the
 * demo shows nothing, and that is the one error.
 *
 * The first byte says how: flags. The rest is the recording.
 */
#include <stddef.h>
#include <string.h>

#include "convert/convert.h"
#include "must.h"
#include "mutate.h"
#include "out.h"
#include "teetape/convert.h"
#include "teetape/demo_world.h"

/* What is longer is not looked at. */
static out_block out = {.most = (size_t)8 << 20};

/* Enough for the maps below. */
#define PHYSICS_SIZE ((size_t)4 << 20)

/* Ticks of a gap that are written, at its begin; and after them its last one. */
#define GAP_TICKS 300

static tt_th th;
static tt_world world, seen;
static tt_th_history history;
static tt_convert c;
static tt_demo_writer writer;
static tt_demo_write_memory write_memory;
static uint8_t scratch[TT_TH_SCRATCH];
static tt_demo demo;
static tt_demo_memory memory;
static tt_demo_world follower;

/* A ground with a gap and two kinds of walls around air; and around things to touch. */
static const uint8_t tiles[2][8 * 8] = {
    {
        1, 1, 1, 3, 3, 1, 1, 1, /* */
        1, 0, 0, 0, 0, 0, 0, 3, /* */
        1, 0, 0, 0, 0, 0, 0, 3, /* */
        0, 0, 0, 1, 0, 0, 0, 1, /* */
        1, 0, 0, 0, 0, 0, 0, 0, /* */
        1, 0, 0, 0, 0, 0, 0, 1, /* */
        1, 0, 0, 0, 0, 0, 0, 1, /* */
        1, 1, 1, 0, 0, 1, 1, 1, /* */
    },
    {
        1,   1,   1,   3,   3,   1,   1,   1,   /* */
        1,   199, 9,   9,   201, 11,  197, 12,  /* */
        200, 0,   0,   13,  0,   202, 12,  0,   /* */
        0,   198, 0,   32,  0,   226, 9,   144, /* */
        105, 0,   106, 17,  228, 9,   145, 2,   /* */
        89,  90,  18,  227, 229, 20,  19,  1,   /* */
        1,   0,   9,   0,   198, 0,   200, 1,   /* */
        1,   1,   1,   12,  13,  1,   1,   1,   /* */
    },
};
static uint8_t cells[2 * 8 * 8];
static const tt_terrain terrain = {8, 8, {cells}};

/* Memory for the game, with the alignment of malloc. */
static max_align_t physics[PHYSICS_SIZE / sizeof(max_align_t)];

/* `map` is NULL for no map. */
static void begin_physics(const uint8_t *map)
{
    for (size_t i = 0; map != NULL && i < sizeof cells / 2; i++) {
        cells[2 * i] = map[i];
    }
    MUST(tt_convert_physics_size(map != NULL ? &terrain : NULL) <= sizeof physics);
    tt_convert_physics(&c, map != NULL ? &terrain : NULL, (tt_bytes){NULL, 0}, physics);
}

static tt_status open_recording(const uint8_t *data, size_t size, tt_th_event *event)
{
    tt_th_init(&th, &world, scratch, sizeof scratch);
    tt_th_set(&th, &(tt_th_options){.recover = true});
    tt_th_feed(&th, data, size);
    tt_th_feed(&th, NULL, 0);
    return tt_th_next(&th, event);
}

static tt_status write_ticks(int64_t *tick, int64_t end)
{
    tt_status status = TT_OK;
    if (end - *tick > 2 * GAP_TICKS) {
        for (int i = 0; i < GAP_TICKS && status == TT_OK; i++) {
            status = tt_convert_write(&c, &writer, &world, (int32_t)(*tick)++);
        }
        *tick = end - 1;
    }
    while (*tick < end && status == TT_OK) {
        status = tt_convert_write(&c, &writer, &world, (int32_t)(*tick)++);
    }
    return status;
}

static tt_status convert(const uint8_t *data, size_t size, unsigned flags)
{
    tt_th_event event;
    tt_demo_header header;
    tt_demo_patch patch;
    int64_t tick = -1;
    int32_t next;
    tt_status status = open_recording(data, size, &event);
    if (status != TT_OK) {
        return status;
    }
    tt_convert_init(&c);
    tt_th_history_init(&history);
    const tt_convert_options options = {
        .focus = {flags >> 2 & 1},
        .has_focus = (flags >> 2 & 1) != 0,
        .only = (flags >> 3 & 1) != 0,
        .is_client = (flags & 2) != 0,
        .every = flags & 1 ? 2 : 1,
    };
    tt_convert_set(&c, &options);
    tti_convert_of(&c)->current = (flags >> 6 & 1) != 0;
    begin_physics(flags & 16 ? tiles[flags >> 5 & 1] : NULL);
    tt_demo_writer_init(&writer, &write_memory, out_put, &out);
    tt_convert_header(&c, tt_th_look(&th).header, &header);
    status = tt_demo_write_header(&writer, &header);
    while (status == TT_OK && tt_th_next_tick(&th, &next) == TT_OK) {
        tick = tick < 0 ? next : tick;
        status = write_ticks(&tick, next);
        if (tt_th_next(&th, &event) != TT_OK) {
            break;
        }
        tt_th_history_follow(&history, &event, &world);
        tt_convert_follow(&c, &event, &world, &history);
    }
    if (status == TT_OK && tick >= 0) {
        status = write_ticks(&tick, (int64_t)world.tick + 1);
    }
    if (status == TT_OK && (status = tt_demo_write_finish(&writer, &patch)) == TT_OK) {
        memcpy(out.data, patch.bytes, patch.size);
    }
    return status;
}

static void on_issue(void *user, const tt_issue *issue)
{
    (void)user;
    int is_empty =
        tt_demo_writer_look(&writer).keyframe_tick < 0 && issue->status == TT_ERR_DEMO_NO_KEYFRAME;
    MUST(issue->level == TT_LEVEL_NOTE || is_empty);
}

static void compare(unsigned flags)
{
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        int is_wanted = (flags & 8) == 0 || ((flags & 4) != 0 && cid == 0);
        /* items may have places of older ticks */
        bool is_old = (flags & 16) != 0 && !tti_convert_of(&c)->current;
        const tt_tee *a = &seen.tee[cid], *b = &world.tee[cid];
        MUST(a->alive == (b->alive && is_wanted));
        MUST(!a->alive || is_old || (a->x == b->x && a->y == b->y));
    }
}

static void check(const uint8_t *data, size_t size, unsigned flags)
{
    tt_demo_event event;
    tt_th_event th_event;
    tt_status status;
    MUST(open_recording(data, size, &th_event) == TT_OK);
    tt_demo_init(&demo, &memory);
    tt_demo_set(&demo, &(tt_demo_options){.on_issue = on_issue});
    tt_demo_world_init(&follower, &seen);
    tt_demo_feed(&demo, out.data, out.size);
    tt_demo_feed(&demo, NULL, 0);
    while ((status = tt_demo_next(&demo, &event)) == TT_OK) {
        MUST(event.status == TT_OK);
        tt_demo_world_follow(&follower, &demo, &event);
        if (event.kind == TT_DEMO_MESSAGE) {
            MUST(tt_demo_world_look(&follower).message->kind != TT_SV_KINDS);
        }
        if (event.kind == TT_DEMO_SNAPSHOT || event.kind == TT_DEMO_DELTA) {
            tt_th_advance(&th, event.tick);
            compare(flags);
        }
    }
    MUST(status ==
         (tt_demo_writer_look(&writer).keyframe_tick < 0 ? TT_ERR_DEMO_NO_KEYFRAME : TT_END));
}

MUTATE(mutate_teehistorian, 1)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1) {
        return 0;
    }
    out.size = 0;
    unsigned flags = data[0] & 63;
    if (convert(data + 1, size - 1, flags) == TT_OK && tt_convert_look(&c).left_out == 0) {
        check(data + 1, size - 1, flags);
    }
    return 0;
}
