/* SPDX-License-Identifier: MIT
 *
 * teetape picture: draws a moment of a recording, paths of players, or a heat map.
 */
#include "cli/picture/picture.h"
#include "cli/shell/message.h"
#include "cli/shell/run.h"
#include "cli/shell/target.h"

static const char *paths_word(size_t index)
{
    static const char *const words[] = {"player", "speed", "time", NULL};
    return words[index];
}

static const char *heat_word(size_t index)
{
    static const char *const words[] = {"positions", "deaths", "hooks", NULL};
    return words[index];
}

#define TYPE tt_io_drawing_options
static const struct option options[] = {
    OPTION_ROW_OUTPUT("write to this file, .png or .svg; '-' is stdout"),
    OPTION_ROW_FORCE,
    ROW_TEXT(0, "at", "PLACE", TYPE, at, "draw this moment, or the best one: best"),
    ROW_TEXT(0, "thumbs", "DIR", struct picture_options, thumbs,
             "draw the best moment of each FILE, and an index.html"),
    PICTURE_ROWS_VIEW,
    ROW_LONG_LIST(0, "paths", "BY", TYPE, paths, paths_word,
                  "draw the paths of players by player, speed or time"),
    ROW_LONG_LIST(0, "heat", "WHAT", TYPE, heat, heat_word,
                  "draw a heat map of positions, deaths or hooks"),
    ROW_FLAG(0, "ghost", TYPE, ghost, "draw the fastest run of each FILE, with the times"),
    OPTION_ROWS_SPAN,
    ROW_FLAG(0, "aim", TYPE, aim, "draw a line from the player in the middle to its cursor"),
    PICTURE_ROWS_SHOWN,
    OPTION_ROW_RECURSIVE,
    OPTION_ROW_STRICT,
};
#undef TYPE

static bool is_way(const struct picture_options *own)
{
    const tt_io_drawing_options *o = &own->drawing;
    return o->paths != NULL || o->heat != NULL || o->ghost;
}

/* With --thumbs all inputs are one run over many pictures. A moment takes one recording. */
static const char *check(const struct shell *sh)
{
    const struct picture_options *own = sh->options;
    const tt_io_drawing_options *o = &own->drawing;
    const char *problem = picture_check(sh, o, 0);
    if (problem != NULL) {
        return problem;
    }
    if (own->thumbs != NULL) {
        return is_way(own) || o->at != NULL || sh->settings->output != NULL
                   ? "--thumbs goes without --output, --at, --paths, --heat and --ghost"
                   : NULL;
    }
    return sh->count > 1 && !is_way(own)
               ? "--paths and --heat take several files; a moment takes one"
               : target_check(sh->settings);
}

static const struct column columns[] = {
    PICTURE_COLUMN_OUTPUT,
    COLUMN(tt_io_drawing, tick, "tick of the moment; null for paths and heat"),
    PICTURE_COLUMNS_SIZE,
    COLUMN(tt_io_drawing, shapes, "of which it consists"),
    PICTURE_COLUMN_MAP,
    COLUMNS_END,
};

static enum exit_status draw(struct job *job)
{
    const struct picture_options *own = job->options;
    tt_io_drawing d;
    if (own->thumbs == NULL && !is_way(own) && job->inputs->count > 1) {
        message_say(MESSAGE_ERROR, NULL,
                    "a moment takes one of the %zu files; teetape find --at says which has it",
                    job->inputs->count);
        return EXIT_USAGE;
    }
    return own->thumbs != NULL ? picture_thumbs(job) : picture_make(job, &own->drawing, 0, &d);
}

const struct command cmd_picture = {
    .name = "picture",
    .usage = "-o OUT [OPTION...] FILE|DIR...",
    .summary = "draw a moment, paths or a heat map",
    .description = {(
        "Draws a moment of a recording as the game shows it, the paths of players or a heat map, "
        "as PNG or SVG. The map is that of the demo, or comes from the folders of TEETAPE_MAP_PATH "
        "and of the game.")},
    .options = OPTION_TABLE(options, struct picture_options),
    .examples = {{"The game at 1:30, on a player:",
                  "picture FILE --at 1:30 --focus nameless -o run.png"},
                 {"Two runs over their map, with their times:",
                  "picture --ghost record.demo mine.demo -o race.png"},
                 {"Thumbnails of all recordings of a folder:", "picture --thumbs thumbs demos/"}},
    .json_text = {"One object:"},
    .columns = columns,
    .check = check,
    .how = &(const struct run_how){.process = draw, .takes_together = true},
};
