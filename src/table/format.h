/* SPDX-License-Identifier: MIT
 *
 * What a format of tables is: one struct of functions, and its line in formats.c.
 *
 * A file is: begin, then the parts (one recording each) in order, then end. Parts are written by
 * several threads at the same time, each to an output of its own, unless the format is `in_order`;
 * what `end` has to know of a part (where its row groups are) is its note.
 */
#ifndef TABLE_FORMAT_H
#define TABLE_FORMAT_H

#include <string.h>

#include "teetape/io/table_write.h"

/* What is left of a part when it is written. The order of parts in the file is that of their
 * numbers, and a part may be written before those that precede it are: it cannot know where it
 * begins. So it keeps offsets of its own, and `end` adds up. */
struct table_note {
    /* those that were added */
    uint64_t rows;
    uint64_t bytes; /* that it wrote; the parts before it say where it begins */
    uint8_t *data;  /* by malloc, of the format; NULL for nothing. Freed by the writer */
    size_t size;    /* bytes of `data` */
};

/* One file. Parts read it only. `open`, `begin`, `end` and `close` change `state` and `patch`,
 * while no part is written; the rest is the writer's, which adds notes under its lock. */
struct table_writing {
    const tt_io_table_plan *plan; /* of the caller */
    tt_io_table_write_options options;
    const char *table;        /* its name in a database */
    void *state;              /* of the format: set by `open`, freed by `close` */
    uint64_t begun;           /* for `end`: bytes that `begin` wrote */
    struct table_note *notes; /* for `end` */
    size_t parts;             /* how many notes there are */
    tt_bytes patch;           /* set by `end` of a format that patches; in `state` */
};

/* One part. It belongs to one thread from `part_open` to `part_close`. */
struct table_part {
    const struct table_writing *writing;
    tt_io_output *out;      /* of the caller; NULL for formats that write to a file of their own */
    void *state;            /* of the format: set by `part_open`, freed by `part_close` */
    struct table_note note; /* rows are counted by the writer; `part_close` sets data and size */
    tt_io_error error;      /* why a function of this part was false */
};

/* Functions that are NULL do nothing, and are good. False: *error or part->error is filled (a
 * failure of an output need not be: true is fine then). */
struct table_format {
    /* what the public headers show of it */
    tt_io_table_format is;
    /* once, before all else: takes memory, refuses plans */
    bool (*open)(struct table_writing *w, tt_io_error *error);
    /* what the file begins with */
    bool (*begin)(struct table_writing *w, tt_io_output *out, tt_io_error *error);
    bool (*part_open)(struct table_part *part);
    bool (*part_add)(struct table_part *part, const tt_io_batch *batch); /* never NULL */
    bool (*part_close)(struct table_part *part); /* after a failure, too: frees part->state */
    /* what the file ends with, from the notes of all parts; only if there was no error */
    bool (*end)(struct table_writing *w, tt_io_output *out, tt_io_error *error);
    /* once, also after `open` failed */
    void (*close)(struct table_writing *w);
};

extern const struct table_format tti_table_csv;
extern const struct table_format tti_table_jsonl;
extern const struct table_format tti_table_parquet;
extern const struct table_format tti_table_npy;
extern const struct table_format tti_table_native;
extern const struct table_format tti_table_sqlite;

/* The row of formats.c that has this description. */
const struct table_format *tti_table_format_of(const tt_io_table_format *format);

/* Whether row `row` has a value. Bits as in Arrow; no bits at all mean that each row has one. */
static inline bool table_has(const tt_io_column_data *data, size_t row)
{
    return data->has == NULL || (data->has[row >> 3] >> (row & 7) & 1) != 0;
}

/* The bits of a value of four bytes: a number, or a float, whose array may not be read as one of
 * integers. */
static inline uint32_t table_word(const void *values, size_t row)
{
    uint32_t word;
    memcpy(&word, (const uint8_t *)values + sizeof word * row, sizeof word);
    return word;
}

/* Row `row` of a TEXT column. Only ends are kept; the view of row 0 begins at 0. */
static inline tt_bytes table_text(const tt_io_column_data *data, size_t row)
{
    const uint8_t *bytes = data->values;
    uint32_t begin = row == 0 ? 0 : data->ends[row - 1];
    return (tt_bytes){bytes + begin, data->ends[row] - begin};
}

#endif
