/* SPDX-License-Identifier: MIT
 *
 * Tests of the facts of demos: made ones, fact by fact; random ones against a slow model that
 * compares whole worlds; and snapshots that are passed over.
 */
#include "cm.h"
#include "recording/recording.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "msg/inside.h"
#include "schema/fields.h"
#include "support/demo_make.h"
#include "support/rec_log.h"
#include "teetape/demo_write.h"
#include "teetape/game.h"
#include "teetape/huffman.h"
#include "teetape/string.h"
#include "teetape/varint.h"

static tt_demo_writer writer;
static tt_demo_write_memory write_memory;
static tt_snap_builder builder;
static tt_snap_space space;
static tt_snap_types types;
static demo_bytes made;
static uint8_t message[1400];
static tt_packer packer;

static void begin_demo(const char *type, const char *net_version)
{
    tt_demo_header header = demo_make_header(6, 0);
    demo_bytes_free(&made);
    memset(&types, 0, sizeof types);
    memset(header.type, 0, sizeof header.type);
    memcpy(header.type, type, strlen(type));
    memset(header.net_version, 0, sizeof header.net_version);
    memcpy(header.net_version, net_version, strlen(net_version));
    header.length = 10;
    tt_demo_writer_init(&writer, &write_memory, demo_bytes_put, &made);
    assert_int_equal(tt_demo_write_header(&writer, &header), TT_OK);
    tt_snap_builder_init(&builder, &space, &types);
}

static void add(int32_t type, int32_t id, const void *object, size_t ints)
{
    assert_int_equal(tt_snap_builder_add(&builder, type, id, object, ints), TT_OK);
}

static void add_client(int32_t cid, const char *name, const char *clan, int32_t country,
                       const char *skin)
{
    struct tt_obj_client_info info = {.country = country, .color_body = 5};
    struct tt_obj_player_info player = {.local = cid == 1, .client_id = cid};
    tt_string_to_ints(info.name, 4, tt_bytes_of(name));
    tt_string_to_ints(info.clan, 3, tt_bytes_of(clan));
    tt_string_to_ints(info.skin, 6, tt_bytes_of(skin));
    add(11, cid, &info, 17);
    add(10, cid, &player, 5);
}

static void add_tee(int32_t cid, int32_t x, int32_t y)
{
    struct tt_obj_character tee = {.x = x, .y = y, .weapon = 1};
    add(9, cid, &tee, 22);
}

/* Events of the snapshot: a death, and a tee that appears. `id` is the number of the event. */
static void add_death(int32_t id, int32_t x, int32_t y, int32_t cid)
{
    struct tt_obj_death death = {.x = x, .y = y, .client_id = cid};
    add(17, id, &death, 3);
}

static void add_spawn(int32_t id, int32_t x, int32_t y)
{
    struct tt_obj_spawn spawn = {.x = x, .y = y};
    add(15, id, &spawn, 2);
}

static void add_level(int32_t cid, int32_t level, int32_t flags)
{
    struct tt_obj_ddnet_player player = {.flags = flags, .auth_level = level};
    assert_int_equal(tt_snap_builder_add_uuid(&builder, tti_obj_uuid(TT_OBJ_DDNET_PLAYER), cid,
                                              (const int32_t *)&player, 4),
                     TT_OK);
}

static void end_tick(int32_t tick)
{
    tt_snap snap = tt_snap_builder_finish(&builder);
    assert_int_equal(tt_demo_write_snapshot(&writer, tick, &snap), TT_OK);
    tt_snap_builder_init(&builder, &space, &types);
}

static void begin_message(tt_sv_kind kind)
{
    packer = tt_packer_of(message, sizeof message);
    tti_sv_pack_id(&packer, kind);
}

static void end_message(void)
{
    assert_int_equal(packer.status, TT_OK);
    assert_int_equal(tt_demo_write_message(&writer, tt_packer_bytes(&packer)), TT_OK);
}

/* A message of ints up to INT32_MIN, and a text if there is one. */
static void send(tt_sv_kind kind, const char *text, const int32_t *ints)
{
    begin_message(kind);
    while (*ints != INT32_MIN) {
        tt_pack_int(&packer, *ints++);
    }
    if (text != NULL) {
        tt_pack_string(&packer, tt_bytes_of(text), 0);
    }
    end_message();
}
#define SEND(kind, text, ...) send(kind, text, (const int32_t[]){__VA_ARGS__, INT32_MIN})

