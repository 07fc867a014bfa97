/* SPDX-License-Identifier: MIT
 *
 * The encodings of Parquet (parquet.thrift and Encodings.md of apache/parquet-format).
 */
#ifndef TABLE_PARQUET_ENCODE_H
#define TABLE_PARQUET_ENCODE_H

#include "table/buffer.h"
#include "teetape/bytes.h"

/* Encodings, by their numbers in parquet.thrift. RLE is that of levels; DICTIONARY is
 * RLE_DICTIONARY. */
enum {
    PARQUET_PLAIN = 0,
    PARQUET_RLE = 3,
    PARQUET_DELTA = 5, /* DELTA_BINARY_PACKED */
    PARQUET_DICTIONARY = 8,
    PARQUET_SPLIT = 9 /* BYTE_STREAM_SPLIT */
};

/* Values without the missing ones. */
struct parquet_values {
    unsigned width; /* bytes of each: 1 (booleans), 4, 8, 16; 0: texts */
    size_t count;
    const uint8_t *fixed; /* numbers in the byte order of this machine */
    const tt_bytes *text; /* of width 0 */
};

static inline tt_bytes parquet_value(const struct parquet_values *v, size_t index)
{
    return v->width == 0 ? v->text[index] : (tt_bytes){v->fixed + index * v->width, v->width};
}

/* A view from `begin` to before `end`. */
struct parquet_values tti_parquet_slice(const struct parquet_values *v, size_t begin, size_t end);

/* The values one after the other. */
void tti_parquet_plain(struct table_buffer *out, const struct parquet_values *v);

/* Differences to the value before, in as few bits as a miniblock needs. For integers of width 4
 * and 8. */
void tti_parquet_delta(struct table_buffer *out, const struct parquet_values *v);

/* Bytes of the same rank side by side. For width 4 and 8. */
void tti_parquet_split(struct table_buffer *out, const struct parquet_values *v);

/* Runs and packed groups of numbers that have at most `width` bits, 1 to 32. */
void tti_parquet_hybrid(struct table_buffer *out, const uint32_t *numbers, size_t count,
                        unsigned width);

/* The numbers of more values would take 16 bits and more. */
#define PARQUET_DICTIONARY_MOST 32768

/* The different values of a column, in the order in which they come first. All zero is empty. */
struct parquet_dictionary {
    uint32_t *slots;  /* number of the entry + 1; 0: none */
    size_t *first;    /* where in the values each entry is */
    uint32_t *number; /* the entry of each value */
    size_t room;
    size_t count; /* entries */
};

enum parquet_dictionary_result {
    PARQUET_DICTIONARY_GOOD,
    PARQUET_DICTIONARY_TOO_MANY,
    PARQUET_DICTIONARY_NO_MEMORY
};

/* Finds the entries of all values, and forgets those before. */
enum parquet_dictionary_result tti_parquet_dictionary_make(struct parquet_dictionary *d,
                                                           const struct parquet_values *v);

/* Appends the entries as PLAIN: the content of the dictionary page. */
void tti_parquet_dictionary_plain(const struct parquet_dictionary *d, struct table_buffer *out,
                                  const struct parquet_values *v);

/* Appends the entries of the values from `begin` to before `end`: the content of a data page. */
void tti_parquet_dictionary_numbers(const struct parquet_dictionary *d, struct table_buffer *out,
                                    size_t begin, size_t end);

void tti_parquet_dictionary_free(struct parquet_dictionary *d);

#endif
