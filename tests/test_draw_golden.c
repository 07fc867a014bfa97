/* SPDX-License-Identifier: MIT
 *
 * Lists of shapes of moments of recordings, against those in tests/data/draw, which were looked at
 * as pictures; and where tees are, against where the game's client has them. With TT_RECORDINGS
 * more of them.
 */
#include "cm.h"

#include <stdlib.h>
#include <string.h>

#include "support/scene_play.h"
#include "teetape/io/inflate.h"

#define DATA TT_SOURCE_DIR "/tests/data/draw/"
#define RECORDINGS TT_SOURCE_DIR "/tests/recordings/"
#define TUTORIAL "tutorial-13min/fac4ac54-4f32-45ff-931a-fea098399ab9.teehistorian"

static const char *const skins[] = {"default", "bluekitty", "x_ninja", "x_spec"};

/* A tee in a picture of the game's client: pixels of its position. */
typedef struct seen_tee {
    int cid;
    double x, y;
} seen_tee;

typedef struct seen_picture {
    const char *recording; /* below TT_RECORDINGS */
    int tick;
    double x, y, zoom;
    seen_tee tees[18];
} seen_picture;

/* All of 640 x 480 pixels; a tee at 0, 0 ends the row. */
static const seen_picture zoo = {"",
                                 5000,
                                 1120,
                                 1152,
                                 0.6495,
                                 {{0, 138.6, 380.8},
                                  {1, 191.1, 380.8},
                                  {2, 243.6, 380.8},
                                  {3, 296.1, 380.8},
                                  {4, 348.6, 380.8},
                                  {5, 401.2, 380.8},
                                  {6, 453.7, 380.8},
                                  {7, 218.1, 100.7},
                                  {8, 272.3, 100.7},
                                  {9, 326.4, 100.7},
                                  {10, 380.5, 100.7},
                                  {11, 434.6, 100.7},
                                  {12, 488.7, 100.7},
                                  {13, 367.7, 262.3},
                                  {14, 144.9, 270.2},
                                  {15, 208.6, 310.0},
                                  {16, 487.1, 302.1},
                                  {17, 320.0, 318.0}}};
static const seen_picture tutorial = {
    TUTORIAL, 34208, 512,
    2208,     1,     {{0, 170.1, 248.8}, {1, 161.8, 248.8}, {2, 421.3, 114.9}, {3, 438.4, 348.0}}};
static const seen_picture more[] = {
    {"dm1/server.demo", 1605, 1579, 1170, 1, {{0, 320, 240}, {2, 139.6, 322.2}}},
    {"dm1/server.demo",
     1605,
     960,
     800,
     2.0528,
     {{0, 475.8, 333.2}, {1, 450.2, 131.5}, {2, 388.0, 373.2}, {3, 114.0, 147.6}}},
    {"gold-mine-07/server.demo",
     3431,
     448,
     672,
     1,
     {{0, 443.0, 397.6}, {1, 601.2, 17.2}, {2, 249.2, 195.6}, {3, 228.0, 215.2}}},
};

static scene_play play;

static tt_camera camera_of(const seen_picture *p)
{
    return (tt_camera){(int64_t)(p->x * 65536), (int64_t)(p->y * 65536), (int32_t)(p->zoom * 65536),
                       640, 480};
}

static void open_at(const char *path, int32_t tick)
{
    if (!scene_play_open(&play, path))
        fail_msg("%s", path);
    scene_play_map(&play, tt_io_inflate);
    assert_true(scene_play_to(&play, tick));
    assert_int_equal(play.in->tick, tick);
}

static char *printed(size_t *size)
{
    FILE *file = tmpfile();
    assert_non_null(file);
    scene_play_print(file, &play);
    *size = (size_t)ftell(file);
    char *text = malloc(*size + 1);
    assert_non_null(text);
    rewind(file);
    assert_int_equal(fread(text, 1, *size, file), *size);
    text[*size] = 0;
    fclose(file);
    return text;
}

