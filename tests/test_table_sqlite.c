/* SPDX-License-Identifier: MIT
 *
 * Tests of teetape/io/table_write.h with a database: what it refuses, and a disk that is full.
 */
#include "host/posix.h"

#include "cm.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "host_files.h"
#include "teetape/io/file.h"
#include "teetape/io/table_write.h"

static tt_io_table_plan plan_of_x(void)
{
    const tt_io_table_options options = {.kind = TT_TABLE_TICKS, .columns = "x"};
    tt_io_table_plan plan;
    tt_io_error error;
    assert_true(tt_io_table_plan_init(&plan, &options, &error));
    return plan;
}

/* What a database refuses ends the part and the writer; an output that is no file is refused. */
static void what_a_database_refuses(void **state)
{
    static const int32_t x[2] = {1, 2};
    static const uint8_t first = 1;
    const tt_io_table_plan plan = plan_of_x();
    const tt_io_column_data good = {.column = plan.column[0], .values = x};
    const tt_io_column_data bad = {
        .column = plan.column[0], .values = x, .has = &first, .missing = 1};
    const tt_io_batch rows[] = {{2, 1, &good}, {2, 1, &bad}, {2, 1, &good}};
    tt_io_table_write_options how = {.format = tt_io_table_format_find("sqlite")};
    tt_io_error error;
    if (how.format == NULL) {
        skip();
    }
    assert_null(tt_io_table_writer_open(&plan, &how, 1, &error));
    assert_int_equal(error.status, TT_ERR_ARGUMENT);
    char *path = host_files_path(state, "x.sqlite");
    tt_io_file *file = tt_io_file_open(path, NULL, &error);
    assert_non_null(file);
    how.file = file;
    tt_io_table_writer *writer = tt_io_table_writer_open(&plan, &how, 2, &error);
    assert_non_null(writer);
    tt_io_table_writer_begin(writer, NULL);
    for (size_t part = 0; part < 2; part++) {
        tt_io_table_part *p = tt_io_table_part_open(writer, part, NULL);
        for (size_t i = 0; i < 3; i++) { /* x must not be missing */
            assert_int_equal(tt_io_table_part_add(p, &rows[i]), i == 0);
        }
        tt_io_table_part_close(p);
    }
    tt_io_table_writer_end(writer, NULL);
    error.status = TT_OK;
    assert_false(tt_io_table_writer_close(writer, &error));
    assert_int_equal(error.status, TT_ERR_SYSTEM);
    assert_non_null(strstr(error.text, "NOT NULL"));
    tt_io_file_discard(file);
    assert_int_equal(host_files_count(*state), 0);
    free(path);
}

/* Rows are kept until the end: a disk that is full then is an error of the writer. */
static void a_full_disk_fails_at_the_end(void **state)
{
    static const int32_t x[2] = {1, 2};
    const tt_io_table_plan plan = plan_of_x();
    const tt_io_column_data data = {.column = plan.column[0], .values = x};
    const tt_io_batch rows = {2, 1, &data};
    tt_io_table_write_options how = {.format = tt_io_table_format_find("sqlite")};
    tt_io_error error;
    struct rlimit limit, before;
    if (how.format == NULL) {
        skip();
    }
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    char *path = host_files_path(state, "x.sqlite");
    for (int is_full = 0; is_full < 2; is_full++) {
        tt_io_file *file = tt_io_file_open(path, NULL, &error);
        assert_non_null(file);
        how.file = file;
        tt_io_table_writer *writer = tt_io_table_writer_open(&plan, &how, 1, &error);
        assert_non_null(writer);
        tt_io_table_writer_begin(writer, NULL);
        tt_io_table_part *part = tt_io_table_part_open(writer, 0, NULL);
        assert_true(tt_io_table_part_add(part, &rows));
        tt_io_table_part_close(part);
        limit = before;
        limit.rlim_cur = is_full ? 100 : before.rlim_cur;
        signal(SIGXFSZ, SIG_IGN);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
        tt_io_table_writer_end(writer, NULL);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
        signal(SIGXFSZ, SIG_DFL);
        error.status = TT_OK;
        assert_int_equal(tt_io_table_writer_close(writer, &error), !is_full);
        assert_int_equal(error.status, is_full ? TT_ERR_SYSTEM : TT_OK);
        tt_io_file_discard(file);
    }
    assert_int_equal(host_files_count(*state), 0);
    free(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(what_a_database_refuses),
        IN_FOLDER(a_full_disk_fails_at_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
