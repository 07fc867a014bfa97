/* SPDX-License-Identifier: MIT
 *
 * Arrow's C data interface: the schema of a table, and its values.
 *
 * A reader may keep a child when it releases the parent. A struct and its children therefore share
 * one block of memory, which counts its users.
 */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "table/columns.h"
#include "teetape/io/table_arrow.h"

/* The memory of a schema or an array begins with this, so that one pointer serves for both. */
struct arrow_shared {
    atomic_size_t users;          /* children that are not released, plus one for the parent */
    void (*release)(void *owner); /* called when the last user releases; may be NULL */
    void *owner;
};

/* Removes one user of the memory. Other threads may release children, hence the atomic count. */
static void drop(struct arrow_shared *shared)
{
    if (atomic_fetch_sub(&shared->users, 1) == 1) {
        if (shared->release != NULL) {
            shared->release(shared->owner);
        }
        free(shared);
    }
}

/* Releases a schema, with the children that it still has. A reader that took a child has set the
 * release of the old struct to NULL. */
static void release_schema(struct ArrowSchema *schema)
{
    struct arrow_shared *shared = schema->private_data;
    for (int64_t i = 0; i < schema->n_children; i++) {
        if (schema->children[i]->release != NULL) {
            schema->children[i]->release(schema->children[i]);
        }
    }
    schema->release = NULL;
    drop(shared);
}

static void release_array(struct ArrowArray *array)
{
    struct arrow_shared *shared = array->private_data;
    for (int64_t i = 0; i < array->n_children; i++) {
        if (array->children[i]->release != NULL) {
            array->children[i]->release(array->children[i]);
        }
    }
    array->release = NULL;
    drop(shared);
}

/* Appends a count. Metadata is a count, then texts with their lengths before them, all int32_t of
 * the machine. `at` NULL only counts bytes. */
static size_t put_count(char *at, size_t size, size_t count)
{
    int32_t number = (int32_t)count;
    if (at != NULL) {
        memcpy(at + size, &number, sizeof number);
    }
    return size + sizeof number;
}

static size_t put_text(char *at, size_t size, const char *text)
{
    size_t length = strlen(text);
    size = put_count(at, size, length);
    if (at != NULL) {
        memcpy(at + size, text, length);
    }
    return size + length;
}

/* Appends the pairs of all columns to the metadata of the table, because a child with arrow.uuid
 * has metadata of its own. */
static size_t put_meanings(char *at, const tt_io_table_plan *plan)
{
    char key[TABLE_MEANING_KEY];
    size_t size = put_count(at, 0, TABLE_MEANINGS * plan->count);
    for (size_t i = 0; i < TABLE_MEANINGS * plan->count; i++) {
        const char *value =
            tti_table_meaning(plan->column[i / TABLE_MEANINGS], (int)(i % TABLE_MEANINGS), key);
        size = put_text(at, size, key);
        size = put_text(at, size, value);
    }
    return size;
}

static size_t put_extension(char *at)
{
    size_t size = put_count(at, 0, 2);
    size = put_text(at, size, "ARROW:extension:name");
    size = put_text(at, size, "arrow.uuid");
    size = put_text(at, size, "ARROW:extension:metadata");
    return put_text(at, size, "");
}

/* Memory of a schema; the metadata texts follow the struct. */
struct schema_memory {
    struct arrow_shared shared; /* first member, so that private_data points to it */
    struct ArrowSchema *children[TT_IO_TABLE_COLUMNS];
    struct ArrowSchema child[TT_IO_TABLE_COLUMNS];
};

/* Format strings of the interface. Texts have offsets of 32 bits, or of 64 (U). */
static const char *const formats[TT_COLUMN_TYPES] = {
    [TT_COLUMN_BOOL] = "b",       [TT_COLUMN_INT8] = "c",    [TT_COLUMN_INT16] = "s",
    [TT_COLUMN_INT32] = "i",      [TT_COLUMN_INT64] = "l",   [TT_COLUMN_FLOAT] = "f",
    [TT_COLUMN_TIME] = "tsu:UTC", [TT_COLUMN_UUID] = "w:16", [TT_COLUMN_TEXT] = "u",
};

/* Makes a schema. The metadata is measured with the functions that write it. Names and texts of
 * columns are static. */
