/* SPDX-License-Identifier: MIT
 *
 * Tests of the rows after teetape/snap_object.h: every one against the facts in
 * vectors/snap_objects.txt, how they are found, sizes, UUIDs, names of values.
 */
#include "cm.h"
#include "vectors.h"

#include <stdlib.h>

#include "schema/fields.h"
#include "teetape/delta.h"
#include "teetape/snap_object.h"

static const tt_obj_member *member_of(tt_obj_kind kind, const char *name)
{
    const tt_object *type = tt_obj_type(kind);
    for (size_t i = 0; i < type->member_count; i++) {
        if (strcmp(type->members[i].name, name) == 0) {
            return &type->members[i];
        }
    }
    fail_msg("%s has no %s", type->name, name);
    return NULL;
}

static tt_dialect dialect_of(const char *text)
{
    return strcmp(text, "0.6") == 0   ? TT_DIALECT_6
           : strcmp(text, "0.7") == 0 ? TT_DIALECT_7
                                      : TT_DIALECT_DDNET;
}

static tt_obj_kind kind_of(tt_dialect dialect, const char *type)
{
    if (type[0] >= '0' && type[0] <= '9') {
        return tt_obj_find(dialect, atoi(type));
    }
    tt_uuid uuid = tt_uuid_from_name(tt_bytes_of(type));
    return tti_obj_find_uuid(&uuid);
}

/* One line of the facts against the rows. */
static void check_int(const vectors *v, size_t ints[TT_OBJ_KINDS])
{
    tt_dialect dialect = dialect_of(v->field[0]);
    tt_obj_kind kind = kind_of(dialect, v->field[1]);
    assert_int_not_equal(kind, TT_OBJ_KINDS);
    const tt_object *type = tt_obj_type(kind);
    assert_string_equal(type->name, v->field[2]);
    assert_int_equal(type->dialect, dialect);
    size_t index = (size_t)atoi(v->field[3]);
    assert_int_equal(index, ints[kind]);
    ints[kind]++;
    const tt_obj_member *member = tt_obj_member_at(kind, index);
    assert_non_null(member);
    assert_string_equal(member->name, v->field[4]);
    int is_minus_one = dialect == TT_DIALECT_6 && strcmp(member->name, "hooked_player") == 0;
    assert_int_equal(member->min, is_minus_one ? -1 : atol(v->field[5]));
    assert_int_equal(member->max, atol(v->field[6]));
    int is_later = strcmp(v->field[7], "-") != 0;
    assert_int_equal(member->is_later, is_later);
    assert_int_equal(member->absent, is_later ? atoi(v->field[7]) : 0);
    assert_int_equal(index < type->min_ints, !is_later);
}

static void rows_are_the_facts(void **state)
{
    (void)state;
    size_t ints[TT_OBJ_KINDS] = {0};
    vectors v;
    vectors_open(&v, "snap_objects.txt");
    while (vectors_next(&v)) {
        check_int(&v, ints);
    }
    ints[TT_OBJ_UUID_TYPE] = 4;
    for (int kind = 0; kind < TT_OBJ_KINDS; kind++) {
        assert_int_equal(ints[kind], tti_obj_ints((tt_obj_kind)kind));
    }
    assert_int_equal(TT_OBJ_KINDS, 20 + 21 + 18 + 24);
}

static void check_values(const tt_obj_member *member)
{
    assert_true((member->values == NULL) == (member->value_count == 0));
    for (size_t i = 0; i < member->value_count; i++) {
        const tt_obj_value *value = &member->values[i];
        assert_string_equal(tt_obj_value_name(member, value->value), value->name);
        assert_true(value->name[0] != 0 && strlen(value->name) < 40);
        uint32_t bit = (uint32_t)value->value;
        assert_true(member->type != TT_MEMBER_FLAGS || (bit != 0 && (bit & (bit - 1)) == 0));
        for (size_t other = 0; other < i; other++) {
            assert_string_not_equal(value->name, member->values[other].name);
        }
    }
    assert_null(tt_obj_value_name(member, 12345));
}

