/* SPDX-License-Identifier: MIT
 *
 * Tests of how lasers, weapons and hands are drawn: which shapes there are, and when.
 */
#include "cm.h"

#include <string.h>

#include "support/scene_make.h"
#include "teetape/game.h"

/* A snapshot with a laser from (900, 1000) to (1100, 1000), and the switch of a door. */
static void play_laser(const struct tt_obj_ddnet_laser *laser, int is_off)
{
    struct tt_obj_switch_state state = {.highest_switch_number = 40};
    state.status[1] = is_off ? 0 : 1 << 5; /* switch 37 */
    scene_make_begin(TT_NET_VERSION_6);
    for (int32_t tick = 100; tick < 102; tick++) {
        scene_make_add(TT_OBJ_SWITCH_STATE, 0, &state);
        scene_make_add(TT_OBJ_DDNET_LASER, 7, laser);
        scene_make_tick(tick);
    }
    scene_make_end();
    assert_true(scene_play_to(&scene, 101));
}

static struct tt_obj_ddnet_laser laser_of(int32_t type)
{
    return (struct tt_obj_ddnet_laser){.from_x = 900,
                                       .from_y = 1000,
                                       .to_x = 1100,
                                       .to_y = 1000,
                                       .owner = -1,
                                       .type = type,
                                       .switch_number = 37};
}

static void draw_items(void)
{
    const tt_draw_options options = {.show = TT_DRAW_ITEMS, .focus = -1};
    scene_make_draw(&options, 65536);
}

/* Two polygons are the beam; what is at its end tells the types apart. */
static void lasers_end_as_their_types(void **state)
{
    static const struct {
        int32_t type;
        size_t polygons, lines, ellipses;
    } rows[] = {
        {TT_LASER_TYPE_RIFLE, 2, 0, 2},
        {TT_LASER_TYPE_SHOTGUN, 2, 0, 2},
        {TT_LASER_TYPE_DOOR, 4, 0, 0},
        {TT_LASER_TYPE_FREEZE, 3, 3, 0},
        {TT_LASER_TYPE_DRAGGER, 2, 0, 8},
        {TT_LASER_TYPE_GUN, 2, 0, 2},
        {99, 2, 0, 2},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct tt_obj_ddnet_laser laser = laser_of(rows[i].type);
        laser.start_tick = rows[i].type == TT_LASER_TYPE_RIFLE ? 100 : 0;
        play_laser(&laser, 0);
        draw_items();
        assert_int_equal(scene_count_of(TT_SHAPE_POLYGON), rows[i].polygons);
        assert_int_equal(scene_count_of(TT_SHAPE_LINE), rows[i].lines);
        assert_int_equal(scene_count_of(TT_SHAPE_ELLIPSE), rows[i].ellipses);
        scene_play_close(&scene);
    }
}

/* The beam of a door that its switch opened is not there, unless nothing is to be foretold. */
static void doors_open(void **state)
{
    (void)state;
    for (int is_off = 0; is_off < 2; is_off++) {
        for (int32_t flags = 0; flags < 2; flags++) {
            struct tt_obj_ddnet_laser laser = laser_of(TT_LASER_TYPE_DOOR);
            laser.flags = flags * TT_DDNET_LASER_NO_PREDICT;
            play_laser(&laser, is_off);
            draw_items();
            assert_int_equal(scene_count_of(TT_SHAPE_POLYGON), is_off && flags == 0 ? 2 : 4);
            scene_play_close(&scene);
        }
    }
}

/* The longer a dragger's beam is, the thinner: 11/15 of its width at 100 units, a third from 625
 * on. */
