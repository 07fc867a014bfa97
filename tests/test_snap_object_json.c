/* SPDX-License-Identifier: MIT
 *
 * Tests of snapshot objects as JSON: what is written, that nothing is lost for any ints of any
 * length, what people may write instead, and what each mistake is called and where it is found.
 */
#include "cm.h"

#include <stdio.h>

#include <jansson.h>

#include "schema/fields.h"
#include "teetape/snap_object.h"
#include "teetape/string.h"

#define MOST (TT_OBJ_MAX_INTS + 8)

typedef struct item {
    int32_t ints[MOST];
    size_t count;
} item;

static tt_bytes write_json(uint8_t *dst, size_t cap, tt_obj_kind kind, const item *from,
                           unsigned options)
{
    tt_packer p = tt_packer_of(dst, cap);
    tt_obj_json(&p, kind, from->ints, from->count, options);
    assert_int_equal(p.status, TT_OK);
    return tt_packer_bytes(&p);
}

static void expect_json(tt_obj_kind kind, unsigned options, const item *from, const char *want)
{
    uint8_t out[TT_OBJ_JSON_BOUND(MOST)];
    tt_bytes json = write_json(out, sizeof out - 1, kind, from, options);
    out[json.size] = 0;
    assert_string_equal((const char *)out, want);
}

static tt_status read_json(item *to, tt_obj_kind kind, const char *text, size_t *where)
{
    tt_json j = tt_json_of(tt_bytes_of(text));
    tt_status status = tt_obj_from_json(to->ints, MOST, &to->count, kind, &j);
    *where = (size_t)j.error.offset;
    if (status < 0 && status != TT_ERR_OBJ_SHORT) {
        assert_int_equal(j.error.status, status);
        assert_true(j.error.what[0] != 0);
        assert_int_equal(to->count, 0);
    } else {
        tt_json_token token;
        assert_int_equal(tt_json_next(&j, &token), TT_END);
    }
    return status;
}

static void expect_ints(tt_obj_kind kind, const char *text, tt_status want, size_t count,
                        const int32_t *ints)
{
    item got;
    size_t where;
    assert_int_equal(read_json(&got, kind, text, &where), want);
    assert_int_equal(got.count, count);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(got.ints[i], ints[i]);
    }
}

/* The mistake is at the first '^' of `text`, which is taken out before. */
static void expect_error(tt_obj_kind kind, const char *text, tt_status want)
{
    char clean[512];
    item got;
    size_t where;
    size_t at = strcspn(text, "^");
    int length = snprintf(clean, sizeof clean, "%.*s%s", (int)at, text, text + at + 1);
    assert_true(text[at] == '^' && length >= 0 && (size_t)length < sizeof clean);
    assert_int_equal(read_json(&got, kind, clean, &where), want);
    assert_int_equal(where, at);
}

static void what_is_written(void **state)
{
    (void)state;
    item i = {{1, -2, 3, 4, 3, INT32_MIN}, 6};
    expect_json(TT_OBJ_PROJECTILE, 0, &i,
                "{\"x\":1,\"y\":-2,\"vel_x\":3,\"vel_y\":4,\"type\":3,"
                "\"start_tick\":-2147483648}");
    i.count = 5;
    expect_json(TT_OBJ_PROJECTILE, TT_OBJ_JSON_NAMES, &i,
                "{\"x\":1,\"y\":-2,\"vel_x\":3,\"vel_y\":4,\"type\":3,"
                "\"type_name\":\"grenade\"}");
    i.count = 0;
    expect_json(TT_OBJ_PROJECTILE, TT_OBJ_JSON_NAMES, &i, "{}");
    item longer = {{7, 8, INT32_MAX, -1}, 4};
    expect_json(TT_OBJ_EXPLOSION, 0, &longer, "{\"x\":7,\"y\":8,\"extra\":[2147483647,-1]}");
}

