/* SPDX-License-Identifier: MIT
 *
 * The statements of ClickHouse.
 *
 * The types of columns are those of native.c, so that a table and the blocks that are sent to it
 * cannot differ. A load fills a stage, and the parts of the stage are attached to the table; so a
 * stage has the columns, the order and the partitions of its table. docs/scale.md has the way.
 */
#include "teetape/io/table_ddl.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "table/about.h"
#include "table/native.h"
#include "teetape/string.h"

/* Where loads are noted: of each recording the row with the highest version counts. Rows are added
 * only: a load that ends early left one that takes the recording out of `loaded`, and the next load
 * adds another one. */
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

/* In the order of a player's ticks: ticks have the same step, places the same speed for a while,
 * and an aim is near the one before. What changes rarely is best left to ZSTD alone. */
static const char *codec_of(const tt_io_column *column)
{
    bool is_place = strcmp(column->unit, "world units") == 0;
    bool is_tick = strcmp(column->unit, "ticks") == 0 || column->type == TT_COLUMN_TIME;
    if (is_place || is_tick) {
        return "DoubleDelta, ZSTD";
    }
    return column->type == TT_COLUMN_INT16 ? "Delta, ZSTD" : "ZSTD";
}

/* A text as SQL has it: U+FFFD in place of what is not UTF-8. A server's name is what its owner
 * wrote, and this is a statement: quotation mark, backslash, NUL and line end are escaped. */
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

/* Only a newer ClickHouse has codecs: in 18.16 the clause is a syntax error. */
static void put_codec(tt_io_output *out, const tt_io_table_ddl_options *options, const char *codec)
{
    if (options->has_codecs) {
        tt_io_output_text(out, " codec(");
        tt_io_output_text(out, codec);
        tt_io_output_text(out, ")");
    }
}

/* The columns that are the same for all rows of a recording. In a stage they are the default values
 * of the columns, as blocks of Native do not have them: the header gives them once instead of in
 * each row. */
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

/* A column can be part of the order only if the plan has it, and if it always has a value:
 * ClickHouse refuses a key that may be NULL. */
static bool has_key(const tt_io_table_plan *plan, const char *name)
{
    for (size_t i = 0; i < plan->count; i++) {
        if (!plan->column[i]->is_nullable && strcmp(plan->column[i]->name, name) == 0) {
            return true;
        }
    }
    return false;
}

/* Without codecs the order of ticks takes less room; codecs like values of one player. */
static void put_order(tt_io_output *out, const tt_io_table_plan *plan, bool by_player)
{
    const char *const keys[] = {"recording", by_player ? "cid" : "tick", by_player ? "tick" : "cid",
                                "session"};
    tt_io_output_text(out, "order by (server");
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        /* A client id is used again, so a row of `sessions` is found by its session alone. */
        bool is_wanted = has_key(plan, keys[i]) &&
                         (plan->options.kind != TT_TABLE_SESSIONS || strcmp(keys[i], "cid") != 0);
        if (is_wanted) {
            tt_io_output_text(out, ", ");
            tt_io_output_text(out, keys[i]);
        }
    }
    tt_io_output_text(out, ");\n");
}

/* A stage is dropped first: what an earlier load left in it must not be attached. */
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
        tti_native_type(type, plan->column[i]);
        tt_io_output_text(out, ",\n    ");
        tt_io_output_text(out, plan->column[i]->name);
        tt_io_output_text(out, " ");
        tt_io_output_text(out, type);
        put_codec(out, options, codec_of(plan->column[i]));
    }
    tt_io_output_text(out, "\n)\nengine = MergeTree\npartition by day\n");
    put_order(out, plan, options->has_codecs);
}

/* With the table `recordings` come `loads` and `loaded`: they are needed once for a database, as
 * that table is. */
bool tt_io_table_ddl(const tt_io_table_plan *plan, const tt_io_table_ddl_options *options,
                     tt_io_output *out, tt_io_error *error)
{
    tt_bytes server = {NULL, 0};
    char *memory = NULL;
    if (options->stage_of != NULL &&
        !tti_table_header_text(options->stage_of, TT_TH_KEY_server_name, &server, &memory)) {
        if (error != NULL) {
            tt_io_error_system(error, ENOMEM, "there is not enough memory for a table");
        }
        return false;
    }
    put_table(out, plan, options, server);
    free(memory);
    if (options->stage_of == NULL && plan->options.kind == TT_TABLE_RECORDINGS) {
        tt_io_output_text(out, loads);
    }
    return true;
}
