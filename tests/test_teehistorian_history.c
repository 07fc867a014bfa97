/* SPDX-License-Identifier: MIT
 *
 * Tests of what has been in a recording: whose sessions they were, and what the clients said of
 * themselves.
 */
#include <stdlib.h>

#include "cm.h"
#include "support/th_history.h"
#include "support/th_log.h"
#include "support/th_make.h"
#include "support/th_random.h"
#include "teehistorian/record.h"

#define ZEROS 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
#define NONE TT_SESSION_NONE

/* A reader and a history that follows it. */
typedef struct follower {
    th_make m;
    tt_world *world;
    tt_th_history *history;
    uint8_t *scratch;
    tt_th th;
    tt_th_event event;
    tt_th_change change; /* of the last event */
} follower;

/* Reads what is in f->m, which must be whole. */
static void follow_open(follower *f)
{
    f->world = malloc(sizeof *f->world);
    f->history = malloc(sizeof *f->history);
    f->scratch = malloc(TT_TH_SCRATCH);
    assert_true(f->world != NULL && f->history != NULL && f->scratch != NULL);
    assert_int_equal(tt_th_init(&f->th, f->world, f->scratch, TT_TH_SCRATCH), TT_OK);
    tt_th_history_init(f->history);
    tt_th_feed(&f->th, f->m.data, f->m.size);
    tt_th_feed(&f->th, NULL, 0);
}

static tt_status follow_next(follower *f)
{
    tt_status status = tt_th_next(&f->th, &f->event);
    if (status == TT_OK) {
        f->change = tt_th_history_follow(f->history, &f->event, f->world);
    }
    return status;
}

static void follow_all(follower *f)
{
    tt_status status;
    follow_open(f);
    while ((status = follow_next(f)) == TT_OK) {
    }
    assert_int_equal(status, TT_END);
}

static void follow_close(follower *f)
{
    free(f->world);
    free(f->history);
    free(f->scratch);
    th_make_free(&f->m);
}

/* The changes of one event after the other, the header's first; `session` -1 stands for none. */
static void check_changes(follower *f, const tt_th_change *want, size_t count)
{
    follow_open(f);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(follow_next(f), TT_OK);
        assert_true(f->change.session == want[i].session);
        assert_true(f->change.session2 == want[i].session2);
        assert_true(f->change.broken == want[i].broken);
        assert_int_equal(f->change.began, want[i].began);
        assert_int_equal(f->change.began2, want[i].began2);
        assert_int_equal(f->change.ended, want[i].ended);
    }
    assert_int_equal(follow_next(f), TT_END);
}

