/* SPDX-License-Identifier: MIT
 *
 * The table `chat`: what was said, and what the server said.
 *
 * Demos have it; teehistorian files of DDNet have no chat lines. The text passes the rules for
 * secrets of shown.h before it is in a row.
 */
#include "table/shown.h"

/* Names of TT_CHAT_* and of the places of a server's message, in their order. A number outside of
 * them gets the widest kind: the column has a value in each row. */
static const char *kind_of(const tt_fact *fact)
{
    static const char *const said[] = {"all", "team", "whisper"};
    static const char *const of_server[] = {"server", "broadcast", "motd", "alert"};
    int32_t to = fact->u.chat.to, where = fact->u.server_message.where;
    if (fact->kind == TT_FACT_CHAT) {
        return to >= 0 && to < 3 ? said[to] : "all";
    }
    return where >= 0 && where < 4 ? of_server[where] : "server";
}

/* Columns after the first three, which every table of things in time has. The name is that of the
 * session at this fact, not the last one of the recording. */
static void put_cell(tt_io_table *table, struct table_cells *cells, const tt_fact *fact)
{
    bool is_chat = fact->kind == TT_FACT_CHAT;
    struct table_rows *rows = table->rows;
    switch (cells->id) {
    case TABLE_CHAT_kind:
        tti_table_put_text(rows, cells, tt_bytes_of(kind_of(fact)));
        break;
    case TABLE_CHAT_cid:
        tti_table_put_cid(rows, cells, fact->cid);
        break;
    case TABLE_CHAT_session:
        tti_table_put_session(rows, cells, fact->session);
        break;
    case TABLE_CHAT_name:
        tti_table_put_text_or_missing(rows, cells,
                                      tt_bytes_of(tt_io_reading_name(table->r, fact->cid)));
        break;
    case TABLE_CHAT_to_cid:
        tti_table_put_cid(rows, cells, is_chat ? fact->u.chat.to_cid : -1);
        break;
    default:
        tti_table_put_line(table, cells, fact,
                           is_chat ? &fact->u.chat.text : &fact->u.server_message.text);
        break;
    }
}

/* The reading gives the facts that tt_io_table_ask wants: chat and messages of the server, and no
 * others. Facts outside of the span, which a reading can give (wants_before), are no rows. */
static bool fill(tt_io_table *table)
{
    while (!table_rows_is_full(table->rows)) {
        if (!tt_io_reading_next(table->r)) {
            return false;
        }
        const tt_fact *fact = table->r->item.fact;
        if (fact == NULL || !table->r->in_span) {
            continue;
        }
        for (size_t i = 0; i < table->rows->columns; i++) {
            struct table_cells *cells = &table->rows->cells[i];
            if (!tti_table_put_first(table, cells, TABLE_CHAT_recording, fact->tick)) {
                put_cell(table, cells, fact);
            }
        }
        table->rows->count++;
    }
    return true;
}

/* It needs no state, but an empty one is none that there was no memory for. */
const struct table_maker tti_table_chat = {1, fill};
