/* SPDX-License-Identifier: MIT
 *
 * Whole pictures: pixels that are the same on every machine, and shapes that no list has.
 */
#include "cm.h"

#include "paint/raster.h"
#include "paint/text.h"
#include "support/paint.h"

enum { WIDTH = 320, HEIGHT = 240, COLUMNS = 20, ROWS = 15 };

static int64_t width_of_text(tt_bytes text, int32_t height)
{
    return tti_text_line(text, height, 0, NULL).width;
}

static const tt_rgba white = {255, 255, 255, 255};

static uint8_t game[COLUMNS * ROWS * 2];

/* Every number that means something, each with air around it, over ground. */
static void fill_game(void)
{
    unsigned number = 0;
    memset(game, 0, sizeof game);
    for (size_t i = 0; i < COLUMNS * ROWS; i++) {
        bool is_ground = i >= COLUMNS * (ROWS - 2);
        game[2 * i] = is_ground    ? (uint8_t)(i % 7 == 0 ? 3 : 1)
                      : i % 2 == 0 ? (uint8_t)number++
                                   : 0;
        game[2 * i + 1] = (uint8_t)(i % 16);
    }
}

static tt_shape shape_of(uint8_t kind, tt_rgba color)
{
    tt_shape shape = {.kind = kind, .color = color};
    return shape;
}

static tt_shape text(double x, double y, double height, const char *utf8)
{
    tt_shape shape = shape_of(TT_SHAPE_TEXT, white);
    shape.u.text.at = paint_at(x, y);
    shape.u.text.height = (int32_t)(height * TT_SHAPE_PIXEL);
    shape.u.text.utf8 = tt_bytes_of(utf8);
    shape.u.text.outline = (tt_rgba){0, 0, 0, 128};
    return shape;
}

static tt_io_image *gradient_image(void)
{
    tt_io_error error;
    tt_io_picture picture = paint_picture(48, 32, white);
    for (uint32_t i = 0; i < 48 * 32; i++) {
        picture.rgba[4 * i] = (uint8_t)(i * 5);
        picture.rgba[4 * i + 1] = (uint8_t)(i / 48 * 8);
        picture.rgba[4 * i + 2] = (uint8_t)(i % 48 * 5);
        picture.rgba[4 * i + 3] = (uint8_t)(i % 3 == 0 ? 120 : 255);
    }
    tt_io_image *image = tti_io_image_open(&picture, &error);
    tt_io_picture_close(&picture);
    assert_non_null(image);
    return image;
}

static tt_shape golden_shape(int kind)
{
    static const tt_point points[5] = {
        {10000, 5000}, {70000, 20000}, {30000, 55000}, {60000, 58000}, {12000, 30000}};
    tt_shape shape = shape_of((uint8_t)kind, (tt_rgba){230, 140, 40, 200});
    switch (kind) {
    case TT_SHAPE_GRADIENT:
        shape.u.gradient.bottom = (tt_rgba){10, 40, 90, 255};
        break;
    case TT_SHAPE_SPRITE:
        shape.image = TT_IMAGE_GAME;
        shape.u.sprite.at = paint_at(150.3, 110.6);
        shape.u.sprite.size = paint_at(170, 90);
        shape.u.sprite.turn = (tt_turn){60547, 25080};
        shape.u.sprite.u1 = 49152;
        shape.u.sprite.v0 = 8192;
        shape.u.sprite.v1 = TT_SHAPE_ONE;
        break;
    case TT_SHAPE_TRIANGLE:
        shape.image = TT_IMAGE_MAP;
        for (int i = 0; i < 3; i++) {
            shape.u.triangle.at[i] = points[i];
            shape.u.triangle.color[i] = (tt_rgba){(uint8_t)(90 * i), 200, 255, 220};
            shape.u.triangle.u[i] = i * 90000;
            shape.u.triangle.v[i] = 70000 - i * 50000;
        }
        shape.flags = TT_SHAPE_REPEAT;
        break;
    case TT_SHAPE_ELLIPSE:
        shape.u.ellipse.at = paint_at(140.2, 100.9);
        shape.u.ellipse.radius = paint_at(90, 33);
        shape.u.ellipse.turn = (tt_turn){56756, 32768};
        break;
    case TT_SHAPE_POLYGON:
        shape.u.polygon.points = points;
        shape.u.polygon.count = 5;
        break;
    case TT_SHAPE_LINE:
        shape.u.line.points = points;
        shape.u.line.count = 5;
        shape.u.line.width = 2000;
        break;
    case TT_SHAPE_TEXT:
        shape =
            text(20, 90, 26, "T\xc3\xa9\xc3\xa9 \xd0\x96 \xce\xa9 \xe6\xbc\xa2 \xe2\x99\xa5 #7");
        break;
    case TT_SHAPE_TILES:
        shape.image = TT_IMAGE_MAP;
        shape.u.tiles.tile = 21 * TT_SHAPE_ONE + 12345;
        shape.u.tiles.origin = (tt_point){-1700, -300};
        break;
    case TT_SHAPE_RULES:
        shape.color.a = 255;
        shape.u.rules.tile = 17 * TT_SHAPE_ONE + 777;
        shape.u.rules.origin = (tt_point){-1700, -300};
        shape.u.rules.items = 1;
        break;
    default:
        break;
    }
    return shape;
}

