/* SPDX-License-Identifier: MIT
 *
 * The table `ticks`: a row for each tick and living tee.
 *
 * When the item of a tick comes, rows are made first for all ticks since the last item, with the
 * tees of that item. So ticks without records give rows in which nothing moves: a teehistorian file
 * leaves out ticks in which nothing changed, and a demo has a snapshot for some ticks only.
 */
#include "table/ticks.h"
#include "reading/inside.h"

struct ticks {
    struct table_tees tees;
    bool is_begun, is_over; /* begin() was called; the reading has no more items */
    bool is_waiting;        /* the reading's item is a tick whose tees are not taken yet */
    int32_t tick;           /* the tick in which the tees were taken; -1 before the first */
    int64_t next, end;      /* ticks that still get rows with the same tees */
    int64_t first; /* the first tick of the span; INT64_MIN when it begins with the recording */
};

/* Begins the table. The reading moves to the tick before the span, where clients may ask to be
 * killed, and the tees of the tick before that are taken. The first velocities are measured from
 * there; that tick gets no rows (`first`). The end is set again because the skip moved it. A demo
 * has velocities itself. */
static void begin(tt_io_table *table, struct ticks *t)
{
    tt_io_reading *r = table->r;
    bool is_demo = tt_io_reading_format(r) == TT_FORMAT_DEMO;
    tti_table_tees_init(&t->tees, table->plan, is_demo);
    t->tick = -1;
    t->first = INT64_MIN;
    if (!is_demo && r->has_span && r->from > 0 && r->from < r->to && r->from <= INT32_MAX) {
        int64_t to = r->to;
        t->first = r->from--;
        t->tick = (int32_t)r->from - 1;
        tti_io_reading_skip(r, r->from);
        tti_io_reading_until(r, to);
        tti_table_tees_take(&t->tees, r, t->tick);
        t->tees.is_stale = true;
    }
    t->is_begun = true;
}

/* Sets the ticks to repeat: those after the tick of the tees and before `tick`. More than
 * TT_IO_TABLE_SILENCE ticks without a record are left out. Ticks before the span get no rows. */
static void fill_to(struct ticks *t, int64_t tick)
{
    t->next = (int64_t)t->tick + 1 > t->first ? (int64_t)t->tick + 1 : t->first;
    t->end = tick - t->next > TT_IO_TABLE_SILENCE || t->tees.count == 0 ? t->next : tick;
}

static void restore_span(const struct ticks *t, tt_io_reading *r)
{
    r->from = t->first > r->from ? t->first : r->from;
}

/* Reads the snapshot after the span, which gives movement to the ticks before it. The snapshot is
 * outside of the span, so it gets no rows. */
static void take_later(tt_io_reading *r, int32_t later)
{
    tti_io_reading_until(r, (int64_t)later + 1);
    while (tt_io_reading_next(r)) {
    }
    r->is_later = true;
}

/* Sets the rows after the last tick item. If reading ended before a later record, nothing happened
 * in the ticks up to it. A recording that ends does not say what followed its last tick. A tick
 * that ends by damage has no item and no rows, but the ticks before it have. */
static void fill_rest(struct ticks *t, tt_io_reading *r)
{
    int32_t later = r->item.tick, last = tt_io_reading_last_tick(r);
    if (r->is_later) {
        if (t->tees.is_demo) {
            take_later(r, later);
        }
        fill_to(t, later < r->to ? later : r->to);
    } else if (!t->tees.is_demo) {
        fill_to(t, last < r->to ? last : r->to);
    }
}

/* Reads on to the next tick, or to the end. A fact makes the list of living tees stale: a client
 * joined, spawned, or changed name or team. */
static void read_on(tt_io_table *table, struct ticks *t)
{
    tt_io_reading *r = table->r;
    while (tt_io_reading_next(r)) {
        /* The tick before the span ends when the next record is read. A demo is not read from
         * before its span. */
        bool is_before = !t->tees.is_demo && r->item.tick <= t->tick;
        if (r->item.kind == TT_ITEM_TICK && !is_before) {
            t->is_waiting = true;
            fill_to(t, r->item.tick);
            if (r->item.tick >= t->first) {
                restore_span(t, r);
            }
            return;
        }
        t->tees.is_stale = true;
        const tt_fact *fact = r->item.kind == TT_ITEM_FACT ? r->item.fact : NULL;
        if (fact != NULL && (fact->kind == TT_FACT_KILL_REQUEST || fact->kind == TT_FACT_COMMAND)) {
            tti_table_tees_ask(&t->tees, fact->cid, r->item.tick);
        }
    }
    t->is_over = true;
    restore_span(t, r);
    fill_rest(t, r);
}

/* Puts the rows of a tick, if `every` wants it. Ticks count from 0 of the recording, so that spans
 * of one recording fit together. */
static void give(tt_io_table *table, struct table_tees *tees, int32_t tick, bool is_repeated)
{
    uint32_t every = table->plan->options.every;
    if (is_repeated) {
        tti_table_tees_pass(tees, table->r, tick);
    }
    if (every <= 1 || tick % (int64_t)every == 0) {
        tees->tick = tick;
        tees->is_repeated = is_repeated;
        tti_table_tees_put(table, tees);
    }
}

/* Fills a batch. A tick is put as a whole, so the batch ends when another one may not fit. Repeated
 * ticks come first, then the tick that ended them, then the next item: rows are sorted by tick. */
static bool fill(tt_io_table *table)
{
    struct ticks *t = table->state;
    const struct table_rows *rows = table->rows;
    if (!t->is_begun) {
        begin(table, t);
    }
    while (rows->room - rows->count >= TT_CIDS && !table_rows_is_full(rows)) {
        if (t->next < t->end) {
            give(table, &t->tees, (int32_t)t->next++, true);
        } else if (t->is_waiting) {
            t->is_waiting = false;
            t->tick = table->r->item.tick;
            tti_table_tees_take(&t->tees, table->r, t->tick);
            if (t->tick >= t->first) {
                give(table, &t->tees, t->tick, false);
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
