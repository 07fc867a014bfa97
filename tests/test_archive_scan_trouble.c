/* SPDX-License-Identifier: MIT
 *
 * Tests of tt_io_archive_scan (archive/archive.h) on files that are no recordings, and on those
 * that go while it is under way.
 */
#include "host/posix.h"

#include "teetape/io/archive.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "archive/database.h"
#include "archive/schema.h"
#include "cm.h"
#include "host_files.h"
#include "support/archive_db.h"

#ifndef TT_HAVE_SQLITE
int main(void)
{
    return 77; /* skipped */
}
#else

static tt_io_archive_counts scan(void **state, const char *name, tt_io_archive_progress progress)
{
    char *path = host_files_path(state, name);
    const char *const paths[] = {path};
    tt_io_archive_scan_options how = {
        .paths = paths, .count = 1, .threads = 2, .progress = progress};
    tt_io_archive *archive = db_open(state, "db");
    tt_io_archive_counts counts = db_scan(archive, &how);
    tt_io_archive_close(archive);
    free(path);
    return counts;
}

static void what_the_user_names_has_to_be_a_recording(void **state)
{
    char *path = host_files_path(state, "letter");
    const tt_io_archive_progress quiet = {0};
    host_files_write(path, "Dear reader", 11);
    tt_io_archive_counts counts = scan(state, "letter", quiet);
    assert_int_equal(counts.damaged, 1);
    assert_int_equal(counts.files, 0);
    counts = scan(state, "", quiet); /* below a folder it may be anything */
    assert_int_equal(counts.damaged, 0);
    assert_int_equal(counts.failed, 0);
    free(path);
}

static void take_away(void *user, uint64_t bytes, size_t files)
{
    assert_true(bytes > 0);
    assert_true(files > 0);
    assert_int_equal(remove(user), 0);
}

static void a_file_may_go_after_it_was_found(void **state)
{
    char *path = host_files_path(state, "one");
    const tt_io_archive_progress thief = {.start = take_away, .user = path};
    db_write_recording(state, "one", 1);
    tt_io_archive_counts counts = scan(state, "one", thief);
    assert_int_equal(counts.failed, 0);
    assert_int_equal(counts.read, 0);
    assert_int_equal(counts.files, 0);
    db_write_recording(state, "one", 1);
    counts = scan(state, "one", (tt_io_archive_progress){0});
    assert_int_equal(counts.failed, 0);
    assert_int_equal(counts.read, 1);
    assert_int_equal(counts.files, 1);
    free(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(what_the_user_names_has_to_be_a_recording),
        IN_FOLDER(a_file_may_go_after_it_was_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
#endif
