/* SPDX-License-Identifier: MIT
 *
 * Paints, and looks at what came of it.
 */
#include "cm.h"

#include "support/paint.h"

#include "paint/raster.h"
#include "wire/hash.h"

static const tt_io_image *image(void *user, tt_image_kind kind, uint32_t index, bool grey)
{
    (void)kind;
    (void)index;
    (void)grey;
    return ((const paint_source *)user)->image;
}

static void layer(void *user, unsigned plays, uint32_t index, tt_io_layer *layer)
{
    const paint_source *source = user;
    (void)index;
    if (plays == source->plays) {
        *layer = source->layer;
    }
}

tt_io_source paint_source_of(paint_source *source)
{
    return (tt_io_source){image, layer, source, NULL};
}

tt_io_picture paint_picture(uint32_t width, uint32_t height, tt_rgba color)
{
    tt_io_picture picture;
    tt_io_error error;
    assert_true(tt_io_picture_open(&picture, width, height, color, &error));
    return picture;
}

void paint_on(tt_io_picture *picture, paint_source *source, const tt_shape *shapes, size_t count)
{
    tt_io_error error;
    paint_source nothing = {NULL, {0, 0, NULL, 0}, 0};
    tt_io_source from = paint_source_of(source != NULL ? source : &nothing);
    tt_io_painter *painter = tti_io_painter_open(&from, &error);
    assert_non_null(painter);
    assert_true(tti_io_paint(painter, picture, shapes, count, &error));
    tti_io_painter_close(painter);
}

uint32_t paint_sum(const tt_io_picture *picture)
{
    return tti_crc32(0, picture->rgba, (size_t)picture->width * picture->height * 4);
}

uint64_t paint_red(const tt_io_picture *picture)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < (size_t)picture->width * picture->height; i++) {
        sum += picture->rgba[4 * i];
    }
    return sum;
}

uint8_t paint_red_at(const tt_io_picture *picture, uint32_t x, uint32_t y)
{
    return picture->rgba[((size_t)y * picture->width + x) * 4];
}

tt_point paint_at(double x, double y)
{
    return (tt_point){(int32_t)(x * TT_SHAPE_PIXEL), (int32_t)(y * TT_SHAPE_PIXEL)};
}

struct text {
    char bytes[1 << 20];
    size_t size;
};

static int keep(void *user, tt_bytes bytes)
{
    struct text *text = user;
    assert_true(bytes.size < sizeof text->bytes - text->size);
    memcpy(text->bytes + text->size, bytes.data, bytes.size);
    text->size += bytes.size;
    text->bytes[text->size] = '\0';
    return 0;
}

const char *paint_svg(uint32_t width, uint32_t height, const tt_io_source *source,
                      const tt_shape *shapes, size_t count)
{
    static struct text text;
    const tt_rgba background = {1, 2, 3, 255};
    tt_io_output out;
    tt_io_error error;
    text.size = 0;
    assert_true(tt_io_output_open(&out, keep, &text));
    assert_true(tti_io_svg_write(&out, width, height, background, source, shapes, count, &error));
    assert_int_equal(tt_io_output_close(&out), 0);
    return text.bytes;
}
