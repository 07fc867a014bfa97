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
 * Span and player are those of the reading, which also says what is wrong with the recording: a
 * damaged one gives its rows up to the damage. table_write.h makes files of batches.
 *
 * Which tables and columns there are is in teetape/schema/tables.def: name, type, unit, whether the
 * value is recorded or derived, and what it means.
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

/** Rows of a batch at most. */
#define TT_IO_TABLE_ROWS 65536

/** When a column has as many bytes of text, the batch ends, though it has fewer rows. */
#define TT_IO_TABLE_TEXT ((size_t)4 << 20)

/** Most columns that can be chosen. */
#define TT_IO_TABLE_COLUMNS 128

/** A silence of more ticks than this, a day, gives no rows in `ticks`. */
#define TT_IO_TABLE_SILENCE 4320000

/** The tables of tables.def: TT_TABLE_TICKS, TT_TABLE_INPUTS, ... */
typedef enum tt_io_table_kind {
#define TT_TABLE(NAME, name, doc) TT_TABLE_##NAME,
#include "teetape/schema/tables.def"
    TT_TABLES /**< how many there are */
} tt_io_table_kind;

/** What the values of a column are in memory. */
typedef enum tt_io_column_type {
    TT_COLUMN_BOOL,  /**< uint8_t, 0 or 1 */
    TT_COLUMN_INT8,  /**< int8_t */
    TT_COLUMN_INT16, /**< int16_t */
    TT_COLUMN_INT32, /**< int32_t */
    TT_COLUMN_INT64, /**< int64_t */
    TT_COLUMN_FLOAT, /**< float */
    TT_COLUMN_TIME,  /**< int64_t: microseconds since 1970, UTC */
    TT_COLUMN_UUID,  /**< tt_uuid: 16 bytes in the order of their text */
    TT_COLUMN_TEXT,  /**< UTF-8 without bad bytes (NULs may be in it): see `ends` */
    TT_COLUMN_TYPES  /**< how many there are */
} tt_io_column_type;

/** Where a value comes from. */
typedef enum tt_io_column_source {
    TT_VALUE_RECORDED, /**< it is in the recording, or beside it */
    TT_VALUE_DERIVED   /**< it follows from what is recorded, by a rule that the meaning names */
} tt_io_column_source;

/** What a column is. All of it is static. */
typedef struct tt_io_column {
    const char *name;           /**< lower case, digits, '_'; needs no quotes in SQL */
    tt_io_column_type type;     /**< of its values */
    uint8_t is_nullable;        /**< 1: a row may have no value */
    uint8_t is_default;         /**< 1: chosen when no columns are named */
    tt_io_column_source source; /**< recorded or derived */
    const char *unit;           /**< such as "ticks"; "" for none */
    const char *meaning;        /**< one line */
} tt_io_column;

/** The name of a table, such as "ticks". NULL when out of range. */
TT_IO_API const char *tt_io_table_name(tt_io_table_kind kind);

/** The table with this name, TT_TABLES when there is none. */
TT_IO_API tt_io_table_kind tt_io_table_find(const char *name);

/** All columns of a table in their order; *count: how many. NULL and 0 when out of range. */
TT_IO_API const tt_io_column *tt_io_table_columns(tt_io_table_kind kind, size_t *count);

/** Which rows and columns are wanted. All zero, but for `kind`, is all that is usual. */
typedef struct tt_io_table_options {
    tt_io_table_kind kind; /**< which table */
    const char *columns;   /**< names with commas between them; NULL: the default ones */
    bool is_one_of_many;   /**< `recording` is one of the default columns, and before those that
                                `columns` names if it is not among them; but not of RECORDINGS,
                                where a row is a recording */
    uint32_t every;        /**< of TICKS: only ticks that this divides; 0: all */
    uint32_t rows;         /**< most rows of a batch; 0: TT_IO_TABLE_ROWS */
    bool show_secrets; /**< otherwise secrets are TT_SECRET_TEXT, and secret UUIDs have no value */
} tt_io_table_options;

