/* SPDX-License-Identifier: MIT
 *
 * Writes Thrift's compact protocol. A field has the difference of its number to the one before, its
 * type, and its value. A struct ends with 0.
 */
#include "table/thrift.h"

#include <string.h>

/* The types of fields. The type of a boolean contains its value. */
enum { TYPE_TRUE = 1, TYPE_FALSE = 2, TYPE_I8 = 3 };

/* Begins a field. A difference of 1 to 15 fits into the upper half of the byte; otherwise that half
 * is 0 and the number follows. */
static void field_begin(struct thrift *t, int field, int type)
{
    int step = field - t->last[t->depth];
    if (step >= 1 && step <= 15) {
        tti_table_buffer_number(t->out, (uint64_t)(step << 4 | type), 1);
    } else {
        tti_table_buffer_number(t->out, (uint64_t)type, 1);
        tti_table_buffer_varuint(t->out, table_zigzag(field));
    }
    t->last[t->depth] = field;
}

void tti_thrift_bool(struct thrift *t, int field, bool value)
{
    field_begin(t, field, value ? TYPE_TRUE : TYPE_FALSE);
}

/* Appends a byte, which is written unchanged: only larger numbers are zigzag varints. */
void tti_thrift_i8(struct thrift *t, int field, int8_t value)
{
    field_begin(t, field, TYPE_I8);
    tti_table_buffer_number(t->out, (uint8_t)value, 1);
}

void tti_thrift_i32(struct thrift *t, int field, int32_t value)
{
    field_begin(t, field, THRIFT_I32);
    tti_table_buffer_varuint(t->out, table_zigzag(value));
}

void tti_thrift_i64(struct thrift *t, int field, int64_t value)
{
    field_begin(t, field, THRIFT_I64);
    tti_table_buffer_varuint(t->out, table_zigzag(value));
}

void tti_thrift_binary(struct thrift *t, int field, const void *data, size_t size)
{
    field_begin(t, field, THRIFT_BINARY);
    tti_table_buffer_varuint(t->out, size);
    tti_table_buffer_put(t->out, data, size);
}

void tti_thrift_text(struct thrift *t, int field, const char *text)
{
    tti_thrift_binary(t, field, text, strlen(text));
}

/* Begins a struct in a list. Numbers of fields count from 0 again. The footer of Parquet nests at
 * most five structs. */
void tti_thrift_element(struct thrift *t)
{
    t->last[++t->depth] = 0;
}

void tti_thrift_struct(struct thrift *t, int field)
{
    field_begin(t, field, THRIFT_STRUCT);
    tti_thrift_element(t);
}

/* Begins a list. A count below 15 is in the upper half of the byte. */
void tti_thrift_list(struct thrift *t, int field, int type, size_t count)
{
    field_begin(t, field, THRIFT_LIST);
    if (count < 15) {
        tti_table_buffer_number(t->out, count << 4 | (unsigned)type, 1);
    } else {
        tti_table_buffer_number(t->out, 0xf0 | (unsigned)type, 1);
        tti_table_buffer_varuint(t->out, count);
    }
}

void tti_thrift_value(struct thrift *t, int32_t value)
{
    tti_table_buffer_varuint(t->out, table_zigzag(value));
}

void tti_thrift_value_text(struct thrift *t, const char *text)
{
    tti_table_buffer_varuint(t->out, strlen(text));
    tti_table_buffer_put(t->out, text, strlen(text));
}

void tti_thrift_end(struct thrift *t)
{
    tti_table_buffer_number(t->out, 0, 1);
    if (t->depth != 0) {
        t->depth--;
    }
}
