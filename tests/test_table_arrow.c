/* SPDX-License-Identifier: MIT
 *
 * Tests of teetape/io/table_arrow.h by a reader that knows the interface alone: every value of
 * every table is the one that CSV has; what is released, moved or runs out of memory, in any order.
 */
#include "cm.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/date.h"
#include "support/th_make.h"
#include "teetape/io/file.h"
#include "teetape/io/table_arrow.h"
#include "teetape/io/table_write.h"
#include "teetape/io/walk.h"
#include "teetape/uuid.h"

#define TUTORIAL                                                                                   \
    TT_SOURCE_DIR                                                                                  \
    "/tests/recordings/tutorial-13min/fac4ac54-4f32-45ff-931a-fea098399ab9.teehistorian"
#define SMALL                                                                                      \
    TT_SOURCE_DIR "/tests/recordings/map-change/6460a6fc-ddaa-469c-89f1-35bd95f48c1d.teehistorian"

/* Allocation number `fails_at` from now on, and all later ones, fail; 0: none does. */
static size_t fails_at, allocations;

static bool fails(void)
{
    allocations++;
    return fails_at != 0 && allocations >= fails_at;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
    return fails() ? NULL : __real_realloc(memory, size);
}

/* All columns of a table. */
static tt_io_table_plan plan_of(tt_io_table_kind kind, uint32_t rows)
{
    char names[4096] = "";
    size_t count;
    const tt_io_column *columns = tt_io_table_columns(kind, &count);
    for (size_t i = 0; i < count; i++) {
        strcat(names, i == 0 ? "" : ",");
        strcat(names, columns[i].name);
    }
    const tt_io_table_options options = {.kind = kind, .columns = names, .rows = rows};
    tt_io_table_plan plan;
    tt_io_error error;
    assert_true(tt_io_table_plan_init(&plan, &options, &error));
    return plan;
}

/* CSV of recordings, and where a reader of it is. */
struct sheet {
    char *text;
    size_t size, cap, at;
};

static int put(void *user, tt_bytes bytes)
{
    struct sheet *s = user;
    if (s->size + bytes.size >= s->cap) {
        s->cap = 2 * s->cap + bytes.size + 1;
        s->text = realloc(s->text, s->cap);
        assert_non_null(s->text);
    }
    memcpy(s->text + s->size, bytes.data, bytes.size);
    s->size += bytes.size;
    s->text[s->size] = '\0';
    return 0;
}

static void write_part(tt_io_table_writer *writer, size_t index, tt_io_output *out,
                       const tt_io_table_plan *plan, const char *path, const char *player)
{
    tt_io_reading_options how = {.player = player};
    tt_io_reading r;
    tt_io_batch batch;
    tt_io_error error;
    tt_io_table_ask(plan, &how);
    assert_true(tt_io_reading_open(&r, path, &how));
    tt_io_table *table = tt_io_table_open(plan, &r, &error);
    tt_io_table_part *part = tt_io_table_part_open(writer, index, out);
    while (tt_io_table_next(table, &batch)) {
        assert_true(tt_io_table_part_add(part, &batch));
    }
    tt_io_table_part_close(part);
    tt_io_table_close(table);
    tt_io_reading_close(&r);
}

static struct sheet sheet_of(const tt_io_table_plan *plan, const char *const *paths, size_t count,
                             const char *player)
{
    const tt_io_table_write_options how = {.format = tt_io_table_format_find("csv")};
    struct sheet s = {.size = 0};
    tt_io_error error;
    tt_io_output out;
    assert_true(tt_io_output_open(&out, put, &s));
    tt_io_table_writer *writer = tt_io_table_writer_open(plan, &how, count, &error);
    assert_non_null(writer);
    tt_io_table_writer_begin(writer, &out);
    for (size_t i = 0; i < count; i++) {
        write_part(writer, i, &out, plan, paths[i], player);
    }
    tt_io_table_writer_end(writer, &out);
    assert_true(tt_io_table_writer_close(writer, &error));
    assert_int_equal(tt_io_output_close(&out), 0);
    s.at = strcspn(s.text, "\n") + 1;
    return s;
}

/* The next cell, without its quotation marks, and what is after it: a comma or the end of a line.
 */
static size_t next_cell(struct sheet *s, char cell[8192], bool *is_quoted)
{
    size_t size = 0;
    *is_quoted = s->text[s->at] == '"';
    s->at += *is_quoted;
    for (;; s->at++) {
        char c = s->text[s->at];
        if (*is_quoted && c == '"' && s->text[s->at + 1] == '"') {
            s->at++;
        } else if (*is_quoted ? c == '"' : c == ',' || c == '\r') {
            break;
        }
        assert_true(c != '\0' && size < 8191);
        cell[size++] = c;
    }
    cell[size] = '\0';
    s->at += *is_quoted;
    s->at += s->text[s->at] == '\r' ? 2 : 1;
    return size;
}

