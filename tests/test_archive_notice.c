/* SPDX-License-Identifier: MIT
 *
 * Tests of the notices of an archive (tt_io_archive_notice_fn of archive/archive.h): each of its
 * kinds comes with its level, its path and its words, and an archive without a listener says
 * nothing.
 */
#include "host/posix.h"

#include "teetape/io/archive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cm.h"
#include "host_files.h"
#include "support/archive_db.h"

#ifndef TT_HAVE_SQLITE
int main(void)
{
    return 77; /* skipped */
}
#else
#include "archive/database.h"
#include "archive/inside.h"

/* Every notice as "level name: sentence\n", with the last part of the path. */
struct heard {
    char text[8000];
};

/* See tt_io_archive_notice_fn. */
static void hear(void *user, const tt_io_archive_notice *notice)
{
    static const char *const words[] = {[TT_IO_ARCHIVE_NOTE] = "note",
                                        [TT_IO_ARCHIVE_WARNING] = "warning",
                                        [TT_IO_ARCHIVE_ERROR] = "error"};
    struct heard *heard = user;
    size_t at = strlen(heard->text);
    const char *path = notice->path;
    const char *slash = path == NULL ? NULL : strrchr(path, '/');
    const char *name = path == NULL ? "all" : slash == NULL ? path : slash + 1;
    snprintf(heard->text + at, sizeof heard->text - at, "%s %s: %s\n", words[notice->level], name,
             notice->sentence);
}

static void scan(tt_io_archive *archive, void **state, const char *name)
{
    char *path = host_files_path(state, name);
    const char *const paths[] = {path};
    const tt_io_archive_scan_options how = {.paths = paths, .count = 1, .threads = 1};
    db_scan(archive, &how);
    free(path);
}

static void write_cut(void **state, const char *name)
{
    size_t size;
    db_write_recording(state, name, 1);
    char *path = host_files_path(state, name);
    unsigned char *data = host_files_read(path, &size);
    data[size - 1] = 0x3f; /* in place of FINISH a record that nobody knows */
    host_files_write(path, data, size);
    free(data);
    free(path);
}

static void damage_is_named(void **state)
{
    struct heard heard = {""};
    tt_io_archive *archive = db_open_heard(state, "db", hear, &heard);
    char *path = host_files_path(state, "empty.demo");
    host_files_write(path, "", 0);
    scan(archive, state, "empty.demo");
    assert_string_equal(heard.text, "warning empty.demo: offset 0: the file is empty\n");
    heard.text[0] = '\0';
    write_cut(state, "cut.teehistorian");
    scan(archive, state, "cut.teehistorian");
    assert_non_null(strstr(heard.text, "warning cut.teehistorian: damaged (offset "));
    assert_non_null(strstr(heard.text, "); it is searched as far as it can be read\n"));
    heard.text[0] = '\0';
    scan(archive, state, "missing");
    assert_string_equal(heard.text, "error missing: cannot be opened: No such file or directory\n");
    tt_io_archive_close(archive);
    free(path);
}

static void what_is_too_much_is_counted(void **state)
{
    struct heard heard = {""};
    tt_io_archive *archive = db_open_heard(state, "db", hear, &heard);
    for (int i = 0; i < 13; i++) {
        char name[32];
        snprintf(name, sizeof name, "%d.demo", i);
        char *path = host_files_path(state, name);
        host_files_write(path, "", 0);
        free(path);
    }
    scan(archive, state, "");
    assert_non_null(strstr(heard.text, "warning all: 3 more recordings are damaged\n"));
    int lines = 0;
    for (const char *at = heard.text; *at != '\0'; at++) {
        lines += *at == '\n';
    }
    assert_int_equal(lines, 11);
    tt_io_archive_close(archive);
}

static void an_update_is_a_note(void **state)
{
    struct heard heard = {""};
    db_write_old(state, "old.db");
    tt_io_archive *archive = db_open_heard(state, "old.db", hear, &heard);
    assert_memory_equal(heard.text, "note old.db: was made by an older teetape (version 2 ", 53);
    tt_io_archive_close(archive);
}

static void wrong_lines_of_a_list_are_warnings(void **state)
{
    struct heard heard = {""};
    tt_io_error error;
    size_t lines, bad;
    static const char list[] = "game_uuid,timestamp,map_name,map_crc,map_size\nmoo\n";
    tt_io_archive *archive = db_open_heard(state, "db", hear, &heard);
    char *path = host_files_path(state, "list");
    host_files_write(path, list, sizeof list - 1);
    assert_true(tti_archive_import(archive, path, NULL, &lines, &bad, &error));
    assert_int_equal(bad, 1);
    assert_memory_equal(heard.text, "warning list: line 2: ", 22);
    assert_non_null(strstr(heard.text, "; left out\n"));
    tt_io_archive_close(archive);
    free(path);
}

/* An archive that nobody listens to works as well, and writes to no descriptor of the program. */
static void without_a_listener_nothing_is_said(void **state)
{
    char *path = host_files_path(state, "stderr"), *file = host_files_path(state, "empty.demo");
    int saved = dup(STDERR_FILENO);
    assert_true(saved >= 0);
    assert_non_null(freopen(path, "w", stderr));
    tt_io_archive *archive = db_open(state, "db");
    host_files_write(file, "", 0);
    scan(archive, state, "");
    scan(archive, state, "missing");
    tt_io_archive_close(archive);
    fflush(stderr);
    dup2(saved, STDERR_FILENO);
    close(saved);
    host_files_assert(path, "");
    free(path);
    free(file);
}

static void a_long_sentence_is_cut(void **state)
{
    struct heard heard = {""};
    char many[3000];
    (void)state;
    const tt_io_archive archive = {.notice = hear, .notice_user = &heard};
    memset(many, 'x', sizeof many - 1);
    many[sizeof many - 1] = '\0';
    tti_archive_notice(&archive, TT_IO_ARCHIVE_UPDATED, NULL, "%s", many);
    assert_int_equal(strlen(heard.text), strlen("note all: ") + 1999 + 1);
    tti_archive_notice(&(tt_io_archive){0}, TT_IO_ARCHIVE_UPDATED, NULL, "%s", many);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(damage_is_named),
        IN_FOLDER(what_is_too_much_is_counted),
        IN_FOLDER(an_update_is_a_note),
        IN_FOLDER(wrong_lines_of_a_list_are_warnings),
        IN_FOLDER(without_a_listener_nothing_is_said),
        cmocka_unit_test(a_long_sentence_is_cut),
    };
    return cmocka_run_group_tests_name("tti_archive_notice", tests, NULL, NULL);
}
#endif
