/* SPDX-License-Identifier: MIT
 *
 * Prints the shapes that are painted at a tick of a recording, one a line: draw_moment FILE TICK
 * CID
 *
 * A painter goes through the same list. This program only names the shapes and prints the texts.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <teetape/teetape.h>

enum { SHAPES = 20000, POINTS = 50000, TEXT = 20000 };

static void print(const tt_shape *shape)
{
    printf("%s #%02x%02x%02x%02x", tt_shape_kind_name((tt_shape_kind)shape->kind), shape->color.r,
           shape->color.g, shape->color.b, shape->color.a);
    if (shape->kind == TT_SHAPE_TEXT)
        printf(" %.*s", (int)shape->u.text.utf8.size, (const char *)shape->u.text.utf8.data);
    printf("\n");
}

static int draw(const tt_scene *scene, int32_t tick, int32_t cid)
{
    static tt_shape shapes[SHAPES];
    static tt_point points[POINTS];
    static uint8_t text[TEXT];
    int64_t time = (int64_t)tick * TT_SCENE_ONE;
    tt_camera camera = {.zoom = TT_SCENE_ONE, .width = 1280, .height = 720};
    tt_draw_options options = {.show = TT_DRAW_ALL, .focus = cid};
    tt_shapes list = {shapes, SHAPES, 0, points, POINTS, 0, text, TEXT, 0};
    if (!tt_scene_place(scene, time, cid, &camera.x, &camera.y)) {
        fprintf(stderr, "client %" PRId32 " is not in the world\n", cid);
        return 1;
    }
    if (tt_draw(&list, scene, time, &camera, NULL, &options) != TT_OK) {
        fprintf(stderr, "%zu shapes, %zu points and %zu bytes of text need more room\n",
                list.shape_count, list.point_count, list.text_count);
        return 1;
    }
    for (size_t i = 0; i < list.shape_count; i++)
        print(&shapes[i]);
    return 0;
}

int main(int argc, char **argv)
{
    static tt_recording rec;
    static tt_scene scene;
    static uint64_t scratch[TT_RECORDING_SCRATCH / 8];
    static char piece[65536];
    tt_item item;
    tt_status status;
    FILE *file = argc == 4 ? fopen(argv[1], "rb") : NULL;
    if (argc != 4) {
        fprintf(stderr, "usage: draw_moment FILE TICK CID\n");
        return 2;
    }
    if (file == NULL) {
        perror(argv[1]);
        return 1;
    }
    int32_t tick = (int32_t)atol(argv[2]);
    tt_recording_init(&rec, scratch, sizeof scratch);
    tt_recording_want(&rec, TT_SCENE_WANTS, TT_SCENE_FACTS);
    tt_scene_init(&scene);
    tt_scene_set(&scene, &(tt_scene_options){.from = tick - 1000}); /* twenty seconds of chat */
    while ((status = tt_recording_next(&rec, &item)) == TT_OK || status == TT_MORE) {
        if (status == TT_MORE) {
            tt_recording_feed(&rec, piece, fread(piece, 1, sizeof piece, file));
            continue;
        }
        if (!tt_scene_follow(&scene, &rec, &item))
            continue;
        do {
            if (tt_scene_look(&scene).tick >= tick)
                return draw(&scene, tick, (int32_t)atol(argv[3]));
        } while (tt_scene_advance(&scene, &rec));
    }
    if (status == TT_END)
        fprintf(stderr, "%s ends before tick %" PRId32 "\n", argv[1], tick);
    else
        fprintf(stderr, "%s: %s\n", argv[1], tt_recording_look(&rec).error->what);
    return 1;
}
