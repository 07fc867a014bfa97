/* SPDX-License-Identifier: MIT
 *
 * Tests of archives of demos: every way to ask, whatever happens to the files, and the same rows
 * whether a recording is read or its index.
 */
#include "host/posix.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cm.h"
#include "host_files.h"
#include "msg/inside.h"

#ifndef TT_HAVE_SQLITE
int main(void)
{
    return 77; /* skipped */
}
#else
#include "archive/database.h"
#include "archive/inside.h"
#include "archive/rows.h"
#include "support/archive_db.h"
#include "support/demo_make.h"
#include "support/snap_make.h"
#include "teetape/game.h"
#include "teetape/io/index_build.h"
#include "teetape/io/query.h"
#include "teetape/string.h"

static tt_demo_writer writer;
static tt_demo_write_memory write_memory;
static tt_snap_builder builder;
static tt_snap_space space;
static tt_snap_types types;
static demo_bytes made;

static void add(int32_t type, int32_t id, const void *object, size_t ints)
{
    assert_int_equal(tt_snap_builder_add(&builder, type, id, object, ints), TT_OK);
}

static void add_client(int32_t cid, const char *name)
{
    struct tt_obj_client_info info = {.country = -1};
    struct tt_obj_player_info player = {.client_id = cid};
    struct tt_obj_character tee = {.x = 32 * cid, .weapon = 1};
    tt_string_to_ints(info.name, 4, tt_bytes_of(name));
    tt_string_to_ints(info.clan, 3, tt_bytes_of("herd"));
    tt_string_to_ints(info.skin, 6, tt_bytes_of("default"));
    add(11, cid, &info, 17);
    add(10, cid, &player, 5);
    add(9, cid, &tee, 22);
}

static void end_tick(int32_t tick)
{
    tt_snap snap = tt_snap_builder_finish(&builder);
    assert_int_equal(tt_demo_write_snapshot(&writer, tick, &snap), TT_OK);
    tt_snap_builder_init(&builder, &space, &types);
}

/* A message of ints up to INT32_MIN, and a text if there is one. */
static void send(tt_sv_kind kind, const char *text, const int32_t *ints)
{
    uint8_t message[1400];
    tt_packer p = tt_packer_of(message, sizeof message);
    tti_sv_pack_id(&p, kind);
    while (*ints != INT32_MIN) {
        tt_pack_int(&p, *ints++);
    }
    if (text != NULL) {
        tt_pack_string(&p, tt_bytes_of(text), 0);
    }
    assert_int_equal(tt_demo_write_message(&writer, tt_packer_bytes(&p)), TT_OK);
}
#define SEND(kind, text, ...) send(kind, text, (const int32_t[]){__VA_ARGS__, INT32_MIN})

static void begin(const char *map, uint32_t map_size)
{
    tt_demo_header header = demo_make_header(6, map_size);
    uint8_t bytes[1000] = {0};
    demo_bytes_free(&made);
    memset(&types, 0, sizeof types);
    snprintf(header.map_name, sizeof header.map_name, "%s", map);
    header.length = 60;
    tt_demo_writer_init(&writer, &write_memory, demo_bytes_put, &made);
    assert_int_equal(tt_demo_write_header(&writer, &header), TT_OK);
    assert_int_equal(tt_demo_write_map(&writer, (tt_bytes){bytes, map_size}), TT_OK);
    tt_snap_builder_init(&builder, &space, &types);
}

/* Ticks 5000 to 8000, a minute: cow (2) leaves, moo (1) calls himself bull. */
static void make_game(const char *map, uint32_t map_size)
{
    begin(map, map_size);
    add_client(1, "moo");
    add_client(2, "cow");
    end_tick(5000);
    SEND(TT_SV_CHAT, "Good game", 0, 2);
    SEND(TT_SV_CHAT, "only for us", 1, 1);
    SEND(TT_SV_CHAT, "between you and me", 2, 2);
    SEND(TT_SV_CHAT, "/timeout abc", 0, 1);
    SEND(TT_SV_CHAT, "Use '/load secretcode' to continue", 0, 2);
    add_client(1, "moo");
    add_client(2, "cow");
    end_tick(5500);
    SEND(TT_SV_KILL_MSG, NULL, 1, 2, 3, 0);
    SEND(TT_SV_KILL_MSG, NULL, 1, 1, -2, 0);
    SEND(TT_SV_RACE_FINISH, NULL, 2, 12340, 0, 0, 0);
    add_client(1, "bull");
    end_tick(6000);
    add_client(1, "bull");
    end_tick(8000);
}

