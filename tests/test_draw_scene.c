/* SPDX-License-Identifier: MIT
 *
 * Tests of scenes out of made demos: what is followed, what is drawn of it and in which order; and
 * of random items with extreme values, of which the list of shapes keeps to its limits.
 */
#include "cm.h"

#include <stdlib.h>
#include <string.h>

#include "support/demo_make.h"
#include "support/random.h"
#include "support/scene_play.h"
#include "teetape/demo_write.h"
#include "teetape/game.h"
#include "teetape/string.h"

static tt_demo_writer writer;
static tt_demo_write_memory write_memory;
static tt_snap_builder builder;
static tt_snap_space space;
static tt_snap_types types;
static demo_bytes made;
static scene_play play;
static const tt_camera camera = {.x = 1000 * INT64_C(65536),
                                 .y = 1000 * INT64_C(65536),
                                 .zoom = TT_SCENE_ONE,
                                 .width = 640,
                                 .height = 480};

static void begin(const char *net_version)
{
    tt_demo_header header = demo_make_header(6, 0);
    demo_bytes_free(&made);
    memset(&types, 0, sizeof types);
    memset(header.net_version, 0, sizeof header.net_version);
    memcpy(header.net_version, net_version, strlen(net_version));
    tt_demo_writer_init(&writer, &write_memory, demo_bytes_put, &made);
    assert_int_equal(tt_demo_write_header(&writer, &header), TT_OK);
    tt_snap_builder_init(&builder, &space, &types);
}

static void add(tt_obj_kind kind, int32_t id, const void *object)
{
    assert_int_equal(tt_snap_builder_add_object(&builder, kind, id, object), TT_OK);
}

static void add_tee(int32_t cid, int32_t x, const char *name)
{
    struct tt_obj_client_info info = {.country = -1};
    struct tt_obj_player_info player = {.client_id = cid, .score = cid};
    struct tt_obj_character tee = {.x = x, .y = 1000, .weapon = TT_WEAPON_GUN};
    tee.hooked_player = -1;
    tt_string_to_ints(info.name, 4, tt_bytes_of(name));
    tt_string_to_ints(info.skin, 6, tt_bytes_of("bluekitty"));
    add(TT_OBJ_CLIENT_INFO, cid, &info);
    add(TT_OBJ_PLAYER_INFO, cid, &player);
    add(TT_OBJ_CHARACTER, cid, &tee);
}

static void end_tick(int32_t tick)
{
    tt_snap snap = tt_snap_builder_finish(&builder);
    assert_int_equal(tt_demo_write_snapshot(&writer, tick, &snap), TT_OK);
    tt_snap_builder_init(&builder, &space, &types);
}

static void say(const tt_sv_msg *message)
{
    uint8_t bytes[1024];
    tt_packer packer = tt_packer_of(bytes, sizeof bytes);
    tt_sv_encode(&packer, message);
    assert_int_equal(packer.status, TT_OK);
    assert_int_equal(tt_demo_write_message(&writer, tt_packer_bytes(&packer)), TT_OK);
}

static void chat(int32_t cid, const char *text)
{
    tt_sv_msg message = {.kind = TT_SV_CHAT};
    message.u.sv_chat.cid = cid;
    message.u.sv_chat.message = tt_bytes_of(text);
    say(&message);
}

static void finish_demo(void)
{
    tt_demo_patch patch;
    assert_int_equal(tt_demo_write_finish(&writer, &patch), TT_OK);
    scene_play_bytes(&play, made.data, made.size);
}

/* Draws the moment; `part` of the way to the last snapshot, in 1/65536. */
static void draw(unsigned show, int64_t part, int32_t focus)
{
    tt_draw_options options = {.show = show, .focus = focus};
    int64_t time = play.scene->before_tick * INT64_C(65536) +
                   (play.scene->tick - play.scene->before_tick) * part;
    assert_int_equal(scene_play_draw(&play, time, &camera, &options), TT_OK);
}

