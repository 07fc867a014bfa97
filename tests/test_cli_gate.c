/* SPDX-License-Identifier: MIT
 *
 * No verb lets a secret out, whatever it is and wherever it stands.
 *
 * Two folders have the same recordings but for the secrets in them, which have the same length.
 * They are in every text, id and payload that the rows of the schema have, after the fields of each
 * message and record, and in what no row has. Whatever a verb makes of one folder has to be what it
 * makes of the other, byte by byte: text, JSON, hex, pictures, packed pages alike. A verb that is
 * not in the list here fails the test.
 */
#include "host/posix.h"
#include "teehistorian/write.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/shell/command.h"
#include "cm.h"
#include "schema/fields.h"
#include "support/scene_make.h"
#include "support/th_make.h"
#include "teetape/game.h"
#include "teetape/teehistorian_write.h"
#include "teetape/varint.h"

/* Of the folder that is made. */
static int is_second;

/* Fields that everybody sees in the game, or that say what somebody may do. Antibots write bytes
 * of their own. A field that is new to the rows counts as secret until this list has it. */
static const char *const public[] = {"name",        "clan",      "skin",         "skin_part_names",
                                     "version_str", "requester", "team_members", "server_name",
                                     "args_format", "help_text", "antibot.data"};

static int is_public(const tt_type *type, const tt_field *field)
{
    char full[128];
    snprintf(full, sizeof full, "%s.%s", type->name, field->name);
    for (size_t i = 0; i < sizeof public / sizeof public[0]; i++) {
        if (strcmp(public[i], field -> name) == 0 || strcmp(public[i], full) == 0) {
            return strcmp(full, "cl7_command.name") != 0;
        }
    }
    return 0;
}

/* The secret alone, and as the argument of a command. */
static char loose[64], command[64];

static void choose_secret(unsigned number)
{
    char text[16];
    snprintf(text, sizeof text, is_second ? "bush-%05x" : "hush-%05x", number & 0xfffff);
    snprintf(loose, sizeof loose, "%s+%s", text, text);
    snprintf(command, sizeof command, "/load %s", text);
}

/* A list of as many ints as the longest has. */
static uint8_t ones[128];

/* All members of an object: numbers as near to `number` as they may be. */
static void fill(const tt_type *type, void *object, int32_t number)
{
    for (size_t i = 0; i < type->field_count; i++) {
        const tt_field *field = &type->fields[i];
        void *member = (uint8_t *)object + field->offset;
        for (unsigned n = 0; n < field->count; n++) {
            int32_t value = number < field->min   ? field->min
                            : number > field->max ? field->max
                                                  : number;
            switch (field->type) {
            case TT_TYPE_TEXT:
            case TT_TYPE_DATA:
                ((tt_bytes *)member)[n] = tt_bytes_of(is_public(type, field) ? "plain" : command);
                break;
            case TT_TYPE_UUID:
                memcpy(((tt_uuid *)member)[n].bytes, loose, sizeof(tt_uuid));
                break;
            case TT_TYPE_TEXTS:
                ((tt_texts *)member)[n] =
                    (tt_texts){1, {(const uint8_t *)loose, strlen(loose) + 1}};
                break;
            case TT_TYPE_INTS:
                ((tt_ints *)member)[n].packed = (tt_bytes){ones, sizeof ones};
                break;
            case TT_TYPE_INPUT:
            case TT_TYPE_MSG:
                break;
            default:
                ((int32_t *)member)[n] = value;
            }
        }
    }
}

static uint8_t room[4096];

static tt_bytes with_secret(tt_packer *p)
{
    tt_pack_raw(p, tt_bytes_of(loose));
    return tt_packer_bytes(p);
}

/* A head with this int and this UUID, if it is not NULL, and the secret. */
static tt_bytes unknown(int32_t head, const char *uuid)
{
    tt_packer p = tt_packer_of(room, sizeof room);
    tt_pack_int(&p, head);
    tt_pack_raw(&p, tt_bytes_of(uuid != NULL ? uuid : ""));
    return with_secret(&p);
}

/* A message of a server; without a kind, one that is in no row. */
struct said {
    int kind;
    int32_t number;
    int is_longer; /* the secret follows the fields */
    int32_t head;
    const char *uuid;
};