/* The shapes are those of the file, line by line. */
static void assert_golden(const char *name)
{
    char path[512], line[8192];
    size_t size;
    snprintf(path, sizeof path, DATA "%s.txt", name);
    char *text = printed(&size), *at = text;
    if (getenv("TT_UPDATE_GOLDEN") != NULL) {
        FILE *out = fopen(path, "wb");
        assert_non_null(out);
        assert_int_equal(fwrite(text, 1, size, out), size);
        fclose(out);
    }
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    for (int number = 1; fgets(line, sizeof line, file) != NULL; number++) {
        size_t length = strlen(line);
        if (strncmp(at, line, length) != 0)
            fail_msg("%s:%d: %s is now %.*s", path, number, line, (int)strcspn(at, "\n"), at);
        at += length;
    }
    assert_int_equal(at - text, (ptrdiff_t)size);
    fclose(file);
    free(text);
}

static void draw(const tt_camera *camera, unsigned art, unsigned show)
{
    tt_draw_options options = {.show = show,
                               .art = art,
                               .skins = skins,
                               .skin_count = sizeof skins / sizeof skins[0],
                               .focus = -1};
    assert_int_equal(scene_play_draw(&play, play.in->tick * INT64_C(65536), camera, &options),
                     TT_OK);
}

/* The body of each tee is within two pixels of where the client has it: 4 units above its place. */
static void assert_tees(const seen_picture *p)
{
    tt_camera camera = camera_of(p);
    double scale = 640 * 65536.0 / (double)tt_camera_view_of(&camera).width;
    draw(&camera, 0, TT_DRAW_TEES);
    for (size_t t = 0; t < 18 && (p->tees[t].x != 0 || p->tees[t].y != 0); t++) {
        double best = 1e9;
        for (size_t i = 0; i < play.list.shape_count; i++) {
            const tt_shape *s = &play.list.shapes[i];
            if (s->kind != TT_SHAPE_ELLIPSE ||
                labs(s->u.ellipse.radius.x - (long)(21 * scale * 256)) > 64)
                continue;
            double x = s->u.ellipse.at.x / 256.0 - p->tees[t].x;
            double y = s->u.ellipse.at.y / 256.0 - (p->tees[t].y - 4 * scale);
            best = x * x + y * y < best ? x * x + y * y : best;
        }
        if (best > 4)
            fail_msg("%s: tee %d is %f away", p->recording, p->tees[t].cid, best);
    }
}

static void zoo_by_rule(void **state)
{
    tt_camera camera = camera_of(&zoo);
    (void)state;
    open_at(DATA "zoo.demo", zoo.tick);
    draw(&camera, 0, TT_DRAW_ALL);
    assert_golden("zoo-rule");
    assert_tees(&zoo);
    scene_play_close(&play);
}

static void zoo_with_art(void **state)
{
    tt_camera camera = camera_of(&zoo);
    (void)state;
    open_at(DATA "zoo.demo", zoo.tick);
    draw(&camera, (1u << TT_IMAGE_KINDS) - 1, TT_DRAW_ALL);
    assert_golden("zoo-art");
    scene_play_close(&play);
}

/* A teehistorian file: its snapshots come from the conversion. */
static void reconstructed(void **state)
{
    tt_camera camera = camera_of(&tutorial);
    (void)state;
    if (!scene_play_open(&play, RECORDINGS TUTORIAL))
        fail();
    play.in->set.from = tutorial.tick - 800;
    assert_true(scene_play_to(&play, tutorial.tick));
    assert_int_equal(play.in->tick, tutorial.tick);
    assert_true(play.in->is_reconstructed);
    draw(&camera, 0, TT_DRAW_ALL);
    assert_golden("tutorial");
    assert_tees(&tutorial);
    draw(&camera, 0, TT_DRAW_ALL - TT_DRAW_DERIVED);
    for (size_t i = 0; i < play.list.shape_count; i++)
        assert_int_equal(play.list.shapes[i].flags & TT_SHAPE_DERIVED, 0);
    scene_play_close(&play);
}

/* What a client saw, over its map, halfway between two snapshots. */
static void client_demo(void **state)
{
    tt_draw_options options = {.show = TT_DRAW_ALL | TT_DRAW_SCOREBOARD, .focus = 0};
    tt_camera camera = {.zoom = TT_SCENE_ONE, .width = 320, .height = 180};
    (void)state;
    open_at(RECORDINGS "dm1/client0.demo", 1605);
    int64_t time = (play.in->before_tick + play.in->tick) * INT64_C(32768);
    assert_true(tt_scene_place(play.scene, time, 0, &camera.x, &camera.y));
    assert_int_equal(scene_play_draw(&play, time, &camera, &options), TT_OK);
    assert_golden("client");
    scene_play_close(&play);
}

