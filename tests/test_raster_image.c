/* SPDX-License-Identifier: MIT
 *
 * Sprites, triangles, tiles: which pixel of the image is where.
 */
#include "cm.h"

#include "support/paint.h"

#include "paint/raster.h"
#include "wire/hash.h"

static const tt_rgba black = {0, 0, 0, 255}, white = {255, 255, 255, 255};

/* An image of cells of 2 x 2 pixels, each of its own colour: red is 16 * column, green 16 * row,
 * blue the pixel in the cell times 60. */
static tt_io_image *cells(void)
{
    tt_io_error error;
    tt_io_picture picture = paint_picture(32, 32, black);
    for (uint32_t i = 0; i < 32 * 32; i++) {
        uint32_t x = i % 32, y = i / 32;
        picture.rgba[4 * i] = (uint8_t)(x / 2 * 16);
        picture.rgba[4 * i + 1] = (uint8_t)(y / 2 * 16);
        picture.rgba[4 * i + 2] = (uint8_t)((x % 2 + y % 2 * 2) * 60);
    }
    tt_io_image *image = tti_io_image_open(&picture, &error);
    assert_non_null(image);
    tt_io_picture_close(&picture);
    return image;
}

static tt_shape tiles(double tile, tt_point origin)
{
    tt_shape shape = {.kind = TT_SHAPE_TILES, .image = TT_IMAGE_MAP, .color = white};
    shape.u.tiles.origin = origin;
    shape.u.tiles.tile = (int64_t)(tile * TT_SHAPE_ONE);
    return shape;
}

/* Where a quarter of a tile comes from, by the rule of the format: mirrors first, then the turn. */
static unsigned quarter_of(unsigned flags, unsigned x, unsigned y)
{
    unsigned u = x, v = y;
    if ((flags & TT_TILE_TURN) != 0) {
        u = y;
        v = 1 - x;
    }
    u = (flags & TT_TILE_MIRROR_X) != 0 ? 1 - u : u;
    v = (flags & TT_TILE_MIRROR_Y) != 0 ? 1 - v : v;
    return u + 2 * v;
}

static void test_flags_mirror_and_turn_a_tile(void **state)
{
    (void)state;
    tt_io_image *image = cells();
    for (unsigned flags = 0; flags < 16; flags++) {
        const uint8_t tile[2] = {0x53, (uint8_t)flags};
        paint_source source = {image, {1, 1, tile, 2}, 0};
        tt_io_picture picture = paint_picture(2, 2, black);
        tt_shape shape = tiles(2, paint_at(0, 0));
        paint_on(&picture, &source, &shape, 1);
        for (unsigned i = 0; i < 4; i++) {
            const uint8_t *pixel = picture.rgba + 4 * i;
            assert_int_equal(pixel[0], 3 * 16);
            assert_int_equal(pixel[1], 5 * 16);
            assert_int_equal(pixel[2], quarter_of(flags, i % 2, i / 2) * 60);
        }
        tt_io_picture_close(&picture);
    }
    tti_io_image_close(image);
}

/* Beyond the layer the tiles of its border go on, and number 0 is never painted; neighbours of a
 * cell do not bleed in, whatever the size. */
static void test_the_border_goes_on(void **state)
{
    (void)state;
    static const uint8_t numbers[2 * 3 * 2] = {0x11, 0, 0x22, 0, 0, 0, 0x44, 0, 0x55, 0, 0x66, 0};
    static const double sizes[] = {0.3, 1, 2, 3.7, 16, 22.9};
    tt_io_image *image = cells();
    paint_source source = {image, {3, 2, numbers, 2}, 0};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        tt_io_picture picture = paint_picture(120, 100, black);
        double tile = sizes[i];
        tt_shape shape = tiles(tile, paint_at(-0.5, -0.25));
        shape.u.tiles.x = -1;
        shape.u.tiles.y = -1;
        paint_on(&picture, &source, &shape, 1);
        for (uint32_t y = 0; y < 100; y++) {
            for (uint32_t x = 0; x < 120; x++) {
                double tx = ((double)x + 0.5 + 0.5) / tile - 1, ty = (y + 0.5 + 0.25) / tile - 1;
                int column = tx < 0 ? 0 : tx >= 3 ? 2 : (int)tx, row = ty >= 1;
                double near_x = tx - (int)tx, near_y = ty - (int)ty;
                if (near_x < 0.001 || near_x > 0.999 || near_y < 0.001 || near_y > 0.999) {
                    continue; /* the middle of the pixel is on an edge */
                }
                uint8_t number = numbers[(row * 3 + column) * 2];
                const uint8_t *pixel = picture.rgba + (y * 120 + x) * 4;
                assert_int_equal(pixel[0], number % 16 * 16);
                assert_int_equal(pixel[1], number / 16 * 16);
            }
        }
        tt_io_picture_close(&picture);
    }
    tti_io_image_close(image);
}