/* The sums are those of pictures that somebody has looked at. */
static void test_pixels_are_the_same_everywhere(void **state)
{
    (void)state;
    static const uint32_t wanted[TT_SHAPE_KINDS] = {
        0x5b58c0e3, 0x65898ed0, 0x64fb0c2b, 0xc0f33121, 0x9fc4323d,
        0xff920a28, 0xfba288a2, 0x5d947783, 0x1d8fee2f, 0x9dbf4677,
    };
    tt_io_image *image = gradient_image();
    fill_game();
    for (int kind = 0; kind < TT_SHAPE_KINDS; kind++) {
        paint_source source = {image, {COLUMNS, ROWS, game, 2}, 0};
        source.plays = kind == TT_SHAPE_RULES ? TT_MAP_GAME : 0;
        tt_io_picture picture = paint_picture(WIDTH, HEIGHT, (tt_rgba){90, 120, 160, 255});
        tt_shape shape = golden_shape(kind);
        paint_on(&picture, &source, &shape, 1);
        if (paint_sum(&picture) != wanted[kind]) {
            print_error("kind %d: 0x%08x\n", kind, (unsigned)paint_sum(&picture));
        }
        assert_int_equal(paint_sum(&picture), wanted[kind]);
        tt_io_picture_close(&picture);
    }
    tti_io_image_close(image);
}

static int32_t any_place(uint64_t *random)
{
    static const int32_t far[] = {INT32_MIN, INT32_MAX, TT_SHAPE_FAR, -TT_SHAPE_FAR,
                                  0,         1,         -1,           TT_SHAPE_ONE};
    uint32_t value = random_next(random);
    return value % 3 == 0   ? far[value / 3 % 8]
           : value % 3 == 1 ? (int32_t)(value >> 14) - 100000
                            : (int32_t)value;
}

