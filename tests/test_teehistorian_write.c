/* SPDX-License-Identifier: MIT
 *
 * Tests of the teehistorian writer: the calls that DDNet's recorder got for each line of
 * tests/vectors/teehistorian.txt, all real recordings written again in five ways, what is
 * refused, and an output that fails.
 */
#include <stdlib.h>

#include "cm.h"
#include "support/th_log.h"
#include "support/th_make.h"
#include "teehistorian/header.h"
#include "teehistorian/write.h"
#include "teetape/teehistorian_write.h"
#include "vectors.h"
#include "wire/uuid.h"

#define JSON "{\"version\":\"2\"}"
#define HEADER_SIZE (16 + sizeof JSON) /* with its NUL */
#define TEXT(text) tt_bytes_of(text)

/* The output of a writer, and when it stops taking pieces. */
typedef struct output {
    th_make out;
    int pieces, pieces_max;
    size_t piece_max;
    uint8_t buffer[512];
} output;

static int put(void *user, tt_bytes piece)
{
    output *o = user;
    if (o->pieces_max != 0 && o->pieces == o->pieces_max)
        return -1;
    o->pieces++;
    assert_true(piece.size > 0);
    if (piece.size > o->piece_max)
        o->piece_max = piece.size;
    th_make_bytes(&o->out, piece.data, piece.size);
    return 0;
}

/* Zeros the writer, since REFUSED compares all of its bytes, also those that nobody set yet. */
static void start(tt_th_writer *w, output *o, size_t buffer)
{
    memset(w, 0, sizeof *w);
    memset(o, 0, sizeof *o);
    assert_int_equal(tt_th_writer_init(w, o->buffer, buffer, put, o), TT_OK);
}

static void start_records(tt_th_writer *w, output *o)
{
    start(w, o, sizeof o->buffer);
    assert_int_equal(tt_th_write_header(w, TEXT(JSON)), TT_OK);
}

#define GOOD(call) assert_int_equal(tt_th_write_##call, TT_OK)
#define TICK(n) GOOD(begin_tick(w, n))
#define EX(NAME, name, ...) GOOD(extension(w, TT_TH_##NAME, (&(struct tt_th_##name){__VA_ARGS__})))

/* Records for which a recorder has no call of their own, in the tick that was begun. */
static tt_status write_command(tt_th_writer *w, int32_t cid, int32_t flags, const char *cmd,
                               tt_texts args)
{
    tt_th_event e = {.kind = TT_TH_CONSOLE_COMMAND, .cid = cid};
    e.tick = tti_th_writer_seen(w)->tick;
    e.u.console_command = (struct tt_th_console_command){cid, flags, TEXT(cmd), args};
    return tt_th_write_event(w, &e);
}

static tt_status write_ex(tt_th_writer *w, tt_th_kind kind, tt_bytes payload)
{
    tt_th_event e = {.kind = TT_TH_EX, .cid = -1, .u.ex = {*tti_th_ex_uuid(kind), payload}};
    e.tick = tti_th_writer_seen(w)->tick;
    return tt_th_write_event(w, &e);
}

static void ticks(tt_th_writer *w, const char *name)
{
    if (strcmp(name, "first_implicit") == 0) {
        TICK(1), GOOD(player(w, 0, 1, 2));
    } else if (strcmp(name, "two_implicit") == 0) {
        TICK(1), GOOD(player(w, 0, 1, 2));
        TICK(2), GOOD(player(w, 0, 2, 1));
    } else if (strcmp(name, "descending_cid") == 0) {
        TICK(1), GOOD(dead(w, 0)), GOOD(player(w, 1, 2, 3));
        TICK(2), GOOD(player(w, 0, 4, 5)), GOOD(player(w, 1, 2, 3));
    } else if (strcmp(name, "ascending_cid") == 0) {
        TICK(1), GOOD(player(w, 0, 4, 5)), GOOD(dead(w, 1));
        TICK(2), GOOD(player(w, 0, 4, 5)), GOOD(player(w, 1, 2, 3));
    } else if (strcmp(name, "equal_cid") == 0) {
        for (int tick = 1; tick <= 3; tick++)
            TICK(tick), GOOD(player(w, 3, 3 + tick, 5));
    } else if (strcmp(name, "start_500") == 0) {
        TICK(500), GOOD(player(w, 0, -1, -1));
    } else if (strcmp(name, "skip_then_player") == 0) {
        TICK(1), GOOD(extension(w, TT_TH_TEST, NULL));
        TICK(2), GOOD(player(w, 0, 1, 1));
    } else if (strcmp(name, "gap") == 0) {
        TICK(1), GOOD(player(w, 0, 1, 1)), GOOD(player(w, 5, 1, 1));
        TICK(2), GOOD(player(w, 0, 1, 1)), GOOD(player(w, 5, 1, 1));
        TICK(3), GOOD(player(w, 0, 2, 2)), GOOD(player(w, 5, 1, 1));
    } else if (strcmp(name, "ex_between") == 0) {
        TICK(1), GOOD(player(w, 2, 1, 1));
        EX(PLAYER_READY, player_ready, 2);
        TICK(2), GOOD(player(w, 2, 3, 3));
    } else if (strcmp(name, "before_first") == 0) {
        GOOD(join(w, 4, TT_PROTOCOL_6));
        TICK(1), GOOD(player(w, 0, 7, 7));
    } else if (strcmp(name, "cid100") == 0) {
        TICK(1), GOOD(player(w, 100, 7, -7));
        TICK(2), GOOD(player(w, 100, 7, -6));
    } else {
        fail_msg("no calls for tick.%s", name);
    }
    GOOD(finish(w));
}

