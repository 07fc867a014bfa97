/* SPDX-License-Identifier: MIT
 *
 * Tests of the anonymizer on whole recordings: what remains is the same event by event, what was
 * secret is nowhere in the bytes, keys and files fit together, and damaged recordings become whole
 * ones.
 */
#include "cm.h"
#include "teehistorian/header.h"

#include <stdio.h>
#include <stdlib.h>

#include "support/th_anonymize.h"
#include "support/th_log.h"
#include "teetape/string.h"

/* Goes through a recording. */
typedef struct walk {
    tt_th th;
    tt_world *world;
    uint8_t *scratch;
    tt_th_event event;
    tt_status status;
} walk;

static void walk_open(walk *w, const th_make *file, int recover)
{
    w->scratch = malloc(TT_TH_SCRATCH);
    w->world = malloc(sizeof *w->world);
    assert_true(w->scratch != NULL && w->world != NULL);
    assert_int_equal(tt_th_init(&w->th, w->world, w->scratch, TT_TH_SCRATCH), TT_OK);
    tt_th_set(&w->th, &(tt_th_options){.recover = recover});
    tt_th_feed(&w->th, file->data, file->size);
    tt_th_feed(&w->th, NULL, 0);
}

static int walk_next(walk *w)
{
    w->status = tt_th_next(&w->th, &w->event);
    return w->status == TT_OK;
}

static void walk_close(walk *w)
{
    free(w->scratch);
    free(w->world);
}

/* What has to be the same of two events: everything that is a number of the game. */
static int same_numbers(const tt_th_event *a, const tt_th_event *b)
{
    if (a->kind != b->kind || a->tick != b->tick || a->cid != b->cid) {
        return 0;
    }
    switch (a->kind) {
    case TT_TH_PLAYER_DIFF:
        return a->u.player_diff.x == b->u.player_diff.x && a->u.player_diff.y == b->u.player_diff.y;
    case TT_TH_PLAYER_NEW:
        return a->u.player_new.x == b->u.player_new.x && a->u.player_new.y == b->u.player_new.y;
    case TT_TH_INPUT_DIFF:
        return memcmp(a->u.input_diff.input, b->u.input_diff.input,
                      TT_INPUT_INTS * sizeof(int32_t)) == 0;
    case TT_TH_INPUT_NEW:
        return memcmp(a->u.input_new.input, b->u.input_new.input,
                      TT_INPUT_INTS * sizeof(int32_t)) == 0;
    case TT_TH_PLAYER_TEAM:
        return a->u.player_team.team == b->u.player_team.team;
    case TT_TH_PLAYER_FINISH:
        return a->u.player_finish.ticks == b->u.player_finish.ticks;
    default:
        return 1;
    }
}

/* The output has the events of the input but those that are removed, and nothing else. */
static void assert_same_events(const th_make *in, const th_anonymized *out)
{
    walk a, b;
    uint64_t removed = 0;
    walk_open(&a, in, 0);
    walk_open(&b, &out->file, 0);
    while (walk_next(&a)) {
        const tt_th_event *e = &a.event;
        if (e->kind == TT_TH_EX || e->kind == TT_TH_ANTIBOT ||
            (e->kind == TT_TH_MESSAGE && e->u.message.decoded == NULL)) {
            removed++;
            continue;
        }
        assert_true(walk_next(&b));
        assert_true(same_numbers(&a.event, &b.event));
        if (e->kind == TT_TH_MESSAGE) {
            assert_int_equal(e->u.message.decoded->kind, b.event.u.message.decoded->kind);
        }
    }
    assert_int_equal(a.status, TT_END);
    assert_false(walk_next(&b));
    assert_int_equal(b.status, TT_END);
    assert_int_equal(tt_th_look(&a.th).finished, tt_th_look(&b.th).finished);
    assert_memory_equal(a.world->tee, b.world->tee, sizeof a.world->tee);
    assert_int_equal(out->removed, removed);
    assert_int_equal(out->refused, 0);
    walk_close(&a);
    walk_close(&b);
}