static void sessions_begin_and_end(void **state)
{
    (void)state;
    follower f = {0};
    th_make_header(&f.m, 2, "");
    TH_INTS(&f.m, TH_JOIN, 5, TH_TICK_SKIP, 9, TH_JOIN, 6, TH_PLAYER_NEW, 7, 0, 0);
    TH_INTS(&f.m, TH_JOIN, 7, TH_DROP, 5, 0, TH_PLAYER_OLD, 7);
    TH_EX_INTS(&f.m, TT_TH_PLAYER_TEAM, 5, 0);
    TH_EX_INTS(&f.m, TT_TH_PLAYER_TEAM, 9, 0);
    TH_EX_INTS(&f.m, TT_TH_JOINVER6, 5);
    TH_INTS(&f.m, TH_JOIN, 5, TH_JOIN, 5, TH_CONSOLE_COMMAND, -1, 0, 0, 0, TH_DROP, 20, 0);
    TH_INTS(&f.m, TH_FINISH);
    const tt_th_change want[] = {
        {NONE, NONE, NONE, 0, 0, 0, 0}, /* header */
        {0, NONE, NONE, 1, 0, 0, 0},    /* JOIN 5 */
        {NONE, NONE, NONE, 0, 0, 0, 0}, /* TICK_SKIP */
        {1, NONE, NONE, 1, 0, 0, 0},    /* JOIN 6 */
        {2, NONE, NONE, 1, 0, 0, 0},    /* PLAYER_NEW 7 */
        {2, NONE, NONE, 0, 0, 0, 0},    /* JOIN 7: the same session */
        {0, NONE, NONE, 0, 0, 1, 0},    /* DROP 5 */
        {2, NONE, NONE, 0, 0, 0, 0},    /* PLAYER_OLD 7 */
        {0, NONE, NONE, 0, 0, 0, 0},    /* PLAYER_TEAM 5, after it */
        {NONE, NONE, NONE, 0, 0, 0, 0}, /* PLAYER_TEAM 9: nobody yet */
        {3, NONE, NONE, 0, 0, 0, 0},    /* JOINVER6 5: of the next one */
        {3, NONE, NONE, 1, 0, 0, 0},    /* JOIN 5 */
        {4, NONE, 3, 1, 0, 0, 0},       /* JOIN 5 without a DROP */
        {NONE, NONE, NONE, 0, 0, 0, 0}, {NONE, NONE, NONE, 0, 0, 0, 0}, /* command, DROP 20 */
        {NONE, NONE, NONE, 0, 0, 0, 0},                                 /* FINISH */
    };
    check_changes(&f, want, sizeof want / sizeof want[0]);
    assert_true(tti_th_history_seen(f.history)->sessions == 5);
    assert_int_equal(tti_th_history_seen(f.history)->open_sessions, 3);
    assert_int_equal(tti_th_history_seen(f.history)->most_open, 3);
    assert_int_equal(tti_th_history_seen(f.history)->slot[5].since, 11);
    assert_int_equal(tti_th_history_seen(f.history)->slot[7].since, 10);
    assert_int_equal(tti_th_history_seen(f.history)->slot[7].joined, 1);
    assert_int_equal(tti_th_history_seen(f.history)->slot[20].open, 0);
    assert_true(tti_th_history_seen(f.history)->slot[20].session == NONE);
    follow_close(&f);
}

/* A switch speaks of two clients. */
static void switch_begins_two_sessions(void **state)
{
    (void)state;
    follower f = {0};
    th_make_header(&f.m, 2, "");
    TH_EX_INTS(&f.m, TT_TH_PLAYER_SWITCH, 1, 2);
    TH_EX_INTS(&f.m, TT_TH_PLAYER_SWITCH, 2, 3);
    TH_EX_INTS(&f.m, TT_TH_PLAYER_SWITCH, 4, 4);
    TH_EX_INTS(&f.m, TT_TH_PLAYER_SWITCH, 1, 3);
    TH_INTS(&f.m, TH_INPUT_NEW, 3, ZEROS);
    const tt_th_change want[] = {
        {NONE, NONE, NONE, 0, 0, 0, 0}, {0, 1, NONE, 1, 1, 0, 0}, {1, 2, NONE, 0, 1, 0, 0},
        {3, 3, NONE, 1, 0, 0, 0},       {0, 2, NONE, 0, 0, 0, 0}, {2, NONE, NONE, 0, 0, 0, 0},
    };
    check_changes(&f, want, sizeof want / sizeof want[0]);
    assert_int_equal(tti_th_history_seen(f.history)->open_sessions, 4);
    follow_close(&f);
}

static void check_world(const follower *f)
{
    th_history_check(f->history, f->world);
}

static void real_recordings(void **state)
{
    (void)state;
    size_t infos = 0;
    for (size_t i = 0; i < TH_RECORDINGS; i++) {
        follower f = {0};
        th_make_recording(&f.m, th_recordings[i]);
        follow_open(&f);
        while (follow_next(&f) == TT_OK) {
            const tt_msg *msg = f.event.kind == TT_TH_MESSAGE ? f.event.u.message.decoded : NULL;
            if (msg != NULL &&
                (msg->kind == TT_MSG_CL_START_INFO || msg->kind == TT_MSG_CL7_START_INFO)) {
                const tti_th_profile *profile =
                    &tti_th_history_seen(f.history)->profile[f.event.cid];
                assert_int_equal(profile->info_size, f.event.u.message.size);
                assert_memory_equal(profile->info, f.event.u.message.msg.data, profile->info_size);
                infos++;
            }
            if (f.event.kind > TT_TH_INPUT_NEW || f.event.offset % 100 == 0) {
                check_world(&f);
            }
        }
        check_world(&f);
        follow_close(&f);
    }
    assert_true(infos > 10);
}

