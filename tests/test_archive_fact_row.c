/* SPDX-License-Identifier: MIT
 *
 * Tests of archive/rows.h: the facts of teehistorian files as an archive keeps them, also when
 * a reader goes on at any access point; which field goes to which column; secrets.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "archive/rows.h"
#include "cm.h"
#include "support/th_make.h"
#include "teetape/recording.h"

static const uint8_t key[ARCHIVE_KEY_SIZE];

#define ZEROS 0, 0, 0, 0, 0, 0, 0, 0, 0, 0

/* Cl_Kill, packed, for both protocols. */
#define KILL_6 (22 << 1)
#define KILL_7 (28 << 1)

/* All facts as text, a line each: "tick kind cid session number text uuid", where the session of
 * nobody is "-", the number is value, team or other (or team/value), and of the UUID the first byte
 * is shown. */
struct lines {
    char text[1 << 18];
    size_t size;
};

static void add_line(struct lines *lines, const struct archive_row *row)
{
    char session[24] = "-";
    if (row->session != TT_SESSION_NONE) {
        snprintf(session, sizeof session, "%" PRIu64, row->session);
    }
    const struct archive_columns columns = tti_archive_columns_of(row->kind);
    char team[24] = "";
    if (columns.team != NULL && columns.value != NULL) {
        snprintf(team, sizeof team, "%d/", (int)row->team);
    }
    int size = snprintf(
        lines->text + lines->size, sizeof lines->text - lines->size, "%d %s %d %s %s%d %.*s %02x\n",
        (int)row->tick, tt_fact_type(row->kind)->name, (int)row->cid, session, team,
        (int)(columns.value != NULL  ? row->value
              : columns.team != NULL ? row->team
                                     : row->other),
        (int)row->text.size, row->text.size != 0 ? (const char *)row->text.data : "",
        row->uuid.bytes[0]);
    assert_true(size > 0 && (size_t)size < sizeof lines->text - lines->size);
    lines->size += (size_t)size;
}

struct reader {
    tt_recording rec[2];
    int now; /* which one of them reads */
    uint64_t scratch[2][TT_RECORDING_SCRATCH / 8];
    uint8_t state[TT_RECORDING_STATE_MAX];
};

static void want(struct reader *r)
{
    tt_recording_want(&r->rec[r->now], TT_WANT_FACTS | TT_WANT_RECORDS, TT_FACTS_ALL);
}

/* Another reader goes on. */
static void take_over(struct reader *r, const th_make *m)
{
    tt_packer p = tt_packer_of(r->state, sizeof r->state);
    tt_recording_pack(&p, &r->rec[r->now]);
    assert_int_equal(p.status, TT_OK);
    uint64_t at = tt_recording_look(&r->rec[r->now]).offset;
    memset(&r->rec[r->now], 0xa5, sizeof r->rec[r->now]);
    r->now = 1 - r->now;
    assert_int_equal(tt_recording_resume(&r->rec[r->now], r->scratch[r->now],
                                         sizeof r->scratch[r->now], (tt_bytes){m->data, m->size},
                                         tt_packer_bytes(&p)),
                     TT_OK);
    assert_int_equal(tt_recording_look(&r->rec[r->now]).offset, at);
    want(r);
    tt_recording_feed(&r->rec[r->now], m->data + at, m->size - (size_t)at);
}

/* `each`: after this many items, where there is an access point, a new reader takes over; 0 for
 * never. */
