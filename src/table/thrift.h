/* SPDX-License-Identifier: MIT
 *
 * Writes the part of Thrift's compact protocol that the metadata of Parquet needs.
 */
#ifndef TABLE_THRIFT_H
#define TABLE_THRIFT_H

#include "table/buffer.h"

/* Types by their numbers in Thrift's compact protocol. */
enum { THRIFT_I32 = 5, THRIFT_I64 = 6, THRIFT_BINARY = 8, THRIFT_LIST = 9, THRIFT_STRUCT = 12 };

/* The most open structs. This is not checked, because the code of the footer decides how deep it
 * nests. */
#define THRIFT_DEPTH 8

/* A writer of Thrift's compact protocol. All zeros at first, except `out`. */
struct thrift {
    struct table_buffer *out;
    int last[THRIFT_DEPTH]; /* number of the last field of each open struct */
    size_t depth;
};

/* Each of these functions appends a field. The numbers of the fields of a struct must rise. */
void tti_thrift_bool(struct thrift *t, int field, bool value);
void tti_thrift_i8(struct thrift *t, int field, int8_t value);
void tti_thrift_i32(struct thrift *t, int field, int32_t value);
void tti_thrift_i64(struct thrift *t, int field, int64_t value);
void tti_thrift_binary(struct thrift *t, int field, const void *data, size_t size);
void tti_thrift_text(struct thrift *t, int field, const char *text);

/* Begins a struct as a field. The caller appends its fields, then calls tti_thrift_end. */
void tti_thrift_struct(struct thrift *t, int field);

/* Begins a list as a field. The caller appends each element by tti_thrift_element or
 * tti_thrift_value. */
void tti_thrift_list(struct thrift *t, int field, int type, size_t count);

/* Begins a struct as an element of a list. The caller appends its fields, then calls
 * tti_thrift_end. */
void tti_thrift_element(struct thrift *t);

/* Each of these functions appends a number or a text as an element of a list of I32 or BINARY. */
void tti_thrift_value(struct thrift *t, int32_t value);
void tti_thrift_value_text(struct thrift *t, const char *text);

void tti_thrift_end(struct thrift *t);

#endif