static void random_recordings(void **state)
{
    (void)state;
    uint64_t seed = 77;
    int ended = 0;
    for (int round = 0; round < 60; round++) {
        follower f = {0};
        th_make_header(&f.m, 2, round % 3 != 0 ? "" : ",\"config\":{\"sv_spamprotection\":\"0\"}");
        th_random_records(&f.m, &seed, 1000, round & 1);
        follow_open(&f);
        tt_th_set(&f.th, &(tt_th_options){.recover = true});
        while (follow_next(&f) == TT_OK) {
            check_world(&f);
        }
        /* random records may have a run of moves by (0, 0), which ends every recording */
        ended += tt_th_look(&f.th).error->status == TT_OK;
        assert_true(tt_th_look(&f.th).error->status == TT_OK ||
                    tt_th_look(&f.th).error->status == TT_ERR_TH_STILL);
        follow_close(&f);
    }
    assert_true(ended > 20);
}

/* What an info message says; `id` 20, 21: of 0.6, 27, 34: of 0.7, with the skin for every part. */
typedef struct info {
    int32_t id;
    const char *name, *clan;
    int32_t country;
    const char *skin;
    int32_t custom, body, feet;
} info;

static void add_info_fields(th_make *payload, const info *i)
{
    int seven = i->id >= 27;
    th_make_int(payload, i->id << 1);
    if (i->id != 34) {
        th_make_text(payload, i->name);
        th_make_text(payload, i->clan);
        th_make_int(payload, i->country);
    }
    for (int part = 0; part < (seven ? 6 : 1); part++) {
        th_make_text(payload, i->skin);
    }
    for (int part = 0; part < (seven ? 6 : 1); part++) {
        th_make_int(payload, i->custom);
    }
    for (int part = 0; part < (seven ? 6 : 2); part++) {
        th_make_int(payload, part == 1 ? i->feet : i->body);
    }
}

static void add_info(th_make *m, int32_t cid, const info *i)
{
    th_make payload = {NULL, 0, 0};
    add_info_fields(&payload, i);
    th_make_bytes(&payload, "\x80\x01", 2); /* nobody reads what follows the fields */
    th_make_message(m, cid, &payload);
    th_make_free(&payload);
}

static void check_info(const follower *f, int32_t cid, const info *want)
{
    th_make payload = {NULL, 0, 0};
    const tti_th_profile *profile = &tti_th_history_seen(f->history)->profile[cid];
    add_info_fields(&payload, want);
    assert_int_equal(profile->info_size, payload.size);
    assert_memory_equal(profile->info, payload.data, payload.size);
    assert_true(tti_th_profile_is_good(profile));
    th_make_free(&payload);
}

static const info start = {20, "tee", "clan", -1, "default", 0, 65408, -7};
static const info change = {21, "\xff\x01 bad", "", 276, "bluestripe", 1, 1, 2};
static const info changed = {20, "\xff\x01 bad", "", 276, "bluestripe", 1, 1, 2};