static struct lines *lines_of(const th_make *m, int each)
{
    struct lines *lines = calloc(1, sizeof *lines);
    struct reader *r = calloc(1, sizeof *r);
    struct archive_row row;
    tt_item item;
    tt_status status;
    int items = 0, is_over = 0;
    tt_recording_init(&r->rec[0], r->scratch[0], sizeof r->scratch[0]);
    want(r);
    tt_recording_feed(&r->rec[0], m->data, m->size);
    while ((status = tt_recording_next(&r->rec[r->now], &item)) == TT_OK ||
           (status == TT_MORE && !is_over)) {
        if (status == TT_MORE) {
            tt_recording_feed(&r->rec[r->now], NULL, 0);
            is_over = 1;
        } else if (item.kind == TT_ITEM_FACT && tti_archive_row_of(item.fact, key, &row)) {
            add_line(lines, &row);
        }
        if (each != 0 && ++items % each == 0 && !is_over &&
            tt_recording_is_access_point(&r->rec[r->now])) {
            take_over(r, m);
        }
    }
    assert_int_equal(status, TT_END);
    free(r);
    return lines;
}

/* The records after a header of version 2 give these lines. Frees `m`. */
static void check(th_make *m, const char *want)
{
    static const int each[] = {0, 1, 2, 3};
    for (size_t i = 0; i < sizeof each / sizeof each[0]; i++) {
        struct lines *lines = lines_of(m, each[i]);
        assert_string_equal(lines->text, want);
        free(lines);
    }
    th_make_free(m);
}

static void begin(th_make *m)
{
    *m = (th_make){NULL, 0, 0};
    th_make_header(m, 2, "");
    TH_INTS(m, TH_TICK_SKIP, 9);
}

/* An extension of ints, of a UUID whose first byte is `uuid` if that is not 0, and of a text. */
static void add_ex(th_make *m, tt_th_kind kind, const int64_t *ints, uint8_t uuid, const char *text)
{
    th_make payload = {NULL, 0, 0};
    uint8_t bytes[16] = {uuid};
    th_make_ints(&payload, ints);
    if (uuid != 0) {
        th_make_bytes(&payload, bytes, sizeof bytes);
    }
    if (kind == TT_TH_DDNETVER) {
        th_make_int(&payload, 16040);
    }
    if (text != NULL) {
        th_make_text(&payload, text);
    }
    th_make_ex(m, kind, &payload);
    th_make_free(&payload);
}

#define EX(m, kind, ...) add_ex(m, kind, (const int64_t[]){__VA_ARGS__, TH_STOP}, 0, NULL)
#define EX_TEXT(m, kind, text, ...)                                                                \
    add_ex(m, kind, (const int64_t[]){__VA_ARGS__, TH_STOP}, 0, text)
#define EX_UUID(m, kind, uuid, text, ...)                                                          \
    add_ex(m, kind, (const int64_t[]){__VA_ARGS__, TH_STOP}, uuid, text)

static void sessions(void **state)
{
    (void)state;
    th_make m;
    begin(&m);
    EX(&m, TT_TH_JOINVER6, 3);
    TH_INTS(&m, TH_JOIN, 3, TH_PLAYER_NEW, 4, 0, 0, TH_JOIN, 4);
    TH_INTS(&m, TH_TICK_SKIP, 0, TH_JOIN, 3, TH_DROP, 4);
    th_make_text(&m, "timeout");
    TH_INTS(&m, TH_DROP, 4, 0); /* nobody is there */
    EX(&m, TT_TH_PLAYER_SWITCH, 5, 6);
    check(&m, "10 join 3 0 1  00\n"
              "10 join 4 1 0  00\n"
              "11 leave 3 0 1  00\n"
              "11 join 3 2 1  00\n"
              "11 leave 4 1 0 timeout 00\n"
              "11 join 5 3 0  00\n"
              "11 join 6 4 0  00\n"
              "11 swap 5 3 6  00\n"
              "11 swap 6 4 5  00\n");
}

