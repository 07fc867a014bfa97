/* SPDX-License-Identifier: MIT
 *
 * teetape table: what the user asked for, and the table that is being made.
 */
#ifndef CLI_TABLE_TABLE_H
#define CLI_TABLE_TABLE_H

#include <stdatomic.h>

#include "cli/shell/reading.h"
#include "cli/show/rows.h"
#include "teetape/io/file.h"
#include "teetape/io/table_write.h"

/* Of the command; NULL, 0 and false: not given. */
struct table_options {
    /* words, with commas between them where there may be several */
    const char *columns, *kinds, *format, *partition, *ddl;
    int64_t every; /* `ticks`: every Nth one; 0 or 1 for each */
    bool spreadsheet, uuid_as_text;
};

/* A file of rows on its way: one for all, or with --partition one for each recording. */
struct table_file {
    const char *path;
    tt_io_file *file;           /* NULL when it is not open */
    tt_io_table_writer *writer; /* of the rows, into `file` */
};

/* What became of an input. Written by the one job that reads it, read at the end. */
struct table_seen {
    tt_uuid recording;          /* as the column of this name has it; zeros when it has no id */
    const char *path;           /* NULL while its header is not known */
    tt_format format;           /* by its first bytes */
    bool is_in;                 /* the table has its rows; without a header it has none */
    bool is_damaged, is_unread; /* by its exit status; it could not be read at all */
};

/* One run of the verb, for all of its threads. What several of them change is atomic. */
struct table_work {
    tt_io_table_plan plan;         /* columns, table and options, as the library has them */
    tt_io_table_write_options how; /* the format, and how texts are written */
    const char *output;            /* a path, a folder with --partition, or "-" */
    struct table_file one;         /* of all recordings; nothing with --partition and --ddl */
    struct table_seen *seen;       /* one for each input */
    size_t inputs;                 /* how many there are, readable or not */
    atomic_size_t files;           /* written so far */
    atomic_size_t there; /* files of --partition that exist already, and are not replaced */
    atomic_ullong rows;  /* in all files */
};

/* The ending of OUT is that of tables which are not made here. NULL is fine. */
bool table_is_foreign(const char *output);

/* The format by --format, or by the ending of OUT; "csv" when neither says it. */
const tt_io_table_format *table_format_of(const struct settings *settings,
                                          const struct table_options *own);

/* The facts that --kind names, as bits; without it all. */
uint64_t table_kinds(const struct table_options *own);

/* What is wrong with --columns for a table, and which there are; NULL when it is good. */
const char *table_columns_problem(const struct table_options *own, const struct choice *kind);

/* What is asked for, with what came of the words. False when a column is unknown: *error. */
bool table_plan(tt_io_table_plan *plan, const struct settings *settings,
                const struct table_options *own, const struct choice *kind, bool is_many,
                tt_io_error *error);

/* See struct gather. */
extern const struct gather table_gather;

/* One recording. */
enum exit_status table_process(struct job *job);

/* --ddl: the words that it takes, then NULL; and the statements for the plan, those of the stage of
 * a reading, which may be NULL, into the job's output. */
const char *table_ddl_word(size_t index);
enum exit_status table_ddl(struct job *job, const tt_io_table_plan *plan,
                           const tt_io_reading *stage_of);

/* Fills in which recording it is, once its rows were written. */
void table_see(struct table_seen *seen, const struct reading *r);

/* At the end: notes about what the table has twice, or cannot have. */
void table_note(const struct job *all, const struct table_work *w);

/* What the table has, as an object or in words, where one of them is wanted. */
void table_report(const struct job *all, const struct table_work *w);

/* The keys of the object of --json. */
extern const struct column table_report_columns[];

#endif
