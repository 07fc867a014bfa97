/* SPDX-License-Identifier: MIT
 *
 * The table `sessions`: a row for each session, when the session or the recording ends. Facts are
 * collected in the slot of the session; world/history.h decides what a session is.
 */
#include <string.h>

#include "reading/inside.h"
#include "table/table.h"

#define CELL(name, put) TABLE_CELL(SESSIONS, name, put)

/* The session in a slot. A join begins another one. */
struct session {
    bool is_open; /* the row of the session is still to be put */
    uint64_t number;
    /* `joined` and `best` are ticks. 0 is unknown for protocol, version and name_source. */
    int32_t joined, protocol, version, country, name_source, names, finishes, best, deaths, chats;
    int32_t waiting; /* deaths that a kill announced and whose own facts are still to come */
    bool join_recorded, has_country; /* values of the columns with these names */
    /* The last known texts, with a NUL; "" when unknown. */
    char name[TT_NAME_CAP], clan[TT_NAME_CAP], skin[TT_SKIN_CAP];
};

/* The state of the table. Its size depends only on TT_CIDS, not on the length of the recording. */
struct sessions {
    struct session slot[TT_CIDS];
    bool is_over; /* the reading has no more items */
    int32_t next; /* the next slot for the rows of sessions that are open at the end */
};

/* Copies a text, because the fact is gone with the next item. A cut may split a character, which
 * becomes U+FFFD in the row. */
static void keep(char *dst, size_t cap, tt_bytes text)
{
    size_t size = text.size < cap ? text.size : cap - 1;
    memset(dst, 0, cap);
    memcpy(dst, text.data, size);
}

/* Collects a fact. Deaths, finishes and lines of chat count only in the span. */
static void take(struct session *s, const tt_fact *fact, bool in_span)
{
    switch (fact->kind) {
    case TT_FACT_JOIN:
        *s = (struct session){.is_open = true,
                              .number = fact->session,
                              .joined = fact->tick,
                              .protocol = fact->u.join.protocol,
                              .join_recorded = fact->u.join.recorded != 0};
        break;
    case TT_FACT_NAME:
        keep(s->name, sizeof s->name, fact->u.name.name);
        s->name_source = fact->u.name.source;
        s->names++;
        break;
    case TT_FACT_NAME_CONFIRM:
        s->name_source = TT_NAME_RECORDED;
        break;
    case TT_FACT_CLAN:
        keep(s->clan, sizeof s->clan, fact->u.clan.clan);
        break;
    case TT_FACT_COUNTRY:
        s->country = fact->u.country.country;
        s->has_country = true;
        break;
    case TT_FACT_SKIN:
        keep(s->skin, sizeof s->skin, fact->u.skin.skin);
        break;
    case TT_FACT_VERSION:
        s->version = fact->u.version.version;
        break;
    case TT_FACT_FINISH:
        if (in_span && (s->finishes == 0 || fact->u.finish.ticks < s->best)) {
            s->best = fact->u.finish.ticks;
        }
        s->finishes += in_span;
        break;
    case TT_FACT_KILL: /* the death of this kill may follow the session */
        s->deaths += in_span;
        s->waiting++;
        break;
    case TT_FACT_DEATH:
        s->deaths += in_span && s->waiting == 0;
        s->waiting -= s->waiting != 0;
        break;
    case TT_FACT_CHAT:
        s->chats += in_span;
        break;
    default:
        break;
    }
}

/* Puts a column about the end of a session. `leave` is NULL for a session that did not end. Tick,
 * time, how and reason have a value together, or none. */
static void put_end(tt_io_table *table, struct table_cells *cells, const tt_fact *leave)
{
    if (leave == NULL) {
        tti_table_put_missing(table->rows, cells);
        return;
    }
    switch (cells->id) {
        CELL(left_tick, tti_table_put_int(table->rows, cells, leave->tick));
        CELL(left_ts, tti_table_put_ts(table, cells, leave->tick));
        CELL(how, tti_table_put_int(table->rows, cells, leave->u.leave.how));
    default:
        tti_table_put_line(table, cells, leave, &leave->u.leave.reason);
        break;
    }
}