static void names_of_values(void **state)
{
    (void)state;
    item player = {{1 | 4 | 8 | INT32_MIN, 3}, 2};
    expect_json(TT_OBJ_DDNET_PLAYER, TT_OBJ_JSON_NAMES, &player,
                "{\"flags\":-2147483635,\"flags_names\":[\"afk\",\"spec\",-2147483640],"
                "\"auth_level\":3,\"auth_level_name\":\"admin\"}");
    player.ints[0] = 64;
    player.ints[1] = 4;
    expect_json(TT_OBJ_DDNET_PLAYER, TT_OBJ_JSON_NAMES, &player,
                "{\"flags\":64,\"flags_names\":[64],\"auth_level\":4}");
    player.ints[0] = 0;
    player.count = 1;
    expect_json(TT_OBJ_DDNET_PLAYER, TT_OBJ_JSON_NAMES, &player,
                "{\"flags\":0,\"flags_names\":[]}");
}

static void texts(void **state)
{
    (void)state;
    item info = {{0}, 17};
    assert_int_equal(tt_string_to_ints(info.ints, 4, tt_bytes_of("a \"tee\" \x01")), TT_OK);
    assert_int_equal(tt_string_to_ints(info.ints + 4, 3, tt_bytes_of("")), TT_OK);
    const char *want = "{\"name\":\"a \\\"tee\\\" \\u0001\",\"clan\":\"\",\"country\":0,"
                       "\"skin\":[0,0,0,0,0,0],\"use_custom_color\":0,\"color_body\":0,"
                       "\"color_feet\":0}";
    expect_json(TT_OBJ_CLIENT_INFO, 0, &info, want);
    expect_ints(TT_OBJ_CLIENT_INFO, want, TT_OK, 17, info.ints);
    /* The same text, but something follows its end, or the last byte is not 0. */
    info.ints[6] = -2139062144;
    info.count = 7;
    expect_json(TT_OBJ_CLIENT_INFO, 0, &info,
                "{\"name\":\"a \\\"tee\\\" \\u0001\","
                "\"clan\":[-2139062144,-2139062144,-2139062144]}");
    info.count = 6; /* and a part of one */
    expect_json(TT_OBJ_CLIENT_INFO, 0, &info,
                "{\"name\":\"a \\\"tee\\\" \\u0001\",\"clan\":[-2139062144,-2139062144]}");
}

static int32_t random_int(uint64_t *random, const tt_obj_member *member)
{
    uint32_t r = random_next(random);
    switch (r % 5) {
    case 0:
        return (int32_t)(r >> 8 & 15) - 3;
    case 1:
        return member != NULL ? (r & 16 ? member->min : member->max) : INT32_MIN;
    case 2:
        return (int32_t)(1u << (r >> 8 & 31));
    default:
        return (int32_t)random_next(random);
    }
}

/* Any ints, half of the texts proper ones. */
static item random_item(uint64_t *random, tt_obj_kind kind)
{
    item out;
    size_t known = tti_obj_ints(kind);
    out.count = random_next(random) % 3 == 0 ? random_next(random) % (known + 8) : known;
    for (size_t i = 0; i < MOST; i++) {
        out.ints[i] = random_int(random, tt_obj_member_at(kind, i));
    }
    const tt_object *type = tt_obj_type(kind);
    for (size_t i = 0; i < type->member_count; i++) {
        const tt_obj_member *member = &type->members[i];
        for (unsigned n = 0; member->type == TT_MEMBER_TEXT && n < member->count; n++) {
            const char *const some[] = {"",
                                        "tee",
                                        "\xc3\xa4\xe2\x82\xac",
                                        "x\x01\"\\/\x7f",
                                        "twenty-three bytes long",
                                        "fifteen bytes !"};
            tt_bytes text = tt_bytes_of(some[random_next(random) % 6]);
            if (random_next(random) % 2 == 0 && text.size < 4u * member->ints) {
                assert_int_equal(tt_string_to_ints(out.ints + member->index + n * member->ints,
                                                   member->ints, text),
                                 TT_OK);
            }
        }
    }
    return out;
}

