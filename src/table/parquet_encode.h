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
    const tt_bytes *text; /* of width 0; else not looked at */
};

/* Value `index` as bytes. */
static inline tt_bytes parquet_value(const struct parquet_values *v, size_t index)
{
    return v->width == 0 ? v->text[index] : (tt_bytes){v->fixed + index * v->width, v->width};
}

/* The part of `v` from `begin` to before `end`. */
struct parquet_values tti_parquet_slice(const struct parquet_values *v, size_t begin, size_t end);

/* What every reader knows: the values one after the other. */
void tti_parquet_plain(struct table_buffer *out, const struct parquet_values *v);

/* Differences to the value before, in as few bits as a miniblock needs. Of width 4 and 8, which are
 * integers. */
void tti_parquet_delta(struct table_buffer *out, const struct parquet_values *v);

/* Bytes of the same rank side by side. Of width 4 and 8. */
void tti_parquet_split(struct table_buffer *out, const struct parquet_values *v);

/* Runs and packed groups of numbers that have at most `width` bits, 1 to 32. */
void tti_parquet_hybrid(struct table_buffer *out, const uint32_t *numbers, size_t count,
                        unsigned width);

#endif
