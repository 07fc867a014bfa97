/* SPDX-License-Identifier: MIT
 *
 * Tests of scenes out of made demos: what is followed, what is drawn of it and in which order; and
 * of random items with extreme values, of which the list of shapes keeps to its limits.
 */
#include "cm.h"

#include <stdlib.h>
#include <string.h>

#include "draw/ground_size.h"
#include "draw/moment.h"
#include "support/random.h"
#include "support/scene_make.h"
#include "teetape/game.h"
#include "teetape/string.h"

static void draw(unsigned show, int64_t part, int32_t focus)
{
    const tt_draw_options options = {.show = show, .focus = focus};
    scene_make_draw(&options, part);
}

static void names_and_order(void **state)
{
    (void)state;
    scene_make_begin(TT_NET_VERSION_6);
    scene_make_tee(0, 1000, "zero");
    scene_make_tee(1, 1100, "o\xcc\x80ne");
    scene_make_tee(2, 1200, "");
    scene_make_tick(100);
    scene_make_end();
    assert_true(scene_play_to(&scene, 100));
    draw(TT_DRAW_TEES | TT_DRAW_NAMES, 0, -1);
    int zero = scene_text_at("zero"), one = scene_text_at("o\xcc\x80ne");
    assert_true(zero >= 0 && zero < one);
    assert_int_equal(scene_count_of(TT_SHAPE_TEXT), 2);
    for (int i = 0; i < zero; i++)
        assert_int_not_equal(scene.list.shapes[i].kind, TT_SHAPE_TEXT); /* names are over tees */
    assert_true((scene.list.shapes[zero].flags & TT_SHAPE_NAME) != 0);
    draw(TT_DRAW_TEES | TT_DRAW_NAMES, 0, 0); /* whom one looks at is last */
    assert_true(scene_text_at("zero") > scene_text_at("o\xcc\x80ne"));
    draw(0, 0, -1);
    assert_int_equal(scene.list.shape_count, 1); /* the background alone */
    scene_play_close(&scene);
}

/* Returns the alpha of a name; 0 when it is not drawn. */
static int alpha_of(const char *name)
{
    int at = scene_text_at(name);
    return at < 0 ? 0 : scene.list.shapes[at].color.a;
}

static void names_that_overlap(void **state)
{
    (void)state;
    scene_make_begin(TT_NET_VERSION_6);
    scene_make_tee(0, 1000, "focus");
    scene_make_tee(1, 1020, "near");
    scene_make_tee(2, 1030, "next");
    scene_make_tee(3, 1300, "alone");
    scene_make_tee_at(4, 1005, 1060, "below");
    scene_make_tee_at(5, 1150, 1060, "beside");
    scene_make_tick(100);
    scene_make_end();
    assert_true(scene_play_to(&scene, 100));
    draw(TT_DRAW_TEES | TT_DRAW_NAMES, 0, 0);
    int focus = alpha_of("focus"), near = alpha_of("near"), next = alpha_of("next");
    assert_int_equal(focus, 255);
    assert_true(near < 128 && next < near); /* the farther one fades more */
    assert_int_equal(alpha_of("alone"), 255);
    assert_int_equal(alpha_of("below"), 0); /* it would cover the tee in focus */
    assert_int_equal(alpha_of("beside"), 255);
    draw(TT_DRAW_TEES | TT_DRAW_NAMES, 0, 4);
    assert_int_equal(alpha_of("below"), 255);
    draw(TT_DRAW_TEES | TT_DRAW_NAMES | TT_DRAW_NAME_FOCUS, 0, 3);
    assert_int_equal(scene_count_of(TT_SHAPE_TEXT), 1);
    assert_int_equal(alpha_of("alone"), 255);
    draw(TT_DRAW_TEES | TT_DRAW_NAMES | TT_DRAW_NAME_FOCUS, 0, -1);
    assert_int_equal(scene_count_of(TT_SHAPE_TEXT), 0);
    scene_play_close(&scene);
}

