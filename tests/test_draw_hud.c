/* SPDX-License-Identifier: MIT
 *
 * What lies over the world fits into the picture, whatever its size: the scoreboard of 128 players,
 * kills and finishes with the widest names, times, chat, broadcast and notes.
 */
#include "cm.h"

#include <string.h>

#include "paint/raster.h"
#include "paint/text.h"
#include "support/scene_make.h"
#include "teetape/game.h"
#include "teetape/string.h"

static int64_t width_of_text(tt_bytes text, int32_t height)
{
    return tti_text_line(text, height, 0, NULL).width;
}

static const int32_t sizes[][2] = {{270, 480},  {480, 270},   {540, 960},  {700, 700},
                                   {1280, 720}, {1080, 1920}, {3840, 540}, {3840, 2160}};

typedef struct extent {
    int64_t x0, y0, x1, y1;
} extent;

static void take(extent *e, int64_t x, int64_t y)
{
    e->x0 = x < e->x0 ? x : e->x0;
    e->x1 = x > e->x1 ? x : e->x1;
    e->y0 = y < e->y0 ? y : e->y0;
    e->y1 = y > e->y1 ? y : e->y1;
}

/* The ends of a text as the painter has them. */
static void take_text(extent *e, const tt_shape *s)
{
    int64_t width = width_of_text(s->u.text.utf8, s->u.text.height), x = s->u.text.at.x;
    width = s->u.text.width > 0 && s->u.text.width < width ? s->u.text.width : width;
    x -= s->u.text.align == TT_ALIGN_RIGHT    ? width
         : s->u.text.align == TT_ALIGN_CENTER ? width / 2
                                              : 0;
    take(e, x, s->u.text.at.y);
    take(e, x + width, s->u.text.at.y + s->u.text.height);
}

static extent extent_of(void)
{
    extent e = {INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN};
    for (size_t i = 0; i < scene.list.shape_count; i++) {
        const tt_shape *s = &scene.list.shapes[i];
        if (s->kind == TT_SHAPE_TEXT) {
            take_text(&e, s);
        }
        for (uint32_t k = 0; s->kind == TT_SHAPE_POLYGON && k < s->u.polygon.count; k++) {
            take(&e, s->u.polygon.points[k].x, s->u.polygon.points[k].y);
        }
        if (s->kind == TT_SHAPE_ELLIPSE) {
            take(&e, s->u.ellipse.at.x, s->u.ellipse.at.y);
        }
    }
    return e;
}

/* Everything that `show` shows of the moment is in the picture, at every size. */
static void fits(unsigned show, size_t texts)
{
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        const tt_draw_options options = {.show = show, .focus = -1};
        const int64_t time = scene.in->tick * INT64_C(65536);
        const tt_camera camera = {
            .zoom = TT_SCENE_ONE, .width = sizes[i][0], .height = sizes[i][1]};
        assert_int_equal(scene_play_draw(&scene, time, &camera, &options), TT_OK);
        extent e = extent_of();
        if (e.x0 < 0 || e.y0 < 0 || e.x1 > (int64_t)TT_SHAPE_PIXEL * sizes[i][0] ||
            e.y1 > (int64_t)TT_SHAPE_PIXEL * sizes[i][1]) {
            fail_msg("%d x %d, shows %u: %lld %lld %lld %lld", (int)sizes[i][0], (int)sizes[i][1],
                     show, (long long)e.x0 / TT_SHAPE_PIXEL, (long long)e.y0 / TT_SHAPE_PIXEL,
                     (long long)e.x1 / TT_SHAPE_PIXEL, (long long)e.y1 / TT_SHAPE_PIXEL);
        }
        assert_true(scene_count_of(TT_SHAPE_TEXT) >= texts);
    }
}

static void make_player(int32_t cid, const char *name)
{
    struct tt_obj_client_info info = {.country = -1};
    struct tt_obj_player_info player = {
        .client_id = cid, .score = cid % 2 == 0 ? INT32_MIN : -9998 - cid, .latency = 9999999};
    tt_string_to_ints(info.name, 4, tt_bytes_of(name));
    tt_string_to_ints(info.clan, 3, tt_bytes_of("WWWWWWWWWWW"));
    tt_string_to_ints(info.skin, 6, tt_bytes_of("default"));
    scene_make_add(TT_OBJ_CLIENT_INFO, cid, &info);
    scene_make_add(TT_OBJ_PLAYER_INFO, cid, &player);
}

static void make_moment(int32_t players)
{
    const struct tt_obj_game_info game = {.round_start_tick = 1};
    scene_make_begin(TT_NET_VERSION_6);
    scene_make_add(TT_OBJ_GAME_INFO, 0, &game);
    for (int32_t cid = 0; cid < players; cid++) {
        make_player(cid, "WWWWWWWWWWWWWWW");
    }
    scene_make_tick(100);
    scene_make_end();
    assert_true(scene_play_to(&scene, 100));
}