/* As the server cleans them and makes them unique; a change that does not come about is none. */
static void names(void **state)
{
    (void)state;
    th_make m;
    begin(&m);
    TH_INTS(&m, TH_JOIN, 0, TH_JOIN, 1);
    th_make_info(&m, 0, 20, " nameless", "clan");
    th_make_info(&m, 1, 20, "nameless", "");
    th_make_info(&m, 0, 21, "too soon", "too soon");
    TH_INTS(&m, TH_TICK_SKIP, 999);
    th_make_info(&m, 0, 21, "nameless", "clan");
    TH_INTS(&m, TH_TICK_SKIP, 999);
    th_make_info(&m, 0, 21, "renamed", "");
    EX_TEXT(&m, TT_TH_PLAYER_NAME, "forced", 0);
    EX_TEXT(&m, TT_TH_PLAYER_NAME, "forced", 0);
    EX(&m, TT_TH_PLAYER_REJOIN, 0);
    th_make_info(&m, 0, 20, "again", "");
    TH_INTS(&m, TH_DROP, 0, 0, TH_JOIN, 0);
    th_make_info(&m, 0, 20, "again", "");
    check(&m, "10 join 0 0 1  00\n"
              "10 join 1 1 1  00\n"
              "10 name 0 0 1 nameless 00\n"
              "10 clan 0 0 0 clan 00\n"
              "10 name 1 1 1 (1)nameless 00\n"
              "2010 name 0 0 1 renamed 00\n"
              "2010 clan 0 0 0  00\n"
              "2010 name 0 0 2 forced 00\n"
              "2010 name 0 0 1 again 00\n"
              "2010 leave 0 0 0  00\n"
              "2010 join 0 2 1  00\n"
              "2010 name 0 2 1 again 00\n");
}

static void extensions(void **state)
{
    (void)state;
    th_make m;
    begin(&m);
    TH_INTS(&m, TH_JOIN, 1);
    EX_UUID(&m, TT_TH_DDNETVER, 0xcc, "DDNet 16.4", 1);
    EX(&m, TT_TH_DDNETVER_OLD, 1, 13010);
    EX_TEXT(&m, TT_TH_AUTH_INIT, "early", 1, 1);
    EX_TEXT(&m, TT_TH_AUTH_LOGIN, "boss", 1, 3);
    EX(&m, TT_TH_AUTH_LOGOUT, 1);
    EX(&m, TT_TH_PLAYER_TEAM, 1, 5);
    EX(&m, TT_TH_PLAYER_TEAM, 1, 5);
    EX(&m, TT_TH_PLAYER_TEAM, 2, 0);
    EX(&m, TT_TH_TEAM_PRACTICE, 5, 1);
    EX(&m, TT_TH_PLAYER_FINISH, 1, 1500);
    EX(&m, TT_TH_TEAM_FINISH, 63, 1501);
    EX(&m, TT_TH_TEAM_FINISH, -2147483647 - 1, 0);
    EX_UUID(&m, TT_TH_SAVE_SUCCESS, 0xaa, "the save", 5);
    EX_UUID(&m, TT_TH_LOAD_SUCCESS, 0xbb, "the save", 6);
    EX(&m, TT_TH_SAVE_FAILURE, 5);
    EX(&m, TT_TH_LOAD_FAILURE, 5);
    EX(&m, TT_TH_PLAYER_READY, 1);
    TH_INTS(&m, TH_DROP, 1, 0);
    EX(&m, TT_TH_PLAYER_TEAM, 1, 0);
    check(&m, "10 join 1 0 1  00\n"
              "10 version 1 0 16040 fb22cfc2 00\n"
              "10 version 1 0 13010  00\n"
              "10 login 1 0 1 early 00\n"
              "10 login 1 0 3 boss 00\n"
              "10 logout 1 0 0  00\n"
              "10 team 1 0 5  00\n"
              "10 practice -1 - 5/1  00\n"
              "10 finish 1 0 1500  00\n"
              "10 team_finish -1 - 63/1501  00\n"
              "10 team_finish -1 - -2147483648/0  00\n"
              "10 save -1 - 5  aa\n"
              "10 load -1 - 6  bb\n"
              "10 leave 1 0 0  00\n"
              "10 team 1 0 0  00\n");
}

