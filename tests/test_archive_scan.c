/* SPDX-License-Identifier: MIT
 *
 * Tests of archive/archive.h and archive/query.h that scripts cannot make: file systems that are
 * away, names through games in any order, rings of games, paths that overlap, texts that are not
 * UTF-8, many threads.
 */
#include "host/posix.h"

#include "teetape/io/query.h"

#include <stdio.h>
#include <stdlib.h>
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
#include "archive/database.h"

static tt_io_archive_counts scan_paths(tt_io_archive *archive, const char *const *paths,
                                       size_t count, bool forget)
{
    tt_io_archive_scan_options scan = {
        .paths = paths, .count = count, .threads = 3, .forget = forget};
    return db_scan(archive, &scan);
}

static tt_io_archive_counts scan_folder(tt_io_archive *archive, void **state, const char *name)
{
    char *path = host_files_path(state, name);
    const char *const paths[] = {path};
    tt_io_archive_counts counts = scan_paths(archive, paths, 1, false);
    free(path);
    return counts;
}

static void make_folder(void **state, const char *name)
{
    char *path = host_files_path(state, name);
    assert_int_equal(mkdir(path, 0700), 0);
    free(path);
}

static void drop(void **state, const char *name)
{
    char *path = host_files_path(state, name);
    assert_int_equal(remove(path), 0);
    free(path);
}

static void a_file_system_that_is_away_is_not_forgotten(void **state)
{
    tt_io_archive *archive = db_open(state, "db");
    make_folder(state, "a");
    make_folder(state, "a/disk");
    make_folder(state, "a/disk/deep");
    db_write_recording(state, "a/one", 1);
    db_write_recording(state, "a/disk/two", 2);
    db_write_recording(state, "a/disk/deep/three", 3);
    assert_int_equal(scan_folder(archive, state, "a").files, 3);
    /* As if they had been on another disk. */
    db_run(archive, "UPDATE file SET device = device + 1 WHERE path LIKE '%/disk/%'");
    drop(state, "a/disk/two");
    drop(state, "a/disk/deep/three");
    drop(state, "a/disk/deep");
    tt_io_archive_counts counts = scan_folder(archive, state, "a");
    assert_int_equal(counts.files, 3);
    assert_int_equal(counts.kept, 2);
    assert_int_equal(counts.gone, 0);
    /* What was there without another disk is gone when it is gone. */
    drop(state, "a/one");
    counts = scan_folder(archive, state, "a");
    assert_int_equal(counts.files, 2);
    assert_int_equal(counts.gone, 1);
    /* The disk is back, with another number and one file less. */
    db_write_recording(state, "a/disk/two", 2);
    counts = scan_folder(archive, state, "a");
    assert_int_equal(counts.files, 1);
    assert_int_equal(counts.gone, 1);
    assert_int_equal(db_number(archive, "SELECT count(DISTINCT device) FROM file"), 1);
    /* Away again, and the user knows that it does not come back. */
    db_run(archive, "UPDATE file SET device = device + 1");
    drop(state, "a/disk/two");
    assert_int_equal(scan_folder(archive, state, "a").kept, 1);
    char *path = host_files_path(state, "a");
    const char *const paths[] = {path};
    counts = scan_paths(archive, paths, 1, true);
    assert_int_equal(counts.kept, 0);
    assert_int_equal(counts.gone, 1);
    free(path);
    db_assert_empty(archive);
    tt_io_archive_close(archive);
}

static void an_unseen_disk_gets_its_number_when_it_is_seen(void **state)
{
    tt_io_archive *archive = db_open(state, "db");
    make_folder(state, "a");
    db_write_recording(state, "a/one", 1);
    scan_folder(archive, state, "a");
    db_run(archive, "UPDATE file SET device = device + 1");
    tt_io_archive_counts counts = scan_folder(archive, state, "a");
    assert_int_equal(counts.read, 0);
    assert_int_equal(counts.kept, 0);
    struct stat facts;
    char *path = host_files_path(state, "a/one");
    assert_int_equal(stat(path, &facts), 0);
    assert_int_equal(db_number(archive, "SELECT device FROM file"), facts.st_dev);
    free(path);
    tt_io_archive_close(archive);
}