/* The place of the first text like this in the list; -1 for none. */
static int text_at(const char *text)
{
    for (size_t i = 0; i < play.list.shape_count; i++) {
        const tt_shape *s = &play.list.shapes[i];
        if (s->kind == TT_SHAPE_TEXT && tt_bytes_equal(s->u.text.utf8, tt_bytes_of(text)))
            return (int)i;
    }
    return -1;
}

static size_t count_of(tt_shape_kind kind)
{
    size_t count = 0;
    for (size_t i = 0; i < play.list.shape_count; i++)
        count += play.list.shapes[i].kind == kind;
    return count;
}

static void names_and_order(void **state)
{
    (void)state;
    begin(TT_NET_VERSION_6);
    add_tee(0, 1000, "zero");
    add_tee(1, 1100, "o\xcc\x80ne");
    add_tee(2, 1200, "");
    end_tick(100);
    finish_demo();
    assert_true(scene_play_to(&play, 100));
    draw(TT_DRAW_TEES | TT_DRAW_NAMES, 0, -1);
    int zero = text_at("zero"), one = text_at("o\xcc\x80ne");
    assert_true(zero >= 0 && zero < one);
    assert_int_equal(count_of(TT_SHAPE_TEXT), 2);
    for (int i = 0; i < zero; i++)
        assert_int_not_equal(play.list.shapes[i].kind, TT_SHAPE_TEXT); /* names are over tees */
    assert_true((play.list.shapes[zero].flags & TT_SHAPE_NAME) != 0);
    draw(TT_DRAW_TEES | TT_DRAW_NAMES, 0, 0); /* whom one looks at is last */
    assert_true(text_at("zero") > text_at("o\xcc\x80ne"));
    draw(0, 0, -1);
    assert_int_equal(play.list.shape_count, 1); /* the background alone */
    scene_play_close(&play);
}

static void between_snapshots(void **state)
{
    int64_t x, y;
    (void)state;
    begin(TT_NET_VERSION_6);
    add_tee(0, 1000, "walks");
    add_tee(1, 1000, "leaps");
    end_tick(100);
    add_tee(0, 1010, "walks");
    add_tee(1, 5000, "leaps");
    end_tick(102);
    finish_demo();
    assert_true(scene_play_to(&play, 102));
    assert_int_equal(play.scene->before_tick, 100);
    assert_true(tt_scene_place(play.scene, 101 * INT64_C(65536), 0, &x, &y));
    assert_int_equal(x, 1005 * 65536);
    assert_true(tt_scene_place(play.scene, INT64_MIN, 0, &x, &y));
    assert_int_equal(x, 1000 * 65536);
    assert_true(tt_scene_place(play.scene, INT64_MAX, 0, &x, &y));
    assert_int_equal(x, 1010 * 65536);
    assert_true(tt_scene_place(play.scene, 100 * INT64_C(65536) + 60000, 1, &x, &y));
    assert_int_equal(x, 1000 * 65536);
    assert_true(tt_scene_place(play.scene, 101 * INT64_C(65536) + 1, 1, &x, &y));
    assert_int_equal(x, 5000 * 65536);
    assert_false(tt_scene_place(play.scene, 0, 2, &x, &y));
    assert_false(tt_scene_place(play.scene, 0, -1, &x, &y));
    assert_false(tt_scene_place(play.scene, 0, TT_CIDS, &x, &y));
    scene_play_close(&play);
}

