/* SPDX-License-Identifier: MIT
 *
 * Least and most value of a column chunk, in the order that Parquet gives to its type: numbers with
 * their sign, texts and UUIDs by their bytes.
 *
 * A reader that looks for a value passes over groups whose bounds exclude it. Wrong bounds would
 * lose rows for it without a word, so they are left out where there is a doubt.
 */
#include <string.h>

#include "table/parquet.h"

struct bounds {
    int64_t least, most;
};

/* The bounds of values of one type. By memcpy, as the bytes have no type; a macro, so that each
 * width has a loop of its own. */
#define BOUNDS(type)                                                                               \
    for (size_t i = 0; i < v->count; i++) {                                                        \
        type value;                                                                                \
        memcpy(&value, v->fixed + sizeof value * i, sizeof value);                                 \
        b.least = value < b.least ? value : b.least;                                               \
        b.most = value > b.most ? value : b.most;                                                  \
    }

/* By width: booleans are 1 byte, 0 or 1; the integers of this format have a sign, and there are no
 * unsigned ones. There is at least one value. */
static struct bounds bounds_of(const struct parquet_values *v)
{
    struct bounds b = {INT64_MAX, INT64_MIN};
    switch (v->width) {
    case 1:
        BOUNDS(uint8_t)
        break;
    case 4:
        BOUNDS(int32_t)
        break;
    default:
        BOUNDS(int64_t)
    }
    return b;
}

/* Bytes without a sign, and a text before those that begin with it: as Parquet orders texts and
 * UUIDs. */
static bool is_before(tt_bytes a, tt_bytes b)
{
    size_t size = a.size < b.size ? a.size : b.size;
    int order = size == 0 ? 0 : memcmp(a.data, b.data, size);
    return order != 0 ? order < 0 : a.size < b.size;
}

/* A bound may be cut by the rules of Parquet; a long one is left out here, so that a bound is
 * always a value of the column. */
static void bytes_bounds(struct parquet_chunk *chunk, const struct parquet_values *v)
{
    tt_bytes bound[2] = {parquet_value(v, 0), parquet_value(v, 0)};
    for (size_t i = 1; i < v->count; i++) {
        tt_bytes value = parquet_value(v, i);
        if (is_before(value, bound[0])) {
            bound[0] = value;
        }
        if (is_before(bound[1], value)) {
            bound[1] = value;
        }
    }
    if (bound[0].size > PARQUET_BOUND || bound[1].size > PARQUET_BOUND) {
        return;
    }
    for (int i = 0; i < 2; i++) {
        chunk->bound_size[i] = (uint8_t)bound[i].size;
        if (bound[i].size != 0) {
            memcpy(chunk->bound[i], bound[i].data, bound[i].size);
        }
    }
    chunk->has_bounds = 1;
}

/* Bounds are in the form of PLAIN, little-endian; the width cuts the 64 bits without a loss. */
static void number_bounds(struct parquet_chunk *chunk, const struct parquet_values *v)
{
    const struct bounds b = bounds_of(v);
    const int64_t bound[2] = {b.least, b.most};
    for (int i = 0; i < 2; i++) {
        chunk->bound_size[i] = (uint8_t)v->width;
        for (unsigned byte = 0; byte < v->width; byte++) {
            chunk->bound[i][byte] = (uint8_t)((uint64_t)bound[i] >> 8 * byte);
        }
    }
    chunk->has_bounds = 1;
}

/* Floats have none: what NaN and -0 are to readers differs. */
void tti_parquet_bounds(struct parquet_chunk *chunk, const struct parquet_column *c)
{
    if (c->values.count == 0 || c->type == PARQUET_FLOAT) {
        return;
    }
    if (c->type == PARQUET_BYTES || c->type == PARQUET_FIXED) {
        bytes_bounds(chunk, &c->values);
    } else {
        number_bounds(chunk, &c->values);
    }
}