static void paths_may_overlap(void **state)
{
    tt_io_archive *archive = db_open(state, "db");
    make_folder(state, "a");
    make_folder(state, "a/b");
    make_folder(state, "ab");
    db_write_recording(state, "a/one", 1);
    db_write_recording(state, "a/b/two", 2);
    db_write_recording(state, "ab/three", 3);
    char *a = host_files_path(state, "a"), *b = host_files_path(state, "a/b/");
    char *one = host_files_path(state, "a/../a/one"), *link = host_files_path(state, "link");
    assert_int_equal(symlink("a", link), 0);
    const char *const paths[] = {a, b, one, link, a};
    tt_io_archive_counts counts = scan_paths(archive, paths, 5, false);
    assert_int_equal(counts.read, 2);
    assert_int_equal(counts.files, 2);
    /* "ab" is not below "a": neither read nor forgotten. */
    counts = scan_folder(archive, state, "ab");
    assert_int_equal(counts.files, 1);
    counts = scan_paths(archive, paths, 5, true);
    assert_int_equal(counts.gone, 0);
    assert_int_equal(counts.files, 2); /* each once, however often it was named */
    assert_int_equal(db_number(archive, "SELECT count(*) FROM file"), 3);
    free(a);
    free(b);
    free(one);
    free(link);
    tt_io_archive_close(archive);
}

/* Answers as "path kind tick player;". */
static bool note(void *user, const tt_io_archive_answer *a)
{
    char *text = user;
    size_t at = strlen(text);
    snprintf(text + at, 1000 - at, "%d %d %.*s;", a->kind, a->tick, (int)a->player.size,
             a->player.data == NULL ? "" : (const char *)a->player.data);
    return true;
}

static void texts_that_are_not_utf8_come_back(void **state)
{
    tt_io_archive *archive = db_open(state, "db");
    th_make m = {0}, info = {0};
    make_folder(state, "a");
    th_make_header(&m, 2, ",\"map_name\":\"\xff map\",\"server_name\":\"a\\u0041\\n\"");
    TH_INTS(&info, 20 << 1);
    th_make_text(&info, "bad \xe2\x82");
    th_make_text(&info, "");
    TH_INTS(&info, -1);
    th_make_text(&info, "");
    TH_INTS(&info, 0, 0, 0);
    TH_INTS(&m, TH_JOIN, 1);
    th_make_message(&m, 1, &info);
    TH_INTS(&m, TH_DROP, 1);
    th_make_text(&m, "gone \xff");
    char *path = host_files_path(state, "a/\xff\n");
    host_files_write(path, m.data, m.size);
    assert_int_equal(scan_folder(archive, state, "a").files, 1);
    assert_int_equal(scan_folder(archive, state, "a").read, 0);
    assert_int_equal(db_number(archive, "SELECT count(*) FROM file WHERE path_raw IS NOT NULL AND"
                                        " path LIKE '%\xef\xbf\xbd\n'"),
                     1);
    assert_int_equal(db_number(archive, "SELECT count(*) FROM recording WHERE map_name ="
                                        " '\xef\xbf\xbd map' AND map_name_raw = x'ff206d6170'"
                                        " AND server_name = 'aA\n' AND server_name_raw IS NULL"),
                     1);
    assert_int_equal(db_number(archive, "SELECT count(*) FROM fact WHERE kind = 4 AND text ="
                                        " 'gone \xef\xbf\xbd' AND text_raw = x'676f6e6520ff'"),
                     1);
    drop(state, "a/\xff\n");
    assert_int_equal(scan_folder(archive, state, "a").gone, 1);
    free(path);
    th_make_free(&m);
    th_make_free(&info);
    tt_io_archive_close(archive);
}

/* Games whose clients are carried over: game i goes on from previous[i], and says in it what `says`
 * has. */