static void scoreboards_fit(void **state)
{
    (void)state;
    static const int32_t players[] = {1, 3, 8, 16, 17, 64, 97, 128};
    for (size_t i = 0; i < sizeof players / sizeof players[0]; i++) {
        make_moment(players[i]);
        fits(TT_DRAW_SCOREBOARD, 4 + 4 * (size_t)players[i]);
        scene_play_close(&scene);
    }
}

static void everything_else_fits(void **state)
{
    (void)state;
    make_moment(128);
    tti_scene *s = scene.in;
    for (uint32_t i = 0; i < 5; i++) {
        tti_scene_kill *kill = &s->kill[s->kills++];
        *kill = (tti_scene_kill){.tick = 100, .killer = 1, .victim = 2, .weapon = 3};
        memset(kill->killer_name, 'W', 15);
        memset(kill->victim_name, 'W', 15);
        kill->finish_ms = i < 3 ? 0 : 359999999;
        kill->diff_ms = i < 4 ? 0 : 359999999;
    }
    fits(TT_DRAW_KILLS, 4);
    memset(s->broadcast, 'W', 200);
    s->broadcast_tick = 100;
    fits(TT_DRAW_BROADCAST, 1);
    s->time_tick = 100;
    s->time_is_finish = 1;
    s->time_ms = s->time_diff_ms = INT32_MAX;
    fits(TT_DRAW_TIMER, 3);
    s->is_reconstructed = 1;
    fits(TT_DRAW_NOTES | TT_DRAW_ORIGIN, 2);
    for (uint32_t i = 0; i < TTI_SCENE_CHAT; i++) {
        tti_scene_line *line = &s->chat[s->chats++];
        line->cid = 1;
        line->tick = 100;
        memset(line->name, 'W', 15);
        memset(line->text, i % 2 == 0 ? 'W' : 'i', 200);
    }
    fits(TT_DRAW_CHAT, 4);
    scene_play_close(&scene);
}

/* Returns the height of the chat in thousandths of the height of the picture. */
static int64_t chat_height(int32_t width, int32_t height)
{
    const tt_draw_options options = {.show = TT_DRAW_CHAT, .focus = -1};
    const tt_camera camera = {.zoom = TT_SCENE_ONE, .width = width, .height = height};
    assert_int_equal(scene_play_draw(&scene, scene.in->tick * INT64_C(65536), &camera, &options),
                     TT_OK);
    extent e = extent_of();
    return (e.y1 - e.y0) * 1000 / ((int64_t)TT_SHAPE_PIXEL * height);
}

/* A narrow picture has no room beside the keys, so the chat ends above them. */
static void chat_is_above_keys(int32_t width, int32_t height)
{
    const tt_draw_options options = {.show = TT_DRAW_CHAT | TT_DRAW_KEYS, .focus = 0};
    const tt_camera camera = {.zoom = TT_SCENE_ONE, .width = width, .height = height};
    assert_int_equal(scene_play_draw(&scene, scene.in->tick * INT64_C(65536), &camera, &options),
                     TT_OK);
    int key = scene_text_at("left"), lines = 0;
    assert_true(key > 0);
    for (int i = 0; i < key; i++) {
        const tt_shape *s = &scene.list.shapes[i];
        if (s->kind == TT_SHAPE_TEXT) {
            assert_true(s->u.text.at.y + s->u.text.height <= scene.list.shapes[key].u.text.at.y);
            lines++;
        }
    }
    assert_true(lines > 0);
}

/* In a narrow picture, where a line covers the whole width, the chat is lower. */
static void chat_leaves_room(void **state)
{
    (void)state;
    make_moment(2);
    tti_scene *s = scene.in;
    for (uint32_t i = 0; i < TTI_SCENE_CHAT; i++) {
        tti_scene_line *line = &s->chat[s->chats++];
        line->cid = 1;
        line->tick = 100;
        memset(line->text, 'i', 20);
    }
    assert_in_range(chat_height(1280, 720), 200, 300);
    assert_in_range(chat_height(700, 700), 200, 300);
    assert_in_range(chat_height(390, 694), 100, 180);
    assert_in_range(chat_height(1080, 1920), 100, 180);
    scene_play_close(&scene);
}

static void chat_is_above_the_keys(void **state)
{
    (void)state;
    scene_make_begin(TT_NET_VERSION_6);
    scene_make_tee(0, 1000, "zero");
    scene_make_tick(100);
    scene_make_end();
    assert_true(scene_play_to(&scene, 100));
    tti_scene *s = scene.in;
    s->chat[s->chats] = (tti_scene_line){.cid = -1, .tick = 100};
    memset(s->chat[s->chats++].text, 'i', 20);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        chat_is_above_keys(sizes[i][0], sizes[i][1]);
    }
    scene_play_close(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scoreboards_fit),
        cmocka_unit_test(everything_else_fits),
        cmocka_unit_test(chat_leaves_room),
        cmocka_unit_test(chat_is_above_the_keys),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    scene_make_free();
    return failed;
}
