/* SPDX-License-Identifier: MIT
 *
 * How fast pictures are painted: layers of tiles and discs, as a textbook paints them (floats,
 * pixel by pixel) and as tti_io_paint does, one after the other in every round; PNG and frames for
 * an encoder beside it. What counts is the ratio within a round.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command_line.h"
#include "measure.h"
#include "paint/raster.h"
#include "paint/y4m.h"

static const char usage[] = "usage: bench_raster [--rounds N] [--json]\n";

enum { WIDTH = 1280, HEIGHT = 720, SIDE = 64, LAYERS = 6, DISCS = 500, IMAGE = 512 };

static uint8_t tiles[SIDE * SIDE * 2];
static tt_io_picture image_pixels, picture;
static tt_io_image *image;
static tt_io_painter *painter;
static tt_shape layers[LAYERS], discs[DISCS];

static const tt_io_image *find_image(void *user, tt_image_kind kind, uint32_t index, bool grey)
{
    (void)user;
    (void)kind;
    (void)index;
    (void)grey;
    return image;
}

static void find_layer(void *user, unsigned plays, uint32_t index, tt_io_layer *layer)
{
    (void)user;
    (void)index;
    if (plays == 0) {
        *layer = (tt_io_layer){SIDE, SIDE, tiles, 2};
    }
}

static uint32_t random_state = 1;

static uint32_t next_random(void)
{
    random_state = random_state * 1664525u + 1013904223u;
    return random_state >> 8;
}

static void make_scene(void)
{
    for (size_t i = 0; i < sizeof tiles; i += 2) {
        tiles[i] = next_random() % 3 == 0 ? 0 : (uint8_t)next_random();
        tiles[i + 1] = (uint8_t)(next_random() % 16);
    }
    for (size_t i = 0; i < (size_t)IMAGE * IMAGE; i++) {
        for (size_t k = 0; k < 4; k++) {
            image_pixels.rgba[4 * i + k] = (uint8_t)next_random();
        }
    }
    for (int i = 0; i < LAYERS; i++) {
        layers[i].kind = TT_SHAPE_TILES;
        layers[i].image = TT_IMAGE_MAP;
        layers[i].color = (tt_rgba){255, 255, 255, 255};
        layers[i].u.tiles.tile = 28 * TT_SHAPE_ONE + 40000;
        layers[i].u.tiles.origin = (tt_point){-900 * i, -400 * i};
    }
    for (int i = 0; i < DISCS; i++) {
        discs[i].kind = TT_SHAPE_ELLIPSE;
        discs[i].color = (tt_rgba){(uint8_t)next_random(), 99, 200, (uint8_t)next_random()};
        discs[i].u.ellipse.at = (tt_point){(int32_t)(next_random() % (WIDTH * 256)),
                                           (int32_t)(next_random() % (HEIGHT * 256))};
        discs[i].u.ellipse.radius = (tt_point){5000, 5000};
        discs[i].u.ellipse.turn = (tt_turn){TT_SHAPE_ONE, 0};
    }
}

static void blend(uint8_t *dst, const double color[4], double alpha)
{
    for (int k = 0; k < 3; k++) {
        dst[k] = (uint8_t)(color[k] * alpha + dst[k] * (1 - alpha) + 0.5);
    }
}

static void textbook_texel(double u, double v, unsigned number, double color[4])
{
    double cell = IMAGE / 16.0, x = u * cell - 0.5, y = v * cell - 0.5;
    for (int k = 0; k < 4; k++) {
        color[k] = 0;
    }
    for (int i = 0; i < 4; i++) {
        double px = floor(x) + i % 2, py = floor(y) + i / 2;
        double weight = (1 - fabs(x - px)) * (1 - fabs(y - py));
        px = px < 0 ? 0 : px > cell - 1 ? cell - 1 : px;
        py = py < 0 ? 0 : py > cell - 1 ? cell - 1 : py;
        const uint8_t *from =
            image_pixels.rgba + (((size_t)py + number / 16 * (IMAGE / 16)) * IMAGE + (size_t)px +
                                 number % 16 * (IMAGE / 16)) *
                                    4;
        for (int k = 0; k < 4; k++) {
            color[k] += weight * from[k];
        }
    }
}

/* Without smaller copies of the image, which is less work than what we do. */
static void textbook_layer(const tt_shape *shape)
{
    double side = (double)shape->u.tiles.tile / TT_SHAPE_ONE;
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            double tx = (x + 0.5 - shape->u.tiles.origin.x / 256.0) / side;
            double ty = (y + 0.5 - shape->u.tiles.origin.y / 256.0) / side, color[4];
            int column = tx < SIDE ? (int)tx : SIDE - 1, row = ty < SIDE ? (int)ty : SIDE - 1;
            const uint8_t *tile = tiles + (row * SIDE + column) * 2;
            double u = tx - floor(tx), v = ty - floor(ty), turned = u;
            if (tile[0] == 0) {
                continue;
            }
            if ((tile[1] & TT_TILE_TURN) != 0) {
                u = v;
                v = 1 - turned;
            }
            u = (tile[1] & TT_TILE_MIRROR_X) != 0 ? 1 - u : u;
            v = (tile[1] & TT_TILE_MIRROR_Y) != 0 ? 1 - v : v;
            textbook_texel(u, v, tile[0], color);
            blend(picture.rgba + ((size_t)y * WIDTH + (size_t)x) * 4, color, color[3] / 255);
        }
    }
}

