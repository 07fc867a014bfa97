/* SPDX-License-Identifier: MIT
 *
 * Looks for a keyframe byte by byte: the marker of a full snapshot with a tick that can follow, and
 * after it a snapshot chunk that unpacks to a valid snapshot. Random bytes seldom
 * look like that: one place in some 2^20 has such a marker, and next to none of those such a
 * snapshot.
 */
#include "demo/repair.h"

#include "base/mem.h"
#include "demo/chunk.h"

/* Bytes that may be unpacked without result for each byte that is looked at. Only a demo made for
 * that needs more: without it such a one would take hours. */
#define VAIN 16
#define VAIN_FIRST ((uint64_t)1 << 20)

/* A search, with the part of the demo that is in the window. */
typedef struct search {
    tt_demo_repair *repair;
    uint64_t begin, at; /* offsets in the demo: of the search, and of the window */
    size_t size;        /* bytes in the window */
    uint64_t vain;      /* bytes that the reader went through at such places */
    int32_t tick;       /* of what was found */
} search;

/* Has the window begin at `offset`. */
static void load(search *s, uint64_t offset)
{
    tt_demo_repair *r = s->repair;
    s->at = offset;
    s->size = r->read(r->user, offset, r->memory->trial_window, sizeof r->memory->trial_window);
}

/* Whether the snapshot chunk after the marker at `offset` is a good one. Two chunks are read: the
 * marker and what follows it. The reader of the trial is free for that, as a search only begins
 * when the trial is over. */
static int has_snapshot(search *s, uint64_t offset)
{
    tt_demo_repair *r = s->repair;
    tt_demo_event event;
    tt_status status;
    uint64_t fed = offset;
    int chunks = 0;
    tt_demo_seek(&r->trial, offset);
    do {
        while ((status = tt_demo_next(&r->trial, &event)) == TT_MORE) {
            uint8_t *piece = r->memory->keyframe_window;
            size_t size = r->read(r->user, fed, piece, sizeof r->memory->keyframe_window);
            if (size == 0) {
                tt_demo_end(&r->trial);
            } else {
                tt_demo_feed(&r->trial, piece, size);
                fed += size;
            }
        }
        chunks++;
    } while (status == TT_OK && chunks < 2);
    s->vain += tt_demo_offset(&r->trial) - offset;
    return status == TT_OK && event.kind == TT_DEMO_SNAPSHOT && event.status == TT_OK;
}

/* Whether a marker is at `p` that could be the wanted one; its tick into s->tick. `p` has six
 * bytes: the marker, and the first one of the chunk after it, which has to be a full snapshot by
 * its type. */
static int is_marker(search *s, const uint8_t *p)
{
    const tt_demo_repair *r = s->repair;
    tt_demo_event event;
    tti_demo_step step;
    int steps_as_5 = r->demo.header.version >= 5 || r->demo.steps_as_5;
    /* the head alone excludes nearly all of them */
    if ((p[0] & 0xc0) != 0xc0 || tti_demo_chunk_size(p, 1, steps_as_5) != 5) {
        return 0;
    }
    tti_demo_chunk_decode(&event, &step, p, 5, steps_as_5);
    int64_t tick = step.value;
    int64_t last = r->tick;
    s->tick = (int32_t)step.value; /* counts only when the result is 1 */
    return tick < TT_DEMO_TICK_END && tick > last &&
           (last < 0 || tick - last <= TT_DEMO_REPAIR_KEYFRAME_TICKS) && (p[5] & 0xe0) == 0x20;
}

/* A marker may begin in the last five bytes of a window, so the next window begins with those. A
 * read at the end of the demo gives fewer than six bytes, and the search ends. */
uint64_t tti_demo_find_keyframe(tt_demo_repair *repair, uint64_t offset, int32_t *tick)
{
    search s = {.repair = repair, .begin = offset};
    load(&s, offset);
    while (s.size >= 6) {
        for (size_t i = 0; i + 6 <= s.size; i++) {
            uint64_t at = s.at + i;
            int may_be = is_marker(&s, repair->memory->trial_window + i) &&
                         s.vain <= VAIN_FIRST + VAIN * (at - s.begin);
            if (may_be && has_snapshot(&s, at)) {
                *tick = s.tick;
                return at;
            }
        }
        load(&s, s.at + s.size - 5);
    }
    return UINT64_MAX;
}