#define GAMES 7
static const struct {
    int previous; /* -1 for none */
    const char *asks, *named;
    int joins, leaves;
} games[GAMES] = {
    {-1, "moo", "moo", 1, 0}, {0, "moo", NULL, 0, 0}, {1, NULL, NULL, 0, 0},
    {2, "cow", "cow", 0, 1},  {3, NULL, NULL, 0, 0},  {6, NULL, NULL, 0, 0}, /* a ring of two */
    {5, NULL, NULL, 0, 0},
};

static void add_info(th_make *m, const char *name)
{
    th_make info = {0};
    TH_INTS(&info, 20 << 1);
    th_make_text(&info, name);
    th_make_text(&info, "");
    TH_INTS(&info, -1);
    th_make_text(&info, "");
    TH_INTS(&info, 0, 0, 0);
    th_make_message(m, 4, &info);
    th_make_free(&info);
}

static void write_game(void **state, int i)
{
    char header[300], name[32], previous[80] = "";
    th_make m = {0};
    if (games[i].previous >= 0) {
        snprintf(previous, sizeof previous,
                 ",\"prev_game_uuid\":\"00000000-0000-4000-8000-00000000000%d\"",
                 games[i].previous);
    }
    snprintf(header, sizeof header,
             ",\"version_minor\":\"8\",\"game_uuid\":\"00000000-0000-4000-8000-00000000000%d\"%s",
             i, previous);
    th_make_header(&m, 2, header);
    if (games[i].joins) {
        TH_INTS(&m, TH_TICK_SKIP, 99, TH_JOIN, 4);
    } else {
        TH_INTS(&m, TH_JOIN, 4, TH_TICK_SKIP, 49);
    }
    if (games[i].asks != NULL) {
        add_info(&m, games[i].asks);
    }
    if (games[i].named != NULL) {
        th_make payload = {0};
        TH_INTS(&payload, 4);
        th_make_text(&payload, games[i].named);
        th_make_ex(&m, TT_TH_PLAYER_NAME, &payload);
        th_make_free(&payload);
    }
    if (games[i].leaves) {
        TH_INTS(&m, TH_TICK_SKIP, 9, TH_DROP, 4);
        th_make_text(&m, "");
    }
    TH_INTS(&m, TH_FINISH);
    snprintf(name, sizeof name, "g/%d", i);
    char *path = host_files_path(state, name);
    host_files_write(path, m.data, m.size);
    free(path);
    th_make_free(&m);
}

static void a_cut_names_its_original(void **state)
{
    tt_io_archive *archive = db_open(state, "db");
    th_make m = {0};
    make_folder(state, "c");
    th_make_header(&m, 2, ",\"cut_of\":\"4c5d3d1c-0c9c-3a3b-8d0b-0d1c0c9c3a3b\"");
    TH_INTS(&m, TH_TICK_SKIP, 49, TH_FINISH);
    char *path = host_files_path(state, "c/cut");
    host_files_write(path, m.data, m.size);
    assert_int_equal(scan_folder(archive, state, "c").read, 1);
    assert_int_equal(db_number(archive, "SELECT count(*) FROM recording"
                                        " WHERE cut_of = '4c5d3d1c-0c9c-3a3b-8d0b-0d1c0c9c3a3b'"),
                     1);
    tt_io_archive_close(archive);
    free(path);
    th_make_free(&m);
}

/* All names with what they stand for, in the order of the paths. */
static void names_text(tt_io_archive *archive, char text[2000])
{
    tt_io_error error;
    sqlite3_stmt *s = tti_archive_prepare(
        archive,
        "SELECT substr(f.path, -1), b.session, b.number, b.tick, n.name, b.source, b.trust"
        " FROM session_name AS b JOIN file AS f ON f.recording = b.recording"
        " JOIN name AS n ON n.id = b.name ORDER BY f.path, b.session, b.number",
        &error);
    text[0] = 0;
    while (sqlite3_step(s) == SQLITE_ROW) {
        for (int i = 0; i < 7; i++) {
            size_t at = strlen(text);
            snprintf(text + at, 2000 - at, "%s%s", sqlite3_column_text(s, i), i == 6 ? "\n" : " ");
        }
    }
    sqlite3_finalize(s);
}