/* 4 x 4 points of each pixel near the disc. */
static void textbook_disc(const tt_shape *shape)
{
    double cx = shape->u.ellipse.at.x / 256.0, cy = shape->u.ellipse.at.y / 256.0;
    double r = shape->u.ellipse.radius.x / 256.0;
    const double color[4] = {shape->color.r, shape->color.g, shape->color.b, 0};
    for (int y = (int)(cy - r); y <= (int)(cy + r) + 1; y++) {
        for (int x = (int)(cx - r); x <= (int)(cx + r) + 1; x++) {
            int inside = 0;
            for (int i = 0; i < 16 && x >= 0 && y >= 0 && x < WIDTH && y < HEIGHT; i++) {
                double dx = x + (i % 4 + 0.5) / 4 - cx, dy = y + (i / 4 + 0.5) / 4 - cy;
                inside += dx * dx + dy * dy <= r * r;
            }
            if (inside > 0) {
                blend(picture.rgba + ((size_t)y * WIDTH + (size_t)x) * 4, color,
                      inside / 16.0 * shape->color.a / 255);
            }
        }
    }
}

static int drop(void *user, tt_bytes bytes)
{
    *(uint64_t *)user += bytes.size;
    return 0;
}

static void paint(const tt_shape *shapes, size_t count)
{
    tt_io_error error;
    if (!tti_io_paint(painter, &picture, shapes, count, &error)) {
        exit(1);
    }
}

static bool put_frame(tt_io_output *out, tt_io_error *error)
{
    size_t size = tti_y4m_size(picture.width, picture.height);
    uint8_t *frame = malloc(size);
    tti_y4m_convert(frame, &picture);
    bool good = tti_y4m_write(out, (tt_bytes){frame, size}, error);
    free(frame);
    return good;
}

static void write_out(int is_png)
{
    tt_io_output out;
    tt_io_error error;
    uint64_t size = 0;
    tt_io_output_open(&out, drop, &size);
    if (!(is_png ? tt_io_png_write(&out, &picture, &error) : put_frame(&out, &error))) {
        exit(1);
    }
    tt_io_output_close(&out);
}

static void tiles_textbook(void)
{
    for (int i = 0; i < LAYERS; i++) {
        textbook_layer(&layers[i]);
    }
}

static void tiles_ours(void)
{
    paint(layers, LAYERS);
}

static void discs_textbook(void)
{
    for (int i = 0; i < DISCS; i++) {
        textbook_disc(&discs[i]);
    }
}

static void discs_ours(void)
{
    paint(discs, DISCS);
}

static void png(void)
{
    write_out(1);
}

static void y4m(void)
{
    write_out(0);
}

static const struct {
    const char *name;
    void (*run)(void);
    int base; /* the row that it is compared with */
} rows[] = {{"tiles, textbook", tiles_textbook, 0},
            {"tiles", tiles_ours, 0},
            {"discs, textbook", discs_textbook, 2},
            {"discs", discs_ours, 2},
            {"png", png, 4},
            {"y4m", y4m, 5}};

enum { ROWS = sizeof rows / sizeof rows[0] };

static double seconds[ROWS][MEASURE_ROUNDS_MAX];

static void print(const bench_options *o)
{
    for (int i = 0; i < ROWS; i++) {
        measure_figures f = measure_compare(seconds[i], seconds[rows[i].base], (size_t)o->rounds);
        printf(o->json ? "{\"row\":\"%s\",\"ms\":%.3f,\"ratio\":%.3f,\"low\":%.3f,\"high\":%.3f}\n"
                       : "%-16s %8.2f ms  %6.2f (%.2f to %.2f)\n",
               rows[i].name, f.seconds * 1000, f.ratio, f.low, f.high);
    }
}

int main(int argc, char **argv)
{
    bench_options o = {.rounds = 9};
    tt_io_error error;
    const tt_io_source source = {.image = find_image, .layer = find_layer};
    const tt_rgba grey = {128, 128, 128, 255};
    if (!bench_options_parse(&o, argc, argv)) {
        fputs(usage, stderr);
        return 2;
    }
    painter = tti_io_painter_open(&source, &error);
    if (painter == NULL || !tt_io_picture_open(&picture, WIDTH, HEIGHT, grey, &error) ||
        !tt_io_picture_open(&image_pixels, IMAGE, IMAGE, grey, &error)) {
        return 1;
    }
    make_scene();
    image = tti_io_image_open(&image_pixels, &error);
    for (int round = 0; round < o.rounds && image != NULL; round++) {
        for (int i = 0; i < ROWS; i++) {
            double begin = measure_cpu();
            rows[i].run();
            seconds[i][round] = measure_cpu() - begin;
        }
    }
    if (!o.json) {
        printf("%d x %d, %s\n", WIDTH, HEIGHT, measure_build());
    }
    print(&o);
    tti_io_image_close(image);
    tt_io_picture_close(&image_pixels);
    tt_io_picture_close(&picture);
    tti_io_painter_close(painter);
    return 0;
}
