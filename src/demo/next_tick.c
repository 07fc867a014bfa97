/* SPDX-License-Identifier: MIT
 *
 * tt_demo_next_tick: looks at the heads of the chunks that were fed, and takes none of them.
 *
 * A caller asks it up to which tick the world remains as it is, before it goes on. Every call
 * begins at the first byte that is not taken, so its cost is linear in the chunks between here and
 * the next marker: a head of each, and no payload.
 */
#include "base/mem.h"
#include "demo/chunk.h"

/* The bytes that were fed and are not taken: first those that were kept of earlier pieces. */
struct ahead {
    const uint8_t *kept, *piece; /* in the reader's memory; what is left of the caller's piece */
    size_t kept_size, size;      /* bytes of `kept`; of both */
};

/* What the last event still points to counts as taken, though it is dropped only by the next
 * call. */
static struct ahead ahead_of(const tt_demo *demo)
{
    struct ahead a = {.kept = demo->memory->chunk + demo->taken,
                      .piece = demo->at,
                      .kept_size = demo->carried - demo->taken};
    a.size = a.kept_size + (size_t)(demo->end - demo->at);
    return a;
}

size_t tt_demo_left(const tt_demo *demo)
{
    return ahead_of(demo).size;
}

/* Copies what is there at `at` of the next `cap` bytes, and returns how many. */
static size_t look(const struct ahead *a, uint64_t at, uint8_t *dst, size_t cap)
{
    size_t size = 0;
    while (size < cap && at + size < a->size) {
        size_t place = (size_t)at + size;
        dst[size++] = place < a->kept_size ? a->kept[place] : a->piece[place - a->kept_size];
    }
    return size;
}

/* A payload may end after the bytes that are there: then `at` is beyond them, nothing is found
 * there, and more is asked for. With `recover` a wrong marker leaves the tick as it was, as in the
 * reader, so the next step counts from demo->tick as well. */
tt_status tt_demo_next_tick(const tt_demo *demo, int32_t *tick)
{
    int steps_as_5 = demo->header.version >= 5 || demo->steps_as_5;
    struct ahead a = ahead_of(demo);
    uint64_t at = demo->map_left;
    if (demo->error.status != TT_OK) {
        return demo->error.status;
    }
    while (demo->state == TTI_DEMO_MAP || demo->state == TTI_DEMO_CHUNKS) {
        uint8_t head[TTI_DEMO_CHUNK_HEAD];
        tti_demo_step step;
        tt_demo_event event;
        size_t there = look(&a, at, head, sizeof head);
        size_t size = there != 0 ? tti_demo_chunk_size(head, there, steps_as_5) : 1;
        if (there < sizeof head && there < size) {
            return demo->no_more ? TT_END : TT_MORE;
        }
        at += size;
        if (!tti_demo_chunk_is_tick(head)) {
            continue;
        }
        tti_demo_chunk_decode(&event, &step, head, size, steps_as_5);
        tt_status status = tti_demo_tick_after(tick, demo->tick, &step);
        if (status == TT_OK || !demo->recover) {
            return status;
        }
    }
    return demo->state == TTI_DEMO_HEAD ? TT_ERR_ARGUMENT : TT_END;
}
