/* SPDX-License-Identifier: MIT
 *
 * Draws a recording into a file: a moment as the game shows it, the paths of players, a heat
 * map, or a film for an encoder. The map is the one inside the demo, or one that is found on the
 * disk.
 *
 *     tt_io_drawing d;
 *     tt_io_reading r = {0};
 *     tt_io_reading_options how;
 *     tt_io_drawing_options options = {.at = "1:30", .output = "moment.png"};
 *     bool is_good = tt_io_drawing_open(&d, &files, &options, &how) &&
 *                    tt_io_reading_open(&r, files.entries[0].path, &how) &&
 *                    tt_io_drawing_read(&d, &r, 0) && tt_io_drawing_end(&d);
 *     const tt_io_error *error = d.error.status != TT_OK ? &d.error : &r.error;
 *     if (!is_good)
 *         fprintf(stderr, "%s: %s\n", error->path, error->text);
 *     tt_io_reading_close(&r);
 *     tt_io_drawing_close(&d);
 *
 * Error sentences name options in backquotes: `at`, `output`.
 */
#ifndef TEETAPE_IO_DRAWING_H
#define TEETAPE_IO_DRAWING_H

#include "teetape/io/spans.h"
#include "teetape/io/walk.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Options of a drawing. With only `output` set, the first moment with a tee is drawn. Texts must
 * remain valid. */
typedef struct tt_io_drawing_options {
    tt_io_reading_options reading; /**< index, callbacks and `stop`; for paths and heat also span
                                      and player; for a film also the span. Takes no input */
    const char *output; /**< path of the output; "-" is stdout. A picture is SVG when it ends in
                           .svg, else PNG. A film is made by ffmpeg when it ends in .mp4, .webm or
                           .gif. It is Y4M when it ends in .y4m and in a pipe; other names are
                           refused. ffmpeg needs a process that ignores SIGPIPE */
    bool force;         /**< replaces an existing output */
    const char *at;    /**< place (place.h) of the moment, or "best": the finish of the fastest run,
                          else the middle of the recording; then `focus` is that player */
    const char *paths; /**< paths, coloured by "player", "speed" or "time" */
    const char *heat;  /**< a heat map of "positions", "deaths" or "hooks" */
    int64_t fps;       /**< frames a second of a film; 0: a picture */
    const char *focus; /**< player in the middle of the picture */
    const char *center; /**< position in the middle, X,Y in world units */
    const char *zoom;   /**< zoom factor: 1 as in the game; 2 shows twice the width and height */
    const char *size;   /**< size in pixels, WIDTHxHEIGHT; NULL: 1280x720 */
    const char *map;    /**< path of the map, in place of one that is found */
    const char *data;   /**< the game's data folder, as in tt_io_studio_options */
    const char *font;   /**< path of a font, as in tt_io_studio_options */
    bool map_only;      /**< draws only the map */
    bool rules;         /**< draws tiles by their meaning, not the design */
    const char *speed;  /**< playing speed of a film, 0.01 to 16; NULL: 1 */
    const char *camera; /**< path of a file with the way of the camera of a film: lines
                             of a time, a zoom, and X,Y or a player */
    bool ghost;         /**< draws the fastest run of the first file in a film, and those
                           of up to 7 further files as ghosts that start with it */
    bool smooth;        /**< the camera of a film follows its aim slowly */
    const char *hud;    /**< parts of the HUD, of names,chat,kills,timer,broadcast,score,
                             or "none"; NULL: all but score */
    const char *names;  /**< "focus": of the names over tees only that of the player in the middle;
                           NULL or "all": all */
    bool keys;          /**< draws the keys of the player in the middle */
    bool speedometer;   /**< draws the speed of the player in the middle */
    bool aim;           /**< draws a line from the player in the middle to its cursor */
    bool no_hud;        /**< true: the same as `hud` "none" */
    bool no_note;       /**< does not say that a recording is reconstructed; a film says
                           it for two seconds */
    bool scoreboard;    /**< draws the table of players: the same as the word score in `hud` */
    bool show_secrets;  /**< leaves secrets in chat as they are, instead of "***" */
    unsigned threads;   /**< threads that paint a film; 0: one for each core */
    tt_io_say_fn *on_say; /**< receives errors and warnings as they occur; may be NULL */
    /** Receives the number of frames of a film that are done: first 0, then after each frame. `all`
     * is the number of all frames, for which the recording is read once more, or 0 when it is
     * unknown. May be NULL. */
    void (*on_frame)(void *user, int64_t done, int64_t all);
    void *user; /**< handed to on_say and on_frame */
} tt_io_drawing_options;

/** A drawing under way. The caller places it and does not move it. The last member is for the
 * library. */
typedef struct tt_io_drawing {
    tt_io_error error;     /**< the last of the worst errors so far. Empty when a reading could not
                              be opened, and when `stop` was raised */
    bool is_made;          /**< true: the output was written */
    const char *output;    /**< path of the output, from the options */
    int32_t width, height; /**< size of the output in pixels */
    int64_t tick;          /**< tick of a moment; -1 for other drawings */
    char title[192];       /**< "map · player · time", when `at` is "best"; else "" */
    int64_t frames;        /**< number of frames of a film */
    uint64_t shapes;       /**< number of shapes in a picture */
    const char
        *map; /**< path of the map file; NULL when the map is embedded, or when there is none */
    /** @cond library */
    struct tti_drawing *inside;
    /** @endcond */
} tt_io_drawing;

/** Begins a drawing of one file, or of several for paths or heat. Reads the first file to find its
 * map, and finds the game's images. Fills `*how` with the options for a reading of each file; with
 * `how` NULL only checks the options, for which `files` and `output` may be NULL. `options` is
 * copied; `files` must remain valid. Returns false when nothing can be drawn: TT_ERR_ARGUMENT for
 * wrong options and an output that leads to a file that is read; TT_ERR_PLACE for a map that does
 * not belong to the recording; TT_ERR_SYSTEM. tt_io_drawing_close has to be called either way. */
TT_IO_API bool tt_io_drawing_open(tt_io_drawing *d, const tt_io_list *files,
                                  const tt_io_drawing_options *options, tt_io_reading_options *how);

/** Reads file `index` of the list as far as needed; `r` has it open. Writes a moment or a film.
 * Returns false when something failed: TT_ERR_PLACE for what is not in the recording;
 * TT_ERR_SYSTEM, with EEXIST for an output that exists. Damage of the recording is no failure. */
TT_IO_API bool tt_io_drawing_read(tt_io_drawing *d, tt_io_reading *r, size_t index);

/** Draws and writes paths or heat; call it after the last file. Among several files, one that
 * could not be opened is left out. Returns d->is_made. */
TT_IO_API bool tt_io_drawing_end(tt_io_drawing *d);

/** Frees everything that the drawing owns. */
TT_IO_API void tt_io_drawing_close(tt_io_drawing *d);

#ifdef __cplusplus
}
#endif

#endif
