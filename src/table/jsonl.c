/* SPDX-License-Identifier: MIT
 *
 * JSON Lines: an object for each row. A missing value is null. JSON readers may round integers
 * above 2^53, but no table has such a value.
 */
#include <string.h>

#include "table/value.h"
#include "teetape/json.h"
#include "teetape/string.h"

/* Bytes of text that are escaped at once, so that the reserved space has a limit: each may become
 * six. */
#define CHUNK ((size_t)4096)
#define ESCAPED (6 * CHUNK + 2)

/* Bytes around a value at most: a comma or a brace, the name in quotation marks, a colon, a
 * quotation mark. */
#define AROUND 48

/* Writes a text in pieces, without the quotation marks of each. A cut never splits a character of
 * UTF-8. */
static void put_text(tt_io_output *out, tt_bytes text)
{
    tt_io_output_byte(out, '"');
    while (text.size != 0) {
        size_t size = tt_utf8_cut(text, CHUNK);
        uint8_t *space = tt_io_output_reserve(out, ESCAPED);
        if (space == NULL) {
            return;
        }
        tt_packer p = tt_packer_of(space, ESCAPED);
        tt_pack_json_string(&p, (tt_bytes){text.data, size});
        size_t written = (size_t)(p.at - p.begin) - 2;
        memmove(space, space + 1, written);
        tt_io_output_advance(out, written);
        text.data += size;
        text.size -= size;
    }
    tt_io_output_byte(out, '"');
}

/* Appends a text without a check: the caller reserved AROUND bytes for each value. */
static uint8_t *put(uint8_t *at, const char *text)
{
    size_t size = strlen(text);
    memcpy(at, text, size);
    return at + size;
}

static uint8_t *put_value(uint8_t *at, struct table_pen *pen, size_t row)
{
    const tt_io_column_data *data = pen->data;
    tt_io_column_type type = data->column->type;
    bool is_quoted = type == TT_COLUMN_TIME || type == TT_COLUMN_UUID;
    if (!table_has(data, row)) {
        return put(at, "null");
    }
    if (type == TT_COLUMN_BOOL) {
        return put(at, ((const uint8_t *)data->values)[row] != 0 ? "true" : "false");
    }
    if (is_quoted) {
        *at++ = '"';
    }
    at = table_pen_write(pen, row, at);
    if (is_quoted) {
        *at++ = '"';
    }
    return at;
}

static bool add(struct table_part *part, const tt_io_batch *batch)
{
    tt_io_output *out = part->out;
    struct table_pen pens[TT_IO_TABLE_COLUMNS];
    const size_t room = batch->columns * (TABLE_VALUE_MAX + AROUND) + 2;
    tti_table_pens(pens, batch);
    for (size_t row = 0; row < batch->rows; row++) {
        uint8_t *line = tt_io_output_reserve(out, room), *at = line;
        for (size_t i = 0; line != NULL && i < batch->columns; i++) {
            const tt_io_column_data *data = &batch->column[i];
            at = put(at, i == 0 ? "{\"" : ",\"");
            at = put(at, data->column->name);
            at = put(at, "\":");
            if (data->column->type != TT_COLUMN_TEXT || !table_has(data, row)) {
                at = put_value(at, &pens[i], row);
                continue;
            }
            tt_io_output_advance(out, (size_t)(at - line));
            put_text(out, table_text(data, row));
            at = line = tt_io_output_reserve(out, room);
        }
        if (line == NULL) {
            return true; /* the output keeps its own failure */
        }
        at = put(at, "}\n");
        tt_io_output_advance(out, (size_t)(at - line));
    }
    return true;
}

const struct table_format tti_table_jsonl = {
    .is = {.name = "jsonl",
           .ending = ".jsonl",
           .doc = "JSON Lines: an object for each row",
           .is_text = 1},
    .part_add = add,
};
