/* SPDX-License-Identifier: MIT
 *
 * Drawing: whatever recording comes in, the list of shapes of its moments has a bounded count, all
 * places in it are within their range, texts are valid, and a list for which there is no room
 * counts the same.
 *
 * The first eight bytes are the camera and what is shown, the rest is the recording. The map in a
 * demo is drawn, too; in place of zlib there is something that gives as many bytes.
 */
#include <string.h>

#include "must.h"
#include "mutate.h"
#include "teetape/draw.h"
#include "teetape/string.h"

enum { PLAN = 8, DRAWN = 24, SHAPES = 400000, POINTS = 600000, TEXT = 60000 };

/* Layers of the map that are drawn, and room for what they unpack to. */
enum { LAYERS = 64, ROOM = 1 << 20 };

static tt_recording rec;
static tt_scene scene;
static uint64_t scratch[TT_RECORDING_SCRATCH / 8];
static tt_shape shapes[SHAPES];
static tt_point points[POINTS];
static uint8_t text[TEXT];
static uint8_t room[ROOM];
static const uint8_t *layers[LAYERS];
static tt_map game;
static tt_map_design design;

static int pretend_inflate(void *user, uint8_t *dst, size_t size, tt_bytes packed)
{
    (void)user;
    for (size_t i = 0; i < size; i++) {
        dst[i] = packed.size > 0 ? packed.data[i % packed.size] : 0;
    }
    return 0;
}

static void load_layers(size_t used)
{
    tt_map_layer layer;
    for (uint32_t i = 0; i < design.layers && i < LAYERS; i++) {
        layers[i] = NULL;
        if (tt_map_design_layer(&design, i, &layer, NULL) == TT_OK && layer.size > 0 &&
            layer.size <= ROOM - used &&
            tt_map_design_load(&design, &layer, room + used, layer.size, pretend_inflate, NULL,
                               NULL) == TT_OK) {
            layers[i] = room + used;
            used += layer.size;
        }
    }
}

/* The map of a demo, as far as it fits. */
static tt_draw_map find_map(tt_bytes recording)
{
    tt_draw_map map = {.images = UINT64_C(0x5555)};
    tt_demo_header header;
    size_t size;
    if (tt_demo_header_parse(&header, &size, recording, NULL) != TT_OK ||
        header.map_size > recording.size - size) {
        return map;
    }
    tt_bytes file = {recording.data + size, header.map_size};
    if (tt_map_open(&game, file, NULL) != TT_OK || tt_map_game_size(&game) > ROOM / 2 ||
        tt_map_load(&game, room, ROOM / 2, pretend_inflate, NULL, NULL) != TT_OK) {
        return map;
    }
    map.game = &game;
    if (tt_map_design_open(&design, file, NULL) == TT_OK && design.layers <= LAYERS) {
        load_layers(ROOM / 2);
        map.design = &design;
        map.layers = layers;
    }
    return map;
}

static void check_place(tt_point p)
{
    MUST(p.x >= -TT_SHAPE_FAR && p.x <= TT_SHAPE_FAR);
    MUST(p.y >= -TT_SHAPE_FAR && p.y <= TT_SHAPE_FAR);
}

static void check_turn(tt_turn t)
{
    MUST(t.cos >= -TT_SHAPE_ONE && t.cos <= TT_SHAPE_ONE);
    MUST(t.sin >= -TT_SHAPE_ONE && t.sin <= TT_SHAPE_ONE);
}