static void kills(void **state)
{
    (void)state;
    th_make m;
    begin(&m);
    EX(&m, TT_TH_JOINVER6, 1);
    TH_INTS(&m, TH_JOIN, 1);
    EX(&m, TT_TH_JOINVER7, 2);
    TH_INTS(&m, TH_JOIN, 2);
    TH_INTS(&m, TH_MESSAGE, 1, 1, KILL_6, TH_MESSAGE, 2, 1, KILL_7); /* without a tee */
    TH_INTS(&m, TH_TICK_SKIP, 0, TH_PLAYER_NEW, 1, 0, 0, TH_PLAYER_NEW, 2, 0, 0);
    TH_INTS(&m, TH_MESSAGE, 1, 1, KILL_6, TH_MESSAGE, 2, 1, KILL_7);
    TH_INTS(&m, TH_MESSAGE, 1, 1, KILL_7, TH_MESSAGE, 1, 0);
    check(&m, "10 join 1 0 1  00\n"
              "10 join 2 1 1  00\n"
              "11 kill_request 1 0 0  00\n"
              "11 kill_request 2 1 0  00\n");
}

static void deaths(void **state)
{
    (void)state;
    th_make m;
    begin(&m);
    TH_INTS(&m, TH_JOIN, 1, TH_TICK_SKIP, 0, TH_PLAYER_NEW, 1, 0, 0);
    TH_INTS(&m, TH_TICK_SKIP, 0, TH_PLAYER_OLD, 1);
    TH_INTS(&m, TH_TICK_SKIP, 0, TH_PLAYER_NEW, 1, 0, 0, TH_TICK_SKIP, 0);
    /* He leaves, and another one takes his slot before his tee is away. */
    TH_INTS(&m, TH_DROP, 1, 0, TH_JOIN, 1, TH_TICK_SKIP, 0, TH_PLAYER_OLD, 1);
    TH_INTS(&m, TH_TICK_SKIP, 0, TH_PLAYER_NEW, 1, 0, 0, TH_TICK_SKIP, 0, TH_PLAYER_OLD, 1);
    TH_INTS(&m, TH_TICK_SKIP, 0, TH_PLAYER_NEW, 1, 0, 0, TH_TICK_SKIP, 0);
    TH_INTS(&m, TH_DROP, 1, 0, TH_TICK_SKIP, 0, TH_PLAYER_OLD, 1);
    /* Carried over a map change: no JOIN. */
    TH_INTS(&m, TH_TICK_SKIP, 0, TH_PLAYER_NEW, 2, 0, 0, TH_TICK_SKIP, 0, TH_PLAYER_OLD, 2);
    check(&m, "10 join 1 0 1  00\n"
              "12 death 1 0 0  00\n"
              "14 leave 1 0 0  00\n"
              "14 join 1 1 1  00\n"
              "17 death 1 1 0  00\n"
              "19 leave 1 1 0  00\n"
              "21 join 2 2 0  00\n"
              "22 death 2 2 0  00\n");
}

/* The first tick of a cut recording brings about everything that there was. */
static void deaths_in_a_cut(void **state)
{
    (void)state;
    th_make m;
    begin(&m);
    TH_INTS(&m, TH_JOIN, 1, TH_PLAYER_NEW, 1, 0, 0, TH_TICK_SKIP, 0, TH_PLAYER_OLD, 1);
    struct lines *lines = lines_of(&m, 0);
    assert_string_equal(lines->text, "10 join 1 0 1  00\n"
                                     "11 death 1 0 0  00\n");
    free(lines);
    th_make_free(&m);
}