/* Ghosts start where the tee does, so their names begin on its name. */
static void names_of_ghosts(void **state)
{
    const tt_draw_ghost ghosts[] = {
        {.x = 1000 * TT_SCENE_ONE, .y = 1000 * TT_SCENE_ONE, .name = "same"},
        {.x = 1200 * TT_SCENE_ONE, .y = 1000 * TT_SCENE_ONE, .name = "away"}};
    tt_draw_options options = {
        .show = TT_DRAW_TEES | TT_DRAW_NAMES, .ghosts = ghosts, .ghost_count = 2};
    (void)state;
    scene_make_begin(TT_NET_VERSION_6);
    scene_make_tee(0, 1000, "focus");
    scene_make_tick(100);
    scene_make_end();
    assert_true(scene_play_to(&scene, 100));
    scene_make_draw(&options, 0);
    assert_int_equal(alpha_of("focus"), 255);
    assert_true(alpha_of("same") < 40 && alpha_of("away") > 150);
    options.show = TT_DRAW_TEES;
    scene_make_draw(&options, 0);
    assert_int_equal(scene_count_of(TT_SHAPE_TEXT), 0);
    scene_play_close(&scene);
}

/* What is under everything that moves is the beginning of the list, whatever else is shown. */
static void the_ground_is_first(void **state)
{
    (void)state;
    scene_make_begin(TT_NET_VERSION_6);
    scene_make_tee(0, 1000, "zero");
    scene_make_tick(100);
    scene_make_end();
    assert_true(scene_play_to(&scene, 100));
    const int64_t time = scene.in->tick * INT64_C(65536);
    const unsigned shows[] = {0, TT_DRAW_MAP, TT_DRAW_ALL};
    for (size_t i = 0; i < 3; i++) {
        const tt_draw_options options = {.show = shows[i], .focus = -1};
        size_t size = tti_ground_size(scene.scene, time, &scene_camera, NULL, &options);
        draw(shows[i], 0, -1);
        assert_true(size >= 1 && size <= scene.list.shape_count);
        assert_int_equal(size == scene.list.shape_count, shows[i] != TT_DRAW_ALL);
        for (size_t at = 0; at < size; at++)
            assert_int_equal(scene.list.shapes[at].kind,
                             at == 0 ? TT_SHAPE_GRADIENT : TT_SHAPE_LINE);
    }
    scene_play_close(&scene);
}

static void between_snapshots(void **state)
{
    int64_t x, y;
    (void)state;
    scene_make_begin(TT_NET_VERSION_6);
    scene_make_tee(0, 1000, "walks");
    scene_make_tee(1, 1000, "leaps");
    scene_make_tick(100);
    scene_make_tee(0, 1010, "walks");
    scene_make_tee(1, 5000, "leaps");
    scene_make_tick(102);
    scene_make_end();
    assert_true(scene_play_to(&scene, 102));
    assert_int_equal(scene.in->before_tick, 100);
    assert_true(tt_scene_place(scene.scene, 101 * INT64_C(65536), 0, &x, &y));
    assert_int_equal(x, 1005 * 65536);
    assert_true(tt_scene_place(scene.scene, INT64_MIN, 0, &x, &y));
    assert_int_equal(x, 1000 * 65536);
    assert_true(tt_scene_place(scene.scene, INT64_MAX, 0, &x, &y));
    assert_int_equal(x, 1010 * 65536);
    assert_true(tt_scene_place(scene.scene, 100 * INT64_C(65536) + 60000, 1, &x, &y));
    assert_int_equal(x, 1000 * 65536);
    assert_true(tt_scene_place(scene.scene, 101 * INT64_C(65536) + 1, 1, &x, &y));
    assert_int_equal(x, 5000 * 65536);
    assert_false(tt_scene_place(scene.scene, 0, 2, &x, &y));
    assert_false(tt_scene_place(scene.scene, 0, -1, &x, &y));
    assert_false(tt_scene_place(scene.scene, 0, TT_CIDS, &x, &y));
    scene_play_close(&scene);
}

/* Who records while that tee is there, else the first one; a dummy may be the one who is played. */
static void whom_one_looks_at(void **state)
{
    (void)state;
    scene_make_begin(TT_NET_VERSION_6);
    scene_make_tee(2, 1000, "own");
    scene_make_tee(5, 1100, "dummy");
    scene_make_tick(100);
    scene_make_end();
    assert_int_equal(tt_scene_view(scene.scene, 100 * INT64_C(65536)), -1);
    assert_true(scene_play_to(&scene, 100));
    const int32_t local[] = {-1, 2, 5, 7}, looks[] = {2, 2, 5, 2};
    for (size_t i = 0; i < 4; i++) {
        scene.in->local = local[i];
        assert_int_equal(tt_scene_view(scene.scene, 100 * INT64_C(65536)), looks[i]);
    }
    scene_play_close(&scene);
}

