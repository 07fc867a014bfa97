/* SPDX-License-Identifier: MIT
 *
 * The living tees at the end of a tick, side by side, as the rows of `ticks` have them.
 */
#ifndef TABLE_TICKS_H
#define TABLE_TICKS_H

#include "table/table.h"

/* Ints of an input (TT_INPUT_INTS). Two counters for the weapon follow, which no column has. */
enum {
    INPUT_DIRECTION,
    INPUT_TARGET_X,
    INPUT_TARGET_Y,
    INPUT_JUMP,
    INPUT_FIRE,
    INPUT_HOOK,
    INPUT_PLAYER_FLAGS,
    INPUT_WANTED_WEAPON
};

/* The tees of a tick, in the order of client ids. Arrays are side by side, so that a column is a
 * copy or a short loop. Only what table_tees_use asks for is filled. */
struct table_tees {
    int count; /* elements of each array that count */
    int8_t cid[TT_CIDS];
    int32_t session[TT_CIDS]; /* -1: none is known */
    struct table_place {
        int32_t x, y;
    } place[TT_CIDS];
    float vx[TT_CIDS], vy[TT_CIDS];
    bool has_velocity[TT_CIDS]; /* false: `vx` and `vy` are 0 */
    int32_t input[TT_CIDS][TT_INPUT_INTS];
    bool has_input[TT_CIDS];
    bool has_character[TT_CIDS]; /* direction and hook of the input are known, at least */
    int16_t aim[TT_CIDS];
    bool has_aim[TT_CIDS];
    int8_t weapon[TT_CIDS]; /* -1: not known */
    int32_t team[TT_CIDS];
    char name[TT_CIDS][TT_NAME_CAP];
};

/* Wanted members; places, client ids and sessions always are. */
struct table_tees_use {
    bool velocity, input, aim, weapon, team, name;
};

/* Kept from tick to tick. */
struct table_look {
    struct table_tees_use use;
    struct table_tees tees;
    bool is_demo;               /* velocities and inputs come from snapshots */
    bool is_stale;              /* others may live than in `tees` */
    const tt_tee *tee[TT_CIDS]; /* those of `tees` in the world of the recording */
    /* Arrays by client id. The place in the state before: valid with `was_alive`. */
    struct table_place before[TT_CIDS];
    int32_t asked[TT_CIDS];                       /* the tick of the last tti_table_look_ask */
    bool was_alive[TT_CIDS];                      /* in the state before, and since */
    int32_t target_x[TT_CIDS], target_y[TT_CIDS]; /* of `aim` */
    int16_t aim[TT_CIDS];
};

void tti_table_look_init(struct table_look *look, const struct table_tees_use *use, bool is_demo);

/* The client asked for something that may carry its tee elsewhere in the next tick. */
void tti_table_look_ask(struct table_look *look, int32_t cid, int32_t tick);

/* Takes the tees of the world at the end of `tick`. */
void tti_table_look_take(struct table_look *look, const tt_io_reading *r, int32_t tick);

/* Time passes, and nothing changes. */
void tti_table_look_pass(struct table_look *look);

/* Adds a row for each tee. `is_repeated`: nothing of this tick is recorded. */
void tti_table_tees_put(tt_io_table *table, const struct table_tees *tees, int32_t tick,
                        bool is_repeated);

#endif
