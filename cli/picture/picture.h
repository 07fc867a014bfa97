/* SPDX-License-Identifier: MIT
 *
 * The parts of teetape picture.
 *
 *     cmd_picture.c     options; cmd_video.c those of teetape video
 *     picture_cmd.c     what both have in common, and where the camera is
 *     picture_map.c     the map of the recording
 *     picture_moment.c  a moment as the game shows it
 *     picture_film.c    teetape video: one moment after the other
 *     picture_paths.c   paths and heat over the map, of one file or of several
 *     picture_legend.c  whose path has which colour
 *     picture_write.c   the file
 */
#ifndef CLI_PICTURE_H
#define CLI_PICTURE_H

#include "cli/shell/option_rows.h"
#include "cli/shell/reading.h"
#include "cli/show/rows.h"
#include "teetape/draw_paths.h"
#include "teetape/io/map.h"
#include "teetape/io/paths.h"
#include "teetape/io/studio.h"
#include "teetape/io/walk.h"

/* A verb leaves the options of the other at 0 or NULL. */
struct picture_options {
    const char *at;
    const char *focus;
    const char *center;
    const char *zoom, *size;
    const char *map, *data;
    const char *paths, *heat;
    bool map_only, scoreboard, no_hud, rules;
    int64_t fps;
};

struct picture {
    struct job *job;
    const struct picture_options *own;
    enum exit_status status;
    tt_bytes map_file;
    tt_demo_new_map embedded; /* of a demo; its bytes are those of map_file */
    tt_io_map_found found; /* what was looked for; path NULL when the map is embedded, or missing */
    tt_io_studio *studio;
    tt_io_studio_options studio_how;
    bool is_written, has_tick;
    int64_t frames;
    int64_t tick;
    tt_camera camera; /* picture_view sets it, fit and moment_aim move it */
    tt_draw_options how;
};

/* False after reporting. picture_close has to be called either way. */
bool picture_open(struct picture *p, struct job *job, const struct picture_options *own);
void picture_close(struct picture *p);

const char *picture_view(const struct picture_options *own, tt_camera *camera, bool *has_center);

void picture_write(struct picture *p, tt_io_draw_fn *draw, void *user);

struct moment {
    struct picture *p;
    struct reading r;
    tt_scene *scene; /* on the heap; NULL before moment_open has come to it */
    int64_t time;    /* in TT_SCENE_ONE-ths of a tick, between the snapshots of the scene */
    bool has_center, is_drawn; /* --center is given: the camera remains; the picture was made */
};

/* Opens the recording from `from` on (NULL: its start), and says in m->p->how what is shown.
 * moment_close has to be called either way. */
bool moment_open(struct moment *m, struct picture *p, const char *from, const char *to);
void moment_close(struct moment *m);

void moment_begin(struct moment *m, int64_t tick);

/* Moves the camera to --focus, or to somebody. False when it never was anywhere. */
bool moment_aim(struct moment *m);

tt_status moment_draw(void *moment, tt_shapes *list);

void picture_film(struct picture *p, int64_t fps);

void picture_moment(struct picture *p);
void picture_paths(struct picture *p);

void picture_equip(struct picture *p);

void picture_warn_of_boxes(const struct picture *p);

void picture_fail(struct picture *p, const char *path, const tt_io_error *error);

/* Players beyond have a colour without a line. */
#define LEGEND_LINES 256

#define LEGEND_TEXT 256

/* Filled by legend_color, finished by legend_write. */
struct legend {
    const tt_io_list *files;
    size_t count;
    tt_legend_line lines[LEGEND_LINES];
    struct {
        const char *name, *first_name;
        size_t file;
        char text[LEGEND_TEXT];
    } player[LEGEND_LINES];
};

/* The names have to remain valid; "" is unknown. */
tt_rgba legend_color(struct legend *legend, const tt_io_path *path, size_t file);

/* Of several files each line has the name of its file. */
void legend_write(struct legend *legend);

#define PICTURE_ROWS_VIEW                                                                          \
    ROW_TEXT(0, "focus", "PLAYER", struct picture_options, focus,                                  \
             "center the view on this client id or name"),                                         \
        ROW_TEXT(0, "center", "X,Y", struct picture_options, center,                               \
                 "center the view on this place, in world units"),                                 \
        ROW_TEXT(0, "zoom", "N", struct picture_options, zoom,                                     \
                 "1 as in the game, 2 shows twice as much"),                                       \
        ROW_TEXT(0, "size", "WxH", struct picture_options, size,                                   \
                 "size in pixels; default: 1280x720")

#define PICTURE_ROWS_SHOWN                                                                         \
    ROW_FLAG(0, "map-only", struct picture_options, map_only, "draw the map alone"),               \
        ROW_FLAG(0, "rules", struct picture_options, rules,                                        \
                 "draw tiles by what they do, not the design"),                                    \
        ROW_FLAG(0, "no-hud", struct picture_options, no_hud,                                      \
                 "draw no names, chat, kills and time"),                                           \
        ROW_FLAG(0, "scoreboard", struct picture_options, scoreboard,                              \
                 "draw the table of players"),                                                     \
        ROW_FILE(0, "map", "FILE", struct picture_options, map,                                    \
                 "the map, in place of one that is found"),                                        \
        ROW_TEXT(0, "data", "DIR", struct picture_options, data,                                   \
                 "the game's data folder, for images and maps; \"\": none"),                       \
        OPTION_ROW_INDEX_DIR, OPTION_ROW_NO_INDEX, OPTION_ROW_SHOW_SECRETS

struct picture_result {
    const char *output, *map;
    /* COLUMN_UNKNOWN for what a verb does not have. */
    int64_t tick, shapes, frames;
    int32_t width, height;
};

#define PICTURE_COLUMN_OUTPUT COLUMN(struct picture_result, output, "the file that was written")
#define PICTURE_COLUMNS_SIZE                                                                       \
    COLUMN(struct picture_result, width, "pixels"), COLUMN(struct picture_result, height, "pixels")
#define PICTURE_COLUMN_MAP                                                                         \
    COLUMN(struct picture_result, map,                                                             \
           "the file of the map; null for one that is embedded, or when there is none")

const char *picture_check(const struct settings *settings, const struct picture_options *own);

/* NULL ends the list; `output` may be NULL. */
bool picture_has_ending(const char *output, const char *const *endings);

void picture_report(const struct picture *p, const struct column *columns);

#endif
