/* SPDX-License-Identifier: MIT
 *
 * Finds the inputs that counted one tick late, in files of servers before 19.4 (replay.h).
 *
 * Where a tee comes out otherwise than the file has it, the inputs of the last ticks are tried as
 * late ones. The input after which the fewest tees differ is taken as late. The actions of a file
 * are given in order; the search looks some ticks ahead of the game that it computes.
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
    TTI_SEARCH_BACK = 80,   /* ticks before a differing tee in which its cause is looked for */
    TTI_SEARCH_AHEAD = 90,  /* ticks after a differing tee that decide whether a hint is good */
    TTI_SEARCH_TICKS = 256, /* size of the window: a power of 2 above BACK + AHEAD */
    TTI_SEARCH_COPIES = 9,
    TTI_SEARCH_STEP = 10 /* ticks from one copy of the game to the next */
};

/* Bytes for the actions of the window. When they are full, the search looks ahead less far. */
#define TTI_SEARCH_LOG ((size_t)2 << 20)

/* The work of a search is bounded by the number of actions. A tick that is computed again costs
 * tti_replay_work, and TTI_SEARCH_COPIED bytes of a copied game cost 1. Each action pays
 * TTI_SEARCH_PAID back. No hint is tried while more than TTI_SEARCH_DEBT is unpaid, so the move of
 * that tick remains unexplained. A recording of 64 players owed 225778 at most, and paid 8 an
 * action. */
#define TTI_SEARCH_COPIED 4096
#define TTI_SEARCH_DEBT 1000000
#define TTI_SEARCH_PAID 200

typedef struct tti_search {
    tti_replay replay; /* the game, usually TTI_SEARCH_AHEAD ticks before the last action */
    /* When `stops` returns true, nothing more is searched or computed. May be NULL. */
    bool (*stops)(void *user);
    void *user;
    tti_hint *hints; /* sorted by tick, then client */
    size_t hint_count, hint_room;
    bool is_full;  /* a hint, or an action of a tick, had no room */
    uint64_t work; /* unpaid work of ticks that were computed again */

    size_t world_size;
    uint8_t *copies;                      /* copies of the replay with its world */
    int32_t copy_tick[TTI_SEARCH_COPIES]; /* tick before which a copy was made; -1: none */
    uint8_t *log;
    /* offset in the log of the first action of each tick; valid for ticks in the log */
    size_t log_begin[TTI_SEARCH_TICKS];
    size_t log_size[TTI_SEARCH_TICKS];
    uint32_t wrong[TTI_SEARCH_TICKS]; /* number of tees that differ from the file in a tick */
    uint64_t print[TTI_SEARCH_TICKS]; /* hash of the tees after the tick */
    size_t log_at;
    int32_t first, next, last; /* the first tick in the log, the next one to compute, and the last
                                  one in the log */
} tti_search;

TT_PRIVATE_API size_t tti_search_size(const tti_arena *arena);
TT_PRIVATE_API void tti_search_init(tti_search *search, const tti_arena *arena,
                                    const tti_rules *rules, void *memory, tti_hint *hints,
                                    size_t room);
TT_PRIVATE_API void tti_search_take(tti_search *search, const tti_action *action);
TT_PRIVATE_API void tti_search_flush(tti_search *search);

/* Returns true when more moves are wrong than late inputs explain. Each wrong move
 * costs a search, so the search does nothing more then. */
TT_PRIVATE_API bool tti_search_is_hopeless(const tti_search *search);

#endif
