/* SPDX-License-Identifier: MIT
 *
 * Parquet: parquet.c collects and orders rows and asks for chunks, parquet_chunk.c
 * chooses one of the encodings of parquet_encode.c and writes pages, parquet_footer.c says where
 * all of it is.
 */
#ifndef TABLE_PARQUET_H
#define TABLE_PARQUET_H

#include "table/format.h"
#include "table/parquet_encode.h"

/* Four full batches. Memory of a part is linear in it, and a reader skips whole groups by their
 * bounds. */
#define PARQUET_GROUP ((size_t)262144)

/* A row group ends when the texts of a column have this many bytes; a batch more can be in it. */
#define PARQUET_TEXT ((size_t)16 << 20)

/* A UUID as text has 36 bytes. Longer texts have no bounds. */
#define PARQUET_BOUND 36

/* Physical types, by their numbers in parquet.thrift. */
enum {
    PARQUET_BOOLEAN = 0,
    PARQUET_INT32 = 1,
    PARQUET_INT64 = 2,
    PARQUET_FLOAT = 4,
    PARQUET_BYTES = 6,
    PARQUET_FIXED = 7
};

/* A column chunk in a note, as bytes. Offsets count from where the part begins; both sizes are
 * those of all pages with their headers. */
struct parquet_chunk {
    uint64_t data_page, dictionary_page, raw_size, size, missing;
    uint32_t values; /* missing ones too */
    uint8_t encoding, has_dictionary, has_bounds, bound_size[2];
    uint8_t bound[2][PARQUET_BOUND]; /* least, most */
};

/* One column of a row group in the order of the file. */
struct parquet_column {
    struct parquet_values values;
    const uint8_t *has; /* 0 or 1 for each row; NULL: all, and the column is not optional */
    size_t rows;
    int type;
};

/* Used again for each chunk. All zero at first, freed by tti_parquet_work_free. */
struct parquet_work {
    struct parquet_dictionary dictionary;
    struct table_buffer raw, packed, header;
    void *context; /* of tti_page_pack */
};

/* The physical type of a column, and bytes of its values (0: texts). */
int tti_parquet_type(tt_io_column_type type, bool uuid_as_text, unsigned *width);

/* Writes a column chunk at `at` of the part. False without memory. */
bool tti_parquet_chunk_write(struct parquet_work *w, const struct parquet_column *c, uint64_t at,
                             tt_io_output *out, struct parquet_chunk *chunk);

void tti_parquet_work_free(struct parquet_work *w);

/* Appends what is after the row groups, from the notes of all parts. False without memory. */
bool tti_parquet_footer(struct table_writing *w, struct table_buffer *out);

/* Parquet's number of the compression of this build: 6 for zstd, 2 for gzip, or 0 for none. */
int tti_page_pack_codec(void);

/* Appends `size` bytes compressed as a frame of their own; failures are those of `out`. *context is
 * NULL at first, and later what the call before made. */
void tti_page_pack(void **context, struct table_buffer *out, const uint8_t *data, size_t size);

/* Frees what tti_page_pack made; NULL is fine. */
void tti_page_pack_free(void *context);

#endif
