/* SPDX-License-Identifier: MIT
 *
 * The options of the commands picture and video, and their call of the library
 * (teetape/io/drawing.h).
 */
#ifndef CLI_PICTURE_H
#define CLI_PICTURE_H

#include "cli/shell/option_rows.h"
#include "cli/show/rows.h"
#include "teetape/io/drawing.h"

/* The options of picture. The library's are the first member, so that both verbs share rows. */
struct picture_options {
    tt_io_drawing_options drawing;
    const char *thumbs; /* the folder of --thumbs, or NULL */
};

/* Returns a sentence about wrong usage of the library's options, or NULL. `fps` is 0 for a
 * picture. */
const char *picture_check(const struct shell *sh, const tt_io_drawing_options *own, int64_t fps);

/* Makes one drawing of all inputs of a job. *d becomes its result. */
enum exit_status picture_make(struct job *job, const tt_io_drawing_options *own, int64_t fps,
                              tt_io_drawing *d);

/* Makes what --thumbs asks for. */
enum exit_status picture_thumbs(struct job *job);

#define PICTURE_ROWS_VIEW                                                                          \
    ROW_TEXT(0, "focus", "PLAYER", tt_io_drawing_options, focus,                                   \
             "center the view on this client id or name"),                                         \
        ROW_TEXT(0, "center", "X,Y", tt_io_drawing_options, center,                                \
                 "center the view on this place, in world units"),                                 \
        ROW_TEXT(0, "zoom", "N", tt_io_drawing_options, zoom,                                      \
                 "1 is as in the game, 2 shows twice the width and height"),                       \
        ROW_TEXT(0, "size", "WxH", tt_io_drawing_options, size,                                    \
                 "size in pixels; default: 1280x720")

#define PICTURE_ROWS_SHOWN                                                                         \
    ROW_FLAG(0, "map-only", tt_io_drawing_options, map_only, "draw the map alone"),                \
        ROW_FLAG(0, "rules", tt_io_drawing_options, rules,                                         \
                 "draw tiles by what they do, not the design"),                                    \
        ROW_TEXT(0, "hud", "WORDS", tt_io_drawing_options, hud,                                    \
                 "draw only: names,chat,kills,timer,broadcast,score"),                             \
        ROW_FLAG(0, "no-hud", tt_io_drawing_options, no_hud, "draw no HUD: --hud none"),           \
        ROW_TEXT(0, "names", "WHOSE", tt_io_drawing_options, names,                                \
                 "focus: only the tee in focus has a name"),                                       \
        ROW_FLAG(0, "no-note", tt_io_drawing_options, no_note,                                     \
                 "do not say that a recording is reconstructed"),                                  \
        ROW_FLAG(0, "scoreboard", tt_io_drawing_options, scoreboard, "draw the table of players"), \
        OPTION_ROW_MAP(tt_io_drawing_options, map),                                                \
        ROW_TEXT(0, "data", "DIR", tt_io_drawing_options, data,                                    \
                 "the game's data folder, for images and maps; \"\": none"),                       \
        ROW_FILE(0, "font", "FILE", tt_io_drawing_options, font,                                   \
                 "for letters that the built-in font lacks"),                                      \
        OPTION_ROW_INDEX_DIR, OPTION_ROW_NO_INDEX, OPTION_ROW_SHOW_SECRETS

#define PICTURE_COLUMN_OUTPUT COLUMN(tt_io_drawing, output, "the file that was written")
#define PICTURE_COLUMNS_SIZE                                                                       \
    COLUMN(tt_io_drawing, width, "pixels"), COLUMN(tt_io_drawing, height, "pixels")
#define PICTURE_COLUMN_MAP                                                                         \
    COLUMN(tt_io_drawing, map,                                                                     \
           "the file of the map; null for one that is embedded, or when there is none")

#endif