/* Facts but those that every demo has; names of players are left out. */
static void check_wants(const char *want, unsigned wants)
{
    static const uint64_t usual = TT_FACT_BIT(TT_FACT_MAP);
    rec_log_how how = {.wants = wants, .facts = TT_FACTS_ALL & ~usual, .no_sessions = 1};
    tt_bytes bytes = {made.data, made.size};
    char *log = rec_log(bytes, how), *facts = rec_log_only(log, "F", TT_FACTS_ALL);
    rec_log_same("facts", want, facts);
    how.resume = 1;
    how.no_sessions = 0;
    char *resumed = rec_log(bytes, how);
    how.resume = 0;
    char *whole = rec_log(bytes, how);
    rec_log_same("resumed", whole, resumed);
    free(log);
    free(facts);
    free(resumed);
    free(whole);
    rec_log_check_messages("messages left out", bytes);
}

static void check(const char *want)
{
    check_wants(want, TT_WANT_FACTS);
}

static void clients_come_and_go(void **state)
{
    (void)state;
    begin_demo("server", TT_NET_VERSION_6);
    add_client(3, "early", "old", 276, "default");
    end_tick(10);
    add_client(3, "early", "old", 276, "default");
    add_client(4, "late", "", -1, "");
    add_level(3, 3, 0);
    end_tick(12);
    add_client(3, "renamed", "", 276, "pinky");
    add_client(4, "late", "", -1, "");
    add_level(3, 0, TT_DDNET_PLAYER_PAUSED);
    end_tick(14);
    add_client(4, "late", "", -1, "");
    end_tick(16);
    check("F 10 join 3 0 6 0 early\nF 10 name 3 early 2 early\nF 10 clan 3 old early\n"
          "F 10 country 3 276 early\nF 10 skin 3 default 0 5 0 early\n"
          "F 12 login 3 3  0 early\n"
          "F 12 join 4 1 6 0 late\nF 12 name 4 late 2 late\nF 12 skin 4  0 5 0 late\n"
          "F 14 name 3 renamed 2 renamed\nF 14 clan 3  renamed\nF 14 skin 3 pinky 0 5 0 renamed\n"
          "F 14 logout 3 renamed\nF 14 pause 3 1 renamed\n"
          "F 16 leave 3 0  0 renamed\n");
}

/* Two tees; the first one is seen, then not, then again. */
static void make_lives(const char *type)
{
    begin_demo(type, TT_NET_VERSION_6);
    for (int32_t tick = 10; tick <= 16; tick += 2) {
        add_client(0, "a", "", -1, "");
        add_client(1, "b", "", -1, "");
        add_tee(1, 50, 60);
        if (tick != 12) {
            add_tee(0, 100 + tick, 200);
        }
        if (tick == 16) {
            add_death(7, 51, 61, 1);
        }
        end_tick(tick);
        if (tick == 14) {
            /* a copy for each client of the server */
            SEND(TT_SV_KILL_MSG, NULL, 0, 1, 3, 0);
            SEND(TT_SV_KILL_MSG, NULL, 0, 1, 3, 0);
        }
    }
}

/* A tee that leaves the view has not died; in a server's demo there is no view. */
static void deaths_are_told_from_views(void **state)
{
    (void)state;
    static const char begin[] = "F 10 join 0 0 6 0 a\nF 10 name 0 a 2 a\nF 10 skin 0  0 5 0 a\n"
                                "F 10 spawn 0 110 200 a\n"
                                "F 10 join 1 0 6 0 b\nF 10 name 1 b 2 b\nF 10 skin 1  0 5 0 b\n"
                                "F 10 spawn 1 50 60 b\n";
    char want[2000];
    make_lives("server");
    snprintf(want, sizeof want, "%sF 12 death 0 - - a\n%s%s", begin, "F 14 spawn 0 114 200 a\n",
             "F 14 kill 1 0 3 0 b\nF 14 death 1 51 61 b\n");
    check(want);
    snprintf(want, sizeof want, "%sF 12 death 0 - - a\n%s%s", begin, "F 14 spawn 0 114 200 a\n",
             "F 14 kill 1 0 3 0 b\nF 14 kill 1 0 3 0 b\nF 14 death 1 51 61 b\n");
    check_wants(want, TT_WANT_FACTS | TT_WANT_COPIES);
    make_lives("client");
    snprintf(want, sizeof want, "%s%s%s%s", begin, "F 14 spawn 0 114 200 a\n",
             "F 14 kill 1 0 3 0 b\nF 14 kill 1 0 3 0 b\n",
             "F 14 death 1 - - b\nF 14 death 1 51 61 b\n");
    check(want);
}

/* Snapshots at these ticks after a kill message in tick 10. In the one of number `with` a Death
 * item names the client, if that is not -1; the others name somebody else. */
