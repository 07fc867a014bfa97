/* SPDX-License-Identifier: MIT
 *
 * Tests of the world of a demo (teetape/demo_world.h): a real demo against the teehistorian file of
 * the same session at the same ticks, and made ones. With TT_RECORDINGS all sessions below that
 * folder are compared that have both.
 */
#include "cm.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "demo/parts.h"
#include "host_files.h"
#include "msg/inside.h"
#include "schema/fields.h"
#include "support/demo_make.h"
#include "teetape/demo_world.h"
#include "teetape/string.h"
#include "teetape/teehistorian.h"
#include "teetape/varint.h"

static tt_demo demo;
static tt_demo_memory memory;
static tt_demo_event event;
static tt_demo_world follower;
static tt_world world;

typedef struct counts {
    long ticks, places, names, levels, old_cores;
} counts;

/* Everybody in the snapshot is where he is in the other recording at that tick, and who he was at
 * the end of the tick before: a server takes messages of clients when it has built the snapshot. */
static void compare(const tt_world *other, const tt_client *before, counts *c)
{
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        const tt_client *a = &world.client[cid], *b = &before[cid];
        const tt_tee *tee = &world.tee[cid];
        assert_true(!tee->alive || a->connected);
        if (a->connected) {
            assert_true(b->connected);
            assert_string_equal(a->name, b->name);
            assert_string_equal(a->clan, b->clan);
            c->names++;
        }
        if (!tee->alive) {
            assert_int_equal(tee->weapon, -1);
            continue;
        }
        assert_true(other->tee[cid].alive);
        assert_int_equal(tee->x, other->tee[cid].x);
        assert_int_equal(tee->y, other->tee[cid].y);
        assert_in_range(tee->weapon, 0, 5);
        c->places++;
        c->old_cores += tt_demo_world_look(&follower).core_tick[cid] != world.tick;
        c->levels += a->rcon_level > 0;
    }
    c->ticks++;
}

static void advance(tt_th *th, int32_t tick)
{
    tt_status status = tt_th_advance(th, tick);
    assert_true(status == TT_OK || status == TT_END);
}

static void compare_files(const char *demo_path, const char *th_path, counts *c)
{
    static uint8_t scratch[TT_TH_HEADER_MAX + 16];
    static tt_world th_world;
    static tt_th th;
    size_t demo_size, th_size;
    uint8_t *demo_data = host_files_read(demo_path, &demo_size);
    uint8_t *th_data = host_files_read(th_path, &th_size);
    tt_th_event th_event;
    *c = (counts){0};
    tt_th_init(&th, &th_world, scratch, sizeof scratch);
    tt_th_feed(&th, th_data, th_size);
    tt_th_feed(&th, NULL, 0);
    assert_int_equal(tt_th_next(&th, &th_event), TT_OK);
    tt_demo_init(&demo, &memory);
    tt_demo_world_init(&follower, &world);
    tt_demo_feed(&demo, demo_data, demo_size);
    tt_demo_feed(&demo, NULL, 0);
    while (tt_demo_next(&demo, &event) == TT_OK) {
        assert_int_equal(event.status, TT_OK);
        tt_demo_world_follow(&follower, &demo, &event);
        assert_int_equal(world.tick, tt_demo_look(&demo).tick < 0 ? 0 : tt_demo_look(&demo).tick);
        if (event.kind == TT_DEMO_SNAPSHOT || event.kind == TT_DEMO_DELTA) {
            static tt_client before[TT_CIDS];
            advance(&th, event.tick - 1);
            memcpy(before, th_world.client, sizeof before);
            advance(&th, event.tick);
            compare(&th_world, before, c);
        }
    }
    assert_int_equal(tt_demo_look(&demo).error->status, TT_OK);
    free(demo_data);
    free(th_data);
    printf("%s: %ld snapshots, %ld places, %ld names\n", demo_path, c->ticks, c->places, c->names);
}

static void equals_the_teehistorian_file(void **state)
{
    (void)state;
    counts c;
    compare_files(TT_SOURCE_DIR "/tests/recordings/dm1/client0.demo",
                  TT_SOURCE_DIR
                  "/tests/recordings/dm1/31940c05-6b04-4f9d-ba6b-b77b7f30e2c0.teehistorian",
                  &c);
    assert_int_equal(c.ticks, 2974);
    assert_int_equal(c.places, 6352);
    assert_int_equal(c.names, 11894);
    assert_int_equal(c.old_cores, 0);
    assert_int_equal(tt_demo_world_look(&follower).local, 2); /* the dummy was steered last */
}

