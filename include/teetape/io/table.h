/* SPDX-License-Identifier: MIT
 *
 * Recordings as tables: rows of typed columns, the same for every format of recording.
 *
 *     tt_io_table_options options = {.kind = TT_TABLE_TICKS, .columns = "tick,cid,x,y"};
 *     if (!tt_io_table_plan_init(&plan, &options, &error)) ...
 *     tt_io_table_ask(&plan, &reading_options);
 *     if (tt_io_reading_open(&r, path, &reading_options)) {
 *         tt_io_table *table = tt_io_table_open(&plan, &r, &error);
 *         while (table != NULL && tt_io_table_next(table, &batch))
 *             ... batch.rows, batch.column[i].values ...
 *         tt_io_table_close(table);
 *     }
 *     tt_io_reading_close(&r);
 *
 * The reading chooses span and player, and reports damage; a damaged recording gives its rows up
 * to the damage. table_write.h makes files of batches.
 *
 * teetape/schema/tables.def lists the tables and columns with name, type, unit, source and
 * meaning.
 *
 * Memory: one batch, of at most TT_IO_TABLE_ROWS rows and about TT_IO_TABLE_TEXT bytes of text in
 * each column; no number in the recording makes it grow.
 */
#ifndef TEETAPE_IO_TABLE_H
#define TEETAPE_IO_TABLE_H

#include "teetape/io/error.h"
#include "teetape/io/export.h"
#include "teetape/io/reading.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Most rows of a batch. */
#define TT_IO_TABLE_ROWS 65536

/** Bytes of text in a column at which a batch ends early. */
#define TT_IO_TABLE_TEXT ((size_t)4 << 20)

/** Most columns that can be chosen. */
#define TT_IO_TABLE_COLUMNS 128

/** Longest silence in the table `ticks`, in ticks: one day. A longer silence gives no rows. */
#define TT_IO_TABLE_SILENCE 4320000

/** The tables of tables.def: TT_TABLE_TICKS, TT_TABLE_INPUTS, ... */
typedef enum tt_io_table_kind {
#define TT_TABLE(NAME, name, doc) TT_TABLE_##NAME,
#include "teetape/schema/tables.def"
    TT_TABLES /**< number of tables */
} tt_io_table_kind;

/** The types of the values of a column in memory. */
typedef enum tt_io_column_type {
    TT_COLUMN_BOOL,  /**< uint8_t, 0 or 1 */
    TT_COLUMN_INT8,  /**< int8_t */
    TT_COLUMN_INT16, /**< int16_t */
    TT_COLUMN_INT32, /**< int32_t */
    TT_COLUMN_INT64, /**< int64_t */
    TT_COLUMN_FLOAT, /**< float */
    TT_COLUMN_TIME,  /**< int64_t: microseconds since 1970, UTC */
    TT_COLUMN_UUID,  /**< tt_uuid: 16 bytes in the order of their text */
    TT_COLUMN_TEXT,  /**< valid UTF-8, which may contain NULs: see `ends` */
    TT_COLUMN_TYPES  /**< number of types */
} tt_io_column_type;

/** Says where the values of a column come from. */
typedef enum tt_io_column_source {
    TT_VALUE_RECORDED, /**< a value in the recording, or known from its file */
    TT_VALUE_DERIVED   /**< a value derived from recorded ones by a rule that the meaning names */
} tt_io_column_source;

/** The description of a column. Constants of the library. */
typedef struct tt_io_column {
    const char *name;           /**< lower case, digits, '_'; needs no quotes in SQL */
    tt_io_column_type type;     /**< C type of the values in a batch */
    uint8_t is_nullable;        /**< 1: a row may have no value */
    uint8_t is_default;         /**< 1: chosen when the options name no columns */
    tt_io_column_source source; /**< source of the values: recorded or derived */
    const char *unit;           /**< unit, such as "ticks"; "" for none */
    const char *meaning;        /**< meaning, in one line */
} tt_io_column;

/** Returns the name of a table, such as "ticks". NULL when out of range. */
TT_IO_API const char *tt_io_table_name(tt_io_table_kind kind);

/** Returns the table with this name, TT_TABLES when there is none. */
TT_IO_API tt_io_table_kind tt_io_table_find(const char *name);

/** Returns all columns of a table in their order, and their number in *count. NULL and 0 when out
 * of range. */
TT_IO_API const tt_io_column *tt_io_table_columns(tt_io_table_kind kind, size_t *count);