/* A text of the input is not in the output. Very short ones may occur by accident. */
static void assert_gone(const th_make *out, const void *bytes, size_t size)
{
    if (size >= 3 && th_has(out, bytes, size)) {
        fail_msg("still there: %.*s", (int)size, (const char *)bytes);
    }
}

static void assert_text_gone(const th_make *out, tt_bytes text)
{
    assert_gone(out, text.data, text.size);
}

static void assert_uuid_gone(const th_make *out, const tt_uuid *uuid)
{
    char text[TT_UUID_TEXT];
    tt_uuid_format(text, uuid);
    assert_gone(out, text, strlen(text));
    assert_gone(out, uuid->bytes, sizeof uuid->bytes);
}

static void assert_message_gone(const th_make *out, const tt_msg *msg, long *count)
{
    switch (msg != NULL ? msg->kind : TT_MSG_KINDS) {
    case TT_MSG_CL_START_INFO:
    case TT_MSG_CL_CHANGE_INFO:
        assert_text_gone(out, msg->u.cl_start_info.name);
        assert_text_gone(out, msg->u.cl_start_info.clan);
        ++*count;
        break;
    case TT_MSG_CL7_START_INFO:
        assert_text_gone(out, msg->u.cl7_start_info.name);
        assert_text_gone(out, msg->u.cl7_start_info.clan);
        ++*count;
        break;
    case TT_MSG_CL7_COMMAND:
        assert_text_gone(out, msg->u.cl7_command.arguments);
        break;
    default:
        break;
    }
}

static int is_personal(tt_bytes cmd)
{
    static const char *const commands[] = {"timeout", "save", "load", "swap"};
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (tt_bytes_equal(cmd, tt_bytes_of(commands[i]))) {
            return 1;
        }
    }
    return 0;
}

/* Nobody and nothing of the input's persons is in the bytes of the output. */
static void assert_all_gone(const th_make *in, const th_make *out)
{
    walk w;
    long infos = 0, versions = 0, codes = 0;
    walk_open(&w, in, 0);
    while (walk_next(&w)) {
        tt_texts args;
        switch (w.event.kind) {
        case TT_TH_HEADER:
            assert_uuid_gone(out, &tt_th_look(&w.th).header->game_uuid);
            break;
        case TT_TH_MESSAGE:
            assert_message_gone(out, w.event.u.message.decoded, &infos);
            break;
        case TT_TH_DDNETVER:
            assert_uuid_gone(out, &w.event.u.ddnetver.connection_id);
            versions++;
            break;
        case TT_TH_CONSOLE_COMMAND:
            args = w.event.u.console_command.args;
            if (is_personal(w.event.u.console_command.cmd)) {
                assert_text_gone(out, tt_texts_next(&args));
                codes++;
            }
            break;
        default:
            break;
        }
    }
    assert_true(infos > 0 && versions > 0 && codes > 0);
    walk_close(&w);
}

static void real_recordings(void **state)
{
    (void)state;
    for (size_t i = 0; i < TH_RECORDINGS; i++) {
        th_make in = {NULL, 0, 0};
        th_make_recording(&in, th_recordings[i]);
        th_anonymized out = th_anonymize(&in, "a key for tests", 0);
        assert_same_events(&in, &out);
        assert_all_gone(&in, &out.file);
        assert_true(out.changed >= 3 && out.kept > 10);
        /* once more: other words, the same shape */
        th_anonymized twice = th_anonymize(&out.file, "another key", 0);
        assert_same_events(&out.file, &twice);
        assert_int_equal(twice.file.size, out.file.size);
        assert_int_equal(twice.removed, 0);
        /* the same key gives the same bytes, another one others */
        th_anonymized again = th_anonymize(&in, "a key for tests", 0);
        assert_int_equal(again.file.size, out.file.size);
        assert_memory_equal(again.file.data, out.file.data, out.file.size);
        assert_memory_not_equal(twice.file.data, out.file.data, out.file.size);
        th_make_free(&again.file);
        th_make_free(&twice.file);
        th_make_free(&out.file);
        th_make_free(&in);
    }
}