static void change_infos_make_start_infos(void **state)
{
    (void)state;
    follower f = {0};
    th_make_header(&f.m, 2, "");
    add_info(&f.m, 1, &start);
    add_info(&f.m, 2, &start);
    add_info(&f.m, 3, &start);
    add_info(&f.m, 4, &change); /* the first word: nothing to wait for */
    add_info(&f.m, 5, &start);
    add_info(&f.m, 5, &change); /* the same tick */
    add_info(&f.m, 6, &change);
    add_info(&f.m, 6, &start); /* always taken */
    TH_INTS(&f.m, TH_TICK_SKIP, 248);
    add_info(&f.m, 2, &change); /* one tick too soon */
    TH_INTS(&f.m, TH_TICK_SKIP, 0);
    add_info(&f.m, 3, &change);
    follow_all(&f);
    check_info(&f, 1, &start);
    check_info(&f, 2, &start);
    check_info(&f, 3, &changed);
    check_info(&f, 4, &changed);
    check_info(&f, 5, &start);
    check_info(&f, 6, &start);
    check_world(&f);
    follow_close(&f);
}

static void without_a_delay_every_change_counts(void **state)
{
    (void)state;
    follower f = {0};
    th_make_header(&f.m, 2, ",\"config\":{\"sv_info_change_delay\":\"0\"}");
    add_info(&f.m, 1, &start);
    add_info(&f.m, 1, &change);
    follow_all(&f);
    check_info(&f, 1, &changed);
    follow_close(&f);
}

static void skin_changes_of_seven(void **state)
{
    (void)state;
    const info seven = {27, "tee", "clan", 3, "standard", 1, 5, -6};
    const info skin = {34, NULL, NULL, 0, "kitty", 0, 100000000, 7};
    const info both = {27, "tee", "clan", 3, "kitty", 0, 100000000, 7};
    follower f = {0};
    th_make_header(&f.m, 2, "");
    for (int32_t cid = 1; cid <= 3; cid++) {
        TH_EX_INTS(&f.m, TT_TH_JOINVER7, cid);
    }
    add_info(&f.m, 1, &seven);
    add_info(&f.m, 2, &seven);
    add_info(&f.m, 2, &skin);
    add_info(&f.m, 3, &skin); /* alone it says too little */
    add_info(&f.m, 4, &start);
    TH_EX_INTS(&f.m, TT_TH_JOINVER7, 4); /* and a start info of 0.6 has other skins */
    add_info(&f.m, 4, &skin);
    follow_all(&f);
    check_info(&f, 1, &seven);
    check_info(&f, 2, &both);
    assert_int_equal(tti_th_history_seen(f.history)->profile[3].info_size, 0);
    check_info(&f, 4, &start);
    follow_close(&f);
}

/* What is longer than anybody sends is cut as the server cuts it. */
static void long_infos_are_cut(void **state)
{
    (void)state;
    char text[600];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = 0;
    memcpy(text + 10, "\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac", 15);
    const info six = {20, text, text, 5, text, 1, INT32_MIN, INT32_MAX};
    const info six_cut = {20,
                          "xxxxxxxxxx\xe2\x82\xac",
                          "xxxxxxxxxx",
                          5,
                          "xxxxxxxxxx\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac",
                          1,
                          INT32_MIN,
                          INT32_MAX};
    info seven = six, seven_cut = six_cut;
    seven.id = seven_cut.id = 27;
    follower f = {0};
    th_make_header(&f.m, 2, "");
    add_info(&f.m, 1, &six);
    add_info(&f.m, 2, &seven);
    /* 480 bytes remain, 481 do not: the other fields have 12 */
    const info most = {20, text + 599 - 468, "", 0, "", 0, INT32_MIN, 0};
    const info more = {20, text + 599 - 469, "", 0, "", 0, INT32_MIN, 0};
    const info more_cut = {20, "xxxxxxxxxxxxxxx", "", 0, "", 0, INT32_MIN, 0};
    add_info(&f.m, 3, &most);
    add_info(&f.m, 4, &more);
    follow_all(&f);
    check_info(&f, 1, &six_cut);
    check_info(&f, 2, &seven_cut);
    check_info(&f, 3, &most);
    assert_int_equal(tti_th_history_seen(f.history)->profile[3].info_size, TTI_TH_INFO_MAX);
    check_info(&f, 4, &more_cut);
    follow_close(&f);
}

