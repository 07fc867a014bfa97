/* SPDX-License-Identifier: MIT
 *
 * ClickHouse: its statements, and the format Native. Both use the same types of columns, so that a
 * table and the blocks that are sent to it cannot differ. A load fills a stage, and its parts are
 * attached to the table: a stage has the columns, order and partitions of the table
 * (docs/scale.md).
 *
 * Native consists of blocks, with nothing before, between or after them. A block is a batch:
 *
 *     varuint columns, varuint rows
 *     for each column: name and type (varuint size, bytes), then
 *         of Nullable a byte a row, 1 for no value; then a value for each row, also for these
 *
 * Numbers are little-endian. A varuint before each text is its size. Each half of a UUID has its
 * last byte first.
 *
 * A block of no columns and no rows would end the stream for a server; a batch has both.
 */
#include "teetape/io/table_ddl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "table/buffer.h"
#include "table/format.h"
#include "table/table.h"
#include "teetape/string.h"
#include "teetape/uuid.h"

/* Bytes of a type's name, with its NUL. */
#define NATIVE_TYPE 32

/* Writes the type of a column. Types of ClickHouse 18.16, such as "Nullable(Int32)": it has no
 * Bool, no DateTime64, and nothing finer than seconds. Kinds are String: a new kind of an Enum8
 * would change the type of every table. A server compares names as text, and converts nothing. */
static void type_of(char dst[NATIVE_TYPE], const tt_io_column *column)
{
    static const char *const names[TT_COLUMN_TYPES] = {
        [TT_COLUMN_BOOL] = "UInt8",  [TT_COLUMN_INT8] = "Int8",   [TT_COLUMN_INT16] = "Int16",
        [TT_COLUMN_INT32] = "Int32", [TT_COLUMN_INT64] = "Int64", [TT_COLUMN_FLOAT] = "Float32",
        [TT_COLUMN_TIME] = "Int64",  [TT_COLUMN_UUID] = "UUID",   [TT_COLUMN_TEXT] = "String"};
    snprintf(dst, NATIVE_TYPE, column->is_nullable ? "Nullable(%s)" : "%s", names[column->type]);
}

/* SQL of the table `loads`. For each recording the row with the highest version counts. A load that
 * ends early leaves a row that excludes the recording from `loaded`, and the next load adds another
 * row. */
static const char loads[] = "\n"
                            "create table if not exists loads\n"
                            "(\n"
                            "    day Date,\n"
                            "    recording UUID,\n"
                            "    version UInt32,\n"
                            "    is_loaded UInt8,\n"
                            "    server String,\n"
                            "    file String,\n"
                            "    checksum UInt32,\n"
                            "    size UInt64,\n"
                            "    rows UInt64,\n"
                            "    at DateTime\n"
                            ")\n"
                            "engine = MergeTree\n"
                            "order by (day, recording, version);\n"
                            "\n"
                            "create view if not exists loaded as\n"
                            "select recording, argMax(day, version) as day\n"
                            "from loads\n"
                            "group by recording\n"
                            "having argMax(is_loaded, version) = 1;\n";

/* Chooses the codec of a column for rows in the order of a player's ticks: ticks rise by equal
 * steps, speeds remain equal for a while, and an aim is near the one before. */
static const char *codec_of(const tt_io_column *column)
{
    bool is_position = strcmp(column->unit, "world units") == 0;
    bool is_tick = strcmp(column->unit, "ticks") == 0 || column->type == TT_COLUMN_TIME;
    if (is_position || is_tick) {
        return "DoubleDelta, ZSTD";
    }
    return column->type == TT_COLUMN_INT16 ? "Delta, ZSTD" : "ZSTD";
}

/* Writes a text as a literal. U+FFFD replaces invalid UTF-8. A server's name comes from its owner,
 * so quotation mark, backslash, NUL and line end are escaped. */