/* The text of a value, as CSV has it. */
static void format_time(char *text, int64_t us)
{
    int64_t day = us / 86400000000 - (us % 86400000000 < 0), ms = (us - day * 86400000000) / 1000;
    int32_t year, month, date;
    assert_true(tti_date_from_days(day, &year, &month, &date));
    snprintf(text, 64, "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", (int)year, (int)month, (int)date,
             (int)(ms / 3600000), (int)(ms / 60000 % 60), (int)(ms / 1000 % 60), (int)(ms % 1000));
}

static void format_fixed(char text[64], const char *format, const void *values, size_t row)
{
    switch (format[0]) {
    case 'b':
        snprintf(text, 64, "%d", ((const uint8_t *)values)[row / 8] >> (row % 8) & 1);
        break;
    case 'c':
        snprintf(text, 64, "%d", ((const int8_t *)values)[row]);
        break;
    case 's':
        snprintf(text, 64, "%d", ((const int16_t *)values)[row]);
        break;
    case 'i':
        snprintf(text, 64, "%" PRId32, ((const int32_t *)values)[row]);
        break;
    case 'l':
        snprintf(text, 64, "%" PRId64, ((const int64_t *)values)[row]);
        break;
    case 't':
        assert_string_equal(format, "tsu:UTC");
        format_time(text, ((const int64_t *)values)[row]);
        break;
    default:
        assert_string_equal(format, "w:16");
        tt_uuid_format(text, (const tt_uuid *)values + row);
    }
}

static void check_value(const struct ArrowSchema *schema, const struct ArrowArray *array,
                        size_t row, const char *cell, size_t size)
{
    char text[64];
    if (schema->format[0] == 'u') {
        const int32_t *ends = array->buffers[1];
        const char *bytes = array->buffers[2];
        assert_int_equal(ends[row + 1] - ends[row], size);
        assert_memory_equal(bytes + ends[row], cell, size);
    } else if (schema->format[0] == 'f') {
        float value = strtof(cell, NULL);
        assert_memory_equal((const float *)array->buffers[1] + row, &value, sizeof value);
    } else {
        format_fixed(text, schema->format, array->buffers[1], row);
        assert_string_equal(text, cell);
    }
}

static bool has(const struct ArrowArray *array, size_t row)
{
    const uint8_t *bits = array->buffers[0];
    return bits == NULL || (bits[row / 8] >> (row % 8) & 1) != 0;
}

/* What holds of a column alone. */
static void check_column(const struct ArrowSchema *schema, const struct ArrowArray *array,
                         int64_t rows)
{
    bool is_text = schema->format[0] == 'u';
    int64_t missing = 0;
    assert_int_equal(array->length, rows);
    assert_int_equal(array->offset, 0);
    assert_int_equal(array->n_children, 0);
    assert_null(array->dictionary);
    assert_int_equal(array->n_buffers, is_text ? 3 : 2);
    assert_true(!is_text || *(const int32_t *)array->buffers[1] == 0);
    for (int64_t row = 0; row < rows; row++) {
        missing += !has(array, (size_t)row);
    }
    assert_int_equal(array->null_count, missing);
    assert_true(missing == 0 || (schema->flags & ARROW_FLAG_NULLABLE) != 0);
}

/* The rows of a batch are those that the sheet has next. */
static void check_batch(const struct ArrowSchema *schema, const struct ArrowArray *batch,
                        struct sheet *s)
{
    char cell[8192];
    bool is_quoted;
    assert_true(batch->length > 0 && batch->length <= TT_IO_TABLE_ROWS);
    assert_int_equal(batch->n_children, schema->n_children);
    assert_int_equal(batch->n_buffers, 1);
    assert_int_equal(batch->null_count, 0);
    for (int64_t i = 0; i < batch->n_children; i++) {
        check_column(schema->children[i], batch->children[i], batch->length);
    }
    for (size_t row = 0; row < (size_t)batch->length; row++) {
        for (int64_t i = 0; i < batch->n_children; i++) {
            size_t size = next_cell(s, cell, &is_quoted);
            assert_int_equal(has(batch->children[i], row), size != 0 || is_quoted);
            if (size != 0 || is_quoted) {
                check_value(schema->children[i], batch->children[i], row, cell, size);
            }
        }
    }
}

