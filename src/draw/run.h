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

/* A tee at the end of a tick. */
struct tti_ghost_place {
    int32_t x, y;           /* in world units */
    int32_t angle;          /* 256ths of a radian */
    int32_t weapon;         /* -1: unknown */
    int32_t hooks;          /* 1: the hook is out */
    int32_t hook_x, hook_y; /* the end of the hook */
};

struct tti_ghost {
    char name[TT_NAME_CAP];
    tt_scene_player player;        /* the skin; is_known 0: unknown */
    int32_t start;                 /* tick in which the run began */
    int32_t ticks;                 /* time of the run */
    struct tti_ghost_place *place; /* the tee in each tick from the start to the finish */
    int32_t count;                 /* ticks + 1, or fewer where the recording ends early */
};

/* Bytes that hold a packed ghost of any number of ticks: at most 5 for a number. */
#define TTI_GHOST_BOUND(count) (1024 + (size_t)(count) * (sizeof(struct tti_ghost_place) / 4 * 5))

/* Packs a ghost for a page: name, skin, and of each tick the differences to the tick before. */
TT_PRIVATE_API void tti_ghost_pack(tt_packer *p, const struct tti_ghost *ghost);

/* Unpacks the head of a ghost. ghost->place is NULL: the caller gives room for ghost->count places
 * to tti_ghost_unpack_places. Both set the status of the unpacker. A count above the bytes that are
 * left is refused. */
TT_PRIVATE_API void tti_ghost_unpack(tt_unpacker *u, struct tti_ghost *ghost);
TT_PRIVATE_API void tti_ghost_unpack_places(tt_unpacker *u, struct tti_ghost *ghost,
                                            struct tti_ghost_place *place);

/* Value in a table of gaps: the ghost was not near a place of the run so far. */
#define TTI_NO_GAP INT32_MIN

/* Fills the table of gaps between a run and a ghost: own->count numbers, one for each tick since
 * the start. A gap is the time in ticks by which the ghost came later to the place of the run;
 * below 0 it was there earlier. The ghost's times at these places never go back, so a run that
 * waits is ever later, and a ghost that comes back to the place changes nothing. Where the ghost
 * was never nearer than three tiles, the gap is that of the tick before. Cost: up to 3000
 * comparisons a tick while the ghost waits, else 500. */
TT_PRIVATE_API void tti_ghost_gaps(const struct tti_ghost *own, const struct tti_ghost *ghost,
                                   int32_t *gaps);

/* Returns the gap at the finish: by how many ticks the ghost took longer. */
TT_PRIVATE_API int32_t tti_ghost_gap(const struct tti_ghost *own, const struct tti_ghost *ghost);

/* Sets place and gap of a drawn ghost at a time since the start of the runs, in TT_SCENE_ONE-ths
 * of a tick. Before the start and after the finish the ghost is at its first and its last place.
 * After the finish of the first run the gap is the difference of the times. `gaps` is the table
 * of tti_ghost_gaps. */
TT_PRIVATE_API void tti_ghost_draw(tt_draw_ghost *drawn, const struct tti_ghost *own,
                                   const struct tti_ghost *ghost, const int32_t *gaps,
                                   int64_t time);

#endif
