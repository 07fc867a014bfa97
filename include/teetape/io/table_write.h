/* SPDX-License-Identifier: MIT
 *
 * Writes batches of table.h as a file: CSV, JSON Lines and others. One file has one table, of one
 * recording or of many; each of them is a part, and parts can be written by several threads.
 *
 *     writer = tt_io_table_writer_open(&plan, &options, part_count, &error);
 *     tt_io_table_writer_begin(writer, out);
 *     for (index = 0; index < part_count; index++) {     // each recording, one after the other
 *         tt_io_table_part *part = tt_io_table_part_open(writer, index, out);
 *         while (tt_io_table_next(table, &batch))
 *             tt_io_table_part_add(part, &batch);
 *         tt_io_table_part_close(part);
 *     }
 *     tt_io_table_writer_end(writer, out);
 *     good = tt_io_table_writer_close(writer, &error);
 *
 * Several threads may each write a part, into outputs that sequence.h puts in order.
 *
 * Errors stick: what follows one does nothing, and the close reports the first. Failures of the
 * outputs are reported by the outputs.
 */
#ifndef TEETAPE_IO_TABLE_WRITE_H
#define TEETAPE_IO_TABLE_WRITE_H

#include "teetape/io/file.h"
#include "teetape/io/output.h"
#include "teetape/io/table.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What a format of tables is. All of it is static. */
typedef struct tt_io_table_format {
    const char *name;   /**< such as "csv" */
    const char *ending; /**< of files of it, such as ".csv" */
    const char *doc;    /**< a few words */
    uint8_t in_order;   /**< 1: parts must be written one after the other, in the order of their
                             numbers */
    uint8_t is_text;    /**< 1: people can read it */
    uint8_t needs_file; /**< 1: a database, which needs the option `file`; nothing goes to an
                             output */
    uint8_t is_of_many; /**< 1: what is written comes together with other recordings: give the plan
                             `is_one_of_many` */
    uint8_t is_plain; /**< 1: its readers go to places in the file, so that they read no compressed
                           one */
} tt_io_table_format;

/** Format number `index`, from 0; NULL when there are no more. */
TT_IO_API const tt_io_table_format *tt_io_table_format_at(size_t index);

/** The format with this name, NULL when there is none. */
TT_IO_API const tt_io_table_format *tt_io_table_format_find(const char *name);

/** How tables are written. All zero, but for `format`, is the usual way. */
typedef struct tt_io_table_write_options {
    const tt_io_table_format *format; /**< which */
    tt_io_file *file;  /**< of formats with `needs_file`: where the bytes go. A regular file that is
                            not compressed, and to which nothing else is written; the caller commits
                            it after the close of the writer */
    const char *table; /**< its name in a database or in DDL; NULL: that of tables.def */
    bool uuid_as_text; /**< for readers that know no UUIDs */
    bool spreadsheet;  /**< of CSV: texts that a spreadsheet would run as formulas (those that
                               begin with =, +, -, @, their full-width forms, tab, CR or LF) have a '
                          before them */
} tt_io_table_write_options;

/** One file that is being written. */
typedef struct tt_io_table_writer tt_io_table_writer;

/** The rows of one recording in it. */
typedef struct tt_io_table_part tt_io_table_part;

/** Begins a file of `parts` recordings. The plan must remain until the close. NULL on failure, with
 * *error filled: no memory; TT_ERR_UNSUPPORTED: this build lacks a library; TT_ERR_ARGUMENT: the
 * format cannot have one of the columns. */
TT_IO_API tt_io_table_writer *tt_io_table_writer_open(const tt_io_table_plan *plan,
                                                      const tt_io_table_write_options *options,
                                                      size_t parts, tt_io_error *error);

/** Writes what comes before all rows. */
TT_IO_API void tt_io_table_writer_begin(tt_io_table_writer *writer, tt_io_output *out);

/** Begins part `index`, each only once. `out` must remain until the close of the part, and get
 * nothing else meanwhile. Several threads may have a part each. NULL when there is no memory. */
TT_IO_API tt_io_table_part *tt_io_table_part_open(tt_io_table_writer *writer, size_t index,
                                                  tt_io_output *out);

/** Adds rows. NULL for the part is fine. False after a failure. */
TT_IO_API bool tt_io_table_part_add(tt_io_table_part *part, const tt_io_batch *batch);

/** Ends a part: what was kept back of its rows is written. NULL is fine. */
TT_IO_API void tt_io_table_part_close(tt_io_table_part *part);

/** Writes what comes after all rows. Beginning, parts and end must go to the same file, in this
 * order; a part that was not opened has no rows. */
TT_IO_API void tt_io_table_writer_end(tt_io_table_writer *writer, tt_io_output *out);

/** Rows that were added so far; any thread. */
TT_IO_API uint64_t tt_io_table_writer_rows(const tt_io_table_writer *writer);

/** Frees it. False when something failed: *error, which may be NULL, says what. NULL
 * is fine. */
TT_IO_API bool tt_io_table_writer_close(tt_io_table_writer *writer, tt_io_error *error);

#ifdef __cplusplus
}
#endif

#endif