static void put_literal(tt_io_output *out, tt_bytes text)
{
    size_t used;
    tt_io_output_text(out, "'");
    for (; text.size != 0; text.data += used, text.size -= used) {
        uint8_t first = text.data[0];
        if (tt_utf8_decode(text, &used) < 0) {
            tt_io_output_text(out, "\xef\xbf\xbd");
        } else if (first == '\'' || first == '\\') {
            tt_io_output_byte(out, '\\');
            tt_io_output_byte(out, first);
        } else if (first == 0 || first == '\n') {
            tt_io_output_text(out, first == 0 ? "\\0" : "\\n");
        } else {
            tt_io_output_bytes(out, (tt_bytes){text.data, used});
        }
    }
    tt_io_output_text(out, "'");
}

/* Writes a codec if the options allow codecs: ClickHouse 18.16 reports one as a syntax error. */
static void put_codec(tt_io_output *out, const tt_io_table_ddl_options *options, const char *codec)
{
    if (options->has_codecs) {
        tt_io_output_text(out, " codec(");
        tt_io_output_text(out, codec);
        tt_io_output_text(out, ")");
    }
}

/* Writes the columns that are equal for all rows of a recording. A stage has them as default
 * values, because blocks of Native lack them. */
static void put_keys(tt_io_output *out, const tt_io_table_ddl_options *options, tt_bytes server)
{
    char day[TT_IO_TABLE_DAY];
    tt_io_output_text(out, "    day Date");
    if (options->stage_of != NULL) {
        bool is_known = tt_io_table_day(day, options->stage_of);
        tt_io_output_text(out, " default toDate('");
        tt_io_output_text(out, is_known ? day : "1970-01-01");
        tt_io_output_text(out, "')");
    }
    put_codec(out, options, "ZSTD");
    tt_io_output_text(out, ",\n    server String");
    if (options->stage_of != NULL) {
        tt_io_output_text(out, " default ");
        put_literal(out, server);
    }
    put_codec(out, options, "LZ4");
}

/* Returns true when the plan has the column and it is never NULL: ClickHouse refuses a key that may
 * be NULL. */
static bool has_key(const tt_io_table_plan *plan, const char *name)
{
    for (size_t i = 0; i < plan->count; i++) {
        if (!plan->column[i]->is_nullable && strcmp(plan->column[i]->name, name) == 0) {
            return true;
        }
    }
    return false;
}

/* Orders a table with codecs by player, whose values are alike. A table without codecs needs less
 * room in the order of ticks. */
static void put_order(tt_io_output *out, const tt_io_table_plan *plan, bool by_player)
{
    const char *const keys[] = {"recording", by_player ? "cid" : "tick", by_player ? "tick" : "cid",
                                "session"};
    tt_io_output_text(out, "order by (server");
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        /* Client ids are reused, so a row of `sessions` is identified by its session alone. */
        bool is_wanted = has_key(plan, keys[i]) &&
                         (plan->options.kind != TT_TABLE_SESSIONS || strcmp(keys[i], "cid") != 0);
        if (is_wanted) {
            tt_io_output_text(out, ", ");
            tt_io_output_text(out, keys[i]);
        }
    }
    tt_io_output_text(out, ");\n");
}

/* Drops a stage first: rows of an earlier load must not be attached. */
static void put_table(tt_io_output *out, const tt_io_table_plan *plan,
                      const tt_io_table_ddl_options *options, tt_bytes server)
{
    char type[NATIVE_TYPE];
    const char *name = tt_io_table_name(plan->options.kind);
    bool is_stage = options->stage_of != NULL;
    if (is_stage) {
        tt_io_output_text(out, "drop table if exists ");
        tt_io_output_text(out, name);
        tt_io_output_text(out, "_stage;\n\n");
    }
    tt_io_output_text(out, is_stage ? "create table " : "create table if not exists ");
    tt_io_output_text(out, name);
    tt_io_output_text(out, is_stage ? "_stage\n(\n" : "\n(\n");
    put_keys(out, options, server);
    for (size_t i = 0; i < plan->count; i++) {
        type_of(type, plan->column[i]);
        tt_io_output_text(out, ",\n    ");
        tt_io_output_text(out, plan->column[i]->name);
        tt_io_output_text(out, " ");
        tt_io_output_text(out, type);
        put_codec(out, options, codec_of(plan->column[i]));
    }
    tt_io_output_text(out, "\n)\nengine = MergeTree\npartition by day\n");
    put_order(out, plan, options->has_codecs);
}