static void nothing_is_lost(void **state)
{
    (void)state;
    uint64_t random = 20;
    uint8_t out[TT_OBJ_JSON_BOUND(MOST)], again[TT_OBJ_JSON_BOUND(MOST)];
    for (int round = 0; round < 300; round++) {
        for (int k = 0; k < TT_OBJ_KINDS; k++) {
            tt_obj_kind kind = (tt_obj_kind)k;
            unsigned options = round % 2 == 0 ? TT_OBJ_JSON_NAMES : 0;
            item from = random_item(&random, kind);
            item to;
            tt_bytes json = write_json(out, sizeof out, kind, &from, options);
            tt_json j = tt_json_of(json);
            memset(&to, 0x5a, sizeof to);
            tt_status status = tt_obj_from_json(to.ints, MOST, &to.count, kind, &j);
            assert_int_equal(status, tti_obj_fit(kind, from.count));
            assert_int_equal(to.count, from.count);
            assert_memory_equal(to.ints, from.ints, 4 * from.count);
            assert_true(to.count == MOST || to.ints[to.count] == 0x5a5a5a5a);
            assert_true(tt_bytes_equal(write_json(again, sizeof again, kind, &to, options), json));
        }
    }
}

/* Another reader takes what we write, and finds the members. */
static void another_reader(void **state)
{
    (void)state;
    uint64_t random = 21;
    uint8_t out[TT_OBJ_JSON_BOUND(MOST)];
    for (int k = 0; k < TT_OBJ_KINDS; k++) {
        tt_obj_kind kind = (tt_obj_kind)k;
        const tt_object *type = tt_obj_type(kind);
        item from = random_item(&random, kind);
        from.count = type->ints;
        tt_bytes json = write_json(out, sizeof out, kind, &from, TT_OBJ_JSON_NAMES);
        json_t *root = json_loadb((const char *)json.data, json.size, JSON_REJECT_DUPLICATES, NULL);
        assert_non_null(root);
        for (size_t i = 0; i < type->member_count; i++) {
            const tt_obj_member *member = &type->members[i];
            json_t *value = json_object_get(root, member->name);
            assert_non_null(value);
            if (member->count > 1) {
                assert_int_equal(json_array_size(value), member->count);
            } else if (member->type != TT_MEMBER_TEXT) {
                assert_true(json_is_integer(value));
                assert_int_equal(json_integer_value(value), from.ints[member->index]);
            }
        }
        json_decref(root);
    }
}

/* The longest forms fit the bound, and one byte less than needed is too little, for all. */
static void room(void **state)
{
    (void)state;
    uint8_t out[TT_OBJ_JSON_BOUND(MOST)];
    for (int k = 0; k < TT_OBJ_KINDS; k++) {
        tt_obj_kind kind = (tt_obj_kind)k;
        const tt_object *type = tt_obj_type(kind);
        item from;
        from.count = type->ints + 5;
        for (size_t i = 0; i < from.count; i++) {
            const tt_obj_member *member = tt_obj_member_at(kind, i);
            from.ints[i] = member != NULL && member->type == TT_MEMBER_FLAGS ? -1 : INT32_MIN;
        }
        for (size_t i = 0; i < type->member_count; i++) {
            const tt_obj_member *member = &type->members[i];
            for (unsigned n = 0; member->type == TT_MEMBER_TEXT && n < member->count; n++) {
                int32_t *text = from.ints + member->index + n * member->ints;
                tt_bytes controls = {
                    (const uint8_t *)"\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1",
                    4u * member->ints - 1};
                assert_int_equal(tt_string_to_ints(text, member->ints, controls), TT_OK);
            }
        }
        tt_bytes json =
            write_json(out, TT_OBJ_JSON_BOUND(from.count), kind, &from, TT_OBJ_JSON_NAMES);
        for (size_t cap = 0; cap < json.size; cap++) {
            uint8_t small[TT_OBJ_JSON_BOUND(MOST)];
            tt_packer p = tt_packer_of(small, cap);
            tt_obj_json(&p, kind, from.ints, from.count, TT_OBJ_JSON_NAMES);
            assert_int_equal(p.status, TT_ERR_SPACE);
            assert_int_equal(tt_packer_bytes(&p).size, 0);
        }
    }
    tt_packer p = tt_packer_of(out, sizeof out);
    tt_obj_json(&p, TT_OBJ_KINDS, NULL, 0, 0);
    assert_int_equal(p.status, TT_ERR_ARGUMENT);
    tt_obj_json(&p, TT_OBJ_EXPLOSION, NULL, 0, 0);
    assert_int_equal(tt_packer_bytes(&p).size, 0);
}