static void put_cell(tt_io_table *table, struct table_cells *cells, int32_t cid,
                     const struct session *s, const tt_fact *leave)
{
    struct table_rows *rows = table->rows;
    switch (cells->id) {
        CELL(recording, tti_table_put_uuid(rows, cells, &table->about.recording));
        CELL(session, tti_table_put_session(rows, cells, s->number));
        CELL(cid, tti_table_put_cid(rows, cells, cid));
        CELL(name, tti_table_put_text_or_missing(rows, cells, tt_bytes_of(s->name)));
        CELL(name_source,
             tti_table_put_known(rows, cells, s->name_source, s->name_source != TT_NAME_NONE));
        CELL(names, tti_table_put_int(rows, cells, s->names));
        CELL(clan, tti_table_put_text_or_missing(rows, cells, tt_bytes_of(s->clan)));
        CELL(country, tti_table_put_known(rows, cells, s->country, s->has_country));
        CELL(skin, tti_table_put_text_or_missing(rows, cells, tt_bytes_of(s->skin)));
        CELL(protocol, tti_table_put_known(rows, cells, s->protocol, s->protocol != 0));
        CELL(version, tti_table_put_known(rows, cells, s->version, s->version != 0));
        CELL(joined_tick, tti_table_put_int(rows, cells, s->joined));
        CELL(join_recorded, tti_table_put_int(rows, cells, s->join_recorded));
        CELL(joined_ts, tti_table_put_ts(table, cells, s->joined));
        CELL(finishes, tti_table_put_int(rows, cells, s->finishes));
        CELL(best_ticks, tti_table_put_known(rows, cells, s->best, s->finishes != 0));
        CELL(deaths, tti_table_put_int(rows, cells, s->deaths));
        CELL(chats, tti_table_put_int(rows, cells, s->chats));
    default:
        put_end(table, cells, leave);
        break;
    }
}

static void put_row(tt_io_table *table, int32_t cid, struct session *s, const tt_fact *leave)
{
    for (size_t i = 0; i < table->rows->columns; i++) {
        put_cell(table, &table->rows->cells[i], cid, s, leave);
    }
    table->rows->count++;
    s->is_open = false;
}

/* Takes a fact to its session. A death may come when its slot has the next session already, and is
 * that of nobody then. A leave before the span closes the session without a row.
 * TT_LEFT_NOBODY means that there was no client, and so no session. */
static void take_fact(tt_io_table *table, struct sessions *all, const tt_fact *fact)
{
    if (fact == NULL || fact->cid < 0 || fact->cid >= TT_CIDS) {
        return;
    }
    struct session *s = &all->slot[fact->cid];
    if (fact->kind != TT_FACT_LEAVE && (fact->kind == TT_FACT_JOIN || s->number == fact->session)) {
        take(s, fact, table->r->in_span);
    } else if (fact->kind == TT_FACT_LEAVE && s->is_open && fact->u.leave.how != TT_LEFT_NOBODY &&
               table->r->in_span) {
        put_row(table, fact->cid, s, fact);
    }
    s->is_open = s->is_open && fact->kind != TT_FACT_LEAVE;
}

static bool fill(tt_io_table *table)
{
    struct sessions *all = table->state;
    while (!table_rows_is_full(table->rows)) {
        if (all->is_over && all->next == TT_CIDS) {
            return false;
        }
        if (all->is_over) {
            struct session *s = &all->slot[all->next];
            if (s->is_open) {
                put_row(table, all->next, s, NULL);
            }
            all->next++;
        } else if (tt_io_reading_next(table->r)) {
            take_fact(table, all, table->r->item.fact);
        } else {
            int32_t tick;
            all->is_over = true;
            /* If the reading never reached the span, no session is open in it. */
            all->next = tti_io_reading_is_outside(table->r, &tick) ? TT_CIDS : 0;
        }
    }
    return true;
}

const struct table_maker tti_table_sessions = {sizeof(struct sessions), fill};
