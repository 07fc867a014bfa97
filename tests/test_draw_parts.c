/* SPDX-License-Identifier: MIT
 *
 * Tests of what drawing is made of: the camera, turns, colours, poses, texts.
 */
#include "cm.h"

#include <stdlib.h>
#include <string.h>

#include "draw/camera.h"
#include "draw/parts.h"
#include "draw/pen.h"
#include "paint/font.h"

static const tti_parallax world = {0, 0, 100, 100};

static void assert_near(int64_t value, double expected, double tolerance)
{
    double way = (double)value / 65536 - expected;
    if (way > tolerance || way < -tolerance)
        fail_msg("%f is not %f", (double)value / 65536, expected);
}

/* Units across the screen at zoom 1, by its sides. */
static void camera_table(void **state)
{
    static const struct {
        int32_t width, height;
        double units_wide, units_high;
    } rows[] = {{640, 480, 1238.3, 928.7}, {1280, 800, 1356.5, 847.8}, {1920, 1080, 1429.8, 804.3},
                {2100, 900, 1500, 642.9},  {700, 700, 1050, 1050},     {900, 1600, 590.6, 1050}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        tt_camera c = {.zoom = TT_SCENE_ONE, .width = rows[i].width, .height = rows[i].height};
        tt_camera_view view = tt_camera_view_of(&c);
        assert_near(view.width, rows[i].units_wide, 0.051);
        assert_near(view.height, rows[i].units_high, 0.051);
        assert_near(view.left, -rows[i].units_wide / 2, 0.051);
        assert_near(view.top, -rows[i].units_high / 2, 0.051);
    }
}

static void camera_scale(void **state)
{
    tt_camera c = {.zoom = TT_SCENE_ONE, .width = 1920, .height = 1080};
    tti_view view = tti_view_of(&c, &world);
    (void)state;
    assert_int_equal(tti_view_length(&view, 1000 * TTI_ONE) / 256, 1342); /* 1.343 px a unit */
    c = (tt_camera){.zoom = TT_SCENE_ONE * 2, .width = 640, .height = 480};
    view = tti_view_of(&c, &world);
    assert_int_equal((tti_view_length(&view, 1000 * TTI_ONE) + 128) / 256, 258);
    tt_point middle = tti_view_place(&view, (tti_vec){0, 0});
    assert_true(abs(middle.x - 320 * 256) <= 1 && abs(middle.y - 240 * 256) <= 1);
}

/* A group that does not move does not zoom either. */
static void parallax(void **state)
{
    const tti_parallax still = {7, -3, 0, 0}, half = {0, 0, 50, 20};
    tt_camera c = {.x = 1000 * TTI_ONE,
                   .y = 500 * TTI_ONE,
                   .zoom = 2 * TT_SCENE_ONE,
                   .width = 640,
                   .height = 480};
    tti_view one = tti_view_of(&c, &world), view = tti_view_of(&c, &still);
    (void)state;
    assert_near(view.width, 1238.3, 0.051);
    assert_near(view.left + view.width / 2, 7, 0.01);
    assert_near(view.top + view.height / 2, -3, 0.01);
    view = tti_view_of(&c, &half);
    assert_near(view.width, 1238.3 * 1.5, 0.1);
    assert_near(view.left + view.width / 2, 500, 0.01);
    assert_near(view.top + view.height / 2, 100, 0.01);
    assert_near(one.left + one.width / 2, 1000, 0.01);
}

static void camera_extremes(void **state)
{
    static const int32_t sides[] = {INT32_MIN, -1, 0, 1, 2, 480, 16384, INT32_MAX};
    static const int32_t zooms[] = {INT32_MIN, 0, 1, 655, 65536, 60 * 65536, INT32_MAX};
    static const int64_t places[] = {INT64_MIN, -1, 0, INT64_C(1) << 40, INT64_MAX};
    (void)state;
    for (size_t i = 0; i < 8 * 8 * 7 * 5; i++) {
        tt_camera c = {places[i % 5], places[i / 5 % 5], zooms[i % 7], sides[i % 8],
                       sides[i / 8 % 8]};
        tt_camera in = tti_camera_of(&c);
        tti_view view = tti_view_of(&in, &world);
        assert_true(view.scale > 0 && view.width > 0 && view.height > 0);
        assert_int_equal(tti_view_length(&view, INT64_MAX), TT_SHAPE_FAR);
        assert_int_equal(tti_view_length(&view, INT64_MIN), -TT_SHAPE_FAR);
        assert_int_equal(tti_view_length(&view, 0), 0);
    }
}