static void make_death(const char *type, const int32_t *ticks, int with)
{
    begin_demo(type, TT_NET_VERSION_6);
    add_client(0, "a", "", -1, "");
    add_tee(0, 100, 200);
    add_death(0, 1, 2, 0); /* of an earlier death */
    end_tick(10);
    SEND(TT_SV_KILL_MSG, NULL, 0, 0, -2, 0);
    for (int i = 0; ticks[i] != 0; i++) {
        add_client(0, "a", "", -1, "");
        add_death(0, 3, 4, i == with ? 1 : 5);
        if (i == with) {
            add_death(1, 7, 8, 0);
        }
        end_tick(ticks[i]);
    }
}

/* The first Death item of the client within three ticks after the message says where; nothing else
 * does. The tee of a demo of a client may be out of view, that of a server's is gone. */
static void deaths_stand_where_items_say(void **state)
{
    static const struct {
        int32_t ticks[4];
        int with;
        const char *place;
    } cases[] = {
        {{12, 14}, 0, "7 8"},     {{11, 12, 13}, 1, "7 8"}, {{13, 14}, 0, "7 8"},
        {{14, 16}, 0, "- -"},     {{12, 14}, 1, "- -"},     {{12}, -1, "- -"},
        {{11, 13, 14}, 2, "- -"}, {{0}, -1, "- -"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (int is_server = 0; is_server < 2; is_server++) {
            char want[500];
            make_death(is_server ? "server" : "client", cases[i].ticks, cases[i].with);
            snprintf(want, sizeof want,
                     "F 10 join 0 0 6 0 a\nF 10 name 0 a 2 a\nF 10 skin 0  0 5 0 a\n"
                     "F 10 spawn 0 100 200 a\nF 10 kill 0 0 -2 0 a\nF 10 death 0 %s a\n",
                     cases[i].place);
            check(want);
        }
    }
}

/* A tee that is there again in the next snapshot is at its Spawn item or has fallen one unit.
 * A place of zeros is a place. */
static void spawns_stand_where_items_say(void **state)
{
    (void)state;
    begin_demo("client", TT_NET_VERSION_6);
    add_client(0, "a", "", -1, "");
    add_tee(0, 100, 200);
    end_tick(10);
    for (int32_t tick = 12; tick <= 14; tick += 2) {
        SEND(TT_SV_KILL_MSG, NULL, 0, 0, -2, 0);
        add_client(0, "a", "", -1, "");
        add_tee(0, 304, 400);
        add_spawn(0, 100, 200);
        add_spawn(1, 304, tick == 12 ? 399 : 398);
        add_death(2, 0, 0, 0);
        end_tick(tick);
    }
    check("F 10 join 0 0 6 0 a\nF 10 name 0 a 2 a\nF 10 skin 0  0 5 0 a\n"
          "F 10 spawn 0 100 200 a\nF 10 kill 0 0 -2 0 a\nF 10 death 0 0 0 a\n"
          "F 12 spawn 0 304 399 a\nF 12 kill 0 0 -2 0 a\nF 12 death 0 0 0 a\n");
}

/* A team that dies is every one of its tees. What the server said is not given by positions again.
 */
static void teams_die(void **state)
{
    (void)state;
    begin_demo("server", TT_NET_VERSION_6);
    SEND(TT_SV_TEAMS_STATE, NULL, 7, 7, 0, 7);
    for (int32_t cid = 0; cid < 3; cid++) {
        add_client(cid, "x", "", -1, "");
        add_tee(cid, cid, 1);
    }
    end_tick(10);
    SEND(TT_SV_KILL_MSG_TEAM, NULL, 7, 1);
    for (int32_t cid = 0; cid < 3; cid++) {
        add_client(cid, "x", "", -1, "");
    }
    add_death(0, 5, 6, 1);
    end_tick(12);
    rec_log_how how = {.wants = TT_WANT_FACTS,
                       .facts = TT_FACT_BIT(TT_FACT_KILL) | TT_FACT_BIT(TT_FACT_DEATH) |
                                TT_FACT_BIT(TT_FACT_TEAM),
                       .no_sessions = 1};
    char *log = rec_log((tt_bytes){made.data, made.size}, how);
    char *facts = rec_log_only(log, "F", TT_FACTS_ALL);
    rec_log_same("team",
                 "F 10 team 0 7 x\nF 10 team 1 7 x\n"
                 "F 10 kill 0 1 -4 0 x\nF 10 kill 1 1 -4 0 x\n"
                 "F 10 death 1 5 6 x\nF 12 death 2 - - x\nF 10 death 0 - - x\n",
                 facts);
    free(log);
    free(facts);
}

/* What messages say, as `chat` shows it, and finishes. */
static void make_words(const char *type)
{
    struct tt_obj_game_info game = {.game_state_flags = TT_GAME_STATE_PAUSED};
    begin_demo(type, TT_NET_VERSION_6);
    add_client(1, "me", "", -1, "");
    add_client(2, "you", "", -1, "");
    end_tick(10);
    SEND(TT_SV_CHAT, "all", 0, 2);
    SEND(TT_SV_CHAT, "team", 1, 1);
    SEND(TT_SV_CHAT, "sent", 2, 2);
    SEND(TT_SV_CHAT, "received", 3, 2);
    SEND(TT_SV_CHAT, "server", 0, -1);
    SEND(TT_SV_BROADCAST, "middle", INT32_MIN);
    SEND(TT_SV_MOTD, "day", INT32_MIN);
    begin_message(TT_SV_VOTE_SET);
    tt_pack_int(&packer, 25);
    tt_pack_string(&packer, tt_bytes_of("kick"), 0);
    tt_pack_string(&packer, tt_bytes_of("why"), 0);
    end_message();
    begin_message(TT_SV_VOTE_SET);
    tt_pack_int(&packer, 0);
    tt_pack_string(&packer, tt_bytes_of(""), 0);
    tt_pack_string(&packer, tt_bytes_of(""), 0);
    end_message();
    SEND(TT_SV_EMOTICON, NULL, 2, 7);
    SEND(TT_SV_RACE_FINISH, NULL, 2, 12339, 0, 0, 0); /* 617 ticks, cut by a float */
    SEND(TT_SV_SERVER_ALERT, "alert", INT32_MIN);
    add_client(1, "me", "", -1, "");
    add_client(2, "other", "", -1, "");
    add(6, 0, &game, 8);
    end_tick(4000);
    SEND(TT_SV_CHAT, "named", 0, 2);
}

static void words_are_facts(void **state)
{
    (void)state;
    make_words("client");
    check("F 10 join 1 0 6 0 me\nF 10 name 1 me 2 me\nF 10 skin 1  0 5 0 me\n"
          "F 10 join 2 0 6 0 you\nF 10 name 2 you 2 you\nF 10 skin 2  0 5 0 you\n"
          "F 10 chat 2 0 -1 all you\nF 10 chat 1 1 -1 team me\nF 10 chat 1 2 2 sent me\n"
          "F 10 chat 2 2 1 received you\nF 10 server_message -1 0 server\n"
          "F 10 server_message -1 1 middle\nF 10 server_message -1 2 day\n"
          "F 10 vote_start -1 25  kick why\nF 10 vote_end -1 0  \n"
          "F 10 emoticon 2 7 you\nF 10 finish 2 617 you\nF 10 server_message -1 3 alert\n"
          "F 4000 gap -1 3989 0\nF 4000 pause -1 1\nF 4000 name 2 other 2 other\n"
          "F 4000 chat 2 0 -1 named other\n");
}

/* Ends a tick with four clients, whose names are digits, and their scores. */
static void end_scores(int32_t tick, const int32_t scores[4])
{
    for (int32_t cid = 0; cid < 4; cid++) {
        struct tt_obj_client_info info = {.country = -1};
        struct tt_obj_player_info player = {.client_id = cid, .score = scores[cid]};
        tt_string_to_ints(
            info.name, 4,
            (tt_bytes){(const uint8_t *)"zero\0one\0\0two\0\0tri" + 5 * cid, cid == 0 ? 4 : 3});
        add(11, cid, &info, 17);
        add(10, cid, &player, 5);
    }
    end_tick(tick);
}
#define SCORES(tick, ...) end_scores(tick, (const int32_t[4]){__VA_ARGS__})

static void make_finishes(const char *type)
{
    begin_demo(type, TT_NET_VERSION_6);
    SCORES(10, -9999, -9999, -9999, -40);
    SEND(TT_SV_DDRACE_TIME_LEGACY, NULL, 1820, 0, 1);
    SCORES(11, -9999, -18, -9999, -40);
    SEND(TT_SV_DDRACE_TIME_LEGACY, NULL, 1900, 80, 1); /* not the best of one */
    SEND(TT_SV_DDRACE_TIME_LEGACY, NULL, 1700, 0, 0);  /* a checkpoint */
    SCORES(12, -9999, -18, -9999, -17);
    SEND(TT_SV_DDRACE_TIME, NULL, 1650, 0, 1); /* a team of two and somebody with an old score */
    SEND(TT_SV_DDRACE_TIME, NULL, 1650, 0, 1);
    SEND(TT_SV_DDRACE_TIME, NULL, 1650, 0, 1);
    SCORES(13, -16, -16, -9999, -17);
    SEND(TT_SV_DDRACE_TIME, NULL, 1502, 0, 1); /* two times of one second */
    SEND(TT_SV_DDRACE_TIME, NULL, 1550, 0, 1);
    SCORES(14, -15, -15, -9999, -17);
    SEND(TT_SV_DDRACE_TIME, NULL, 1400, 0, 1); /* a score was loaded in the same tick */
    SCORES(15, -14, -14, -9999, -17);
    SEND(TT_SV_CHAT, "two finished in: 1 minute(s)  3.08 second(s)", 0, -1);
    SEND(TT_SV_DDRACE_TIME, NULL, 6307, 0, 1);
    SEND(TT_SV_CHAT, "tri finished in: 1 minute(s)  3.08 second(s)", 0, 2);
    SEND(TT_SV_CHAT, "who finished in: 0 minute(s) 14.00 second(s)", 0, -1);
    SEND(TT_SV_CHAT, "tri finished in: 0 minute(s) 14.00 second(s).", 0, -1);
    SCORES(16, -14, -14, -63, -14);
    SEND(TT_SV_CHAT, "tri finished in: 2 minute(s) 13.00 second(s)", 0, -1);
    SEND(TT_SV_RACE_FINISH, NULL, 3, 133000, 0, 0, 0);
    SCORES(17, -14, -14, -63, -14);
    SEND(TT_SV_CHAT, "tri finished in: 100 minute(s) 12.00 second(s)", 0, -1);
}

static char *finishes_of(const char *type)
{
    rec_log_how how = {
        .wants = TT_WANT_FACTS, .facts = TT_FACT_BIT(TT_FACT_FINISH), .no_sessions = 1};
    make_finishes(type);
    char *log = rec_log((tt_bytes){made.data, made.size}, how);
    char *facts = rec_log_only(log, "F", TT_FACTS_ALL);
    free(log);
    return facts;
}

static void finishes_have_the_client_that_line_or_score_names(void **state)
{
    (void)state;
    char *server = finishes_of("server"), *client = finishes_of("client");
    static const char said[] = "F 15 finish 2 3154 two\nF 15 finish -1 700\n"
                               "F 16 finish 3 6650 tri\nF 17 finish 3 300600 tri\n";
    char *later = strstr(server, "F 15");
    assert_non_null(later);
    rec_log_same("said by a server", said, later);
    *later = '\0';
    rec_log_same("server",
                 "F 10 finish 1 910 one\nF 11 finish -1 950\n"
                 "F 12 finish 0 825 zero\nF 12 finish 1 825 one\nF 12 finish -1 825\n"
                 "F 13 finish -1 751\nF 13 finish -1 775\nF 14 finish -1 700\n",
                 server);
    rec_log_same("client", said, client);
    free(server);
    free(client);
    make_finishes("server");
    rec_log_how how = {.wants = TT_WANT_FACTS, .facts = TT_FACTS_ALL};
    char *whole = rec_log((tt_bytes){made.data, made.size}, how);
    how.resume = 1;
    char *resumed = rec_log((tt_bytes){made.data, made.size}, how);
    rec_log_same("resumed", whole, resumed);
    free(whole);
    free(resumed);
}

/* A damaged chunk is a gap, given with the next good one. */
static void damage_is_a_gap(void **state)
{
    (void)state;
    begin_demo("client", TT_NET_VERSION_6);
    add_client(1, "me", "", -1, "");
    end_tick(10);
    static const uint8_t broken[] = {0x61, 0xff}; /* a delta that is no Huffman code */
    demo_bytes_put(&made, (tt_bytes){broken, sizeof broken});
    add_client(1, "me", "", -1, "");
    add_tee(1, 3, 4);
    end_tick(14);
    rec_log_how how = {.wants = TT_WANT_FACTS,
                       .facts = TT_FACT_BIT(TT_FACT_GAP) | TT_FACT_BIT(TT_FACT_SPAWN),
                       .recover = 1,
                       .no_sessions = 1};
    char *log = rec_log((tt_bytes){made.data, made.size}, how);
    rec_log_same("gap", "H -1\nF 14 gap -1 4 1\nF 14 spawn 1 3 4 me\nE 2 14\n", log);
    free(log);
}

/* In 0.7 messages say who comes and goes, and why. */
static void clients_of_7_come_and_go(void **state)
{
    (void)state;
    begin_demo("client", TT_NET_VERSION_7);
    begin_message(TT_SV7_CLIENT_INFO);
    demo_make_client7(&packer, 4, 1, "seven");
    end_message();
    end_tick(10);
    SEND(TT_SV7_CHAT, "psst", 3, 4, 6);
    SEND(TT_SV7_KILL_MSG, NULL, -1, 4, -3, 0);
    begin_message(TT_SV7_CLIENT_DROP);
    tt_pack_int(&packer, 4);
    tt_pack_string(&packer, tt_bytes_of("bye"), 0);
    tt_pack_int(&packer, 1);
    end_message();
    check("F -1 join 4 0 7 0 seven\nF -1 name 4 seven 2 seven\nF -1 clan 4 clan seven\n"
          "F -1 country 4 40 seven\nF -1 skin 4 standard 0 0 0 seven\n"
          "F 10 chat 4 2 6 psst seven\nF 10 kill 4 -1 -3 0 seven\n"
          "F 10 leave 4 0 bye 1 seven\nF 10 death 4 - - seven\n");
}

/* The items that a recorder of 0.7 still writes of a client after its drop are no new session. One
 * whose message comes later is, and so is one whose items go first. */
static void items_after_a_drop_are_no_client(void **state)
{
    static const struct tt_obj_tw7_player_info player = {.score = true};
    (void)state;
    begin_demo("client", TT_NET_VERSION_7);
    for (int32_t tick = 10; tick <= 20; tick += 2) {
        if (tick == 10 || tick == 16) {
            begin_message(TT_SV7_CLIENT_INFO);
            demo_make_client7(&packer, 4, 1, "seven");
            end_message();
        }
        if (tick != 18) {
            add(tt_obj_type(TT_OBJ_TW7_PLAYER_INFO)->type, 4, &player, 3);
        }
        end_tick(tick);
        if (tick == 10 || tick == 16) {
            begin_message(TT_SV7_CLIENT_DROP);
            tt_pack_int(&packer, 4);
            tt_pack_string(&packer, tt_bytes_of("bye"), 0);
            tt_pack_int(&packer, 0);
            end_message();
        }
    }
    rec_log_how how = {.wants = TT_WANT_FACTS,
                       .facts = TT_FACT_BIT(TT_FACT_JOIN) | TT_FACT_BIT(TT_FACT_LEAVE),
                       .no_sessions = 1};
    for (int resume = 0; resume < 2; resume++) {
        how.resume = resume;
        char *log = rec_log((tt_bytes){made.data, made.size}, how);
        char *facts = rec_log_only(log, "F", TT_FACTS_ALL);
        rec_log_same("sessions",
                     "F -1 join 4 0 7 0 seven\nF 10 leave 4 0 bye 0 seven\n"
                     "F 14 join 4 1 7 0 seven\nF 16 leave 4 0 bye 0 seven\n"
                     "F 20 join 4 1 7 1 \n",
                     facts);
        free(log);
        free(facts);
    }
}

static void count_issue(void *user, const tt_issue *issue)
{
    int *counts = user;
    counts[issue->level == TT_LEVEL_WARNING && issue->status == TT_WARN_DEMO_ITEM] += 1;
}

/* Reads a snapshot of these ints, and a tick marker. 1 when the first tee is at 3, 4. */
static int read_odd(const int32_t *ints, size_t count, int issues[2])
{
    static tt_demo_memory memory;
    static tt_demo demo;
    uint8_t varints[4096], packed[4096];
    size_t size, packed_size, at;
    tt_demo_event event = {.kind = TT_DEMO_OTHER};
    tt_status status;
    issues[0] = issues[1] = 0;
    begin_demo("client", TT_NET_VERSION_6);
    end_tick(10);
    assert_int_equal(tt_varints_encode(varints, sizeof varints, &size, ints, count), TT_OK);
    assert_int_equal(tt_huffman_compress(packed, sizeof packed, &packed_size,
                                         (tt_bytes){varints, size}, TT_HUFFMAN_CURRENT),
                     TT_OK);
    assert_true(packed_size < 256);
    const uint8_t marker[] = {0xc0, 0, 0, 0, 14}, head[] = {0x20 | 30, (uint8_t)packed_size};
    demo_bytes_put(&made, (tt_bytes){marker, sizeof marker});
    demo_bytes_put(&made, (tt_bytes){head, sizeof head});
    demo_bytes_put(&made, (tt_bytes){packed, packed_size});
    tt_demo_init(&demo, &memory);
    tt_demo_set(&demo, &(tt_demo_options){.on_issue = count_issue, .user = issues});
    tt_demo_feed(&demo, made.data, made.size);
    tt_demo_feed(&demo, NULL, 0);
    while ((status = tt_demo_next(&demo, &event)) == TT_OK) {
    }
    at = tt_demo_look(&demo).snap->count;
    tt_snap_item item;
    return status == TT_END && at == 2 && tt_demo_look(&demo).snap_tick == 14 &&
           tt_snap_find(tt_demo_look(&demo).snap, tt_snap_key(9, 0), &item) && item.data[1] == 3 &&
           item.data[2] == 4;
}

/* As in the game, the first item of a key counts and one of type 0x8000 is left out, each with one
 * warning a snapshot. */
static void odd_items_are_left_out(void **state)
{
    (void)state;
    int issues[2];
    const int32_t tee = tt_snap_key(9, 0), other = tt_snap_key(9, 1);
    const int32_t twice[] = {60, 3, 0, 20, 44, tee, 0, 3, 4, 5, other, 0, 1, 2, 3, 4, tee, 0, 8, 9};
    const int32_t high[] = {60,        3, 0, 20, 44, tee, 0,     3, 4, 5,
                            INT32_MIN, 0, 1, 2,  3,  4,   other, 0, 8, 9};
    assert_true(read_odd(twice, 20, issues));
    assert_int_equal(issues[1], 1);
    assert_true(read_odd(high, 20, issues));
    assert_int_equal(issues[1], 1);
}

/* Facts of messages alone, with the names that are true then. */
static void compare_lazy(const char *name, tt_bytes bytes, int recover)
{
    static const tt_fact_kind kinds[] = {
        TT_FACT_CHAT,     TT_FACT_SERVER_MESSAGE, TT_FACT_VOTE_START, TT_FACT_VOTE_END,
        TT_FACT_EMOTICON, TT_FACT_KILL,           TT_FACT_FINISH,     TT_FACT_MAP};
    uint64_t all = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        all |= TT_FACT_BIT(kinds[i]);
    }
    for (size_t i = 0; i <= sizeof kinds / sizeof kinds[0]; i++) {
        rec_log_how how = {.wants = TT_WANT_FACTS,
                           .facts = i == 0 ? all : TT_FACT_BIT(kinds[i - 1]),
                           .recover = recover,
                           .no_sessions = 1};
        char *full = rec_log(bytes, how);
        how.wants |= TT_WANT_NO_SESSIONS;
        char *lazy = rec_log(bytes, how);
        rec_log_same(name, full, lazy);
        free(full);
        free(lazy);
    }
}

