/* SPDX-License-Identifier: MIT
 *
 * Tests of archive_scan (archive/archive.h) on files that are no recordings, and on those that go
 * while it is under way.
 */
#include "host/posix.h"

#include "archive/archive.h"

#include <stdio.h>
#include <stdlib.h>

#include "cm.h"
#include "host/message.h"
#include "host_files.h"
#include "support/th_make.h"

#ifndef TT_HAVE_SQLITE
int main(void)
{
    return 77; /* skipped */
}
#else

static void write_recording(void **state, const char *name)
{
    th_make m = {0};
    char *path = host_files_path(state, name);
    th_make_header(&m, 2, ",\"map_name\":\"m\"");
    TH_INTS(&m, TH_TICK_SKIP, 10, TH_JOIN, 1, TH_FINISH);
    host_files_write(path, m.data, m.size);
    th_make_free(&m);
    free(path);
}

static struct archive_counts scan(void **state, const char *name, struct archive_progress progress)
{
    struct archive_counts counts = {0};
    struct host_error error;
    char *path = host_files_path(state, name), *db = host_files_path(state, "db");
    const char *const paths[] = {path};
    struct archive_scan how = {.paths = paths, .count = 1, .threads = 2, .progress = progress};
    struct archive *archive = archive_open(db, ARCHIVE_WRITE, &error);
    if (archive == NULL || !archive_scan(archive, &how, &counts, &error)) {
        fail_msg("%s", error.text);
    }
    archive_close(archive);
    free(db);
    free(path);
    return counts;
}

static void what_the_user_names_has_to_be_a_recording(void **state)
{
    char *path = host_files_path(state, "letter");
    const struct archive_progress quiet = {0};
    host_files_write(path, "Dear reader", 11);
    struct archive_counts counts = scan(state, "letter", quiet);
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
    const struct archive_progress thief = {.start = take_away, .user = path};
    write_recording(state, "one");
    struct archive_counts counts = scan(state, "one", thief);
    assert_int_equal(counts.failed, 1);
    assert_int_equal(counts.read, 0);
    assert_int_equal(counts.files, 0);
    write_recording(state, "one");
    counts = scan(state, "one", (struct archive_progress){0});
    assert_int_equal(counts.failed, 0);
    assert_int_equal(counts.read, 1);
    assert_int_equal(counts.files, 1);
    free(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_the_user_names_has_to_be_a_recording, host_files_setup,
                                        host_files_teardown),
        cmocka_unit_test_setup_teardown(a_file_may_go_after_it_was_found, host_files_setup,
                                        host_files_teardown),
    };
    host_message_least(HOST_MESSAGE_NONE);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
#endif