static void turns(void **state)
{
    static const struct {
        double turn;
        int32_t cos, sin;
    } rows[] = {{0, 65536, 0},
                {1.0 / 12, 56756, 32768},
                {0.125, 46341, 46341},
                {0.25, 0, 65536},
                {0.5, -65536, 0},
                {0.75, 0, -65536},
                {5.0 / 12, -56756, 32768},
                {11.0 / 12, 56756, -32768}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        tt_turn turn = tti_turn_of((tti_angle)(rows[i].turn * 4294967296.0));
        assert_true(abs(turn.cos - rows[i].cos) <= 1 && abs(turn.sin - rows[i].sin) <= 1);
    }
    for (uint32_t i = 0; i < 4096; i++) { /* on the circle, and never beyond 1 */
        tt_turn turn = tti_turn_of(i << 20 | i);
        int64_t square = (int64_t)turn.cos * turn.cos + (int64_t)turn.sin * turn.sin;
        assert_true(llabs(square - INT64_C(4294967296)) < 200000);
        assert_true(abs(turn.cos) <= 65536 && abs(turn.sin) <= 65536);
    }
}

/* Angles of a Character: 256 to a radian; pi and -pi are the same. */
static void angles(void **state)
{
    (void)state;
    assert_true(abs(tti_turn_of(tti_angle_of_256th(804)).cos + 65536) < 20);
    assert_true(abs(tti_turn_of(tti_angle_of_256th(402)).sin - 65536) < 20);
    int32_t way = (int32_t)(tti_angle_of_256th(-803) - tti_angle_of_256th(803));
    assert_true(way > 0 && way < 0x1000000); /* the short way around is on from pi */
}

static void vectors(void **state)
{
    (void)state;
    assert_near(tti_vec_length((tti_vec){3 * TTI_ONE, -4 * TTI_ONE}), 5, 0.0001);
    assert_near(tti_vec_length((tti_vec){INT64_C(1) << 41, 0}), 33554432, 0.1);
    assert_near(tti_vec_length((tti_vec){1, 0}), 1 / 65536.0, 0);
    tt_turn turn = tti_vec_turn_of((tti_vec){3, -4});
    assert_int_equal(turn.cos, 39321);
    assert_int_equal(turn.sin, -52428);
    turn = tti_vec_turn_of((tti_vec){0, 0});
    assert_int_equal(turn.cos, 65536);
}

static void assert_color(tt_rgba c, uint32_t expected)
{
    assert_int_equal((uint32_t)c.r << 16 | (uint32_t)c.g << 8 | c.b, expected);
}

static void colors(void **state)
{
    (void)state;
    assert_color(tti_packed_hsl(65408, TTI_LIGHT_SIX), 0xff8080);
    assert_color(tti_packed_hsl(1797931, TTI_LIGHT_SIX), 0xc3a167);
    assert_color(tti_packed_hsl(1869568, TTI_LIGHT_SIX), 0xc3953c);
    assert_color(tti_packed_hsl(27 << 16 | 111 << 8 | 116, TTI_LIGHT_SEVEN), 0xc3a267);
    assert_color(tti_packed_hsl(27 << 16 | 117 << 8 | 158, TTI_LIGHT_SEVEN), 0xd7be93);
    assert_color(tti_packed_hsl(28 << 16 | 135 << 8 | 62, TTI_LIGHT_SEVEN), 0xa57e33);
    assert_color(tti_hsl(0, 0, TTI_ONE), 0xffffff);
    assert_color(tti_hsl(TTI_ONE / 3, TTI_ONE, TTI_ONE / 2), 0x00ff00);
    assert_color(tti_hsl(-TTI_ONE / 3, TTI_ONE, TTI_ONE / 2), 0x0000ff);
    assert_color(tti_team_color(0, TTI_ONE / 2), 0xffffff);
    assert_color(tti_team_color(1, TTI_ONE / 2), 0xff0000);
    assert_color(tti_rgba_mix(TTI_RGB(0x000000), TTI_RGB(0xff8040), TTI_ONE / 2), 0x7f4020);
}

/* A tee on ground, as fast as given. */
static tti_pose pose_at(const tt_map *map, double x, int32_t vel_x, int32_t direction, uint8_t away)
{
    tti_moment m;
    tti_moment_tee tee;
    memset(&m, 0, sizeof m);
    memset(&tee, 0, sizeof tee);
    m.map = map;
    tee.at = (tti_vec){(tti_fix)(x * 65536), 16 * TTI_ONE};
    tee.aim = tti_turn_right();
    tee.vel_x = vel_x;
    tee.direction = direction;
    tee.away = away;
    return tti_pose_of(&m, &tee);
}

static void assert_limb(const tti_limb *limb, double x, double y, double turn)
{
    assert_near(limb->at.x, x, 0.01);
    assert_near(limb->at.y, y, 0.01);
    assert_near((int32_t)limb->turn / 65536, turn, 0.0001);
}