/* What was said is there for 16 seconds; the same again counts. */
static void chat_lines(void **state)
{
    (void)state;
    begin(TT_NET_VERSION_6);
    add_tee(0, 1000, "zero");
    end_tick(100);
    chat(0, "hello");
    chat(0, "hello");
    chat(-1, "a\x01"
             "b\xff\xe2\x80\xae");
    add_tee(0, 1000, "zero");
    end_tick(101);
    add_tee(0, 1000, "zero");
    end_tick(101 + 16 * 50 + 1);
    finish_demo();
    assert_true(scene_play_to(&play, 101));
    assert_int_equal(play.scene->chats, 2);
    assert_int_equal(play.scene->chat[0].repeats, 2);
    assert_string_equal(play.scene->chat[0].name, "zero");
    assert_string_equal(play.scene->chat[1].text, "a b\xef\xbf\xbd");
    draw(TT_DRAW_CHAT, 65536, -1);
    int line = text_at("zero: hello [2]");
    assert_true(line >= 0 && text_at("*** a b\xef\xbf\xbd") >= 0);
    assert_int_equal(play.list.shapes[line].u.text.head, 6);
    assert_true(scene_play_to(&play, 102));
    assert_int_equal(play.scene->before_tick, play.scene->tick); /* too long a time between them */
    draw(TT_DRAW_CHAT, 65536, -1);
    assert_int_equal(count_of(TT_SHAPE_TEXT), 0);
    tt_scene_forget(play.scene);
    assert_int_equal(play.scene->chats, 0);
    scene_play_close(&play);
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
    begin(TT_NET_VERSION_6);
    for (int32_t tick = 100; tick < 102; tick++) {
        add_tee(0, 1000, "zero");
        add_tee(1, 1100, "one");
        end_tick(tick);
        if (tick == 100) {
            say(&kill);
            say(&emoticon);
            say(&finish);
            say(&time);
            say(&broadcast);
        }
    }
    finish_demo();
    assert_true(scene_play_to(&play, 101));
    draw(TT_DRAW_ALL, 65536, -1);
    assert_true(text_at("?") >= 0);                  /* the emoticon of one */
    assert_true(text_at("01:01.23") > text_at("?")); /* in the kill messages, with the difference */
    assert_true(text_at(" (-00:01.50)") >= 0);
    assert_true(text_at("Finish time: 01:01.23") >= 0 && text_at("+00:02.50") >= 0);
    assert_true(text_at("Welcome") >= 0);
    assert_int_equal(play.scene->kills, 2);
    assert_string_equal(play.scene->kill[0].killer_name, "one");
    scene_play_close(&play);
}

/* Events are there while they last, and in the same way each time. */
static void events(void **state)
{
    struct tt_obj_explosion bang = {1000, 1000};
    struct tt_obj_death death = {.x = 1000, .y = 1000, .client_id = 0};
    (void)state;
    begin(TT_NET_VERSION_6);
    for (int32_t tick = 100; tick < 160; tick++) {
        if (tick == 101) {
            add(TT_OBJ_EXPLOSION, 3, &bang);
            add(TT_OBJ_DEATH, 4, &death);
        }
        add_tee(0, 1000, "zero");
        end_tick(tick);
    }
    finish_demo();
    assert_true(scene_play_to(&play, 102));
    assert_int_equal(play.scene->events, 2);
    draw(TT_DRAW_EFFECTS, 65536, -1);
    size_t many = play.list.shape_count;
    tt_shape first = play.list.shapes[many - 1];
    assert_true(many > 10);
    draw(TT_DRAW_EFFECTS, 65536, -1);
    assert_memory_equal(&first, &play.list.shapes[many - 1], sizeof first);
    assert_true(scene_play_to(&play, 159));
    draw(TT_DRAW_EFFECTS, 65536, -1);
    assert_int_equal(play.list.shape_count, 1);
    scene_play_close(&play);
}

