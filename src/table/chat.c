/* SPDX-License-Identifier: MIT
 *
 * The table `chat`: lines of players and of the server. Demos have them; teehistorian files of
 * DDNet have no chat lines.
 */
#include "table/table.h"

#define CELL(name, put) TABLE_CELL(CHAT, name, put)

/* Returns the name of TT_CHAT_* or of a kind of server message. Other numbers get the widest kind,
 * so that the column has a value in each row. */
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

static void put_cell(tt_io_table *table, size_t column, const tt_fact *fact)
{
    bool is_chat = fact->kind == TT_FACT_CHAT;
    struct table_rows *rows = table->rows;
    struct table_cells *cells = &rows->cells[column];
    switch (cells->id) {
        CELL(kind, tti_table_put_text(rows, cells, tt_bytes_of(kind_of(fact))));
        CELL(cid, tti_table_put_cid(rows, cells, fact->cid));
        CELL(session, tti_table_put_session(rows, cells, fact->session));
        CELL(name,
             tti_table_put_text_or_missing(
                 rows, cells, tt_bytes_of(tt_recording_session(table->r->rec, fact->cid).name)));
        CELL(to_cid, tti_table_put_cid(rows, cells, is_chat ? fact->u.chat.to_cid : -1));
    default:
        tti_table_put_line(table, cells, fact,
                           is_chat ? &fact->u.chat.text : &fact->u.server_message.text);
        break;
    }
}

static bool fill(tt_io_table *table)
{
    return tti_table_fill_facts(table, TABLE_CHAT_recording, put_cell);
}

const struct table_maker tti_table_chat = {0, fill};