/* A name in a file, as the world of the reader has it at the end. */
static void name_at_end(const th_make *file, int32_t cid, char name[TT_NAME_CAP])
{
    th_log log = th_log_of(file->data, file->size, 0, TH_ONE_PIECE, 0);
    memcpy(name, log.world->client[cid].name, TT_NAME_CAP);
    th_log_free(&log);
}

/* A recorded name, one that was asked for in a file that does not record names, one in another
 * file, one of an excerpt: the same person everywhere. */
static void same_person_everywhere(void **state)
{
    (void)state;
    th_make old = {NULL, 0, 0}, new = {NULL, 0, 0}, payload = {NULL, 0, 0};
    char one[TT_NAME_CAP], two[TT_NAME_CAP], dummy[TT_NAME_CAP];
    th_make_header(&old, 2, ",\"version_minor\":\"4\"");
    TH_INTS(&old, TH_TICK_SKIP, 5, TH_JOIN, 3);
    th_make_info(&old, 3, 20, "  nameless tee\x01", "");
    th_make_info(&old, 4, 20, "[D] nameless tee", "");
    th_make_header(&new, 2, ",\"version_minor\":\"22\"");
    TH_INTS(&new, TH_TICK_SKIP, 500, TH_JOIN, 7);
    th_make_info(&new, 7, 20, "another one", "");
    th_make_int(&payload, 7);
    th_make_text(&payload, "nameless tee");
    th_make_ex(&new, TT_TH_PLAYER_NAME, &payload);
    th_anonymized a = th_anonymize(&old, "k", 0), b = th_anonymize(&new, "k", 0);
    th_anonymized c = th_anonymize(&new, "K", 0);
    name_at_end(&a.file, 3, one);
    name_at_end(&a.file, 4, dummy);
    name_at_end(&b.file, 7, two);
    assert_int_equal(strlen(one), 12);
    assert_string_equal(one, two);
    assert_string_not_equal(one, dummy);
    name_at_end(&c.file, 7, two);
    assert_string_not_equal(one, two);
    th_make_free(&a.file);
    th_make_free(&b.file);
    th_make_free(&c.file);
    th_make_free(&payload);
    th_make_free(&old);
    th_make_free(&new);
}

/* Who has somebody's name already is called "(1)name" by servers that do not record names; with
 * pseudonyms still. */
static void taken_names(void **state)
{
    (void)state;
    th_make m = {NULL, 0, 0};
    char one[TT_NAME_CAP], two[TT_NAME_CAP], want[TT_NAME_CAP + 3];
    th_make_header(&m, 2, "");
    TH_INTS(&m, TH_TICK_SKIP, 5, TH_JOIN, 3, TH_JOIN, 4);
    th_make_info(&m, 3, 20, "name", "");
    th_make_info(&m, 4, 20, "name", "");
    th_anonymized out = th_anonymize(&m, "k", 0);
    name_at_end(&out.file, 3, one);
    name_at_end(&out.file, 4, two);
    snprintf(want, sizeof want, "(1)%s", one);
    assert_string_equal(two, want);
    th_make_free(&out.file);
    th_make_free(&m);
}

/* What is planted: as it is, in other letters, and as an id. */
static const char *const planted[] = {"s3cr3t", "S3CR3T", "\xc3\xa9\xc3\xa9", "\xff\xfe\xfd"};
#define PLANTED_ID "s3cr3ts3cr3t\xc3\xa9\xc3\xa9"

static void plant_ex(th_make *m, tt_th_kind kind, const char *ints, const char *text)
{
    th_make payload = {NULL, 0, 0};
    for (; *ints != 0; ints++) {
        if (*ints == 'u') {
            th_make_bytes(&payload, PLANTED_ID, 16);
        } else if (*ints == 's') {
            th_make_text(&payload, text);
        } else {
            th_make_int(&payload, *ints - '0');
        }
    }
    th_make_ex(m, kind, &payload);
    payload.size -= payload.size > 1; /* and with its end missing */
    th_make_ex(m, kind, &payload);
    th_make_free(&payload);
}

