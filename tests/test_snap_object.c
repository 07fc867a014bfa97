/* SPDX-License-Identifier: MIT
 *
 * Tests of the ints of items against their objects: short and long ones, defaults, ranges, and
 * items that a server sent.
 */
#include "cm.h"

#include "schema/fields.h"
#include "teetape/snap_object.h"
#include "teetape/string.h"

static void kinds_that_do_not_exist(void **state)
{
    (void)state;
    const tt_obj_kind wrong[] = {TT_OBJ_KINDS, (tt_obj_kind)-1};
    int32_t ints[4] = {7, 7, 7, 7};
    for (int i = 0; i < 2; i++) {
        assert_null(tt_obj_type(wrong[i]));
        assert_int_equal(tti_obj_ints(wrong[i]), 0);
        assert_null(tt_obj_member_at(wrong[i], 0));
        assert_int_equal(tti_obj_fit(wrong[i], 0), TT_ERR_ARGUMENT);
        assert_int_equal(tt_obj_unpack(NULL, wrong[i], ints, 4), TT_ERR_ARGUMENT);
        assert_int_equal(tti_obj_pack(ints, 0, wrong[i], ints), TT_ERR_ARGUMENT);
        assert_int_equal(tt_obj_validate(wrong[i], ints, 4, NULL), TT_ERR_ARGUMENT);
        assert_int_equal(tt_obj_clamp(wrong[i], ints, 4), 0);
        assert_int_equal(tt_obj_layout(wrong[i], ints, 4), wrong[i]);
    }
}

/* Items that a server sent, as a person reads them. */
static void items_of_a_server(void **state)
{
    (void)state;
    const int32_t tee[] = {19070, 455,  1974, 1820, -2894, -269, 1, 2, -1, 5, 21,
                           460,   1951, 127,  -222, 1,     0,    0, 0, 1,  0, 0};
    struct tt_obj_character c;
    assert_int_equal(tt_obj_unpack(&c, TT_OBJ_CHARACTER, tee, 22), TT_OK);
    assert_true(c.tick == 19070 && c.x == 455 && c.y == 1974 && c.direction == 1);
    assert_true(c.jumped == TT_JUMPED_AIR_JUMP_USED && c.hooked_player == -1);
    assert_true(c.hook_state == TT_HOOK_GRABBED && c.hook_tick == 21 && c.hook_x == 460);
    assert_true(c.player_flags == TT_PLAYER_PLAYING && c.weapon == TT_WEAPON_GUN);
    assert_int_equal(tt_obj_validate(TT_OBJ_CHARACTER, tee, 22, NULL), TT_OK);
    assert_int_equal(tt_obj_validate(TT_OBJ_TW6_CHARACTER, tee, 22, NULL), TT_OK);

    const int32_t who[] = {-487595294,  -109019008,  -2139062144, -2139062272, -775847808,
                           -2139062144, -2139062272, 276,         -454695199,  -169020288,
                           -2139062144, -2139062144, -2139062144, -2139062272, 0,
                           65408,       65408};
    struct tt_obj_client_info info;
    char text[24];
    assert_int_equal(tt_obj_unpack(&info, TT_OBJ_CLIENT_INFO, who, 17), TT_OK);
    assert_int_equal(tt_string_from_ints(text, info.name, 4), TT_OK);
    assert_string_equal(text, "bobby");
    assert_int_equal(tt_string_from_ints(text, info.clan, 3), TT_OK);
    assert_string_equal(text, "QA");
    assert_int_equal(tt_string_from_ints(text, info.skin, 6), TT_OK);
    assert_string_equal(text, "default");
    assert_true(info.country == 276 && info.color_feet == 65408);
}