/** Options of a table. Zeros in all members but `kind` give the default rows and columns. */
typedef struct tt_io_table_options {
    tt_io_table_kind kind; /**< the table to write */
    const char *columns;   /**< names of columns with commas between them; NULL: the default ones */
    bool is_one_of_many; /**< makes `recording` one of the default columns, and puts it before those
                            in `columns` unless they name it. No effect on RECORDINGS, where a row
                            is a recording */
    uint32_t every;      /**< TICKS: only ticks that are a multiple of this; 0: all */
    uint32_t rows;       /**< most rows of a batch; 0: TT_IO_TABLE_ROWS */
    bool show_secrets;   /**< leaves secrets as they are. Otherwise they are TT_SECRET_TEXT, and
                            secret UUIDs have no value */
} tt_io_table_options;

/** Parsed options, for any number of recordings and threads. Read only. */
typedef struct tt_io_table_plan {
    tt_io_table_options options;                     /**< the options; `columns` is NULL */
    size_t count;                                    /**< number of chosen columns, at least 1 */
    const tt_io_column *column[TT_IO_TABLE_COLUMNS]; /**< columns in the chosen order */
} tt_io_table_plan;

/** Parses options. TT_ERR_ARGUMENT in *error, with a sentence, for an unknown table or column, a
 * column named twice, and too many columns. */
TT_IO_API bool tt_io_table_plan_init(tt_io_table_plan *plan, const tt_io_table_options *options,
                                     tt_io_error *error);

/** Sets in the options of a reading, whose player is set, what the table needs: wants, facts,
 * wants_before, wants_all, wants_id, wants_states, wants_replay. */
TT_IO_API void tt_io_table_ask(const tt_io_table_plan *plan, tt_io_reading_options *reading);

/** The values of one column in a batch. */
typedef struct tt_io_column_data {
    const tt_io_column *column; /**< description of the column */
    const void *values; /**< one value of the column's type for each row; TEXT: the bytes of all
                           rows, one after the other */
    const uint32_t
        *ends; /**< TEXT: row i is the bytes from ends[i - 1] to before ends[i]. ends[-1] may be
                  read and is 0, so that Arrow's offsets begin at ends - 1. Other types: NULL */
    const uint8_t *has; /**< bit i % 8 of byte i / 8 is 1 when row i has a value, as in Arrow; NULL:
                           all rows have one. A row without a value has 0 or no text in `values` */
    size_t missing;     /**< rows without a value; 0 when `has` is NULL */
} tt_io_column_data;

/** Rows of one recording, column by column. */
typedef struct tt_io_batch {
    size_t rows;                     /**< number of rows, 1 to TT_IO_TABLE_ROWS */
    size_t columns;                  /**< number of columns of the plan */
    const tt_io_column_data *column; /**< the columns in the order of the plan */
} tt_io_batch;

/** The rows of a reading. */
typedef struct tt_io_table tt_io_table;

/** Begins the rows of a reading. The reading must be open with the options of tt_io_table_ask,
 * and no item of it taken. Plan and reading must remain valid until the close. NULL when there is
 * no memory: TT_ERR_SYSTEM in *error, which may be NULL. */
TT_IO_API tt_io_table *tt_io_table_open(const tt_io_table_plan *plan, tt_io_reading *r,
                                        tt_io_error *error);

/** Gives the next rows: true, and views in *batch that are valid until the next call with the
 * table. False at the end; then the reading says why it ended, or tt_io_table_error is not empty.
 */
TT_IO_API bool tt_io_table_next(tt_io_table *table, tt_io_batch *batch);

/** Returns the UUID of a recording for the column `recording`. For a teehistorian file it is the
 * game_uuid of the header, or version 3 of the header's text. For a demo it is version 3
 * of its header and first complete keyframe. Zeros when the header was not read,
 * and for a demo without wants_id, or without a complete keyframe in the first MiB after its map.
 */
TT_IO_API tt_uuid tt_io_table_recording(const tt_io_reading *r);

/** Bytes of a day as text, with its NUL. */
#define TT_IO_TABLE_DAY 16

/** Writes the day on which a recording began, "2026-11-21", in UTC; for a demo, which has no zone,
 * by its own clock. "unknown", and false, when the header has no valid date. */
TT_IO_API bool tt_io_table_day(char day[TT_IO_TABLE_DAY], const tt_io_reading *r);

/** Returns the error of the table itself: TT_ERR_SYSTEM without memory. Otherwise its status is
 * TT_OK. */
TT_IO_API const tt_io_error *tt_io_table_error(const tt_io_table *table);

/** Frees the table, but not the reading. NULL is fine. */
TT_IO_API void tt_io_table_close(tt_io_table *table);

#ifdef __cplusplus
}
#endif

#endif