/* A message of this id whose texts, and what follows them, are secret. */
static void plant_message(th_make *m, int32_t cid, int32_t id, const char *fields, const char *text)
{
    th_make payload = {NULL, 0, 0};
    th_make_int(&payload, 2 * id);
    for (; *fields != 0; fields++) {
        if (*fields == 's') {
            th_make_text(&payload, text);
        } else {
            th_make_int(&payload, *fields - '0');
        }
    }
    size_t size = payload.size;
    th_make_message(m, cid, &payload);
    th_make_text(&payload, text);
    th_make_message(m, cid, &payload);
    payload.size = size - (size > 1);
    th_make_message(m, cid, &payload);
    th_make_free(&payload);
}

static void plant_command(th_make *m, const char *name, int count, const char *text)
{
    TH_INTS(m, TH_CONSOLE_COMMAND, 1, 4);
    th_make_text(m, name);
    th_make_int(m, count);
    for (int i = 0; i < count; i++) {
        th_make_text(m, text);
    }
}

/* All places of a recording that can hold a text or an id. */
static void plant(th_make *m, const char *text)
{
    static const char *const commands[] = {
#define TT_KNOWN_COMMAND(name, class, forms) #name,
#define TT_KNOWN_GAME_SETTING(name) #name,
#define TT_KNOWN_TUNING(name) #name,
#include "msg/commands.def"
        "login", "rcon_auth", "sv_name", "sv_motd", "password", "auth_add", "unknown"};
    TH_INTS(m, TH_TICK_SKIP, 0);
    plant_ex(m, TT_TH_JOINVER6, "0", text);
    TH_INTS(m, TH_JOIN, 0);
    plant_ex(m, TT_TH_JOINVER7, "1", text);
    TH_INTS(m, TH_JOIN, 1);
    for (int32_t cid = 0; cid < 3; cid++) { /* 2 has said nothing of its protocol */
        plant_message(m, cid, 17, "0s", text);
        plant_message(m, cid, 24, "10s", text);
        plant_message(m, cid, 25, "sss", text);
        plant_message(m, cid, 26, "s", text);
        plant_message(m, cid, 32, "sss0", text);
        plant_message(m, cid, 34, "ssssss000000000000", text);
        plant_message(m, cid, 39, "ss", text);
        plant_message(m, cid, 22, "", text);
        plant_message(m, cid, 28, "", text);
        plant_message(m, cid, 21, "ss0s000", text);
        plant_message(m, cid, 20, "ss0s111", text);
        plant_message(m, cid, 27, "ss0ssssss111111111111", text);
        plant_message(m, cid, 77, "ssss", text);
    }
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        plant_command(m, commands[i], (int)(i % 5), text);
        plant_command(m, commands[i], 3, text);
    }
    plant_command(m, text, 3, text);
    plant_ex(m, TT_TH_DDNETVER, "0u5s", text);
    plant_ex(m, TT_TH_DDNETVER_OLD, "05s", text);
    plant_ex(m, TT_TH_AUTH_INIT, "03s", text);
    plant_ex(m, TT_TH_AUTH_LOGIN, "03s", text);
    plant_ex(m, TT_TH_SAVE_SUCCESS, "3us", text);
    plant_ex(m, TT_TH_LOAD_SUCCESS, "3us", text);
    plant_ex(m, TT_TH_PLAYER_NAME, "0s", text);
    plant_ex(m, TT_TH_ANTIBOT, "s", text);
    plant_ex(m, TT_TH_TEST, "s", text);
    plant_ex(m, TT_TH_PLAYER_FINISH, "09s", text);
    TH_INTS(m, TH_EX);
    th_make_bytes(m, PLANTED_ID, 16);
    TH_INTS(m, (int32_t)strlen(text));
    th_make_bytes(m, text, strlen(text));
    TH_INTS(m, TH_DROP, 0);
    th_make_text(m, text);
}

