/* SPDX-License-Identifier: MIT
 *
 * The parts of teetape picture.
 *
 *     cmd_picture.c     options; cmd_video.c those of teetape video
 *     picture_cmd.c     what both have in common
 *     picture_map.c     the map of the recording
 *     picture_view.c    where the camera is
 *     picture_moment.c  a moment as the game shows it
 *     picture_film.c    teetape video: one moment after the other
 *     picture_paths.c   paths and heat over the map, of one file or of several
 *     picture_legend.c  whose path has which colour
 *     picture_heat.c    what the colours of a heat map are of
 *     picture_write.c   the file
 */
#ifndef CLI_PICTURE_H
#define CLI_PICTURE_H

#include "cli/shell/reading.h"
#include "teetape/draw_paths.h"
#include "teetape/io/map.h"
#include "teetape/io/studio.h"

/* Those of picture and video; a verb leaves those of the other at 0 or NULL. */
struct picture_options {
    const char *at;     /* a place, or NULL */
    const char *focus;  /* a client id or a name, or NULL */
    const char *center; /* X,Y, or NULL */
    const char *zoom, *size;
    const char *map, *data;
    const char *paths, *heat; /* what they show, or NULL */
    bool map_only, scoreboard, no_hud, rules;
    int64_t fps; /* of a video; 0: 60 */
};

/* What is needed to make the picture of a job: found or opened by picture_open, the rest set by the
 * kind of picture. */
struct picture {
    struct job *job;
    const struct picture_options *own;
    enum exit_status status;
    tt_bytes map_file;
    tt_demo_new_map embedded; /* of a demo; its bytes are those of map_file */
    tt_io_map_found found; /* what was looked for; path NULL when the map is embedded, or missing */
    tt_io_studio *studio;  /* holds map and images, and the list of shapes */
    tt_io_studio_options studio_how; /* what it was opened with */
    bool is_written, has_tick;
    int64_t frames;      /* of a video */
    int64_t tick;        /* of a moment */
    tt_camera camera;    /* picture_view sets it, fit and moment_aim move it */
    tt_draw_options how; /* what is shown, and with which images */
};

/* Finds the map and opens the studio. False when that failed, which was reported. picture_close has
 * to be called either way. */
bool picture_open(struct picture *p, struct job *job, const struct picture_options *own);
void picture_close(struct picture *p);

/* What the options say of the view, without a recording: a sentence about what is wrong, or NULL.
 * *has_center: the middle is given. */
const char *picture_view(const struct picture_options *own, tt_camera *camera, bool *has_center);

/* The picture of what `draw` draws; reports why it failed. */
void picture_write(struct picture *p, tt_io_draw_fn *draw, void *user);

/* A moment of a recording, which is read up to it. The scene follows the items of the reading. */
struct moment {
    struct picture *p;
    struct reading r;
    tt_scene *scene; /* on the heap; NULL before moment_open has come to it */
    int64_t time;    /* in TT_SCENE_ONE-ths of a tick, between the snapshots of the scene */
    bool has_center, is_drawn; /* --center is given: the camera remains; the picture was made */
};

/* Opens the recording from `from` on (NULL: its start) up to `to`, and says in m->p->how what is
 * shown. False when it cannot be read. moment_close has to be called either way. */
bool moment_open(struct moment *m, struct picture *p, const char *from, const char *to);
void moment_close(struct moment *m);

/* The first tick that is shown is known: chat and kills before it are kept. */
void moment_begin(struct moment *m, int64_t tick);

/* The camera goes to --focus, or to somebody; where nobody is, it remains. False when it never was
 * anywhere. */
bool moment_aim(struct moment *m);

/* A tt_io_draw_fn for a struct moment. */
tt_status moment_draw(void *moment, tt_shapes *list);

/* Makes the frames of a video. */
void picture_film(struct picture *p, int64_t fps);

/* The two kinds of pictures. */
void picture_moment(struct picture *p);
void picture_paths(struct picture *p);

/* What is shown of map and images, in p->how. SVG has no images: all is drawn by rule. */
void picture_equip(struct picture *p);

/* Warns of letters that are boxes in what was painted. */
void picture_warn_of_boxes(const struct picture *p);

/* Reports an error of the library about `path`. */
void picture_fail(struct picture *p, const char *path, const tt_io_error *error);

#endif
