/* SPDX-License-Identifier: MIT
 *
 * Writes a column chunk: chooses its encoding, and writes its pages and bounds. The best encoding
 * depends on the recording, so a sample is encoded in each possible way and compressed. Pages have
 * version 1, which all readers support.
 */
#include <stdlib.h>
#include <string.h>

#include "table/parquet.h"
#include "table/thrift.h"

/* Values of the sample that chooses an encoding: a sixteenth of a full group, so trying an encoding
 * costs less than writing. */
#define SAMPLE ((size_t)16384)

/* Rows of a page, which is the smallest part that a reader can decompress. */
#define PAGE ((size_t)65536)

/* Kinds of pages, by their numbers in parquet.thrift (PageType). */
enum { DATA_PAGE = 0, DICTIONARY_PAGE = 2 };

/* Returns the physical type of a column. Parquet has no integers below 32 bits: the footer has the
 * number of bits in use. Spark reads no UUIDs of 16 bytes, hence `uuid_as_text`. */
int tti_parquet_type(tt_io_column_type type, bool uuid_as_text, unsigned *width)
{
    switch (type) {
    case TT_COLUMN_BOOL:
        *width = 1;
        return PARQUET_BOOLEAN;
    case TT_COLUMN_FLOAT:
        *width = 4;
        return PARQUET_FLOAT;
    case TT_COLUMN_INT64:
    case TT_COLUMN_TIME:
        *width = 8;
        return PARQUET_INT64;
    case TT_COLUMN_UUID:
        *width = uuid_as_text ? 0 : 16;
        return uuid_as_text ? PARQUET_BYTES : PARQUET_FIXED;
    case TT_COLUMN_TEXT:
        *width = 0;
        return PARQUET_BYTES;
    default:
        *width = 4;
        return PARQUET_INT32;
    }
}

/* Appends values `begin` to before `end` to w->raw. The dictionary of all values was made
 * earlier. */
static void encode(struct parquet_work *w, const struct parquet_column *c, int encoding,
                   size_t begin, size_t end)
{
    const struct parquet_values slice = tti_parquet_slice(&c->values, begin, end);
    switch (encoding) {
    case PARQUET_DICTIONARY:
        tti_parquet_dictionary_numbers(&w->dictionary, &w->raw, begin, end);
        break;
    case PARQUET_DELTA:
        tti_parquet_delta(&w->raw, &slice);
        break;
    case PARQUET_SPLIT:
        tti_parquet_split(&w->raw, &slice);
        break;
    default:
        tti_parquet_plain(&w->raw, &slice);
    }
}

/* Returns the compressed bytes of the sample, with those of its dictionary; SIZE_MAX when a
 * dictionary is impossible. tti_parquet_chunk_write reports a buffer without memory. */
static size_t size_with(struct parquet_work *w, const struct parquet_column *sample, int encoding)
{
    w->raw.size = w->packed.size = 0;
    if (encoding == PARQUET_DICTIONARY) {
        if (tti_parquet_dictionary_make(&w->dictionary, &sample->values) !=
            PARQUET_DICTIONARY_GOOD) {
            return SIZE_MAX;
        }
        tti_parquet_dictionary_plain(&w->dictionary, &w->raw, &sample->values);
    }
    encode(w, sample, encoding, 0, sample->values.count);
    tti_page_pack(&w->context, &w->packed, w->raw.data, w->raw.size);
    return w->packed.size;
}

/* Returns true when an encoding can be used for a type. Parquet defines DELTA for integers only,
 * some readers refuse SPLIT for integers, and PLAIN already has one bit for a boolean. */
static bool is_possible(int encoding, int type, bool no_dictionary)
{
    switch (encoding) {
    case PARQUET_DICTIONARY:
        return type != PARQUET_BOOLEAN && !no_dictionary;
    case PARQUET_DELTA:
        return type == PARQUET_INT32 || type == PARQUET_INT64;
    case PARQUET_SPLIT:
        return type == PARQUET_FLOAT;
    default:
        return true;
    }
}

/* Chooses the encoding that makes a sample smallest. Values at the start of a group can be unlike
 * the rest, so the sample is from the middle. If sizes are equal, the first, simpler encoding
 * wins. */