static void write_demo(void **state, const char *name)
{
    char *path = host_files_path(state, name);
    host_files_write(path, made.data, made.size);
    free(path);
}

static tt_io_archive_counts scan(tt_io_archive *archive, void **state, bool forget)
{
    char *folder = host_files_path(state, "a");
    const char *const paths[] = {folder};
    tt_io_archive_counts counts = db_scan(
        archive, &(tt_io_archive_scan_options){.paths = paths, .count = 1, .forget = forget});
    free(folder);
    return counts;
}

static tt_io_archive *open_game(void **state)
{
    char *folder = host_files_path(state, "a");
    assert_int_equal(mkdir(folder, 0700), 0);
    free(folder);
    make_game("Kobra", 0);
    write_demo(state, "a/one.demo");
    db_write_recording(state, "a/two.teehistorian", 1);
    tt_io_archive *archive = db_open(state, "db");
    tt_io_archive_counts counts = scan(archive, state, false);
    assert_int_equal(counts.read, 2);
    assert_int_equal(counts.damaged, 0);
    assert_int_equal(counts.unfinished, 0);
    return archive;
}

/* Answers as "tick kind player other value text;". */
static bool note(void *user, const tt_io_archive_answer *a)
{
    static const char *const kinds[] = {"recording", "game", "session", "", "wreck"};
    char *text = user;
    size_t at = strlen(text);
    assert_int_equal(a->fact == TT_FACT_KINDS, a->kind != TT_IO_ARCHIVE_IS_FACT);
    const char *kind =
        a->kind == TT_IO_ARCHIVE_IS_FACT ? tt_fact_type(a->fact)->name : kinds[a->kind];
    snprintf(text + at, 2000 - at, "%d %s %.*s %.*s %lld %.*s;", a->tick, kind, (int)a->player.size,
             a->player.size == 0 ? "" : (const char *)a->player.data, (int)a->other_player.size,
             a->other_player.size == 0 ? "" : (const char *)a->other_player.data,
             (long long)a->value, (int)a->text.size,
             a->text.size == 0 ? "" : (const char *)a->text.data);
    return true;
}

/* Members that are 0 ask for nothing. */
static void finds(tt_io_archive *archive, tt_io_archive_query query, const char *want)
{
    tt_io_error error;
    char have[2000] = "";
    query.player.cid = query.player.cid == 0 ? -1 : query.player.cid;
    query.killer.cid = query.killer.cid == 0 ? -1 : query.killer.cid;
    query.max_ticks = query.max_ticks == 0 ? INT64_MAX : query.max_ticks;
    query.max_value = query.max_value == 0 ? INT64_MAX : query.max_value;
    query.min_value = INT64_MIN;
    assert_true(tt_io_archive_search(archive, &query, note, have, &error));
    assert_string_equal(have, want);
}

#define WANT(...) ((tt_io_archive_query){__VA_ARGS__})
#define KIND(kind) .kinds = TT_FACT_BIT(TT_FACT_##kind)

