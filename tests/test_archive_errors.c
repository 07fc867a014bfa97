/* SPDX-License-Identifier: MIT
 *
 * Tests that every call of archive.h, query.h, index.h, index_build.h, index_check.h and pack.h
 * that fails says why: with a status, the path that it is about, and a sentence. What makes it fail
 * is a path that is not there, a folder, a file that cannot be opened, and damage.
 */
#include "host/posix.h"

#include "host/compress_calls.h"
#include "index/file.h"
#include "reading/index_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cm.h"
#include "host_files.h"
#include "support/archive_db.h"
#include "support/index_make.h"
#include "support/index_pair.h"
#include "teetape/io/index_build.h"
#include "teetape/io/index_check.h"
#include "teetape/io/pack.h"
#include "teetape/io/query.h"

/* What no call leaves in an error. */
static void spoil(tt_io_error *error)
{
    memset(error, 0x5a, sizeof *error);
    error->path[sizeof error->path - 1] = error->text[sizeof error->text - 1] = 0;
    error->status = TT_OK;
}

/* The error is about `path`, and complete; it is spoiled for the next call. */
static void assert_filled(tt_io_error *error, const char *path)
{
    if (error->status >= 0) {
        fail_msg("%s: status %d", path, (int)error->status);
    }
    assert_string_not_equal(tt_status_name(error->status), "TT_?");
    assert_non_null(memchr(error->text, '\0', sizeof error->text));
    size_t size = strlen(error->text);
    assert_true(size > 0 && error->text[size - 1] != '.' && error->text[size - 1] != '\n');
    assert_string_equal(error->path, path);
    assert_int_equal(error->status == TT_ERR_SYSTEM || error->system == 0, true);
    spoil(error);
}

/* Paths that no call can use, under any user. */
enum bad {
    MISSING,
    BELOW_FILE,
    FOLDER,
#ifndef _WIN32
    LOOP,
#endif
    BADS
};

static char *bad_path(void **state, enum bad bad)
{
    static const char *const names[] = {"missing", "plain/below", "folder", "loop"};
    char *plain = host_files_path(state, "plain"), *path = host_files_path(state, names[bad]);
    host_files_write(plain, "moo", 3);
    if (bad == FOLDER) {
        assert_int_equal(mkdir(path, 0700), 0);
    }
#ifndef _WIN32
    if (bad == LOOP) {
        assert_int_equal(symlink(path, path), 0);
    }
#endif
    free(plain);
    return path;
}

static void index_calls_fail(const char *path, char *sibling, bool is_folder)
{
    tt_io_error error;
    tt_io_index_status status;
    tt_io_index_report report;
    spoil(&error);
    assert_null(tti_index_open(path, &status, &error));
    assert_int_not_equal(status, TT_IO_INDEX_GOOD);
    assert_filled(&error, path);
    if (!is_folder) {
        assert_null(tt_io_index_path(path, sibling, &error));
        assert_filled(&error, path);
    }
    const tt_io_index_options options = {.recording = path};
    assert_int_equal(tt_io_index_build(&options, &report), TT_IO_INDEX_UNREADABLE);
    assert_filled(&report.error, path);
}

static void pack_fails(const char *path)
{
    tt_io_pack_report report;
    const tt_io_pack_options packed = {.format = &tti_compressor_xz};
    assert_int_equal(tt_io_pack(path, &packed, &report), TT_IO_PACK_FAILED);
    assert_filled(&report.error, path);
    free(report.output);
    const tt_io_pack_options replaced = {.replace = true};
    tt_io_pack_result result = tt_io_pack(path, &replaced, &report);
    assert_true(result == TT_IO_PACK_FAILED || result == TT_IO_PACK_REFUSED);
    assert_filled(&report.error, path);
    free(report.output);
}

static void bad_paths_of_recordings_and_indexes(void **state)
{
    for (int bad = MISSING; bad < BADS; bad++) {
        char *path = bad_path(state, (enum bad)bad);
        index_calls_fail(path, path, bad == FOLDER);
        pack_fails(path);
        free(path);
    }
}

static void folders_that_cannot_be_made(void **state)
{
    tt_io_error error;
    char *path = bad_path(state, BELOW_FILE), *below = host_files_path(state, "plain/a/b");
    spoil(&error);
    assert_false(tt_io_index_make_folders(below, &error));
    assert_filled(&error, below);
    free(path);
    free(below);
}

/* A recording and its index, which are good. */
struct pair {
    char *recording, *path;
    tt_io_index *index;
    unsigned char *bytes;
    size_t size;
};

