/* SPDX-License-Identifier: MIT
 *
 * The living tees at the end of a tick; each becomes a row of `ticks`.
 */
#ifndef TABLE_TICKS_H
#define TABLE_TICKS_H

#include "table/table.h"
#include "teetape/follow.h"

/* The living tees of a tick. The struct is kept from tick to tick. Members are arrays, because each
 * column of a tick is a loop over all tees. */
struct table_tees {
    int32_t tick;
    bool is_repeated; /* nothing is recorded at `tick` */
    bool is_demo;
    int count; /* living tees, in the order of client ids */
    int8_t cid[TT_CIDS];
    int32_t x[TT_CIDS], y[TT_CIDS];
    bool has_velocity[TT_CIDS];
    float vx[TT_CIDS], vy[TT_CIDS];
    bool has_aim[TT_CIDS];
    int16_t aim[TT_CIDS];
    int8_t weapon[TT_CIDS];  /* weapon in the hand; -1 when unknown */
    bool has_input[TT_CIDS]; /* the slot has an input of this client; never in a demo */
    tt_input input[TT_CIDS];
    bool has_applied[TT_CIDS];
    int8_t applied[TT_CIDS];
    tt_tee_state state[TT_CIDS]; /* states of the tees in a demo; otherwise all zeros */
    int32_t session[TT_CIDS];    /* session of the slot; -1 when unknown */
    int32_t team[TT_CIDS];
    char name[TT_CIDS][TT_NAME_CAP];

    /* The members from here on are for tees.c alone. */
    bool is_stale; /* the list of living tees may be out of date */
    bool wants_velocity, wants_aim, wants_inputs, wants_applied; /* chosen costly columns */
    const tt_tee *source[TT_CIDS]; /* tees in the world of the recording */
    struct {
        int32_t x, y;   /* position in the tick before, if was_alive */
        bool was_alive; /* the tee has been alive since the tick before */
        int32_t asked;  /* tick of the last tti_table_tees_ask */
        int32_t target_x, target_y;
        int16_t aim;
    } slot[TT_CIDS]; /* values of the slots, by client id */
};

void tti_table_tees_init(struct table_tees *tees, const tt_io_table_plan *plan, bool is_demo);

/* Notes that a client asked to be killed, or ran a command: its tee may be elsewhere in the next
 * tick. */
void tti_table_tees_ask(struct table_tees *tees, int32_t cid, int32_t tick);

/* Takes the tees of the world at the end of `tick`. */
void tti_table_tees_take(struct table_tees *tees, tt_io_reading *r, int32_t tick);

/* Advances to `tick`, in which nothing is recorded. */
void tti_table_tees_pass(struct table_tees *tees, tt_io_reading *r, int32_t tick);

/* Adds a row for each living tee. There must be room for all of them. */
void tti_table_tees_put(tt_io_table *table, const struct table_tees *tees);

#endif
