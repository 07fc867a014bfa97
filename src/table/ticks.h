/* SPDX-License-Identifier: MIT
 *
 * The living tees at the end of a tick: a row of `ticks` each.
 */
#ifndef TABLE_TICKS_H
#define TABLE_TICKS_H

#include "table/table.h"
#include "teetape/snap_object.h"

/* What the columns of a tee are made of. */
struct table_tee {
    int32_t x, y;
    tt_input input; /* with `has_input`; in a demo direction and hook of the Character */
    float vx, vy;   /* with `has_velocity` */
    int16_t aim;    /* with `has_aim` */
    int8_t cid;
    int8_t weapon;      /* -1: not known */
    bool has_input;     /* of this client; never in a demo */
    bool has_character; /* in this tick; only in a demo */
    bool has_velocity, has_aim;
    bool was_alive;  /* and not seen dead since x and y were taken */
    int32_t asked;   /* the tick of the last tti_table_tees_ask */
    int32_t session; /* -1: none is known */
    int32_t team;
    char name[TT_NAME_CAP];
    const tt_tee *source;              /* in the world of the recording */
    struct tt_obj_character character; /* with `has_character` */
};

/* Kept from tick to tick. */
struct table_tees {
    int32_t tick;
    bool is_repeated; /* nothing of `tick` is recorded */
    bool is_demo;
    bool is_stale;                     /* others may live than those in `living` */
    bool wants_velocity, wants_aim;    /* what costs much */
    int count;                         /* of `living` */
    struct table_tee *living[TT_CIDS]; /* in the order of client ids */
    struct table_tee of[TT_CIDS];      /* by client id */
};

void tti_table_tees_init(struct table_tees *tees, const tt_io_table_plan *plan, bool is_demo);

/* The client asked for something that may carry its tee elsewhere in the next tick. */
void tti_table_tees_ask(struct table_tees *tees, int32_t cid, int32_t tick);

/* Takes the tees of the world at the end of `tick`. */
void tti_table_tees_take(struct table_tees *tees, const tt_io_reading *r, int32_t tick);

/* Time passes, and nothing changes. */
void tti_table_tees_pass(struct table_tees *tees);

/* Adds a row for each tee. There must be room for them. */
void tti_table_tees_put(tt_io_table *table, const struct table_tees *tees);

#endif