/* Reads a stream to its end, and compares it. Returns rows. */
static int64_t check_stream(struct ArrowArrayStream *stream, struct sheet *s)
{
    struct ArrowSchema schema;
    struct ArrowArray batch;
    int64_t rows = 0;
    assert_int_equal(stream->get_schema(stream, &schema), 0);
    for (;;) {
        int status = stream->get_next(stream, &batch);
        if (status != 0) {
            fail_msg("%s", stream->get_last_error(stream));
        }
        if (batch.release == NULL) {
            break;
        }
        check_batch(&schema, &batch, s);
        rows += batch.length;
        batch.release(&batch);
        assert_null(batch.release);
    }
    assert_null(stream->get_last_error(stream));
    assert_int_equal(stream->get_next(stream, &batch), 0);
    assert_null(batch.release);
    assert_int_equal(s->at, s->size);
    schema.release(&schema);
    assert_null(schema.release);
    stream->release(stream);
    assert_null(stream->release);
    return rows;
}

static int64_t check_recordings(tt_io_table_kind kind, const char *const *paths, size_t count,
                                uint32_t rows, const char *player)
{
    const tt_io_table_plan plan = plan_of(kind, rows);
    const tt_io_reading_options how = {.player = player};
    const tt_io_arrow_options options = {.reading = &how};
    struct sheet s = sheet_of(&plan, paths, count, player);
    struct ArrowArrayStream stream;
    assert_true(tt_io_arrow_open(&stream, &plan, paths, count, &options, NULL));
    int64_t given = check_stream(&stream, &s);
    free(s.text);
    return given;
}

static void on_walk(void *user, const char *path, const tt_io_error *error)
{
    (void)user, (void)error;
    fail_msg("%s", path);
}

/* Each recording of the tree and below TT_RECORDINGS, and all of the tree as one table. */
static void values_are_those_of_csv(void **state)
{
    (void)state;
    const char *folders[2] = {TT_SOURCE_DIR "/tests/recordings", getenv("TT_RECORDINGS")};
    const char *paths[512];
    tt_io_list list = {.count = 0};
    size_t count = 0;
    assert_true(tt_io_walk(&list, folders, folders[1] != NULL ? 2 : 1, true, on_walk, NULL));
    for (size_t i = 0; i < list.count && count < 512; i++) {
        const char *path = list.entries[i].path;
        if (strstr(path, ".teehistorian") != NULL || strstr(path, ".demo") != NULL) {
            paths[count++] = path;
        }
    }
    assert_true(count >= 7);
    for (int kind = 0; kind < TT_TABLES; kind++) {
        int64_t rows = 0;
        for (size_t i = 0; i < count; i++) {
            rows += check_recordings((tt_io_table_kind)kind, &paths[i], 1, 0, NULL);
        }
        assert_true(rows > 0);
        assert_int_equal(check_recordings((tt_io_table_kind)kind, paths, count, 333, NULL), rows);
    }
    tt_io_list_free(&list);
}

static void options_are_taken(void **state)
{
    (void)state;
    const char *path = TUTORIAL;
    int64_t all = check_recordings(TT_TABLE_TICKS, &path, 1, 0, NULL);
    int64_t alice = check_recordings(TT_TABLE_TICKS, &path, 1, 0, "alice");
    assert_true(alice > 0 && alice < all);
}

/* The text of a key in metadata. */
static const char *metadata_of(const char *metadata, const char *key, char text[256])
{
    int32_t pairs, size;
    memcpy(&pairs, metadata, 4);
    metadata += 4;
    for (int32_t i = 0; i < 2 * pairs; i++) {
        memcpy(&size, metadata, 4);
        metadata += 4;
        if (i % 2 == 0 && (size_t)size == strlen(key) && memcmp(metadata, key, strlen(key)) == 0) {
            metadata += size;
            memcpy(&size, metadata, 4);
            assert_true(size < 256);
            memcpy(text, metadata + 4, (size_t)size);
            text[size] = '\0';
            return text;
        }
        metadata += size;
    }
    return NULL;
}

