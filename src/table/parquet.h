/* SPDX-License-Identifier: MIT
 *
 * Parquet: parquet.c collects and orders rows, parquet_chunk.c chooses one of the encodings of
 * parquet_encode.c and writes pages, parquet_footer.c lists them. Encodings are those of
 * parquet.thrift and Encodings.md of apache/parquet-format.
 */
#ifndef TABLE_PARQUET_H
#define TABLE_PARQUET_H

#include "table/buffer.h"
#include "table/format.h"

/* Rows of a group: four full batches. Memory of a part is linear in it, and a reader skips whole
 * groups by their bounds. */
#define PARQUET_GROUP ((size_t)262144)

/* A row group ends when the texts of a column have this many bytes; the last batch may exceed
 * it. */
#define PARQUET_TEXT ((size_t)16 << 20)

/* Longer texts have no bounds. A UUID as text has 36 bytes. */
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

/* Encodings, by their numbers in parquet.thrift. RLE is used for levels; DICTIONARY is
 * RLE_DICTIONARY. */
enum {
    PARQUET_PLAIN = 0,
    PARQUET_RLE = 3,
    PARQUET_DELTA = 5, /* DELTA_BINARY_PACKED of the standard */
    PARQUET_DICTIONARY = 8,
    PARQUET_SPLIT = 9 /* BYTE_STREAM_SPLIT of the standard */
};

/* The values of a column without the missing ones. */
struct parquet_values {
    unsigned width; /* bytes of a value: 1 (booleans), 4, 8, 16; 0 for texts */
    size_t count;
    const uint8_t *fixed; /* numbers in the byte order of this machine */
    const tt_bytes *text; /* texts, when the width is 0 */
};

static inline tt_bytes parquet_value(const struct parquet_values *v, size_t index)
{
    return v->width == 0 ? v->text[index] : (tt_bytes){v->fixed + index * v->width, v->width};
}

/* Returns a view of the values from `begin` to before `end`. */
struct parquet_values tti_parquet_slice(const struct parquet_values *v, size_t begin, size_t end);

/* Appends the values in the encoding PLAIN. */
void tti_parquet_plain(struct table_buffer *out, const struct parquet_values *v);

/* Appends differences to the value before, in as few bits as each group of 32 differences needs.
 * The width must be 4 or 8. */
void tti_parquet_delta(struct table_buffer *out, const struct parquet_values *v);

/* Appends byte 0 of all values, then byte 1 of all, and so on. The width must be 4 or 8. */
void tti_parquet_split(struct table_buffer *out, const struct parquet_values *v);

/* Appends runs and packed groups of numbers that have at most `width` bits, 1 to 32. */
void tti_parquet_hybrid(struct table_buffer *out, const uint32_t *numbers, size_t count,
                        unsigned width);

/* The most entries of a dictionary: their numbers then take at most 15 bits. */
#define PARQUET_DICTIONARY_MOST 32768

/* The different values of a column, in the order of their first occurrence. A zeroed
 * struct has none. */
struct parquet_dictionary {
    uint32_t *slots;  /* hash table: number of the entry + 1; 0 when free */
    size_t *first;    /* the index of each entry in the values */
    uint32_t *number; /* the entry of each value */
    size_t room;
    size_t count;
};

enum parquet_dictionary_result {
    PARQUET_DICTIONARY_GOOD,
    PARQUET_DICTIONARY_TOO_MANY,
    PARQUET_DICTIONARY_NO_MEMORY
};

/* Makes the dictionary of all values, which replaces the earlier one. */
enum parquet_dictionary_result tti_parquet_dictionary_make(struct parquet_dictionary *d,
                                                           const struct parquet_values *v);

/* Appends the entries in the encoding PLAIN: the content of the dictionary page. */
void tti_parquet_dictionary_plain(const struct parquet_dictionary *d, struct table_buffer *out,
                                  const struct parquet_values *v);

/* Appends the entries of the values from `begin` to before `end`: the content of a data page. */
void tti_parquet_dictionary_numbers(const struct parquet_dictionary *d, struct table_buffer *out,
                                    size_t begin, size_t end);

void tti_parquet_dictionary_free(struct parquet_dictionary *d);

/* The members of a column chunk that the footer of the file needs. A part keeps them as bytes in
 * its table_note (format.h). Offsets count from the begin of the part. `raw_size` and `size` are
 * the sizes of all pages with their headers, before and after compression. */
struct parquet_chunk {
    uint64_t data_page, dictionary_page, raw_size, size, missing;
    uint32_t values; /* the number of values, missing ones included */
    uint8_t encoding, has_dictionary, has_bounds, bound_size[2];
    uint8_t bound[2][PARQUET_BOUND]; /* the least and the greatest value */
};

/* A column of a row group, in the order of the file. */
struct parquet_column {
    struct parquet_values values;
    const uint8_t *has; /* 0 or 1 for each row; NULL when every row has a value */
    size_t rows;
    int type;
};

/* Buffers for column chunks, used again for each chunk. All zeros at first; tti_parquet_work_free
 * frees it. */
struct parquet_work {
    struct parquet_dictionary dictionary;
    struct table_buffer raw, packed, header;
    void *context;
};

/* Returns the physical type of a column; `width` receives the bytes of a value (0: texts). */
int tti_parquet_type(tt_io_column_type type, bool uuid_as_text, unsigned *width);

/* Writes a column chunk at offset `at` of the part. False without memory. */
bool tti_parquet_chunk_write(struct parquet_work *w, const struct parquet_column *c, uint64_t at,
                             tt_io_output *out, struct parquet_chunk *chunk);

void tti_parquet_work_free(struct parquet_work *w);

/* Appends the footer, from the notes of all parts. False without memory. */
bool tti_parquet_footer(struct table_writing *w, struct table_buffer *out);

/* Returns the number that Parquet gives to the compression of this build: 6 for zstd, 2 for gzip,
 * or 0 for none. */
int tti_page_pack_codec(void);

/* Appends `size` bytes compressed as a frame of their own; `out` keeps a failure. *context is NULL
 * at first, and is kept between calls. */
void tti_page_pack(void **context, struct table_buffer *out, const uint8_t *data, size_t size);

/* Frees the context of tti_page_pack, which may be NULL. */
void tti_page_pack_free(void *context);

#endif