/** Options that were understood, for any number of recordings and threads. Read only. */
typedef struct tt_io_table_plan {
    tt_io_table_options options;                     /**< `columns` is NULL */
    size_t count;                                    /**< chosen columns, at least 1 */
    const tt_io_column *column[TT_IO_TABLE_COLUMNS]; /**< in the chosen order */
} tt_io_table_plan;

/** Understands options. TT_ERR_ARGUMENT in *error, with a sentence, for a table or a column that
 * there is not, a column named twice, and too many of them. */
TT_IO_API bool tt_io_table_plan_init(tt_io_table_plan *plan, const tt_io_table_options *options,
                                     tt_io_error *error);

/** Sets in the options of a reading, whose player is set, what the table needs: wants, facts,
 * wants_before, wants_all, wants_id. */
TT_IO_API void tt_io_table_ask(const tt_io_table_plan *plan, tt_io_reading_options *reading);

/** The values of a column in the rows of a batch. */
typedef struct tt_io_column_data {
    const tt_io_column *column; /**< what it is */
    const void *values;   /**< one for each row, of its type; of TEXT the bytes of all rows, one
                               after the other */
    const uint32_t *ends; /**< of TEXT: row i ends before byte ends[i] and begins at ends[i - 1];
                               ends[-1] may be read and is 0, so that Arrow's offsets begin at
                               ends - 1. Else NULL */
    const uint8_t *has;   /**< bit i % 8 of byte i / 8 is 1 when row i has a value, as in Arrow;
                               NULL: all have one. A row without has 0 or no text in `values` */
    size_t missing;       /**< rows without a value; 0 when `has` is NULL */
} tt_io_column_data;

/** Rows of one recording, column by column. */
typedef struct tt_io_batch {
    size_t rows;                     /**< 1 to TT_IO_TABLE_ROWS */
    size_t columns;                  /**< that of the plan */
    const tt_io_column_data *column; /**< those of the plan, in its order */
} tt_io_batch;

/** The rows of one reading. */
typedef struct tt_io_table tt_io_table;

/** Begins the rows of a reading, which is open, of which no item was taken, and which has the
 * options of tt_io_table_ask. Plan and reading must remain until the close. NULL when there is no
 * memory: TT_ERR_SYSTEM in *error, which may be NULL. */
TT_IO_API tt_io_table *tt_io_table_open(const tt_io_table_plan *plan, tt_io_reading *r,
                                        tt_io_error *error);

/** The next rows: true, and views in *batch that are valid until the next call with the table.
 * False at the end; then the reading says why it ended, or tt_io_table_error is not empty. */
TT_IO_API bool tt_io_table_next(tt_io_table *table, tt_io_batch *batch);

/** The UUID of a recording, as the column `recording` has it: the game_uuid of its header, or
 * version 3 of the header's text; of a demo that of tt_demo_id_event. Zeros when the header was not
 * read, and of a demo without wants_id, or without a complete keyframe in the first MiB after its
 * map. */
TT_IO_API tt_uuid tt_io_table_recording(const tt_io_reading *r);

/** Bytes of a day as text, with its NUL. */
#define TT_IO_TABLE_DAY 16

/** The day on which a recording began, "2026-11-21", in UTC; of a demo, which has no zone, by its
 * own clock. "unknown", and false, when the header does not say it, or says what is no date. */
TT_IO_API bool tt_io_table_day(char day[TT_IO_TABLE_DAY], const tt_io_reading *r);

/** What the table itself failed of: TT_ERR_SYSTEM without memory. Else its status is TT_OK. */
TT_IO_API const tt_io_error *tt_io_table_error(const tt_io_table *table);

/** Frees the table, and not the reading. NULL is fine. */
TT_IO_API void tt_io_table_close(tt_io_table *table);

#ifdef __cplusplus
}
#endif

#endif