/* The map of every form of item, stored as version 3, so that nothing has to be unpacked. */
static void whole_map(void **state)
{
    enum { LAYERS = 64 };
    static uint8_t file[65536], tiles[65536], data[LAYERS][65536];
    static const uint8_t *layers[LAYERS];
    static tt_map game;
    static tt_map_design design;
    tt_draw_options options = {.show = TT_DRAW_MAP, .focus = -1};
    tt_camera camera = {100 * 65536, 80 * 65536, TT_SCENE_ONE, 640, 480};
    tt_draw_map map = {.game = &game, .design = &design, .layers = layers, .images = UINT64_MAX};
    FILE *from = fopen(TT_SOURCE_DIR "/fuzz/corpus/map_design/zoo_version_3", "rb");
    (void)state;
    assert_non_null(from);
    tt_bytes bytes = {file, fread(file, 1, sizeof file, from)};
    fclose(from);
    /* the seed may have bytes of its target before the map */
    while (bytes.size > 4 && memcmp(bytes.data, "DATA", 4) != 0 &&
           memcmp(bytes.data, "ATAD", 4) != 0)
        bytes = (tt_bytes){bytes.data + 1, bytes.size - 1};
    assert_int_equal(tt_map_open(&game, bytes, NULL), TT_OK);
    assert_int_equal(tt_map_load(&game, tiles, sizeof tiles, NULL, NULL, NULL), TT_OK);
    assert_int_equal(tt_map_design_open(&design, bytes, NULL), TT_OK);
    assert_true(design.layers <= LAYERS);
    for (uint32_t i = 0; i < design.layers; i++) {
        tt_map_layer layer;
        if (tt_map_design_layer(&design, i, &layer, NULL) == TT_OK &&
            tt_map_design_load(&design, &layer, data[i], sizeof data[i], NULL, NULL, NULL) == TT_OK)
            layers[i] = data[i];
    }
    open_at(DATA "zoo.demo", zoo.tick);
    tt_shapes list = play.list;
    assert_int_equal(tt_draw(&list, play.scene, zoo.tick * INT64_C(65536), &camera, &map, &options),
                     TT_ERR_SPACE);
    list.shapes = calloc(list.shape_count, sizeof *list.shapes);
    list.points = calloc(list.point_count + 1, sizeof *list.points);
    list.shape_cap = list.shape_count;
    list.point_cap = list.point_count + 1;
    assert_true(list.shapes != NULL && list.points != NULL);
    assert_int_equal(tt_draw(&list, play.scene, zoo.tick * INT64_C(65536), &camera, &map, &options),
                     TT_OK);
    play.list = list;
    assert_golden("map");
    options.rules = 255; /* by rule alone: the sky and the tiles */
    assert_int_equal(tt_draw(&list, play.scene, zoo.tick * INT64_C(65536), &camera, &map, &options),
                     TT_OK);
    assert_int_equal(list.shape_count, 2);
    assert_int_equal(list.shapes[1].kind, TT_SHAPE_RULES);
    map.images = 0; /* what needs an image is left out */
    options.rules = 0;
    tt_draw(&list, play.scene, zoo.tick * INT64_C(65536), &camera, &map, &options);
    for (size_t i = 0; i < list.shape_count && i < list.shape_cap; i++)
        assert_int_equal(list.shapes[i].image, TT_IMAGE_NONE);
    scene_play_close(&play);
}

static void more_pictures(void **state)
{
    const char *folder = getenv("TT_RECORDINGS");
    (void)state;
    if (folder == NULL)
        skip();
    for (size_t i = 0; i < sizeof more / sizeof more[0]; i++) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", folder, more[i].recording);
        open_at(path, more[i].tick);
        assert_tees(&more[i]);
        scene_play_close(&play);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(zoo_by_rule),   cmocka_unit_test(zoo_with_art),
        cmocka_unit_test(reconstructed), cmocka_unit_test(client_demo),
        cmocka_unit_test(whole_map),     cmocka_unit_test(more_pictures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
