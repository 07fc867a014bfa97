/* SPDX-License-Identifier: MIT
 *
 * What the commands picture and video have in common: rows of options, columns, checks.
 */
#ifndef CLI_PICTURE_CMD_H
#define CLI_PICTURE_CMD_H

#include "cli/picture/picture.h"
#include "cli/shell/option_rows.h"
#include "cli/show/rows.h"

/* Where the camera is. */
#define PICTURE_ROWS_VIEW                                                                          \
    ROW_TEXT(0, "focus", "PLAYER", struct picture_options, focus,                                  \
             "center the view on this client id or name"),                                         \
        ROW_TEXT(0, "center", "X,Y", struct picture_options, center,                               \
                 "center the view on this place, in world units"),                                 \
        ROW_TEXT(0, "zoom", "N", struct picture_options, zoom,                                     \
                 "1 as in the game, 2 shows twice as much"),                                       \
        ROW_TEXT(0, "size", "WxH", struct picture_options, size,                                   \
                 "size in pixels; default: 1280x720")

/* What is drawn, and from what. */
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

/* The object that says what was written; each verb prints the members that its columns name. One
 * struct for both verbs. */
struct picture_result {
    const char *output, *map;
    /* COLUMN_UNKNOWN for what a verb does not have; of the last list; of a video */
    int64_t tick, shapes, frames;
    int32_t width, height;
};

#define PICTURE_COLUMN_OUTPUT COLUMN(struct picture_result, output, "the file that was written")
#define PICTURE_COLUMNS_SIZE                                                                       \
    COLUMN(struct picture_result, width, "pixels"), COLUMN(struct picture_result, height, "pixels")
#define PICTURE_COLUMN_MAP                                                                         \
    COLUMN(struct picture_result, map,                                                             \
           "the file of the map; null for one that is embedded, or when there is none")

/* What is wrong with the options of either, or NULL. */
const char *picture_check(const struct settings *settings, const struct picture_options *own);

/* Whether OUT, which may be NULL, has one of these endings; NULL is the end. */
bool picture_has_ending(const char *output, const char *const *endings);

/* With --json, and when the file was written: a line of these columns of a struct picture_result.
 */
void picture_report(const struct picture *p, const struct column *columns);

#endif