/* The header with a secret in every key and value that may have a text. */
static void plant_header(th_make *m, const char *text)
{
    char json[3000];
    snprintf(
        json, sizeof json,
        ",\"comment\":\"%s\",\"server_version\":\"0.6.4 %s\",\"server_name\":\"%s\","
        "\"server_port\":\"%s\",\"game_type\":\"%s\",\"prng_description\":\"%s\",\"start_time\":"
        "\"%s\",\"config\":{\"sv_name\":\"%s\",\"sv_team\":\"%s\",\"%s\":\"1\"},\"tuning\":{\"%s\""
        ":\"1\",\"gravity\":\"%s\"},\"uuids\":[\"%s\"],\"%s\":\"x\",\"more\":[{\"a\":\"%s\"}],"
        "\"map_crc\":\"%s\",\"map_size\":\"%s\",\"map_sha256\":\"%s\",\"prev_game_uuid\":\"%s\","
        "\"cut_of\":\"%s\",\"game_uuid\":\"73336372-3374-7333-6372-3374c3a9c3a9\"",
        text, text, text, text, text, text, text, text, text, text, text, text, text, text, text,
        text, text, text, text, text);
    th_make_header(m, 2, json);
}

static void nothing_planted_is_left(void **state)
{
    (void)state;
    static const uint8_t game[] = {0x73, 0x33, 0x63, 0x72, 0x33, 0x74};
    for (size_t i = 0; i < sizeof planted / sizeof planted[0]; i++) {
        th_make in = {NULL, 0, 0};
        plant_header(&in, planted[i]);
        plant(&in, planted[i]);
        th_make_int(&in, TH_FINISH);
        th_anonymized out = th_anonymize(&in, "k", 0);
        for (size_t n = 0; n < sizeof planted / sizeof planted[0]; n++) {
            assert_true(n != i || th_has(&in, planted[n], strlen(planted[n])));
            assert_false(th_has(&out.file, planted[n], strlen(planted[n])));
        }
        assert_true(th_has(&in, "73336372", 8) && th_has(&in, game, sizeof game));
        assert_false(th_has(&out.file, "73336372", 8));
        assert_false(th_has(&out.file, game, sizeof game));
        assert_true(out.removed > 10 && out.changed > 100);
        th_log log =
            th_log_of(out.file.data, out.file.size, TH_LOG_EVENTS | TH_LOG_ISSUES, TH_ONE_PIECE, 0);
        assert_int_equal(log.status, TT_END);
        assert_int_equal(log.levels[TT_LEVEL_ERROR] + log.levels[TT_LEVEL_WARNING], 0);
        assert_int_equal(log.kinds[TT_TH_DROP], 1);
        assert_int_equal(log.kinds[TT_TH_FINISH], 1);
        assert_true(log.kinds[TT_TH_MESSAGE] > 10 && log.kinds[TT_TH_CONSOLE_COMMAND] > 300);
        th_log_free(&log);
        th_make_free(&out.file);
        th_make_free(&in);
    }
}

/* Every number event of the output is one of the input, in the same order: errors may be missing,
 * but what is there is in the right tick and at the right place. */
static void assert_subsequence(const th_make *in, const th_make *out)
{
    walk a, b;
    walk_open(&a, in, 1);
    walk_open(&b, out, 0);
    while (walk_next(&b)) {
        do {
            if (!walk_next(&a)) {
                fail_msg("an event that was not in the input: %s", tt_th_type(b.event.kind)->name);
            }
        } while (!same_numbers(&a.event, &b.event));
    }
    assert_int_equal(b.status, TT_END);
    walk_close(&a);
    walk_close(&b);
}

/* A TICK_SKIP may be added where an error led to the next tick. So ticks are recognized by what is
 * in them: skips are left out on both sides. */
static void assert_same_places(const th_make *in, const th_make *out)
{
    walk a, b;
    walk_open(&a, in, 1);
    walk_open(&b, out, 0);
    while (walk_next(&b)) {
        if (b.event.kind == TT_TH_TICK_SKIP) {
            continue;
        }
        do {
            if (!walk_next(&a)) {
                fail_msg("an event that was not in the input: %s, tick %d",
                         tt_th_type(b.event.kind)->name, (int)b.event.tick);
            }
        } while (!same_numbers(&a.event, &b.event));
    }
    assert_int_equal(b.status, TT_END);
    walk_close(&a);
    walk_close(&b);
}

