/* SPDX-License-Identifier: MIT
 *
 * Writes batches of table.h as a file: CSV, JSON Lines and others. One file has one table, of
 * one recording or of many. The rows of each recording are a part.
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
 * The first error sticks: later calls do nothing, and the close reports it. Each output reports
 * its own failures.
 */
#ifndef TEETAPE_IO_TABLE_WRITE_H
#define TEETAPE_IO_TABLE_WRITE_H

#include "teetape/io/file.h"
#include "teetape/io/output.h"
#include "teetape/io/table.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A format of table files. Constants of the library. */
typedef struct tt_io_table_format {
    const char *name;   /**< name of the format, such as "csv" */
    const char *ending; /**< ending of file names, such as ".csv" */
    const char *doc;    /**< a few words about the format */
    uint8_t in_order;   /**< 1: parts must be written one after the other, in the order of their
                             numbers */
    uint8_t is_text;    /**< 1: the format is text that people can read */
    uint8_t needs_file; /**< 1: a database, which needs the option `file`; nothing goes to an
                             output */
    uint8_t is_of_many; /**< 1: files of this format usually go into a table of many recordings:
                           set `is_one_of_many` in the plan */
    uint8_t is_plain;   /**< 1: readers seek in the file, so it must not be compressed */
} tt_io_table_format;

/** Returns format number `index`, from 0; NULL when there are no more. */
TT_IO_API const tt_io_table_format *tt_io_table_format_at(size_t index);

/** Returns the format with this name, NULL when there is none. */
TT_IO_API const tt_io_table_format *tt_io_table_format_find(const char *name);

/** Options of a table writer. Zeros are the defaults of all members but `format`. */
typedef struct tt_io_table_write_options {
    const tt_io_table_format *format; /**< format, from tt_io_table_format_find */
    tt_io_file
        *file; /**< the file of a format with `needs_file`: a regular, uncompressed file to which
                  nothing else is written. The caller commits it after the writer is closed */
    const char
        *table; /**< name of the table in a database or in DDL; NULL: the name in tables.def */
    bool uuid_as_text; /**< writes UUIDs as text, for readers without a UUID type */
    bool spreadsheet;  /**< CSV: puts a ' before texts that a spreadsheet would run as formulas:
                          those that begin with =, +, -, @, their full-width forms, tab, CR or LF */
} tt_io_table_write_options;

/** A table file that is being written. */
typedef struct tt_io_table_writer tt_io_table_writer;

/** The rows of one recording in a table file. */
typedef struct tt_io_table_part tt_io_table_part;

/** Begins a file of `parts` recordings. The plan must remain valid until the close. NULL on
 * failure, with *error filled: no memory; TT_ERR_UNSUPPORTED: this build lacks a library;
 * TT_ERR_ARGUMENT: the format cannot have one of the columns. */
TT_IO_API tt_io_table_writer *tt_io_table_writer_open(const tt_io_table_plan *plan,
                                                      const tt_io_table_write_options *options,
                                                      size_t parts, tt_io_error *error);

/** Writes what comes before all rows. */
TT_IO_API void tt_io_table_writer_begin(tt_io_table_writer *writer, tt_io_output *out);

/** Begins part `index`, each only once. `out` must remain valid until the close of the part,
 * and get nothing else meanwhile. Several threads may have a part each. NULL when there is no
 * memory. */
TT_IO_API tt_io_table_part *tt_io_table_part_open(tt_io_table_writer *writer, size_t index,
                                                  tt_io_output *out);

/** Adds rows. NULL for the part is fine. Returns false after a failure. */
TT_IO_API bool tt_io_table_part_add(tt_io_table_part *part, const tt_io_batch *batch);

/** Ends a part and writes its buffered rows. NULL is fine. */
TT_IO_API void tt_io_table_part_close(tt_io_table_part *part);

/** Writes what comes after all rows. Beginning, parts and end must go to the same file, in this
 * order; a part that was not opened has no rows. Returns the number of rows that were added. */
TT_IO_API uint64_t tt_io_table_writer_end(tt_io_table_writer *writer, tt_io_output *out);

/** Frees a writer. Returns false when something failed: *error, which may be NULL, says what. NULL
 * is fine. */
TT_IO_API bool tt_io_table_writer_close(tt_io_table_writer *writer, tt_io_error *error);

#ifdef __cplusplus
}
#endif

#endif