/* What was said is there for 16 seconds; the same again counts. */
static void chat_lines(void **state)
{
    (void)state;
    scene_make_begin(TT_NET_VERSION_6);
    scene_make_tee(0, 1000, "zero");
    scene_make_tick(100);
    scene_make_chat(0, "hello");
    scene_make_chat(0, "hello"); /* a copy for another client */
    scene_make_chat(-1, "a\x01"
                        "b\xff\xe2\x80\xae");
    scene_make_tee(0, 1000, "zero");
    scene_make_tick(101);
    scene_make_chat(0, "hello");
    scene_make_chat(0, "hello");
    scene_make_tee(0, 1000, "zero");
    scene_make_tick(101 + 16 * 50 + 1);
    scene_make_end();
    assert_true(scene_play_to(&scene, 101));
    assert_int_equal(scene.in->chats, 3);
    assert_int_equal(scene.in->chat[0].repeats, 1);
    assert_string_equal(scene.in->chat[0].name, "zero");
    assert_string_equal(scene.in->chat[1].text, "a b\xef\xbf\xbd");
    draw(TT_DRAW_CHAT, 65536, -1);
    int line = scene_text_at("zero: hello");
    assert_true(line >= 0 && scene_text_at("*** a b\xef\xbf\xbd") >= 0);
    assert_int_equal(scene.list.shapes[line].u.text.head, 6);
    assert_true(scene_play_to(&scene, 102));
    assert_int_equal(scene.in->before_tick, scene.in->tick); /* too long a time between them */
    draw(TT_DRAW_CHAT, 65536, -1);
    assert_int_equal(scene_count_of(TT_SHAPE_TEXT), 0);
    scene_play_close(&scene);
}

/* Whom a whisper went to, and its text, comes from the fact; so does what is secret. */
static void secrets(void **state)
{
    static const char *const hidden[] = {"one \xe2\x86\x92 zero: ***", "zero: /timeout *** [2]",
                                         "*** Use '/load ***", "Code: /load ***"};
    static const char *const shown[] = {"one \xe2\x86\x92 zero: psst", "zero: /timeout key [2]",
                                        "*** Use '/load key'", "Code: /load key"};
    tt_sv_msg whisper = {.kind = TT_SV_CHAT}, broadcast = {.kind = TT_SV_BROADCAST};
    (void)state;
    scene_make_type = "client";
    whisper.u.sv_chat = (struct tt_sv_chat){.team = 3, .cid = 1, .message = tt_bytes_of("psst")};
    broadcast.u.sv_broadcast.message = tt_bytes_of("Code: /load key");
    for (uint8_t show = 0; show < 2; show++) {
        scene_make_begin(TT_NET_VERSION_6);
        for (int32_t tick = 100; tick < 102; tick++) {
            scene_make_tee(0, 1000, "zero");
            scene_make_tee(1, 1100, "one");
            scene_make_tick(tick);
            if (tick == 100) {
                scene_make_say(&whisper);
                scene_make_chat(0, "/timeout key");
                scene_make_chat(0, "/timeout key");
                scene_make_chat(-1, "Use '/load key'");
                scene_make_say(&broadcast);
            }
        }
        scene_make_end();
        scene.in->set.show_secrets = show;
        assert_true(scene_play_to(&scene, 101));
        draw(TT_DRAW_ALL, 65536, -1);
        for (size_t i = 0; i < 4; i++)
            assert_true(scene_text_at(show ? shown[i] : hidden[i]) >= 0);
        assert_int_equal(scene.in->chat[1].repeats, 2);
        scene_play_close(&scene);
    }
    scene_make_type = "server";
}