static void every_criterion(void **state)
{
    tt_io_archive *archive = open_game(state);
    const char one[] = "5000 recording   3000 ;", none[] = "";
    const struct {
        tt_io_archive_query query;
        const char *want;
    } cases[] = {
        {WANT(.format = "demo"), one},
        {WANT(.format = "teehistorian"), "0 recording   0 ;"},
        {WANT(.map = "Kob*"), one},
        {WANT(.map = "small"), none},
        {WANT(.server = "*"), none},
        {WANT(.min_ticks = 3000, .max_ticks = 3000), one}, /* not the tick of the server */
        {WANT(.min_ticks = 3001), none},
        {WANT(.player = {.name = "moo"}), "5000 session bull  0 ;"},
        {WANT(.player = {.name = "bull"}), "5000 session bull  0 ;"},
        {WANT(.player = {NULL, 2}), "5000 session cow  0 ;"},
        {WANT(KIND(FINISH)), "5500 finish cow  617 ;"},
        {WANT(KIND(FINISH), .max_value = 616), none},
        {WANT(KIND(FINISH), .player = {.name = "moo"}), none},
        {WANT(KIND(LEAVE)), "6000 leave cow  0 ;"},
        {WANT(KIND(CLAN), .player = {.name = "cow"}), "5000 clan cow  0 herd;"},
        {WANT(KIND(KILL)), "5500 kill cow moo 3 ;5500 kill moo moo -2 ;"},
        {WANT(KIND(KILL), .player = {.name = "cow"}), "5500 kill cow moo 3 ;"},
        /* also whom he killed */
        {WANT(KIND(KILL), .player = {.name = "bull"}),
         "5500 kill cow moo 3 ;5500 kill moo moo -2 ;"},
        {WANT(KIND(KILL), .killer = {.name = "moo"}), "5500 kill cow moo 3 ;"},
        {WANT(KIND(KILL), .killer = {.cid = 1}, .player = {.name = "cow"}),
         "5500 kill cow moo 3 ;"},
        {WANT(KIND(KILL), .killer = {.name = "cow"}), none},
        /* no whisper, no command, no code */
        {WANT(KIND(CHAT)), "5000 chat cow  0 Good game;5000 chat moo  1 only for us;"},
        {WANT(KIND(CHAT), .chat = "good"), none},
        {WANT(KIND(CHAT), .chat = "GOOD", .ignore_case = true), "5000 chat cow  0 Good game;"},
        {WANT(KIND(CHAT), .chat = "d g"), "5000 chat cow  0 Good game;"},
        {WANT(KIND(CHAT), .chat = "*"), none},
        /* of kinds that are kept and others */
        {WANT(.kinds = TT_FACT_BIT(TT_FACT_FINISH) | TT_FACT_BIT(TT_FACT_MAP)),
         "5500 finish cow  617 ;"},
        /* what is searched for says of which facts it is */
        {WANT(.killer = {.name = "moo"}), "5500 kill cow moo 3 ;"},
        {WANT(.chat = "d g"), "5000 chat cow  0 Good game;"},
        {WANT(.chat = "d g", .player = {.name = "cow"}), "5000 chat cow  0 Good game;"},
        {WANT(.chat = "d g", .player = {.name = "moo"}), none},
        {WANT(.account = "*"), none},
        {WANT(.save = "aaaaaaaa-0000-4000-8000-00000000000b"), none},
        {WANT(.damaged = true), none},
        /* by the clock of the recorder, which is nowhere: 20:14:00 is tick 5000 */
        {WANT(KIND(FINISH), .from = {true, false, INT64_C(1795292050000)}),
         "5500 finish cow  617 ;"},
        {WANT(KIND(FINISH), .from = {true, false, INT64_C(1795292050020)}), none},
        {WANT(KIND(FINISH), .from = {true, true, 0}), none},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        finds(archive, cases[i].query, cases[i].want);
    }
    assert_int_equal(db_number(archive, "SELECT count(*) FROM fact WHERE text LIKE '%between%' OR"
                                        " text LIKE '%abc%' OR text LIKE '%secretcode%'"),
                     0);
    assert_int_equal(db_number(archive, "SELECT seconds = 60 AND time = '2026-11-21T20:14:00'"
                                        " FROM recordings WHERE format = 'demo'"),
                     1);
    assert_int_equal(db_number(archive, "SELECT count(*) FROM kills WHERE killer = 'moo' AND player"
                                        " = 'cow' AND time = '2026-11-21T20:14:10'"),
                     1);
    assert_int_equal(db_number(archive, "SELECT count(*) FROM recording WHERE map_crc = '01020304'"
                                        " AND length(map_sha256) = 64 AND version = 6"),
                     1);
    tt_io_archive_close(archive);
}