static struct pair make_pair(void **state)
{
    index_make m;
    tt_io_error error;
    tt_io_index_status status;
    tt_io_index_report report;
    struct pair p = {.recording = host_files_path(state, "recording"),
                     .path = host_files_path(state, "recording.ttidx")};
    index_make_begin(&m, 3, "");
    index_make_grow(&m, 100000);
    host_files_write(p.recording, m.bytes.data, m.bytes.size);
    index_make_free(&m);
    const tt_io_index_options options = {.recording = p.recording};
    assert_int_equal(tt_io_index_build(&options, &report), TT_IO_INDEX_BUILT);
    assert_int_equal(report.error.status, TT_OK);
    p.index = tti_index_open(p.path, &status, &error);
    assert_non_null(p.index);
    p.bytes = host_files_read(p.path, &p.size);
    return p;
}

static void pair_free(struct pair *p)
{
    tti_index_close(p->index);
    free(p->recording);
    free(p->path);
    free(p->bytes);
}

/* The recording goes while its index is open. */
static void recordings_that_go(void **state)
{
    tt_io_error error;
    struct pair p = make_pair(state);
    assert_int_equal(index_pair_fits(p.index, p.recording), TT_IO_INDEX_GOOD);
    tt_io_reading r;
    tt_io_index_check *check = tti_index_check_new(p.index, &error);
    assert_non_null(check);
    const tt_io_reading_options how = {.scan = tti_index_check_scan(check)};
    assert_true(tt_io_reading_open(&r, p.recording, &how));
    assert_int_equal(unlink(p.recording), 0);
    assert_int_equal(index_pair_fits(p.index, p.recording), TT_IO_INDEX_SYSTEM);
    error = *tti_index_error(p.index);
    assert_filled(&error, p.recording);
    assert_int_equal(tti_index_check_end(check, &r, &error), TT_IO_INDEX_SYSTEM);
    assert_filled(&error, p.recording);
    tt_io_reading_close(&r);
    tti_index_check_free(check);
    host_files_write(p.recording, "moo", 3);
    assert_int_equal(index_pair_fits(p.index, p.recording), TT_IO_INDEX_OTHER);
    error = *tti_index_error(p.index);
    assert_filled(&error, p.path);
    pair_free(&p);
}

/* See tt_io_fact_fn. */
static void ignore(void *user, const tt_fact *fact)
{
    (void)user;
    (void)fact;
}

/* Every byte of the index in turn: opening it fails, or reading its facts, or nothing, and then the
 * byte is in what is not read. */
static void damaged_indexes(void **state)
{
    tt_io_error error;
    tt_io_index_status status;
    size_t opens = 0, reads = 0;
    struct pair p = make_pair(state);
    spoil(&error);
    for (size_t at = 0; at < p.size; at += 1 + p.size / 2000) {
        p.bytes[at] ^= 0x40;
        host_files_write(p.path, p.bytes, p.size);
        p.bytes[at] ^= 0x40;
        tt_io_index *index = tti_index_open(p.path, &status, &error);
        if (index == NULL) {
            assert_true(status == TT_IO_INDEX_DAMAGED || status == TT_IO_INDEX_OLD);
            assert_filled(&error, p.path);
            opens++;
        } else if (!tti_index_each(index, 0, tti_index_foot(index)->blocks, TT_FACTS_ALL, ignore,
                                   NULL)) {
            error = *tti_index_error(index);
            assert_filled(&error, p.path);
            reads++;
        }
        tti_index_close(index);
    }
    assert_true(opens > 0 && reads > 0);
    pair_free(&p);
}

static void indexes_that_cannot_be_written(void **state)
{
    tt_io_index_report report;
    struct pair p = make_pair(state);
    char *folder = host_files_path(state, "missing folder/index");
    const tt_io_index_options options = {.recording = p.recording, .index = folder};
    assert_int_equal(tt_io_index_build(&options, &report), TT_IO_INDEX_UNWRITABLE);
    assert_filled(&report.error, folder);
    host_files_write(p.recording, "moo", 3);
    const tt_io_index_options foreign = {.recording = p.recording};
    assert_int_equal(tt_io_index_build(&foreign, &report), TT_IO_INDEX_NO_RECORDING);
    assert_int_equal(report.error.status, TT_ERR_FORMAT);
    assert_filled(&report.error, p.recording);
    free(folder);
    pair_free(&p);
}