static void equals_all_teehistorian_files(void **state)
{
    (void)state;
    const char *folder = getenv("TT_RECORDINGS");
    char pattern[1000];
    glob_t demos;
    if (folder == NULL) {
        skip();
    }
    snprintf(pattern, sizeof pattern, "%s/*/*.demo", folder);
    assert_int_equal(glob(pattern, 0, NULL, &demos), 0);
    for (size_t i = 0; i < demos.gl_pathc; i++) {
        glob_t others;
        counts c;
        const char *path = demos.gl_pathv[i];
        snprintf(pattern, sizeof pattern, "%.*s/*.teehistorian", (int)(strrchr(path, '/') - path),
                 path);
        assert_int_equal(glob(pattern, 0, NULL, &others), 0);
        assert_int_equal(others.gl_pathc, 1);
        compare_files(path, others.gl_pathv[0], &c);
        assert_true(c.places > 1000);
        globfree(&others);
    }
    globfree(&demos);
}

/* The events of a demo that is not there: only what the follower looks at. */
static tt_snap_builder builder;
static tt_snap_space space;

static void begin(const char *net_version)
{
    tt_demo_init(&demo, &memory);
    memcpy(tti_demo_of(&demo)->header.net_version, net_version, strlen(net_version) + 1);
    tt_demo_world_init(&follower, &world);
    event = (tt_demo_event){.kind = TT_DEMO_HEADER, .tick = -1};
    assert_int_equal(tt_demo_world_follow(&follower, &demo, &event), 0);
    tt_snap_builder_init(&builder, &space, NULL);
}

static void add(int32_t type, int32_t id, const void *object, size_t ints)
{
    assert_int_equal(tt_snap_builder_add(&builder, type, id, object, ints), TT_OK);
}

static unsigned end_snapshot(int32_t tick)
{
    event = (tt_demo_event){.kind = TT_DEMO_TICK, .tick = tick};
    assert_int_equal(tt_demo_world_follow(&follower, &demo, &event), 0);
    assert_int_equal(world.tick, tick);
    tti_demo *inside = tti_demo_of(&demo);
    inside->snap = tt_snap_builder_finish(&builder);
    inside->snap_tick = inside->tick = tick;
    event = (tt_demo_event){.kind = TT_DEMO_DELTA, .tick = tick};
    unsigned changes = tt_demo_world_follow(&follower, &demo, &event);
    tt_snap_builder_init(&builder, &space, NULL);
    return changes;
}

static void add_client(int32_t cid, const char *name, const char *clan, int32_t country)
{
    struct tt_obj_client_info info = {.country = country};
    tt_string_to_ints(info.name, 4, tt_bytes_of(name));
    tt_string_to_ints(info.clan, 3, tt_bytes_of(clan));
    add(11, cid, &info, 17);
}

static void add_player(int32_t cid, int32_t local)
{
    struct tt_obj_player_info info = {.local = local, .client_id = cid};
    add(10, cid, &info, 5);
}

static void add_tee(int32_t cid, int32_t tick, int32_t x, int32_t y, int32_t weapon)
{
    struct tt_obj_character tee = {.tick = tick, .x = x, .y = y, .weapon = weapon};
    add(9, cid, &tee, 22);
}