/* A tee and an input whose client is gone: in a cut nobody was there. */
static void nobody_in_a_cut(void **state)
{
    (void)state;
    static const char *const headers[] = {"",
                                          ",\"cut_of\":\"4c5d3d1c-0c9c-3a3b-8d0b-0d1c0c9c3a3b\""};
    static const char *const want[] = {
        "10 join 1 0 0  00\n10 leave 1 0 0  00\n10 join 2 1 0  00\n10 leave 2 1 0 bye 00\n"
        "10 join 3 2 1  00\n10 leave 3 2 0  00\n10 join 4 3 0  00\n12 leave 4 3 0  00\n",
        "10 join 1 0 0  00\n10 leave 1 0 2  00\n10 join 2 1 0  00\n10 leave 2 1 0 bye 00\n"
        "10 join 3 2 1  00\n10 leave 3 2 0  00\n10 join 4 3 0  00\n12 leave 4 3 0  00\n"};
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++) {
        th_make m = {NULL, 0, 0};
        th_make_header(&m, 2, headers[i]);
        TH_INTS(&m, TH_TICK_SKIP, 9, TH_PLAYER_NEW, 1, 0, 0, TH_DROP, 1, 0);
        TH_INTS(&m, TH_INPUT_NEW, 2, ZEROS, TH_DROP, 2);
        th_make_text(&m, "bye");
        TH_INTS(&m, TH_JOIN, 3, TH_DROP, 3, 0);
        TH_INTS(&m, TH_INPUT_NEW, 4, ZEROS, TH_TICK_SKIP, 1, TH_DROP, 4, 0);
        check(&m, want[i]);
    }
}

/* On real recordings a reader that is replaced at every access point gives what one gives alone. */
static void real_recordings(void **state)
{
    (void)state;
    for (int i = 0; i < TH_RECORDINGS; i++) {
        th_make m = {NULL, 0, 0};
        th_make_recording(&m, th_recordings[i]);
        struct lines *want = lines_of(&m, 0);
        struct lines *have = lines_of(&m, 1);
        assert_string_equal(have->text, want->text);
        assert_true(i != 0 || want->size > 0);
        free(want);
        free(have);
        th_make_free(&m);
    }
}

/* Which field goes where follows from the description of the fact. */
static void columns(void **state)
{
    (void)state;
    static const struct {
        tt_fact_kind kind;
        const char *team, *other, *value, *text, *uuid;
    } want[] = {
        {TT_FACT_JOIN, "", "", "recorded", "", ""},
        {TT_FACT_LEAVE, "", "", "how", "reason", ""},
        {TT_FACT_NAME, "", "", "source", "name", ""},
        {TT_FACT_CLAN, "", "", "", "clan", ""},
        {TT_FACT_VERSION, "", "", "version", "text", ""},
        {TT_FACT_LOGIN, "", "", "level", "account", ""},
        {TT_FACT_LOGOUT, "", "", "", "", ""},
        {TT_FACT_TEAM, "team", "", "", "", ""},
        {TT_FACT_DEATH, "", "", "", "", ""},
        {TT_FACT_KILL, "", "killer", "weapon", "", ""},
        {TT_FACT_KILL_REQUEST, "", "", "", "", ""},
        {TT_FACT_FINISH, "", "", "ticks", "", ""},
        {TT_FACT_TEAM_FINISH, "team", "", "ticks", "", ""},
        {TT_FACT_SAVE, "team", "", "", "", "save_id"},
        {TT_FACT_LOAD, "team", "", "", "", "save_id"},
        {TT_FACT_PRACTICE, "team", "", "on", "", ""},
        {TT_FACT_SWAP, "", "other", "", "", ""},
        {TT_FACT_CHAT, "", "to_cid", "to", "text", ""},
        {TT_FACT_COMMAND, "", "", "console", "name", ""},
        {TT_FACT_VOTE_START, "", "", "seconds", "type", ""},
    };
    uint64_t all = 0;
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++) {
        const struct archive_columns have = tti_archive_columns_of(want[i].kind);
        assert_string_equal(have.team == NULL ? "" : have.team->name, want[i].team);
        assert_string_equal(have.other == NULL ? "" : have.other->name, want[i].other);
        assert_string_equal(have.value == NULL ? "" : have.value->name, want[i].value);
        assert_string_equal(have.text == NULL ? "" : have.text->name, want[i].text);
        assert_string_equal(have.uuid == NULL ? "" : have.uuid->name, want[i].uuid);
        assert_true(tt_io_archive_keeps(want[i].kind));
        all |= TT_FACT_BIT(want[i].kind);
    }
    assert_true(all == ARCHIVE_FACTS);
    assert_null(tti_archive_columns_of(TT_FACT_KINDS).value);
}