static void stopped_builds(void **state)
{
    tt_io_stop stop = {0};
    tt_io_index_report report;
    struct pair p = make_pair(state);
    tt_io_stop_want(&stop, -1);
    const tt_io_index_options options = {.recording = p.recording, .force = true, .stop = &stop};
    assert_int_equal(tt_io_index_build(&options, &report), TT_IO_INDEX_STOPPED);
    assert_int_equal(report.error.status, TT_ERR_STOPPED);
    assert_filled(&report.error, p.recording);
    pair_free(&p);
}

/* Each reason has its own code. */
static void refusals_of_packing(void **state)
{
    struct pair p = make_pair(state);
    char *there = host_files_path(state, "there"), *other = host_files_path(state, "./recording");
    const struct {
        const char *path;
        tt_io_pack_options options;
        tt_io_pack_refusal why;
    } cases[] = {
        {p.recording, {.output = there}, TT_IO_PACK_REFUSED_EXISTS},
        {p.recording, {.output = other}, TT_IO_PACK_REFUSED_ITSELF},
        {"-", {.replace = true}, TT_IO_PACK_REFUSED_NO_FILE},
    };
    host_files_write(there, "moo", 3);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        tt_io_pack_report report;
        tt_io_pack_result result = tt_io_pack(cases[i].path, &cases[i].options, &report);
        assert_int_equal(result, TT_IO_PACK_REFUSED);
        assert_int_equal(report.refused, cases[i].why);
        assert_filled(&report.error, report.about_output ? report.output : cases[i].path);
        free(report.output);
    }
    host_files_assert(there, "moo");
    free(there);
    free(other);
    pair_free(&p);
}

#ifdef TT_HAVE_SQLITE
#include "archive/database.h"
#include "archive/inside.h"

static void bad_paths_of_databases(void **state)
{
    tt_io_error error;
    spoil(&error);
    for (int bad = MISSING; bad < BADS; bad++) {
        char *path = bad_path(state, (enum bad)bad);
        const tt_io_archive_options read = {.use = TT_IO_ARCHIVE_READ};
        assert_null(tt_io_archive_open(path, &read, &error));
        assert_filled(&error, path);
        if (bad != MISSING) {
            assert_null(tt_io_archive_open(path, NULL, &error));
            assert_filled(&error, path);
        }
        free(path);
    }
    char *plain = host_files_path(state, "plain");
    assert_null(tt_io_archive_open(plain, NULL, &error));
    assert_int_equal(error.status, TT_ERR_ARCHIVE);
    assert_filled(&error, plain);
    free(plain);
}

static void bad_paths_of_lists(void **state)
{
    tt_io_error error;
    size_t lines, bad_lines;
    tt_io_archive *archive = db_open(state, "db");
    spoil(&error);
    for (int bad = MISSING; bad < BADS; bad++) {
        char *path = bad_path(state, (enum bad)bad);
        assert_false(tti_archive_import(archive, path, NULL, &lines, &bad_lines, &error));
        assert_filled(&error, path);
        free(path);
    }
    char *plain = host_files_path(state, "plain");
    assert_false(tti_archive_import(archive, plain, NULL, &lines, &bad_lines, &error));
    assert_filled(&error, plain);
    free(plain);
    tt_io_archive_close(archive);
}

/* See tt_io_archive_answer_fn. */
static bool pass_over(void *user, const tt_io_archive_answer *answer)
{
    (void)user;
    (void)answer;
    return true;
}

/* All calls of an open archive; each of them fails, about `path`. */
static void assert_all_fail(tt_io_archive *archive, const char *path, tt_status status)
{
    tt_io_error error;
    uint64_t damaged;
    const char *const paths[] = {"."};
    const tt_io_archive_scan_options scan = {.paths = paths, .count = 1, .threads = 1};
    tt_io_archive_query query;
    tt_io_archive_query_init(&query);
    spoil(&error);
    if (status != TT_ERR_STOPPED) {
        assert_false(tt_io_archive_scan(archive, &scan, NULL, &error));
        assert_int_equal(error.status, status);
        assert_filled(&error, path);
    }
    assert_false(tt_io_archive_search(archive, &query, pass_over, NULL, &error));
    assert_int_equal(error.status, status);
    assert_filled(&error, path);
    assert_false(tti_archive_report_damaged(archive, NULL, 0, true, &damaged, &error));
    assert_int_equal(error.status, status);
    assert_filled(&error, path);
}

/* A table goes while the database is open. */
static void a_database_that_changes(void **state)
{
    tt_io_error error;
    uint64_t files = 1;
    char *path = host_files_path(state, "db");
    tt_io_archive *archive = db_open(state, "db");
    db_run(archive, "PRAGMA foreign_keys = OFF; DROP TABLE file");
    assert_all_fail(archive, path, TT_ERR_SYSTEM);
    assert_false(tti_archive_count(archive, NULL, 0, true, &files, &error));
    assert_int_equal(error.status, TT_ERR_SYSTEM);
    assert_filled(&error, path);
    assert_int_equal(files, 0);
    tt_io_archive_close(archive);
    free(path);
}

