/* SPDX-License-Identifier: MIT
 *
 * A column chunk: the choice of its encoding, and its pages.
 *
 * Which encoding is best depends on the recording: a player that stands, a tick that rises by 1,
 * names that come again. So a sample is encoded in each possible way, and compressed, as
 * compression evens out most differences. Pages are of version 1, which all readers know.
 */
#include <stdlib.h>
#include <string.h>

#include "table/page_pack.h"
#include "table/parquet.h"
#include "table/thrift.h"

/* Values that are encoded to see which encoding is best. A sixteenth of a full group, so trying
 * costs less than writing. */
#define SAMPLE ((size_t)16384)

/* Rows of a page. A reader unpacks at least a page. */
#define PAGE ((size_t)65536)

/* PageType of parquet.thrift. */
enum { DATA_PAGE = 0, DICTIONARY_PAGE = 2 };

/* Parquet has no integers below 32 bits: the footer says how many bits count. Spark reads no UUIDs
 * of 16 bytes, hence `uuid_as_text`. */
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

/* Appends values `begin` to before `end` to w->raw. A dictionary was made for all values of `c`
 * before. */
static void encode(struct parquet_work *w, const struct parquet_column *c, int encoding,
                   size_t begin, size_t end)
{
    const struct parquet_values part = tti_parquet_slice(&c->values, begin, end);
    switch (encoding) {
    case PARQUET_DICTIONARY:
        tti_parquet_dictionary_numbers(&w->dictionary, &w->raw, begin, end);
        break;
    case PARQUET_DELTA:
        tti_parquet_delta(&w->raw, &part);
        break;
    case PARQUET_SPLIT:
        tti_parquet_split(&w->raw, &part);
        break;
    default:
        tti_parquet_plain(&w->raw, &part);
    }
}

/* Compressed bytes of the sample, with those of its dictionary; SIZE_MAX when there can be no
 * dictionary. A buffer without memory remains failed, and tti_parquet_chunk_write reports it. */
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

/* DELTA is for integers by its definition. SPLIT is for floats alone: some readers refuse it for
 * integers. A boolean takes a bit as it is. */
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

/* The encoding that makes a sample of the values smallest. The sample is from the middle: at the
 * start of a group values can be unlike the rest. Without any value it is PLAIN. Of equal sizes the
 * first wins, which is the simpler one. */
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

/* What w->raw has as a page of `values` values. PageHeader: 1 type, 2 and 3 sizes without this
 * header, 5 or 7 the header of a data page or of a dictionary. A data page says the encodings of
 * its levels in 3 and 4. `values` counts missing ones, too. */
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

/* The levels in front of a page: which rows have a value; and how many. Definition levels: 1 bit a
 * row, with their size in 4 bytes before them. A column that is not optional has none at all. */
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

/* The sample may have few values where the column has too many: then the choice is made again
 * without the dictionary. */
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

/* The dictionary is the first page and its offset is `at`. Then pages of rows: `row` counts all,
 * `value` only those that have one. */
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
    /* `size` is that of the dictionary's page so far */
    chunk->data_page = at + chunk->size;
    size_t value = 0;
    for (size_t row = 0; row < c->rows; row += PAGE) {
        size_t rows = c->rows - row < PAGE ? c->rows - row : PAGE;
        w->raw.size = 0;
        /* levels come first in the page, before its values */
        size_t values = c->has != NULL ? put_levels(&w->raw, c->has + row, rows) : rows;
        encode(w, c, chunk->encoding, value, value + values);
        put_page(w, DATA_PAGE, chunk->encoding, rows, out, chunk);
        value += values;
    }
    tti_parquet_bounds(chunk, c);
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