/* Chunks that cannot be unpacked are left out in the same way, whenever they are unpacked. */
static void compare_damaged(const char *name, uint8_t *data, size_t size)
{
    uint64_t seed = 3;
    for (int round = 0; round < 12; round++) {
        size_t at = 10000 + random_next(&seed) % (size - 10000);
        uint8_t before = data[at];
        data[at] ^= (uint8_t)(1 + random_next(&seed) % 255);
        compare_lazy(name, (tt_bytes){data, size}, 1);
        data[at] = before;
    }
}

static void snapshots_are_passed_over(void **state)
{
    (void)state;
    const char *name;
    size_t size;
    uint8_t *data;
    for (int i = 0; (data = rec_log_each(i, &size, &name)) != NULL; i++) {
        if (tti_format_told((tt_bytes){data, size}) == TT_FORMAT_DEMO) {
            compare_lazy(name, (tt_bytes){data, size}, 0);
            compare_damaged(name, data, size);
        }
        free(data);
    }
    make_words("client");
    compare_lazy("words", (tt_bytes){made.data, made.size}, 0);
    make_words("server");
    compare_lazy("words of a server", (tt_bytes){made.data, made.size}, 0);
    make_finishes("server");
    compare_lazy("finishes", (tt_bytes){made.data, made.size}, 0);
    make_finishes("client");
    compare_lazy("finishes of a client", (tt_bytes){made.data, made.size}, 0);
    make_lives("client");
    compare_lazy("lives", (tt_bytes){made.data, made.size}, 0);
}