static void clients_come_and_go(void **state)
{
    (void)state;
    begin(TT_NET_VERSION_6);
    add_player(3, 1);
    add_client(3, "early", "old", 276);
    assert_int_equal(end_snapshot(100), TT_DEMO_WORLD_CLIENTS);
    assert_true(world.client[3].connected);
    assert_false(world.client[3].joined);
    assert_int_equal(world.client[3].since, 100);
    assert_string_equal(world.client[3].name, "early");
    assert_string_equal(world.client[3].clan, "old");
    assert_int_equal(world.client[3].country, 276);
    assert_int_equal(world.client[3].name_source, TT_NAME_RECORDED);
    assert_int_equal(tt_demo_world_look(&follower).local, 3);

    /* the same again is no change; PlayerInfo alone is a client without a name */
    add_player(3, 1);
    add_client(3, "early", "old", 276);
    assert_int_equal(end_snapshot(102), 0);
    add_player(3, 1);
    add_client(3, "early", "old", 276);
    add_player(127, 0);
    assert_int_equal(end_snapshot(104), TT_DEMO_WORLD_CLIENTS);
    assert_true(world.client[127].connected);
    assert_true(world.client[127].joined);
    assert_int_equal(world.client[127].since, 104);
    assert_int_equal(world.client[127].name_source, TT_NAME_NONE);

    /* a rename, and one who leaves */
    add_player(3, 1);
    add_client(3, "late", "old", -1);
    assert_int_equal(end_snapshot(106), TT_DEMO_WORLD_CLIENTS);
    assert_string_equal(world.client[3].name, "late");
    assert_int_equal(world.client[3].country, -1);
    assert_int_equal(world.client[3].since, 100);
    assert_false(world.client[127].connected);
    assert_int_equal(end_snapshot(108), TT_DEMO_WORLD_CLIENTS);
    assert_false(world.client[3].connected);
    assert_string_equal(world.client[3].name, "");
}

static void tees_move(void **state)
{
    (void)state;
    begin(TT_NET_VERSION_6);
    add_tee(5, 0, 320, -64, 1);
    assert_int_equal(end_snapshot(50), TT_DEMO_WORLD_TEES);
    assert_true(world.tee[5].alive);
    assert_int_equal(world.tee[5].x, 320);
    assert_int_equal(world.tee[5].y, -64);
    assert_int_equal(world.tee[5].weapon, 1);
    assert_int_equal(tt_demo_world_look(&follower).core_tick[5], 50);
    add_tee(5, 44, 320, -64, 1);
    assert_int_equal(end_snapshot(52), 0);
    assert_int_equal(tt_demo_world_look(&follower).core_tick[5], 44);
    add_tee(5, 53, 320, -64, 99);
    assert_int_equal(end_snapshot(53), TT_DEMO_WORLD_TEES);
    assert_int_equal(world.tee[5].weapon, -1);
    assert_int_equal(end_snapshot(54), TT_DEMO_WORLD_TEES);
    assert_false(world.tee[5].alive);
    assert_int_equal(world.tee[5].x, 320);
}

/* Ids that are no clients, items that are too short, types without a meaning. */
static void odd_items_are_left_out(void **state)
{
    (void)state;
    static const int32_t ints[60] = {0};
    begin(TT_NET_VERSION_6);
    add_client(128, "nobody", "", -1);
    add_tee(0xffff, 0, 1, 1, 1);
    add(9, 1, ints, 21);
    add(10, 1, ints, 4);
    add(11, 1, ints, 16);
    add(0x4100, 1, ints, 60);
    add(0, 0x4200, ints, 3);
    add(0, 12, ints, 4);
    add(33, 1, ints, 1);
    assert_int_equal(end_snapshot(1), 0);
    assert_int_equal(tti_demo_world_seen(&follower)->type_count, 0);
    assert_int_equal(tti_demo_world_kind(tti_demo_world_seen(&follower), 9), TT_OBJ_CHARACTER);
    assert_int_equal(tti_demo_world_kind(tti_demo_world_seen(&follower), 0x4100), TT_OBJ_KINDS);
}

/* Bytes that are no UTF-8 remain what they are. */
static void names_are_raw(void **state)
{
    (void)state;
    int32_t ints[17] = {0};
    begin(TT_NET_VERSION_6);
    ints[0] = (int32_t)(0x61c3ff00u ^ 0x80808080u);
    add(11, 0, ints, 17);
    assert_int_equal(end_snapshot(1), TT_DEMO_WORLD_CLIENTS);
    assert_string_equal(world.client[0].name, "a\xc3\xff");
}

static void declare_type(int32_t type, tt_obj_kind kind)
{
    int32_t words[4];
    const uint8_t *bytes = tti_obj_uuid(kind)->bytes;
    for (int i = 0; i < 4; i++) {
        words[i] = (int32_t)((uint32_t)bytes[4 * i] << 24 | (uint32_t)bytes[4 * i + 1] << 16 |
                             (uint32_t)bytes[4 * i + 2] << 8 | bytes[4 * i + 3]);
    }
    add(0, type, words, 4);
}