/* Nothing else can hold what a name stands for in JSON. */
static void check_names(const tt_object *type, size_t i)
{
    const char *name = type->members[i].name;
    size_t size = strlen(name);
    assert_string_not_equal(name, "extra");
    assert_true(size > 0 && size < 40);
    for (size_t other = 0; other < type->member_count; other++) {
        const char *rest = type->members[other].name;
        if (other != i && strncmp(rest, name, size) == 0) {
            assert_true(rest[size] != 0 && strcmp(rest + size, "_name") != 0 &&
                        strcmp(rest + size, "_names") != 0);
        }
    }
    for (size_t c = 0; c < size; c++) {
        assert_true((name[c] >= 'a' && name[c] <= 'z') || (name[c] >= '0' && name[c] <= '9') ||
                    name[c] == '_');
    }
}

static void every_row_is_described(void **state)
{
    (void)state;
    size_t longest = 0;
    for (int k = 0; k < TT_OBJ_KINDS; k++) {
        tt_obj_kind kind = (tt_obj_kind)k;
        const tt_object *type = tt_obj_type(kind);
        size_t at = 0;
        int is_later = 0;
        assert_true(type->name[0] != 0 && type->doc[0] != 0 && type->member_count > 0);
        for (size_t i = 0; i < type->member_count; i++) {
            const tt_obj_member *member = &type->members[i];
            assert_int_equal(member->index, at);
            for (unsigned n = 0; n < member->count * member->ints; n++) {
                assert_ptr_equal(tt_obj_member_at(kind, at + n), member);
            }
            at += (size_t)member->count * member->ints;
            assert_true(member->min <= member->max && member->doc != NULL);
            assert_true(!is_later || member->is_later); /* only at the end */
            assert_true(member->type == TT_MEMBER_TEXT ? member->ints <= 6 : member->ints == 1);
            assert_true(member->value_count == 0 || member->count == 1);
            is_later = member->is_later;
            check_values(member);
            check_names(type, i);
        }
        assert_int_equal(at, type->ints);
        assert_null(tt_obj_member_at(kind, at));
        longest = at > longest ? at : longest;
    }
    assert_int_equal(longest, TT_OBJ_MAX_INTS);
    assert_int_equal(sizeof(tt_obj_any), 4 * TT_OBJ_MAX_INTS);
}

static void numbers_find_their_rows(void **state)
{
    (void)state;
    const int last[TT_DIALECTS] = {20, 20, 24};
    for (int d = 0; d < TT_DIALECTS; d++) {
        for (int32_t type = -3; type < 70; type++) {
            int is_there = type >= (d == TT_DIALECT_6 ? 1 : 0) && type <= last[d];
            tt_obj_kind kind = tt_obj_find((tt_dialect)d, type);
            assert_int_equal(kind != TT_OBJ_KINDS, is_there);
            if (is_there) {
                const tt_object *row = tt_obj_type(kind);
                assert_int_equal(row->type, type);
                assert_int_equal(row->dialect, type == 0 ? (int)TT_DIALECT_DDNET : d);
                assert_int_equal(row->min_ints, row->ints);
                assert_null(row->sizes);
                assert_int_equal(tt_obj_find_name(row->dialect, tt_bytes_of(row->name)), kind);
            }
        }
    }
    assert_int_equal(tt_obj_find(TT_DIALECT_DDNET, INT32_MAX), TT_OBJ_KINDS);
    assert_int_equal(tt_obj_find(TT_DIALECT_DDNET, INT32_MIN), TT_OBJ_KINDS);
    assert_int_equal(tt_obj_find(TT_DIALECTS, 2), TT_OBJ_KINDS);
    assert_int_equal(tt_obj_find((tt_dialect)-1, 2), TT_OBJ_KINDS);
    assert_int_equal(tt_obj_find_name(TT_DIALECT_6, tt_bytes_of("De_GameInfo")), TT_OBJ_KINDS);
    assert_int_equal(tt_obj_find_name(TT_DIALECT_6, (tt_bytes){NULL, 0}), TT_OBJ_KINDS);
    assert_int_equal(tt_obj_find_name(TT_DIALECT_7, tt_bytes_of("DDNetLaser")), TT_OBJ_DDNET_LASER);
}