static void streams(tt_th_writer *w, const char *name)
{
    static const int32_t inputs[3][TT_INPUT_INTS] = {{-1, 100, -200, 1, 3, 1, 1, 2},
                                                     {0, 101, -200, 1, 3, 1, 1, 2},
                                                     {0, 101, -200, 1, 4, 1, 1, 2}};
    if (strcmp(name, "stream.empty") == 0) {
        GOOD(flush(w));
        return;
    }
    if (strcmp(name, "player.old") == 0) {
        TICK(1), GOOD(player(w, 0, 1, 2));
        TICK(2), GOOD(dead(w, 0));
        TICK(3), GOOD(dead(w, 0));
    } else if (strcmp(name, "player.extreme") == 0) {
        TICK(1), GOOD(player(w, 0, INT32_MAX, INT32_MIN));
    } else if (strcmp(name, "input.new_diff_same_newplayer") == 0) {
        TICK(1), GOOD(input(w, 0, 1, inputs[0])), GOOD(input(w, 0, 1, inputs[1]));
        GOOD(input(w, 0, 1, inputs[1])), GOOD(input(w, 0, 2, inputs[2]));
    } else if (strcmp(name, "message") == 0) {
        TICK(1), GOOD(message(w, 63, (tt_bytes){(const uint8_t *)"\x22", 2}));
    } else if (strcmp(name, "join_drop") == 0) {
        TICK(1), GOOD(join(w, 6, TT_PROTOCOL_6)), GOOD(join(w, 7, TT_PROTOCOL_7));
        GOOD(drop(w, 6, TEXT("bye"))), GOOD(drop(w, 7, TEXT("")));
    } else if (strcmp(name, "console_command") == 0) {
        tt_texts none = {0}, args = {3, {(const uint8_t *)"a\0b c\0", 7}};
        TICK(1), assert_int_equal(write_command(w, -1, 4, "say", args), TT_OK);
        assert_int_equal(write_command(w, 3, 128, "me", none), TT_OK);
    } else {
        assert_string_equal(name, "stream.finish");
    }
    GOOD(finish(w));
}

static void more_extensions(tt_th_writer *w, const char *name, const tt_uuid *id)
{
    if (strcmp(name, "save_success") == 0)
        EX(SAVE_SUCCESS, save_success, 21, *id, TEXT("2\tH.\nll0"));
    else if (strcmp(name, "save_failure") == 0)
        EX(SAVE_FAILURE, save_failure, 12);
    else if (strcmp(name, "load_success") == 0)
        EX(LOAD_SUCCESS, load_success, 21, *id, TEXT("2\tH.\nll0"));
    else if (strcmp(name, "load_failure") == 0)
        EX(LOAD_FAILURE, load_failure, 12);
    else if (strcmp(name, "player_team") == 0)
        GOOD(team(w, 3, 0)), GOOD(team(w, 3, 12)), GOOD(team(w, 3, 12)), GOOD(team(w, 3, 0));
    else if (strcmp(name, "team_practice") == 0)
        EX(TEAM_PRACTICE, team_practice, 23, 1), EX(TEAM_PRACTICE, team_practice, 23, 0);
    else if (strcmp(name, "antibot") == 0)
        EX(ANTIBOT, antibot, {(const uint8_t *)"\0\1\xff", 3});
    else if (strcmp(name, "player_name") == 0)
        EX(PLAYER_NAME, player_name, 21, TEXT("nameless tee"));
    else if (strcmp(name, "player_finish") == 0)
        EX(PLAYER_FINISH, player_finish, 1, 1000);
    else if (strcmp(name, "team_finish") == 0)
        EX(TEAM_FINISH, team_finish, 63, 100000);
    else
        fail_msg("no calls for ex.%s", name);
    GOOD(flush(w));
}

static void extensions(tt_th_writer *w, const char *name)
{
    tt_uuid id;
    assert_int_equal(tti_uuid_parse(&id, TEXT("1e2f920f-14cf-32d0-8dbd-d73030ac7dad")), TT_OK);
    if (strcmp(name, "test") == 0)
        assert_int_equal(write_ex(w, TT_TH_TEST, TEXT("")), TT_OK);
    else if (strcmp(name, "ddnetver_old") == 0)
        EX(DDNETVER_OLD, ddnetver_old, 1, 13010);
    else if (strcmp(name, "ddnetver") == 0)
        EX(DDNETVER, ddnetver, 0, id, 13010, TEXT("DDNet 13.1 (3623f5e4cd184556)"));
    else if (strcmp(name, "auth_init") == 0)
        EX(AUTH_INIT, auth_init, 0, 3, TEXT("default_admin"));
    else if (strcmp(name, "auth_login") == 0)
        EX(AUTH_LOGIN, auth_login, 1, 2, TEXT("default_mod"));
    else if (strcmp(name, "auth_logout") == 0)
        EX(AUTH_LOGOUT, auth_logout, 1);
    else if (strcmp(name, "player_rejoin") == 0)
        EX(PLAYER_REJOIN, player_rejoin, 5);
    else if (strcmp(name, "player_ready") == 0)
        EX(PLAYER_READY, player_ready, 63);
    else if (strcmp(name, "player_swap") == 0)
        EX(PLAYER_SWITCH, player_switch, 1, 64);
    else {
        more_extensions(w, name, &id);
        return;
    }
    GOOD(flush(w));
}