/* Every length from nothing to more than is known, of every object. */
static void short_and_long_items(void **state)
{
    (void)state;
    for (int k = 0; k < TT_OBJ_KINDS; k++) {
        tt_obj_kind kind = (tt_obj_kind)k;
        const tt_object *type = tt_obj_type(kind);
        int32_t ints[TT_OBJ_MAX_INTS + 4], back[TT_OBJ_MAX_INTS + 4];
        for (int i = 0; i < TT_OBJ_MAX_INTS + 4; i++) {
            ints[i] = 1000 + i;
        }
        for (size_t count = 0; count <= type->ints + 3; count++) {
            int32_t object[TT_OBJ_MAX_INTS + 1];
            object[type->ints] = 4711; /* follows the struct */
            tt_status want = count < type->min_ints ? TT_ERR_OBJ_SHORT
                             : count < type->ints   ? TT_NOTE_OBJ_SHORTER
                             : count > type->ints   ? TT_NOTE_OBJ_LONGER
                                                    : TT_OK;
            assert_int_equal(tti_obj_fit(kind, count), want);
            assert_int_equal(tt_obj_unpack(object, kind, count ? ints : NULL, count), want);
            for (size_t i = 0; i < type->ints; i++) {
                assert_int_equal(object[i],
                                 i < count ? 1000 + (int)i : tt_obj_member_at(kind, i)->absent);
            }
            assert_int_equal(object[type->ints], 4711);
            memset(back, 0x5a, sizeof back);
            int fits = count >= type->min_ints && count <= type->ints;
            assert_int_equal(tti_obj_pack(back, count, kind, object),
                             fits ? TT_OK : TT_ERR_ARGUMENT);
            assert_memory_equal(back, ints, fits ? 4 * count : 0);
            assert_int_equal(back[fits ? count : 0], 0x5a5a5a5a);
        }
    }
}

/* DDNet 16.4 sends ten ints of a DDNetCharacter, 12.2 one. */
static void defaults_of_older_releases(void **state)
{
    (void)state;
    const int32_t ints[10] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    struct tt_obj_ddnet_character c;
    assert_int_equal(tt_obj_unpack(&c, TT_OBJ_DDNET_CHARACTER, ints, 10), TT_NOTE_OBJ_SHORTER);
    assert_true(c.target_y == 10 && c.tune_zone_override == -1);
    assert_int_equal(tt_obj_unpack(&c, TT_OBJ_DDNET_CHARACTER, ints, 1), TT_NOTE_OBJ_SHORTER);
    assert_true(c.flags == 1 && c.freeze_end == 0 && c.jumps == 2 && c.tele_checkpoint == -1);
    assert_true(c.strong_weak_id == 0 && c.jumped_total == -1 && c.ninja_activation_tick == -1);
    struct tt_obj_ddnet_player p;
    assert_int_equal(tt_obj_unpack(&p, TT_OBJ_DDNET_PLAYER, ints, 2), TT_NOTE_OBJ_SHORTER);
    assert_true(p.auth_level == 2 && p.finish_time_seconds == -2 && p.finish_time_millis == 0);
    assert_int_equal(tt_obj_unpack(&p, TT_OBJ_DDNET_PLAYER, ints, 1), TT_ERR_OBJ_SHORT);
    assert_true(p.flags == 1 && p.auth_level == 0 && p.finish_time_seconds == -2);
    struct tt_obj_ddnet_laser l;
    assert_int_equal(tt_obj_unpack(&l, TT_OBJ_DDNET_LASER, ints, 7), TT_NOTE_OBJ_SHORTER);
    assert_true(l.type == 7 && l.switch_number == -1 && l.subtype == -1 && l.flags == 0);
}