/* The database refuses a row in the middle of a file: nothing of the file is in it, and the next
 * scan takes all of it. */
static void rows_that_are_refused(void **state)
{
    tt_io_error error;
    char *path = host_files_path(state, "db");
    const char *const paths[] = {*state};
    const tt_io_archive_scan_options scan = {.paths = paths, .count = 1, .threads = 1};
    db_write_recording(state, "a.teehistorian", 1);
    tt_io_archive *archive = db_open(state, "db");
    db_run(archive, "CREATE TRIGGER refuse BEFORE INSERT ON session BEGIN"
                    " SELECT RAISE(ABORT, 'refused here'); END");
    spoil(&error);
    assert_false(tt_io_archive_scan(archive, &scan, NULL, &error));
    assert_non_null(strstr(error.text, "refused here"));
    assert_filled(&error, path);
    db_assert_empty(archive);
    db_run(archive, "DROP TRIGGER refuse");
    assert_true(tt_io_archive_scan(archive, &scan, NULL, &error));
    assert_true(db_number(archive, "SELECT count(*) FROM session") > 0);
    tt_io_archive_close(archive);
    free(path);
}

/* Whatever byte of a database is changed: it is opened, or it is said why not. */
static void damaged_databases(void **state)
{
    size_t size, fails = 0;
    tt_io_error error;
    char *path = host_files_path(state, "db");
    db_write_recording(state, "a.teehistorian", 1);
    tt_io_archive_close(db_open(state, "db"));
    unsigned char *bytes = host_files_read(path, &size);
    spoil(&error);
    for (size_t at = 0; at < size; at += at < 120 ? 1 : 997) {
        bytes[at] ^= 0xff;
        host_files_write(path, bytes, size);
        bytes[at] ^= 0xff;
        tt_io_archive *archive = tt_io_archive_open(path, NULL, &error);
        if (archive == NULL) {
            assert_filled(&error, path);
            fails++;
        }
        tt_io_archive_close(archive);
    }
    assert_true(fails > 20);
    free(bytes);
    free(path);
}

/* A raised stop ends a search, also one with more to compute than to answer. */
static void a_stop_ends_searches(void **state)
{
    tt_io_error error;
    tt_io_stop stop = {0};
    tt_io_archive_counts counts;
    char *path = host_files_path(state, "db");
    const char *const paths[] = {"."};
    const tt_io_archive_scan_options scan = {.paths = paths, .count = 1, .threads = 1};
    const tt_io_archive_options options = {.stop = &stop};
    tt_io_archive *archive = tt_io_archive_open(path, &options, &error);
    assert_non_null(archive);
    db_run(archive,
           "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)"
           " INSERT INTO file(path, size, mtime_ns, device, damage)"
           " SELECT '/' || i, 0, 0, 0, 'x' FROM n;"
           " INSERT INTO recording(size, mtime_ns, fingerprint, codec, bytes, version, last_tick,"
           " complete, errors, facts_left_out, names_known)"
           " SELECT 0, 0, 0, 'plain', 0, 2, 0, 1, 0, 0, 1 FROM file");
    tt_io_stop_want(&stop, -1);
    assert_all_fail(archive, path, TT_ERR_STOPPED);
    assert_true(tt_io_archive_scan(archive, &scan, &counts, &error));
    assert_true(counts.is_stopped);
    assert_int_equal(counts.gone, 0);
    tt_io_archive_close(archive);
    free(path);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(bad_paths_of_recordings_and_indexes),
        IN_FOLDER(folders_that_cannot_be_made),
        IN_FOLDER(recordings_that_go),
        IN_FOLDER(damaged_indexes),
        IN_FOLDER(indexes_that_cannot_be_written),
        IN_FOLDER(stopped_builds),
        IN_FOLDER(refusals_of_packing),
#ifdef TT_HAVE_SQLITE
        IN_FOLDER(bad_paths_of_databases),
        IN_FOLDER(bad_paths_of_lists),
        IN_FOLDER(a_database_that_changes),
        IN_FOLDER(rows_that_are_refused),
        IN_FOLDER(damaged_databases),
        IN_FOLDER(a_stop_ends_searches),
#endif
    };
    return cmocka_run_group_tests_name("tt_io_error", tests, NULL, NULL);
}