/* Tiles that others hide are not painted, and the picture is the same as one layer at a time. */
static void test_hidden_tiles_change_nothing(void **state)
{
    (void)state;
    enum { SIDE = 12, LAYERS = 5 };
    uint8_t numbers[SIDE * SIDE * 2];
    uint64_t random = 17;
    tt_io_image *image = cells();
    for (size_t i = 0; i < sizeof numbers; i++) {
        uint32_t value = random_next(&random);
        numbers[i] = value % 3 == 0 ? 0 : (uint8_t)(value >> 8);
    }
    paint_source source = {image, {SIDE, SIDE, numbers, 2}, 0};
    tt_shape shapes[LAYERS];
    tt_io_picture together = paint_picture(90, 70, black), single = paint_picture(90, 70, black);
    for (int i = 0; i < LAYERS; i++) {
        shapes[i] = tiles(4 + i * 1.3, paint_at(-i, -i * 0.5));
        shapes[i].color.a = i == 2 ? 200 : 255;
        paint_on(&single, &source, &shapes[i], 1);
    }
    paint_on(&together, &source, shapes, LAYERS);
    assert_memory_equal(together.rgba, single.rgba, 90 * 70 * 4);
    tt_io_picture_close(&together);
    tt_io_picture_close(&single);
    tti_io_image_close(image);
}

static void test_a_sprite_is_a_part_of_its_image(void **state)
{
    (void)state;
    tt_io_image *image = cells();
    paint_source source = {image, {0, 0, NULL, 0}, 0};
    tt_shape shape = {.kind = TT_SHAPE_SPRITE, .image = TT_IMAGE_GAME, .color = white};
    shape.u.sprite.at = paint_at(20, 16);
    shape.u.sprite.size = paint_at(20, 10);
    shape.u.sprite.turn = (tt_turn){TT_SHAPE_ONE, 0};
    shape.u.sprite.u0 = 5 * TT_SHAPE_ONE / 16;
    shape.u.sprite.u1 = 6 * TT_SHAPE_ONE / 16;
    shape.u.sprite.v0 = 9 * TT_SHAPE_ONE / 16;
    shape.u.sprite.v1 = 10 * TT_SHAPE_ONE / 16;
    tt_io_picture picture = paint_picture(40, 32, black);
    paint_on(&picture, &source, &shape, 1);
    for (uint32_t i = 0; i < 40 * 32; i++) {
        uint32_t x = i % 40, y = i / 40;
        bool is_in = x >= 10 && x < 30 && y >= 11 && y < 21;
        assert_int_equal(picture.rgba[4 * i], is_in ? 5 * 16 : 0);
        assert_int_equal(picture.rgba[4 * i + 1], is_in ? 9 * 16 : 0);
    }
    assert_int_equal(picture.rgba[(12 * 40 + 11) * 4 + 2], 0);
    assert_int_equal(picture.rgba[(19 * 40 + 28) * 4 + 2], 180);
    shape.flags = TT_SHAPE_MIRROR_X;
    paint_on(&picture, &source, &shape, 1);
    assert_int_equal(picture.rgba[(12 * 40 + 11) * 4 + 2], 60);
    shape.flags = TT_SHAPE_MIRROR_Y;
    paint_on(&picture, &source, &shape, 1);
    assert_int_equal(picture.rgba[(12 * 40 + 11) * 4 + 2], 120);
    shape.flags = 0;
    shape.u.sprite.turn = (tt_turn){0, TT_SHAPE_ONE}; /* clockwise: its left is above */
    paint_on(&picture, &source, &shape, 1);
    assert_int_equal(picture.rgba[(8 * 40 + 24) * 4 + 2], 0);
    assert_int_equal(picture.rgba[(24 * 40 + 24) * 4 + 2], 60);
    tt_io_picture_close(&picture);
    tti_io_image_close(image);
}

