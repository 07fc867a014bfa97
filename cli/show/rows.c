/* SPDX-License-Identifier: MIT
 *
 * Prints members of structs by their columns.
 */
#include "cli/show/rows.h"

#include <inttypes.h>
#include <stdio.h>

#include "cli/shell/issues.h"
#include "cli/text/text.h"

static bool is_last(const struct column *c)
{
    return c->key == NULL && c->heading == NULL;
}

/* Returns true when the objects of a format have the column. An object of one format does not have
 * keys of the other format, because null would mean unknown. */
static bool is_here(const struct column *c, tt_format format)
{
    return c->where == TT_FORMAT_UNKNOWN || c->where == format;
}

static const void *member_of(const struct column *c, const void *row)
{
    return (const char *)row + c->offset;
}

/* Returns true for the kinds of numbers, which are neighbours in the enum. */
static bool is_number(const struct column *c)
{
    return c->kind >= COLUMN_INT32 && c->kind <= COLUMN_UINT64;
}

/* Returns a number as int64_t. Must not be called for a COLUMN_UINT64 above INT64_MAX. */
static int64_t number_of(const struct column *c, const void *row)
{
    const void *member = member_of(c, row);
    return c->kind == COLUMN_INT32    ? *(const int32_t *)member
           : c->kind == COLUMN_UINT32 ? *(const uint32_t *)member
                                      : *(const int64_t *)member;
}

/* Returns the text of a member, with NULL data when it is unknown. */
static tt_bytes text_of(const struct column *c, const void *row)
{
    static const tt_bytes none = {NULL, 0};
    const void *member = member_of(c, row);
    const char *string = c->kind == COLUMN_CHARS ? member : NULL;
    if (c->kind == COLUMN_BYTES) {
        return *(const tt_bytes *)member;
    }
    if (c->kind == COLUMN_STRING) {
        string = *(const char *const *)member;
    }
    return string != NULL ? tt_bytes_of(string) : none;
}

static const tt_uuid *uuid_of(const struct column *c, const void *row)
{
    return *(const tt_uuid *const *)member_of(c, row);
}

/* Returns true for a known value. Kinds without a value for unknown (bool, unsigned, arrays in the
 * struct, lists) are always known. */
static bool is_known(const struct column *c, const void *row)
{
    const void *member = member_of(c, row);
    switch (c->kind) {
    case COLUMN_INT32:
        return c->is_any || *(const int32_t *)member != COLUMN_UNKNOWN;
    case COLUMN_INT64:
        return c->is_any || *(const int64_t *)member != COLUMN_UNKNOWN;
    case COLUMN_STRING:
        return *(const char *const *)member != NULL;
    case COLUMN_BYTES:
        return ((const tt_bytes *)member)->data != NULL;
    case COLUMN_UUID:
        return uuid_of(c, row) != NULL;
    case COLUMN_TEXTS: /* an empty array is printed if the key is in every object */
        return !c->is_optional || ((const struct column_texts *)member)->first != NULL;
    case COLUMN_OWN:
        return ((const struct column_own *)member)->write != NULL;
    default:
        return true;
    }
}

/* Writes an array of texts. They may lie at any distance, such as the size of a struct. */
static void texts_json(struct json *j, const char *key, const struct column_texts *texts)
{
    json_array_begin(j, key);
    for (size_t i = 0; i < texts->count; i++) {
        json_text_c(j, NULL, texts->first + i * texts->size);
    }
    json_array_end(j);
}

/* NOLINTBEGIN(misc-no-recursion): lists do not contain lists, so the depth is two */

static void list_json(struct json *j, const struct column *c, const struct column_list *list,
                      tt_format format)
{
    json_array_begin(j, c->key);
    for (size_t i = 0; i < list->count; i++) {
        json_object_begin(j, NULL);
        rows_members(j, c->inner, format, (const char *)list->first + i * list->size);
        json_object_end(j);
    }
    json_array_end(j);
}

/* Writes a number. number_of would return a negative one for 2^63 and above. */
static void number_json(struct json *j, const struct column *c, const void *row)
{
    int64_t number = number_of(c, row);
    if (c->show == SHOW_HUNDREDTHS) {
        json_hundredths(j, c->key, number);
    } else if (c->kind == COLUMN_UINT64) {
        json_uint(j, c->key, *(const uint64_t *)member_of(c, row));
    } else {
        json_int(j, c->key, number);
    }
}

/* Writes a text. SHOW_JSON is a literal such as true, or a number in its own form. */
static void text_json(struct json *j, const struct column *c, const void *row)
{
    tt_bytes text = text_of(c, row);
    if (c->show == SHOW_HEX) {
        json_hex(j, c->key, text);
    } else if (c->show == SHOW_JSON) {
        json_word(j, c->key, text);
    } else {
        json_text(j, c->key, text);
    }
}

