/* SPDX-License-Identifier: MIT
 *
 * Tests of teetape/io/each.h beside threads: an output that fails, a user who leaves, what is no
 * recording; and of a player in more sessions than the first room has.
 */
#include "host/posix.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#ifndef _WIN32
#include <sys/wait.h>
#include <unistd.h>
#endif

#include "cm.h"
#include "host_files.h"
#include "support/th_make.h"
#include "teetape/io.h"

#define NOBODY 65534
#define RECORDINGS TT_SOURCE_DIR "/tests/recordings"

struct seen {
    int calls, good;
    size_t line; /* bytes that each one prints */
};

static void look(void *user, tt_io_reading *r, const char *path, tt_io_output *out)
{
    struct seen *seen = user;
    (void)path;
    while (tt_io_reading_next(r)) {
    }
    seen->calls++;
    seen->good += tt_io_reading_is_good(r);
    for (size_t i = 0; i < seen->line; i++) {
        tt_io_output_byte(out, 'x');
    }
}

static int refuse(void *user, tt_bytes bytes)
{
    size_t *left = user;
    if (bytes.size > *left) {
        return ENOSPC;
    }
    *left -= bytes.size;
    return 0;
}

static void a_full_output_is_reported(void **state)
{
    (void)state;
    const char *paths[] = {RECORDINGS "/map-change", RECORDINGS "/dm1"};
    struct seen seen = {.line = 100000};
    size_t left = 150000;
    tt_io_output out;
    tt_io_error error;
    assert_true(tt_io_output_open(&out, refuse, &left));
    const tt_io_each_options how = {.threads = 1, .out = &out};
    assert_false(tt_io_each(paths, 2, &how, look, &seen, &error));
    assert_int_equal(error.status, TT_ERR_SYSTEM);
    assert_string_equal(error.path, paths[0]);
    assert_non_null(strstr(error.text, "cannot be written"));
    assert_true(seen.calls >= 1);
    tt_io_output_close(&out);
}

static void who_leaves_is_not_called(void **state)
{
    (void)state;
    const char *paths[] = {RECORDINGS "/map-change"};
    struct seen seen = {.calls = 0};
    tt_io_stop stop = {0};
    tt_io_error error;
    tt_io_each_options how = {.threads = 1};
    how.reading.stop = &stop;
    tt_io_stop_want(&stop, 1);
    assert_true(tt_io_each(paths, 1, &how, look, &seen, &error));
    assert_int_equal(seen.calls, 0);
}

/* Files of a folder that are no recordings are passed over; one that is named is not, and neither
 * is one that is not there. */
static void what_is_no_recording(void **state)
{
    char *text = host_files_path(state, "text"), *named = host_files_path(state, "a.teehistorian");
    char *none = host_files_path(state, "none");
    struct seen seen = {.calls = 0};
    const tt_io_each_options how = {.threads = 1};
    tt_io_error error;
    host_files_write(text, "no recording", 12);
    const char *folder[] = {*state};
    assert_true(tt_io_each(folder, 1, &how, look, &seen, &error));
    assert_int_equal(seen.calls, 0);
    host_files_write(named, "no recording", 12); /* it says that it is one */
    assert_true(tt_io_each(folder, 1, &how, look, &seen, &error));
    assert_int_equal(seen.calls, 1);
    const char *files[] = {text, none};
    assert_true(tt_io_each(files, 2, &how, look, &seen, &error));
    assert_int_equal(seen.calls, 3);
    assert_int_equal(seen.good, 0);
    free(text);
    free(named);
    free(none);
}

#ifndef _WIN32 /* where there are no such rights */
/* In a process of its own, as a user who may not look into a folder: 0 when it is reported with its
 * path. */
static int look_into(const char *folder, const char *dark)
{
    const char *paths[] = {folder};
    const tt_io_each_options how = {.threads = 1};
    struct seen seen = {.calls = 0};
    tt_io_error error;
    if (geteuid() == 0 && (setgid(NOBODY) != 0 || setuid(NOBODY) != 0)) {
        return 1;
    }
    if (tt_io_each(paths, 1, &how, look, &seen, &error)) {
        return 2;
    }
    bool is_reported = error.status == TT_ERR_SYSTEM && strcmp(error.path, dark) == 0;
    return is_reported && seen.calls == 1 ? 0 : 3;
}