/* What no archive can answer is no empty result. */
static void refuses(tt_io_archive *archive, tt_io_archive_query query, const char *sentence)
{
    tt_io_error error;
    char have[2000] = "";
    tt_io_archive_query init;
    tt_io_archive_query_init(&init);
    query.player.cid = query.player.cid == 0 ? -1 : query.player.cid;
    query.killer.cid = query.killer.cid == 0 ? -1 : query.killer.cid;
    query.max_ticks = init.max_ticks;
    query.min_value = query.min_value == 0 ? init.min_value : query.min_value;
    query.max_value = query.max_value == 0 ? init.max_value : query.max_value;
    assert_false(tt_io_archive_search(archive, &query, note, have, &error));
    assert_int_equal(error.status, TT_ERR_ARGUMENT);
    assert_non_null(strstr(error.text, sentence));
    assert_string_equal(have, "");
}

static void what_no_archive_can_answer(void **state)
{
    tt_io_archive *archive = open_game(state);
    refuses(archive, WANT(.min_value = 1), "min_value and max_value need kinds");
    refuses(archive, WANT(.max_value = 1, .player = {.name = "cow"}), "need kinds");
    refuses(archive, WANT(.chat = "x", .account = "y"), "no fact has two");
    refuses(archive, WANT(.chat = "x", .killer = {.name = "moo"}), "no fact has two");
    refuses(archive, WANT(KIND(MAP)), "no facts of the kind map");
    refuses(archive, WANT(KIND(MAP), .player = {.name = "cow"}), "of the kind map");
    refuses(archive, WANT(.kinds = TT_FACT_BIT(60)), "no facts of the kind that is asked for");
    refuses(archive, WANT(.player = {NULL, 128}), "128 is no client id; client ids are 0 to 127");
    refuses(archive, WANT(.player = {NULL, -2}), "-2 is no client id");
    refuses(archive, WANT(.killer = {NULL, 128}), "128 is no client id");
    tt_io_archive_close(archive);
}

static void a_damaged_demo(void **state)
{
    tt_io_archive *archive = open_game(state);
    char *path = host_files_path(state, "a/one.demo");
    host_files_write(path, made.data, made.size - 3);
    tt_io_archive_counts counts = scan(archive, state, false);
    assert_int_equal(counts.read, 1);
    assert_int_equal(counts.damaged, 1);
    assert_int_equal(db_number(archive, "SELECT count(*) FROM recordings WHERE damage LIKE 'offset"
                                        " %' AND NOT complete AND format = 'demo'"),
                     1);
    finds(archive, WANT(KIND(FINISH)), "5500 finish cow  617 ;"); /* as far as it can be read */
    host_files_write(path, made.data, 100);                       /* the header is cut */
    assert_int_equal(scan(archive, state, false).damaged, 1);
    host_files_write(path, "TWDE", 4); /* by its name alone */
    assert_int_equal(scan(archive, state, false).damaged, 1);
    free(path);
    tt_io_archive_close(archive);
}

static void with_a_map_and_without(void **state)
{
    tt_io_archive *archive = open_game(state);
    make_game("Kobra", 1000);
    write_demo(state, "a/with.demo");
    assert_int_equal(scan(archive, state, false).read, 1);
    assert_int_equal(db_number(archive, "SELECT count(*) FROM recording WHERE map_name = 'Kobra'"
                                        " AND format = 'demo' AND errors = 0"),
                     2);
    assert_int_equal(db_number(archive, "SELECT count(*) FROM recording WHERE map_size = 1000"), 1);
    finds(archive, WANT(KIND(FINISH)), "5500 finish cow  617 ;5500 finish cow  617 ;");
    tt_io_archive_close(archive);
}