static void member_json(struct json *j, const struct column *c, const void *row, tt_format format)
{
    const void *member = member_of(c, row);
    const struct column_own *own = member;
    switch (c->kind) {
    case COLUMN_DOC:
        break;
    case COLUMN_BOOL:
        json_bool(j, c->key, *(const bool *)member);
        break;
    case COLUMN_UUID:
        json_uuid(j, c->key, uuid_of(c, row));
        break;
    case COLUMN_TEXTS:
        texts_json(j, c->key, member);
        break;
    case COLUMN_LIST:
        list_json(j, c, member, format);
        break;
    case COLUMN_OWN:
        own->write(j, c->key, own->of);
        break;
    case COLUMN_CHARS:
    case COLUMN_STRING:
    case COLUMN_BYTES:
        text_json(j, c, row);
        break;
    default:
        number_json(j, c, row);
        break;
    }
}

/* Writes the members of a row. With `follows`, a column is absent when the column above is, and
 * otherwise null when unknown: a "name" can be unknown, or have no meaning in this object. */
void rows_members(struct json *j, const struct column *columns, tt_format format, const void *row)
{
    bool is_left_out = false;
    for (const struct column *c = columns; !is_last(c); c++) {
        if (c->key == NULL || !is_here(c, format)) {
            continue;
        }
        bool has_value = is_known(c, row);
        is_left_out = c->follows ? is_left_out : !has_value && c->is_optional;
        if (!is_left_out && has_value) {
            member_json(j, c, row, format);
        } else if (!is_left_out) {
            json_text_c(j, c->key, NULL);
        }
    }
}

/* NOLINTEND(misc-no-recursion) */

void rows_object(const struct job *job, const struct column *columns, const void *head,
                 const struct column_object *object, tt_format format, const void *row)
{
    struct json j = json_begin(job->out);
    job_json_file(job, &j);
    rows_members(&j, columns, format, head);
    if (object->columns != NULL) {
        rows_members(&j, object->columns, format, row);
    }
    json_end(&j);
}

void rows_json(const struct job *job, const struct column *columns, tt_format format,
               const void *row)
{
    rows_object(job, columns, row, &(struct column_object){.columns = NULL}, format, NULL);
}

/* Adds a cell with a number in the form of its column. A tick fits int32_t in every format. */
static void number_cell(struct table *t, const struct column *c, int64_t number)
{
    char text[TEXT_NUMBER];
    uint64_t size = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    switch (c->show) {
    case SHOW_GROUPS:
        table_number(t, (uint64_t)number);
        break;
    case SHOW_TIME:
        table_time(t, (int32_t)number);
        break;
    case SHOW_HUNDREDTHS:
        snprintf(text, sizeof text, "%s%" PRIu64 ".%02d", number < 0 ? "-" : "", size / 100,
                 (int)(size % 100));
        table_string(t, text);
        break;
    default:
        table_int(t, number);
        break;
    }
}

/* Adds a cell. A missing value has an empty one, because the next values would otherwise move into
 * its column. */
static void cell(struct table *t, const struct column *c, const void *row)
{
    if (!is_number(c)) {
        table_text(t, text_of(c, row));
    } else if (is_known(c, row)) {
        number_cell(t, c, number_of(c, row));
    } else {
        table_string(t, "-");
    }
}

static bool is_column(const struct column *c, tt_format format)
{
    return c->heading != NULL && is_here(c, format);
}

void rows_open(struct rows *r, const struct job *job, const struct column *columns,
               tt_format format)
{
    size_t count = 0;
    *r = (struct rows){.job = job, .columns = columns, .format = format};
    if (job->settings->json) {
        return;
    }
    for (const struct column *c = columns; !is_last(c) && count < TABLE_COLUMNS; c++) {
        if (is_column(c, format)) {
            r->titles[count++] = (struct table_column){c->heading, is_number(c) || c->right, c->fit,
                                                       c->spare, c->look};
        }
    }
    r->table = table_new(r->titles, count);
}

/* Adds a row. With --json it is printed before the next one is made. */
void rows_add(struct rows *r, const void *row)
{
    if (r->job->settings->json) {
        rows_json(r->job, r->columns, r->format, row);
        return;
    }
    for (const struct column *c = r->columns; !is_last(c); c++) {
        if (is_column(c, r->format)) {
            cell(r->table, c, row);
        }
    }
}

bool rows_close(struct rows *r)
{
    if (r->job->settings->json) {
        return true;
    }
    if (table_rows(r->table) > 0) {
        job_text_file(r->job);
    }
    bool is_good = table_print(r->table, r->job->out, table_look_stdout(r->job->settings));
    table_free(r->table);
    return is_good;
}

const char *column_type(const struct column *c)
{
    if (c->type != NULL) {
        return c->type;
    }
    return c->kind == COLUMN_BOOL    ? "boolean"
           : is_number(c)            ? "number"
           : c->kind >= COLUMN_TEXTS ? "array"
                                     : "text";
}
