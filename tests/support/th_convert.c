/* SPDX-License-Identifier: MIT
 *
 * Converts teehistorian recordings in memory.
 */
#include "support/th_convert.h"
#include "convert/convert.h"
#include "demo/write.h"

#include <stdio.h>
#include <stdlib.h>

#include "cm.h"
#include "convert/parts.h"
#include "teetape/server_message.h"

/* The members that are too large for the stack. */
typedef struct run {
    tt_world world;
    tt_th_history history;
    tt_th th;
    tt_th_event event;
    tt_demo_writer writer;
    tt_demo_write_memory memory;
    tt_demo_writer later;
    tt_demo_write_memory later_memory;
    tt_convert later_c;
    void *physics;
    uint8_t scratch[TT_TH_SCRATCH];
} run;

static void no_issue(void *user, const tt_issue *issue)
{
    (void)user;
    if (issue->level != TT_LEVEL_NOTE) {
        fail_msg("%s", tt_status_text(issue->status));
    }
}

static void begin(th_convert *t, run *r)
{
    tt_convert_options options = {
        .only = t->only != 0,
        .has_focus = t->only != 0 || t->focus != 0,
        .is_client = t->local != 0,
        .local = t->local - 1,
        .every = t->every,
    };
    if (t->only != 0) {
        options.focus[t->only - 1] = 1;
    }
    if (t->focus != 0) {
        options.focus[t->focus - 1] = 1;
    }
    tt_convert_init(t->convert);
    tt_convert_set(t->convert, &options);
    if (!t->is_alone) {
        r->physics = malloc(tt_convert_physics_size(t->terrain));
        assert_non_null(r->physics);
        tt_convert_physics(t->convert, t->terrain, t->settings, r->physics);
        tti_convert_hints(tti_convert_of(t->convert), t->hints, t->hint_count);
    }
    tt_demo_writer_init(&r->writer, &r->memory, demo_bytes_put, &t->demo);
}

/* Writes a tick to the first demo, and begins the second demo or copies the tick to it. */
static void write_tick(th_convert *t, run *r, int32_t tick)
{
    size_t before = t->demo.size;
    if (tick == t->later && t->later != 0) {
        tt_demo_writer_init(&r->later, &r->later_memory, demo_bytes_put, &t->later_demo);
        assert_int_equal(tt_demo_write_header(&r->later, &t->header), TT_OK);
        r->later_c = *t->convert;
        tti_convert_begin(tti_convert_of(&r->later_c));
        assert_int_equal(tt_convert_write(&r->later_c, &r->later, &r->world, tick), TT_OK);
        assert_int_equal(tt_convert_look(&r->later_c).snapshots, 1);
    }
    assert_int_equal(tt_convert_write(t->convert, &r->writer, &r->world, tick), TT_OK);
    if (tick > t->later && t->later != 0) {
        tt_bytes made = {t->demo.data + before, t->demo.size - before};
        assert_int_equal(
            tti_demo_write_chunks(&r->later, tt_demo_writer_look(&r->writer).tick, made), TT_OK);
    }
}

static void write_ticks(th_convert *t, run *r, int32_t *tick, int32_t end)
{
    for (; *tick < end && (t->to == 0 || *tick < t->to); (*tick)++) {
        if (*tick < t->from) {
            tti_convert_watch(t->c, *tick);
        } else {
            if (t->is_anew) {
                t->c->has_layout = 0;
                tti_wake_all(t->c, *tick);
            }
            write_tick(t, r, *tick);
        }
    }
}

static void take(th_convert *t, run *r)
{
    tt_th_history_follow(&r->history, &r->event, &r->world);
    tt_convert_follow(t->convert, &r->event, &r->world, &r->history);
    if (r->event.kind == TT_TH_HEADER) {
        tt_convert_header(t->convert, tt_th_look(&r->th).header, &t->header);
        assert_int_equal(tt_demo_write_header(&r->writer, &t->header), TT_OK);
    }
}

void th_convert_run(th_convert *t, tt_bytes recording)
{
    run *r = calloc(1, sizeof *r);
    t->convert = malloc(sizeof *t->convert);
    assert_true(r != NULL && t->convert != NULL);
    t->c = tti_convert_of(t->convert);
    begin(t, r);
    assert_int_equal(tt_th_init(&r->th, &r->world, r->scratch, sizeof r->scratch), TT_OK);
    tt_th_set(&r->th, &(tt_th_options){.on_issue = no_issue});
    tt_th_history_init(&r->history);
    tt_th_feed(&r->th, recording.data, recording.size);
    tt_th_feed(&r->th, NULL, 0);
    assert_int_equal(tt_th_next(&r->th, &r->event), TT_OK);
    take(t, r);
    int32_t tick = -1, next;
    while (tt_th_next_tick(&r->th, &next) == TT_OK) {
        write_ticks(t, r, &tick, next);
        if (tick < 0) {
            tick = next;
        }
        if (tt_th_next(&r->th, &r->event) != TT_OK) {
            break;
        }
        take(t, r);
    }
    if (tick >= 0) {
        write_ticks(t, r, &tick, r->world.tick + 1);
    }
    tt_demo_patch patch;
    assert_int_equal(tt_demo_write_finish(&r->writer, &patch), TT_OK);
    memcpy(t->demo.data, patch.bytes, patch.size);
    if (t->later != 0) {
        assert_int_equal(tt_demo_write_finish(&r->later, &patch), TT_OK);
        memcpy(t->later_demo.data, patch.bytes, patch.size);
    }
    free(r->physics);
    free(r);
}

void th_convert_free(th_convert *t)
{
    demo_bytes_free(&t->demo);
    demo_bytes_free(&t->later_demo);
    free(t->convert);
}

char *th_convert_chat(tt_bytes bytes)
{
    tt_demo *demo = malloc(sizeof *demo);
    tt_demo_memory *memory = malloc(sizeof *memory);
    char *text = calloc(1, bytes.size * 8 + 1);
    size_t size = 0;
    tt_demo_event event;
    assert_true(demo != NULL && memory != NULL && text != NULL);
    tt_demo_init(demo, memory);
    tt_demo_feed(demo, bytes.data, bytes.size);
    tt_demo_feed(demo, NULL, 0);
    while (tt_demo_next(demo, &event) == TT_OK) {
        tt_sv_msg msg;
        if (event.kind == TT_DEMO_MESSAGE &&
            tt_sv_decode(&msg, event.data, TT_PROTOCOL_6) == TT_OK && msg.kind == TT_SV_CHAT) {
            tt_bytes line = msg.u.sv_chat.message;
            size += (size_t)sprintf(text + size, "%d: %.*s\n", (int)msg.u.sv_chat.cid,
                                    (int)line.size, (const char *)line.data);
        }
    }
    free(demo);
    free(memory);
    return text;
}