/* Empty for one that is not of this protocol. */
static tt_bytes packed(const struct said *said, tt_protocol protocol)
{
    tt_sv_msg msg = {.kind = (tt_sv_kind)said->kind}, back;
    if (msg.kind == TT_SV_KINDS) {
        return unknown(said->head, said->uuid);
    }
    fill(tt_sv_type(msg.kind), &msg.u, said->number);
    if (msg.kind == TT_SV_CHAT && said->number >= 2) {
        msg.u.sv_chat.message = tt_bytes_of(loose); /* a whisper */
    } else if (msg.kind == TT_SV7_CHAT && said->number == 3) {
        msg.u.sv7_chat.message = tt_bytes_of(loose);
    }
    tt_packer p = tt_packer_of(room, sizeof room);
    tt_sv_encode(&p, &msg);
    if (p.status != TT_OK || tt_sv_decode(&back, tt_packer_bytes(&p), protocol) != TT_OK ||
        back.kind != msg.kind) {
        return (tt_bytes){NULL, 0};
    }
    return said->is_longer ? with_secret(&p) : tt_packer_bytes(&p);
}

static size_t chunk_size(tt_bytes message)
{
    static tt_demo_write_memory memory;
    static demo_bytes made;
    tt_demo_writer w;
    tt_demo_header header = demo_make_header(6, 0);
    made.size = 0;
    tt_demo_writer_init(&w, &memory, demo_bytes_put, &made);
    assert_int_equal(tt_demo_write_header(&w, &header), TT_OK);
    assert_int_equal(tt_demo_write_message(&w, message), TT_OK);
    tt_demo_write_finish(&w, &(tt_demo_patch){0});
    size_t size = made.size;
    demo_bytes_free(&made);
    return size;
}

/* Chunks are compressed: in the second folder, secrets are tried until the size is the same. No two
 * messages have the same one, as verbs leave copies of messages out. */
static void say(const struct said *said, tt_protocol protocol)
{
    static size_t sizes[2][8192], count[2];
    size_t size, *of = &sizes[0][count[is_second]];
    unsigned number = (unsigned)count[is_second] << 12;
    do {
        choose_secret(number++);
        tt_bytes message = packed(said, protocol);
        if (message.size == 0) {
            return;
        }
        size = chunk_size(message);
    } while (is_second && size != *of);
    *of = size;
    count[is_second]++;
    scene_make_raw(packed(said, protocol));
}

static void say_all(tt_protocol protocol)
{
    static const struct said others[] = {
        {TT_SV_KINDS, 0, 0, 60 << 1, NULL},     {TT_SV_KINDS, 0, 0, 0, "0123456789abcdef"},
        {TT_SV_KINDS, 0, 0, 11 << 1 | 1, NULL}, /* a line of the remote console */
        {TT_SV_KINDS, 0, 0, 62 << 1 | 1, NULL}, {TT_SV_KINDS, 0, 0, 1, "0123456789abcdef"},
    };
    for (int kind = 0; kind < TT_SV_KINDS; kind++) {
        for (int32_t number = 0; number < 4; number++) {
            say(&(struct said){kind, number, 0, 0, NULL}, protocol);
            say(&(struct said){kind, number, 1, 0, NULL}, protocol);
        }
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        say(&others[i], protocol);
    }
}

static void write_file(const char *folder, const char *name, const void *data, size_t size)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void make_demo(const char *folder, const char *name, const char *type, tt_protocol protocol)
{
    scene_make_type = type;
    scene_make_begin(protocol == TT_PROTOCOL_7 ? TT_NET_VERSION_7 : TT_NET_VERSION_6);
    for (int32_t tick = 100; tick < 103; tick++) {
        if (protocol == TT_PROTOCOL_6) {
            scene_make_tee(0, 1000, "zero");
            scene_make_tee(1, 1100, "one");
        } else {
            struct tt_obj_tw7_character tee = {.x = 1000, .y = 1000, .hooked_player = -1};
            scene_make_add(TT_OBJ_TW7_CHARACTER, 3, &tee);
        }
        scene_make_tick(tick);
        if (tick == 101) {
            say_all(protocol);
        }
    }
    tt_bytes made = scene_make_end();
    write_file(folder, name, made.data, made.size);
    scene_play_close(&scene);
}

static th_make th;

static int put(void *user, tt_bytes piece)
{
    (void)user;
    th_make_bytes(&th, piece.data, piece.size);
    return 0;
}

/* As it is, also when no reader can decode it. */
static void write_as_it_is(tt_th_writer *outer, tt_th_event *event)
{
    tti_th_writer *w = tti_th_writer_of(outer);
    tti_th_draft draft = {.event = event, .limit = TT_TH_WRITE_MAX};
    event->tick = w->tick;
    draft.mark = tti_th_needs_mark(w, event->kind, event->cid);
    assert_int_equal(tti_th_draft_write(w, &draft), TT_OK);
    tti_th_written(w, event);
}