static void check_shape(const tt_shape *s)
{
    MUST(s->kind < TT_SHAPE_KINDS && s->image < TT_IMAGE_KINDS);
    switch (s->kind) {
    case TT_SHAPE_SPRITE:
        check_place(s->u.sprite.at);
        check_turn(s->u.sprite.turn);
        MUST(s->u.sprite.u0 >= 0 && s->u.sprite.u0 < s->u.sprite.u1);
        MUST(s->u.sprite.u1 <= TT_SHAPE_ONE && s->u.sprite.v1 <= TT_SHAPE_ONE);
        break;
    case TT_SHAPE_TRIANGLE:
        check_place(s->u.triangle.at[0]);
        check_place(s->u.triangle.at[1]);
        check_place(s->u.triangle.at[2]);
        break;
    case TT_SHAPE_ELLIPSE:
        check_place(s->u.ellipse.at);
        check_turn(s->u.ellipse.turn);
        MUST(s->u.ellipse.radius.x >= 0 && s->u.ellipse.radius.y >= 0);
        break;
    case TT_SHAPE_POLYGON:
        MUST(s->u.polygon.points >= points &&
             s->u.polygon.points + s->u.polygon.count <= points + POINTS);
        break;
    case TT_SHAPE_LINE:
        MUST(s->u.line.points >= points && s->u.line.points + s->u.line.count <= points + POINTS);
        MUST(s->u.line.width >= TT_SHAPE_PIXEL);
        break;
    case TT_SHAPE_TEXT:
        check_place(s->u.text.at);
        MUST(s->u.text.utf8.size > 0 && tt_utf8_valid(s->u.text.utf8));
        MUST(s->u.text.head <= s->u.text.utf8.size);
        break;
    case TT_SHAPE_TILES:
        MUST(s->u.tiles.tile > 0);
        check_place(s->u.tiles.origin);
        break;
    default:
        break;
    }
}

static void draw(const uint8_t *plan, const tt_draw_map *map)
{
    static const char *const skins[] = {"bluekitty", "default", "x_ninja"};
    static const tt_draw_part parts[] = {{"standard", 0}, {"standard", 3}, {"standard", 4}};
    int64_t time = tt_scene_look(&scene).tick * INT64_C(65536) - plan[0] * 1000;
    tt_camera camera = {
        .zoom = plan[1] * 20000, .width = 1 + plan[2] * 9, .height = 1 + plan[3] * 5};
    tt_draw_options options = {.show = plan[4] | (unsigned)(plan[5] & 31) << 8,
                               .art = plan[6] & 2 ? 0x1ffu : 0,
                               .skins = skins,
                               .skin_count = plan[6] & 4 ? 3 : 0,
                               .parts = parts,
                               .part_count = plan[6] & 8 ? 3 : 0,
                               .rules = plan[7],
                               .focus = plan[6] & 1 ? plan[7] % TT_CIDS : -1};
    tt_shapes list = {shapes, SHAPES, 0, points, POINTS, 0, text, TEXT, 0}, none = {.shape_cap = 0};
    if (options.focus < 0 || !tt_scene_place(&scene, time, options.focus, &camera.x, &camera.y)) {
        camera.x = plan[7] * INT64_C(65536) * 40;
        camera.y = plan[6] * INT64_C(65536) * 40;
    }
    /* the quads of a map and lines of a grid are as many as there are; everything else is bounded
     */
    tt_status status = tt_draw(&list, &scene, time, &camera, map, &options);
    MUST(tt_draw(&none, &scene, time, &camera, map, &options) == TT_ERR_SPACE);
    MUST(none.shape_count == list.shape_count && none.point_count == list.point_count);
    MUST(none.text_count == list.text_count);
    MUST(status == TT_OK || (status == TT_ERR_SPACE && map->design != NULL));
    for (size_t i = 0; i < list.shape_count && status == TT_OK; i++) {
        check_shape(&shapes[i]);
    }
}

/* Each format by its own shape. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
    mutate_fn *mutate = size > PLAN && data[PLAN] == 'T' ? mutate_demo : mutate_teehistorian;
    return mutate_behind(mutate, size < PLAN ? 0 : PLAN, data, size, max_size, seed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tt_item item;
    tt_status status;
    int drawn = 0;
    if (size < PLAN) {
        return 0;
    }
    tt_bytes recording = {data + PLAN, size - PLAN};
    tt_draw_map map = find_map(recording);
    tt_recording_init(&rec, scratch, sizeof scratch);
    tt_recording_want(&rec, TT_SCENE_WANTS, TT_SCENE_FACTS);
    tt_recording_recover(&rec, 1);
    tt_recording_feed(&rec, recording.data, recording.size);
    tt_scene_init(&scene);
    tt_scene_set(&scene, &(tt_scene_options){.map = map.game, .from = data[0] * 20});
    while (drawn < DRAWN &&
           ((status = tt_recording_next(&rec, &item)) == TT_OK || status == TT_MORE)) {
        if (status == TT_MORE) {
            tt_recording_feed(&rec, NULL, 0);
            continue;
        }
        if (!tt_scene_follow(&scene, &rec, &item)) {
            continue;
        }
        do {
            draw(data, &map);
            drawn++;
        } while (drawn % 4 != 0 && tt_scene_advance(&scene, &rec));
    }
    return 0;
}