/* Everything of it is random, but that pointers are good. */
static tt_shape hostile_shape(uint64_t *random, const tt_point *points, size_t count)
{
    tt_shape shape;
    int32_t *words = (int32_t *)&shape;
    for (size_t i = 0; i < sizeof shape / sizeof *words; i++) {
        words[i] = any_place(random);
    }
    shape.kind = (uint8_t)(random_next(random) % (TT_SHAPE_KINDS + 1));
    shape.image = (uint8_t)(random_next(random) % (TT_IMAGE_KINDS + 2));
    if (shape.kind == TT_SHAPE_POLYGON) {
        shape.u.polygon.points = points;
        shape.u.polygon.count = random_next(random) % (uint32_t)count;
    } else if (shape.kind == TT_SHAPE_LINE) {
        shape.u.line.points = points;
        shape.u.line.count = random_next(random) % (uint32_t)count;
    } else if (shape.kind == TT_SHAPE_TEXT) {
        shape.u.text.utf8 = (tt_bytes){(const uint8_t *)points, random_next(random) % 60};
    } else if (shape.kind == TT_SHAPE_TILES && random_next(random) % 2 == 0) {
        shape.u.tiles.tile = random_next(random) % 100000;
        shape.u.tiles.origin = (tt_point){0, 0};
    } else if (shape.kind == TT_SHAPE_RULES && random_next(random) % 2 == 0) {
        shape.u.rules.tile = random_next(random);
        shape.u.rules.origin = (tt_point){0, 0};
    } else if (shape.kind == TT_SHAPE_CLIP) {
        shape.u.clip.from = (tt_point){0, 0};
    }
    return shape;
}

static void test_hostile_shapes_only_paint(void **state)
{
    (void)state;
    uint64_t random = 4711;
    tt_io_image *image = gradient_image();
    fill_game();
    for (int round = 0; round < 400; round++) {
        tt_shape shapes[10];
        tt_point points[40];
        paint_source source = {image, {COLUMNS, ROWS, game, 2}, 0};
        source.plays = round % 2 == 0 ? TT_MAP_GAME : 0;
        for (int i = 0; i < 40; i++) {
            points[i] = (tt_point){any_place(&random), any_place(&random)};
        }
        for (int i = 0; i < 10; i++) {
            shapes[i] = hostile_shape(&random, points, 40);
        }
        tt_io_picture picture = paint_picture(64, 48, (tt_rgba){90, 120, 160, 255});
        paint_on(&picture, &source, shapes, 10);
        for (uint32_t i = 0; i < 64 * 48; i++) {
            assert_int_equal(picture.rgba[4 * i + 3], 255);
        }
        tt_io_picture_close(&picture);
    }
    tti_io_image_close(image);
}

/* Widths add up, a cut text fits, and bytes that are no UTF-8 are letters too. */
static void test_widths_of_texts(void **state)
{
    (void)state;
    const int32_t height = 20 * TT_SHAPE_PIXEL;
    assert_int_equal(width_of_text(tt_bytes_of(""), height), 0);
    int64_t one = width_of_text(tt_bytes_of("m"), height);
    assert_in_range(one, height * 9 / 10, height);
    assert_in_range(width_of_text(tt_bytes_of("mmmm"), height), 4 * one, 4 * one + 4);
    assert_true(width_of_text(tt_bytes_of("iiii"), height) < 2 * one);
    assert_int_equal(width_of_text(tt_bytes_of("\xff"), height),
                     width_of_text(tt_bytes_of("\xe6\xbc\xa2"), height));
    tt_io_picture picture = paint_picture(200, 40, (tt_rgba){0, 0, 0, 255});
    tt_shape shape = text(10, 5, 20, "a line that is cut to fit");
    shape.u.text.outline.a = 0;
    shape.u.text.width = 100 * TT_SHAPE_PIXEL;
    paint_on(&picture, NULL, &shape, 1);
    uint64_t beyond = 0;
    for (uint32_t i = 0; i < 200 * 40; i++) {
        beyond += i % 200 > 110 ? picture.rgba[4 * i] : 0;
    }
    assert_int_equal(beyond, 0);
    assert_true(paint_red(&picture) > 255 * 100);
    tt_io_picture_close(&picture);
}