static bool keeps_chat(tt_chat_to to, const char *text)
{
    struct archive_row row;
    tt_fact fact = {.kind = TT_FACT_CHAT, .u.chat = {(int32_t)to, 3, tt_bytes_of(text)}};
    return tti_archive_row_of(&fact, key, &row);
}

/* What nobody else may read is not kept at all. */
static void secrets(void **state)
{
    (void)state;
    assert_true(keeps_chat(TT_CHAT_ALL, "good game"));
    assert_true(keeps_chat(TT_CHAT_TEAM, "good game"));
    assert_false(keeps_chat(TT_CHAT_PLAYER, "good game"));
    assert_false(keeps_chat(TT_CHAT_ALL, "/timeout abc"));
    assert_false(keeps_chat(TT_CHAT_ALL, "use /load abc def"));
    assert_false(keeps_chat(TT_CHAT_TEAM, "sv_rcon_password xyz"));
}

/* Returns the line of a command, or NULL when it is not kept. `args` have a 0 after each. */
static const char *line_of(int32_t console, const char *name, const char *args, size_t size,
                           uint32_t count)
{
    static struct archive_row row;
    static char line[ARCHIVE_LINE + 1];
    tt_fact fact = {.kind = TT_FACT_COMMAND, .cid = 3};
    fact.u.command.console = console;
    fact.u.command.name = tt_bytes_of(name);
    fact.u.command.args = (tt_texts){(int32_t)count, {(const uint8_t *)args, size}};
    if (!tti_archive_row_of(&fact, key, &row)) {
        return NULL;
    }
    memcpy(line, row.text.data, row.text.size);
    line[row.text.size] = '\0';
    return line;
}

static void commands(void **state)
{
    (void)state;
    assert_string_equal(line_of(4, "kick", "3\0spam", 7, 2), "kick 3 spam");
    assert_string_equal(line_of(4, "shutdown", "", 0, 0), "shutdown");
    assert_string_equal(line_of(32, "ban", "1.2.3.4\0 5", 11, 2), "ban *** ***");
    assert_null(line_of(128, "team", "5", 2, 1));
    assert_null(line_of(256, "tune", "5", 2, 1));
    assert_null(line_of(128, "timeout", "", 0, 0));
    /* HMAC-SHA-256 with a key of 32 zeros, over "timeout", 0 and the code */
    assert_string_equal(line_of(128, "timeout", "abcd", 5, 1), "timeout 28743568");
    char many[700];
    memset(many, 'a', sizeof many);
    many[sizeof many - 1] = '\0';
    assert_int_equal(strlen(line_of(4, "say", many, sizeof many, 1)), ARCHIVE_LINE);
}

static void votes(void **state)
{
    (void)state;
    struct archive_row row;
    tt_fact fact = {.kind = TT_FACT_VOTE_START, .session = TT_SESSION_NONE};
    fact.u.vote_start.type = tt_bytes_of("kick");
    fact.u.vote_start.description = tt_bytes_of("3");
    fact.u.vote_start.reason = tt_bytes_of("spam");
    assert_false(tti_archive_row_of(&fact, key, &row));
    fact.session = 7;
    assert_true(tti_archive_row_of(&fact, key, &row));
    assert_int_equal(row.text.size, 11);
    assert_memory_equal(row.text.data, "kick 3 spam", 11);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sessions),        cmocka_unit_test(names),
        cmocka_unit_test(extensions),      cmocka_unit_test(kills),
        cmocka_unit_test(deaths),          cmocka_unit_test(deaths_in_a_cut),
        cmocka_unit_test(nobody_in_a_cut), cmocka_unit_test(real_recordings),
        cmocka_unit_test(columns),         cmocka_unit_test(secrets),
        cmocka_unit_test(commands),        cmocka_unit_test(votes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
