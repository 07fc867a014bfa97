/* SPDX-License-Identifier: MIT
 *
 * The options of `teetape table` and the state of a run.
 */
#ifndef CLI_TABLE_TABLE_H
#define CLI_TABLE_TABLE_H

#include <stdatomic.h>

#include "cli/shell/reading.h"
#include "cli/show/rows.h"
#include "teetape/io/file.h"
#include "teetape/io/table_write.h"

struct table_options {
    const char *columns, *kinds, *format, *partition, *ddl, *map;
    int64_t every;
    bool spreadsheet, uuid_as_text;
};

/* Returns word `index` of --partition, then NULL. */
const char *table_partition_word(size_t index);

/* An output: one for the whole run, or with --partition one for each recording. */
struct table_file {
    const char *path;
    tt_io_file *file;
    tt_io_table_writer *writer;
};

struct table_seen {
    tt_uuid recording; /* value of the column `recording`; zeros without an id */
    const char *path;
    tt_format format;
    bool is_in;
    bool is_damaged, is_unread;
};

struct table_work {
    const struct choice *kind; /* the word WHAT */
    tt_io_table_plan plan;
    tt_io_table_write_options how;
    const char *output;
    struct table_file one;
    struct table_seen *seen;
    size_t inputs;
    atomic_size_t files;
    atomic_size_t there; /* files of --partition that existed and were kept */
    atomic_ullong rows;
};

/* Returns a sentence if the ending of OUT belongs to a kind of table that this command does not
 * make, or NULL. */
const char *table_foreign_problem(const char *output);

/* Returns the format of --format, else that of the ending of OUT, else CSV. */
const tt_io_table_format *table_format_of(const struct settings *settings,
                                          const struct table_options *own);

uint64_t table_kinds(const struct table_options *own);

const char *table_columns_problem(const struct table_options *own, const struct choice *kind);

bool table_plan(tt_io_table_plan *plan, const struct settings *settings,
                const struct table_options *own, const struct choice *kind, bool is_many,
                tt_io_error *error);

/* Writes a table. A `problem` is a sentence about wrong usage, or NULL. */
enum exit_status table_run(struct shell *sh, const struct choice *kind, const char *problem);

/* table_ddl_word gives the words of --ddl, then NULL. table_ddl prints the statements for the
 * plan; with a NULL reading those of the table, without its stage. */
const char *table_ddl_word(size_t index);
enum exit_status table_ddl(struct job *job, const tt_io_table_plan *plan,
                           const tt_io_reading *stage_of);

void table_see(struct table_seen *seen, const struct reading *r);

/* Prints notes about recordings that occur twice and columns that cannot be filled. */
void table_note(const struct job *all, const struct table_work *w);

void table_report(const struct job *all, const struct table_work *w);

extern const struct column table_report_columns[];

#endif
