/* SPDX-License-Identifier: MIT
 *
 * A game computed along a teehistorian file: inputs and commands of the file go into the physics,
 * and the computed places are compared with those of the file. Where they differ, the tee is put
 * where the file has it.
 *
 *     tti_rules_of(&rules, header);
 *     tti_physics_init(world, &arena, &rules);
 *     tti_replay_init(&replay, world);
 *     while (tt_th_next(&th, &event) == TT_OK) {
 *         int count = tti_actions_of(action, words, &event, file);
 *         for (int i = 0; i < count; i++) tti_replay_take(&replay, &action[i]);
 *     }
 *     tti_replay_flush(&replay, event.tick);
 *
 * A tick is computed when the first action of a later one comes, or by tti_replay_flush.
 *
 * Servers before 19.4 take several inputs in one tick, and the file does not have an input that is
 * equal to the one before it. The missing input makes the next one count a tick later. A hint says
 * for which input this is so.
 */
#ifndef TTI_FOLLOW_REPLAY_H
#define TTI_FOLLOW_REPLAY_H

#include "follow/actions.h"
#include "follow/silence.h"
#include "physics/physics.h"
#include "teetape/teehistorian.h"

/* The result of comparing a tee's place with that of the file. */
typedef enum tti_verdict {
    TTI_EXACT,       /* the file has the computed place */
    TTI_EXPLAINED,   /* the file has the computed place, with a hint for an input */
    TTI_UNEXPLAINED, /* the file has another place than the computed one */
    TTI_DOUBTFUL,    /* the tee cannot be judged, because the file lacks a part of its state */
    TTI_VERDICTS
} tti_verdict;

/* A hint: the input of client `cid` in `tick` of the file counted one tick late. */
typedef struct tti_hint {
    int32_t tick, cid;
} tti_hint;

struct tti_replay_place {
    bool is_there, is_new, has_record;
    int32_t x, y;
};

typedef struct tti_replay {
    tti_physics *world;
    const tti_hint *hints; /* sorted by tick, then client */
    size_t hint_count, hint_at;
    bool is_blind; /* there is no map, so each tee is always put where the file has it */
    /* the replay began in the middle of a game, without its shots, switches and random numbers; so
     * a place that differs is doubtful, not unexplained */
    bool is_late;
    int32_t late_tick;  /* with is_late: a tee whose first record is not after this tick may have
                           lived before, so its verdicts remain doubtful */
    int32_t state_tick; /* tick of the state with which a cut begins */
    /* on_verdict is called for each tee that has a record in a tick or should have one. It may be
     * NULL. */
    void (*on_verdict)(void *user, const struct tti_replay *replay, int32_t cid,
                       tti_verdict verdict);
    /* on_moved is called when the tees of a tick have moved, and on_tick when the tick is over.
     * Both may be NULL. */
    void (*on_moved)(void *user, const struct tti_replay *replay);
    void (*on_tick)(void *user, const struct tti_replay *replay);
    void *user;

    uint64_t count[TTI_VERDICTS];
    uint64_t wrong; /* number of places that differ from the file, with any verdict */
    uint64_t finishes, finishes_exact;
    uint64_t silence; /* unpaid work of ticks without a record (silence.h) */
    /* The number of moves after which a tee that differed from the file is judged again.
     * TTI_DOUBT_LONG: the tee is not judged before it is born again. */
    int32_t doubt[TT_CIDS];
    struct tti_replay_place now[TT_CIDS], before[TT_CIDS]; /* in this tick and the one before */
    bool has_hint[TT_CIDS];
    bool is_wrong[TT_CIDS]; /* the tee differed from the file in the last tick */
    enum { TTI_REPLAY_BETWEEN, TTI_REPLAY_INSIDE, TTI_REPLAY_PLACES } stage;
    bool pressed[TT_CIDS]; /* the client's input for the next tick was given */
    int32_t pressed_to;    /* every client with a lower id has got its input for the next tick */
    /* `turns`: the input for the next tick has another direction, which may count a tick late on
     * servers that take several inputs in a tick. `hides_turn`: the tee did not move in the last
     * tick, so no position shows if such an input counted in it. */
    bool turns[TT_CIDS], hides_turn[TT_CIDS];
} tti_replay;

#define TTI_DOUBT_MOVES 50
#define TTI_DOUBT_LONG INT32_MAX

/* Begins a replay in `world`, which must be a new game. */
TT_PRIVATE_API void tti_replay_init(tti_replay *replay, tti_physics *world);
TT_PRIVATE_API void tti_replay_take(tti_replay *replay, const tti_action *action);

/* Takes a PLAYER_DIFF, as tti_replay_take takes the action of it. Most records of a file are of
 * this kind. */
void tti_replay_move(tti_replay *replay, int32_t tick, const struct tt_th_player_diff *diff);

/* Begins in the middle of a file, after the records up to the end of `tick`. With `file` NULL it
 * begins at `tick`, which is the start of a file that was cut out of another one; tti_replay_take
 * makes this call itself. Call it before the first action. */
void tti_replay_begin_late(tti_replay *replay, int32_t tick, const tt_world *file);

/* Packs a replay, between two actions, into `size` bytes. Returns the bytes used, or 0 when `size`
 * is too small. `base` is a new game with the same arena and rules. */
TT_PRIVATE_API size_t tti_replay_pack(const tti_replay *replay, const tti_physics *base,
                                      uint8_t *bytes, size_t size);

/* Continues from packed bytes, which are not trusted. The replay and its world must be new; hints
 * and callbacks may be set. Returns false for damaged bytes and for those of another map or
 * version, and then changes nothing. */
TT_PRIVATE_API bool tti_replay_unpack(tti_replay *replay, tt_bytes bytes);

/* Computes up to `tick`, which has no further actions. */
TT_PRIVATE_API void tti_replay_flush(tti_replay *replay, int32_t tick);

/* Returns what a tick of the game costs now, in units of a tee's tick. */
uint64_t tti_replay_work(const tti_physics *world);

/* Returns true when the ticks without a record before `tick` are left out. A caller that goes
 * through them in steps asks before each step, and on true goes to `tick` at once. */
TT_PRIVATE_API bool tti_replay_leaves_out(const tti_replay *replay, int32_t tick);

#endif
