/* SPDX-License-Identifier: MIT
 *
 * The end of a Parquet file: schema, row groups, and the meaning of columns. Types are written
 * twice, as logicalType and as ConvertedType: some readers know only one of them. Each part counted
 * its offsets from its own begin, so they are moved here. Numbers of fields are those of
 * parquet.thrift.
 */
#include "table/columns.h"
#include "table/parquet.h"
#include "table/thrift.h"
#include "teetape/version.h"

/* Values of ConvertedType. From INT8 on: 8, 16, 32, 64 bits with a sign. */
enum { CONVERTED_UTF8 = 0, CONVERTED_MICROS = 10, CONVERTED_INT8 = 15 };

/* Members of the union LogicalType. */
enum { LOGICAL_STRING = 1, LOGICAL_TIME = 8, LOGICAL_INTEGER = 10, LOGICAL_UUID = 14 };

/* Writes the two types of an integer. Field 6 is converted_type, 10 is logicalType with the number
 * of bits and a flag for the sign. tt_io_column_type has these types in the same order. */
static void put_integer(struct thrift *t, tt_io_column_type type)
{
    int size = (int)type - (int)TT_COLUMN_INT8; /* 0: 8 bits, 1: 16, ... */
    tti_thrift_i32(t, 6, CONVERTED_INT8 + size);
    tti_thrift_struct(t, 10);
    tti_thrift_struct(t, LOGICAL_INTEGER);
    tti_thrift_i8(t, 1, (int8_t)(8 << size));
    tti_thrift_bool(t, 2, true);
    tti_thrift_end(t);
    tti_thrift_end(t);
}

/* Writes the type of a time in microseconds and UTC: a union in a union, hence the four ends. */
static void put_micros(struct thrift *t)
{
    tti_thrift_i32(t, 6, CONVERTED_MICROS);
    tti_thrift_struct(t, 10);
    tti_thrift_struct(t, LOGICAL_TIME);
    tti_thrift_bool(t, 1, true); /* UTC */
    tti_thrift_struct(t, 2);
    tti_thrift_struct(t, 2); /* unit: microseconds */
    tti_thrift_end(t);
    tti_thrift_end(t);
    tti_thrift_end(t);
    tti_thrift_end(t);
}

static void put_empty(struct thrift *t, int logical)
{
    tti_thrift_struct(t, 10);
    tti_thrift_struct(t, logical);
    tti_thrift_end(t);
    tti_thrift_end(t);
}

/* Writes a column (SchemaElement in parquet.thrift). Its fields are 1 type, 2 length of FIXED, 3
 * repetition (0 required, 1 optional), 4 name. Booleans and floats need no logical type. */
static void put_column(struct thrift *t, const tt_io_column *column, bool uuid_as_text)
{
    unsigned width;
    int type = tti_parquet_type(column->type, uuid_as_text, &width);
    tti_thrift_element(t);
    tti_thrift_i32(t, 1, type);
    if (type == PARQUET_FIXED) {
        tti_thrift_i32(t, 2, (int32_t)width);
    }
    tti_thrift_i32(t, 3, column->is_nullable);
    tti_thrift_text(t, 4, column->name);
    if (type == PARQUET_BYTES) {
        tti_thrift_i32(t, 6, CONVERTED_UTF8);
        put_empty(t, LOGICAL_STRING);
    } else if (type == PARQUET_FIXED) {
        put_empty(t, LOGICAL_UUID);
    } else if (column->type == TT_COLUMN_TIME) {
        put_micros(t);
    } else if (type == PARQUET_INT32 || type == PARQUET_INT64) {
        put_integer(t, column->type);
    }
    tti_thrift_end(t);
}

/* Writes a chunk (ColumnChunk in parquet.thrift). Its fields are 2 an offset of older versions,
 * which is 0 today, and 3 ColumnMetaData: 1 type, 2 encodings, 3 path, 4 codec, 5 values, 6 and
 * 7 sizes, 9 and 11 offsets of the first data page and of the dictionary, 12 Statistics: 3 the
 * number of missing values, 5 greatest, 6 least. The order that its fields 1 and 2 use was never
 * defined. */
