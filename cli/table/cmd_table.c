/* SPDX-License-Identifier: MIT
 *
 * teetape table: writes recordings as rows and columns.
 */
#include <stdio.h>
#include <string.h>

#include "cli/shell/inputs.h"
#include "cli/shell/option_rows.h"
#include "cli/shell/options.h"
#include "cli/shell/run.h"
#include "cli/shell/terminal.h"
#include "cli/show/rows.h"
#include "cli/table/table.h"
#include "teetape/io/compress.h"

static const char *format_word(size_t index)
{
    const tt_io_table_format *format = tt_io_table_format_at(index);
    return format != NULL ? format->name : NULL;
}

static const char *fact_word(size_t index)
{
    return index < TT_FACT_KINDS ? tt_fact_type((tt_fact_kind)index)->name : NULL;
}

#define TYPE struct table_options
static const struct option options[] = {
    OPTION_ROW_OUTPUT("write to this file; default: stdout"),
    OPTION_ROW_FORCE,
    ROW_LIST(0, "format", "FORMAT", TYPE, format, format_word,
             "format of OUT; default: by its ending, or csv"),
    ROW_TEXT('c', "columns", "NAMES", TYPE, columns,
             "these columns, with commas between them, or all"),
    ROW_LONG_LIST('k', "kind", "KIND,...", TYPE, kinds, fact_word,
                  "`facts`: only these kinds; the manual lists them"),
    OPTION_ROWS_SPAN,
    ROW_NUMBER(0, "every", "N", TYPE, every, 1, INT32_MAX, "`ticks`: only every Nth tick"),
    ROW_FILE(0, "map", "FILE", TYPE, map, "the map of the recording, for ticks and deaths"),
    ROW_LONG_LIST(0, "partition", "A,B", TYPE, partition, table_partition_word,
                  "a file a recording, in folders by day, server, map"),
    ROW_LONG_LIST(0, "ddl", "HOW", TYPE, ddl, table_ddl_word,
                  "print a ClickHouse statement: plain or codecs"),
    ROW_FLAG(0, "spreadsheet", TYPE, spreadsheet, "make formulas in texts harmless"),
    ROW_FLAG(0, "uuid-as-text", TYPE, uuid_as_text, "Parquet: UUIDs as texts, for Spark"),
    OPTION_ROW_SHOW_SECRETS,
    OPTION_ROW_INDEX_DIR,
    OPTION_ROW_NO_INDEX,
    OPTION_ROWS_EACH,
};
#undef TYPE

static const struct choice kinds[] = {
    {.name = "ticks", .help = "a row for each tick and living tee"},
    {.name = "inputs", .help = "a row for each input that changed"},
    {.name = "facts", .help = "a row for each fact: join, finish, death, ..."},
    {.name = "sessions", .help = "a row for each session"},
    {.name = "recordings", .help = "a row for each recording: header, state"},
    {.name = "chat", .help = "a row for each chat line"},
    {.name = NULL},
};

static const char *column_text(const tt_io_column *column)
{
    static const char *const types[TT_COLUMN_TYPES] = {"bool",  "int8", "int16", "int32", "int64",
                                                       "float", "time", "UUID",  "text"};
    static char text[128];
    snprintf(text, sizeof text, "%s%s%s%s%s%s", types[column->type],
             column->unit[0] != '\0' ? ", " : "", column->unit,
             column->source == TT_VALUE_DERIVED ? ", derived" : "",
             column->is_nullable ? ", may be missing" : "", column->is_default ? "" : ", *");
    return text;
}

static bool item(const struct choice *choice, size_t index, const char *texts[3])
{
    size_t count;
    const tt_io_column *columns = tt_io_table_columns(tt_io_table_find(choice->name), &count);
    if (index >= count) {
        return false;
    }
    texts[0] = columns[index].name;
    texts[1] = column_text(&columns[index]);
    texts[2] = columns[index].meaning;
    return true;
}

