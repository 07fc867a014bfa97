/* SPDX-License-Identifier: MIT
 *
 * Texts without what is secret in them.
 */
#include "table/shown.h"

#include "teetape/json.h"
#include "teetape/secret.h"
#include "teetape/string.h"

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

/* Escaped text in pieces through a buffer of fixed size, without the quotation marks of each piece.
 * Cuts are between characters. */
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

/* If they are secret, each argument becomes TT_SECRET_TEXT: how many there were is shown. Without
 * arguments it is []. */
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