static void draggers_are_thin_when_long(void **state)
{
    int32_t first = 0, last = INT32_MAX;
    (void)state;
    for (int32_t length = 100; length <= 700; length += 200) {
        struct tt_obj_ddnet_laser laser = laser_of(TT_LASER_TYPE_DRAGGER);
        laser.to_x = 900 + length;
        play_laser(&laser, 0);
        draw_items();
        const tt_shape *beam = NULL;
        for (size_t i = 0; i < scene.list.shape_count && beam == NULL; i++) {
            beam = scene.list.shapes[i].kind == TT_SHAPE_POLYGON ? &scene.list.shapes[i] : NULL;
        }
        assert_non_null(beam);
        const tt_point *corners = beam->u.polygon.points;
        int32_t width =
            corners[3].y > corners[0].y ? corners[3].y - corners[0].y : corners[0].y - corners[3].y;
        assert_true(width > 0 && width < last);
        first = first == 0 ? width : first;
        last = width;
        scene_play_close(&scene);
    }
    assert_in_range(first * 100 / last, 215, 225);
}

static size_t sprites_of_ninja(int32_t vel_x, int32_t vel_y, int32_t attack_tick)
{
    struct tt_obj_character tee = {.x = 1000, .y = 1000, .weapon = TT_WEAPON_NINJA};
    const tt_draw_options options = {
        .show = TT_DRAW_TEES | TT_DRAW_EFFECTS, .art = 1u << TT_IMAGE_GAME, .focus = -1};
    tee.hooked_player = -1;
    tee.vel_x = vel_x;
    tee.vel_y = vel_y;
    tee.attack_tick = attack_tick;
    scene_make_begin(TT_NET_VERSION_6);
    scene_make_tee(0, 900, "other");
    scene_make_add(TT_OBJ_CHARACTER, 1, &tee);
    scene_make_tick(100);
    scene_make_end();
    assert_true(scene_play_to(&scene, 100));
    scene_make_draw(&options, 0);
    size_t count = scene_count_of(TT_SHAPE_SPRITE);
    scene_play_close(&scene);
    return count;
}

/* A ninja that strikes and moves has a streak, for a sixth of a second. */
static void swords_flash(void **state)
{
    (void)state;
    size_t at_rest = sprites_of_ninja(0, 0, 99);
    assert_int_equal(sprites_of_ninja(12000, 0, 99), at_rest + 1);
    assert_int_equal(sprites_of_ninja(0, -12000, 99), at_rest + 1);
    assert_int_equal(sprites_of_ninja(12000, 0, 80), at_rest);
}

/* Tees of 0.7 have hands of their own, outline and colour, where there is an image of them. */
static void seven_has_hands(void **state)
{
    static const tt_draw_part parts[] = {{"standard", 0}, {"standard", 3}};
    size_t sprites[2];
    (void)state;
    tt_sv_msg info = {.kind = TT_SV7_CLIENT_INFO};
    struct tt_obj_tw7_character tee = {
        .x = 1000, .y = 1000, .weapon = TT_WEAPON_GRENADE, .hooked_player = -1};
    info.u.sv7_client_info.cid = 3;
    info.u.sv7_client_info.name = info.u.sv7_client_info.clan = tt_bytes_of("three");
    for (int i = 0; i < TT_SKIN_PARTS; i++) {
        info.u.sv7_client_info.skin_part_names[i] = tt_bytes_of("standard");
    }
    scene_make_begin(TT_NET_VERSION_7);
    for (int32_t tick = 100; tick < 102; tick++) {
        scene_make_add(TT_OBJ_TW7_CHARACTER, 3, &tee);
        scene_make_tick(tick);
        scene_make_say(&info);
    }
    scene_make_end();
    assert_true(scene_play_to(&scene, 101));
    for (size_t count = 1; count <= 2; count++) {
        const tt_draw_options options = {.show = TT_DRAW_TEES,
                                         .art = 1u << TT_IMAGE_SKIN_PART,
                                         .parts = parts,
                                         .part_count = count,
                                         .focus = -1};
        scene_make_draw(&options, 65536);
        sprites[count - 1] = scene_count_of(TT_SHAPE_SPRITE);
    }
    assert_int_equal(sprites[1], sprites[0] + 2);
    scene_play_close(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lasers_end_as_their_types),
        cmocka_unit_test(doors_open),
        cmocka_unit_test(draggers_are_thin_when_long),
        cmocka_unit_test(swords_flash),
        cmocka_unit_test(seven_has_hands),
    };
    int failed = cmocka_run_group_tests_name("draw_shots", tests, NULL, NULL);
    scene_make_free();
    return failed;
}
