/* SPDX-License-Identifier: MIT
 *
 * Keeps packed chunks for a second reader.
 */
#include "cli/read/demo_lazy.h"

#include <stdlib.h>
#include <string.h>

/* Between two keyframes lie some tens of kilobytes. Where there are none, the world follows every
 * now and then, so that memory is bounded. */
#define KEPT_MAX ((size_t)4 << 20)

bool demo_lazy_open(struct demo_lazy *l, const tt_demo *demo, tt_demo_world *follower)
{
    memset(l, 0, sizeof *l);
    l->follower = follower;
    l->memory = malloc(sizeof *l->memory);
    l->capacity = (size_t)64 << 10;
    l->kept = malloc(l->capacity);
    if (l->memory == NULL || l->kept == NULL) {
        return false;
    }
    tt_demo_clone(&l->demo, l->memory, demo);
    l->demo.on_issue = NULL;
    l->demo.recover = 1;
    l->demo.skip_snapshots = l->demo.skip_messages = 0;
    tt_demo_seek(&l->demo, 0);
    return true;
}

void demo_lazy_close(struct demo_lazy *l)
{
    free(l->memory);
    free(l->kept);
}

static bool keep(struct demo_lazy *l, const uint8_t *bytes, size_t size)
{
    if (l->size + size > l->capacity) {
        size_t capacity = 2 * (l->size + size);
        uint8_t *grown = realloc(l->kept, capacity);
        if (grown == NULL) {
            return false;
        }
        l->kept = grown;
        l->capacity = capacity;
    }
    memcpy(l->kept + l->size, bytes, size);
    l->size += size;
    return true;
}

/* The second reader reads chunks; there are no tick markers among them. True when one was good. */
static bool read_chunks(struct demo_lazy *l, const uint8_t *bytes, size_t size)
{
    tt_demo_event event;
    bool is_good = false;
    l->demo.tick = l->tick;
    tt_demo_feed(&l->demo, bytes, size);
    while (tt_demo_next(&l->demo, &event) == TT_OK) {
        is_good |= event.status == TT_OK;
    }
    l->is_behind |= is_good;
    return is_good;
}

bool demo_lazy_keep(struct demo_lazy *l, const tt_demo_event *event)
{
    if (event->kind != TT_DEMO_SNAPSHOT && event->kind != TT_DEMO_DELTA) {
        return true;
    }
    /* the head of the chunk stands right before its payload */
    const uint8_t *chunk = event->packed.data + event->packed.size - event->size;
    if (l->size > KEPT_MAX) {
        demo_lazy_catch_up(l);
    }
    l->tick = event->tick;
    if (event->kind == TT_DEMO_SNAPSHOT) {
        /* a good one tells all that the chunks before it would; a bad one leaves things as they are
         */
        if (read_chunks(l, chunk, event->size)) {
            l->size = 0;
        }
        return true;
    }
    return keep(l, chunk, event->size);
}

void demo_lazy_catch_up(struct demo_lazy *l)
{
    read_chunks(l, l->kept, l->size);
    if (l->is_behind) {
        /* what was in between is not asked for */
        tt_demo_event last = {.kind = TT_DEMO_SNAPSHOT, .tick = l->tick};
        tt_demo_world_follow(l->follower, &l->demo, &last);
    }
    l->is_behind = false;
    l->size = 0;
}
