/* SPDX-License-Identifier: MIT
 *
 * The table `ticks`: a row for each tick and living tee, in ticks without a record, too.
 *
 * A tick is known when its item comes; then the tees of the tick before, which are kept, are given
 * for all ticks between the two.
 *
 * So a silence of the recording gives rows in which nothing moves: a teehistorian file leaves out
 * ticks in which nothing changed, and a demo has a snapshot for some ticks only.
 */
#include <string.h>

#include "table/ticks.h"

/* The state of the table. */
struct ticks {
    struct table_look look; /* the tees of `tick` */
    bool is_begun, is_over; /* begin() was called; the reading has no more items */
    bool is_waiting;        /* the item of the reading is a tick that was not taken yet */
    int32_t tick;           /* of the tees of the look; -1 before the first */
    int64_t next, end; /* ticks, from `next` to before `end`, that are still to be given with the
                          tees of the look */
    int64_t first;     /* of the span; INT64_MIN when it begins with the recording */
};

/* Asked once for each recording, so a loop is enough. */
static bool is_chosen(const tt_io_table *table, enum table_column_id id)
{
    for (size_t i = 0; i < table->plan->count; i++) {
        if (table_id(table->plan->column[i]) == id) {
            return true;
        }
    }
    return false;
}

/* By ranges of tables.def, where columns of the same kind are next to each other. */
static bool is_any_chosen(const tt_io_table *table, enum table_column_id first,
                          enum table_column_id last)
{
    for (size_t i = 0; i < table->plan->count; i++) {
        enum table_column_id id = table_id(table->plan->column[i]);
        if (id >= first && id <= last) {
            return true;
        }
    }
    return false;
}

/* The world before the span is where its first ticks begin. The tick before it is read for what
 * clients asked in it. So the reading is moved one tick ahead of the span, and the look is taken at
 * the tick before that one. The tick before the span is then a tick as any other, from which the
 * first velocities are measured, but gets no rows (`first`). The end is set again because the skip
 * moved it. A demo has velocities itself. */
static void begin(tt_io_table *table, struct ticks *t)
{
    tt_io_reading *r = table->r;
    bool is_demo = tt_io_reading_format(r) == TT_FORMAT_DEMO;
    const struct table_tees_use use = {
        .velocity = is_any_chosen(table, TABLE_TICKS_vx, TABLE_TICKS_vy),
        .input = is_any_chosen(table, TABLE_TICKS_target_x, TABLE_TICKS_wanted_weapon) ||
                 is_chosen(table, TABLE_TICKS_player_flags),
        .aim = is_chosen(table, TABLE_TICKS_aim),
        .weapon = is_chosen(table, TABLE_TICKS_weapon),
        .team = is_chosen(table, TABLE_TICKS_team),
        .name = is_chosen(table, TABLE_TICKS_name),
    };
    tti_table_look_init(&t->look, &use, is_demo);
    t->tick = -1;
    t->first = INT64_MIN;
    if (!is_demo && r->has_span && r->from > 0 && r->from < r->to && r->from <= INT32_MAX) {
        int64_t to = r->to;
        t->first = r->from--;
        t->tick = (int32_t)r->from - 1;
        tt_io_reading_skip(r, r->from);
        tt_io_reading_until(r, to);
        tti_table_look_take(&t->look, r, t->tick);
        t->look.is_stale = true;
    }
    t->is_begun = true;
}

/* The ticks after that of the look and before `tick` are to be given, unless it is a silence of
 * which nobody wants rows. Without tees there is nothing to repeat. */
static void fill_to(struct ticks *t, int64_t tick)
{
    /* The ticks before the span were taken for their places and asks, and get no rows. */
    t->next = (int64_t)t->tick + 1 > t->first ? (int64_t)t->tick + 1 : t->first;
    t->end = tick - t->next > TT_IO_TABLE_SILENCE || t->look.tees.count == 0 ? t->next : tick;
    if (t->next < t->end) {
        tti_table_look_pass(&t->look);
    }
}

/* What is asked in a tick takes effect in the next one. */
static void take_fact(struct ticks *t, const tt_fact *fact, int32_t tick)
{
    if (fact->kind == TT_FACT_KILL_REQUEST || fact->kind == TT_FACT_COMMAND) {
        tti_table_look_ask(&t->look, fact->cid, tick);
    }
}

/* The span is again what it was before begin: the reading is the caller's. */
static void restore_span(const struct ticks *t, tt_io_reading *r)
{
    r->from = t->first > r->from ? t->first : r->from;
}

/* Reads on to the next tick, or to the end. A fact makes the look stale: somebody joined, spawned,
 * or has another name or team. If reading ended before a later record, the ticks up to it are known
 * to be silent; after the last record of a recording nothing is. */
static void read_on(tt_io_table *table, struct ticks *t)
{
    tt_io_reading *r = table->r;
    while (tt_io_reading_next(r)) {
        /* The tick before the span ends when the next record is read. A demo is not read from
         * before its span. */
        bool is_before = !t->look.is_demo && r->item.tick <= t->tick;
        if (r->item.kind == TT_ITEM_TICK && !is_before) {
            t->is_waiting = true;
            fill_to(t, r->item.tick);
            if (r->item.tick >= t->first) {
                restore_span(t, r);
            }
            return;
        }
        t->look.is_stale = true;
        if (r->item.kind == TT_ITEM_FACT) {
            take_fact(t, r->item.fact, r->item.tick);
        }
    }
    t->is_over = true;
    restore_span(t, r);
    /* A recording that just ends says nothing of the time after its last tick. */
    if (r->is_later) {
        fill_to(t, r->item.tick < r->to ? r->item.tick : r->to);
    }
}

/* Ticks count from 0 of the recording, not from the first row: so spans of one recording fit
 * together. */
static bool is_wanted(const tt_io_table *table, int64_t tick)
{
    uint32_t every = table->plan->options.every;
    return every <= 1 || tick % every == 0;
}

/* A tick is put as a whole, so the batch ends when another one may not fit. In turn: ticks that are
 * to be repeated, then the tick that ended them, then the next item. The order keeps rows sorted by
 * tick. */
static bool fill(tt_io_table *table)
{
    struct ticks *t = table->state;
    const struct table_rows *rows = table->rows;
    if (!t->is_begun) {
        begin(table, t);
    }
    while (rows->room - rows->count >= TT_CIDS && !table_rows_is_full(rows)) {
        if (t->next < t->end) {
            if (is_wanted(table, t->next)) {
                tti_table_tees_put(table, &t->look.tees, (int32_t)t->next, true);
            }
            t->next++;
        } else if (t->is_waiting) {
            t->is_waiting = false;
            t->tick = table->r->item.tick;
            tti_table_look_take(&t->look, table->r, t->tick);
            if (t->tick >= t->first && is_wanted(table, t->tick)) {
                tti_table_tees_put(table, &t->look.tees, t->tick, false);
            }
        } else if (t->is_over) {
            return false;
        } else {
            read_on(table, t);
        }
    }
    return true;
}

const struct table_maker tti_table_ticks = {sizeof(struct ticks), fill};