/* Pieces of any size give the same shapes. */
static void split(void **state)
{
    static tt_recording rec;
    static tt_scene scene;
    static uint8_t scratch[TT_RECORDING_SCRATCH];
    tt_item item;
    size_t at = 0;
    tt_status status;
    (void)state;
    begin(TT_NET_VERSION_6);
    add_tee(0, 1000, "zero");
    end_tick(100);
    add_tee(0, 1010, "zero");
    end_tick(101);
    finish_demo();
    assert_true(scene_play_to(&play, 101));
    tt_recording_init(&rec, scratch, sizeof scratch);
    tt_recording_want(&rec, TT_SCENE_WANTS, 0);
    tt_scene_init(&scene);
    while ((status = tt_recording_next(&rec, &item)) == TT_OK || status == TT_MORE) {
        if (status == TT_MORE) {
            tt_recording_feed(&rec, made.data + at, at < made.size);
            at += at < made.size;
        } else {
            tt_scene_follow(&scene, &rec, &item);
        }
    }
    assert_int_equal(status, TT_END);
    assert_int_equal(scene.tick, 101);
    assert_int_equal(scene.before_tick, 100);
    assert_memory_equal(scene.player, play.scene->player, sizeof scene.player);
    scene_play_close(&play);
}

static int32_t extreme(uint64_t *seed)
{
    static const int32_t values[] = {0, 1, -1, 5, 100, 1000, INT32_MAX, INT32_MIN, 512, 1 << 24};
    uint32_t pick = random_next(seed) % 14;
    return pick < 10 ? values[pick] : (int32_t)(random_next(seed) >> pick);
}

static void check_list(void)
{
    for (size_t i = 0; i < play.list.shape_count; i++) {
        const tt_shape *s = &play.list.shapes[i];
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
        begin(round % 2 ? TT_NET_VERSION_7 : TT_NET_VERSION_6);
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
                    tt_snap_builder_add_object(&builder, kind, random_below(&seed, 130), &any);
            }
            tt_snap snap = tt_snap_builder_finish(&builder);
            /* some deltas need more ints than a chunk has */
            written += tt_demo_write_snapshot(&writer, tick, &snap) == TT_OK;
            tt_snap_builder_init(&builder, &space, &types);
        }
        finish_demo();
        while (scene_play_to(&play, play.scene->tick + 1)) {
            tt_draw_options options = {.show = 8191,
                                       .art = random_next(&seed) & 0x1ff,
                                       .rules = (uint8_t)random_next(&seed),
                                       .focus = random_below(&seed, 200) - 30};
            tt_camera c = {extreme(&seed) * INT64_C(65536), extreme(&seed), extreme(&seed),
                           random_below(&seed, 2000), random_below(&seed, 2000)};
            c.zoom = round % 3 ? c.zoom : TT_CAMERA_ZOOM_MAX;
            int64_t time = play.scene->tick * INT64_C(65536) - random_below(&seed, 100000);
            assert_int_equal(scene_play_draw(&play, time, &c, &options), TT_OK);
            /* what a snapshot has, each with a hook over the whole screen, and 3000 lines of a grid
             */
            assert_true(play.list.shape_count < 100000);
            check_list();
        }
        scene_play_close(&play);
    }
    assert_true(written > 100);
}

/* No snapshot, no map, nothing to show, no room. */
static void nothing(void **state)
{
    static tt_scene scene;
    tt_shapes list = {.shape_cap = 0};
    tt_shape one;
    (void)state;
    tt_scene_init(&scene);
    assert_int_equal(tt_draw(&list, &scene, 0, &camera, NULL, NULL), TT_ERR_SPACE);
    assert_int_equal(list.shape_count, 1);
    list.shapes = &one;
    list.shape_cap = 1;
    assert_int_equal(tt_draw(&list, &scene, INT64_MAX, &camera, NULL, NULL), TT_OK);
    assert_int_equal(one.kind, TT_SHAPE_GRADIENT);
    assert_null(tt_shape_kind_name(TT_SHAPE_KINDS));
    assert_string_equal(tt_shape_kind_name(TT_SHAPE_RULES), "rules");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_and_order), cmocka_unit_test(between_snapshots),
        cmocka_unit_test(chat_lines),      cmocka_unit_test(messages),
        cmocka_unit_test(events),          cmocka_unit_test(split),
        cmocka_unit_test(random_items),    cmocka_unit_test(nothing),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    demo_bytes_free(&made);
    return failed;
}