static void crafted_errors(void **state)
{
    (void)state;
    th_make m = {NULL, 0, 0};
    TH_INTS(&m, TH_PLAYER_NEW, 1, 100, 100, TH_PLAYER_NEW, 2, 50, 50);
    TH_INTS(&m, 0, 1, 1);                                        /* nobody, and a new tick */
    TH_INTS(&m, 1, 5, 5);                                        /* in it */
    TH_INTS(&m, TH_PLAYER_NEW, 2, 60, 60);                       /* there already, elsewhere */
    TH_INTS(&m, 2, 1, 1);                                        /* from there, a new tick */
    TH_INTS(&m, TH_INPUT_DIFF, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1); /* of nothing */
    TH_INTS(&m, TH_PLAYER_OLD, 5);                               /* nobody */
    TH_INTS(&m, 0, 1, 1, TH_TICK_SKIP, -5, TH_TICK_SKIP, 3, TH_JOIN, 99, TH_JOIN, 1000);
    TH_INTS(&m, TH_INPUT_NEW, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    TH_INTS(&m, 1, 5, 5, 0, 1, 1, TH_TICK_SKIP, 2);
    th_anonymize_check(&m, "0 header\n"
                           "1 player_new cid=1 x=100 y=100\n"
                           "1 player_new cid=2 x=50 y=50\n"
                           "2 player_diff cid=1 dx=5 dy=5 x=105 y=105\n"
                           "3 tick_skip dt=0\n"
                           "3 player_diff cid=2 dx=11 dy=11 x=61 y=61\n"
                           "8 tick_skip dt=4\n"
                           "8 join cid=99\n"
                           "8 input_new cid=1 input=(1,2,3,4,5,6,7,8,9,10)\n"
                           "8 player_diff cid=1 dx=5 dy=5 x=110 y=110\n"
                           "12 tick_skip dt=3\n"
                           "12 finish\n= TT_END\n");
    th_make_free(&m);
}

/* DDNet 11.0: a skip of -1 before the first tick is none. */
static void oldest_files(void **state)
{
    (void)state;
    th_make m = {NULL, 0, 0};
    th_make_header(&m, 1, ",\"start_time\":\"2017-09-28 02:42:35 +0200\"");
    TH_INTS(&m, TH_TICK_SKIP, -1, TH_JOIN, 0, TH_PLAYER_NEW, 0, 5, 6, 0, 1, 1, TH_FINISH);
    th_anonymized out = th_anonymize(&m, "k", 0);
    th_log log =
        th_log_of(out.file.data, out.file.size, TH_LOG_EVENTS | TH_LOG_ISSUES, TH_ONE_PIECE, 0);
    assert_string_equal(log.text, "0 header\n0 join cid=0\n1 player_new cid=0 x=5 y=6\n"
                                  "2 player_diff cid=0 dx=1 dy=1 x=6 y=7\n2 finish\n= TT_END\n");
    th_log_free(&log);
    th_make_free(&out.file);
    th_make_free(&m);
}

static void damaged_recordings(void **state)
{
    (void)state;
    uint64_t seed = 77, refused = 0, whole = 0;
    for (int round = 0; round < 200; round++) {
        th_make in = {NULL, 0, 0};
        th_make_recording(&in, th_recordings[2 + round % 3]);
        for (int i = 0; i < 1 + round % 5; i++) {
            size_t from = 17 + strlen((const char *)in.data + 16); /* the records */
            size_t at = from + random_next(&seed) % (in.size - from);
            in.data[at] = (uint8_t)random_next(&seed);
        }
        if (round % 3 == 0) {
            in.size -= random_next(&seed) % 200;
        }
        th_anonymized out = th_anonymize(&in, "k", 0);
        assert_same_places(&in, &out.file);
        if (out.refused == 0) {
            assert_subsequence(&in, &out.file);
            whole++;
        }
        refused += out.refused;
        th_make_free(&out.file);
        th_make_free(&in);
    }
    assert_true(refused > 10 && whole > 10); /* both kinds were met */
}

/* Records whose ints are longer than need be, and the largest numbers. */
static void odd_numbers(void **state)
{
    (void)state;
    static const uint8_t longer[] = {0x80, 0x80, 0x00, 0x85, 0x00, 0x86, 0x00}; /* 0, 5, 6 */
    th_make m = {NULL, 0, 0};
    TH_INTS(&m, TH_PLAYER_NEW, 0, INT32_MAX, INT32_MIN);
    th_make_bytes(&m, longer, sizeof longer);
    TH_INTS(&m, TH_TICK_SKIP, INT32_MAX - 3, 0, 1, 1, 0, 1, 1, 0, 1, 1);
    th_anonymize_check(&m, "0 header\n"
                           "1 player_new cid=0 x=2147483647 y=-2147483648\n"
                           "2 player_diff cid=0 dx=5 dy=6 x=-2147483644 y=-2147483642\n"
                           "2147483647 tick_skip dt=2147483644\n"
                           "2147483647 player_diff cid=0 dx=1 dy=1 x=-2147483643 y=-2147483641\n"
                           "2147483647 finish\n= TT_END\n");
    th_make_free(&m);
}

static int refuse(void *user, tt_bytes piece)
{
    (void)piece;
    return ++*(int *)user > 2;
}

static void wrong_calls(void **state)
{
    (void)state;
    int pieces = 0;
    uint8_t buffer[128];
    tt_th_writer writer;
    static tt_th_anonymizer a;
    tt_th_header header;
    tt_th_event event = {.kind = TT_TH_JOIN, .cid = 1};
    event.u.join.cid = 1;
    assert_int_equal(tt_th_writer_init(&writer, buffer, sizeof buffer, refuse, &pieces), TT_OK);
    tt_th_anonymizer_init(&a, &writer, tt_bytes_of("k"), NULL);
    assert_int_equal(tt_th_anonymize_event(&a, &event), TT_ERR_TH_WRITE_STATE);
    assert_int_equal(tti_th_header_parse(&header, tt_bytes_of("{\"version\":2}"), NULL), TT_OK);
    assert_int_equal(tt_th_anonymize_header(&a, &header), TT_OK);
    assert_int_equal(tt_th_anonymize_header(&a, &header), TT_ERR_TH_WRITE_STATE);
    event.kind = TT_TH_HEADER;
    assert_int_equal(tt_th_anonymize_event(&a, &event), TT_ERR_ARGUMENT);
    event.kind = TT_TH_KINDS;
    assert_int_equal(tt_th_anonymize_event(&a, &event), TT_ERR_ARGUMENT);
    event.kind = TT_TH_JOIN;
    tt_status status = TT_OK;
    uint64_t taken = 0;
    while ((status = tt_th_anonymize_event(&a, &event)) == TT_OK && taken < 1000) {
        taken++;
    }
    assert_int_equal(status, TT_ERR_TH_WRITE_PUT);
    assert_int_equal(tt_th_anonymizer_look(&a).kept, taken);
    assert_int_equal(tt_th_anonymize_event(&a, &event), TT_ERR_TH_WRITE_PUT);
}

static void nothing_behind_finish(void **state)
{
    (void)state;
    th_make m = {NULL, 0, 0};
    TH_INTS(&m, TH_JOIN, 1, TH_FINISH, TH_JOIN, 2);
    th_anonymize_check(&m, "0 header\n0 join cid=1\n0 finish\n= TT_END\n");
    th_make_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(real_recordings),    cmocka_unit_test(same_person_everywhere),
        cmocka_unit_test(taken_names),        cmocka_unit_test(nothing_planted_is_left),
        cmocka_unit_test(crafted_errors),     cmocka_unit_test(oldest_files),
        cmocka_unit_test(damaged_recordings), cmocka_unit_test(odd_numbers),
        cmocka_unit_test(wrong_calls),        cmocka_unit_test(nothing_behind_finish),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
