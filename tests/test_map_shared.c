/* SPDX-License-Identifier: MIT
 *
 * Maps whose groups share layers and whose layers share data: time and memory grow with the bytes
 * of the file and not with what its numbers multiply to.
 */
#include "cm.h"

#include <string.h>

#include "host/inside.h"
#include "studio/art.h"
#include "support/map_build.h"
#include "teetape/draw.h"
#include "teetape/io/inflate.h"

enum {
    GROUP = 4,
    LAYER = 5,
    WIDTH = 8,
    HEIGHT = 4,
    TILES = WIDTH * HEIGHT,
    LAYERS = 50,
    QUADS = 1000
};

/* A game layer, LAYERS - 1 layers of tiles of the same data, and two layers of the same quads; each
 * of the groups names all of them. */
typedef struct plan {
    uint32_t groups, other; /* layer number `other` has tiles of another form */
    int32_t quads;          /* of the first layer of quads; the second one has all, or none */
} plan;

static void make(map_bytes *file, const plan *p)
{
    map_build m = {.version = 4};
    uint8_t tiles[4 * TILES];
    const int32_t group[] = {3, 0, 0, 100, 100, 0, LAYERS + 2, 0, 0, 0, 0, 0, 0, 0, 0};
    map_bytes quads = {NULL, 0, 0};
    for (size_t i = 0; i < QUADS; i++) {
        const int32_t far = 100000 * TT_MAP_ONE;
        int32_t quad[TT_MAP_QUAD_SIZE / 4] = {-far, -far, far, -far, -far, far, far, far};
        for (size_t c = 0; c < 16; c++) {
            quad[10 + c] = 255;
        }
        quad[34] = quad[36] = -1;
        for (size_t n = 0; n < TT_MAP_QUAD_SIZE / 4; n++) {
            map_bytes_int(&quads, quad[n]);
        }
    }
    memset(tiles, 1, sizeof tiles);
    int32_t game[18] = {0, 2, 0, 3, WIDTH, HEIGHT, TT_MAP_GAME, 255, 255, 255, 255, -1, 0, -1};
    game[14] = map_build_data(&m, tiles, sizeof tiles);
    int32_t layer[18];
    memcpy(layer, game, sizeof layer);
    layer[6] = 0;
    int32_t sky[] = {0, 3, 0, 1, p->quads, map_build_data(&m, quads.data, quads.size), -1};
    for (uint32_t i = 0; i < p->groups; i++) {
        map_build_item(&m, GROUP, group, 15);
    }
    for (uint32_t i = 0; i < LAYERS - 1; i++) {
        layer[3] = i == p->other ? 4 : 3; /* runs of equal tiles */
        map_build_item(&m, LAYER, layer, 18);
    }
    map_build_item(&m, LAYER, game, 18);
    map_build_item(&m, LAYER, sky, 7);
    sky[4] = p->quads > 0 ? QUADS : 0;
    map_build_item(&m, LAYER, sky, 7);
    map_build_end(&m, "DATA", file);
    map_bytes_free(&quads);
}

/* The first groups count; with them the game layer is there. */
static void groups_that_share_layers(void **state)
{
    (void)state;
    map_bytes file = {NULL, 0, 0};
    tt_map map;
    tt_map_design design;
    make(&file, &(plan){.groups = 40, .other = LAYERS});
    assert_int_equal(tt_map_design_open(&design, (tt_bytes){file.data, file.size}, NULL), TT_OK);
    assert_int_equal(design.layers, LAYERS + 2);
    assert_int_equal(design.groups, 2);
    assert_int_equal(design.game, LAYERS - 1);
    assert_int_equal(tt_map_open(&map, (tt_bytes){file.data, file.size}, NULL), TT_OK);
    map_bytes_free(&file);
}