static void messages(void **state)
{
    tt_sv_msg kill = {.kind = TT_SV_KILL_MSG}, emoticon = {.kind = TT_SV_EMOTICON};
    tt_sv_msg finish = {.kind = TT_SV_RACE_FINISH}, time = {.kind = TT_SV_DDRACE_TIME};
    tt_sv_msg broadcast = {.kind = TT_SV_BROADCAST};
    (void)state;
    kill.u.sv_kill_msg = (struct tt_sv_kill_msg){.killer = 1, .victim = 0, .weapon = 3};
    emoticon.u.sv_emoticon = (struct tt_sv_emoticon){.cid = 1, .emoticon = 15};
    finish.u.sv_race_finish =
        (struct tt_sv_race_finish){.cid = 0, .time_ms = 61230, .diff_ms = -1500};
    time.u.sv_ddrace_time = (struct tt_sv_ddrace_time){.time = 6123, .check = 250, .finish = 1};
    broadcast.u.sv_broadcast.message = tt_bytes_of("Welcome");
    scene_make_begin(TT_NET_VERSION_6);
    for (int32_t tick = 100; tick < 102; tick++) {
        scene_make_tee(0, 1000, "zero");
        scene_make_tee(1, 1100, "one");
        scene_make_tick(tick);
        if (tick == 100) {
            scene_make_say(&kill);
            scene_make_say(&emoticon);
            scene_make_say(&finish);
            scene_make_say(&time);
            scene_make_say(&broadcast);
        }
    }
    scene_make_end();
    assert_true(scene_play_to(&scene, 101));
    draw(TT_DRAW_ALL, 65536, -1);
    assert_true(scene_text_at("?") >= 0); /* the emoticon of one */
    assert_true(scene_text_at("01:01.23") >
                scene_text_at("?")); /* in the kill messages, with the difference */
    assert_true(scene_text_at(" (-00:01.50)") >= 0);
    assert_true(scene_text_at("Finish time: 01:01.23") >= 0 && scene_text_at("+00:02.50") >= 0);
    assert_true(scene_text_at("Welcome") >= 0);
    assert_int_equal(scene.in->kills, 2);
    assert_string_equal(scene.in->kill[0].killer_name, "one");
    scene_play_close(&scene);
}

/* Events are there while they last, and in the same way each time. */
static void events(void **state)
{
    struct tt_obj_explosion bang = {1000, 1000};
    struct tt_obj_death death = {.x = 1000, .y = 1000, .client_id = 0};
    (void)state;
    scene_make_begin(TT_NET_VERSION_6);
    for (int32_t tick = 100; tick < 160; tick++) {
        if (tick == 101) {
            scene_make_add(TT_OBJ_EXPLOSION, 3, &bang);
            scene_make_add(TT_OBJ_DEATH, 4, &death);
        }
        scene_make_tee(0, 1000, "zero");
        scene_make_tick(tick);
    }
    scene_make_end();
    assert_true(scene_play_to(&scene, 102));
    assert_int_equal(scene.in->events, 2);
    draw(TT_DRAW_EFFECTS, 65536, -1);
    size_t many = scene.list.shape_count;
    tt_shape first = scene.list.shapes[many - 1];
    assert_true(many > 10);
    draw(TT_DRAW_EFFECTS, 65536, -1);
    assert_memory_equal(&first, &scene.list.shapes[many - 1], sizeof first);
    assert_true(scene_play_to(&scene, 159));
    draw(TT_DRAW_EFFECTS, 65536, -1);
    assert_int_equal(scene.list.shape_count, 1);
    scene_play_close(&scene);
}

/* Pieces of any size give the same shapes. */
static void split(void **state)
{
    static tt_recording rec;
    static tt_scene other;
    static uint64_t scratch[TT_RECORDING_SCRATCH / 8];
    tt_item item;
    size_t at = 0;
    tt_status status;
    (void)state;
    scene_make_begin(TT_NET_VERSION_6);
    scene_make_tee(0, 1000, "zero");
    scene_make_tick(100);
    scene_make_tee(0, 1010, "zero");
    scene_make_tick(101);
    tt_bytes made = scene_make_end();
    assert_true(scene_play_to(&scene, 101));
    tt_recording_init(&rec, scratch, sizeof scratch);
    tt_recording_want(&rec, TT_SCENE_WANTS, TT_SCENE_FACTS);
    tt_scene_init(&other);
    while ((status = tt_recording_next(&rec, &item)) == TT_OK || status == TT_MORE) {
        if (status == TT_MORE) {
            tt_recording_feed(&rec, made.data + at, at < made.size);
            at += at < made.size;
        } else {
            tt_scene_follow(&other, &rec, &item);
        }
    }
    assert_int_equal(status, TT_END);
    assert_int_equal(tt_scene_look(&other).tick, 101);
    assert_int_equal(tt_scene_look(&other).before_tick, 100);
    assert_memory_equal(tt_scene_look(&other).player, scene.in->player, sizeof scene.in->player);
    scene_play_close(&scene);
}

static int32_t extreme(uint64_t *seed)
{
    static const int32_t values[] = {0, 1, -1, 5, 100, 1000, INT32_MAX, INT32_MIN, 512, 1 << 24};
    uint32_t pick = random_next(seed) % 14;
    return pick < 10 ? values[pick] : (int32_t)(random_next(seed) >> pick);
}

