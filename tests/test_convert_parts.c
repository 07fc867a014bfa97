/* SPDX-License-Identifier: MIT
 *
 * Tests of the parts of a conversion by themselves: skins, eyes, the header.
 */
#include <stdlib.h>

#include "cm.h"
#include "convert/parts.h"
#include "demo/parts.h"
#include "teehistorian/header.h"
#include "teetape/string.h"
#include "teetape/varint.h"

/* Packs a Cl_StartInfo of 0.7 into a profile. */
static void profile_of_7(tti_th_profile *profile, const char *body, const char *marking)
{
    const char *parts[6] = {body, marking, "", "standard", "standard", "standard"};
    tt_packer p = tt_packer_of(profile->info, sizeof profile->info);
    tt_pack_int(&p, 27 * 2);
    tt_pack_string(&p, tt_bytes_of("alpha"), 0);
    tt_pack_string(&p, tt_bytes_of("clan"), 0);
    tt_pack_int(&p, 40);
    for (int part = 0; part < 6; part++) {
        tt_pack_string(&p, tt_bytes_of(parts[part]), 0);
    }
    for (int part = 0; part < 6; part++) {
        tt_pack_int(&p, part != 0);
    }
    for (int part = 0; part < 6; part++) {
        tt_pack_int(&p, part == 4 ? 1869630 : 1798004);
    }
    profile->info_size = (uint16_t)tt_packer_bytes(&p).size;
}

static void assert_text(const int32_t *ints, size_t count, const char *text)
{
    char found[32];
    assert_int_equal(tt_string_from_ints(found, ints, count), TT_OK);
    assert_string_equal(found, text);
}