static int choose(struct parquet_work *w, const struct parquet_column *c, bool no_dictionary)
{
    static const int encodings[] = {PARQUET_PLAIN, PARQUET_DICTIONARY, PARQUET_DELTA,
                                    PARQUET_SPLIT};
    size_t count = c->values.count < SAMPLE ? c->values.count : SAMPLE;
    size_t begin = (c->values.count - count) / 2;
    const struct parquet_column sample = {
        .values = tti_parquet_slice(&c->values, begin, begin + count), .type = c->type};
    size_t least = SIZE_MAX;
    int best = PARQUET_PLAIN;
    for (size_t i = 0; count != 0 && i < sizeof encodings / sizeof encodings[0]; i++) {
        size_t size = is_possible(encodings[i], c->type, no_dictionary)
                          ? size_with(w, &sample, encodings[i])
                          : SIZE_MAX;
        if (size < least) {
            least = size;
            best = encodings[i];
        }
    }
    return best;
}

/* Appends the header of a page (PageHeader in parquet.thrift). Its fields are 1 type, 2 and 3 sizes
 * without this header, 5 or 7 the header of a data page or of a dictionary, in which 3 and 4 are
 * the encodings of the levels. `values` counts missing ones, too. */
static void put_page(struct parquet_work *w, int type, int encoding, size_t values,
                     tt_io_output *out, struct parquet_chunk *chunk)
{
    w->packed.size = w->header.size = 0;
    tti_page_pack(&w->context, &w->packed, w->raw.data, w->raw.size);
    struct thrift t = {.out = &w->header};
    tti_thrift_i32(&t, 1, type);
    tti_thrift_i32(&t, 2, (int32_t)w->raw.size);
    tti_thrift_i32(&t, 3, (int32_t)w->packed.size);
    tti_thrift_struct(&t, type == DICTIONARY_PAGE ? 7 : 5);
    tti_thrift_i32(&t, 1, (int32_t)values);
    tti_thrift_i32(&t, 2, encoding);
    if (type == DATA_PAGE) {
        tti_thrift_i32(&t, 3, PARQUET_RLE);
        tti_thrift_i32(&t, 4, PARQUET_RLE);
    }
    tti_thrift_end(&t);
    tti_thrift_end(&t);
    tt_io_output_bytes(out, (tt_bytes){w->header.data, w->header.size});
    tt_io_output_bytes(out, (tt_bytes){w->packed.data, w->packed.size});
    chunk->raw_size += w->header.size + w->raw.size;
    chunk->size += w->header.size + w->packed.size;
}

/* Appends definition levels: 1 bit for each row, with their size in 4 bytes before them. Returns
 * how many rows have a value. A column that is not optional has no levels. */
static size_t put_levels(struct table_buffer *raw, const uint8_t *has, size_t rows)
{
    uint32_t *levels = malloc(rows * sizeof *levels);
    struct table_buffer packed = {.data = NULL};
    size_t values = 0;
    if (levels == NULL) {
        raw->has_failed = true;
        return 0;
    }
    for (size_t i = 0; i < rows; i++) {
        levels[i] = has[i];
        values += has[i];
    }
    tti_parquet_hybrid(&packed, levels, rows, 1);
    tti_table_buffer_number(raw, packed.size, 4);
    tti_table_buffer_put(raw, packed.data, packed.size);
    raw->has_failed = raw->has_failed || packed.has_failed;
    free(packed.data);
    free(levels);
    return values;
}

/* Chooses the encoding. The whole column may have too many different values for a dictionary
 * although the sample has few: then the choice is repeated without one. */
static bool choose_all(struct parquet_work *w, const struct parquet_column *c,
                       struct parquet_chunk *chunk)
{
    int encoding = choose(w, c, false);
    if (encoding == PARQUET_DICTIONARY) {
        switch (tti_parquet_dictionary_make(&w->dictionary, &c->values)) {
        case PARQUET_DICTIONARY_NO_MEMORY:
            return false;
        case PARQUET_DICTIONARY_TOO_MANY:
            encoding = choose(w, c, true);
            break;
        default:
            chunk->has_dictionary = 1;
        }
    }
    chunk->encoding = (uint8_t)encoding;
    return true;
}