bool tt_io_arrow_schema(struct ArrowSchema *out, const tt_io_table_plan *plan, bool is_wide)
{
    struct schema_memory *m = malloc(sizeof *m + put_meanings(NULL, plan) + put_extension(NULL));
    memset(out, 0, sizeof *out);
    if (m == NULL) {
        return false;
    }
    char *meanings = (char *)(m + 1);
    char *extension = meanings + put_meanings(meanings, plan);
    put_extension(extension);
    m->shared.release = NULL;
    atomic_init(&m->shared.users, plan->count + 1);
    for (size_t i = 0; i < plan->count; i++) {
        const tt_io_column *column = plan->column[i];
        bool is_wide_text = is_wide && column->type == TT_COLUMN_TEXT;
        m->children[i] = &m->child[i];
        m->child[i] = (struct ArrowSchema){
            .format = is_wide_text ? "U" : formats[column->type],
            .name = column->name,
            .metadata = column->type == TT_COLUMN_UUID ? extension : NULL,
            .flags = column->is_nullable ? ARROW_FLAG_NULLABLE : 0,
            .release = release_schema,
            .private_data = m,
        };
    }
    *out = (struct ArrowSchema){
        .format = "+s",
        .name = tt_io_table_name(plan->options.kind),
        .metadata = meanings,
        .n_children = (int64_t)plan->count,
        .children = m->children,
        .release = release_schema,
        .private_data = m,
    };
    return true;
}

/* Memory of an array; the bits of boolean columns follow the struct. */
struct array_memory {
    struct arrow_shared shared;
    const void *buffer; /* NULL instead of validity bits, because no row of a table is missing */
    struct ArrowArray *children[TT_IO_TABLE_COLUMNS];
    struct ArrowArray child[TT_IO_TABLE_COLUMNS];
    const void *buffers[TT_IO_TABLE_COLUMNS][3];
};

/* Returns the bytes of a boolean column's bits, a multiple of 64. */
static size_t bits_size(size_t rows)
{
    return (rows + 511) / 512 * 64;
}

/* Fills the buffers of a column: bits of rows that have a value (NULL: all rows have), ends of
 * texts, values. */
static void put_child(struct array_memory *m, size_t i, const tt_io_arrow_column *column,
                      size_t rows, uint8_t *bits)
{
    bool is_text = column->column->type == TT_COLUMN_TEXT;
    const void **buffers = m->buffers[i];
    buffers[0] = column->has;
    buffers[1] = is_text ? column->offsets : column->values;
    buffers[2] = column->values;
    if (column->column->type == TT_COLUMN_BOOL) {
        const uint8_t *values = column->values;
        memset(bits, 0, bits_size(rows));
        for (size_t row = 0; row < rows; row++) {
            bits[row / 8] = (uint8_t)(bits[row / 8] | (unsigned)(values[row] != 0) << (row % 8));
        }
        buffers[1] = bits;
    }
    m->children[i] = &m->child[i];
    m->child[i] = (struct ArrowArray){
        .length = (int64_t)rows,
        .null_count = (int64_t)column->missing,
        .n_buffers = is_text ? 3 : 2,
        .buffers = buffers,
        .release = release_array,
        .private_data = m,
    };
}

/* Makes an array. On failure the caller still owns `owner`. */
bool tt_io_arrow_array(struct ArrowArray *out, const tt_io_arrow_column *columns, size_t count,
                       size_t rows, void (*release)(void *owner), void *owner)
{
    size_t bits = 0, at = (sizeof(struct array_memory) + 63) / 64 * 64;
    memset(out, 0, sizeof *out);
    for (size_t i = 0; i < count; i++) {
        bits += columns[i].column->type == TT_COLUMN_BOOL ? bits_size(rows) : 0;
    }
    struct array_memory *m = count <= TT_IO_TABLE_COLUMNS ? malloc(at + bits) : NULL;
    if (m == NULL) {
        return false;
    }
    m->shared.release = release;
    m->shared.owner = owner;
    m->buffer = NULL;
    atomic_init(&m->shared.users, count + 1);
    for (size_t i = 0; i < count; i++) {
        put_child(m, i, &columns[i], rows, (uint8_t *)m + at);
        at += columns[i].column->type == TT_COLUMN_BOOL ? bits_size(rows) : 0;
    }
    *out = (struct ArrowArray){
        .length = (int64_t)rows,
        .n_buffers = 1,
        .n_children = (int64_t)count,
        .buffers = &m->buffer,
        .children = m->children,
        .release = release_array,
        .private_data = m,
    };
    return true;
}
