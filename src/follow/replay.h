/* SPDX-License-Identifier: MIT
 *
 * A game computed along a teehistorian file: inputs and commands of the file go into the physics,
 * and the places that come out are compared with those of the file. Where they differ, the tee is
 * put where the file has it.
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
 * Servers before 19.4 take several inputs in one tick, and the file does not show one that is
 * equal to the input before. It makes the next one count a tick later; a hint says where.
 */
#ifndef TTI_FOLLOW_REPLAY_H
#define TTI_FOLLOW_REPLAY_H

#include "physics/physics.h"
#include "teetape/teehistorian.h"

/* The rules of the server that wrote a file. */
TT_PRIVATE_API void tti_rules_of(tti_rules *rules, const tt_th_header *header);

/* An action: the part of a record that changes a game. */
typedef struct tti_action {
    tt_th_kind kind;
    int32_t tick, cid;
    union {
        struct {
            int32_t x, y;
        } place;
        tt_input input;
        struct {
            int32_t team, value;
        } team;
        int32_t value; /* flags of a command, ticks of a finish, 1: to the spectators */
    } u;
    tt_bytes text; /* words of a command with a NUL after each, a save, a name */
} tti_action;

#define TTI_ACTIONS_MAX 2
#define TTI_ACTION_TEXT 1024 /* the longest command */

/* The actions of an event, at most TTI_ACTIONS_MAX; `words` has room for TTI_ACTION_TEXT bytes. The
 * texts point into it, the event and `file`, the state of the recording after the event. */
TT_PRIVATE_API int tti_actions_of(tti_action *actions, uint8_t *words, const tt_th_event *event,
                                  const tt_world *file);

/* The result of comparing a tee's place with that of the file. */
typedef enum tti_verdict {
    TTI_EXACT,       /* as computed */
    TTI_EXPLAINED,   /* as computed with a hint for its input */
    TTI_UNEXPLAINED, /* otherwise than computed */
    TTI_DOUBTFUL,    /* as computed, or not, after something that the file does not tell */
    TTI_VERDICTS
} tti_verdict;

/* An input that counted one tick late: that of client `cid` in the file's tick `tick`. */
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
    bool is_blind; /* there is no map: each tee is always put where the file has it */
    bool is_late;  /* the file began before: shots, switches and dice of then are not known, so that
                      nothing that comes out otherwise is unexplained */
    int32_t late_tick; /* with is_late: the first record of a tee up to this tick may be that of an
                          older tee, so the tee remains in doubt */
    /* Called for each tee whose place a tick changes or should have changed; may be NULL. */
    void (*on_verdict)(void *user, const struct tti_replay *replay, int32_t cid,
                       tti_verdict verdict);
    /* Called when the tees of a tick have moved, and when the tick is over. May be NULL. */
    void (*on_moved)(void *user, const struct tti_replay *replay);
    void (*on_tick)(void *user, const struct tti_replay *replay);
    void *user;

    uint64_t count[TTI_VERDICTS];
    uint64_t wrong; /* places that came out otherwise, whatever the verdict */
    uint64_t finishes, finishes_exact;
    uint64_t silence; /* ticks of tees without a record of anybody; TTI_SILENCE_MOST */
    /* Moves until a tee that came out otherwise is trusted again; TTI_DOUBT_LONG: until it is born
     * again. */
    int32_t doubt[TT_CIDS];
    struct tti_replay_place now[TT_CIDS], before[TT_CIDS]; /* of the file */
    bool has_hint[TT_CIDS];
    bool is_wrong[TT_CIDS]; /* came out otherwise in the last tick */
    enum { TTI_REPLAY_BETWEEN, TTI_REPLAY_INSIDE, TTI_REPLAY_PLACES } stage;
    bool pressed[TT_CIDS]; /* the client's input for the next tick was taken */
    int32_t pressed_to;    /* clients below this one have had their input */
} tti_replay;

/* A file of few bytes may say that years pass. An hour without a record, and what is beyond this
 * sum of ticks of tees that stood still, are left out, and the replay begins late after it. */
#define TTI_SILENCE_MOST 4000000

#define TTI_DOUBT_MOVES 50
#define TTI_DOUBT_LONG INT32_MAX

/* `world` is a game that has not begun. */
TT_PRIVATE_API void tti_replay_init(tti_replay *replay, tti_physics *world);
TT_PRIVATE_API void tti_replay_take(tti_replay *replay, const tti_action *action);

/* Begins in the middle of a file, after the records up to the end of `tick`; or, with `file` NULL,
 * at the start of a file that was cut out of another one and begins in `tick`, which
 * tti_replay_take does by itself. To be called before the first action. */
void tti_replay_begin_late(tti_replay *replay, int32_t tick, const tt_world *file);

/* Packs a replay between two actions into `size` bytes; 0: it does not fit. `base` is a game of the
 * same arena and rules that has not begun. */
TT_PRIVATE_API size_t tti_replay_pack(const tti_replay *replay, const tti_physics *base,
                                      uint8_t *bytes, size_t size);

/* Goes on from packed bytes, which may come from anywhere. Replay and world have not begun; hints
 * and callbacks may be set. False when the bytes are not whole, or are of another map or form: both
 * are then as before. */
TT_PRIVATE_API bool tti_replay_unpack(tti_replay *replay, tt_bytes bytes);

/* Computes up to `tick`, which has no further action. */
TT_PRIVATE_API void tti_replay_flush(tti_replay *replay, int32_t tick);

#endif