/* Refuses a wrong ending of the output. Readers of an is_plain format seek in the file, so it must
 * not be compressed. */
static const char *check_ending(const struct settings *settings, const struct table_options *own,
                                const tt_io_table_format *format)
{
    static char problem[200];
    if (settings->output == NULL || own->partition != NULL) {
        return NULL;
    }
    const tt_io_compressor *packed = tt_io_compressor_of(settings->output);
    if (packed != NULL && strcmp(packed->ending, ".tape") == 0) {
        return "a tape holds a teehistorian file, and no table: name it .gz, .xz or .zst";
    }
    if (format->is_plain && packed != NULL) {
        snprintf(problem, sizeof problem,
                 "a file of %s is not compressed: name it without .gz, .xz or .zst", format->name);
        return problem;
    }
    return own->format == NULL ? table_foreign_problem(settings->output) : NULL;
}

/* Checks the options. Rows and the JSON object cannot share stdout. Binary formats would garble a
 * terminal. */
static const char *check(const struct shell *sh)
{
    const struct settings *settings = sh->settings;
    const struct table_options *own = sh->options;
    const tt_io_table_format *format = table_format_of(settings, own);
    bool to_stdout = settings->output == NULL || strcmp(settings->output, "-") == 0;
    if (own->ddl != NULL && inputs_may_be_many(sh)) {
        return "--ddl takes one file at most";
    }
    if (format == NULL) {
        return "--format takes one word";
    }
    const char *problem = check_ending(settings, own, format);
    if (problem != NULL) {
        return problem;
    }
    if (own->ddl != NULL && strchr(own->ddl, ',') != NULL) {
        return "--ddl takes one word";
    }
    if (own->ddl != NULL) {
        return !to_stdout || own->partition != NULL || settings->json
                   ? "--ddl goes to stdout: without -o, --json and --partition"
                   : NULL;
    }
    if (to_stdout && settings->json) {
        return "--json and the table cannot both go to stdout: --format jsonl gives rows as JSON";
    }
    if (to_stdout && (own->partition != NULL || format->needs_file)) {
        return "this needs -o OUT";
    }
    if (to_stdout && !format->is_text && terminal_is(1)) {
        return "this is not for a terminal: name a file with -o";
    }
    return NULL;
}

static const char *check_choice(const struct table_options *own, const struct choice *choice)
{
    if (own->every > 1 && strcmp(choice->name, "ticks") != 0) {
        return "--every goes with ticks";
    }
    if (own->kinds != NULL && strcmp(choice->name, "facts") != 0) {
        return "--kind goes with facts";
    }
    return table_columns_problem(own, choice);
}

static enum exit_status run(struct shell *sh)
{
    char text[OPTIONS_PROBLEM];
    const struct choice *kind = choice_first(sh, text);
    const char *problem = kind != NULL ? check(sh) : text;
    problem = problem != NULL ? problem : check_choice(sh->options, kind);
    return kind != NULL ? table_run(sh, kind, problem) : run_refuse(sh, problem);
}

const struct command cmd_table = {
    .name = "table",
    .usage = "WHAT [OPTION...] FILE|DIR...",
    .summary = "write ticks, inputs, facts as CSV and other tables",
    .description = {"Writes recordings as a table for a data frame, a spreadsheet or a database."},
    .options = OPTION_TABLE(options, struct table_options),
    .examples = {{"Where everybody was at each tick:",
                  "table ticks --columns tick,cid,x,y FILE -o ticks.csv"},
                 {"All finishes and deaths of a folder:",
                  "table facts --kind finish,death archive/ -o facts.csv.gz"},
                 {"A table for ClickHouse:", "table ticks --ddl plain"},
                 {"One file a recording, for an engine:",
                  "table ticks archive/ --partition day -o out/"}},
    .json_text = {"One object at the end, when -o is a file:"},
    .columns = table_report_columns,
    .choices = kinds,
    .item = item,
    .run = run,
};