/* The last column of `sizes`, "12.2:1 12.4:5", is what is known here. */
static void uuids_are_those_of_the_names(void **state)
{
    (void)state;
    int count = 0;
    for (int k = -1; k <= TT_OBJ_KINDS; k++) {
        tt_obj_kind kind = (tt_obj_kind)k;
        const char *name = tti_obj_uuid_name(kind);
        assert_int_equal(name == NULL, tti_obj_uuid(kind) == NULL);
        if (name != NULL) {
            tt_uuid uuid = tt_uuid_from_name(tt_bytes_of(name));
            assert_memory_equal(uuid.bytes, tti_obj_uuid(kind)->bytes, 16);
            assert_int_equal(tti_obj_find_uuid(&uuid), kind);
            uuid.bytes[0] ^= 1;
            assert_int_equal(tti_obj_find_uuid(&uuid), TT_OBJ_KINDS);
            const tt_object *type = tt_obj_type(kind);
            assert_int_equal(type->type, -1);
            assert_int_equal(atoi(strrchr(type->sizes, ':') + 1), type->ints);
            assert_true((size_t)atoi(strchr(type->sizes, ':') + 1) >= type->min_ints);
            count++;
        }
    }
    assert_int_equal(count, 18);
    tt_uuid none = {{0}};
    assert_int_equal(tti_obj_find_uuid(&none), TT_OBJ_KINDS);
}

static void uuid_objects_and_their_sizes(void **state)
{
    (void)state;
    const struct {
        const char *name;
        size_t ints, least;
    } rows[] = {
        {"my-own-object@heinrich5991.de", 1, 1},
        {"character@netobj.ddnet.tw", 11, 0},
        {"player@netobj.ddnet.tw", 4, 2},
        {"gameinfo@netobj.ddnet.tw", 5, 0},
        {"projectile@netobj.ddnet.tw", 6, 6},
        {"laser@netobj.ddnet.tw", 10, 7},
        {"ddnet-projectile@netobj.ddnet.tw", 10, 10},
        {"pickup@netobj.ddnet.tw", 6, 5},
        {"spectator-info@netobj.ddnet.org", 5, 4},
        {"spectator-count@netobj.ddnet.org", 1, 1},
        {"birthday@netevent.ddnet.org", 2, 2},
        {"finish@netevent.ddnet.org", 2, 2},
        {"my-own-event@heinrich5991.de", 1, 1},
        {"spec-char@netobj.ddnet.tw", 2, 2},
        {"switch-state@netobj.ddnet.tw", 17, 0},
        {"entity-ex@netobj.ddnet.tw", 3, 3},
        {"map-best-time@netobj.ddnet.org", 2, 2},
        {"map-sound-world@netevent.ddnet.org", 3, 3},
    };
    for (size_t i = 0; i < 18; i++) {
        tt_obj_kind kind = kind_of(TT_DIALECT_DDNET, rows[i].name);
        assert_string_equal(tti_obj_uuid_name(kind), rows[i].name);
        assert_int_equal(tti_obj_ints(kind), rows[i].ints);
        assert_int_equal(tt_obj_type(kind)->min_ints, rows[i].least);
    }
    const int32_t ints[4] = {-1824658838, -629591830, -1450210576, 914991429};
    uint8_t bytes[16];
    for (int i = 0; i < 16; i++) {
        bytes[i] = (uint8_t)((uint32_t)ints[i / 4] >> (24 - 8 * (i % 4)));
    }
    assert_memory_equal(bytes, tti_obj_uuid(TT_OBJ_GAME_INFO_EX)->bytes, 16);
}

/* The sizes that both sides of a delta know are those of the objects; 0.7's last two and all
 * UUID types are written with theirs. */
