/* SPDX-License-Identifier: MIT
 *
 * One column of a row group of Parquet.
 *
 * Its way: parquet_kept.c collects, parquet.c orders and asks for a chunk, parquet_chunk.c chooses
 * one of the encodings of parquet_encode.c and writes pages, parquet_footer.c says where all of it
 * is.
 */
#ifndef TABLE_PARQUET_H
#define TABLE_PARQUET_H

#include "table/format.h"
#include "table/parquet_dictionary.h"

/* Rows of a row group at most. Four full batches. Memory of a part is linear in it, and a reader
 * skips whole groups by their bounds. */
#define PARQUET_GROUP ((size_t)262144)

/* A row group ends when the texts of a column have as many bytes. A batch more can be in it: this
 * is asked before a batch is added. */
#define PARQUET_TEXT ((size_t)16 << 20)

/* Bytes of a least and most value: a UUID as text has 36. Longer texts have no bounds. */
#define PARQUET_BOUND 36

/* Physical types, by their numbers in parquet.thrift. What a value means is its logical type, which
 * the footer has. */
enum {
    PARQUET_BOOLEAN = 0,
    PARQUET_INT32 = 1,
    PARQUET_INT64 = 2,
    PARQUET_FLOAT = 4,
    PARQUET_BYTES = 6,
    PARQUET_FIXED = 7
};

/* What is written about a column chunk. Offsets count from where the part begins. Both sizes are
 * those of all pages with their headers. It is part of the note of a part, as bytes. */
struct parquet_chunk {
    uint64_t data_page, dictionary_page, raw_size, size, missing;
    uint32_t values; /* missing ones too */
    uint8_t encoding, has_dictionary, has_bounds, bound_size[2];
    uint8_t bound[2][PARQUET_BOUND]; /* least, most */
};

/* One column of a row group in the order of the file: values, and the rows that have them. */
struct parquet_column {
    struct parquet_values values;
    const uint8_t *has; /* of each row 0 or 1; NULL: all, and the column is not optional */
    size_t rows;
    int type; /* physical */
};

/* What is used again for each chunk. All zero at first, freed by tti_parquet_work_free. */
struct parquet_work {
    struct parquet_dictionary dictionary;
    struct table_buffer raw, packed, header;
    void *context; /* of page_pack */
};

/* The physical type of a column, and bytes of its values (0: texts). */
int tti_parquet_type(tt_io_column_type type, bool uuid_as_text, unsigned *width);

/* Writes a column chunk; `at` is where in the part. False when there is no memory. */
bool tti_parquet_chunk_write(struct parquet_work *w, const struct parquet_column *c, uint64_t at,
                             tt_io_output *out, struct parquet_chunk *chunk);

/* Fills has_bounds, bound_size, bound; leaves them 0 where there are none. */
void tti_parquet_bounds(struct parquet_chunk *chunk, const struct parquet_column *c);

void tti_parquet_work_free(struct parquet_work *w);

/* Appends what is after the row groups, from the notes of all parts. False when there is no memory.
 */
bool tti_parquet_footer(struct table_writing *w, struct table_buffer *out);

#endif
