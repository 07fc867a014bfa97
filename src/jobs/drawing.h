/* SPDX-License-Identifier: MIT
 *
 * The parts of a drawing. A picture is a list of shapes that is painted once.
 *
 *     drawing.c         the calls, what is asked of a reading, and the map of the recording
 *     drawing_check.c   options, and where the camera is
 *     drawing_moment.c  a moment as the game shows it
 *     drawing_film.c    one moment after the other
 *     drawing_camera.c  how the camera moves in a film
 *     drawing_ghost.c   runs of other recordings in a film
 *     drawing_race.c    the same in a picture, as paths
 *     drawing_encode.c  the encoder of a film
 *     drawing_paths.c   paths and heat over the map, of one file or of several
 *     drawing_write.c   the file
 */
#ifndef JOBS_DRAWING_H
#define JOBS_DRAWING_H

#include "host/map.h"
#include "host/spawn.h"
#include "jobs/job.h"
#include "jobs/race.h"
#include "reading/paths.h"
#include "reading/replay.h"
#include "teetape/io/drawing.h"
#include "teetape/io/film.h"

/* Ticks for which the game shows a line of chat: 16 seconds. A scene begins this long before its
 * moment. */
#define TTI_DRAWING_BEFORE 800

/* The most lines of a legend. The paths of further players are drawn with a colour, but have no
 * line. */
#define TTI_LEGEND_LINES 256

/* The legend of paths, with a line for each name of each file. */
struct tti_legend {
    size_t count;
    tt_legend_line lines[TTI_LEGEND_LINES];
    struct {
        const struct tti_path *path; /* the first path of this player in this file */
        char text[256];
    } player[TTI_LEGEND_LINES];
};

/* Most bytes of the text about a heat map, with its NUL. */
#define TTI_HEAT_TEXT 250
struct tti_ways {
    struct tti_paths paths;
    struct tti_heat heat;
    tt_path *drawn;
    tt_path_mark *marks;
    int32_t fastest;
    char fastest_text[32];
    char heat_text[TTI_HEAT_TEXT];
    struct tti_legend legend;
    tt_demo_header first;
    bool has_first, is_read;
};

/* A place of the camera, and the time at which the camera is there. */
struct tti_camera_key {
    int64_t time; /* time of the key in ticks */
    bool is_game_time;
    int32_t zoom;
    const char *player; /* the player where the camera is; NULL: the camera is at x, y */
    int64_t x, y;
};

struct tti_camera_way {
    char *text; /* the file, with the names of players */
    struct tti_camera_key *keys;
    size_t count;
    /* smooth camera: true after the first frame, which sets the members below */
    bool has_aim;
    int64_t aim_x, aim_y; /* the aim in the last frame */
    int64_t x, y;         /* the place in the last frame */
};

/* The runs of a film. The first run is that of the recording that is drawn; each further run i is
 * drawn by `drawn[i - 1]`. */
struct tti_ghosts {
    struct tti_race race;
    int32_t *gaps[TTI_RUNS_MAX]; /* the table of tti_ghost_gaps of each further run */
    tt_draw_ghost drawn[TTI_RUNS_MAX];
    char focus[TT_NAME_CAP + 8];
};

struct tti_drawing {
    tt_io_drawing *d;
    struct job_voice voice;
    tt_io_drawing_options o;
    const tt_io_list *files;
    const char *path;
    char best_at[16], best_focus[16]; /* moment and player of `at` "best" */
    tt_demo_new_map embedded;
    tti_map_found found;
    tt_io_studio_options studio_how;
    tt_io_studio *studio;
    tt_camera camera; /* set by tti_drawing_view, then moved while drawing */
    struct tti_camera_way way;
    struct tti_ghosts ghosts;
    tt_draw_options how;
    tt_scene scene;
    tt_scene_options stage; /* options of the scene */
    tti_hints hints;        /* hints of the recording that the scene follows */
    bool is_computed;       /* the recording is a teehistorian file */
    int64_t time; /* time between the two snapshots of the scene, in units of 1/TT_SCENE_ONE tick */
    struct tti_ways ways;
};