/* The model: all that differs between the worlds of two snapshots, in a client demo. */
static void model_client(char *log, size_t size, int32_t tick, int32_t cid, const tt_world *a,
                         const tt_world *b)
{
    const tt_client *was = &a->client[cid], *is = &b->client[cid];
    size_t at = strlen(log);
    if (was->connected && !is->connected) {
        at += (size_t)snprintf(log + at, size - at, "leave %d %d\n", (int)tick, (int)cid);
    }
    if (!was->connected && is->connected) {
        at += (size_t)snprintf(log + at, size - at, "join %d %d\n", (int)tick, (int)cid);
    }
    if (is->name[0] != 0 && strcmp(was->name, is->name) != 0) {
        at += (size_t)snprintf(log + at, size - at, "name %d %d\n", (int)tick, (int)cid);
    }
    if (is->connected && strcmp(was->clan, is->clan) != 0) {
        at += (size_t)snprintf(log + at, size - at, "clan %d %d\n", (int)tick, (int)cid);
    }
    if (is->connected && was->country != is->country) {
        at += (size_t)snprintf(log + at, size - at, "country %d %d\n", (int)tick, (int)cid);
    }
    if (a->tee[cid].alive < b->tee[cid].alive) {
        snprintf(log + at, size - at, "spawn %d %d\n", (int)tick, (int)cid);
    }
}