/* The first one that cannot be looked into is reported; what is beside it is read. */
static void folders_that_cannot_be_read(void **state)
{
    static char *dark, *other, *file; /* a sanitizer finds them in a child that ends here, too */
    int status;
    dark = host_files_path(state, "dark");
    other = host_files_path(state, "darker");
    file = host_files_path(state, "a.teehistorian");
    host_files_write(file, "no recording", 12);
    assert_int_equal(chmod(*state, 0755), 0);
    assert_int_equal(mkdir(dark, 0), 0);
    assert_int_equal(mkdir(other, 0), 0);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        exit(look_into(*state, dark)); /* so that its lines count as run */
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    assert_int_equal(rmdir(dark) + rmdir(other), 0);
    free(dark);
    free(other);
    free(file);
}
#endif

enum { SESSIONS = 3000 };

/* Joins of one slot, every third of them by bob. */
static void make_sessions(th_make *m)
{
    th_make_header(m, 2, "");
    for (int i = 0; i < SESSIONS; i++) {
        TH_INTS(m, TH_JOIN, 5);
        th_make_info(m, 5, 20, i % 3 == 0 ? "bob" : "eve", "");
        TH_INTS(m, TH_DROP, 5);
        th_make_text(m, "left");
    }
    TH_INTS(m, TH_FINISH);
}

static int joins_of(tt_io_reading *r)
{
    int joins = 0;
    while (tt_io_reading_next(r)) {
        joins += r->item.kind == TT_ITEM_FACT && r->item.fact->kind == TT_FACT_JOIN;
    }
    return joins;
}

static void a_player_in_many_sessions(void **state)
{
    static const struct {
        const char *player;
        int joins;
    } rows[] = {{"bob", SESSIONS / 3}, {"eve", SESSIONS - SESSIONS / 3},
                {"5", SESSIONS},       {"6", 0},
                {"nobody", 0},         {NULL, SESSIONS}};
    char *path = host_files_path(state, "file");
    th_make m = {NULL, 0, 0};
    make_sessions(&m);
    host_files_write(path, m.data, m.size);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        tt_io_reading r;
        const tt_io_reading_options how = {
            .player = rows[i].player, .wants = TT_WANT_FACTS, .facts = TT_FACTS_ALL};
        assert_true(tt_io_reading_open(&r, path, &how));
        assert_int_equal(joins_of(&r), rows[i].joins);
        assert_true(tt_io_reading_is_good(&r));
        tt_io_reading_close(&r);
    }
    th_make_free(&m);
    free(path);
}

static const char dm1[] = RECORDINGS "/dm1/31940c05-6b04-4f9d-ba6b-b77b7f30e2c0.teehistorian";

static void what_is_no_player(void **state)
{
    static const char *const players[] = {"", "128", "99999999999"};
    static const char *const reasons[] = {
        "'' is no player: a player is a client id from 0 to 127 or a name",
        "'128' is no player: client ids are 0 to 127; for the name write name:128",
        "'99999999999' is no player: client ids are 0 to 127; for the name write name:99999999999"};
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        tt_io_reading r;
        const tt_io_reading_options how = {.player = players[i], .wants = TT_WANT_FACTS};
        assert_false(tt_io_reading_open(&r, dm1, &how));
        assert_int_equal(r.error.status, TT_ERR_PLACE);
        assert_string_equal(r.error.text, reasons[i]);
        tt_io_reading_close(&r);
    }
}

/* A name that nobody has and a span without ticks are no errors, and can be known at once. */
static void what_is_not_there_is_no_error(void **state)
{
    static const char *const names[] = {"nobody at all", "renamed0", NULL};
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        tt_io_reading r;
        const tt_io_reading_options how = {
            .player = names[i], .from = i == 2 ? "0:40" : NULL, .to = i == 2 ? "0:30" : NULL};
        assert_true(tt_io_reading_open(&r, dm1, &how));
        assert_int_equal(tt_selection_found(&r.selection) != 0, i != 0);
        assert_int_equal(r.from >= r.to, i == 2);
        assert_false(tt_io_reading_next(&r));
        assert_true(tt_io_reading_is_good(&r));
        tt_io_reading_close(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_full_output_is_reported),
        cmocka_unit_test(who_leaves_is_not_called),
        IN_FOLDER(what_is_no_recording),
#ifndef _WIN32
        IN_FOLDER(folders_that_cannot_be_read),
#endif
        IN_FOLDER(a_player_in_many_sessions),
        cmocka_unit_test(what_is_no_player),
        cmocka_unit_test(what_is_not_there_is_no_error),
    };
    return cmocka_run_group_tests_name("io_each", tests, NULL, NULL);
}