/* Returns true when a picture of the fastest run of each file is wanted. */
static inline bool tti_drawing_is_race(const tt_io_drawing_options *o)
{
    return o->ghost && o->fps == 0;
}

static inline bool tti_drawing_is_way(const tt_io_drawing_options *o)
{
    return o->paths != NULL || o->heat != NULL || tti_drawing_is_race(o);
}

const char *tti_drawing_view(const tt_io_drawing_options *o, tt_camera *camera);
tt_paths_by tti_drawing_paths_by(const char *word);
enum tti_heat_kind tti_drawing_heat_of(const char *word);

/* Checks that the output is not one of the inputs. Returns false after a report. */
bool tti_drawing_may_write(struct tti_drawing *w);
tt_io_file *tti_drawing_open_file(struct tti_drawing *w);
bool tti_drawing_fail_output(struct tti_drawing *w, tt_io_error *error);
void tti_drawing_equip(struct tti_drawing *w);
void tti_drawing_warn_of_boxes(struct tti_drawing *w);
bool tti_drawing_write(struct tti_drawing *w, tt_io_draw_fn *draw);

bool tti_drawing_is_encoded(const char *output);

/* Starts the encoder for an output for which tti_drawing_is_encoded is true. It writes to `file`.
 */
bool tti_drawing_encode(struct tti_program *program, const char *output, tt_io_file *file,
                        tt_io_error *error);

/* Sets the factor of the playing speed, in TT_SCENE_ONE-ths; TT_SCENE_ONE without the option.
 * Returns a sentence about a wrong option, or NULL. */
const char *tti_drawing_speed(const tt_io_drawing_options *o, int32_t *speed);

/* Sets the parts of the HUD that `o->hud` names. Returns a sentence about a wrong option, or
 * NULL. */
const char *tti_drawing_hud(const tt_io_drawing_options *o, unsigned *show);

/* Reads the file of `camera`, if it is given. Returns false after a report. */
bool tti_drawing_read_camera(struct tti_drawing *w);
void tti_camera_way_free(struct tti_camera_way *way);

/* Moves the camera to its place at w->time, by the file of `camera`. */
void tti_drawing_follow_camera(struct tti_drawing *w, int64_t first_tick);
void tti_drawing_smooth(struct tti_drawing *w);

/* Returns true when `at` is "best". */
bool tti_drawing_is_best(const tt_io_drawing_options *o);

/* With `ghost`, reads the runs of all files, and sets focus and span where the user gave none.
 * Returns false after a report. */
bool tti_ghosts_read(struct tti_drawing *w);

/* Moves the ghosts to their places at w->time. */
void tti_ghosts_move(struct tti_drawing *w);
void tti_ghosts_free(struct tti_ghosts *ghosts);

/* Makes a path of each run that tti_ghosts_read has read. Returns false after a report. */
bool tti_race_paths(struct tti_drawing *w);

/* Adds the times of the runs to the legend. */
void tti_race_legend(struct tti_drawing *w);

/* drawing_moment.c: functions that a moment and a film share. */
tt_status tti_drawing_draw(void *drawing, tt_shapes *list);
bool tti_drawing_aim(struct tti_drawing *w);
int32_t tti_drawing_client(const struct tti_drawing *w, const char *text);
void tti_drawing_begin(struct tti_drawing *w, int64_t tick);
bool tti_drawing_has_focus(struct tti_drawing *w, const tt_io_reading *r);
bool tti_drawing_is_outside(struct tti_drawing *w, const tt_io_reading *r, const char *from);

bool tti_drawing_moment(struct tti_drawing *w, tt_io_reading *r);
bool tti_drawing_film(struct tti_drawing *w, tt_io_reading *r);

bool tti_ways_read(struct tti_drawing *w, tt_io_reading *r, size_t file);
bool tti_ways_write(struct tti_drawing *w);
void tti_ways_free(struct tti_ways *ways);

/* Returns a sentence about wrong options, or NULL. */
const char *tti_drawing_check(const tt_io_drawing_options *options);

#endif