static void add_version(th_make *m, int32_t cid, int32_t version, const char *text)
{
    th_make payload = {NULL, 0, 0};
    th_make_int(&payload, cid);
    th_make_bytes(&payload, "0123456789abcdef", 16);
    th_make_int(&payload, version);
    th_make_text(&payload, text);
    th_make_ex(m, TT_TH_DDNETVER, &payload);
    th_make_free(&payload);
}

static void add_login(th_make *m, tt_th_kind kind, int32_t cid, const char *account)
{
    th_make payload = {NULL, 0, 0};
    TH_INTS(&payload, cid, 3);
    th_make_text(&payload, account);
    th_make_ex(m, kind, &payload);
    th_make_free(&payload);
}

static void check_version(const follower *f, int32_t cid, tt_th_kind kind, const char *want,
                          size_t size)
{
    const tti_th_profile *profile = &tti_th_history_seen(f->history)->profile[cid];
    assert_int_equal(profile->version_kind, kind);
    assert_int_equal(profile->version_size, size);
    assert_memory_equal(profile->version, want, size);
    assert_true(tti_th_profile_is_good(profile));
}

static void versions(void **state)
{
    (void)state;
    follower f = {0};
    char text[200];
    memset(text, 'y', sizeof text - 1);
    text[sizeof text - 1] = 0;
    th_make_header(&f.m, 2, "");
    add_version(&f.m, 1, 16040, "DDNet 16.4; \xff");
    add_version(&f.m, 2, 16040, "DDNet 16.4");
    TH_EX_INTS(&f.m, TT_TH_DDNETVER_OLD, 2, 1);
    TH_EX_INTS(&f.m, TT_TH_DDNETVER_OLD, 3, 13010);
    add_version(&f.m, 3, -1, "");
    add_version(&f.m, 4, 16040, text);
    follow_all(&f);
    check_version(&f, 1, TT_TH_DDNETVER,
                  "0123456789abcdef\xa8\xfa\x01"
                  "DDNet 16.4; \xff",
                  33);
    check_version(&f, 2, TT_TH_DDNETVER_OLD, "\x01", 1);
    check_version(&f, 3, TT_TH_DDNETVER, "0123456789abcdef\x40", 18);
    assert_int_equal(tti_th_history_seen(f.history)->profile[4].version_size, TTI_TH_VERSION_MAX);
    assert_int_equal(tti_th_history_seen(f.history)->profile[4].version[TTI_TH_VERSION_MAX - 1], 0);
    assert_int_equal(tti_th_history_seen(f.history)->profile[5].version_kind, 0);
    follow_close(&f);
}

static void check_account(const follower *f, int32_t cid, const char *want)
{
    const tti_th_profile *profile = &tti_th_history_seen(f->history)->profile[cid];
    assert_int_equal(profile->account_size, strlen(want));
    assert_memory_equal(profile->account, want, strlen(want));
}

static void accounts(void **state)
{
    (void)state;
    follower f = {0};
    char text[100], cut[100];
    memset(text, 'z', sizeof text - 1);
    text[sizeof text - 1] = 0;
    memcpy(text + 62, "\xe2\x82\xac", 3);
    memcpy(cut, text, 62);
    cut[62] = 0;
    th_make_header(&f.m, 2, "");
    add_login(&f.m, TT_TH_AUTH_INIT, 1, "anna");
    add_login(&f.m, TT_TH_AUTH_LOGIN, 2, "bert");
    add_login(&f.m, TT_TH_AUTH_LOGIN, 2, "carl");
    add_login(&f.m, TT_TH_AUTH_LOGIN, 3, "dora");
    TH_EX_INTS(&f.m, TT_TH_AUTH_LOGOUT, 3);
    add_login(&f.m, TT_TH_AUTH_LOGIN, 4, text);
    follow_all(&f);
    check_account(&f, 1, "anna");
    check_account(&f, 2, "carl");
    check_account(&f, 3, "");
    check_account(&f, 4, cut);
    follow_close(&f);
}

