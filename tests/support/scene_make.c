/* SPDX-License-Identifier: MIT
 *
 * Writes the demo with the writer of the library, and plays it.
 */
#include "support/scene_make.h"

#include "cm.h"

#include <string.h>

#include "teetape/game.h"
#include "teetape/string.h"

const char *scene_make_type = "server";
tt_snap_builder scene_made;
scene_play scene;
const tt_camera scene_camera = {.x = 1000 * INT64_C(65536),
                                .y = 1000 * INT64_C(65536),
                                .zoom = TT_SCENE_ONE,
                                .width = 640,
                                .height = 480};

static tt_demo_writer writer;
static tt_demo_write_memory write_memory;
static tt_snap_space space;
static tt_snap_types types;
static demo_bytes made;

void scene_make_begin(const char *net_version)
{
    tt_demo_header header = demo_make_header(6, 0);
    demo_bytes_free(&made);
    memset(&types, 0, sizeof types);
    memset(header.type, 0, sizeof header.type);
    memcpy(header.type, scene_make_type, strlen(scene_make_type));
    memset(header.net_version, 0, sizeof header.net_version);
    memcpy(header.net_version, net_version, strlen(net_version));
    tt_demo_writer_init(&writer, &write_memory, demo_bytes_put, &made);
    assert_int_equal(tt_demo_write_header(&writer, &header), TT_OK);
    tt_snap_builder_init(&scene_made, &space, &types);
}

void scene_make_add(tt_obj_kind kind, int32_t id, const void *object)
{
    assert_int_equal(tt_snap_builder_add_object(&scene_made, kind, id, object), TT_OK);
}

void scene_make_tee_at(int32_t cid, int32_t x, int32_t y, const char *name)
{
    struct tt_obj_client_info info = {.country = -1};
    struct tt_obj_player_info player = {
        .local = cid == 0 && scene_make_type[0] == 'c', .client_id = cid, .score = cid};
    struct tt_obj_character tee = {.x = x, .y = y, .weapon = TT_WEAPON_GUN};
    tee.hooked_player = -1;
    tt_string_to_ints(info.name, 4, tt_bytes_of(name));
    tt_string_to_ints(info.skin, 6, tt_bytes_of("bluekitty"));
    scene_make_add(TT_OBJ_CLIENT_INFO, cid, &info);
    scene_make_add(TT_OBJ_PLAYER_INFO, cid, &player);
    scene_make_add(TT_OBJ_CHARACTER, cid, &tee);
}

void scene_make_tee(int32_t cid, int32_t x, const char *name)
{
    scene_make_tee_at(cid, x, 1000, name);
}

int scene_make_try(int32_t tick)
{
    tt_snap snap = tt_snap_builder_finish(&scene_made);
    tt_status status = tt_demo_write_snapshot(&writer, tick, &snap);
    tt_snap_builder_init(&scene_made, &space, &types);
    return status == TT_OK;
}

void scene_make_tick(int32_t tick)
{
    assert_true(scene_make_try(tick));
}

void scene_make_say(const tt_sv_msg *message)
{
    uint8_t bytes[1024];
    tt_packer packer = tt_packer_of(bytes, sizeof bytes);
    tt_sv_encode(&packer, message);
    assert_int_equal(packer.status, TT_OK);
    scene_make_raw(tt_packer_bytes(&packer));
}

void scene_make_raw(tt_bytes message)
{
    assert_int_equal(tt_demo_write_message(&writer, message), TT_OK);
}

void scene_make_chat(int32_t cid, const char *text)
{
    tt_sv_msg message = {.kind = TT_SV_CHAT};
    message.u.sv_chat.cid = cid;
    message.u.sv_chat.message = tt_bytes_of(text);
    scene_make_say(&message);
}

tt_bytes scene_make_end(void)
{
    tt_demo_patch patch;
    assert_int_equal(tt_demo_write_finish(&writer, &patch), TT_OK);
    scene_play_bytes(&scene, made.data, made.size);
    return (tt_bytes){made.data, made.size};
}

void scene_make_free(void)
{
    demo_bytes_free(&made);
}

void scene_make_draw(const tt_draw_options *options, int64_t part)
{
    int64_t time =
        scene.in->before_tick * INT64_C(65536) + (scene.in->tick - scene.in->before_tick) * part;
    assert_int_equal(scene_play_draw(&scene, time, &scene_camera, options), TT_OK);
}

int scene_text_at(const char *text)
{
    for (size_t i = 0; i < scene.list.shape_count; i++) {
        const tt_shape *s = &scene.list.shapes[i];
        if (s->kind == TT_SHAPE_TEXT && tt_bytes_equal(s->u.text.utf8, tt_bytes_of(text))) {
            return (int)i;
        }
    }
    return -1;
}

size_t scene_count_of(tt_shape_kind kind)
{
    size_t count = 0;
    for (size_t i = 0; i < scene.list.shape_count; i++) {
        count += scene.list.shapes[i].kind == kind;
    }
    return count;
}