/* The uuids of a header, and the hash of its map, are taken from the vector itself. */
static void headers(tt_th_writer *w, const char *name, tt_bytes want)
{
    static const tt_th_setting config[] = {
        {{(const uint8_t *)"sv_motd", 7}, {(const uint8_t *)"hi \"there\"", 10}},
        {{(const uint8_t *)"sv_hit", 6}, {(const uint8_t *)"0", 1}}};
    static const tt_th_setting tuning[] = {
        {{(const uint8_t *)"gravity", 7}, {(const uint8_t *)"25", 2}}};
    tt_bytes names[200];
    size_t count = 0;
    tt_th_header header;
    tt_uuid game, prev;
    tti_th_header_parse(&header, (tt_bytes){want.data + 16, want.size - 17}, NULL);
    tt_th_iter iter = tt_th_iter_of(&header, TT_TH_UUIDS);
    for (tt_th_member member; tt_th_iter_next(&iter, &member); count++)
        names[count] = member.value;
    tti_uuid_parse(&game, TEXT("a1eb7182-796e-3b3e-941d-38ca71b2a4a8"));
    tti_uuid_parse(&prev, TEXT("acc07e95-145e-3536-bb9b-4f1070cf7799"));

    tt_th_fields f;
    memset(&f, 0, sizeof f);
    TT_TH_SET(&f, comment, TEXT("teehistorian@ddnet.tw"));
    TT_TH_SET(&f, version, 2);
    TT_TH_SET(&f, version_minor, 22);
    TT_TH_SET(&f, game_uuid, game);
    TT_TH_SET(&f, server_version, TEXT("DDNet test"));
    TT_TH_SET(&f, start_time, ((tt_th_time){1700000000, 0}));
    TT_TH_SET(&f, server_name, TEXT("server \"name\"\\\x01\n\xc3\xa4"));
    TT_TH_SET(&f, server_port, 8303);
    TT_TH_SET(&f, game_type, TEXT("DDraceNetwork"));
    TT_TH_SET(&f, map_name, TEXT("Kobra 3 Solo"));
    TT_TH_SET(&f, map_size, 903514);
    TT_TH_SET(&f, map_sha256, header.map_sha256);
    TT_TH_SET(&f, map_crc, 0xeceaf25cu);
    TT_TH_SET(&f, prng_description, TEXT("test-prng:02468ace"));
    TT_TH_SET(&f, config, ((tt_th_settings){NULL, 0}));
    TT_TH_SET(&f, tuning, ((tt_th_settings){NULL, 0}));
    TT_TH_SET(&f, uuids, ((tt_th_names){names, count}));
    if (strcmp(name, "prev_config_tuning") == 0) {
        TT_TH_SET(&f, prev_game_uuid, prev);
        TT_TH_SET(&f, config, ((tt_th_settings){config, 2}));
        TT_TH_SET(&f, tuning, ((tt_th_settings){tuning, 1}));
    }
    GOOD(header_fields(w, &f)), GOOD(flush(w));
}

static void vectors_are_written(void **state)
{
    (void)state;
    int count = 0;
    vectors v;
    vectors_open(&v, "teehistorian.txt");
    while (vectors_next(&v)) {
        uint8_t want[8192];
        size_t size = vectors_hex(want, sizeof want, v.field[2]), head = 0;
        tt_th_writer w;
        output o;
        if (vectors_is(&v, "header.")) {
            start(&w, &o, sizeof o.buffer);
            headers(&w, v.field[0] + 7, (tt_bytes){want, size});
        } else {
            head = HEADER_SIZE;
            start_records(&w, &o);
            if (vectors_is(&v, "tick."))
                ticks(&w, v.field[0] + 5);
            else if (vectors_is(&v, "ex."))
                extensions(&w, v.field[0] + 3);
            else
                streams(&w, v.field[0]);
        }
        if (o.out.size != head + size || (size && memcmp(o.out.data + head, want, size) != 0))
            fail_msg("%s differs: %zu and %zu bytes", v.field[0], o.out.size - head, size);
        assert_int_equal(tt_th_writer_size(&w), o.out.size);
        th_make_free(&o.out);
        count++;
    }
    assert_int_equal(count, 40);
}

enum way { AS_EVENTS, WITHOUT_SKIPS, AS_CALLS, AS_COPIES, MIXED, WAYS };