static void write_ex(tt_th_writer *w, const tt_uuid *uuid, tt_bytes payload)
{
    tt_th_event event = {.kind = TT_TH_EX, .cid = -1, .u.ex = {*uuid, payload}};
    write_as_it_is(w, &event);
}

static void write_command(tt_th_writer *w, const char *cmd, const char *arg)
{
    tt_texts args = {arg != NULL, {(const uint8_t *)arg, arg != NULL ? strlen(arg) + 1 : 0}};
    tt_th_event event = {.kind = TT_TH_CONSOLE_COMMAND};
    event.u.console_command = (struct tt_th_console_command){0, 128, tt_bytes_of(cmd), args};
    write_as_it_is(w, &event);
}

static void write_extensions(tt_th_writer *w)
{
    static const tt_uuid nobody = {"0123456789abcde"};
    static uint64_t object[64];
    for (int kind = TT_TH_EX + 1; kind < TT_TH_KINDS; kind++) {
        const tt_type *type = tt_th_type((tt_th_kind)kind);
        const tt_uuid *uuid = tti_th_ex_uuid((tt_th_kind)kind);
        if (uuid == NULL) {
            continue;
        }
        memset(object, 0, sizeof object);
        fill(type, object, 0);
        tt_packer p = tt_packer_of(room, sizeof room);
        tti_fields_pack(type, &p, object);
        assert_int_equal(p.status, TT_OK);
        write_ex(w, uuid, tt_packer_bytes(&p));
        tt_bytes packed = tt_packer_bytes(&p);
        if (type->field_count > 0 && type->fields[type->field_count - 1].type == TT_TYPE_TEXT) {
            packed.size--; /* without its NUL it does not parse */
            write_ex(w, uuid, packed);
        }
        if (kind != TT_TH_ANTIBOT) {
            write_ex(w, uuid, with_secret(&p));
        }
    }
    write_ex(w, &nobody, tt_bytes_of(loose));
}

static void write_messages(tt_th_writer *w, int32_t cid, tt_protocol protocol)
{
    for (int kind = 0; kind < TT_MSG_KINDS; kind++) {
        for (int32_t number = 0; number < 4; number++) {
            tt_msg msg = {.kind = (tt_msg_kind)kind}, back;
            fill(tt_msg_type(msg.kind), &msg.u, number);
            if (msg.kind == TT_MSG_CL7_SAY && number == 3) {
                msg.u.cl7_say.message = tt_bytes_of(loose);
            }
            tt_packer p = tt_packer_of(room, sizeof room);
            tt_msg_encode(&p, &msg);
            tt_bytes packed = tt_packer_bytes(&p);
            if (p.status == TT_OK && tt_msg_decode(&back, packed, protocol) == TT_OK &&
                back.kind == msg.kind) {
                tt_th_write_message(w, cid, packed);
                tt_th_write_message(w, cid, with_secret(&p));
            }
        }
    }
    tt_th_write_message(w, cid, unknown(0, "0123456789abcdef"));
    tt_th_write_message(w, cid, unknown(25 << 1 | 1, NULL));
}

static void make_teehistorian(const char *folder)
{
    static tt_th_writer w;
    static uint8_t buffer[TT_TH_WRITE_BUFFER];
    char header[1024];
    th.size = 0;
    snprintf(header, sizeof header,
             "{\"comment\":\"teehistorian@ddnet.tw\",\"version\":\"2\","
             "\"game_uuid\":\"e2b29a5c-3e5c-4d1f-8c59-7b6bd42b3a11\",\"map_name\":\"dm1\","
             "\"start_time\":\"2020-01-01 00:00:00 +0000\",\"%s\":\"%s\","
             "\"config\":{\"sv_rcon_password\":\"%s\",\"mod_thing\":\"%s\"},"
             "\"tuning\":{\"mod_tune\":\"%s\"},\"uuids\":[]}",
             "mod_key", loose, loose, loose, loose);
    assert_int_equal(tt_th_writer_init(&w, buffer, sizeof buffer, put, NULL), TT_OK);
    assert_int_equal(tt_th_write_header(&w, tt_bytes_of(header)), TT_OK);
    for (int32_t cid = 0; cid < 2; cid++) {
        tt_protocol protocol = cid == 0 ? TT_PROTOCOL_6 : TT_PROTOCOL_7;
        assert_int_equal(tt_th_write_join(&w, cid, protocol), TT_OK);
        write_messages(&w, cid, protocol);
    }
    assert_int_equal(tt_th_write_begin_tick(&w, 1), TT_OK);
    assert_int_equal(tt_th_write_player(&w, 0, 1000, 1000), TT_OK);
    assert_int_equal(tt_th_write_player(&w, 1, 1100, 1000), TT_OK);
    write_extensions(&w);
    write_command(&w, "load", loose);
    write_command(&w, "mod_command", loose);
    write_command(&w, command + 1, NULL);
    assert_int_equal(tt_th_write_begin_tick(&w, 60), TT_OK);
    tt_th_write_drop(&w, 1, tt_bytes_of(command));
    assert_int_equal(tt_th_write_finish(&w), TT_OK);
    write_file(folder, "t.teehistorian", th.data, th.size);
}