/* Another recording under a name, of the other format, and back. */
static void a_recording_is_replaced(void **state)
{
    tt_io_archive *archive = open_game(state);
    db_write_recording(state, "a/one.demo", 7);
    assert_int_equal(scan(archive, state, false).read, 1);
    finds(archive, WANT(.format = "demo"), "");
    finds(archive, WANT(.player = {.name = "*"}), "");
    assert_int_equal(db_number(archive, "SELECT count(*) FROM recording"), 2);
    make_game("Kobra", 0);
    write_demo(state, "a/two.teehistorian");
    assert_int_equal(scan(archive, state, false).read, 1);
    finds(archive, WANT(.player = {.name = "cow"}), "5000 session cow  0 ;");
    tt_io_archive_close(archive);
}

static void demos_are_forgotten(void **state)
{
    tt_io_archive *archive = open_game(state);
    char *path = host_files_path(state, "a/one.demo");
    db_run(archive, "UPDATE file SET device = device + 1000"); /* as if on a disk that is away */
    assert_int_equal(remove(path), 0);
    free(path);
    path = host_files_path(state, "a/two.teehistorian");
    assert_int_equal(remove(path), 0);
    free(path);
    assert_int_equal(scan(archive, state, false).kept, 2);
    finds(archive, WANT(.player = {.name = "cow"}), "5000 session cow  0 ;");
    assert_int_equal(scan(archive, state, true).gone, 2);
    db_assert_empty(archive);
    tt_io_archive_close(archive);
}

/* A demo has no game: those of a list remain beside it. */
static void with_a_list_of_games(void **state)
{
    tt_io_archive *archive = open_game(state);
    tt_io_error error;
    size_t lines, bad;
    static const char list[] = "game_uuid,timestamp,map_name,map_crc,map_size\n"
                               "00000000-0000-4000-8000-000000000001,2026-11-21T20:00:00+0000,"
                               "Kobra,01020304,0\n";
    char *path = host_files_path(state, "list");
    host_files_write(path, list, sizeof list - 1);
    assert_true(tti_archive_import(archive, path, NULL, &lines, &bad, &error));
    finds(archive, WANT(.map = "Kobra"), "0 game   0 ;5000 recording   3000 ;");
    finds(archive, WANT(.map = "Kobra", .format = "demo"), "5000 recording   3000 ;");
    free(path);
    tt_io_archive_close(archive);
}

/* All rows of a database but what says where and when they were read; to be freed. */
static char *rows_of(tt_io_archive *archive)
{
    tt_io_error error;
    sqlite3_stmt *rows = tti_archive_prepare(
        archive,
        "SELECT group_concat(a, char(10)) FROM"
        " (SELECT r.size || 'f' || quote(session) || ' ' || quote(number) || ' ' || quote(kind) ||"
        "  ' ' || quote(tick) || ' ' || quote(cid) || quote(team) || quote(value) || quote(other) "
        "||"
        "  quote(other_session) || quote(text) || quote(uuid) AS a FROM fact"
        "  JOIN recording AS r ON r.id = recording"
        "  UNION ALL SELECT r.size || 's' || quote(session) || ' ' || quote(cid) || ' ' ||"
        "  quote(joined_tick) || ' ' || quote(left_tick) || left FROM session"
        "  JOIN recording AS r ON r.id = recording"
        "  UNION ALL SELECT r.size || 'n' || quote(session) || ' ' || quote(number) || ' ' ||"
        "  quote(source) || quote(trust) || n.name FROM session_name AS s"
        "  JOIN recording AS r ON r.id = s.recording JOIN name AS n ON n.id = s.name"
        "  UNION ALL SELECT quote(size) || codec || quote(bytes) || 'v' || quote(version) ||"
        "  quote(start_time) || quote(zone) || quote(map_name) || quote(map_crc) ||"
        "  quote(map_sha256) || quote(game_uuid) || quote(first_tick) || quote(ticks) || 'l' ||"
        "  quote(last_tick) || 'c' || quote(complete) || quote(errors) || format FROM recording"
        "  ORDER BY 1)",
        &error);
    assert_non_null(rows);
    assert_int_equal(sqlite3_step(rows), SQLITE_ROW);
    char *text = strdup((const char *)sqlite3_column_text(rows, 0));
    sqlite3_finalize(rows);
    return text;
}