/* Sets the bounds of a type. The macro gives each width a loop of its own; the bytes have no type,
 * hence memcpy. */
#define BOUNDS(type)                                                                               \
    for (size_t i = 0; i < v->count; i++) {                                                        \
        type value;                                                                                \
        memcpy(&value, v->fixed + sizeof value * i, sizeof value);                                 \
        bound[0] = value < bound[0] ? value : bound[0];                                            \
        bound[1] = value > bound[1] ? value : bound[1];                                            \
    }

/* Returns true when `a` sorts before `b`. Bytes are unsigned. A text sorts before longer texts that
 * begin with it. */
static bool is_before(tt_bytes a, tt_bytes b)
{
    size_t size = a.size < b.size ? a.size : b.size;
    int order = size == 0 ? 0 : memcmp(a.data, b.data, size);
    return order != 0 ? order < 0 : a.size < b.size;
}

/* Sets the bounds of texts. Parquet allows cut bounds, but a long bound is left out here, so that a
 * bound is always a value of the column. */
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

/* Sets the bounds of numbers, of which there is at least one. Booleans are 1 byte; all integers
 * have a sign. The form is that of PLAIN, little-endian; the width cuts the 64 bits without a
 * loss. */
static void number_bounds(struct parquet_chunk *chunk, const struct parquet_values *v)
{
    int64_t bound[2] = {INT64_MAX, INT64_MIN};
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
    for (int i = 0; i < 2; i++) {
        chunk->bound_size[i] = (uint8_t)v->width;
        for (unsigned byte = 0; byte < v->width; byte++) {
            chunk->bound[i][byte] = (uint8_t)((uint64_t)bound[i] >> 8 * byte);
        }
    }
    chunk->has_bounds = 1;
}

/* Writes a chunk. The dictionary is the first page, at `at`. `row` counts all rows, `value` only
 * those that have one. A reader skips groups whose bounds exclude a value, so wrong bounds would
 * lose rows without an error. Readers differ on NaN and -0, so floats have no bounds. */
bool tti_parquet_chunk_write(struct parquet_work *w, const struct parquet_column *c, uint64_t at,
                             tt_io_output *out, struct parquet_chunk *chunk)
{
    *chunk =
        (struct parquet_chunk){.values = (uint32_t)c->rows, .missing = c->rows - c->values.count};
    if (!choose_all(w, c, chunk)) {
        return false;
    }
    if (chunk->has_dictionary) {
        w->raw.size = 0;
        chunk->dictionary_page = at;
        tti_parquet_dictionary_plain(&w->dictionary, &w->raw, &c->values);
        put_page(w, DICTIONARY_PAGE, PARQUET_PLAIN, w->dictionary.count, out, chunk);
    }
    /* only the dictionary's page counts in chunk->size so far */
    chunk->data_page = at + chunk->size;
    size_t value = 0;
    for (size_t row = 0; row < c->rows; row += PAGE) {
        size_t rows = c->rows - row < PAGE ? c->rows - row : PAGE;
        w->raw.size = 0;
        size_t values = c->has != NULL ? put_levels(&w->raw, c->has + row, rows) : rows;
        encode(w, c, chunk->encoding, value, value + values);
        put_page(w, DATA_PAGE, chunk->encoding, rows, out, chunk);
        value += values;
    }
    bool has_bounds = c->values.count != 0 && c->type != PARQUET_FLOAT;
    if (has_bounds && (c->type == PARQUET_BYTES || c->type == PARQUET_FIXED)) {
        bytes_bounds(chunk, &c->values);
    } else if (has_bounds) {
        number_bounds(chunk, &c->values);
    }
    return !w->raw.has_failed && !w->packed.has_failed && !w->header.has_failed;
}

void tti_parquet_work_free(struct parquet_work *w)
{
    tti_parquet_dictionary_free(&w->dictionary);
    free(w->raw.data);
    free(w->packed.data);
    free(w->header.data);
    tti_page_pack_free(w->context);
}