static void make_folder(const char *folder)
{
    assert_int_equal(mkdir(folder, 0755), 0);
    make_demo(folder, "client.demo", "client", TT_PROTOCOL_6);
    make_demo(folder, "server.demo", "server", TT_PROTOCOL_6);
    make_demo(folder, "seven.demo", "client", TT_PROTOCOL_7);
    choose_secret(0);
    make_teehistorian(folder);
}

#define ALL "for f in *.demo *.teehistorian; do "
#define T "\"$T\" "

/* The digits of a client are made from what it sent and from the random key of a database. */
#define DIGITS "-E 's/client [0-9a-f]{8}/client/; s/\"client\":\"[0-9a-f]{8}\"//'"
/* A packed file has the secrets of the recording, so its size may be another. */
#define PACKED "-E 's|/[ab]/n/|n/|; s/ -> [0-9,]+ bytes//; s/\"bytes_stored\":[0-9]+//'"

/* NULL: the verb writes recordings with what is in them, or reads none. */
static const struct {
    const char *verb, *line;
} lines[] = {
    {"info", ALL T "info $X $f; " T "info --json $X $f; done"},
    {"dump",
     ALL T "dump $X --wide $f; " T "dump --json $X $f; " T "dump --items=all --json $X $f; done"},
    {"players", ALL T "players --wide $X $f; " T "players --json $X $f; done"},
    {"chat", ALL T "chat --wide $X $f; " T "chat --json $X $f; done"},
    {"inputs", T "inputs *.teehistorian; " T "inputs --json *.teehistorian"},
    {"verify", ALL T "verify $f; " T "verify --json $f; done"},
    {"find",
     "export XDG_CACHE_HOME=$PWD/cache; " T "find -q . 2>&-; for k in join leave name clan version "
     "login logout team death kill kill_request finish team_finish save load practice swap "
     "chat command vote_start; do " T "find -q --no-scan --wide -n 9999 -k $k $X . ; " T
     "find -q --no-scan --json -n 9999 -k $k $X .; done 2>&- | sed " DIGITS "; rm -rf cache"},
    {"archive", "export TEETAPE_DB=$PWD/night.db; mkdir n; cp *.demo *.teehistorian n; { " T
                "archive n; " T "archive --json n; } 2>&1 | sed " PACKED "; rm -rf n night.db*"},
    {"anonymize", T "anonymize -q --key x *.teehistorian -o - | " T "dump -q --show-secrets -"},
    {"demo", T "demo -q --no-map *.teehistorian -o -"},
    {"picture", ALL
     "for e in svg png; do " T
     "picture -q $X --data '' --center 1000,1000 --scoreboard --at 101 $f -o p.$e; cat p.$e; rm "
     "-f p.$e; done; " T "picture -q $X --data '' --paths time $f -o -; done"},
    {"video",
     ALL T "video -q $X --data '' --size 320x180 --fps 50 --center 1000,1000 $f -o -; done"},
    {"page", ALL T "page -q $X $f -o -; done"},
    {"table", ALL
     "for w in facts chat sessions recordings ticks inputs; do for o in jsonl csv parquet; do " T
     "table $w $X --format $o $f -o -; done; done; done"},
    {"map", ALL T "map --json $f; done"},
    {"index", NULL},
    {"cut", NULL},
    {"repair", NULL},
    {"pack", NULL},
    {"unpack", NULL},
    {"concat", NULL},
    {"codec", NULL},
};

/* Runs a line in the folder; what it printed, to be freed. */
static char *run(const char *folder, const char *line, const char *more, size_t *size)
{
    char shell[4096], path[256];
    snprintf(path, sizeof path, "%s.out", folder);
    snprintf(shell, sizeof shell,
             "T='" TT_COMMAND "' X='%s'; export T; cd %s && { %s; } >../%s 2>&1", more, folder,
             line, path);
    (void)!system(shell); /* damage on purpose has a status */
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *text = calloc(1, 1 << 24);
    assert_non_null(text);
    *size = fread(text, 1, (1 << 24) - 1, file);
    fclose(file);
    return text;
}