static void build_index(const char *path)
{
    char index[4200];
    tt_io_index_report report;
    snprintf(index, sizeof index, "%s" TT_IO_INDEX_SUFFIX, path);
    const tt_io_index_options wish = {.recording = path, .index = index};
    assert_int_equal(tt_io_index_build(&wish, &report), TT_IO_INDEX_BUILT);
}

static const char *const recordings[] = {
    "dm1/client0.demo",
    "dm1/31940c05-6b04-4f9d-ba6b-b77b7f30e2c0.teehistorian",
    "gold-mine-07/31d4b0ce-d0f7-4df0-ac42-914164ce7201.teehistorian",
    "map-change/c9aae45d-f4e7-4f41-b2bb-d548fb58a3ff.teehistorian",
};

/* Both databases give a client the same digits. */
static void copy_key(void **state)
{
    size_t size;
    char *from = host_files_path(state, "db.key"), *to = host_files_path(state, "indexed.key");
    unsigned char *key = host_files_read(from, &size);
    host_files_write(to, key, size);
    free(key);
    free(from);
    free(to);
}

/* The same rows, whether a recording is read or its index; and an index is used only as long as it
 * is younger. */
static void from_an_index(void **state)
{
    tt_io_archive *read = open_game(state);
    for (size_t i = 0; i < sizeof recordings / sizeof recordings[0]; i++) {
        char name[40], from[300];
        size_t size;
        snprintf(from, sizeof from, TT_SOURCE_DIR "/tests/recordings/%s", recordings[i]);
        snprintf(name, sizeof name, "a/%zu", i);
        char *path = host_files_path(state, name);
        unsigned char *bytes = host_files_read(from, &size);
        host_files_write(path, bytes, size);
        free(bytes);
        free(path);
    }
    assert_int_equal(scan(read, state, false).read, 4);
    for (size_t i = 0; i < sizeof recordings / sizeof recordings[0]; i++) {
        char name[40];
        snprintf(name, sizeof name, "a/%zu", i);
        char *path = host_files_path(state, name);
        build_index(path);
        free(path);
    }
    char *one = host_files_path(state, "a/one.demo");
    build_index(one);
    copy_key(state);
    tt_io_archive *indexed = db_open(state, "indexed");
    assert_int_equal(scan(indexed, state, false).read, 6);
    char *want = rows_of(read), *have = rows_of(indexed);
    assert_string_equal(have, want);
    assert_true(strlen(want) > 5000);
    free(want);
    free(have);
    /* Bytes that only a reader sees: with a younger index nobody looks, else the damage is found.
     */
    memset(made.data + made.size - 3, 0xff, 3);
    tt_io_archive *again = db_open(state, "again");
    for (int is_younger = 1; is_younger >= 0; is_younger--) {
        struct timespec times[2] = {{.tv_sec = is_younger ? 1000 : 0, .tv_nsec = 0}, {0}};
        host_files_write(one, made.data, made.size);
        times[1].tv_sec = is_younger ? 1000 : 4000000000;
        int fd = open(one, O_WRONLY);
        assert_int_equal(futimens(fd, times), 0);
        close(fd);
        scan(again, state, false);
        assert_int_equal(db_number(again, "SELECT count(*) FROM recording WHERE errors <> 0"),
                         !is_younger);
    }
    tt_io_archive_close(again);
    tt_io_archive_close(indexed);
    tt_io_archive_close(read);
    free(one);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(every_criterion),         IN_FOLDER(what_no_archive_can_answer),
        IN_FOLDER(a_damaged_demo),          IN_FOLDER(with_a_map_and_without),
        IN_FOLDER(a_recording_is_replaced), IN_FOLDER(demos_are_forgotten),
        IN_FOLDER(with_a_list_of_games),    IN_FOLDER(from_an_index),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    demo_bytes_free(&made);
    return failed;
}
#endif