static void names_come_from_the_games_before(void **state)
{
    tt_io_archive *archive = db_open(state, "db");
    char text[2000];
    make_folder(state, "g");
    for (int i = 0; i < GAMES; i++) {
        write_game(state, i);
    }
    assert_int_equal(scan_folder(archive, state, "g").read, GAMES);
    names_text(archive, text);
    assert_string_equal(text, "0 0 1 100 moo 2 2\n"
                              "1 0 -1 0 moo 3 1\n"
                              "1 0 1 50 moo 1 0\n"
                              "2 0 -1 0 moo 3 1\n"
                              "3 0 -1 0 moo 3 1\n"
                              "3 0 1 50 cow 2 2\n");
    tt_io_archive_close(archive);
}

/* Whatever comes and goes in whatever order: in the end the names are those of a fresh scan. */
static void names_do_not_depend_on_the_order(void **state)
{
    uint64_t seed = 99;
    tt_io_archive *archive = db_open(state, "db");
    bool there[GAMES] = {false};
    make_folder(state, "g");
    for (int round = 0; round < 40; round++) {
        char have[2000], want[2000], name[32];
        for (int changes = 1 + (int)(random_next(&seed) % 3); changes > 0; changes--) {
            int i = (int)(random_next(&seed) % GAMES);
            if (there[i]) {
                snprintf(name, sizeof name, "g/%d", i);
                drop(state, name);
            } else {
                write_game(state, i);
            }
            there[i] = !there[i];
        }
        scan_folder(archive, state, "g");
        names_text(archive, have);
        snprintf(name, sizeof name, "fresh%d", round);
        tt_io_archive *fresh = db_open(state, name);
        scan_folder(fresh, state, "g");
        names_text(fresh, want);
        assert_string_equal(have, want);
        assert_int_equal(db_number(archive, "SELECT count(*) FROM name"),
                         db_number(fresh, "SELECT count(*) FROM name"));
        tt_io_archive_close(fresh);
    }
    tt_io_archive_close(archive);
}

/* More threads than there are cores, more files than are written at once. */
static void many_threads_store_everything(void **state)
{
    tt_io_archive *archive = db_open(state, "db");
    tt_io_archive_counts counts;
    tt_io_error error;
    make_folder(state, "a");
    for (int i = 0; i < 300; i++) {
        char name[32];
        snprintf(name, sizeof name, "a/%d", i);
        db_write_recording(state, name, i);
    }
    char *path = host_files_path(state, "a");
    const char *const paths[] = {path};
    tt_io_archive_scan_options scan = {.paths = paths, .count = 1, .threads = 16};
    assert_true(tt_io_archive_scan(archive, &scan, &counts, &error));
    assert_int_equal(counts.read, 300);
    assert_int_equal(db_number(archive, "SELECT count(DISTINCT last_tick) FROM recording"), 300);
    assert_int_equal(
        db_number(archive, "SELECT count(*) FROM session WHERE joined_tick = left_tick"), 300);
    free(path);
    tt_io_archive_close(archive);
}

/* A stop before the first file: nothing is read, and nothing is forgotten. */
static void a_stop_forgets_nothing(void **state)
{
    tt_io_archive *archive = db_open(state, "db");
    tt_io_archive_counts counts;
    tt_io_error error;
    tt_io_stop stop = {0};
    make_folder(state, "a");
    db_write_recording(state, "a/one", 1);
    scan_folder(archive, state, "a");
    drop(state, "a/one");
    db_write_recording(state, "a/two", 2);
    tt_io_stop_want(&stop, 2);
    char *path = host_files_path(state, "a");
    const char *const paths[] = {path};
    tt_io_archive_scan_options scan = {.paths = paths, .count = 1, .threads = 2, .stop = &stop};
    assert_true(tt_io_archive_scan(archive, &scan, &counts, &error));
    assert_int_equal(counts.read, 0);
    assert_int_equal(db_number(archive, "SELECT count(*) FROM file WHERE path LIKE '%/one'"), 1);
    free(path);
    tt_io_archive_close(archive);
}

