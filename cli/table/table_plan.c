/* SPDX-License-Identifier: MIT
 *
 * Makes a plan of the library from the options. The library knows the tables and their columns
 * (teetape/io/table.h). This file has the words of the command line and the errors.
 */
#include <stdio.h>
#include <string.h>

#include "cli/shell/memory.h"
#include "cli/shell/word_list.h"
#include "cli/table/table.h"
#include "teetape/io/path.h"
#include "teetape/io/table_ddl.h"

/* Removes the ending of a compressed file. A list of endings, because a build without a library
 * does not know its compressor. */
static tt_bytes not_packed(const char *output)
{
    static const char *const packed[] = {".gz", ".xz", ".zst"};
    tt_bytes path = tt_bytes_of(output);
    for (size_t i = 0; i < sizeof packed / sizeof packed[0]; i++) {
        if (tt_io_ending_is(path, packed[i])) {
            path.size -= strlen(packed[i]);
            break;
        }
    }
    return path;
}

static const tt_io_table_format *format_by_ending(const char *output)
{
    tt_bytes path = not_packed(output);
    const tt_io_table_format *format;
    for (size_t i = 0; (format = tt_io_table_format_at(i)) != NULL; i++) {
        if (tt_io_ending_is(path, format->ending)) {
            return format;
        }
    }
    return NULL;
}

/* Endings of formats that are not made here. Users expect these formats, and without the check a
 * CSV would get such a name. `near` is the ending of a format that may be meant. */
static const struct {
    const char *ending, *near;
} foreign[] = {
    {".arrow", NULL},        {".feather", NULL}, {".ipc", NULL},    {".orc", NULL},
    {".avro", NULL},         {".xls", NULL},     {".xlsx", NULL},   {".ods", NULL},
    {".h5", NULL},           {".npz", NULL},     {".tsv", ".csv"},  {".json", ".jsonl"},
    {".ndjson", ".jsonl"},   {".db", ".sqlite"}, {".duckdb", NULL}, {".pq", ".parquet"},
    {".sqlite3", ".sqlite"},
};

const char *table_foreign_problem(const char *output)
{
    static char problem[200];
    size_t i = 0, count = sizeof foreign / sizeof foreign[0];
    while (i < count && !tt_io_ending_is(not_packed(output), foreign[i].ending)) {
        i++;
    }
    if (i == count) {
        return NULL;
    }
    size_t at = (size_t)snprintf(problem, sizeof problem,
                                 "unknown ending of a table: choose a format with --format");
    const tt_io_table_format *format;
    for (size_t k = 0; (format = tt_io_table_format_at(k)) != NULL && at < sizeof problem; k++) {
        at += (size_t)snprintf(problem + at, sizeof problem - at, "%s %s", k > 0 ? "," : ":",
                               format->name);
    }
    if (foreign[i].near != NULL && at < sizeof problem) {
        snprintf(problem + at, sizeof problem - at, "; did you mean %s?", foreign[i].near);
    }
    return problem;
}

const tt_io_table_format *table_format_of(const struct settings *settings,
                                          const struct table_options *own)
{
    const tt_io_table_format *format = NULL;
    if (own->format != NULL) {
        return tt_io_table_format_find(own->format);
    }
    if (settings->output != NULL && own->partition == NULL) {
        format = format_by_ending(settings->output);
    }
    return format != NULL ? format : tt_io_table_format_find("csv");
}

bool table_plan(tt_io_table_plan *plan, const struct settings *settings,
                const struct table_options *own, const struct choice *kind, bool is_many,
                tt_io_error *error)
{
    const tt_io_table_options asked = {
        .kind = tt_io_table_find(kind->name),
        .columns = own->columns,
        .is_one_of_many = is_many,
        .every = (uint32_t)own->every,
        .show_secrets = settings->show_secrets,
    };
    return tt_io_table_plan_init(plan, &asked, error);
}

static void append(char *text, size_t room, const char *before, const char *word, const char *after)
{
    size_t used = strlen(text);
    snprintf(text + used, room - used, "%s%s%s", before, word, after);
}

/* Returns a sentence about an unknown column. The first plan.count columns were good, so the next
 * one is unknown. A static text is enough, because checks run once. */
const char *table_columns_problem(const struct table_options *own, const struct choice *kind)
{
    static char problem[1200];
    const struct settings settings = {.help = false};
    tt_io_table_plan plan;
    tt_io_error error;
    size_t count;
    const tt_io_column *all = tt_io_table_columns(tt_io_table_find(kind->name), &count);
    if (table_plan(&plan, &settings, own, kind, false, &error)) {
        return NULL;
    }
    const char *word = own->columns;
    for (size_t i = 0; i < plan.count; i++) {
        word = strchr(word, ',') + 1;
    }
    word += strspn(word, " ");
    struct suggestion near = suggest_begin((tt_bytes){(const uint8_t *)word, strcspn(word, " ,")});
    for (size_t i = 0; i < count; i++) {
        suggest_offer(&near, all[i].name);
    }
    snprintf(problem, sizeof problem, "%s", error.text);
    if (near.word != NULL && near.distance == 0) {
        return problem;
    }
    if (near.word != NULL) {
        append(problem, sizeof problem, "; did you mean '", near.word, "'?");
    }
    append(problem, sizeof problem, near.word != NULL ? " " : "; ", "there are", "");
    for (size_t i = 0; i < count; i++) {
        append(problem, sizeof problem, i > 0 ? ", " : " ", all[i].name, "");
    }
    return problem;
}

uint64_t table_kinds(const struct table_options *own)
{
    uint64_t kinds = 0;
    for (int kind = 0; own->kinds != NULL && kind < TT_FACT_KINDS; kind++) {
        bool is_named = word_list_has(own->kinds, tt_fact_type((tt_fact_kind)kind)->name);
        kinds |= is_named ? TT_FACT_BIT(kind) : 0;
    }
    return own->kinds != NULL ? kinds : TT_FACTS_ALL;
}

static const char *const words[] = {"plain", "codecs", NULL};

const char *table_ddl_word(size_t index)
{
    return index < sizeof words / sizeof words[0] ? words[index] : NULL;
}

enum exit_status table_ddl(struct job *job, const tt_io_table_plan *plan,
                           const tt_io_reading *stage_of)
{
    const struct table_options *own = job->options;
    const tt_io_table_ddl_options how = {.has_codecs = strcmp(own->ddl, "codecs") == 0,
                                         .stage_of = stage_of};
    if (!tt_io_table_ddl(plan, &how, job->out, NULL)) {
        memory_tell(job->path);
        return EXIT_SYSTEM;
    }
    return EXIT_GOOD;
}