bool tt_io_table_ddl(const tt_io_table_plan *plan, const tt_io_table_ddl_options *options,
                     tt_io_output *out, tt_io_error *error)
{
    tt_bytes server = {NULL, 0};
    char *memory = NULL;
    if (options->stage_of != NULL &&
        !tti_table_header_text(options->stage_of, TT_TH_KEY_server_name, &server, &memory)) {
        return tti_table_no_memory(error);
    }
    put_table(out, plan, options, server);
    free(memory);
    if (options->stage_of == NULL && plan->options.kind == TT_TABLE_RECORDINGS) {
        tt_io_output_text(out, loads);
    }
    return true;
}

static void put_text(struct table_buffer *b, const void *text, size_t size)
{
    tti_table_buffer_varuint(b, size);
    tti_table_buffer_put(b, text, size);
}

static void put_numbers(struct table_buffer *b, const void *values, size_t rows, size_t width)
{
    const uint16_t *halves = values;
    const uint64_t *longs = values;
    uint8_t *at = tti_table_buffer_add(b, width * rows);
    if (at == NULL) {
        return;
    }
    if (width == 1) {
        memcpy(at, values, rows);
        return;
    }
    for (size_t i = 0; i < rows; i++) {
        if (width == 2) {
            tti_store_le16(at + 2 * i, halves[i]);
        } else if (width == 4) {
            tti_store_le32(at + 4 * i, table_word(values, i));
        } else {
            tti_store_le64(at + 8 * i, longs[i]);
        }
    }
}

/* Writes a column. The bytes for missing rows precede all values, and a missing row has the 0 or
 * empty text of the batch. Each half of a UUID is reversed: read with the highest byte first and
 * written with the lowest first. */
static void put_column(struct table_buffer *b, const tt_io_column_data *data, size_t rows)
{
    char type[NATIVE_TYPE];
    type_of(type, data->column);
    put_text(b, data->column->name, strlen(data->column->name));
    put_text(b, type, strlen(type));
    uint8_t *missing = data->column->is_nullable ? tti_table_buffer_add(b, rows) : NULL;
    for (size_t i = 0; missing != NULL && i < rows; i++) {
        missing[i] = !table_has(data, i);
    }
    size_t width = tti_table_width(data->column->type);
    if (width != 0 && width != 16) {
        put_numbers(b, data->values, rows, width);
        return;
    }
    const uint8_t *halves = data->values;
    uint8_t *at = width == 16 ? tti_table_buffer_add(b, 16 * rows) : NULL;
    for (size_t i = 0; at != NULL && i < 2 * rows; i++) {
        tti_store_le64(at + 8 * i, tti_load_be64(halves + 8 * i));
    }
    for (size_t i = 0; width == 0 && i < rows; i++) {
        tt_bytes text = table_text(data, i);
        put_text(b, text.data, text.size);
    }
}

static bool add(struct table_part *part, const tt_io_batch *batch)
{
    struct table_buffer b = {.data = NULL};
    tti_table_buffer_varuint(&b, batch->columns);
    tti_table_buffer_varuint(&b, batch->rows);
    for (size_t i = 0; i < batch->columns && !b.has_failed; i++) {
        put_column(&b, &batch->column[i], batch->rows);
        if (!b.has_failed) {
            tt_io_output_bytes(part->out, (tt_bytes){b.data, b.size});
        }
        b.size = 0;
    }
    bool good = !b.has_failed || tti_table_no_memory(&part->error);
    free(b.data);
    return good;
}

const struct table_format tti_table_native = {
    .is = {.name = "native", .ending = ".native", .doc = "ClickHouse's Native", .is_of_many = 1},
    .part_add = add,
};