/* An answer may end the search; a query with nothing in it is about everything. */
static bool only_one(void *user, const tt_io_archive_answer *a)
{
    (void)a;
    ++*(int *)user;
    return false;
}

static void searches_end_when_they_shall(void **state)
{
    tt_io_archive *archive = db_open(state, "db");
    tt_io_archive_query query;
    tt_io_error error;
    int count = 0;
    char text[1000] = "";
    tt_io_archive_query_init(&query);
    make_folder(state, "a");
    db_write_recording(state, "a/one", 1);
    db_write_recording(state, "a/two", 2);
    scan_folder(archive, state, "a");
    assert_true(tt_io_archive_search(archive, &query, only_one, &count, &error));
    assert_int_equal(count, 1);
    query.player.cid = 1;
    assert_true(tt_io_archive_search(archive, &query, note, text, &error));
    assert_string_equal(text, "2 12 ;2 13 ;");
    text[0] = 0;
    query.player.cid = 2;
    assert_true(tt_io_archive_search(archive, &query, note, text, &error));
    assert_string_equal(text, "");
    tt_io_archive_close(archive);
}

static bool count_answer(void *user, const tt_io_archive_answer *a)
{
    (void)a;
    ++*(int *)user;
    return true;
}

/* How many recordings are below a root, which a slash at its begin puts into a folder. */
static int count_below(tt_io_archive *archive, const char *folder, const char *name)
{
    char root[5000];
    tt_io_archive_query query;
    tt_io_error error;
    int count = 0;
    const char *const roots[] = {root};
    snprintf(root, sizeof root, "%s%s", name[0] == '/' ? folder : "", name);
    tt_io_archive_query_init(&query);
    query.roots = roots;
    query.root_count = 1;
    assert_true(tt_io_archive_search(archive, &query, count_answer, &count, &error));
    return count;
}

/* A search takes the paths that a scan takes. */
static void roots_are_paths_of_any_form(void **state)
{
    static const char *const names[] = {"a",         "a/",    "./a",  "/a",    "/a/",   "/./a",
                                        "/b/../a//", "/link", "gone", "gone/", "/gone", "/gone/"};
    char before[4096], folder[4096];
    tt_io_archive *archive = db_open(state, "db");
    make_folder(state, "a");
    make_folder(state, "b");
    make_folder(state, "gone");
    db_write_recording(state, "a/one", 1);
    db_write_recording(state, "b/two", 2);
    db_write_recording(state, "gone/three", 3);
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir(*state), 0);
    assert_non_null(getcwd(folder, sizeof folder));
    assert_int_equal(chdir(before), 0);
    scan_folder(archive, state, ".");
    drop(state, "gone/three");
    drop(state, "gone");
    assert_int_equal(chdir(folder), 0);
    assert_int_equal(symlink("a", "link"), 0);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        assert_int_equal(count_below(archive, folder, names[i]), 1);
    }
    assert_int_equal(count_below(archive, folder, "/"), 3);
    assert_int_equal(count_below(archive, folder, "."), 3);
    assert_int_equal(chdir(before), 0);
    tt_io_archive_close(archive);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(a_file_system_that_is_away_is_not_forgotten),
        IN_FOLDER(an_unseen_disk_gets_its_number_when_it_is_seen),
        IN_FOLDER(paths_may_overlap),
        IN_FOLDER(texts_that_are_not_utf8_come_back),
        IN_FOLDER(a_cut_names_its_original),
        IN_FOLDER(names_come_from_the_games_before),
        IN_FOLDER(names_do_not_depend_on_the_order),
        IN_FOLDER(many_threads_store_everything),
        IN_FOLDER(a_stop_forgets_nothing),
        IN_FOLDER(searches_end_when_they_shall),
        IN_FOLDER(roots_are_paths_of_any_form),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
#endif
