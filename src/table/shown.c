/* SPDX-License-Identifier: MIT
 *
 * Texts without what is secret in them.
 */
#include "table/shown.h"

#include "teetape/json.h"
#include "teetape/secret.h"
#include "teetape/string.h"

/* The caller of the table asked for secrets. */
static bool shows_all(const tt_io_table *table)
{
    return table->plan->options.show_secrets;
}

void tti_table_put_secret(tt_io_table *table, struct table_cells *cells, tt_bytes text,
                          bool is_secret)
{
    bool hides = is_secret && !shows_all(table);
    tti_table_put_text(table->rows, cells, hides ? tt_bytes_of(TT_SECRET_TEXT) : text);
}

/* tt_secret_sv_chat says from where on a text is secret; a reason is hidden as a whole then. */
void tti_table_put_prose(tt_io_table *table, struct table_cells *cells, tt_bytes text)
{
    tti_table_put_secret(table, cells, text, tt_secret_sv_chat(text) < text.size);
}

/* Bytes of a line that may be shown. A whisper is secret as a whole. A demo has lines as a server
 * sent them, which may quote a command: all up to its argument is shown. A teehistorian file has
 * what a client typed, and a command with a secret hides the whole line. */
static size_t open_size(const tt_io_table *table, const tt_fact *fact, tt_bytes text)
{
    bool is_whisper = fact->kind == TT_FACT_CHAT && fact->u.chat.to == TT_CHAT_PLAYER;
    if (is_whisper) {
        return 0;
    }
    if (tt_io_reading_format(table->r) == TT_FORMAT_DEMO) {
        return tt_secret_sv_chat(text);
    }
    return tt_secret_chat(text) ? 0 : text.size;
}

/* A whisper that is empty is hidden, too, so that all of them look alike. */
void tti_table_put_line(tt_io_table *table, struct table_cells *cells, const tt_fact *fact,
                        tt_bytes text)
{
    size_t open = shows_all(table) ? text.size : open_size(table, fact, text);
    bool is_whisper = fact->kind == TT_FACT_CHAT && fact->u.chat.to == TT_CHAT_PLAYER;
    if (open < text.size || (is_whisper && !shows_all(table))) {
        tti_table_add_text(table->rows, cells, (tt_bytes){text.data, open});
        tti_table_add_text(table->rows, cells, tt_bytes_of(TT_SECRET_TEXT));
        tti_table_end_text(table->rows, cells);
    } else {
        tti_table_put_text(table->rows, cells, text);
    }
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
void tti_table_put_args(tt_io_table *table, struct table_cells *cells,
                        const struct tt_fact_command *command)
{
    bool hides = !shows_all(table) && tt_secret_args(command->name, command->args);
    tt_texts args = command->args;
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