static void schemas_say_what_columns_mean(void **state)
{
    (void)state;
    char text[256], key[128];
    for (int kind = 0; kind < TT_TABLES; kind++) {
        const tt_io_table_plan plan = plan_of((tt_io_table_kind)kind, 0);
        struct ArrowSchema schema;
        assert_true(tt_io_arrow_schema(&schema, &plan, kind % 2 != 0));
        assert_string_equal(schema.format, "+s");
        assert_string_equal(schema.name, tt_io_table_name((tt_io_table_kind)kind));
        assert_int_equal(schema.n_children, plan.count);
        for (size_t i = 0; i < plan.count; i++) {
            const struct ArrowSchema *child = schema.children[i];
            const tt_io_column *column = plan.column[i];
            assert_string_equal(child->name, column->name);
            assert_int_equal(child->flags, column->is_nullable ? 2 : 0);
            snprintf(key, sizeof key, "teetape.%s.unit", column->name);
            assert_string_equal(metadata_of(schema.metadata, key, text), column->unit);
            snprintf(key, sizeof key, "teetape.%s.meaning", column->name);
            assert_string_equal(metadata_of(schema.metadata, key, text), column->meaning);
            if (column->type == TT_COLUMN_UUID) {
                assert_string_equal(metadata_of(child->metadata, "ARROW:extension:name", text),
                                    "arrow.uuid");
            } else if (column->type == TT_COLUMN_TEXT) {
                assert_string_equal(child->format, kind % 2 != 0 ? "U" : "u");
            }
        }
        schema.release(&schema);
    }
}

/* A consumer may take a child out of a schema or of a batch, and release the rest, and the stream,
 * before. */
static void parts_outlive_what_they_were_taken_from(void **state)
{
    (void)state;
    const tt_io_table_plan plan = plan_of(TT_TABLE_FACTS, 128);
    const char *path = TUTORIAL;
    struct sheet s = sheet_of(&plan, &path, 1, NULL);
    struct ArrowArrayStream stream, moved;
    struct ArrowSchema schema, column;
    struct ArrowArray first, second, values;
    assert_true(tt_io_arrow_open(&stream, &plan, &path, 1, NULL, NULL));
    moved = stream;
    stream.release = NULL;
    assert_int_equal(moved.get_schema(&moved, &schema), 0);
    assert_int_equal(moved.get_next(&moved, &first), 0);
    assert_int_equal(moved.get_next(&moved, &second), 0);
    moved.release(&moved); /* in the middle of the recording */
    check_batch(&schema, &first, &s);
    check_batch(&schema, &second, &s);
    values = *first.children[3];
    first.children[3]->release = NULL;
    column = *schema.children[3];
    schema.children[3]->release = NULL;
    first.release(&first);
    schema.release(&schema);
    assert_string_equal(column.name, "kind");
    assert_int_equal(((const int32_t *)values.buffers[1])[0], 0);
    assert_true(((const int32_t *)values.buffers[1])[values.length] > values.length);
    column.release(&column);
    values.release(&values);
    second.release(&second);
    /* and a stream of which nothing was taken */
    assert_true(tt_io_arrow_open(&stream, &plan, &path, 1, NULL, NULL));
    stream.release(&stream);
    free(s.text);
}

static void write_file(const char *path, const void *data, size_t size)
{
    const tt_io_file_options how = {.replace = true};
    tt_io_error error;
    tt_io_file *f = tt_io_file_open(path, &how, &error);
    assert_non_null(f);
    tt_io_output_bytes(tt_io_file_out(f), (tt_bytes){data, size});
    assert_true(tt_io_file_commit(f, &error));
}

/* Reads until something is wrong; returns rows before that. */
static int64_t read_to_error(struct ArrowArrayStream *stream, int *status)
{
    struct ArrowArray batch;
    int64_t rows = 0;
    while ((*status = stream->get_next(stream, &batch)) == 0 && batch.release != NULL) {
        rows += batch.length;
        batch.release(&batch);
    }
    return rows;
}

static void count_damage(void *user, const tt_io_error *error)
{
    assert_string_equal(error->path, "damaged.teehistorian");
    ++*(int *)user;
}

static void damage_comes_after_its_rows(void **state)
{
    (void)state;
    const char *paths[] = {"damaged.teehistorian", SMALL};
    const tt_io_table_plan plan = plan_of(TT_TABLE_TICKS, 0);
    th_make m = {.size = 0};
    struct ArrowArrayStream stream;
    struct ArrowArray batch;
    char expected[128];
    int status, damaged = 0;
    th_make_header(&m, 2, "");
    TH_INTS(&m, TH_JOIN, 3, TH_PLAYER_NEW, 3, 32, 64, TH_TICK_SKIP, 10, 3, 1, 1, TH_TICK_SKIP, 0, 3,
            1, 1);
    size_t at = m.size;
    TH_INTS(&m, -77, 1, 2);
    write_file("damaged.teehistorian", m.data, m.size);
    assert_true(tt_io_arrow_open(&stream, &plan, paths, 2, NULL, NULL));
    int64_t rows = read_to_error(&stream, &status);
    assert_int_equal(rows, 12);
    assert_int_equal(status, EIO);
    snprintf(expected, sizeof expected, "damaged.teehistorian: tick 13, byte %zu: ", at);
    assert_memory_equal(stream.get_last_error(&stream), expected, strlen(expected));
    assert_int_equal(stream.get_next(&stream, &batch), EIO);
    assert_null(batch.release);
    stream.release(&stream);
    const tt_io_arrow_options options = {.on_damage = count_damage, .user = &damaged};
    assert_true(tt_io_arrow_open(&stream, &plan, paths, 2, &options, NULL));
    assert_true(read_to_error(&stream, &status) > rows);
    assert_true(status == 0 && damaged == 1);
    stream.release(&stream);
    th_make_free(&m);
}