static void profiles_are_forgotten(void **state)
{
    (void)state;
    follower f = {0};
    th_make_header(&f.m, 2, "");
    for (int32_t cid = 1; cid <= 4; cid++) {
        add_info(&f.m, cid, &start);
        add_version(&f.m, cid, 16040, "");
        add_login(&f.m, TT_TH_AUTH_LOGIN, cid, "admin");
    }
    TH_INTS(&f.m, TH_JOIN, 1, TH_DROP, 2, 0);
    TH_EX_INTS(&f.m, TT_TH_PLAYER_REJOIN, 3);
    follow_all(&f);
    tti_th_profile none;
    memset(&none, 0, sizeof none);
    assert_memory_equal(&tti_th_history_seen(f.history)->profile[1], &none, sizeof none);
    assert_memory_equal(&tti_th_history_seen(f.history)->profile[2], &none, sizeof none);
    check_account(&f, 3, "admin");
    tti_th_profile *third = &tti_th_history_of(f.history)->profile[3];
    third->account_size = 0;
    memset(third->account, 0, TTI_TH_ACCOUNT_MAX);
    assert_memory_equal(third, &none, sizeof none);
    assert_int_not_equal(tti_th_history_seen(f.history)->profile[4].info_size, 0);
    follow_close(&f);
}

/* Every single damage to the bytes of a profile is either noticed or another good profile. */
static void damaged_profiles(void **state)
{
    (void)state;
    follower f = {0};
    th_make_header(&f.m, 2, "");
    add_info(&f.m, 1, &start);
    add_version(&f.m, 1, 16040, "DDNet");
    add_login(&f.m, TT_TH_AUTH_LOGIN, 1, "admin");
    follow_all(&f);
    const tti_th_profile *good = &tti_th_history_seen(f.history)->profile[1];
    tti_th_profile bad = *good;
    bad.info_size--;
    assert_false(tti_th_profile_is_good(&bad));
    bad.info_size += 2;
    assert_false(tti_th_profile_is_good(&bad));
    bad.info_size = TTI_TH_INFO_MAX + 1;
    assert_false(tti_th_profile_is_good(&bad));
    bad = *good;
    bad.info[0] = 21 << 1 & 0x3f;
    assert_false(tti_th_profile_is_good(&bad));
    bad = *good;
    bad.version_size--;
    assert_false(tti_th_profile_is_good(&bad));
    bad.version_size = TTI_TH_VERSION_MAX + 1;
    assert_false(tti_th_profile_is_good(&bad));
    bad = *good;
    bad.version_kind = TT_TH_DDNETVER_OLD;
    assert_false(tti_th_profile_is_good(&bad));
    bad.version_kind = 1;
    assert_false(tti_th_profile_is_good(&bad));
    bad.version_kind = 0;
    assert_false(tti_th_profile_is_good(&bad));
    bad.version_size = 0;
    assert_true(tti_th_profile_is_good(&bad));
    bad.account[2] = 0;
    assert_false(tti_th_profile_is_good(&bad));
    bad.account_size = TTI_TH_ACCOUNT_MAX + 1;
    assert_false(tti_th_profile_is_good(&bad));
    follow_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sessions_begin_and_end),
        cmocka_unit_test(switch_begins_two_sessions),
        cmocka_unit_test(real_recordings),
        cmocka_unit_test(random_recordings),
        cmocka_unit_test(change_infos_make_start_infos),
        cmocka_unit_test(without_a_delay_every_change_counts),
        cmocka_unit_test(skin_changes_of_seven),
        cmocka_unit_test(long_infos_are_cut),
        cmocka_unit_test(versions),
        cmocka_unit_test(accounts),
        cmocka_unit_test(profiles_are_forgotten),
        cmocka_unit_test(damaged_profiles),
    };
    return cmocka_run_group_tests_name("teehistorian_history", tests, NULL, NULL);
}
