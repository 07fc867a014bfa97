/* SPDX-License-Identifier: MIT
 *
 * Images of the game's data folder, made up here: what is found, what is missing, how much is kept.
 */
#include "host/posix.h"

#include "cm.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "support/map_zoo.h"
#include "support/paint.h"

#include "host/inside.h"
#include "studio/art.h"
#include "teetape/io/file.h"
#include "teetape/io/inflate.h"

static char folder[64];

static void make_folder(const char *name)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(mkdir(path, 0777), 0);
}

static void make_png(const char *name, uint32_t width, uint32_t height, uint8_t red)
{
    char path[200];
    tt_io_error error;
    tt_io_picture picture = paint_picture(width, height, (tt_rgba){red, 0, 0, 255});
    snprintf(path, sizeof path, "%s/%s", folder, name);
    tt_io_file *file = tt_io_file_open(path, NULL, &error);
    assert_non_null(file);
    assert_true(tt_io_png_write(tt_io_file_out(file), &picture, &error));
    assert_true(tt_io_file_commit(file, &error));
    tt_io_picture_close(&picture);
}

static void make_text(const char *name)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("no image", file);
    fclose(file);
}

static int set_up(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "art-XXXXXX");
    assert_non_null(mkdtemp(folder));
    make_folder("skins");
    make_folder("skins/body");
    make_folder("skins/other");
    make_folder("downloadedskins");
    make_png("game.png", 64, 32, 10);
    make_folder("mapres");
    make_png("mapres/grass_main.png", 64, 64, 70);
    make_png("skins/default.png", 32, 16, 20);
    make_png("skins/brown.png", 32, 16, 30);
    make_png("downloadedskins/brown.png", 32, 16, 99);
    make_png("downloadedskins/new one.png", 32, 16, 40);
    make_png("skins/body/standard.png", 32, 32, 50);
    make_png("skins/other/nothing.png", 32, 32, 60);
    make_text("skins/text.txt");
    make_text("skins/broken.png");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    char command[100];
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    return system(command) == 0 ? 0 : -1;
}

static uint8_t red_of(const tt_io_source *source, tt_image_kind kind, uint32_t index)
{
    paint_source one = {source->image(source->user, kind, index, false), {0, 0, NULL, 0}, 0};
    tt_shape shape = {.kind = TT_SHAPE_SPRITE, .image = TT_IMAGE_GAME};
    shape.color = (tt_rgba){255, 255, 255, 255};
    shape.u.sprite.size = paint_at(20, 20);
    shape.u.sprite.turn = (tt_turn){TT_SHAPE_ONE, 0};
    shape.u.sprite.u1 = shape.u.sprite.v1 = TT_SHAPE_ONE;
    tt_io_picture picture = paint_picture(8, 8, (tt_rgba){0, 0, 0, 255});
    paint_on(&picture, &one, &shape, 1);
    uint8_t red = paint_red_at(&picture, 4, 4);
    tt_io_picture_close(&picture);
    return red;
}

static void test_files_of_the_folder(void **state)
{
    (void)state;
    tt_io_error error;
    tt_io_art_options options = {.data = folder};
    tt_io_art *art = tti_io_art_open(&options, &error);
    size_t count;
    assert_non_null(art);
    const char *const *skins = tti_io_art_skins(art, &count);
    assert_int_equal(count, 4);
    assert_string_equal(skins[0], "broken");
    assert_string_equal(skins[1], "brown");
    assert_string_equal(skins[2], "default");
    assert_string_equal(skins[3], "new one");
    const tt_draw_part *parts = tti_io_art_parts(art, &count);
    assert_int_equal(count, 1);
    assert_string_equal(parts[0].name, "standard");
    assert_int_equal(parts[0].part, 0);
    assert_int_equal(tti_io_art_has(art),
                     1u << TT_IMAGE_GAME | 1u << TT_IMAGE_SKIN | 1u << TT_IMAGE_SKIN_PART);
    tt_io_source source = tti_io_art_source(tti_io_art_owner(art));
    if (tti_io_inflate_exists()) {
        assert_int_equal(red_of(&source, TT_IMAGE_GAME, 0), 10);
        assert_int_equal(red_of(&source, TT_IMAGE_SKIN, 1), 30); /* of the first folder */
        assert_int_equal(red_of(&source, TT_IMAGE_SKIN, 2), 20);
        assert_int_equal(red_of(&source, TT_IMAGE_SKIN_PART, 0), 50);
        assert_non_null(source.image(source.user, TT_IMAGE_SKIN, 2, true));
    }
    assert_null(source.image(source.user, TT_IMAGE_SKIN, 0, false));
    assert_null(source.image(source.user, TT_IMAGE_SKIN, 4, false));
    assert_null(source.image(source.user, TT_IMAGE_HUD, 0, false));
    assert_null(source.image(source.user, TT_IMAGE_MAP, 0, false));
    assert_int_equal(tti_io_art_lacks(art), 0);
    tti_io_art_close(art);
}