/* The first letters may have another colour. */
static void test_the_head_of_a_text(void **state)
{
    (void)state;
    tt_io_picture picture = paint_picture(100, 40, (tt_rgba){0, 0, 0, 255});
    tt_shape shape = text(5, 5, 26, "mm");
    shape.u.text.outline.a = 0;
    shape.u.text.head = 1;
    shape.u.text.head_color = (tt_rgba){0, 0, 255, 255};
    paint_on(&picture, NULL, &shape, 1);
    uint32_t middle =
        5 + (uint32_t)(width_of_text(tt_bytes_of("m"), 26 * TT_SHAPE_PIXEL) / TT_SHAPE_PIXEL);
    uint64_t left = 0, right = 0;
    for (uint32_t i = 0; i < 100 * 40; i++) {
        left += i % 100 < middle ? picture.rgba[4 * i] : 0;
        right += i % 100 > middle ? picture.rgba[4 * i] : 0;
    }
    assert_int_equal(left, 0);
    assert_true(right > 255 * 20);
    tt_io_picture_close(&picture);
}

/* A layer without an image is squares of its colour, and one whose image is missing nothing. */
static void test_missing_images(void **state)
{
    (void)state;
    fill_game();
    for (int image = 0; image < 2; image++) {
        paint_source source = {NULL, {COLUMNS, ROWS, game, 2}, 0};
        tt_io_picture picture = paint_picture(64, 48, (tt_rgba){0, 0, 0, 255});
        tt_shape shape = golden_shape(TT_SHAPE_TILES);
        shape.color = white;
        shape.image = image == 0 ? TT_IMAGE_NONE : TT_IMAGE_MAP;
        shape.u.tiles.y = ROWS;
        paint_on(&picture, &source, &shape, 1);
        assert_int_equal(paint_red(&picture), image == 0 ? 64 * 48 * 255 : 0);
        tt_io_picture_close(&picture);
    }
}

/* 240 pixels are 15 for a cell, which no smaller level has a whole number of; red is 16 * column,
 * green 16 * row. In the middle of each tile is its own colour, and not that of a neighbour. */
static void test_sheets_whose_side_is_no_power_of_two(void **state)
{
    (void)state;
    enum { SIDE = 240, TILE = 4 };
    uint8_t all[512];
    tt_io_error error;
    tt_io_picture sheet = paint_picture(SIDE, SIDE, white);
    for (size_t i = 0; i < (size_t)SIDE * SIDE; i++) {
        sheet.rgba[4 * i] = (uint8_t)(i % SIDE / 15 * 16);
        sheet.rgba[4 * i + 1] = (uint8_t)(i / SIDE / 15 * 16);
    }
    for (size_t i = 0; i < 256; i++) {
        all[2 * i] = (uint8_t)i;
        all[2 * i + 1] = 0;
    }
    tt_io_image *image = tti_io_image_open(&sheet, &error);
    assert_non_null(image);
    paint_source source = {image, {16, 16, all, 2}, 0};
    tt_io_picture picture = paint_picture(16 * TILE, 16 * TILE, white);
    tt_shape shape = shape_of(TT_SHAPE_TILES, white);
    shape.image = TT_IMAGE_MAP;
    shape.u.tiles.tile = TILE * TT_SHAPE_ONE;
    shape.u.tiles.x = shape.u.tiles.y = 0;
    paint_on(&picture, &source, &shape, 1);
    for (int i = 1; i < 256; i++) {
        int x = i % 16 * TILE + TILE / 2, y = i / 16 * TILE + TILE / 2;
        const uint8_t *rgba = picture.rgba + 4 * ((size_t)y * 16 * TILE + (size_t)x);
        assert_in_range(rgba[0] + 8, i % 16 * 16, i % 16 * 16 + 16);
        assert_in_range(rgba[1] + 8, i / 16 * 16, i / 16 * 16 + 16);
    }
    tti_io_image_close(image);
    tt_io_picture_close(&picture);
    tt_io_picture_close(&sheet);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pixels_are_the_same_everywhere),
        cmocka_unit_test(test_hostile_shapes_only_paint),
        cmocka_unit_test(test_widths_of_texts),
        cmocka_unit_test(test_the_head_of_a_text),
        cmocka_unit_test(test_missing_images),
        cmocka_unit_test(test_sheets_whose_side_is_no_power_of_two),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