static void sizes_are_those_of_deltas(void **state)
{
    (void)state;
    const uint8_t six[] = {10, 6, 5, 4, 3, 8, 4, 15, 22, 5, 17, 3, 2, 2, 2, 2, 3, 3, 3, 3};
    const uint8_t seven[] = {10, 6, 5, 3, 3, 3, 2, 4, 15, 22, 3, 4, 58, 5, 32, 2, 2, 2, 2, 3, 3, 7};
    for (int32_t type = 1; type <= 22; type++) {
        if (type <= 20) {
            assert_int_equal(tti_obj_ints(tt_obj_find(TT_DIALECT_6, type)), six[type - 1]);
            assert_int_equal(tti_obj_ints(tt_obj_find(TT_DIALECT_DDNET, type)), six[type - 1]);
        }
        assert_int_equal(tti_obj_ints(tt_obj_find(TT_DIALECT_7, type)), seven[type - 1]);
    }
    for (int32_t type = 0; type < 64; type++) {
        size_t in_6 = type == 0 ? 0 : tti_obj_ints(tt_obj_find(TT_DIALECT_6, type));
        size_t in_7 = type == 0 || type > 22 ? 0 : tti_obj_ints(tt_obj_find(TT_DIALECT_7, type));
        assert_int_equal(tt_snap_sizes_of(TT_DIALECT_6)->ints[type], in_6);
        assert_int_equal(tt_snap_sizes_of(TT_DIALECT_7)->ints[type], in_7);
    }
    assert_int_equal(tti_obj_ints(TT_OBJ_TW7_PLAYER_INFO_RACE), 1);
    assert_int_equal(tti_obj_ints(TT_OBJ_TW7_GAME_DATA_RACE), 3);
}

/* Where the common description of items goes wrong, each point as the games have it. */
static void what_is_often_told_wrong(void **state)
{
    (void)state;
    /* pickups: 0.6 has a subtype and four types, 0.7 has neither */
    assert_int_equal(tti_obj_ints(TT_OBJ_TW6_PICKUP), 4);
    assert_int_equal(tti_obj_ints(TT_OBJ_TW7_PICKUP), 3);
    assert_int_equal(member_of(TT_OBJ_TW6_PICKUP, "type")->value_count, 4);
    assert_string_equal(tt_obj_value_name(member_of(TT_OBJ_TW6_PICKUP, "type"), 2), "weapon");
    assert_string_equal(tt_obj_value_name(member_of(TT_OBJ_PICKUP, "type"), 4), "armor_shotgun");
    assert_string_equal(tt_obj_value_name(member_of(TT_OBJ_TW7_PICKUP, "type"), 2), "grenade");
    /* 6 is the rules, 7 the scores */
    assert_int_equal(tt_obj_find(TT_DIALECT_6, 6), TT_OBJ_TW6_GAME_INFO);
    assert_int_equal(tti_obj_ints(TT_OBJ_TW6_GAME_INFO), 8);
    assert_int_equal(tti_obj_ints(TT_OBJ_TW6_GAME_DATA), 4);
    /* flags of the game and its state */
    assert_int_equal(member_of(TT_OBJ_GAME_INFO, "game_flags")->value_count, 2);
    assert_int_equal(member_of(TT_OBJ_TW7_DE_GAME_INFO, "game_flags")->value_count, 4);
    const tt_obj_member *flags = member_of(TT_OBJ_TW6_GAME_INFO, "game_state_flags");
    assert_string_equal(tt_obj_value_name(flags, 1), "gameover");
    assert_null(tt_obj_value_name(flags, 8));
    flags = member_of(TT_OBJ_GAME_INFO, "game_state_flags");
    assert_string_equal(tt_obj_value_name(flags, 8), "racetime");
    /* the last seven members of a tee */
    const char *const last[] = {"player_flags", "health", "armor",      "ammo_count",
                                "weapon",       "emote",  "attack_tick"};
    for (size_t i = 0; i < 7; i++) {
        assert_string_equal(tt_obj_member_at(TT_OBJ_CHARACTER, 15 + i)->name, last[i]);
        assert_string_equal(tt_obj_member_at(TT_OBJ_TW6_CHARACTER, 15 + i)->name, last[i]);
    }
    assert_string_equal(tt_obj_member_at(TT_OBJ_TW7_CHARACTER, 21)->name, "triggered_events");
    flags = member_of(TT_OBJ_CHARACTER, "player_flags");
    assert_string_equal(tt_obj_value_name(flags, 1), "playing");
    assert_int_equal(flags->value_count, 8);
    assert_int_equal(member_of(TT_OBJ_TW6_CHARACTER, "player_flags")->value_count, 4);
    assert_string_equal(tt_obj_value_name(member_of(TT_OBJ_TW7_PLAYER_INFO, "player_flags"), 1),
                        "admin");
    /* ammunition, weapon, hook */
    assert_int_equal(member_of(TT_OBJ_TW6_CHARACTER, "ammo_count")->min, 0);
    assert_int_equal(member_of(TT_OBJ_CHARACTER, "ammo_count")->min, -1);
    assert_int_equal(member_of(TT_OBJ_TW7_CHARACTER, "ammo_count")->max, INT32_MAX);
    assert_string_equal(tt_obj_value_name(member_of(TT_OBJ_CHARACTER, "weapon"), -1), "none");
    assert_null(tt_obj_value_name(member_of(TT_OBJ_TW6_CHARACTER, "weapon"), -1));
    const tt_obj_member *hook = member_of(TT_OBJ_CHARACTER, "hook_state");
    assert_string_equal(tt_obj_value_name(hook, 4), "flying");
    assert_string_equal(tt_obj_value_name(hook, -1), "retracted");
    assert_int_equal(member_of(TT_OBJ_CHARACTER, "hook_tick")->type, TT_MEMBER_INT);
    assert_int_equal(member_of(TT_OBJ_CHARACTER, "emote")->max, 6);
    assert_int_equal(member_of(TT_OBJ_TW7_CHARACTER, "emote")->max, 5);
    /* texts, sounds, damage */
    assert_int_equal(member_of(TT_OBJ_CLIENT_INFO, "skin")->ints, 6);
    assert_int_equal(tti_obj_ints(TT_OBJ_SOUND_GLOBAL), 3);
    assert_int_equal(tti_obj_ints(TT_OBJ_TW7_DAMAGE), 7);
    /* the highest flag is the sign */
    flags = member_of(TT_OBJ_GAME_INFO_EX, "flags");
    assert_int_equal(flags->value_count, 32);
    assert_string_equal(tt_obj_value_name(flags, INT32_MIN), "entities_bw");
}