/* It appends; what is before it does not matter. */
static void inside_of_other_output(void **state)
{
    (void)state;
    char out[64];
    tt_packer p = tt_packer_of(out, sizeof out);
    const int32_t ints[2] = {1, 2};
    tt_pack_raw(&p, tt_bytes_of("[0,"));
    tt_obj_json(&p, TT_OBJ_SPAWN, ints, 2, 0);
    tt_pack_raw(&p, tt_bytes_of("]"));
    assert_true(tt_bytes_equal(tt_packer_bytes(&p), tt_bytes_of("[0,{\"x\":1,\"y\":2}]")));

    /* And it is read from the middle, with the rest left to the caller. */
    tt_json j = tt_json_of(tt_packer_bytes(&p));
    tt_json_token token;
    int32_t back[2];
    size_t count;
    assert_int_equal(tt_json_next(&j, &token), TT_OK);
    assert_int_equal(tt_json_next(&j, &token), TT_OK);
    assert_int_equal(tt_obj_from_json(back, 2, &count, TT_OBJ_SPAWN, &j), TT_OK);
    assert_true(count == 2 && back[0] == 1 && back[1] == 2);
    assert_int_equal(tt_json_next(&j, &token), TT_OK);
    assert_int_equal(token.kind, TT_JSON_ARRAY_END);
}

static void what_people_write(void **state)
{
    (void)state;
    const int32_t flag[3] = {5, -6, 1};
    expect_ints(TT_OBJ_FLAG, "{\"team\":\"blue\",\"y\":-6,\"x\":5}", TT_OK, 3, flag);
    expect_ints(TT_OBJ_FLAG, " { \"\\u0078\" : 5 , \"y\":-6,\"team_name\":\"blue\"}", TT_OK, 3,
                flag);
    const int32_t player[2] = {5, 2};
    expect_ints(TT_OBJ_DDNET_PLAYER, "{\"flags\":[\"afk\",\"spec\"],\"auth_level\":\"mod\"}",
                TT_NOTE_OBJ_SHORTER, 2, player);
    expect_ints(TT_OBJ_DDNET_PLAYER, "{\"auth_level\":2,\"flags_names\":[1,\"spec\"],\"flags\":5}",
                TT_NOTE_OBJ_SHORTER, 2, player);
    /* the unsigned form of flags */
    const int32_t bw[1] = {INT32_MIN};
    expect_ints(TT_OBJ_GAME_INFO_EX, "{\"flags\":2147483648}", TT_NOTE_OBJ_SHORTER, 1, bw);
    expect_ints(TT_OBJ_GAME_INFO_EX, "{\"flags\":[\"entities_bw\"]}", TT_NOTE_OBJ_SHORTER, 1, bw);
    /* a gap gets its defaults */
    const int32_t tee[5] = {0, 0, 2, -1, 9};
    expect_ints(TT_OBJ_DDNET_CHARACTER, "{\"strong_weak_id\":9}", TT_NOTE_OBJ_SHORTER, 5, tee);
    const int32_t state_ints[11] = {0, 7, 0, 0, 0, 0, 0, 0, 0, 1, 2};
    expect_ints(TT_OBJ_SWITCH_STATE, "{\"switch_numbers\":[1,2],\"status\":[7]}",
                TT_NOTE_OBJ_SHORTER, 11, state_ints);
    /* so do members before ints that nobody knows */
    const int32_t longer[6] = {0, 0, 0, 0, 0, 44};
    expect_ints(TT_OBJ_GAME_INFO_EX, "{\"extra\":[44]}", TT_NOTE_OBJ_LONGER, 6, longer);
    expect_ints(TT_OBJ_GAME_INFO_EX, "{\"extra\":[]}", TT_NOTE_OBJ_SHORTER, 0, NULL);
}

