/* SPDX-License-Identifier: MIT
 *
 * A format of tables: one struct of functions, and its line in writer.c.
 *
 * A file is written by `begin`, then by parts in their order, one recording each, then by `end`.
 * Several threads write parts, each to an output of its own, unless the format is `in_order`.
 */
#ifndef TABLE_FORMAT_H
#define TABLE_FORMAT_H

#include <string.h>

#include "teetape/io/table_write.h"

/* Facts about a part that `end` needs. Parts are written in any order, so each counts offsets from
 * its own begin, and `end` adds the bytes of the parts before. */
struct table_note {
    uint64_t rows;
    uint64_t bytes; /* bytes of the part; those of earlier parts add up to its begin */
    uint8_t *data;  /* data of the format, from malloc, or NULL; the writer frees it */
    size_t size;
};

/* A file that is being written. `open`, `begin`, `end` and `close` change `state`, while no part is
 * written. The writer adds notes under its lock. */
struct table_writing {
    const tt_io_table_plan *plan;
    tt_io_table_write_options options;
    const char *table;
    void *state;    /* state of the format: set by `open`, freed by `close` */
    uint64_t begun; /* bytes that `begin` wrote, for `end` */
    struct table_note *notes;
    size_t parts;
};

/* A part of a file. Only one thread uses it, from `part_open` to `part_close`. */
struct table_part {
    const struct table_writing *writing;
    tt_io_output *out;      /* the caller's; NULL for formats that open a file of their own */
    void *state;            /* state of the part: set by `part_open`, freed by `part_close` */
    struct table_note note; /* the writer counts rows; `part_close` sets data and size */
    tt_io_error error;      /* why a function of this part returned false */
};

/* The functions of a format. NULL stands for a function that does nothing and succeeds. After false
 * *error or part->error is filled. An output keeps its own failure, so a function may return true
 * after one. */
struct table_format {
    tt_io_table_format is; /* first member: callers have only a pointer to it */
    /* Called once, before everything else: allocates memory, and refuses plans that the format
     * cannot write. */
    bool (*open)(struct table_writing *w, tt_io_error *error);
    bool (*begin)(struct table_writing *w, tt_io_output *out, tt_io_error *error);
    bool (*part_open)(struct table_part *part);
    bool (*part_add)(struct table_part *part, const tt_io_batch *batch); /* never NULL */
    bool (*part_close)(struct table_part *part); /* always called: frees part->state */
    /* Called only if nothing failed before. Reads the notes of all parts. */
    bool (*end)(struct table_writing *w, tt_io_output *out, tt_io_error *error);
    /* Called once, also after `open` failed. */
    void (*close)(struct table_writing *w);
};

extern const struct table_format tti_table_csv;
extern const struct table_format tti_table_jsonl;
extern const struct table_format tti_table_parquet;
extern const struct table_format tti_table_native;
extern const struct table_format tti_table_sqlite;

/* Returns true when row `row` has a value. Bits are as in Arrow; without bits every row has a
 * value. */
static inline bool table_has(const tt_io_column_data *data, size_t row)
{
    return data->has == NULL || (data->has[row >> 3] >> (row & 7) & 1) != 0;
}

/* Returns the bits of a value of four bytes. A float may not be read as an integer, so they are
 * copied. */
static inline uint32_t table_word(const void *values, size_t row)
{
    uint32_t word;
    memcpy(&word, (const uint8_t *)values + sizeof word * row, sizeof word);
    return word;
}

/* Returns the text of row `row`. Only the ends of texts are stored; row 0 begins at 0. */
static inline tt_bytes table_text(const tt_io_column_data *data, size_t row)
{
    const uint8_t *bytes = data->values;
    uint32_t begin = row == 0 ? 0 : data->ends[row - 1];
    return (tt_bytes){bytes + begin, data->ends[row] - begin};
}

#endif