static void check_list(void)
{
    for (size_t i = 0; i < scene.list.shape_count; i++) {
        const tt_shape *s = &scene.list.shapes[i];
        assert_true(s->kind < TT_SHAPE_KINDS);
        if (s->kind == TT_SHAPE_SPRITE || s->kind == TT_SHAPE_ELLIPSE) {
            const tt_point at = s->kind == TT_SHAPE_SPRITE ? s->u.sprite.at : s->u.ellipse.at;
            assert_true(labs((long)at.x) <= TT_SHAPE_FAR && labs((long)at.y) <= TT_SHAPE_FAR);
        }
        if (s->kind == TT_SHAPE_TEXT)
            assert_true(s->u.text.utf8.size > 0 && tt_utf8_valid(s->u.text.utf8));
    }
}

/* Items of every kind with values at the ends of their range. */
static void random_items(void **state)
{
    uint64_t seed = 17;
    int written = 0;
    (void)state;
    for (int round = 0; round < 60; round++) {
        scene_make_begin(round % 2 ? TT_NET_VERSION_7 : TT_NET_VERSION_6);
        for (int32_t tick = 100; tick < 104; tick++) {
            for (int i = 0; i < 200; i++) {
                tt_obj_any any;
                tt_obj_kind kind = (tt_obj_kind)random_below(&seed, TT_OBJ_KINDS);
                for (size_t k = 0; k < TT_OBJ_MAX_INTS; k++)
                    any.ints[k] = extreme(&seed);
                const tt_object *object = tt_obj_type(kind);
                if (object->use != TT_OBJ_IS_TYPE &&
                    (object->type < 0 ||
                     object->dialect == (round % 2 ? TT_DIALECT_7 : TT_DIALECT_DDNET)))
                    tt_snap_builder_add_object(&scene_made, kind, random_below(&seed, 130), &any);
            }
            written += scene_make_try(tick); /* some deltas need more ints than a chunk has */
        }
        scene_make_end();
        while (scene_play_to(&scene, scene.in->tick + 1)) {
            tt_draw_options options = {.show = 8191,
                                       .art = random_next(&seed) & 0x1ff,
                                       .rules = (uint8_t)random_next(&seed),
                                       .focus = random_below(&seed, 200) - 30};
            tt_camera c = {extreme(&seed) * INT64_C(65536), extreme(&seed), extreme(&seed),
                           random_below(&seed, 2000), random_below(&seed, 2000)};
            c.zoom = round % 3 ? c.zoom : TT_CAMERA_ZOOM_MAX;
            int64_t time = scene.in->tick * INT64_C(65536) - random_below(&seed, 100000);
            assert_int_equal(scene_play_draw(&scene, time, &c, &options), TT_OK);
            /* what a snapshot has, each with a hook over the whole screen, and 3000 lines of a grid
             */
            assert_true(scene.list.shape_count < 100000);
            check_list();
        }
        scene_play_close(&scene);
    }
    assert_true(written > 100);
}

/* No snapshot, no map, nothing to show, no room. */
static void nothing(void **state)
{
    static tt_scene other;
    tt_shapes list = {.shape_cap = 0};
    tt_shape one;
    (void)state;
    tt_scene_init(&other);
    assert_int_equal(tt_draw(&list, &other, 0, &scene_camera, NULL, NULL), TT_ERR_SPACE);
    assert_int_equal(list.shape_count, 1);
    list.shapes = &one;
    list.shape_cap = 1;
    assert_int_equal(tt_draw(&list, &other, INT64_MAX, &scene_camera, NULL, NULL), TT_OK);
    assert_int_equal(one.kind, TT_SHAPE_GRADIENT);
    assert_null(tt_shape_kind_name(TT_SHAPE_KINDS));
    assert_string_equal(tt_shape_kind_name(TT_SHAPE_RULES), "rules");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_and_order),
        cmocka_unit_test(names_that_overlap),
        cmocka_unit_test(names_of_ghosts),
        cmocka_unit_test(the_ground_is_first),
        cmocka_unit_test(between_snapshots),
        cmocka_unit_test(whom_one_looks_at),
        cmocka_unit_test(chat_lines),
        cmocka_unit_test(secrets),
        cmocka_unit_test(messages),
        cmocka_unit_test(events),
        cmocka_unit_test(split),
        cmocka_unit_test(random_items),
        cmocka_unit_test(nothing),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    scene_make_free();
    return failed;
}