static void items_that_are_too_short(void **state)
{
    (void)state;
    const int32_t one[1] = {5};
    expect_ints(TT_OBJ_FLAG, "{\"x\":5}", TT_ERR_OBJ_SHORT, 1, one);
    expect_ints(TT_OBJ_FLAG, "{}", TT_ERR_OBJ_SHORT, 0, NULL);
    expect_ints(TT_OBJ_CLIENT_INFO, "{\"name\":[5]}", TT_ERR_OBJ_SHORT, 1, one);
    expect_error(TT_OBJ_FLAG, "{\"y\":5^}", TT_ERR_OBJ_MISSING);
    expect_error(TT_OBJ_FLAG, "{\"x\":5,\"extra\":[1]^}", TT_ERR_OBJ_MISSING);
    expect_error(TT_OBJ_CLIENT_INFO, "{\"name\":[5],\"clan\":\"\"^}", TT_ERR_OBJ_MISSING);
}

static void mistakes(void **state)
{
    (void)state;
    const tt_obj_kind flag = TT_OBJ_FLAG, player = TT_OBJ_DDNET_PLAYER;
    expect_error(flag, "{\"x\":1,^\"z\":2}", TT_ERR_OBJ_UNKNOWN);
    expect_error(flag, "{^\"x_name\":2}", TT_ERR_OBJ_UNKNOWN);
    expect_error(flag, "{^\"team_names\":2}", TT_ERR_OBJ_UNKNOWN);
    expect_error(flag, "{^\"\":2}", TT_ERR_OBJ_UNKNOWN);
    expect_error(flag, "{^\"x\\u0000\":2}", TT_ERR_OBJ_UNKNOWN);
    expect_error(flag,
                 "{^\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\":2}",
                 TT_ERR_OBJ_UNKNOWN);
    expect_error(flag, "{\"x\":1,^\"x\":1}", TT_ERR_OBJ_TWICE);
    expect_error(flag, "{\"team_name\":\"red\",^\"team_name\":\"red\"}", TT_ERR_OBJ_TWICE);
    expect_error(flag, "{\"extra\":[],^\"extra\":[]}", TT_ERR_OBJ_TWICE);
    expect_error(flag, "{\"team\":^\"green\"}", TT_ERR_OBJ_NAME);
    expect_error(player, "{\"flags\":[\"afk\",^\"green\"]}", TT_ERR_OBJ_NAME);
    expect_error(flag, "{\"team\":0,\"team_name\":^\"blue\"}", TT_ERR_OBJ_DIFFER);
    expect_error(flag, "{\"team_name\":\"blue\",\"team\":^0}", TT_ERR_OBJ_DIFFER);
    expect_error(player, "{\"flags\":3,\"flags_names\":^[\"afk\"]}", TT_ERR_OBJ_DIFFER);
    expect_error(flag, "{\"x\":^2147483648}", TT_ERR_RANGE);
    expect_error(flag, "{\"x\":^-2147483649}", TT_ERR_RANGE);
    expect_error(flag, "{\"x\":^99999999999999999999}", TT_ERR_RANGE);
    expect_error(player, "{\"flags\":^4294967296}", TT_ERR_RANGE);
    expect_error(player, "{\"flags\":[1,^-2147483649]}", TT_ERR_RANGE);
    expect_error(flag, "{\"x\":^1.5}", TT_ERR_SYNTAX);
    expect_error(flag, "{\"x\":^\"1\"}", TT_ERR_JSON_TYPE);
    expect_error(flag, "{\"x\":^null}", TT_ERR_JSON_TYPE);
    expect_error(flag, "{\"x\":^[1]}", TT_ERR_JSON_TYPE);
    expect_error(flag, "{\"x\":^{}}", TT_ERR_JSON_TYPE);
    expect_error(flag, "{\"team\":^[1]}", TT_ERR_JSON_TYPE);
    expect_error(player, "{\"flags\":^\"afk\"}", TT_ERR_JSON_TYPE);
    expect_error(player, "{\"flags\":[^null]}", TT_ERR_JSON_TYPE);
    expect_error(flag, "{\"extra\":^1}", TT_ERR_JSON_TYPE);
    expect_error(flag, "{\"extra\":[1,^true]}", TT_ERR_JSON_TYPE);
    expect_error(flag, "^[]", TT_ERR_JSON_TYPE);
    expect_error(flag, "^7", TT_ERR_JSON_TYPE);
    expect_error(flag, "{\"x\":1^", TT_ERR_JSON_END);
    expect_error(flag, "^", TT_ERR_JSON_END);
    expect_error(flag, "{\"x\":1,^}", TT_ERR_JSON_SYNTAX);
    expect_error(TT_OBJ_KINDS, "^{}", TT_ERR_ARGUMENT);
}