static void poses(void **state)
{
    static const uint8_t ground[] = {TT_TILE_AIR, TT_TILE_SOLID}, air[] = {TT_TILE_AIR};
    const tt_map on = {.width = 1, .height = 2, .layers = TT_MAP_GAME, .tiles = ground};
    const tt_map off = {.width = 1, .height = 1, .layers = TT_MAP_GAME, .tiles = air};
    (void)state;
    tti_pose p = pose_at(&off, 10, 0, 0, 0);
    assert_limb(&p.back, -3, 10, -.1);
    assert_limb(&p.front, 3, 10, -.1);
    p = pose_at(&on, 10, 1, 0, 0);
    assert_limb(&p.body, 0, -4, 0);
    assert_limb(&p.back, -7, 10, 0);
    assert_limb(&p.front, 7, 10, 0);
    p = pose_at(&on, 10, 0, 0, TT_DDNET_PLAYER_AFK);
    assert_limb(&p.body, 0, -1, 0);
    assert_limb(&p.back, -12, 10, .1);
    assert_true(p.sits);
    p = pose_at(&on, 140, 500, 1, 0); /* walks, at 0.4 */
    assert_limb(&p.back, -10, 6, .2);
    assert_limb(&p.front, 4, 6, -.2);
    p = pose_at(&on, -30, 500, 1, 0); /* at 0.7, left of the map's border */
    assert_limb(&p.body, 0, -4.5, 0);
    assert_limb(&p.back, -2, 4, .05);
    p = pose_at(&on, 200, 6000, 1, 0); /* runs, at 0 */
    assert_limb(&p.back, -18, 2, .27);
    assert_limb(&p.front, 11, 7.5, -.05);
    p = pose_at(&on, 240, -6000, -1, 0); /* to the left, at 0.2 */
    assert_limb(&p.back, 6, 10, 0);
    assert_limb(&p.front, -14, 5, .1);
    p = pose_at(&on, 140, 500, -1, 0); /* skids */
    assert_limb(&p.back, 0, 10, 0);
    p = pose_at(NULL, 10, 0, 0, 0); /* without a map who does not fall stands */
    assert_limb(&p.back, -7, 10, 0);
}

static void swings(void **state)
{
    (void)state;
    assert_near((int32_t)tti_pose_swing(1, 0) / 65536, -.10, .0001);
    assert_near((int32_t)tti_pose_swing(1, TTI_ONE * 3 / 20) / 65536, .075, .0001);
    assert_near((int32_t)tti_pose_swing(1, TTI_FIX(.4)) / 65536, .30, .0001);
    assert_near((int32_t)tti_pose_swing(1, TTI_ONE) / 65536, -.10, .0001);
    assert_near((int32_t)tti_pose_swing(0, 0) / 65536, -.25, .0001);
    assert_near((int32_t)tti_pose_swing(0, TTI_FIX(.42)) / 65536, .40, .0001);
    assert_near((int32_t)tti_pose_swing(0, TTI_FIX(.75)) / 65536, .05, .0001);
}

/* As wide as the painters write it, or almost. */
static void texts_are_as_wide_as_the_font(void **state)
{
    (void)state;
    for (uint32_t code = ' '; code <= '~'; code++) {
        uint8_t letter = (uint8_t)code;
        int64_t wide = tti_words_width((tt_bytes){&letter, 1}) * TTI_FONT_EM / TTI_ONE;
        int64_t advance = tti_font_find(code)->advance;
        assert_in_range(wide - advance + TTI_FONT_EM / 64, 0, 2 * TTI_FONT_EM / 64);
    }
}

static void assert_words(const tti_words *w, const char *expected)
{
    assert_int_equal(w->size, strlen(expected));
    assert_memory_equal(w->text, expected, w->size);
}

static void words(void **state)
{
    tti_words w = {.size = 0};
    (void)state;
    tti_words_clock(&w, 65);
    tti_words_add(&w, " ");
    tti_words_clock(&w, 3723);
    tti_words_add(&w, " ");
    tti_words_ms(&w, 61234);
    tti_words_add(&w, " ");
    tti_words_number(&w, INT64_MIN);
    assert_words(&w, "01:05 1:02:03 01:01.23 -9223372036854775808");
    for (int i = 0; i < 100; i++)
        tti_words_add(&w, "\xc3\xa4\xc3\xa4");
    assert_true(w.size <= TTI_WORDS && w.size >= TTI_WORDS - 1);
    assert_int_equal(tti_words_line(tt_bytes_of("one two three"), 9), 7);
    assert_int_equal(tti_words_line(tt_bytes_of("one"), 9), 3);
    assert_int_equal(tti_words_line(tt_bytes_of("abcdefghijkl"), 9), 9);
    assert_int_equal(tti_words_line(tt_bytes_of("\xc3\xa4\xc3\xa4"), 1), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_are_as_wide_as_the_font),
        cmocka_unit_test(camera_table),
        cmocka_unit_test(camera_scale),
        cmocka_unit_test(parallax),
        cmocka_unit_test(camera_extremes),
        cmocka_unit_test(turns),
        cmocka_unit_test(angles),
        cmocka_unit_test(vectors),
        cmocka_unit_test(colors),
        cmocka_unit_test(poses),
        cmocka_unit_test(swings),
        cmocka_unit_test(words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