static void what_cannot_be_read_is_said(void **state)
{
    (void)state;
    static const struct {
        const char *path, *from;
        int status;
        const char *says;
    } cases[] = {
        {"none.demo", NULL, ENOENT, "none.demo: "},
        {"text.demo", NULL, EIO, "text.demo: tick 0, byte 0: "},
        {SMALL, "2099-01-01 10:00", EIO, SMALL ": "},
    };
    const tt_io_table_plan plan = plan_of(TT_TABLE_TICKS, 0);
    write_file("text.demo", "no recording at all, but a text", 31);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const tt_io_reading_options how = {.from = cases[i].from};
        const tt_io_arrow_options options = {.reading = &how};
        struct ArrowArrayStream stream;
        int status;
        assert_true(tt_io_arrow_open(&stream, &plan, &cases[i].path, 1, &options, NULL));
        assert_int_equal(read_to_error(&stream, &status), 0);
        if (cases[i].from != NULL && status == 0) {
            stream.release(&stream); /* the place is beyond the end: no rows, and nothing wrong */
            continue;
        }
        assert_int_equal(status, cases[i].status);
        assert_memory_equal(stream.get_last_error(&stream), cases[i].says, strlen(cases[i].says));
        stream.release(&stream);
    }
}

static void a_raised_stop_ends_it(void **state)
{
    (void)state;
    tt_io_stop stop = {.wanted = 0};
    const tt_io_reading_options how = {.stop = &stop};
    const tt_io_arrow_options options = {.reading = &how};
    const tt_io_table_plan plan = plan_of(TT_TABLE_TICKS, 128);
    const char *path = TUTORIAL;
    struct ArrowArrayStream stream;
    struct ArrowArray batch;
    int status;
    assert_true(tt_io_arrow_open(&stream, &plan, &path, 1, &options, NULL));
    assert_int_equal(stream.get_next(&stream, &batch), 0);
    batch.release(&batch);
    tt_io_stop_want(&stop, -1);
    (void)read_to_error(&stream, &status);
    assert_int_equal(status, EINTR);
    stream.release(&stream);
}

/* One stream to its end or to the first failure: 0, or the errno value. */
static int run_once(const tt_io_table_plan *plan, const char *path, int64_t *rows)
{
    struct ArrowArrayStream stream;
    struct ArrowSchema schema;
    tt_io_error error;
    if (!tt_io_arrow_open(&stream, plan, &path, 1, NULL, &error)) {
        assert_null(stream.release);
        return error.system;
    }
    int status = stream.get_schema(&stream, &schema);
    if (status == 0) {
        schema.release(&schema);
        *rows = read_to_error(&stream, &status);
    } else {
        assert_null(schema.release);
    }
    if (status != 0) {
        assert_non_null(strstr(stream.get_last_error(&stream), "emory"));
    }
    stream.release(&stream);
    return status;
}

static void each_allocation_may_fail(void **state)
{
    (void)state;
    for (int kind = 0; kind < TT_TABLES; kind++) {
        const tt_io_table_plan plan = plan_of((tt_io_table_kind)kind, 0);
        int64_t all = 0, rows;
        assert_int_equal(run_once(&plan, SMALL, &all), 0);
        int status = ENOMEM;
        size_t n = 1;
        for (; status != 0; n++) {
            rows = 0;
            fails_at = n;
            allocations = 0;
            status = run_once(&plan, SMALL, &rows);
            fails_at = 0;
            assert_int_equal(status != 0 ? status : ENOMEM, ENOMEM);
            assert_true(status == 0 ? rows == all : rows <= all);
        }
        assert_true(n > 10);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_those_of_csv),
        cmocka_unit_test(options_are_taken),
        cmocka_unit_test(schemas_say_what_columns_mean),
        cmocka_unit_test(parts_outlive_what_they_were_taken_from),
        cmocka_unit_test(damage_comes_after_its_rows),
        cmocka_unit_test(what_cannot_be_read_is_said),
        cmocka_unit_test(a_raised_stop_ends_it),
        cmocka_unit_test(each_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
