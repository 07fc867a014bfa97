/* SPDX-License-Identifier: MIT
 *
 * Puts values that several tables have: time stamps, arguments, texts without their secrets.
 */
#include "base/ascii.h"
#include "table/table.h"
#include "teetape/json.h"
#include "teetape/secret.h"
#include "teetape/string.h"

/* Puts the time of a tick. A tick below 0 is before the first tick and has no time. 2^31 ticks of
 * 20,000 us are below 2^46 us, so a sum with a time of the years that have a date fits. */
void tti_table_put_ts(tt_io_table *table, struct table_cells *cells, int32_t tick)
{
    int64_t us = table->about.start_us + tick * TABLE_TICK_US;
    tti_table_put_known(table->rows, cells, us,
                        table->about.has_start && tick >= 0 && us < TABLE_TIME_END);
}

/* Puts a column of TT_COLUMNS_FIRST in tables.def: recording, tick, and ts, in this order. */
bool tti_table_put_first(tt_io_table *table, struct table_cells *cells, enum table_column_id first,
                         int32_t tick)
{
    switch ((int)cells->id - (int)first) {
    case 0:
        tti_table_put_uuid(table->rows, cells, &table->about.recording);
        return true;
    case 1:
        tti_table_put_int(table->rows, cells, tick);
        return true;
    case 2:
        tti_table_put_ts(table, cells, tick);
        return true;
    default:
        return false;
    }
}

bool tti_table_fill_facts(tt_io_table *table, enum table_column_id first,
                          void (*put)(tt_io_table *table, size_t column, const tt_fact *fact))
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
            if (!tti_table_put_first(table, &table->rows->cells[i], first, fact->tick)) {
                put(table, i, fact);
            }
        }
        table->rows->count++;
    }
    return true;
}

void tti_table_put_hex(tt_io_table *table, struct table_cells *cells, tt_bytes bytes)
{
    for (size_t i = 0; i < bytes.size; i++) {
        char two[2];
        tti_hex_put(two, bytes.data + i, 1);
        tti_table_add_text(table->rows, cells, (tt_bytes){(const uint8_t *)two, 2});
    }
    if (bytes.size == 0) {
        tti_table_put_missing(table->rows, cells);
    } else {
        tti_table_end_text(table->rows, cells);
    }
}

bool tti_table_hides(const tt_io_table *table, const tt_fact *fact, const void *member)
{
    return !table->plan->options.show_secrets && tt_fact_open(fact, member) != SIZE_MAX;
}

void tti_table_put_line(tt_io_table *table, struct table_cells *cells, const tt_fact *fact,
                        const tt_bytes *text)
{
    if (!tti_table_hides(table, fact, text)) {
        tti_table_put_text(table->rows, cells, *text);
        return;
    }
    tti_table_add_text(table->rows, cells, (tt_bytes){text->data, tt_fact_open(fact, text)});
    tti_table_add_text(table->rows, cells, tt_bytes_of(TT_SECRET_TEXT));
    tti_table_end_text(table->rows, cells);
}

/* Bytes of text that are escaped at once: each may become six. */
#define CHUNK ((size_t)512)

/* Escapes text in pieces, without the quotation marks of each. A cut never splits a character. */
static void add_json(tt_io_table *table, struct table_cells *cells, tt_bytes text)
{
    uint8_t space[6 * CHUNK + 2];
    tti_table_add_text(table->rows, cells, tt_bytes_of("\""));
    while (text.size != 0) {
        size_t size = tt_utf8_cut(text, CHUNK);
        tt_packer p = tt_packer_of(space, sizeof space);
        tt_pack_json_string(&p, (tt_bytes){text.data, size});
        tt_bytes packed = tt_packer_bytes(&p);
        tti_table_add_text(table->rows, cells, (tt_bytes){packed.data + 1, packed.size - 2});
        text.data += size;
        text.size -= size;
    }
    tti_table_add_text(table->rows, cells, tt_bytes_of("\""));
}

/* Puts arguments as a JSON array. Each secret argument becomes TT_SECRET_TEXT, so their number is
 * shown. */
void tti_table_put_args(tt_io_table *table, struct table_cells *cells, const tt_fact *fact)
{
    bool hides = tti_table_hides(table, fact, &fact->u.command.args);
    tt_texts args = fact->u.command.args;
    tt_bytes text;
    const char *before = "[";
    while ((text = tt_texts_next(&args)).data != NULL) {
        tti_table_add_text(table->rows, cells, tt_bytes_of(before));
        add_json(table, cells, hides ? tt_bytes_of(TT_SECRET_TEXT) : text);
        before = ",";
    }
    tti_table_add_text(table->rows, cells, tt_bytes_of(before[0] == '[' ? "[]" : "]"));
    tti_table_end_text(table->rows, cells);
}
