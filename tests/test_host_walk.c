/* SPDX-License-Identifier: MIT
 *
 * Tests of host/walk.h: arguments, folders, order, links and loops, folders without permission.
 */
#include "host/posix.h"

#include "teetape/io/walk.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cm.h"
#include "host_files.h"

struct reports {
    size_t count;
    int number; /* of the last */
    char paths[512];
    char text[300];
};

static void report(void *user, const char *path, const tt_io_error *error)
{
    struct reports *reports = user;
    size_t at = strlen(reports->paths);
    assert_int_equal(error->status, TT_ERR_SYSTEM);
    assert_string_equal(error->path, path);
    reports->count++;
    reports->number = error->system;
    snprintf(reports->paths + at, sizeof(reports->paths) - at, "%s ", path);
    snprintf(reports->text, sizeof(reports->text), "%s", error->text);
}

static void make_folder(void *const *state, const char *name)
{
    char *path = host_files_path(state, name);
    assert_int_equal(mkdir(path, 0700), 0);
    free(path);
}

static void make_file(void *const *state, const char *name)
{
    char *path = host_files_path(state, name);
    host_files_write(path, name, strlen(name));
    free(path);
}

static void make_link(void *const *state, const char *target, const char *name)
{
    char *path = host_files_path(state, name);
    assert_int_equal(symlink(target, path), 0);
    free(path);
}

/* The names below the test's folder, in order, ended by NULL. */
static void assert_list(void *const *state, const tt_io_list *list, const char *const *names)
{
    size_t i = 0;
    for (; names[i] != NULL; i++) {
        char *path = host_files_path(state, names[i]);
        assert_true(i < list->count);
        assert_string_equal(list->entries[i].path, path);
        assert_true(list->entries[i].found_by_walk);
        free(path);
    }
    assert_int_equal(list->count, i);
}

static void test_arguments(void **state)
{
    char *folder = host_files_path(state, "folder");
    make_folder(state, "folder");
    make_file(state, "folder/in");
    const char *const arguments[] = {"zzz", "-", folder, "not there", "-", ""};
    tt_io_list list = {0};
    struct reports reports = {0};
    assert_true(tt_io_walk(&list, arguments, 6, false, report, &reports));
    assert_int_equal(list.count, 5);
    assert_string_equal(list.entries[0].path, "zzz");
    assert_string_equal(list.entries[1].path, "-");
    assert_string_equal(list.entries[2].path, "not there");
    assert_string_equal(list.entries[3].path, "-");
    assert_string_equal(list.entries[4].path, "");
    for (size_t i = 0; i < list.count; i++) {
        assert_false(list.entries[i].found_by_walk);
    }
    assert_int_equal(reports.count, 1);
    assert_int_equal(reports.number, EISDIR);
    assert_string_equal(reports.text, "is a folder; name the recordings in it");
    tt_io_list_free(&list);
    assert_int_equal(list.count, 0);
    tt_io_list_free(&list);
    free(folder);
}

static void test_order(void **state)
{
    make_folder(state, "a");
    make_folder(state, "a/deep");
    make_folder(state, "a/deep/er");
    make_folder(state, "empty");
    make_file(state, "c"); /* not "b": with "B" that is one file on some file systems */
    make_file(state, "a-b");
    make_file(state, "a/z");
    make_file(state, "a/deep/er/x");
    make_file(state, "a/deep/\xc3\xa9");
    make_file(state, "B");
    make_file(state, ".hidden");
    static const char *const names[] = {".hidden",         "B",   "a-b", "a/deep/er/x",
                                        "a/deep/\xc3\xa9", "a/z", "c",   NULL};
    const char *const arguments[] = {*state};
    tt_io_list list = {0};
    struct reports reports = {0};
    assert_true(tt_io_walk(&list, arguments, 1, true, report, &reports));
    assert_list(state, &list, names);
    assert_int_equal(reports.count, 0);
    tt_io_list_free(&list);

    /* The same with a slash after the argument: not doubled. */
    char *slash = host_files_path(state, "");
    const char *const with_slash[] = {slash};
    assert_true(tt_io_walk(&list, with_slash, 1, true, NULL, NULL));
    assert_list(state, &list, names);
    tt_io_list_free(&list);
    free(slash);
}

static void test_many_files(void **state)
{
    for (int i = 0; i < 300; i++) {
        char name[16];
        snprintf(name, sizeof(name), "f%03d", (i * 7) % 300);
        make_file(state, name);
    }
    const char *const arguments[] = {*state, *state};
    tt_io_list list = {0};
    assert_true(tt_io_walk(&list, arguments, 2, true, NULL, NULL));
    assert_int_equal(list.count, 600); /* a folder given twice is read twice */
    for (size_t i = 1; i < 300; i++) {
        assert_true(strcmp(list.entries[i - 1].path, list.entries[i].path) < 0);
    }
    assert_string_equal(list.entries[0].path, list.entries[300].path);
    tt_io_list_free(&list);
}

static void test_links(void **state)
{
    make_folder(state, "real");
    make_file(state, "real/file");
    make_link(state, "..", "real/loop");
    make_link(state, "real", "folder_link");
    make_link(state, "real/file", "file_link");
    make_link(state, "nowhere", "broken");
    make_link(state, "self", "self");
    char *fifo = host_files_path(state, "fifo");
    assert_int_equal(mkfifo(fifo, 0600), 0);
    free(fifo);
    static const char *const names[] = {"file_link", "real/file", NULL};
    const char *const arguments[] = {*state};
    tt_io_list list = {0};
    struct reports reports = {0};
    assert_true(tt_io_walk(&list, arguments, 1, true, report, &reports));
    assert_list(state, &list, names);
    assert_int_equal(reports.count, 0);
    tt_io_list_free(&list);

    /* A link that the user names is followed. */
    char *path = host_files_path(state, "folder_link");
    static const char *const through[] = {"folder_link/file", NULL};
    const char *const link_argument[] = {path};
    assert_true(tt_io_walk(&list, link_argument, 1, true, report, &reports));
    assert_list(state, &list, through);
    tt_io_list_free(&list);
    free(path);
}

static void test_no_permission(void **state)
{
    if (geteuid() == 0) {
        skip(); /* root may read everything */
    }
    make_folder(state, "open");
    make_file(state, "open/file");
    make_folder(state, "shut2");
    make_folder(state, "shut1");
    char *shut1 = host_files_path(state, "shut1");
    char *shut2 = host_files_path(state, "shut2");
    assert_int_equal(chmod(shut1, 0), 0);
    assert_int_equal(chmod(shut2, 0), 0);
    static const char *const names[] = {"open/file", NULL};
    const char *const arguments[] = {*state};
    tt_io_list list = {0};
    struct reports reports = {0};
    bool good = tt_io_walk(&list, arguments, 1, true, report, &reports);
    chmod(shut1, 0700);
    chmod(shut2, 0700);
    assert_true(good);
    assert_list(state, &list, names);
    assert_int_equal(reports.count, 2);
    assert_int_equal(reports.number, EACCES);
    assert_true(strstr(reports.paths, "shut1") < strstr(reports.paths, "shut2"));
    tt_io_list_free(&list);
    free(shut1);
    free(shut2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(test_arguments), IN_FOLDER(test_order),         IN_FOLDER(test_many_files),
        IN_FOLDER(test_links),     IN_FOLDER(test_no_permission),
    };
    return cmocka_run_group_tests_name("tt_io_walk", tests, NULL, NULL);
}