static int has(const char *text, size_t size, const char *part)
{
    size_t length = strlen(part), at = 0;
    while (at + length <= size && memcmp(text + at, part, length) != 0) {
        at++;
    }
    return at + length <= size;
}

static void say_difference(const char *verb, const char *a, const char *b, size_t size)
{
    size_t at = 0;
    while (at < size && a[at] == b[at]) {
        at++;
    }
    size_t from = at < 200 ? 0 : at - 200;
    print_error("%s: differs at %zu: %.*s\n", verb, at, 400, a + from);
}

/* Whether folder "b" gives the same. A build for which a share is enough runs every verb on "a"
 * alone: what comes out is looked at in the others. */
static bool is_same_in_b(const char *line, const char *more, const char *a, size_t size)
{
    size_t other_size;
    char *b = run("b", line, more, &other_size);
    bool is_same = size == other_size && memcmp(a, b, size) == 0;
    if (!is_same && more[0] == '\0') {
        say_difference(line, a, b, size < other_size ? size : other_size);
    }
    free(b);
    return is_same;
}

static void nothing_gets_out(void **state)
{
    char folder[] = "gate.XXXXXX";
    (void)state;
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chdir(folder), 0);
    memset(ones, 1, sizeof ones);
    make_folder("a");
    is_second = 1;
    make_folder("b");
    int bad = 0;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        size_t size;
        if (lines[i].line == NULL) {
            continue;
        }
        char *a = run("a", lines[i].line, "", &size);
        /* Pseudonyms are made from a secret and a key. */
        bool is_keyed = strcmp(lines[i].verb, "anonymize") == 0;
        bool is_compared = TT_TEST_SHARE == 1 && !is_keyed;
        if (size < 100 || has(a, size, "hush-") ||
            (is_compared && !is_same_in_b(lines[i].line, "", a, size))) {
            print_error("%s: too little, or a secret\n", lines[i].verb);
            bad = 1;
        }
        free(a);
    }
    assert_int_equal(bad, 0);
}

/* The demo has two messages with this UUID, one of the game and one of the system. */
static void unknown_kinds_are_counted(void **state)
{
    static const char *const verbs[] = {"dump", "verify", "table facts", "page -o -"};
    const char *note = ": note: 2 records of 1 kind that this version does not know: "
                       "30313233-3435-3637-3839-616263646566";
    (void)state;
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
        char line[128];
        size_t size;
        snprintf(line, sizeof line, T "%s server.demo", verbs[i]);
        char *said = run("a", line, "", &size);
        if (!has(said, size, note)) {
            fail_msg("%s: %.*s", verbs[i], (int)size, said);
        }
        free(said);
    }
}

/* Asked for, secrets are there; so the recordings do have them. */
static void who_asks_sees(void **state)
{
    static const char *const verbs[] = {"dump", "chat", "picture", "video", "page", "table"};
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        for (size_t v = 0; v < sizeof verbs / sizeof verbs[0]; v++) {
            size_t size;
            if (strcmp(lines[i].verb, verbs[v]) == 0) {
                char *a = run("a", lines[i].line, "--show-secrets", &size);
                assert_true(size >= 100);
                assert_true(TT_TEST_SHARE > 1 ||
                            !is_same_in_b(lines[i].line, "--show-secrets", a, size));
                free(a);
            }
        }
    }
}

static void every_verb_is_here(void **state)
{
    (void)state;
    for (size_t i = 0; commands[i] != NULL; i++) {
        size_t at = 0;
        while (at < sizeof lines / sizeof lines[0] &&
               strcmp(lines[at].verb, commands[i]->name) != 0) {
            at++;
        }
        assert_true(at < sizeof lines / sizeof lines[0]);
    }
}

static int clean(void **state)
{
    (void)state;
    char path[4096], shell[4200];
    scene_make_free();
    free(th.data);
    if (getcwd(path, sizeof path) != NULL && strstr(path, "/gate.") != NULL) {
        snprintf(shell, sizeof shell, "rm -rf '%s'", path);
        return chdir("..") != 0 || system(shell) != 0;
    }
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_verb_is_here),
        cmocka_unit_test(nothing_gets_out),
        cmocka_unit_test(who_asks_sees),
        cmocka_unit_test(unknown_kinds_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, getenv("KEEP") ? NULL : clean);
}
