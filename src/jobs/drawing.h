/* SPDX-License-Identifier: MIT
 *
 * The parts of a drawing.
 *
 *     drawing.c         the calls, what is asked of a reading, and the map of the recording
 *     drawing_check.c   options, and where the camera is
 *     drawing_moment.c  a moment as the game shows it, or one after the other
 *     drawing_paths.c   paths and heat over the map, of one file or of several
 *     drawing_write.c   the file
 *
 * A picture is a list of shapes that is painted once.
 */
#ifndef JOBS_DRAWING_H
#define JOBS_DRAWING_H

#include "host/map.h"
#include "jobs/job.h"
#include "reading/paths.h"
#include "reading/replay.h"
#include "teetape/io/drawing.h"
#include "teetape/io/film.h"

/* The game shows lines of chat for 16 seconds. */
#define TTI_DRAWING_BEFORE 800

/* The most lines of a legend. Further players have a colour, but no line. */
#define TTI_LEGEND_LINES 256

/* One line for each name of each file. */
struct tti_legend {
    size_t count;
    tt_legend_line lines[TTI_LEGEND_LINES];
    struct {
        const struct tti_path *path; /* the first path with this name */
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

struct tti_drawing {
    tt_io_drawing *d;
    struct job_voice voice;
    tt_io_drawing_options o;
    const tt_io_list *files;
    const char *path;
    tt_demo_new_map embedded;
    tti_map_found found;
    tt_io_studio_options studio_how;
    tt_io_studio *studio;
    tt_camera camera; /* set by tti_drawing_view, then moved while drawing */
    tt_draw_options how;
    tt_scene scene;
    tt_scene_options stage; /* options of the scene */
    tti_hints hints;        /* of the recording that the scene follows */
    bool is_computed;       /* the recording is a teehistorian file */
    int64_t time; /* time between the two snapshots of the scene, in units of 1/TT_SCENE_ONE tick */
    struct tti_ways ways;
};

static inline bool tti_drawing_is_way(const tt_io_drawing_options *o)
{
    return o->paths != NULL || o->heat != NULL;
}

const char *tti_drawing_view(const tt_io_drawing_options *o, tt_camera *camera);
tt_paths_by tti_drawing_paths_by(const char *word);
enum tti_heat_kind tti_drawing_heat_of(const char *word);

/* Checks that the output is not one of the inputs. */
bool tti_drawing_may_write(struct tti_drawing *w);
tt_io_file *tti_drawing_open_file(struct tti_drawing *w);
bool tti_drawing_fail_output(struct tti_drawing *w, tt_io_error *error);
void tti_drawing_equip(struct tti_drawing *w);
void tti_drawing_warn_of_boxes(struct tti_drawing *w);
bool tti_drawing_write(struct tti_drawing *w, tt_io_draw_fn *draw);

bool tti_drawing_moment(struct tti_drawing *w, tt_io_reading *r);
bool tti_drawing_film(struct tti_drawing *w, tt_io_reading *r);

bool tti_ways_read(struct tti_drawing *w, tt_io_reading *r, size_t file);
bool tti_ways_write(struct tti_drawing *w);
void tti_ways_free(struct tti_ways *ways);

/* Returns a sentence about wrong options, or NULL. */
const char *tti_drawing_check(const tt_io_drawing_options *options);

#endif
