/* SPDX-License-Identifier: MIT
 *
 * The rows of a reading. Each table has a file that makes its rows.
 */
#ifndef TABLE_TABLE_H
#define TABLE_TABLE_H

#include "table/rows.h"
#include "teetape/io/reading.h"

/* Values of the header for all rows. They are set once, when the table is opened. */
struct table_about {
    tt_uuid recording; /* id of the recording; zeros if unknown */
    bool is_known;
    bool has_start;
    int64_t start_us; /* time of the start in microseconds since 1970, UTC */
};

/* Fills `about` from the header of a reading, or with zeros without a header. */
void tti_table_about(struct table_about *about, const tt_io_reading *r);

/* Returns a text of the header of a teehistorian file without its escapes, or an empty text when
 * there is none. The caller frees *memory. False without memory. */
bool tti_table_header_text(const tt_io_reading *r, tt_th_key key, tt_bytes *text, char **memory);

/* Bytes of a date and a time of day, with the NUL. */
#define TABLE_CLOCK 32

/* Writes the time of tick 0 on the header's clock, without its zone: 2026-11-21T20:14:00. Returns
 * false when it is unknown. */
bool tti_table_game_start(char text[TABLE_CLOCK], const tt_io_reading *r);

/* Writes a date as 2026-11-21. */
void tti_table_put_day(char day[TT_IO_TABLE_DAY], int32_t year, int32_t month, int32_t date);

/* Microseconds of a tick. The game has 50 ticks a second. */
#define TABLE_TICK_US INT64_C(20000)

/* Microseconds of the years 1 to 9999, which dates can have. */
#define TABLE_TIME_BEGIN (INT64_C(-62135596800) * 1000000)
#define TABLE_TIME_END (INT64_C(253402300800) * 1000000)

/* A table of a reading. The caller owns `plan` and `r`, which must remain valid. */
struct tt_io_table {
    const tt_io_table_plan *plan;
    tt_io_reading *r;
    struct table_rows *rows; /* the current batch; replaced by tti_table_keep */
    struct table_about about;
    tt_io_error error; /* an error of the table itself, not of the recording */
    void *state;
    bool is_ended; /* nothing more is given: the last batch was, or memory was missing */
};

/* Gives the memory of the last batch to the caller, who then needs no copy of the columns:
 * everything that the batch points to, `column` too, remains valid until tti_table_rows_free, which
 * any thread may call. Returns NULL when there is no memory for the next batch: the last one is
 * then valid until the next call. */
struct table_rows *tti_table_keep(tt_io_table *table);

struct table_maker {
    size_t state_size;
    /* Adds rows until the batch is full. Returns false at the end of the table; it must not be
     * called afterwards. */
    bool (*fill)(tt_io_table *table);
};

extern const struct table_maker tti_table_ticks, tti_table_inputs, tti_table_facts,
    tti_table_sessions, tti_table_recordings, tti_table_chat;

/* A case of a switch over cells->id, which calls `put` for a column. */
#define TABLE_CELL(TABLE, name, put)                                                               \
    case TABLE_##TABLE##_##name:                                                                   \
        put;                                                                                       \
        break

/* Puts recording, tick or ts, the first columns of a table of events. `first` is the number of the
 * column recording. Returns false for another column. */
bool tti_table_put_first(tt_io_table *table, struct table_cells *cells, enum table_column_id first,
                         int32_t tick);

/* Puts the time at which a tick was. */
void tti_table_put_ts(tt_io_table *table, struct table_cells *cells, int32_t tick);

/* Returns the column of `facts` for a field of facts.def. */
const char *tti_table_fact_column(const tt_field *field);

/* Returns true when a member of fact->u is secret and secrets are not wanted (tt_fact_open). */
bool tti_table_hides(const tt_io_table *table, const tt_fact *fact, const void *member);

/* Puts a text of fact->u, or TT_SECRET_TEXT if it is secret. */
void tti_table_put_line(tt_io_table *table, struct table_cells *cells, const tt_fact *fact,
                        const tt_bytes *text);

/* Puts the arguments of a command as a JSON array. */
void tti_table_put_args(tt_io_table *table, struct table_cells *cells, const tt_fact *fact);

/* Puts bytes in hex; an empty view is no value. */
void tti_table_put_hex(tt_io_table *table, struct table_cells *cells, tt_bytes bytes);

/* The `fill` of a table with a row for each fact of the span. Columns come from
 * tti_table_put_first, or from `put`. */
bool tti_table_fill_facts(tt_io_table *table, enum table_column_id first,
                          void (*put)(tt_io_table *table, size_t column, const tt_fact *fact));

#endif