static void what_objects_are_for(void **state)
{
    (void)state;
    assert_int_equal(tt_obj_type(TT_OBJ_UUID_TYPE)->use, TT_OBJ_IS_TYPE);
    for (int k = 0; k < TT_OBJ_KINDS; k++) {
        const tt_object *type = tt_obj_type((tt_obj_kind)k);
        int is_demo = strncmp(type->name, "De_", 3) == 0;
        int is_base = strcmp(type->name, "PlayerInput") == 0 || strcmp(type->name, "Common") == 0 ||
                      strcmp(type->name, "CharacterCore") == 0;
        assert_int_equal(type->use == TT_OBJ_IS_DEMO, is_demo);
        assert_int_equal(type->use == TT_OBJ_IS_BASE, is_base);
    }
    assert_int_equal(tt_obj_type(TT_OBJ_EXPLOSION)->use, TT_OBJ_IS_EVENT);
    assert_int_equal(tt_obj_type(TT_OBJ_DAMAGE_IND)->use, TT_OBJ_IS_EVENT);
    assert_int_equal(tt_obj_type(TT_OBJ_TW7_DAMAGE)->use, TT_OBJ_IS_EVENT);
    assert_int_equal(tt_obj_type(TT_OBJ_MAP_SOUND_WORLD)->use, TT_OBJ_IS_EVENT);
    assert_int_equal(tt_obj_type(TT_OBJ_SPECTATOR_INFO)->use, TT_OBJ_IS_STATE);
    assert_int_equal(tt_obj_type(TT_OBJ_TW7_SPECTATOR_INFO)->use, TT_OBJ_IS_STATE);
    assert_int_equal(tt_obj_type(TT_OBJ_TW7_GAME_DATA_RACE)->use, TT_OBJ_IS_STATE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_the_facts),
        cmocka_unit_test(every_row_is_described),
        cmocka_unit_test(numbers_find_their_rows),
        cmocka_unit_test(uuids_are_those_of_the_names),
        cmocka_unit_test(uuid_objects_and_their_sizes),
        cmocka_unit_test(sizes_are_those_of_deltas),
        cmocka_unit_test(what_is_often_told_wrong),
        cmocka_unit_test(what_objects_are_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