static char *model_of(tt_bytes bytes)
{
    static tt_demo demo;
    static tt_demo_memory memory;
    static tt_demo_world follower;
    static tt_world before, world;
    tt_demo_event event;
    size_t size = 1 << 18;
    char *log = calloc(1, size);
    tt_demo_init(&demo, &memory);
    tt_demo_world_init(&follower, &world);
    tt_demo_feed(&demo, bytes.data, bytes.size);
    tt_demo_feed(&demo, NULL, 0);
    before = world;
    while (tt_demo_next(&demo, &event) == TT_OK) {
        tt_demo_world_follow(&follower, &demo, &event);
        for (int32_t cid = 0; cid < TT_CIDS; cid++) {
            model_client(log, size, event.tick, cid, &before, &world);
        }
        before = world;
    }
    return log;
}

/* A random demo of clients who come, go, change and move. */
static void make_random(uint64_t seed)
{
    static const char *const names[] = {"a", "b", "c", "d"};
    struct {
        int is_there, name, clan, country, is_seen;
    } client[6] = {{0}};
    begin_demo("client", TT_NET_VERSION_6);
    for (int32_t tick = 2; tick < 400; tick += 1 + (int32_t)(random_next(&seed) % 3)) {
        for (int32_t cid = 0; cid < 6; cid++) {
            uint64_t dice = random_next(&seed);
            client[cid].is_there ^= dice % 16 == 0;
            client[cid].name = dice % 23 == 0 ? (int)(dice / 23 % 4) : client[cid].name;
            client[cid].clan = dice % 29 == 0 ? (int)(dice / 29 % 4) : client[cid].clan;
            client[cid].country = dice % 31 == 0 ? (int)(dice / 31 % 3) - 1 : client[cid].country;
            client[cid].is_seen ^= dice % 7 == 0;
            if (client[cid].is_there) {
                add_client(cid, names[client[cid].name], names[client[cid].clan],
                           client[cid].country, "skin");
            }
            if (client[cid].is_there && client[cid].is_seen) {
                add_tee(cid, (int32_t)(dice % 1000), 1);
            }
        }
        end_tick(tick);
    }
}