static void skins_of_7_become_those_of_6(void **state)
{
    (void)state;
    static const struct {
        const char *body, *marking, *skin;
    } cases[] = {
        {"standard", "", "default"},         {"kitty", "whisker", "bluekitty"},
        {"bear", "bear", "brownbear"},       {"standard", "warpaint", "warpaint"},
        {"something", "unknown", "default"}, {"", "", "default"},
        {"standard", "toptri", "toptri"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static tti_th_profile profile;
        tti_convert_look look;
        tt_client client = {.name = "alpha", .clan = "clan"};
        profile_of_7(&profile, cases[i].body, cases[i].marking);
        tti_look_init(&look, 0);
        tti_look_info(&look, 5, &client, &profile);
        assert_text(look.info.skin, 6, cases[i].skin);
        assert_text(look.info.name, 4, "alpha");
        assert_text(look.info.clan, 3, "clan");
        assert_int_equal(look.info.country, 40);
        assert_int_equal(look.info.use_custom_color, 1);
        assert_int_equal(look.info.color_body, 255);     /* no colour: white */
        assert_int_equal(look.info.color_feet, 1869568); /* too dark for 0.6 */
    }
}

static void the_nameless_have_numbers(void **state)
{
    (void)state;
    static const struct {
        int32_t cid;
        const char *name;
    } cases[] = {{0, "0"}, {9, "9"}, {10, "10"}, {64, "64"}, {100, "100"}, {127, "127"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static const tti_th_profile nothing;
        tti_convert_look look;
        tt_client client = {.name = ""};
        tti_look_init(&look, 0);
        tti_look_info(&look, cases[i].cid, &client, &nothing);
        assert_text(look.info.name, 4, cases[i].name);
        assert_text(look.info.skin, 6, "default");
        assert_int_equal(look.info.country, -1);
    }
}

/* Texts are cut between two characters. */
static void long_names_are_cut(void **state)
{
    (void)state;
    static const tti_th_profile nothing;
    tti_convert_look look;
    tt_client client = {.name = "1234567890123\xc3\xa4\xc3\xa4", .clan = "12345678901234"};
    tti_look_init(&look, 0);
    tti_look_info(&look, 0, &client, &nothing);
    assert_text(look.info.name, 4, "1234567890123\xc3\xa4");
    assert_text(look.info.clan, 3, "12345678901");
}

static void eyes(void **state)
{
    (void)state;
    assert_int_equal(tti_emote_of_emoticon(5), TT_EMOTE_HAPPY);
    assert_int_equal(tti_emote_of_emoticon(9), TT_EMOTE_ANGRY);
    assert_int_equal(tti_emote_of_emoticon(-1), -1);
    assert_int_equal(tti_emote_of_emoticon(16), -1);
    assert_int_equal(tti_emote_of_name(tt_bytes_of("surprise")), TT_EMOTE_SURPRISE);
    assert_int_equal(tti_emote_of_name(tt_bytes_of("close")), TT_EMOTE_BLINK);
    assert_int_equal(tti_emote_of_name(tt_bytes_of("")), -1);
}

static void headers(void **state)
{
    (void)state;
    static const char json[] =
        "{\"version\":\"2\",\"start_time\":\"2018-01-11T23:42:35+0200\",\"game_type\":\"Gores\","
        "\"map_name\":\"a \\\"map\\\"\",\"map_crc\":\"f2159e6e\",\"map_size\":\"5805\"}";
    static tt_convert c;
    tt_th_header header;
    tt_demo_header demo;
    uint8_t bytes[TT_DEMO_HEADER_MAX];
    assert_int_equal(tti_th_header_parse(&header, tt_bytes_of(json), NULL), TT_OK);
    tt_convert_init(&c);
    tt_convert_header(&c, &header, &demo);
    assert_int_equal(demo.version, 5); /* no SHA-256 is known */
    assert_string_equal(demo.start_time, "2018-01-11_23-42-35");
    assert_string_equal(demo.map_name, "a \"map\"");
    assert_string_equal(demo.type, "server");
    assert_int_equal(demo.map_crc, 0xf2159e6e);
    assert_int_equal(demo.map_size, 0);
    assert_int_equal(tt_demo_protocol(&demo), TT_PROTOCOL_6);
    assert_int_not_equal(tti_demo_header_write(bytes, &demo), 0);
    assert_false(tti_convert_of(&c)->is_ddrace);
    tt_convert_set(&c, &(tt_convert_options){.is_client = true, .local = 3});
    tt_convert_header(&c, &header, &demo);
    assert_string_equal(demo.type, "client");
}

/* Settings and times that nobody would write. */
static void odd_headers(void **state)
{
    (void)state;
    static const char json[] =
        "{\"version\":\"2\",\"start_time\":\"0001-01-01T00:00:00+2359\",\"config\":{"
        "\"sv_emoticon_delay\":\"-5\",\"sv_max_afk_time\":\"99999999999\"},\"tuning\":{"
        "\"gun_fire_delay\":\"-1\",\"laser_fire_delay\":\"2147483647\",\"gravity\":\"x\"}}";
    static tt_convert c;
    const tti_convert *inside = tti_convert_seen(&c);
    tt_th_header header;
    tt_demo_header demo;
    assert_int_equal(tti_th_header_parse(&header, tt_bytes_of(json), NULL), TT_OK);
    tt_convert_init(&c);
    tt_convert_header(&c, &header, &demo);
    assert_int_equal(inside->emoticon_delay, 0);
    assert_int_equal(inside->afk_ticks, 9999 * 50);
    assert_int_equal(inside->tunings[12], 50);
    assert_true(inside->is_ddrace); /* no game type: DDNet writes these files */
}

/* Takes as many pieces as are left. */
static int put_some(void *user, tt_bytes piece)
{
    int *left = user;
    (void)piece;
    return (*left)-- <= 0;
}

/* A demo that cannot be written ends the conversion, whichever piece it is that does not go. */
static void a_writer_that_fails(void **state)
{
    (void)state;
    static tt_convert c;
    static tt_world world;
    static tt_demo_write_memory memory;
    static tt_th_header header;
    tt_demo_writer writer;
    tt_demo_header demo;
    int pieces = 0;
    tt_status status;
    do {
        int left = pieces;
        tt_convert_init(&c);
        tt_convert_header(&c, &header, &demo);
        tt_demo_writer_init(&writer, &memory, put_some, &left);
        status = tt_demo_write_header(&writer, &demo);
        for (int32_t tick = 0; status == TT_OK && tick < 3; tick++) {
            tti_say_leave(tti_convert_of(&c), tick, 0, tt_bytes_of("bye"));
            status = tt_convert_write(&c, &writer, &world, tick);
        }
        assert_true(status == TT_OK || status == TT_ERR_DEMO_PUT);
        assert_true((status == TT_OK) == (left >= 0));
    } while (status != TT_OK && pieces++ < 1000);
    assert_int_equal(status, TT_OK);
    assert_true(pieces > 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(skins_of_7_become_those_of_6),
        cmocka_unit_test(the_nameless_have_numbers),
        cmocka_unit_test(long_names_are_cut),
        cmocka_unit_test(eyes),
        cmocka_unit_test(headers),
        cmocka_unit_test(odd_headers),
        cmocka_unit_test(a_writer_that_fails),
    };
    return cmocka_run_group_tests_name("convert_parts", tests, NULL, NULL);
}
