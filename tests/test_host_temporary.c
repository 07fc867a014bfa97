/* SPDX-License-Identifier: MIT
 *
 * Tests of host/temporary.c: what is noted goes when the signal comes, what was forgotten remains,
 * and more files than there are places for do no harm.
 */
#include "host/posix.h"

#include "cm.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "host/inside.h"
#include "host_files.h"
#include "teetape/io/file.h"

/* More than the table has places. */
#define MANY 300

static char *make(void **state, const char *name)
{
    char *path = host_files_path(state, name);
    host_files_write(path, "x", 1);
    return path;
}

static bool is_there(const char *path)
{
    return access(path, F_OK) == 0;
}

static void noted_files_go(void **state)
{
    char *a = make(state, "a"), *b = make(state, "b"), *c = make(state, "c");
    tti_host_temporary_note(a);
    tti_host_temporary_note(b);
    assert_true(tti_host_temporary_forget(a));
    tti_host_temporary_note(c);
    tt_io_file_remove_temporary();
    assert_true(is_there(a));
    assert_false(is_there(b));
    assert_false(is_there(c));
    /* the signal has come for this one: its maker must let go of nothing */
    assert_false(tti_host_temporary_forget(b));
    tt_io_file_remove_temporary();
    assert_true(is_there(a));
    free(a);
    free(b);
    free(c);
}

/* Files that found no place are not removed by the signal, and can be forgotten all the same. */
static void places_run_out(void **state)
{
    static char *paths[MANY];
    int left = 0;
    for (int i = 0; i < MANY; i++) {
        char name[16];
        snprintf(name, sizeof name, "%d", i);
        paths[i] = make(state, name);
        tti_host_temporary_note(paths[i]);
    }
    assert_true(tti_host_temporary_forget(paths[MANY - 1]));
    tt_io_file_remove_temporary();
    for (int i = 0; i < MANY; i++) {
        left += is_there(paths[i]);
        free(paths[i]);
    }
    assert_true(left > 0 && left < MANY / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(noted_files_go),
        IN_FOLDER(places_run_out),
    };
    return cmocka_run_group_tests_name("host temporary", tests, NULL, NULL);
}
