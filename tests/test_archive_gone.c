/* SPDX-License-Identifier: MIT
 *
 * Tests of archive/scan.h and archive/store.h: what leaves a database leaves all of it, a disk that
 * is away is reported once, and what another program has changed meanwhile is left alone.
 */
#include "host/posix.h"

#include "teetape/io/archive.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cm.h"
#include "host_files.h"
#include "support/archive_db.h"
#include "support/th_make.h"

#ifndef TT_HAVE_SQLITE
int main(void)
{
    return 77; /* skipped */
}
#else
#include "archive/store.h"

static tt_io_error error;

static int notices;

/* See tt_io_archive_notice_fn. */
static void count_notice(void *user, const tt_io_archive_notice *notice)
{
    (void)user;
    assert_int_equal(notice->kind, TT_IO_ARCHIVE_MISSING);
    assert_int_equal(notice->level, TT_IO_ARCHIVE_WARNING);
    assert_non_null(notice->path);
    assert_non_null(strstr(notice->sentence, "the database keeps them"));
    notices++;
}

/* A database, and the empty folder "a". */
static tt_io_archive *begin(void **state)
{
    tt_io_archive *archive = db_open_heard(state, "db", count_notice, NULL);
    char *path = host_files_path(state, "a");
    assert_int_equal(mkdir(path, 0700), 0);
    free(path);
    return archive;
}

static tt_io_archive_counts scan(tt_io_archive *archive, void **state)
{
    char *path = host_files_path(state, "a");
    const char *const paths[] = {path};
    tt_io_archive_scan_options wanted = {.paths = paths, .count = 1, .threads = 1};
    tt_io_archive_counts counts = db_scan(archive, &wanted);
    free(path);
    return counts;
}

/* A recording in which a client asks for a name. */
static void write_recording(const char *path, const char *name)
{
    th_make m = {0}, info = {0};
    th_make_header(&m, 2, "");
    TH_INTS(&m, TH_JOIN, 1);
    TH_INTS(&info, 20 << 1);
    th_make_text(&info, name);
    th_make_text(&info, "");
    TH_INTS(&info, -1);
    th_make_text(&info, "");
    TH_INTS(&info, 0, 0, 0);
    th_make_message(&m, 1, &info);
    TH_INTS(&m, TH_FINISH);
    host_files_write(path, m.data, m.size);
    th_make_free(&m);
    th_make_free(&info);
}

static void names_go_with_what_is_read_anew(void **state)
{
    tt_io_archive *archive = begin(state);
    char *path = host_files_path(state, "a/one");
    write_recording(path, "moo");
    assert_int_equal(scan(archive, state).read, 1);
    assert_int_equal(db_number(archive, "SELECT count(*) FROM name WHERE name = 'moo'"), 1);
    write_recording(path, "brown cow");
    assert_int_equal(scan(archive, state).read, 1);
    assert_int_equal(db_number(archive, "SELECT count(*) FROM name WHERE name = 'brown cow'"), 1);
    assert_int_equal(db_number(archive, "SELECT count(*) FROM name"), 1);
    free(path);
    tt_io_archive_close(archive);
}

/* One disk is reported once, however many folders were on it. */
static void a_disk_that_is_away_is_told_once(void **state)
{
    enum { FOLDERS = 5 };
    tt_io_archive *archive = begin(state);
    char *folders[FOLDERS], *files[FOLDERS];
    for (int i = 0; i < FOLDERS; i++) {
        char name[32];
        snprintf(name, sizeof name, "a/%d", i);
        folders[i] = host_files_path(state, name);
        assert_int_equal(mkdir(folders[i], 0700), 0);
        snprintf(name, sizeof name, "a/%d/one", i);
        files[i] = host_files_path(state, name);
        write_recording(files[i], name);
    }
    assert_int_equal(scan(archive, state).files, FOLDERS);
    db_run(archive, "UPDATE file SET device = device + 1");
    for (int i = 0; i < FOLDERS; i++) {
        assert_int_equal(remove(files[i]), 0);
        assert_int_equal(remove(folders[i]), 0);
        free(files[i]);
        free(folders[i]);
    }
    notices = 0;
    assert_int_equal(scan(archive, state).kept, FOLDERS);
    assert_int_equal(notices, 1);
    tt_io_archive_close(archive);
}

/* The numbers of rows are given again when the last one has gone, and another program may have done
 * that since we looked. */
static void what_others_changed_is_left_alone(void **state)
{
    tt_io_archive *archive = begin(state);
    struct archive_store store;
    char *path = host_files_path(state, "a/one");
    write_recording(path, "moo");
    assert_int_equal(scan(archive, state).files, 1);
    assert_true(tti_archive_store_open(&store, archive, &error));
    struct archive_rows rows = {
        .place = {.path = path, .size = (uint64_t)db_number(archive, "SELECT size FROM file")},
        .content = ARCHIVE_KNOWN,
        .known = db_number(archive, "SELECT id FROM recording"),
        .fingerprint = (uint64_t)db_number(archive, "SELECT fingerprint FROM recording") + 1,
    };
    strcpy(strrchr(path, '/'), "/two");
    assert_true(tti_archive_store_rows(&store, &rows, &error));
    assert_int_equal(db_number(archive, "SELECT count(*) FROM file"), 1);
    rows.fingerprint--;
    assert_true(tti_archive_store_rows(&store, &rows, &error));
    assert_int_equal(db_number(archive, "SELECT count(*) FROM file"), 2);

    int64_t file = db_number(archive, "SELECT min(id) FROM file");
    rows.place.mtime_ns = db_number(archive, "SELECT mtime_ns FROM file ORDER BY id") + 1;
    assert_true(tti_archive_store_delete(&store, file, &rows.place, &error));
    assert_int_equal(db_number(archive, "SELECT count(*) FROM file"), 2);
    rows.place.mtime_ns--;
    assert_true(tti_archive_store_delete(&store, file, &rows.place, &error));
    assert_int_equal(db_number(archive, "SELECT count(*) FROM file"), 1);
    assert_int_equal(db_number(archive, "SELECT count(*) FROM recording"), 1);
    tti_archive_store_close(&store);
    free(path);
    tt_io_archive_close(archive);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(names_go_with_what_is_read_anew),
        IN_FOLDER(a_disk_that_is_away_is_told_once),
        IN_FOLDER(what_others_changed_is_left_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
#endif
