/* SPDX-License-Identifier: MIT
 *
 * Finds the inputs that counted one tick late, in files of servers before 19.4 (replay.h).
 *
 * Where a tee comes out otherwise than the file has it, the inputs of the last ticks are tried as
 * late ones, and the one after which least goes wrong is taken. The actions of a file are given in
 * order; the search looks some ticks ahead of the game that it computes.
 *
 *     tti_search_init(&search, &arena, &rules, memory, tti_search_size(&arena), hints, room);
 *     tti_search_take(&search, &action);             // all of them
 *     tti_search_flush(&search);
 *     ...                                            // hints[0], ..., hints[search.hint_count - 1]
 */
#ifndef TTI_FOLLOW_SEARCH_H
#define TTI_FOLLOW_SEARCH_H

#include "follow/replay.h"

enum {
    TTI_SEARCH_BACK = 80,   /* ticks in which the cause of a miss is looked for */
    TTI_SEARCH_AHEAD = 90,  /* ticks by which a hint is judged */
    TTI_SEARCH_TICKS = 256, /* a power of 2 above both together */
    TTI_SEARCH_COPIES = 9,
    TTI_SEARCH_STEP = 10 /* ticks from one copy of the game to the next */
};

/* The bytes of the actions that the search can hold. With more, it looks less far. */
#define TTI_SEARCH_LOG ((size_t)2 << 20)

typedef struct tti_search {
    tti_replay replay; /* the game, TTI_SEARCH_AHEAD ticks before the last action */
    tti_hint *hints;   /* sorted */
    size_t hint_count, hint_room;
    bool is_full; /* there was no room for a hint, or for the actions of a tick */

    size_t world_size;
    uint8_t *copies;                      /* games with their replays */
    int32_t copy_tick[TTI_SEARCH_COPIES]; /* -1: none */
    uint8_t *log;
    size_t
        log_begin[TTI_SEARCH_TICKS]; /* of the actions of a tick; ticks of the window alone count */
    size_t log_size[TTI_SEARCH_TICKS];
    uint32_t wrong[TTI_SEARCH_TICKS]; /* tees that came out otherwise */
    uint64_t print[TTI_SEARCH_TICKS]; /* of the game after the tick */
    size_t log_at;
    int32_t first, next,
        last;       /* ticks: the first in the log, the next to compute, the last in it */
    int32_t missed; /* a tee of the tick that came out otherwise; -1: none */
} tti_search;

TT_PRIVATE_API size_t tti_search_size(const tti_arena *arena);
TT_PRIVATE_API void tti_search_init(tti_search *search, const tti_arena *arena,
                                    const tti_rules *rules, void *memory, tti_hint *hints,
                                    size_t room);
TT_PRIVATE_API void tti_search_take(tti_search *search, const tti_action *action);
TT_PRIVATE_API void tti_search_flush(tti_search *search);

#endif