static char *short_facts_of(tt_bytes bytes)
{
    uint64_t kinds = TT_FACT_BIT(TT_FACT_LEAVE) | TT_FACT_BIT(TT_FACT_JOIN) |
                     TT_FACT_BIT(TT_FACT_NAME) | TT_FACT_BIT(TT_FACT_CLAN) |
                     TT_FACT_BIT(TT_FACT_COUNTRY) | TT_FACT_BIT(TT_FACT_SPAWN);
    char *log = rec_log(bytes, (rec_log_how){.wants = TT_WANT_FACTS, .facts = kinds});
    char *facts = calloc(1, strlen(log) + 1), *line = log;
    size_t at = 0;
    for (; line[0] != 0; line += strcspn(line, "\n") + 1) {
        char name[32];
        int tick, cid;
        if (sscanf(line, "F %d %31s %d", &tick, name, &cid) == 3) {
            at += (size_t)sprintf(facts + at, "%s %d %d\n", name, tick, cid);
        }
    }
    free(log);
    return facts;
}

static void random_demos_are_those_of_the_model(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 40; seed++) {
        make_random(seed);
        tt_bytes bytes = {made.data, made.size};
        char *model = model_of(bytes), *facts = short_facts_of(bytes);
        assert_true(strlen(model) > 500);
        rec_log_same("model", model, facts);
        rec_log_how how = {.wants = TT_WANT_FACTS | TT_WANT_TICKS, .facts = TT_FACTS_ALL};
        char *whole = rec_log(bytes, how);
        how.resume = 1;
        char *resumed = rec_log(bytes, how);
        rec_log_same("resumed", whole, resumed);
        free(model);
        free(facts);
        free(whole);
        free(resumed);
    }
}

static int close_all(void **state)
{
    (void)state;
    demo_bytes_free(&made);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clients_come_and_go),
        cmocka_unit_test(deaths_are_told_from_views),
        cmocka_unit_test(deaths_stand_where_items_say),
        cmocka_unit_test(spawns_stand_where_items_say),
        cmocka_unit_test(teams_die),
        cmocka_unit_test(words_are_facts),
        cmocka_unit_test(finishes_have_the_client_that_line_or_score_names),
        cmocka_unit_test(damage_is_a_gap),
        cmocka_unit_test(clients_of_7_come_and_go),
        cmocka_unit_test(items_after_a_drop_are_no_client),
        cmocka_unit_test(odd_items_are_left_out),
        cmocka_unit_test(snapshots_are_passed_over),
        cmocka_unit_test(random_demos_are_those_of_the_model),
    };
    return cmocka_run_group_tests(tests, NULL, close_all);
}