static void mistakes_in_lists_and_texts(void **state)
{
    (void)state;
    const tt_obj_kind switches = TT_OBJ_SWITCH_STATE, info = TT_OBJ_CLIENT_INFO;
    const tt_obj_kind de = TT_OBJ_TW7_DE_CLIENT_INFO;
    expect_error(switches, "{\"status\":^1}", TT_ERR_JSON_TYPE);
    expect_error(switches, "{\"status\":[1,^\"1\"]}", TT_ERR_JSON_TYPE);
    expect_error(switches, "{\"status\":[1,2,3,4,5,6,7,8,^9]}", TT_ERR_RANGE);
    expect_error(info, "{\"name\":^1}", TT_ERR_JSON_TYPE);
    expect_error(info, "{\"name\":^\"sixteen bytes...\"}", TT_ERR_OBJ_TEXT);
    expect_error(info, "{\"name\":^\"a\\u0000\"}", TT_ERR_OBJ_TEXT);
    expect_error(info, "{\"name\":^\"\xff\"}", TT_ERR_UTF8);
    expect_error(info, "{\"name\":[1,2,3,4,^5]}", TT_ERR_RANGE);
    expect_error(info, "{\"name\":[1,^{}]}", TT_ERR_JSON_TYPE);
    expect_error(info, "{\"name\":\"\\^x\"}", TT_ERR_JSON_STRING);
    expect_error(de, "{\"skin_part_names\":^\"\"}", TT_ERR_JSON_TYPE);
    expect_error(de, "{\"skin_part_names\":[\"\",^1]}", TT_ERR_JSON_TYPE);
    expect_error(de, "{\"skin_part_names\":[\"\",\"\",\"\",\"\",\"\",\"\",^\"\"]}", TT_ERR_RANGE);
    expect_error(de, "{\"skin_part_names\":[^\"twenty-four bytes.......\"]}", TT_ERR_OBJ_TEXT);
}

/* No int is written beyond the room; exactly enough is enough. */
static void room_of_the_reader(void **state)
{
    (void)state;
    const char *const texts_of[] = {
        "{\"x\":1,\"y\":2,\"team\":1}",
        "{\"x\":1,\"y\":2,\"extra\":[]}",
        "{\"highest_switch_number\":4,\"end_ticks\":[1]}",
        "{\"name\":\"\",\"clan\":\"\"}",
    };
    const tt_obj_kind kinds[] = {TT_OBJ_FLAG, TT_OBJ_SPAWN, TT_OBJ_SWITCH_STATE,
                                 TT_OBJ_CLIENT_INFO};
    const size_t needed[] = {3, 2, 14, 7};
    for (int i = 0; i < 4; i++) {
        for (size_t cap = 0; cap <= needed[i]; cap++) {
            int32_t dst[32];
            size_t count;
            memset(dst, 0x5a, sizeof dst);
            tt_json j = tt_json_of(tt_bytes_of(texts_of[i]));
            tt_status status = tt_obj_from_json(dst, cap, &count, kinds[i], &j);
            assert_int_equal(status == TT_ERR_SPACE, cap < needed[i]);
            assert_int_equal(count, cap < needed[i] ? 0 : needed[i]);
            assert_int_equal(dst[cap], 0x5a5a5a5a);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written),
        cmocka_unit_test(names_of_values),
        cmocka_unit_test(texts),
        cmocka_unit_test(nothing_is_lost),
        cmocka_unit_test(another_reader),
        cmocka_unit_test(room),
        cmocka_unit_test(inside_of_other_output),
        cmocka_unit_test(what_people_write),
        cmocka_unit_test(items_that_are_too_short),
        cmocka_unit_test(mistakes),
        cmocka_unit_test(mistakes_in_lists_and_texts),
        cmocka_unit_test(room_of_the_reader),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