/* What a recorder was asked to make this event. */
static tt_status call_again(tt_th_writer *w, const tt_th_event *e, uint32_t *player)
{
    static uint32_t players;
    switch (e->kind) {
    case TT_TH_TICK_SKIP:
        return TT_OK;
    case TT_TH_PLAYER_NEW:
        return tt_th_write_player(w, e->cid, e->u.player_new.x, e->u.player_new.y);
    case TT_TH_PLAYER_DIFF:
        return tt_th_write_player(w, e->cid, e->u.player_diff.x, e->u.player_diff.y);
    case TT_TH_PLAYER_OLD:
        return tt_th_write_dead(w, e->cid);
    case TT_TH_INPUT_NEW:
        player[e->cid] = ++players;
        return tt_th_write_input(w, e->cid, player[e->cid], e->u.input_new.input);
    case TT_TH_INPUT_DIFF:
        return tt_th_write_input(w, e->cid, player[e->cid], e->u.input_diff.input);
    case TT_TH_MESSAGE:
        return tt_th_write_message(w, e->cid, e->u.message.msg);
    case TT_TH_JOIN: /* its JOINVER is an event of its own */
        return tt_th_write_join(w, e->cid, TT_PROTOCOL_UNKNOWN);
    case TT_TH_DROP:
        return tt_th_write_drop(w, e->cid, e->u.drop.reason);
    case TT_TH_PLAYER_TEAM:
        return tt_th_write_team(w, e->cid, e->u.player_team.team);
    case TT_TH_CONSOLE_COMMAND: /* these two have no call of their own */
    case TT_TH_EX:
        return tt_th_write_event(w, e);
    case TT_TH_FINISH:
        return tt_th_write_finish(w);
    default:
        return tt_th_write_extension(w, e->kind, &e->u);
    }
}

static tt_status write_again(tt_th_writer *w, const tt_th *th, const tt_th_event *e, enum way way,
                             uint32_t *player, const uint8_t *all)
{
    if (e->kind == TT_TH_HEADER)
        return tt_th_write_header(w, tt_th_look(th).header->json);
    if (way != AS_EVENTS && e->kind != TT_TH_TICK_SKIP && e->tick > tti_th_writer_seen(w)->tick)
        TICK(e->tick);
    if (way == AS_CALLS)
        return call_again(w, e, player);
    if (way != AS_EVENTS && e->kind == TT_TH_TICK_SKIP)
        return TT_OK;
    /* some copied, some written out of their fields, some by calls: as a cut does it */
    tt_bytes record = {all + e->offset, e->size};
    if (way == AS_COPIES || (way == MIXED && e->offset % 3 == 0))
        return tt_th_write_copy(w, e, record);
    if (way == MIXED && e->offset % 3 == 1 && e->kind != TT_TH_INPUT_DIFF)
        return call_again(w, e, player);
    return tt_th_write_event(w, e);
}

static void recordings_are_written_again(void **state)
{
    (void)state;
    tt_world *world = malloc(sizeof *world);
    void *scratch = malloc(TT_TH_SCRATCH);
    for (int i = 0; i < TH_RECORDINGS * WAYS; i++) {
        uint32_t player[TT_CIDS] = {0};
        th_make m = {NULL, 0, 0};
        tt_th_writer w;
        output o;
        tt_th th;
        tt_th_event event;
        th_make_recording(&m, th_recordings[i / WAYS]);
        start(&w, &o, i % 2 ? sizeof o.buffer : TT_TH_WRITE_MIN);
        assert_int_equal(tt_th_init(&th, world, scratch, TT_TH_SCRATCH), TT_OK);
        tt_th_feed(&th, m.data, m.size);
        tt_th_feed(&th, NULL, 0);
        while (tt_th_next(&th, &event) == TT_OK) {
            tt_status status = write_again(&w, &th, &event, (enum way)(i % WAYS), player, m.data);
            if (status != TT_OK)
                fail_msg("%s, way %d, @%llu: %s", th_recordings[i / WAYS], i % WAYS,
                         (unsigned long long)event.offset, tt_status_name(status));
        }
        assert_int_equal(tt_th_look(&th).error->status, TT_OK);
        if (tti_th_writer_seen(&w)->state != 2)
            assert_int_equal(tt_th_write_flush(&w), TT_OK);
        assert_int_equal(o.out.size, m.size);
        assert_memory_equal(o.out.data, m.data, m.size);
        th_make_free(&m);
        th_make_free(&o.out);
    }
    free(scratch);
    free(world);
}

