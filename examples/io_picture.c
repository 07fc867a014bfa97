/* SPDX-License-Identifier: MIT
 *
 * Draws a tick with a player in its middle: io_picture FILE TICK CID OUT.png
 *
 * The picture has the game's images if its data folder is found, else plain shapes. It has no
 * map, because tt_io_studio_options gets no bytes of one.
 */
#include <stdio.h>
#include <stdlib.h>
#include <teetape/io.h>
#include <teetape/io/picture.h>
#include <teetape/io/studio.h>
#include <teetape/teetape.h>

enum { WIDTH = 1280, HEIGHT = 720 };

static struct moment {
    tt_scene scene;
    tt_camera camera;
    tt_draw_options options;
    int64_t time;
} moment;

static tt_issue first; /* the first error of the recording */

static void on_issue(void *user, const tt_issue *issue)
{
    (void)user;
    if (issue->level == TT_LEVEL_ERROR && first.what == NULL)
        first = *issue;
}

/* Returns why the recording does not have the tick. */
static const char *reason(const tt_io_reading *r)
{
    if (r->error.status != TT_OK)
        return r->error.text;
    return first.what == NULL || (r->has_header && r->is_at_end)
               ? "the recording ends before this tick"
               : first.what;
}

static bool read_to(tt_io_reading *r, int32_t tick, const tt_map *map)
{
    tt_scene_init(&moment.scene);
    /* twenty seconds of chat */
    tt_scene_set(&moment.scene, &(tt_scene_options){.map = map, .from = tick - 1000});
    moment.time = (int64_t)tick * TT_SCENE_ONE;
    while (tt_io_reading_next(r)) {
        if (!tt_scene_follow(&moment.scene, r->rec, &r->item))
            continue;
        do {
            if (tt_scene_look(&moment.scene).tick >= tick)
                return true;
        } while (tt_scene_advance(&moment.scene, r->rec));
    }
    return false;
}

static tt_status draw(void *user, tt_shapes *list)
{
    const tt_draw_map *map = tt_io_studio_map(user);
    return tt_draw(list, &moment.scene, moment.time, &moment.camera, map, &moment.options);
}

static bool paint(tt_io_studio *studio, const char *path, tt_io_error *error)
{
    tt_io_picture picture;
    tt_io_file *file = NULL;
    tt_io_studio_equip(studio, &moment.options);
    bool is_good =
        tt_io_picture_open(&picture, WIDTH, HEIGHT, (tt_rgba){90, 100, 110, 255}, error) &&
        tt_io_studio_draw(studio, draw, studio, error) &&
        tt_io_studio_paint(studio, &picture, error) &&
        (file = tt_io_file_open(path, &(tt_io_file_options){.replace = true}, error)) != NULL &&
        tt_io_png_write(tt_io_file_out(file), &picture, error);
    if (is_good)
        is_good = tt_io_file_commit(file, error);
    else
        tt_io_file_discard(file);
    tt_io_picture_close(&picture);
    return is_good;
}

/* Returns NULL, or why there is no picture. */
static const char *make(tt_io_reading *r, tt_io_studio *studio, char **argv, tt_io_error *error)
{
    tt_io_reading_options how = {
        .wants = TT_SCENE_WANTS, .facts = TT_SCENE_FACTS, .on_issue = on_issue};
    int32_t tick = (int32_t)atol(argv[2]), cid = (int32_t)atol(argv[3]);
    moment.camera = (tt_camera){.zoom = TT_SCENE_ONE, .width = WIDTH, .height = HEIGHT};
    moment.options = (tt_draw_options){.show = TT_DRAW_ALL, .focus = cid};
    if (!tt_io_reading_open(r, argv[1], &how) || !read_to(r, tick, tt_io_studio_game(studio)))
        return reason(r);
    if (!tt_scene_place(&moment.scene, moment.time, cid, &moment.camera.x, &moment.camera.y))
        return "the player is not there at this tick";
    return paint(studio, argv[4], error) ? NULL : error->text;
}

int main(int argc, char **argv)
{
    tt_io_reading r = {.rec = NULL};
    tt_io_error error = {.status = TT_OK};
    if (argc != 5) {
        fprintf(stderr, "usage: io_picture FILE TICK CID OUT.png\n");
        return 2;
    }
    tt_io_studio *studio = tt_io_studio_open(NULL, &error);
    const char *why = studio != NULL ? make(&r, studio, argv, &error) : error.text;
    if (why != NULL)
        fprintf(stderr, "%s: no picture: %s\n", argv[1], why);
    tt_io_reading_close(&r); /* needed after a failed open, too */
    tt_io_studio_close(studio);
    return why == NULL ? 0 : 1;
}