/* Each int at its borders and one beyond them. */
static void ranges_of_every_int(void **state)
{
    (void)state;
    for (int k = 0; k < TT_OBJ_KINDS; k++) {
        tt_obj_kind kind = (tt_obj_kind)k;
        size_t count = tti_obj_ints(kind);
        int32_t ints[TT_OBJ_MAX_INTS + 1];
        for (size_t i = 0; i < count; i++) {
            ints[i] = tt_obj_member_at(kind, i)->min;
        }
        ints[count] = INT32_MIN; /* nobody's */
        for (size_t i = 0; i < count; i++) {
            const tt_obj_member *member = tt_obj_member_at(kind, i);
            const int64_t values[] = {(int64_t)member->min - 1, member->min, member->max,
                                      (int64_t)member->max + 1};
            for (int n = 0; n < 4; n++) {
                size_t where = 99;
                int is_out = n == 0 || n == 3;
                if (values[n] < INT32_MIN || values[n] > INT32_MAX) {
                    continue;
                }
                ints[i] = (int32_t)values[n];
                tt_status want = is_out ? TT_ERR_RANGE : TT_OK;
                assert_int_equal(tt_obj_validate(kind, ints, count, &where), want);
                assert_int_equal(tt_obj_validate(kind, ints, count + 1, NULL), want);
                assert_int_equal(where, is_out ? i : 99);
                assert_int_equal(tt_obj_clamp(kind, ints, count + 1), is_out);
                assert_int_equal(ints[i], n < 2 ? member->min : member->max);
                assert_int_equal(ints[count], INT32_MIN);
            }
        }
    }
}

static void ranges_of_short_items(void **state)
{
    (void)state;
    int32_t laser[10] = {0, 0, 0, 0, 0, 128, 0, 0, 0, 0};
    size_t where;
    assert_int_equal(tt_obj_validate(TT_OBJ_DDNET_LASER, laser, 7, &where), TT_ERR_RANGE);
    assert_int_equal(where, 5);
    assert_int_equal(tt_obj_validate(TT_OBJ_DDNET_LASER, laser, 6, &where), TT_ERR_OBJ_SHORT);
    assert_int_equal(tt_obj_clamp(TT_OBJ_DDNET_LASER, laser, 5), 0);
    assert_int_equal(tt_obj_clamp(TT_OBJ_DDNET_LASER, laser, 6), 1);
    assert_int_equal(laser[5], 127);
    assert_int_equal(tt_obj_validate(TT_OBJ_SWITCH_STATE, NULL, 0, NULL), TT_OK);
    assert_int_equal(tt_obj_clamp(TT_OBJ_SWITCH_STATE, NULL, 0), 0);
}

static void projectiles_with_another_layout(void **state)
{
    (void)state;
    int32_t ints[6] = {100, 200, 3, 512, 0, 9};
    assert_int_equal(tt_obj_layout(TT_OBJ_PROJECTILE, ints, 6), TT_OBJ_DDRACE_PROJECTILE);
    assert_int_equal(tt_obj_layout(TT_OBJ_PROJECTILE, ints, 4), TT_OBJ_DDRACE_PROJECTILE);
    assert_int_equal(tt_obj_layout(TT_OBJ_PROJECTILE, ints, 3), TT_OBJ_PROJECTILE);
    assert_int_equal(tt_obj_layout(TT_OBJ_TW6_PROJECTILE, ints, 6), TT_OBJ_TW6_PROJECTILE);
    assert_int_equal(tt_obj_layout(TT_OBJ_LASER, ints, 5), TT_OBJ_LASER);
    ints[3] = 100;
    assert_int_equal(tt_obj_layout(TT_OBJ_PROJECTILE, ints, 6), TT_OBJ_PROJECTILE);
    ints[3] = -1; /* has all bits, but is a direction */
    assert_int_equal(tt_obj_layout(TT_OBJ_PROJECTILE, ints, 6), TT_OBJ_PROJECTILE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_that_do_not_exist),
        cmocka_unit_test(items_of_a_server),
        cmocka_unit_test(short_and_long_items),
        cmocka_unit_test(defaults_of_older_releases),
        cmocka_unit_test(ranges_of_every_int),
        cmocka_unit_test(ranges_of_short_items),
        cmocka_unit_test(projectiles_with_another_layout),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
