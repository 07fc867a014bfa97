/* SPDX-License-Identifier: MIT
 *
 * The world of a demo, brought up to date only when somebody asks: for commands that look at few
 * moments. Deltas are kept packed meanwhile, and forgotten at the next good keyframe.
 *
 *     demo_lazy_keep(&lazy, &event);      // every event; the reader skips snapshots
 *     demo_lazy_catch_up(&lazy);          // now the world is that of the last event
 *
 * Somebody who was there between two keyframes only, while nobody asked, is not noticed.
 */
#ifndef CLI_DEMO_LAZY_H
#define CLI_DEMO_LAZY_H

#include <stdbool.h>

#include "teetape/demo_world.h"

struct demo_lazy {
    tt_demo demo; /* a second reader, of the kept chunks */
    tt_demo_memory *memory;
    tt_demo_world *follower;
    int32_t tick;  /* of the last chunk that was kept */
    uint8_t *kept; /* chunks */
    size_t size, capacity;
    bool is_behind; /* the second reader has a snapshot that the world did not follow */
};

/* For a demo whose header was read. The world of `follower` is the one that is kept. False when
 * there is no memory. */
bool demo_lazy_open(struct demo_lazy *l, const tt_demo *demo, tt_demo_world *follower);
void demo_lazy_close(struct demo_lazy *l);

/* Takes the next event. False when there is no memory. */
bool demo_lazy_keep(struct demo_lazy *l, const tt_demo_event *event);

/* Lets the world follow. */
void demo_lazy_catch_up(struct demo_lazy *l);

#endif
