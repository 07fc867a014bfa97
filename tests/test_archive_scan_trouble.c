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

/* What a database of version 1 took for no recording is looked at again. */
static void an_older_database_learns_of_damage(void **state)
{
    char *path = host_files_path(state, "some.demo.xz"), sql[600];
    const tt_io_archive_progress quiet = {0};
    struct stat facts;
    host_files_write(path, "", 0);
    db_write_recording(state, "good", 1);
    assert_int_equal(stat(path, &facts), 0);
    tt_io_archive old = db_old(state, "db");
    snprintf(sql, sizeof sql,
             "INSERT INTO file(path, size, mtime_ns, device) VALUES ('%s', 0, %lld, %llu)", path,
             (long long)facts.st_mtim.tv_sec * 1000000000 + facts.st_mtim.tv_nsec,
             (unsigned long long)facts.st_dev);
    db_run(&old, sql);
    assert_int_equal(sqlite3_close(old.db), SQLITE_OK);
    for (int round = 0; round < 2; round++) {
        tt_io_archive_counts counts = scan(state, "", quiet);
        assert_int_equal(counts.read, round == 0 ? 2 : 0);
        assert_int_equal(counts.damaged, 1);
        assert_int_equal(counts.files, 2);
    }
    tt_io_archive *archive = db_open(state, "db");
    assert_int_equal(db_number(archive, "PRAGMA user_version"), ARCHIVE_VERSION);
    assert_int_equal(db_number(archive, "SELECT count(*) FROM recordings"), 2);
    assert_int_equal(db_number(archive, "SELECT errors FROM recordings WHERE damage ="
                                        " 'offset 0: the file is empty'"),
                     1);
    tt_io_archive_close(archive);
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
        IN_FOLDER(an_older_database_learns_of_damage),
        IN_FOLDER(a_file_may_go_after_it_was_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
#endif