/* With little room one image puts out the other, and each is read again. */
static void test_images_are_bounded(void **state)
{
    (void)state;
    tt_io_error error;
    tt_io_art_options options = {.data = folder, .bytes = 9000};
    tt_io_art *art = tti_io_art_open(&options, &error);
    assert_non_null(art);
    tt_io_source source = tti_io_art_source(tti_io_art_owner(art));
    for (uint32_t i = 0; i < 30 && tti_io_inflate_exists(); i++) {
        static const uint8_t reds[3] = {30, 20, 40};
        assert_int_equal(red_of(&source, TT_IMAGE_SKIN, 1 + i % 3), reds[i % 3]);
    }
    assert_int_equal(red_of(&source, TT_IMAGE_GAME, 0), tti_io_inflate_exists() ? 10 : 0);
    tti_io_art_close(art);
    options.bytes = 4 * 64 * 32 - 1; /* game.png is larger than that */
    art = tti_io_art_open(&options, &error);
    assert_non_null(art);
    source = tti_io_art_source(tti_io_art_owner(art));
    assert_null(source.image(source.user, TT_IMAGE_GAME, 0, false));
    tti_io_art_close(art);
}

/* What one user holds is not put out by the requests of another one, and is read once for both. */
static void test_users_share_images(void **state)
{
    (void)state;
    tt_io_error error;
    struct tti_art_user other;
    const tt_io_art_options options = {.data = folder, .bytes = 9000};
    tt_io_art *art = tti_io_art_open(&options, &error);
    assert_non_null(art);
    assert_true(tti_art_join(&other, art, &error));
    tt_io_source mine = tti_io_art_source(tti_io_art_owner(art));
    tt_io_source theirs = tti_io_art_source(&other);
    const tt_io_image *held = mine.image(mine.user, TT_IMAGE_SKIN, 1, false);
    if (tti_io_inflate_exists()) {
        assert_ptr_equal(theirs.image(theirs.user, TT_IMAGE_SKIN, 1, false), held);
        for (uint32_t i = 0; i < 6; i++) {
            assert_int_equal(red_of(&theirs, TT_IMAGE_SKIN, 2 + i % 2), i % 2 == 0 ? 20 : 40);
        }
        assert_ptr_equal(theirs.image(theirs.user, TT_IMAGE_SKIN, 1, false), held);
        assert_int_equal(red_of(&mine, TT_IMAGE_SKIN, 1), 30);
    }
    tti_art_leave(&other);
    tti_io_art_close(art);
}

/* Images that are in the map come from it, and those that it names from the folder; one that no
 * game can read is missing. */
static void test_images_of_a_map(void **state)
{
    (void)state;
    map_bytes file = {NULL, 0, 0};
    tt_map_design design;
    tt_io_error error;
    if (!tti_io_inflate_exists()) {
        skip();
    }
    map_zoo(&file, 4, ZOO_NO_TANGENTS);
    assert_int_equal(tt_map_design_open(&design, (tt_bytes){file.data, file.size}, NULL), TT_OK);
    for (int has_folder = 0; has_folder < 2; has_folder++) {
        tt_io_art_options options = {.data = has_folder ? folder : "", .design = &design};
        uint64_t images, own = UINT64_C(1) << ZOO_OWN | UINT64_C(1) << ZOO_RGBA;
        tt_io_art *art = tti_io_art_open(&options, &error);
        assert_non_null(art);
        (void)tti_io_art_layers(art, &images);
        assert_int_equal(images, own | (has_folder ? UINT64_C(1) << ZOO_EXTERNAL : 0));
        tt_io_source source = tti_io_art_source(tti_io_art_owner(art));
        assert_int_equal(red_of(&source, TT_IMAGE_MAP, ZOO_EXTERNAL), has_folder ? 70 : 0);
        /* the four pixels of it together */
        assert_in_range(red_of(&source, TT_IMAGE_MAP, ZOO_OWN), 1, 254);
        assert_null(source.image(source.user, TT_IMAGE_MAP, ZOO_RGB, false));
        assert_null(source.image(source.user, TT_IMAGE_MAP, ZOO_IMAGES, false));
        assert_true(tti_io_art_is_good(art, NULL));
        tti_io_art_close(art);
    }
    tt_io_art_options small = {.data = "", .design = &design, .bytes = 15};
    uint64_t images;
    tt_io_art *art = tti_io_art_open(&small, &error);
    assert_non_null(art);
    (void)tti_io_art_layers(art, &images);
    assert_int_equal(images, 0); /* none of them fits */
    tti_io_art_close(art);
    map_bytes_free(&file);
}

/* A map of one group: an image that 0.7 has changed, one of the same beginning that it has not, an
 * image of its own, and a layer of tiles that the game plays on. `damaged` breaks the check sums of
 * the data that no name needs. */