/* A declaration may follow the item, and counts on when it is not repeated. */
static void uuid_types_are_remembered(void **state)
{
    (void)state;
    static const int32_t player[2] = {0, 2};
    static const int32_t nobody[2] = {0, 0};
    static const int32_t no_level[2] = {0, 4};
    begin(TT_NET_VERSION_6);
    add_player(2, 0);
    add(0x7ffe, 2, player, 2);
    declare_type(0x7ffe, TT_OBJ_DDNET_PLAYER);
    declare_type(0x7fff, TT_OBJ_GAME_INFO_EX);
    assert_int_equal(end_snapshot(1), TT_DEMO_WORLD_CLIENTS);
    assert_int_equal(world.client[2].rcon_level, 2);
    assert_int_equal(tti_demo_world_kind(tti_demo_world_seen(&follower), 0x7fff),
                     TT_OBJ_GAME_INFO_EX);
    add_player(2, 0);
    add(0x7ffe, 2, nobody, 2);
    assert_int_equal(end_snapshot(2), TT_DEMO_WORLD_CLIENTS);
    assert_int_equal(world.client[2].rcon_level, 0);
    add_player(2, 0);
    add(0x7ffe, 2, no_level, 2);
    assert_int_equal(end_snapshot(3), 0);
    assert_int_equal(world.client[2].rcon_level, 0);
    assert_int_equal(tti_demo_world_seen(&follower)->type_count, 2);
    declare_type(0x7ffe, TT_OBJ_DDNET_CHARACTER);
    end_snapshot(4);
    assert_int_equal(tti_demo_world_kind(tti_demo_world_seen(&follower), 0x7ffe),
                     TT_OBJ_DDNET_CHARACTER);
    for (int32_t type = 0x4000; type < 0x4100; type++) {
        declare_type(type, TT_OBJ_DDNET_LASER);
    }
    end_snapshot(5);
    assert_int_equal(tti_demo_world_seen(&follower)->type_count, TT_SNAP_MAX_TYPES);
}

static uint8_t message[1000];
static tt_packer packer;

static void begin_message(tt_sv_kind kind)
{
    packer = tt_packer_of(message, sizeof message);
    tti_sv_pack_id(&packer, kind);
}

static unsigned end_message(void)
{
    assert_int_equal(packer.status, TT_OK);
    event = (tt_demo_event){.kind = TT_DEMO_MESSAGE, .tick = tt_demo_look(&demo).tick};
    event.data = tt_packer_bytes(&packer);
    return tt_demo_world_follow(&follower, &demo, &event);
}

static void teams_come_from_messages(void **state)
{
    (void)state;
    begin(TT_NET_VERSION_6);
    begin_message(TT_SV_TEAMS_STATE);
    for (int32_t cid = 0; cid < 64; cid++) {
        tt_pack_int(&packer, cid == 7 ? 3 : cid == 8 ? 500 : 0);
    }
    assert_int_equal(end_message(), TT_DEMO_WORLD_TEAMS);
    assert_int_equal(tt_demo_world_look(&follower).message->kind, TT_SV_TEAMS_STATE);
    assert_int_equal(world.client[7].team, 3);
    assert_int_equal(world.client[8].team, 0);
    assert_int_equal(end_message(), 0);
    begin_message(TT_SV_TEAMS_STATE_LEGACY);
    for (int32_t cid = 0; cid < 64; cid++) {
        tt_pack_int(&packer, 0);
    }
    assert_int_equal(end_message(), TT_DEMO_WORLD_TEAMS);
    assert_int_equal(world.client[7].team, 0);
    packer = tt_packer_of(message, sizeof message);
    tt_pack_int(&packer, 11 * 2 + 1);
    assert_int_equal(end_message(), 0);
    assert_int_equal(tt_demo_world_look(&follower).message->kind, TT_SV_KINDS);
}

static void pack_text(const char *text)
{
    tt_pack_string(&packer, tt_bytes_of(text), 0);
}

static unsigned send_client_info(int32_t cid, int local, const char *name)
{
    begin_message(TT_SV7_CLIENT_INFO);
    demo_make_client7(&packer, cid, local, name);
    return end_message();
}