static void layers_that_share_data(void **state)
{
    (void)state;
    map_bytes file = {NULL, 0, 0};
    tt_map_design design;
    tt_map_layer layer;
    tt_io_error error;
    uint64_t images;
    if (!tti_io_inflate_exists()) {
        skip();
    }
    make(&file, &(plan){.groups = 1, .other = 7, .quads = 1});
    assert_int_equal(tt_map_design_open(&design, (tt_bytes){file.data, file.size}, NULL), TT_OK);
    /* room for one layer of tiles and one of quads */
    tt_io_art_options options = {
        .data = "", .design = &design, .bytes = QUADS * TT_MAP_QUAD_SIZE + 8 * TILES};
    tt_io_art *art = tti_io_art_open(&options, &error);
    assert_non_null(art);
    const uint8_t *const *layers = tti_io_art_layers(art, &images);
    for (uint32_t i = 0; i < LAYERS; i++) {
        assert_ptr_equal(layers[i], i == 7 ? NULL : layers[0]);
    }
    assert_non_null(layers[0]);
    assert_non_null(layers[LAYERS]);
    assert_ptr_equal(layers[LAYERS], layers[LAYERS + 1]);
    assert_int_equal(tt_map_design_layer(&design, LAYERS + 1, &layer, NULL), TT_OK);
    assert_int_equal(layer.quads, QUADS); /* although the layer before has one of them alone */
    assert_memory_equal(layers[LAYERS], layers[LAYERS] + (QUADS - 1) * TT_MAP_QUAD_SIZE,
                        TT_MAP_QUAD_SIZE);
    assert_true(tti_io_art_is_good(art, NULL));
    tti_io_art_close(art);
    map_bytes_free(&file);
}

/* Counts the shapes of the design in a picture of the map. */
static void draw(const plan *p, size_t count[TT_SHAPE_KINDS])
{
    static tt_scene scene;
    static tt_shape shapes[4000];
    static const uint8_t *layers[LAYERS + 2];
    static uint8_t tiles[TILES * 2], quads[QUADS * TT_MAP_QUAD_SIZE];
    map_bytes file = {NULL, 0, 0};
    tt_map game;
    tt_map_design design;
    tt_map_layer layer;
    make(&file, p);
    const tt_bytes bytes = {file.data, file.size};
    assert_int_equal(tt_map_open(&game, bytes, NULL), TT_OK);
    assert_int_equal(tt_map_design_open(&design, bytes, NULL), TT_OK);
    assert_int_equal(tt_map_design_layer(&design, LAYERS + 1, &layer, NULL), TT_OK);
    assert_int_equal(
        tt_map_design_load(&design, &layer, quads, sizeof quads, map_inflate_stored, NULL, NULL),
        TT_OK);
    for (uint32_t i = 0; i < LAYERS + 2; i++) {
        layers[i] = i < LAYERS ? tiles : quads;
    }
    tt_scene_init(&scene);
    const tt_camera camera = {.zoom = TT_SCENE_ONE, .width = 64, .height = 48};
    const tt_draw_options options = {.show = TT_DRAW_MAP, .focus = -1};
    const tt_draw_map map = {.game = &game, .design = &design, .layers = layers};
    tt_shapes list = {.shapes = shapes, .shape_cap = sizeof shapes / sizeof shapes[0]};
    assert_int_equal(tt_draw(&list, &scene, 0, &camera, &map, &options), TT_OK);
    for (size_t i = 0; i < list.shape_count; i++) {
        count[shapes[i].kind]++;
    }
    map_bytes_free(&file);
}

/* Layers and quads are drawn before the tees, and after them, until they cover the picture 64
 * times. */
static void a_frame_has_a_budget(void **state)
{
    (void)state;
    size_t tiles[TT_SHAPE_KINDS] = {0}, both[TT_SHAPE_KINDS] = {0};
    draw(&(plan){.groups = 2, .other = LAYERS}, tiles);
    assert_int_equal(tiles[TT_SHAPE_TILES], 64); /* of 2 * 49 */
    draw(&(plan){.groups = 2, .other = LAYERS, .quads = QUADS}, both);
    assert_int_equal(both[TT_SHAPE_TILES], 49);
    assert_in_range(both[TT_SHAPE_TRIANGLE], 2 * 64, 2 * (15 + 64)); /* of 2 * 4000 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_that_share_layers),
        cmocka_unit_test(layers_that_share_data),
        cmocka_unit_test(a_frame_has_a_budget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
