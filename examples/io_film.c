/* SPDX-License-Identifier: MIT
 *
 * Makes a video of a player, from one tick to another: io_film FILE FROM TO CID OUT.y4m
 *
 * Each tick is a frame. When the player has left, the camera remains at the last position. Most
 * video players read Y4M, and ffmpeg converts it to any other format.
 */
#include <stdio.h>
#include <stdlib.h>
#include <teetape/io.h>
#include <teetape/io/film.h>
#include <teetape/teetape.h>

static struct moment {
    tt_io_reading r;
    tt_scene scene;
    tt_camera camera;
    tt_draw_options options;
    int64_t time;
    int32_t from, to;
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

static tt_status draw(void *user, tt_shapes *list)
{
    (void)user;
    return tt_draw(list, &moment.scene, moment.time, &moment.camera, NULL, &moment.options);
}

/* Draws the tick that the scene has reached. Returns false when no more ticks are wanted. */
static bool show(tt_io_film *film)
{
    int32_t tick = tt_scene_look(&moment.scene).tick;
    if (tick < moment.from)
        return true;
    moment.time = (int64_t)tick * TT_SCENE_ONE;
    tt_scene_place(&moment.scene, moment.time, moment.options.focus, &moment.camera.x,
                   &moment.camera.y);
    return tick < moment.to && tt_io_film_frame(film, draw, NULL);
}

/* Ticks without a record have frames, too: tt_scene_advance goes through them. */
static void follow(void *user, tt_io_film *film)
{
    (void)user;
    while (tt_io_reading_next(&moment.r)) {
        if (!tt_scene_follow(&moment.scene, moment.r.rec, &moment.r.item))
            continue;
        do {
            if (!show(film))
                return;
        } while (tt_scene_advance(&moment.scene, moment.r.rec));
    }
}

/* Returns NULL, or why there is no video. */
static const char *make(tt_io_studio *studio, const char *path, tt_io_error *error)
{
    tt_io_film_options how = {.width = 320,
                              .height = 180,
                              .rate = TT_TICKS_PER_SECOND,
                              .background = {90, 100, 110, 255}};
    tt_io_file *file = tt_io_file_open(path, &(tt_io_file_options){.replace = true}, error);
    moment.camera = (tt_camera){
        .zoom = TT_SCENE_ONE, .width = (int32_t)how.width, .height = (int32_t)how.height};
    tt_io_studio_equip(studio, &moment.options);
    if (file == NULL)
        return error->text;
    bool is_made = tt_io_film_make(studio, &how, tt_io_file_out(file), follow, NULL, error);
    if (is_made && tt_scene_look(&moment.scene).tick >= moment.from)
        return tt_io_file_commit(file, error) ? NULL : error->text;
    tt_io_file_discard(file);
    return is_made ? reason(&moment.r) : error->text;
}

int main(int argc, char **argv)
{
    tt_io_reading_options how = {
        .wants = TT_SCENE_WANTS, .facts = TT_SCENE_FACTS, .on_issue = on_issue};
    tt_io_error error = {.status = TT_OK};
    if (argc != 6) {
        fprintf(stderr, "usage: io_film FILE FROM TO CID OUT.y4m\n");
        return 2;
    }
    moment.from = (int32_t)atol(argv[2]);
    moment.to = (int32_t)atol(argv[3]);
    moment.options = (tt_draw_options){.show = TT_DRAW_ALL, .focus = (int32_t)atol(argv[4])};
    tt_scene_init(&moment.scene);
    tt_io_studio *studio = tt_io_studio_open(NULL, &error);
    const char *why = error.text;
    if (studio != NULL)
        why = tt_io_reading_open(&moment.r, argv[1], &how) ? make(studio, argv[5], &error)
                                                           : reason(&moment.r);
    if (why != NULL)
        fprintf(stderr, "%s: no video: %s\n", argv[1], why);
    tt_io_reading_close(&moment.r); /* needed after a failed open, too */
    tt_io_studio_close(studio);
    return why == NULL ? 0 : 1;
}