/* Of 0.7 messages say who is there; the snapshots of a demo may say it too. */
static void clients_of_7(void **state)
{
    (void)state;
    static const int32_t player[3] = {0};
    begin(TT_NET_VERSION_7);
    assert_int_equal(tt_demo_world_look(&follower).dialect, TT_DIALECT_7);
    assert_int_equal(send_client_info(4, 1, "seven"), TT_DEMO_WORLD_CLIENTS);
    assert_string_equal(world.client[4].name, "seven");
    assert_int_equal(world.client[4].protocol, TT_PROTOCOL_7);
    assert_int_equal(world.client[4].country, 40);
    assert_int_equal(tt_demo_world_look(&follower).local, 4);
    struct tt_obj_tw7_character tee = {.tick = 9, .x = 5, .y = 6, .weapon = 5};
    add(10, 4, &tee, 22);
    add(11, 4, player, 3);
    assert_int_equal(end_snapshot(10), TT_DEMO_WORLD_TEES);
    assert_int_equal(world.tee[4].weapon, 5);
    assert_int_equal(tt_demo_world_look(&follower).core_tick[4], 9);
    /* not in the snapshot, but no message that it left */
    assert_int_equal(end_snapshot(11), TT_DEMO_WORLD_TEES);
    assert_true(world.client[4].connected);
    assert_int_equal(send_client_info(4, 0, "eight"), TT_DEMO_WORLD_CLIENTS);
    assert_string_equal(world.client[4].name, "eight");
    begin_message(TT_SV7_SKIN_CHANGE);
    tt_pack_int(&packer, 4);
    for (int i = 0; i < 6; i++) {
        pack_text(i == 0 ? "bear" : "");
    }
    for (int32_t i = 0; i < 12; i++) {
        tt_pack_int(&packer, i < 6 ? i == 0 : 100 * i);
    }
    assert_int_equal(end_message(), TT_DEMO_WORLD_CLIENTS);
    assert_string_equal(tt_demo_world_look(&follower).skin[4].name, "bear");
    assert_true(tt_demo_world_look(&follower).skin[4].custom_colors == 1 &&
                tt_demo_world_look(&follower).skin[4].color_body == 600 &&
                tt_demo_world_look(&follower).skin[4].color_feet == 1000);
    begin_message(TT_SV7_CLIENT_DROP);
    tt_pack_int(&packer, 4);
    pack_text("enough");
    tt_pack_int(&packer, 0);
    assert_int_equal(end_message(), TT_DEMO_WORLD_CLIENTS);
    assert_false(world.client[4].connected);

    struct tt_obj_tw7_de_client_info info = {.country = -1};
    tt_string_to_ints(info.name, 4, tt_bytes_of("nine"));
    tt_string_to_ints(info.clan, 3, tt_bytes_of(""));
    add(13, 9, &info, 58);
    assert_int_equal(end_snapshot(12), TT_DEMO_WORLD_CLIENTS);
    assert_string_equal(world.client[9].name, "nine");
    assert_int_equal(end_snapshot(13), TT_DEMO_WORLD_CLIENTS);
    assert_false(world.client[9].connected);
}

/* A chunk that is no good changes nothing. */
static void bad_chunks_are_left_out(void **state)
{
    (void)state;
    begin(TT_NET_VERSION_6);
    add_player(1, 0);
    end_snapshot(5);
    tt_world before = world;
    for (int kind = 0; kind < TT_DEMO_KINDS; kind++) {
        event = (tt_demo_event){.kind = (tt_demo_kind)kind, .tick = 9};
        event.status = TT_ERR_DEMO_HUFFMAN;
        tti_demo_of(&demo)->snap = tt_snap_empty();
        assert_int_equal(tt_demo_world_follow(&follower, &demo, &event), 0);
    }
    assert_memory_equal(&before, &world, sizeof world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equals_the_teehistorian_file),
        cmocka_unit_test(equals_all_teehistorian_files),
        cmocka_unit_test(clients_come_and_go),
        cmocka_unit_test(tees_move),
        cmocka_unit_test(odd_items_are_left_out),
        cmocka_unit_test(names_are_raw),
        cmocka_unit_test(uuid_types_are_remembered),
        cmocka_unit_test(teams_come_from_messages),
        cmocka_unit_test(clients_of_7),
        cmocka_unit_test(bad_chunks_are_left_out),
    };
    return cmocka_run_group_tests_name("demo_world", tests, NULL, NULL);
}