static void put_chunk(struct thrift *t, const tt_io_column *column, bool uuid_as_text,
                      const struct parquet_chunk *chunk, uint64_t base)
{
    unsigned width;
    /* The page of the dictionary is PLAIN, unlike the values. */
    bool names_plain = chunk->has_dictionary;
    tti_thrift_element(t);
    tti_thrift_i64(t, 2, 0);
    tti_thrift_struct(t, 3);
    tti_thrift_i32(t, 1, tti_parquet_type(column->type, uuid_as_text, &width));
    tti_thrift_list(t, 2, THRIFT_I32, names_plain ? 3 : 2);
    tti_thrift_value(t, PARQUET_RLE);
    tti_thrift_value(t, chunk->encoding);
    if (names_plain) {
        tti_thrift_value(t, PARQUET_PLAIN);
    }
    tti_thrift_list(t, 3, THRIFT_BINARY, 1);
    tti_thrift_value_text(t, column->name);
    tti_thrift_i32(t, 4, tti_page_pack_codec());
    tti_thrift_i64(t, 5, chunk->values);
    tti_thrift_i64(t, 6, (int64_t)chunk->raw_size);
    tti_thrift_i64(t, 7, (int64_t)chunk->size);
    tti_thrift_i64(t, 9, (int64_t)(base + chunk->data_page));
    if (chunk->has_dictionary) {
        tti_thrift_i64(t, 11, (int64_t)(base + chunk->dictionary_page));
    }
    tti_thrift_struct(t, 12);
    tti_thrift_i64(t, 3, (int64_t)chunk->missing);
    if (chunk->has_bounds) {
        tti_thrift_binary(t, 5, chunk->bound[1], chunk->bound_size[1]);
        tti_thrift_binary(t, 6, chunk->bound[0], chunk->bound_size[0]);
    }
    tti_thrift_end(t);
    tti_thrift_end(t);
    tti_thrift_end(t);
}

/* Writes a row group (RowGroup in parquet.thrift): 1 columns, 2 size before compression, 3 rows.
 * All chunks of a group have the same rows. */
static void put_group(struct thrift *t, const struct table_writing *w,
                      const struct parquet_chunk *chunks, uint64_t base)
{
    uint64_t size = 0;
    tti_thrift_element(t);
    tti_thrift_list(t, 1, THRIFT_STRUCT, w->plan->count);
    for (size_t i = 0; i < w->plan->count; i++) {
        put_chunk(t, w->plan->column[i], w->options.uuid_as_text, &chunks[i], base);
        size += chunks[i].raw_size;
    }
    tti_thrift_i64(t, 2, (int64_t)size);
    tti_thrift_i64(t, 3, chunks[0].values);
    tti_thrift_end(t);
}

/* Writes the row groups of all parts. A note has the chunks of a part, group after group; `base` is
 * the begin of the part. Without columns there is nothing to divide by. */
static void put_groups(struct thrift *t, const struct table_writing *w)
{
    const size_t size = w->plan->count * sizeof(struct parquet_chunk);
    uint64_t base = w->begun, groups = 0;
    for (size_t i = 0; i < w->parts; i++) {
        groups += size > 0 ? w->notes[i].size / size : 0;
    }
    tti_thrift_list(t, 4, THRIFT_STRUCT, (size_t)groups);
    for (size_t i = 0; i < w->parts; i++) {
        const struct table_note *note = &w->notes[i];
        for (size_t at = 0; at + size <= note->size; at += size) {
            put_group(t, w, (const struct parquet_chunk *)(const void *)(note->data + at), base);
        }
        base += note->bytes;
    }
}

static void put_meanings(struct thrift *t, const struct table_writing *w)
{
    char key[TABLE_MEANING_KEY];
    tti_thrift_list(t, 5, THRIFT_STRUCT, TABLE_MEANINGS * w->plan->count);
    for (size_t i = 0; i < w->plan->count * TABLE_MEANINGS; i++) {
        const char *value =
            tti_table_meaning(w->plan->column[i / TABLE_MEANINGS], (int)(i % TABLE_MEANINGS), key);
        tti_thrift_element(t);
        tti_thrift_text(t, 1, key);
        tti_thrift_text(t, 2, value);
        tti_thrift_end(t);
    }
}

/* Appends the footer (FileMetaData in parquet.thrift): 1 version, 2 schema, 3 rows, 4 row groups, 5
 * pairs, 6 created_by in the form that readers parse, 7 column_orders: without it a reader may not
 * use the bounds of texts. The schema is a tree written flat: the root comes first with the count
 * of its children. */
bool tti_parquet_footer(struct table_writing *w, struct table_buffer *out)
{
    struct thrift t = {.out = out};
    uint64_t rows = 0;
    for (size_t i = 0; i < w->parts; i++) {
        rows += w->notes[i].rows;
    }
    tti_thrift_i32(&t, 1, 1);
    tti_thrift_list(&t, 2, THRIFT_STRUCT, w->plan->count + 1);
    tti_thrift_element(&t);
    tti_thrift_text(&t, 4, w->table);
    tti_thrift_i32(&t, 5, (int32_t)w->plan->count);
    tti_thrift_end(&t);
    for (size_t i = 0; i < w->plan->count; i++) {
        put_column(&t, w->plan->column[i], w->options.uuid_as_text);
    }
    tti_thrift_i64(&t, 3, (int64_t)rows);
    put_groups(&t, w);
    put_meanings(&t, w);
    tti_thrift_text(&t, 6, "teetape version " TT_VERSION_STRING " (build 0)");
    tti_thrift_list(&t, 7, THRIFT_STRUCT, w->plan->count);
    for (size_t i = 0; i < w->plan->count; i++) {
        tti_thrift_element(&t);
        tti_thrift_struct(&t, 1);
        tti_thrift_end(&t);
        tti_thrift_end(&t);
    }
    tti_thrift_end(&t);
    return !out->has_failed;
}
