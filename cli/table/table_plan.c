/* SPDX-License-Identifier: MIT
 *
 * From options to what the library is asked for.
 */
#include <stdio.h>
#include <string.h>

#include "cli/shell/suggest.h"
#include "cli/table/table.h"
#include "teetape/io/path.h"

/* The ending of OUT, also before that of a compression. */
/* The path without the ending of a compression. */
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

bool table_is_foreign(const char *output)
{
    static const char *const others[] = {".arrow", ".feather", ".ipc", ".orc",    ".avro",
                                         ".xls",   ".xlsx",    ".ods", ".h5",     ".npz",
                                         ".tsv",   ".json",    ".db",  ".duckdb", ".pq"};
    for (size_t i = 0; output != NULL && i < sizeof others / sizeof others[0]; i++) {
        if (tt_io_ending_is(not_packed(output), others[i])) {
            return true;
        }
    }
    return false;
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

/* Adds to an error which column may have been meant by the word after those that are good. */
static void suggest_column(const tt_io_table_options *asked, size_t good, tt_io_error *error)
{
    size_t count;
    const tt_io_column *all = tt_io_table_columns(asked->kind, &count);
    const char *word = asked->columns != NULL ? asked->columns : "";
    for (size_t i = 0; i < good; i++) {
        word += strcspn(word, ",");
        word += *word == ',';
    }
    struct suggestion near = suggest_begin((tt_bytes){(const uint8_t *)word, strcspn(word, ",")});
    for (size_t i = 0; i < count; i++) {
        suggest_offer(&near, all[i].name);
    }
    size_t used = strlen(error->text);
    if (near.word != NULL && near.distance > 0) {
        snprintf(error->text + used, sizeof error->text - used, "; did you mean '%s'?", near.word);
    }
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
    if (tt_io_table_plan_init(plan, &asked, error)) {
        return true;
    }
    suggest_column(&asked, plan->count, error);
    return false;
}