/* Two triangles cover a rectangle once, without a seam. */
static void test_triangles_join(void **state)
{
    (void)state;
    static const uint8_t corners[2][3] = {{0, 1, 3}, {0, 3, 2}};
    tt_shape shapes[2] = {{.kind = TT_SHAPE_TRIANGLE}, {.kind = TT_SHAPE_TRIANGLE}};
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < 3; k++) {
            int corner = corners[i][k];
            shapes[i].u.triangle.at[k] =
                paint_at(corner % 2 != 0 ? 30.3 : 2.7, corner / 2 != 0 ? 27.1 : 3.2);
            shapes[i].u.triangle.color[k] = (tt_rgba){corner % 2 != 0 ? 200 : 100, 0, 0, 128};
        }
    }
    tt_io_picture picture = paint_picture(32, 32, black);
    paint_on(&picture, NULL, shapes, 2);
    for (uint32_t i = 0; i < 32 * 32; i++) {
        uint32_t x = i % 32, y = i / 32;
        bool is_in = x >= 3 && x < 30 && y >= 3 && y < 27;
        double red = (100 + 100 * (x + 0.5 - 2.7) / 27.6) * 128 / 255;
        if (is_in) {
            assert_in_range(picture.rgba[4 * i], (unsigned)red - 1, (unsigned)red + 1);
        } else {
            assert_int_equal(picture.rgba[4 * i], 0);
        }
    }
    tt_io_picture_close(&picture);
}

/* Beyond its edges an image repeats, if the shape says so. */
static void test_an_image_repeats(void **state)
{
    (void)state;
    tt_io_image *image = cells();
    paint_source source = {image, {0, 0, NULL, 0}, 0};
    tt_shape shape = {.kind = TT_SHAPE_TRIANGLE, .image = TT_IMAGE_MAP, .flags = TT_SHAPE_REPEAT};
    for (int i = 0; i < 3; i++) {
        shape.u.triangle.at[i] = paint_at(i == 1 ? 128 : 0, i == 2 ? 128 : 0);
        shape.u.triangle.u[i] = i == 1 ? 3 * TT_SHAPE_ONE : -TT_SHAPE_ONE;
        shape.u.triangle.v[i] = i == 2 ? 4 * TT_SHAPE_ONE : 0;
        shape.u.triangle.color[i] = white;
    }
    tt_io_picture picture = paint_picture(64, 64, black);
    paint_on(&picture, &source, &shape, 1);
    for (uint32_t i = 0; i < 64 * 64; i++) {
        uint32_t x = i % 64 % 32, y = i / 64 % 32;
        assert_int_equal(picture.rgba[4 * i], x / 2 * 16);
        assert_int_equal(picture.rgba[4 * i + 1], y / 2 * 16);
    }
    tt_io_picture_close(&picture);
    tti_io_image_close(image);
}

/* The main colour of the body becomes 192 of 255, and what is brighter remains brighter. */
static void test_the_grey_form_of_a_skin(void **state)
{
    (void)state;
    tt_io_error error;
    tt_io_picture picture = paint_picture(64, 32, (tt_rgba){200, 100, 50, 255});
    const uint8_t bright[4] = {255, 255, 255, 255};
    memcpy(picture.rgba, bright, 4);
    tt_io_image *image = tti_io_image_open_grey(&picture, &error);
    assert_non_null(image);
    paint_source source = {image, {0, 0, NULL, 0}, 0};
    tt_shape shape = {.kind = TT_SHAPE_SPRITE, .image = TT_IMAGE_SKIN, .color = white};
    shape.u.sprite.at = paint_at(32, 16);
    shape.u.sprite.size = paint_at(64, 32);
    shape.u.sprite.turn = (tt_turn){TT_SHAPE_ONE, 0};
    shape.u.sprite.u1 = shape.u.sprite.v1 = TT_SHAPE_ONE;
    tt_io_picture painted = paint_picture(64, 32, black);
    paint_on(&painted, &source, &shape, 1);
    assert_int_equal(paint_red_at(&painted, 0, 0), 255);
    assert_int_equal(paint_red_at(&painted, 10, 10), 192);
    assert_int_equal(paint_red_at(&painted, 40, 10), (2126 * 200 + 7152 * 100 + 722 * 50) / 10000);
    tt_io_picture_close(&painted);
    tt_io_picture_close(&picture);
    tti_io_image_close(image);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_flags_mirror_and_turn_a_tile),
        cmocka_unit_test(test_the_border_goes_on),
        cmocka_unit_test(test_hidden_tiles_change_nothing),
        cmocka_unit_test(test_a_sprite_is_a_part_of_its_image),
        cmocka_unit_test(test_triangles_join),
        cmocka_unit_test(test_an_image_repeats),
        cmocka_unit_test(test_the_grey_form_of_a_skin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