#define REFUSED(status, call)                                                                      \
    do {                                                                                           \
        tt_th_writer before_ = *w;                                                                 \
        assert_int_equal(tt_th_write_##call, status);                                              \
        assert_memory_equal(&before_, w, sizeof before_);                                          \
    } while (0)

static void refused_calls_change_nothing(void **state)
{
    static char large[TT_TH_WRITE_MAX + 1];
    static const int32_t input[TT_INPUT_INTS] = {1};
    tt_bytes nul = {(const uint8_t *)"a\0b", 3}, big = {(const uint8_t *)large, sizeof large};
    tt_th_writer writer, *w = &writer;
    output o;
    (void)state, start(w, &o, sizeof o.buffer);
    REFUSED(TT_ERR_TH_WRITE_STATE, begin_tick(w, 1));
    REFUSED(TT_ERR_TH_NO_VERSION, header(w, TEXT("{}")));
    GOOD(header(w, TEXT(JSON)));
    REFUSED(TT_ERR_TH_WRITE_STATE, header(w, TEXT(JSON)));
    REFUSED(TT_ERR_TH_WRITE_ORDER, player(w, 0, 0, 0)); /* before the first tick */
    REFUSED(TT_ERR_TH_TICK, begin_tick(w, 0));
    TICK(5);
    REFUSED(TT_ERR_TH_TICK, begin_tick(w, 5));
    REFUSED(TT_ERR_TH_CID, player(w, TT_CIDS, 0, 0));
    REFUSED(TT_ERR_TH_CID, dead(w, -1));
    GOOD(player(w, 3, 1, 1));
    REFUSED(TT_ERR_TH_WRITE_ORDER, player(w, 3, 2, 2));
    REFUSED(TT_ERR_TH_WRITE_ORDER, dead(w, 2));
    REFUSED(TT_ERR_ARGUMENT, input(w, 3, 0, input));
    GOOD(input(w, 3, 1, input));
    REFUSED(TT_ERR_TH_WRITE_ORDER, player(w, 4, 2, 2));
    TICK(6);
    REFUSED(TT_ERR_TH_SIZE, message(w, 3, big));
    REFUSED(TT_ERR_TH_SIZE, extension(w, TT_TH_ANTIBOT, &(struct tt_th_antibot){big}));
    REFUSED(TT_ERR_TH_WRITE_TEXT, drop(w, 3, nul));
    tt_th_event e = {.kind = TT_TH_CONSOLE_COMMAND, .cid = TT_CIDS, .tick = 6};
    e.u.console_command.cid = TT_CIDS;
    REFUSED(TT_ERR_TH_CID, event(w, &e));
    REFUSED(TT_ERR_RANGE, team(w, 3, TT_TEAMS));
    REFUSED(TT_ERR_ARGUMENT, extension(w, TT_TH_PLAYER_NEW, &(struct tt_th_player_new){0, 0, 0}));
    REFUSED(TT_ERR_TH_CID, extension(w, TT_TH_PLAYER_READY, &(struct tt_th_player_ready){-1}));
    GOOD(finish(w));
    REFUSED(TT_ERR_TH_WRITE_STATE, finish(w));
    th_make_free(&o.out);
    assert_int_equal(tt_th_writer_init(w, o.buffer, TT_TH_WRITE_MIN - 1, put, &o), TT_ERR_ARGUMENT);
}

/* Tick 0 has no mark. So it holds any record but that of a tee, which a reader takes for the
 * beginning of tick 1: whichever call, client and state of the tee it is. */
static void tick_0_has_no_tees(void **state)
{
    static const int32_t input[TT_INPUT_INTS] = {1};
    static const struct tt_th_player_diff diff = {.cid = 0, .dx = 1, .x = 1};
    const tt_th_event events[] = {
        {.kind = TT_TH_PLAYER_NEW, .u.player_new = {0, 1, 2}},
        {.kind = TT_TH_PLAYER_DIFF, .u.player_diff = diff},
        {.kind = TT_TH_PLAYER_OLD, .u.player_old = {0}},
    };
    tt_th_writer writer, *w = &writer;
    output o;
    (void)state, start_records(w, &o);
    for (int again = 0; again < 2; again++) {
        for (int32_t cid = 0; cid < TT_CIDS; cid++) {
            REFUSED(TT_ERR_TH_WRITE_ORDER, player(w, cid, 1, 2));
            REFUSED(TT_ERR_TH_WRITE_ORDER, dead(w, cid));
        }
        for (size_t i = 0; i < sizeof events / sizeof events[0]; i++) {
            tt_th_writer before = *w;
            assert_true(tt_th_write_event(w, &events[i]) < 0);
            assert_memory_equal(&before, w, sizeof before);
        }
        if (again == 0) {
            GOOD(join(w, 3, TT_PROTOCOL_6));
            GOOD(message(w, 3, TEXT("abc")));
            GOOD(team(w, 3, 1));
            assert_int_equal(write_command(w, 3, 4, "a", (tt_texts){0}), TT_OK);
            GOOD(input(w, 3, 1, input));
            GOOD(drop(w, 3, TEXT("")));
        }
    }
    TICK(1), GOOD(player(w, 0, 1, 2)), GOOD(finish(w));
    tt_world *world = malloc(sizeof *world);
    uint8_t *scratch = malloc(TT_TH_SCRATCH);
    tt_th th;
    tt_th_event event;
    int events_of_0 = 0, tees = 0;
    assert_int_equal(tt_th_init(&th, world, scratch, TT_TH_SCRATCH), TT_OK);
    tt_th_feed(&th, o.out.data, o.out.size);
    tt_th_feed(&th, NULL, 0);
    while (tt_th_next(&th, &event) == TT_OK) {
        tees += event.kind == TT_TH_PLAYER_NEW;
        events_of_0 += event.tick == 0 && event.kind != TT_TH_HEADER;
        assert_true(event.kind != TT_TH_PLAYER_NEW || event.tick == 1);
    }
    assert_int_equal(tt_th_look(&th).error->status, TT_OK);
    assert_int_equal(tees, 1);
    assert_int_equal(events_of_0, 7); /* a join has two */
    th_make_free(&o.out);
    free(scratch);
    free(world);
}

static void refused_events_change_nothing(void **state)
{
    tt_th_writer writer, *w = &writer;
    output o;
    (void)state, start(w, &o, sizeof o.buffer);
    GOOD(header(w, TEXT(JSON)));
    TICK(5);
    GOOD(player(w, 3, 1, 1));
    TICK(6);
    tt_th_event e = {.kind = TT_TH_PLAYER_OLD, .cid = 4, .tick = 6, .u.player_old = {4}};
    REFUSED(TT_ERR_TH_NOT_ALIVE, event(w, &e));
    e = (tt_th_event){.kind = TT_TH_JOIN, .cid = 4, .tick = 7, .u.join = {4}};
    REFUSED(TT_ERR_TH_TICK, event(w, &e));
    e = (tt_th_event){.kind = TT_TH_PLAYER_NEW, .cid = TT_CIDS, .tick = 6};
    REFUSED(TT_ERR_TH_CID, event(w, &e));
    e.cid = 5; /* but the field says 0 */
    REFUSED(TT_ERR_ARGUMENT, event(w, &e));
    e = (tt_th_event){.kind = TT_TH_KINDS, .tick = 6};
    REFUSED(TT_ERR_ARGUMENT, event(w, &e));
    REFUSED(TT_ERR_ARGUMENT, copy(w, &e, TEXT("a")));
    e = (tt_th_event){.kind = TT_TH_HEADER, .tick = 6};
    REFUSED(TT_ERR_ARGUMENT, event(w, &e));
    REFUSED(TT_ERR_ARGUMENT, copy(w, &e, TEXT("a")));
    e = (tt_th_event){
        .kind = TT_TH_MESSAGE, .cid = 3, .tick = 6, .u.message = {.cid = 3, .size = 1}};
    REFUSED(TT_ERR_TH_SIZE, event(w, &e)); /* a size that is not that of the bytes */
    e = (tt_th_event){.kind = TT_TH_CONSOLE_COMMAND, .cid = 3, .tick = 6};
    e.u.console_command.cid = 3;
    e.u.console_command.args.count = -1;
    REFUSED(TT_ERR_TH_COUNT, event(w, &e));
    static const tt_texts no_list[] = {
        {1, {(const uint8_t *)"5", 1}},      /* no NUL */
        {2, {(const uint8_t *)"5\0006", 3}}, /* no NUL after the second text */
        {0, {(const uint8_t *)"5", 2}},      /* more texts than the count */
        {1, {(const uint8_t *)"5\0006", 4}},
        {1, {(const uint8_t *)"5\0006", 3}}, /* a byte after the last text */
        {3, {(const uint8_t *)"5\0006", 4}}, /* fewer texts than the count */
        {5, {NULL, 0}},
        {INT32_MAX, {NULL, 0}},
    };
    for (size_t i = 0; i < sizeof no_list / sizeof no_list[0]; i++) {
        e.u.console_command.args = no_list[i];
        REFUSED(TT_ERR_TH_WRITE_TEXT, event(w, &e));
    }
    uint8_t *big = calloc(TT_TH_WRITE_MAX + 1, 1); /* a message that no reader takes */
    e = (tt_th_event){.kind = TT_TH_MESSAGE, .cid = 3, .tick = 6};
    e.u.message = (struct tt_th_message){3, TT_TH_WRITE_MAX + 1, {big, TT_TH_WRITE_MAX + 1}, NULL};
    REFUSED(TT_ERR_TH_SIZE, event(w, &e));
    free(big);
    e = (tt_th_event){.kind = TT_TH_JOIN, .cid = 4, .tick = 6, .u.join = {4}};
    e.size = 3; /* an int that was longer than needed */
    REFUSED(TT_ERR_TH_WRITE_SAME, event(w, &e));
    e.size = 2;
    GOOD(event(w, &e));
    GOOD(finish(w));
    REFUSED(TT_ERR_TH_WRITE_STATE, event(w, &e));
    REFUSED(TT_ERR_TH_WRITE_STATE, copy(w, &e, TEXT("a")));
    th_make_free(&o.out);
}

/* Records that the fields do not give again: ints with too many bytes or with padding bits, bytes
 * after the fields of an extension. */
static void copies_keep_their_bytes(void **state)
{
    (void)state;
    static const uint8_t odd[] = {
        0x42, 0x83, 0x00, 0x01, 0x02,             /* PLAYER_NEW 3, id with two bytes */
        0x03, 0x81, 0x80, 0x80, 0x80, 0xf0, 0x00, /* PLAYER_DIFF 3 1 0, padding bits in dx */
        0xc1, 0x00, 0x04,                         /* TICK_SKIP 4, code with two bytes */
        0x45, 3,    1,    2,    3,    4,    5,    6, 7, 8, 9, 0x8a, 0x00, /* INPUT_NEW 3 */
    };
    th_make m = {NULL, 0, 0}, payload = {NULL, 0, 0};
    th_make_header(&m, 2, "");
    size_t head = m.size;
    th_make_bytes(&m, odd, sizeof odd);
    TH_INTS(&payload, 3, 7, 99);
    th_make_ex(&m, TT_TH_PLAYER_TEAM, &payload);
    payload.size = 0;
    TH_INTS(&payload, 7, 1, 99);
    th_make_ex(&m, TT_TH_TEAM_PRACTICE, &payload);
    th_make_bytes(&m, "\xc0", 2); /* FINISH with two bytes */

    tt_th_writer writer, *w = &writer;
    output o;
    tt_th_event event;
    tt_th th;
    tt_world *world = malloc(sizeof *world);
    void *scratch = malloc(TT_TH_SCRATCH);
    start_records(w, &o);
    assert_int_equal(tt_th_init(&th, world, scratch, TT_TH_SCRATCH), TT_OK);
    tt_th_feed(&th, m.data, m.size);
    tt_th_feed(&th, NULL, 0);
    assert_int_equal(tt_th_next(&th, &event), TT_OK);
    for (int i = 0; i < 7; i++) {
        assert_int_equal(tt_th_next(&th, &event), TT_OK);
        tt_bytes record = {m.data + event.offset, event.size};
        if (i != 1) { /* the padding bits do not show in an event */
            tt_th_writer before = *w;
            assert_int_equal(tt_th_write_event(w, &event), TT_ERR_TH_WRITE_SAME);
            assert_memory_equal(&before, w, sizeof before);
        }
        if (event.kind == TT_TH_FINISH) { /* what the copies said is known: */
            GOOD(team(w, 3, 7));
            assert_int_equal(tt_th_writer_size(w), head + event.offset - 32);
        }
        REFUSED(TT_ERR_ARGUMENT, copy(w, &event, (tt_bytes){record.data, record.size - 1}));
        REFUSED(TT_ERR_ARGUMENT, copy(w, &event, (tt_bytes){odd + 12, 3 * (size_t)(i != 2)}));
        GOOD(copy(w, &event, record));
    }
    assert_int_equal(o.out.size, m.size);
    assert_memory_equal(o.out.data, m.data, m.size);
    th_make_free(&o.out);
    th_make_free(&payload);
    th_make_free(&m);
    free(scratch);
    free(world);
}

/* What raw payloads say counts for the calls after them, and copies are between calls. */
static void calls_go_on_from_copies(void **state)
{
    (void)state;
    static const int32_t input[TT_INPUT_INTS] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    static const uint8_t new_3[] = {0x42, 3, 0x81, 0x00, 2}, diff_3[] = {3, 0x82, 0x00, 1};
    tt_th_writer writer, *w = &writer;
    output o;
    tt_th_event e;
    start_records(w, &o);
    TICK(10), GOOD(player(w, 0, 5, 5));
    e = (tt_th_event){.kind = TT_TH_PLAYER_NEW, .cid = 3, .tick = 10};
    GOOD(copy(w, &e, (tt_bytes){new_3, sizeof new_3}));
    REFUSED(TT_ERR_TH_ALIVE, copy(w, &e, (tt_bytes){new_3, sizeof new_3}));
    REFUSED(TT_ERR_TH_WRITE_ORDER, player(w, 3, 0, 0));
    assert_int_equal(write_ex(w, TT_TH_PLAYER_TEAM, TEXT("\3\7")), TT_OK);
    assert_int_equal(write_ex(w, TT_TH_TEAM_PRACTICE, TEXT("\7\1")), TT_OK);
    assert_int_equal(write_ex(w, TT_TH_PLAYER_TEAM, TEXT("\4")), TT_ERR_TH_EX); /* too short */
    uint64_t before = tt_th_writer_size(w);
    GOOD(team(w, 3, 7)), GOOD(team(w, 4, 0));
    assert_int_equal(tt_th_writer_size(w), before);
    TICK(11); /* 3 is not above 3, the last one of tick 10: the tick needs no mark */
    e = (tt_th_event){.kind = TT_TH_PLAYER_DIFF, .cid = 3, .tick = 12};
    REFUSED(TT_ERR_TH_TICK, copy(w, &e, (tt_bytes){diff_3, sizeof diff_3}));
    e.tick = 11;
    GOOD(copy(w, &e, (tt_bytes){diff_3, sizeof diff_3}));
    assert_int_equal(tt_th_writer_size(w), before + sizeof diff_3);
    TICK(12), GOOD(player(w, 3, 3, 3)); /* 1 + 2, 2 + 1: did not move */
    assert_int_equal(tt_th_writer_size(w), before + sizeof diff_3);
    GOOD(input(w, 3, 1, input));
    e = (tt_th_event){.kind = TT_TH_DROP, .cid = 3, .tick = 12};
    GOOD(copy(w, &e, (tt_bytes){(const uint8_t *)"\x48\x83\0", 4}));
    e.cid = 4;
    REFUSED(TT_ERR_ARGUMENT, copy(w, &e, (tt_bytes){(const uint8_t *)"\x48\3", 3}));
    e = (tt_th_event){.kind = TT_TH_EX, .cid = -1, .tick = 12};
    e.u.ex = (struct tt_th_ex){*tti_th_ex_uuid(TT_TH_PLAYER_READY), TEXT("")};
    REFUSED(TT_ERR_TH_EX, event(w, &e));
    e.u.ex.data = TEXT("\x80\2"); /* client id 128 */
    REFUSED(TT_ERR_TH_CID, event(w, &e));
    GOOD(finish(w));
    static const char want[] =
        "0 header\n10 tick_skip dt=9\n10 player_new cid=0 x=5 y=5\n10 player_new cid=3 x=1 y=2\n"
        "10 player_team cid=3 team=7\n10 team_practice team=7 practice=1\n";
    th_log log = th_log_of(o.out.data, o.out.size, TH_LOG_EVENTS, TH_ONE_PIECE, 0);
    assert_true(log.size > sizeof want);
    assert_memory_equal(log.text, want, sizeof want - 1);
    assert_int_equal(log.status, TT_END);
    th_log_free(&log);
    log = th_log_of(o.out.data, o.out.size, TH_LOG_RECOVER, TH_ONE_PIECE, 0);
    assert_int_equal(log.last_tick, 12);
    assert_int_equal(log.levels[TT_LEVEL_ERROR], 0);
    th_log_free(&log);
    th_make_free(&o.out);
}

static void headers_are_refused(void **state)
{
    (void)state;
    char text[200];
    tt_th_writer writer, *w = &writer;
    output o;
    tt_th_fields f;
    memset(&f, 0, sizeof f);
    memset(text, '"', sizeof text);
    start(w, &o, sizeof o.buffer);
    REFUSED(TT_ERR_TH_NO_VERSION, header_fields(w, &f));
    TT_TH_SET(&f, version, 3);
    REFUSED(TT_ERR_TH_VERSION, header_fields(w, &f));
    TT_TH_SET(&f, version, 1);
    TT_TH_SET(&f, map_name, ((tt_bytes){(const uint8_t *)text, 64})); /* 128 when escaped */
    REFUSED(TT_ERR_TH_WRITE_LONG, header_fields(w, &f));
    TT_TH_SET(&f, map_name, ((tt_bytes){(const uint8_t *)"\0", 1}));
    REFUSED(TT_ERR_TH_WRITE_TEXT, header_fields(w, &f));
    TT_TH_SET(&f, map_name, TEXT("\xff\x7f"));
    TT_TH_SET(&f, start_time, ((tt_th_time){INT64_MAX, 0}));
    REFUSED(TT_ERR_RANGE, header_fields(w, &f));
    TT_TH_SET(&f, start_time, ((tt_th_time){-1, 59}));
    REFUSED(TT_ERR_RANGE, header_fields(w, &f));
    TT_TH_SET(&f, start_time, ((tt_th_time){-1, -5400}));
    GOOD(header_fields(w, &f));
    REFUSED(TT_ERR_TH_EX_VERSION, extension(w, TT_TH_TEST, NULL));
    GOOD(join(w, 1, TT_PROTOCOL_6));
    GOOD(flush(w));
    th_make_bytes(&o.out, "", 1);
    assert_string_equal((char *)o.out.data + 16,
                        "{\"version\":\"1\",\"start_time\":\"1969-12-31 22:29:59 -0130\","
                        "\"map_name\":\"\xff\x7f\"}");
    th_make_free(&o.out);
}

static void output_that_fails_stays(void **state)
{
    (void)state;
    for (int max = 1; max < 4; max++) {
        tt_th_writer w;
        output o;
        tt_status status = TT_OK;
        start(&w, &o, TT_TH_WRITE_MIN);
        o.pieces_max = max;
        assert_int_equal(tt_th_write_header(&w, TEXT(JSON)), TT_OK);
        for (int i = 0; i < 1000 && status == TT_OK; i++)
            status = tt_th_write_drop(&w, 0, TEXT("gone"));
        assert_int_equal(status, TT_ERR_TH_WRITE_PUT);
        o.pieces_max = 0;
        assert_int_equal(tt_th_write_finish(&w), TT_ERR_TH_WRITE_PUT);
        assert_int_equal(o.pieces, max);
        /* whole records: a reader is content with what was kept */
        assert_int_equal((o.out.size - HEADER_SIZE) % 7, 0);
        th_make_free(&o.out);
    }
}

/* A record larger than the buffer, with text that is not UTF-8. */
static void large_records_are_streamed(void **state)
{
    (void)state;
    char text[3000];
    tt_th_writer w;
    output o;
    memset(text, 'x', sizeof text);
    text[1000] = (char)0xff;
    start(&w, &o, TT_TH_WRITE_MIN);
    assert_int_equal(tt_th_write_header(&w, TEXT(JSON)), TT_OK);
    assert_int_equal(tt_th_write_drop(&w, 1, (tt_bytes){(uint8_t *)text, sizeof text}), TT_OK);
    assert_int_equal(tt_th_write_finish(&w), TT_OK);
    assert_int_equal(o.out.size, HEADER_SIZE + 2 + 3002 + 1 + 1);
    assert_memory_equal(o.out.data + HEADER_SIZE + 2 + 999, "x\xef\xbf\xbdx", 5);
    assert_memory_equal(o.out.data + o.out.size - 3, "x\0\x40", 3);
    th_make_free(&o.out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors_are_written),
        cmocka_unit_test(recordings_are_written_again),
        cmocka_unit_test(refused_calls_change_nothing),
        cmocka_unit_test(tick_0_has_no_tees),
        cmocka_unit_test(refused_events_change_nothing),
        cmocka_unit_test(headers_are_refused),
        cmocka_unit_test(output_that_fails_stays),
        cmocka_unit_test(large_records_are_streamed),
        cmocka_unit_test(copies_keep_their_bytes),
        cmocka_unit_test(calls_go_on_from_copies),
    };
    return cmocka_run_group_tests_name("teehistorian_write", tests, NULL, NULL);
}
