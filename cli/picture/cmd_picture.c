/* SPDX-License-Identifier: MIT
 *
 * teetape picture: draws a moment of a recording, or where players went.
 */
#include <string.h>

#include "cli/picture/picture.h"
#include "cli/shell/cmd.h"
#include "cli/shell/option_rows.h"
#include "cli/shell/target.h"
#include "cli/show/rows.h"

static const char *const description[] = {
    ("Draws a recording without the game. A moment is shown as the game shows it: the map, tees, "
     "shots, names, chat and time. With --paths it shows where players went, with --heat how often "
     "they were where. The ending of OUT decides the format: .svg, anything else is PNG."),
    ("The map is that of the demo, else it is looked for where the game keeps it, as are images "
     "and skins; what is missing is drawn by rule. SVG has no images."),
    NULL,
};

static const char *const details[] = {
    ("--paths marks where a tee appeared (a ring), died (a cross) and finished (a flag). --heat "
     "counts ticks or deaths in cells of a tile; a colour stands for a power."),
    ("A teehistorian file has no shots, and its hooks and weapons are derived (see "
     "teetape-demo(1)). The map of a demo on stdin is not read."),
    NULL,
};

static const char *paths_word(size_t index)
{
    static const char *const words[] = {"player", "speed", "time", NULL};
    return words[index];
}

static const char *heat_word(size_t index)
{
    static const char *const words[] = {"positions", "deaths", NULL};
    return words[index];
}

#define TYPE struct picture_options
static const struct option options[] = {
    OPTION_ROW_OUTPUT("write to this file, .png or .svg; '-' is stdout"),
    OPTION_ROW_FORCE,
    ROW_TEXT(0, "at", "PLACE", TYPE, at, "the moment; default: when somebody has a tee"),
    ROW_TEXT(0, "focus", "PLAYER", TYPE, focus, "the camera is on this client id or name"),
    ROW_TEXT(0, "center", "X,Y", TYPE, center, "the camera is there, in world units"),
    ROW_TEXT(0, "zoom", "N", TYPE, zoom, "1 as in the game, 2 shows twice as much"),
    ROW_TEXT(0, "size", "WxH", TYPE, size, "pixels; default: 1280x720"),
    ROW_LIST(0, "paths", "BY", TYPE, paths, paths_word, "draw paths, coloured by this"),
    ROW_LIST(0, "heat", "WHAT", TYPE, heat, heat_word, "draw how often there were these"),
    OPTION_ROW_FROM(TYPE),
    OPTION_ROW_TO(TYPE),
    OPTION_ROW_PLAYER(TYPE),
    ROW_FLAG(0, "map-only", TYPE, map_only, "draw the map alone"),
    ROW_FLAG(0, "rules", TYPE, rules, "draw tiles by what they do, not the design"),
    ROW_FLAG(0, "no-hud", TYPE, no_hud, "draw no names, chat, kills and time"),
    ROW_FLAG(0, "scoreboard", TYPE, scoreboard, "draw the table of players"),
    ROW_FILE(0, "map", "FILE", TYPE, map, "the map, in place of one that is found"),
    ROW_TEXT(0, "data", "DIR", TYPE, data, "the game's data folder; \"\": none"),
    OPTION_ROW_INDEX_DIR(TYPE),
    OPTION_ROW_NO_INDEX(TYPE),
};
#undef TYPE

static const struct example examples[] = {
    {"The game at 1:30, on a player:", "picture FILE --at 1:30 --focus nameless -o run.png"},
    {"The way of a run over its map:", "picture FILE --paths speed --player nameless -o run.png"},
    {"Where were players most?", "picture FILE --heat positions -o heat.png"},
};

static const char *check(const struct settings *settings, const void *given)
{
    const struct picture_options *own = given;
    tt_camera camera;
    bool has_center;
    bool is_way = own->paths != NULL || own->heat != NULL;
    if (own->paths != NULL && (own->heat != NULL || strchr(own->paths, ',') != NULL)) {
        return "one of --paths and --heat, with one word";
    }
    if (own->heat != NULL && strchr(own->heat, ',') != NULL) {
        return "--heat takes one word";
    }
    if (is_way && (own->at != NULL || own->focus != NULL || own->map_only || own->scoreboard)) {
        return "--at, --focus, --map-only and --scoreboard go with a moment";
    }
    if (!is_way && (own->span.from != NULL || own->span.to != NULL || own->span.player != NULL)) {
        return "--from, --to and --player go with --paths and --heat; a moment is --at";
    }
    const struct span_options at = {.from = own->at, .player = own->focus};
    const char *problem = span_check(&at);
    problem = problem != NULL ? problem : span_check(&own->span);
    problem = problem != NULL ? problem : picture_view(own, &camera, &has_center);
    return problem != NULL ? problem : target_check(settings, given);
}

static const char *check_count(const struct settings *settings, const void *given, size_t count)
{
    (void)settings;
    (void)given;
    if (count == 0) {
        return "which recording? '-' is stdin";
    }
    return count > 1 ? "picture takes one recording" : NULL;
}

static const char *const json_intro[] = {"One object:", NULL};

struct result {
    const char *output, *map;
    int64_t tick, shapes;
    int32_t width, height;
};

static const struct column columns[] = {
    COLUMN(struct result, output, "the file that was written"),
    COLUMN(struct result, tick, "of the moment; null for paths and heat"),
    COLUMN(struct result, width, "pixels"),
    COLUMN(struct result, height, "pixels"),
    COLUMN(struct result, shapes, "of which it consists"),
    COLUMN(struct result, map,
           "the file of the map; null for one that is embedded, or when there is none"),
    COLUMNS_END,
};

static void report(const struct picture *p)
{
    const struct result result = {.output = p->job->settings->output,
                                  .map = p->found.path,
                                  .tick = p->has_tick ? p->tick : COLUMN_UNKNOWN,
                                  .shapes = (int64_t)tt_io_studio_list(p->studio)->shape_count,
                                  .width = p->camera.width,
                                  .height = p->camera.height};
    if (p->job->settings->json && p->is_written) {
        rows_json(p->job, columns, TT_FORMAT_UNKNOWN, &result);
    }
}

static enum exit_status process(struct job *job)
{
    struct picture p;
    if (picture_open(&p, job, job->options)) {
        if (p.own->paths != NULL || p.own->heat != NULL) {
            picture_paths(&p);
        } else {
            picture_moment(&p);
        }
        report(&p);
    }
    picture_close(&p);
    return p.status;
}

const struct command cmd_picture = {
    .name = "picture",
    .usage = "-o OUT [OPTION...] FILE",
    .summary = "draw a moment, paths or a heat map",
    .description = description,
    .details = details,
    .options = OPTION_TABLE(options, struct picture_options),
    .examples = EXAMPLE_TABLE(examples),
    .json_text = json_intro,
    .columns = columns,
    .check = check,
    .check_count = check_count,
    .process = process,
    .takes_one = true,
};