static void small_map(map_bytes *file, int32_t layer_version, bool damaged)
{
    enum { VERSION = 0, IMAGE = 2, GROUP = 4, LAYER = 5 };
    static const uint8_t pixel[4] = {200, 0, 0, 255}, tile[4] = {1, 0, 0, 0};
    map_build m = {.version = 4};
    const int32_t one = 1, group[] = {3, 0, 0, 100, 100, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0};
    const int32_t changed[] = {1, 64, 64, 1, map_build_data(&m, "grass_main", 11), -1};
    const int32_t same[] = {1, 64, 64, 1, map_build_data(&m, "grass_main2", 12), -1};
    const int32_t own[] = {1, 1, 1, 0, changed[4], map_build_data(&m, pixel, sizeof pixel)};
    m.data.data[m.data.size - 1] ^= damaged;
    int32_t layer[18] = {0, 2, 0, layer_version, 1, 1, TT_MAP_GAME, 255, 255, 255, 255, -1, 0, -1};
    layer[14] = map_build_data(&m, tile, sizeof tile);
    m.data.data[m.data.size - 1] ^= damaged;
    map_build_item(&m, VERSION, &one, 1);
    map_build_item(&m, IMAGE, changed, 6);
    map_build_item(&m, IMAGE, same, 6);
    map_build_item(&m, IMAGE, own, 6);
    map_build_item(&m, GROUP, group, 15);
    map_build_item(&m, LAYER, layer, 18);
    map_build_end(&m, "DATA", file);
}

/* A map of 0.7, which layers of version 4 tell, takes the changed form of an image where there is
 * one; maps of other games never do. */
static void test_images_that_seven_changed(void **state)
{
    (void)state;
    if (!tti_io_inflate_exists()) {
        skip();
    }
    make_png("mapres/grass_main_0.7.png", 64, 64, 80);
    make_png("mapres/grass_main2.png", 64, 64, 90);
    make_png("mapres/grass_main2_0.7.png", 64, 64, 99);
    for (int32_t version = 3; version <= 4; version++) {
        map_bytes file = {NULL, 0, 0};
        tt_map_design design;
        tt_io_error error;
        small_map(&file, version, false);
        const tt_bytes bytes = {file.data, file.size};
        assert_int_equal(tt_map_design_open(&design, bytes, NULL), TT_OK);
        tt_io_art_options options = {.data = folder, .design = &design};
        tt_io_art *art = tti_io_art_open(&options, &error);
        assert_non_null(art);
        tt_io_source source = tti_io_art_source(tti_io_art_owner(art));
        assert_int_equal(red_of(&source, TT_IMAGE_MAP, 0), version == 4 ? 80 : 70);
        assert_int_equal(red_of(&source, TT_IMAGE_MAP, 1), 90);
        tti_io_art_close(art);
        map_bytes_free(&file);
    }
}

/* Data that cannot be unpacked is missing, and no lack of memory. */
static void test_damaged_data_of_a_map(void **state)
{
    (void)state;
    if (!tti_io_inflate_exists()) {
        skip();
    }
    for (int damaged = 0; damaged < 2; damaged++) {
        map_bytes file = {NULL, 0, 0};
        tt_map_design design;
        tt_io_error error;
        tt_io_layer layer = {0};
        uint64_t images;
        small_map(&file, 3, damaged);
        const tt_bytes bytes = {file.data, file.size};
        assert_int_equal(tt_map_design_open(&design, bytes, NULL), TT_OK);
        tt_io_art_options options = {.data = "", .design = &design};
        tt_io_art *art = tti_io_art_open(&options, &error);
        assert_non_null(art);
        tt_io_source source = tti_io_art_source(tti_io_art_owner(art));
        assert_int_equal(red_of(&source, TT_IMAGE_MAP, 2), damaged ? 0 : 200);
        source.layer(source.user, TT_MAP_GAME, 0, &layer);
        assert_int_equal(layer.width, !damaged);
        assert_int_equal(tti_io_art_layers(art, &images)[0] == NULL, damaged);
        assert_int_equal(images, damaged ? 0 : 1 << 2);
        assert_true(tti_io_art_is_good(art, NULL));
        tti_io_art_close(art);
        map_bytes_free(&file);
    }
}

static void test_no_folder(void **state)
{
    (void)state;
    static const char *const folders[] = {"", "no such folder"};
    for (int i = 0; i < 2; i++) {
        tt_io_error error;
        tt_io_art_options options = {.data = folders[i]};
        tt_io_art *art = tti_io_art_open(&options, &error);
        assert_non_null(art);
        assert_int_equal(tti_io_art_has(art), 0);
        tti_io_art_close(art);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_files_of_the_folder),
        cmocka_unit_test(test_images_are_bounded),
        cmocka_unit_test(test_users_share_images),
        cmocka_unit_test(test_no_folder),
        cmocka_unit_test(test_images_of_a_map),
        cmocka_unit_test(test_images_that_seven_changed),
        cmocka_unit_test(test_damaged_data_of_a_map),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
