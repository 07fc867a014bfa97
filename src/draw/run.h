/* SPDX-License-Identifier: MIT
 *
 * A run over a map, tick by tick: what a ghost is drawn from, and the gap between two runs.
 *
 * The gap at a place is the difference of the times at which two runs were there. It is computed
 * for every tick of the first run before anything is drawn, so that it is the same after a seek.
 */
#ifndef TTI_DRAW_RUN_H
#define TTI_DRAW_RUN_H

#include "base/private_api.h"
#include "teetape/draw.h"

/* A tee at a tick. All members are int32_t, because a page has them as a table. */
struct tti_ghost_place {
    int32_t x, y;           /* in world units */
    int32_t angle;          /* 256ths of a radian */
    int32_t weapon;         /* -1: unknown */
    int32_t hooks;          /* 1: the hook is out */
    int32_t hook_x, hook_y; /* the end of the hook */
};

#define TTI_GHOST_NUMBERS (sizeof(struct tti_ghost_place) / sizeof(int32_t))

struct tti_ghost {
    char name[TT_NAME_CAP];
    tt_scene_player player;        /* the skin; is_known 0: unknown */
    int32_t start;                 /* tick in which the run began */
    int32_t ticks;                 /* time of the run */
    struct tti_ghost_place *place; /* the tee in each tick from the start to the finish */
    int32_t count;                 /* ticks + 1, or fewer where the recording ends early */
};

/* Value in a table of gaps: the ghost was never near this place. */
#define TTI_NO_GAP INT32_MIN

/* Fills the table of gaps between a run and a ghost: own->count numbers, one for each tick since
 * the start. A gap is the time in ticks by which the ghost is ahead; below 0 it is late. The run
 * may come to the same place several times, so the search covers one second before and ten seconds
 * after the time found last. Cost: 550 comparisons a tick. */
TT_PRIVATE_API void tti_ghost_gaps(const struct tti_ghost *own, const struct tti_ghost *ghost,
                                   int32_t *gaps);

/* Sets place and gap of a drawn ghost at a time since the start of the runs, in TT_SCENE_ONE-ths
 * of a tick. Before the start and after the finish the ghost is at its first and its last place.
 * After the finish of the first run the gap is the difference of the times. `gaps` is the table
 * of tti_ghost_gaps. */
TT_PRIVATE_API void tti_ghost_draw(tt_draw_ghost *drawn, const struct tti_ghost *own,
                                   const struct tti_ghost *ghost, const int32_t *gaps,
                                   int64_t time);

#endif
