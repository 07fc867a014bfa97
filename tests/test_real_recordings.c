/* SPDX-License-Identifier: MIT
 *
 * The checks of test_real_snapshots on all demos and captures (.demo, .pcapng) below the folder
 * that TT_RECORDINGS names, with their counts. Without it: exit status 77, which ctest shows as
 * skipped.
 */
#include <stdio.h>
#include <stdlib.h>

#include "cm.h"
#include "support/real_check.h"
#include "teetape/io/walk.h"

static tt_io_list files;

static int ends_with(const char *text, const char *end)
{
    size_t size = strlen(text), end_size = strlen(end);
    return size >= end_size && strcmp(text + size - end_size, end) == 0;
}

static void demos(void **state)
{
    (void)state;
    for (size_t i = 0; i < files.count; i++) {
        real_demo counts;
        if (!ends_with(files.entries[i].path, ".demo"))
            continue;
        real_check_demo(files.entries[i].path, &counts);
        printf("%s: %ld ticks, %ld snapshots, %ld deltas (%ld reordered), %ld messages\n",
               files.entries[i].path, counts.ticks, counts.snapshots, counts.deltas,
               counts.reordered, counts.messages);
    }
}

static void captures(void **state)
{
    (void)state;
    for (size_t i = 0; i < files.count; i++) {
        real_capture counts;
        if (!ends_with(files.entries[i].path, ".pcapng"))
            continue;
        real_check_capture(files.entries[i].path, &counts);
        printf("%s: %ld packets (%ld compressed), %ld snapshots (%ld full, %ld of 0.7)\n",
               files.entries[i].path, counts.packets, counts.compressed, counts.snapshots,
               counts.full, counts.seven);
    }
}

static void report(void *user, const char *path, const tt_io_error *error)
{
    (void)user;
    fprintf(stderr, "%s: %s\n", path, error->text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(demos),
        cmocka_unit_test(captures),
    };
    const char *folder = getenv("TT_RECORDINGS");
    if (!folder)
        return 77;
    if (!tt_io_walk(&files, &folder, 1, true, report, NULL) || files.count == 0) {
        fprintf(stderr, "no files below %s\n", folder);
        return 1;
    }
    int failed = cmocka_run_group_tests_name("real recordings", tests, NULL, NULL);
    tt_io_list_free(&files);
    return failed;
}
