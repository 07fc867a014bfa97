/* SPDX-License-Identifier: MIT
 *
 * A video of a player, from one tick to another: io_film FILE FROM TO CID OUT.y4m
 *
 * A frame for each tick. The camera remains where the player was last seen. Most players of videos
 * take Y4M as it is; ffmpeg makes anything else of it.
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

static tt_status draw(void *user, tt_shapes *list)
{
    (void)user;
    return tt_draw(list, &moment.scene, moment.time, &moment.camera, NULL, &moment.options);
}

/* The scene has reached a tick. False when no other one is wanted. */
static bool show(tt_io_film *film)
{
    if (moment.scene.tick < moment.from)
        return true;
    moment.time = (int64_t)moment.scene.tick * TT_SCENE_ONE;
    tt_scene_place(&moment.scene, moment.time, moment.options.focus, &moment.camera.x,
                   &moment.camera.y);
    return moment.scene.tick < moment.to && tt_io_film_frame(film, draw, NULL);
}

/* Ticks in which nothing was recorded have frames, too: tt_scene_advance goes through them. */
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

static bool make(tt_io_studio *studio, const char *path, tt_io_error *error)
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
        return false;
    if (tt_io_film_make(studio, &how, tt_io_file_out(file), follow, NULL, error))
        return tt_io_file_commit(file, error);
    tt_io_file_discard(file);
    return false;
}

int main(int argc, char **argv)
{
    tt_io_reading_options how = {.wants = TT_SCENE_WANTS};
    tt_io_error error = {.status = TT_OK};
    if (argc != 6)
        return 2;
    moment.from = (int32_t)atol(argv[2]);
    moment.to = (int32_t)atol(argv[3]);
    moment.options = (tt_draw_options){.show = TT_DRAW_ALL, .focus = (int32_t)atol(argv[4])};
    tt_scene_init(&moment.scene);
    tt_io_studio *studio = tt_io_studio_open(NULL, &error);
    bool is_good = studio != NULL && tt_io_reading_open(&moment.r, argv[1], &how);
    if (is_good) {
        is_good = make(studio, argv[5], &error);
        tt_io_reading_close(&moment.r);
    }
    if (!is_good)
        fprintf(stderr, "no video: %s\n", error.status != TT_OK ? error.text : moment.r.error.text);
    tt_io_studio_close(studio);
    return is_good ? 0 : 1;
}
