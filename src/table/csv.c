/* SPDX-License-Identifier: MIT
 *
 * CSV as RFC 4180 defines it: a line of names, then a line for each row. Lines end with CR and LF.
 * Quotation marks surround a cell that has a comma, a quotation mark or a line end.
 *
 * Rules beyond the RFC:
 * - A missing value is an empty cell, an empty text is "".
 * - A NUL, which readers cut or refuse, becomes U+FFFD as do bytes that are not UTF-8.
 * - A cell that begins with '=', '+', '-' or '@' is a formula for a spreadsheet. The cell remains
 * as it is, for any change would be another value; with `spreadsheet` it has a ' before it.
 */
#include <string.h>

#include "table/value.h"

/* Returns true for a text that needs no quotation marks. An empty text needs them, because an empty
 * cell means no value. A text with a NUL goes to put_quoted, which replaces it. */
static bool is_plain(tt_bytes text)
{
    for (size_t i = 0; i < text.size; i++) {
        uint8_t byte = text.data[i];
        if (byte == ',' || byte == '"' || byte == '\r' || byte == '\n' || byte == 0) {
            return false;
        }
    }
    /* Readers may cut off blanks at the ends of an unquoted text. */
    return text.size != 0 && text.data[0] != ' ' && text.data[text.size - 1] != ' ';
}

/* Returns true when a spreadsheet would calculate the text. Tab, CR and LF also begin a formula in
 * some spreadsheets, and so do the full-width forms of the signs (U+FF0B, U+FF0D, U+FF1D, U+FF20)
 * in Japanese and Chinese ones. Columns of numbers need no check. */
static bool is_formula(tt_bytes text)
{
    static const char *const begins[] = {"=",
                                         "+",
                                         "-",
                                         "@",
                                         "\t",
                                         "\r",
                                         "\n",
                                         "\xef\xbc\x8b",
                                         "\xef\xbc\x8d",
                                         "\xef\xbc\x9d",
                                         "\xef\xbc\xa0"};
    for (size_t i = 0; i < sizeof begins / sizeof begins[0]; i++) {
        size_t size = strlen(begins[i]);
        if (text.size >= size && memcmp(text.data, begins[i], size) == 0) {
            return true;
        }
    }
    return false;
}

static void put_quoted(tt_io_output *out, tt_bytes text)
{
    size_t begin = 0;
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] == '"' || text.data[i] == 0) {
            tt_io_output_bytes(out, (tt_bytes){text.data + begin, i - begin});
            tt_io_output_text(out, text.data[i] == 0 ? "\xef\xbf\xbd" : "\"\"");
            begin = i + 1;
        }
    }
    tt_io_output_bytes(out, (tt_bytes){text.data + begin, text.size - begin});
}

/* Writes a text. With a ' before it, it is always in quotation marks, so that a reader gets one
 * cell. */
static void put_text(tt_io_output *out, tt_bytes text, bool spreadsheet)
{
    bool is_guarded = spreadsheet && is_formula(text);
    if (is_plain(text) && !is_guarded) {
        tt_io_output_bytes(out, text);
        return;
    }
    tt_io_output_text(out, is_guarded ? "\"'" : "\"");
    put_quoted(out, text);
    tt_io_output_byte(out, '"');
}

/* Writes the line of names. They need no quotation marks: tables.def has letters, digits and '_'
 * only. */
static bool begin(struct table_writing *w, tt_io_output *out, tt_io_error *error)
{
    (void)error;
    for (size_t i = 0; i < w->plan->count; i++) {
        tt_io_output_text(out, i == 0 ? "" : ",");
        tt_io_output_text(out, w->plan->column[i]->name);
    }
    tt_io_output_text(out, "\r\n");
    return true;
}

/* Writes the rows of a batch. `room` is the most that all values except texts can take, with a
 * comma each and the line end. Texts have no limit, so the line is flushed before a text, and new
 * space is reserved after it. */
static bool add(struct table_part *part, const tt_io_batch *batch)
{
    tt_io_output *out = part->out;
    struct table_pen pens[TT_IO_TABLE_COLUMNS];
    const size_t room = batch->columns * (TABLE_VALUE_MAX + 1) + 2;
    bool guards = part->writing->options.spreadsheet;
    tti_table_pens(pens, batch);
    for (size_t row = 0; row < batch->rows; row++) {
        uint8_t *line = tt_io_output_reserve(out, room), *at = line;
        for (size_t i = 0; line != NULL && i < batch->columns; i++) {
            const tt_io_column_data *data = &batch->column[i];
            if (i != 0) {
                *at++ = ',';
            }
            if (!table_has(data, row)) {
                continue;
            }
            if (pens[i].width != 0) {
                at = table_pen_write(&pens[i], row, at);
                continue;
            }
            tt_io_output_advance(out, (size_t)(at - line));
            put_text(out, table_text(data, row), guards);
            at = line = tt_io_output_reserve(out, room);
        }
        if (line == NULL) {
            return true; /* the output keeps its own failure */
        }
        *at++ = '\r';
        *at++ = '\n';
        tt_io_output_advance(out, (size_t)(at - line));
    }
    return true;
}

const struct table_format tti_table_csv = {
    .is = {.name = "csv",
           .ending = ".csv",
           .doc = "comma-separated values, RFC 4180",
           .is_text = 1},
    .begin = begin,
    .part_add = add,
};
