/* SPDX-License-Identifier: MIT
 *
 * teetape video: frames for an encoder.
 */
#include "cli/picture/picture.h"
#include "cli/shell/cmd.h"
#include "cli/shell/option_rows.h"
#include "cli/shell/target.h"
#include "cli/show/rows.h"

static const char *const description[] = {
    ("Draws a recording as frames for an encoder, without the game: what teetape-picture(1) shows "
     "of a moment, at each sixtieth of a second. The output is Y4M, which is not compressed, 1.4 "
     "MB "
     "for a frame of 1280x720. Encoders read it from a pipe:"),
    "teetape video FILE -o - | ffmpeg -i - -pix_fmt yuv420p clip.mp4",
    NULL,
};

#define FPS 60

#define TYPE struct video_options
static const struct option options[] = {
    OPTION_ROW_OUTPUT("write to this file; '-' is stdout"),
    OPTION_ROW_FORCE,
    ROW_TEXT(0, "from", "PLACE", TYPE, picture.span.from,
             "begin at this tick, time, date, or marker:N of a demo"),
    ROW_TEXT(0, "to", "PLACE", TYPE, picture.span.to, "end before this place"),
    ROW_TEXT(0, "focus", "PLAYER", TYPE, picture.focus,
             "the camera follows this client id or name"),
    ROW_TEXT(0, "center", "X,Y", TYPE, picture.center, "the camera is there, in world units"),
    ROW_TEXT(0, "zoom", "N", TYPE, picture.zoom, "1 as in the game, 2 shows twice as much"),
    ROW_TEXT(0, "size", "WxH", TYPE, picture.size, "pixels; default: 1280x720"),
    ROW_NUMBER(0, "fps", "N", TYPE, fps, 1, 1000, "frames a second; default: 60"),
    ROW_FLAG(0, "map-only", TYPE, picture.map_only, "draw the map alone"),
    ROW_FLAG(0, "rules", TYPE, picture.rules, "draw tiles by what they do, not the design"),
    ROW_FLAG(0, "no-hud", TYPE, picture.no_hud, "draw no names, chat, kills and time"),
    ROW_FLAG(0, "scoreboard", TYPE, picture.scoreboard, "draw the table of players"),
    ROW_FILE(0, "map", "FILE", TYPE, picture.map, "the map, in place of one that is found"),
    ROW_TEXT(0, "data", "DIR", TYPE, picture.data, "the game's data folder; \"\": none"),
    ROW_TEXT(0, "index-dir", "DIR", TYPE, picture.span.index_dir,
             "use index files in DIR, under the full path of FILE"),
    ROW_FLAG(0, "no-index", TYPE, picture.span.no_index,
             "read from the start, without an index file"),
};
#undef TYPE

static const struct example examples[] = {
    {"Two seconds, small:", "video FILE --from 1:00 --to 1:02 --size 640x360 -o clip.y4m"},
};

static const char *const json_intro[] = {"One object:", NULL};

struct result {
    const char *output, *map;
    int64_t frames;
    int32_t width, height;
};

static const struct column columns[] = {
    COLUMN(struct result, output, "the file that was written"),
    COLUMN(struct result, frames, "how many it has"),
    COLUMN(struct result, width, "pixels"),
    COLUMN(struct result, height, "pixels"),
    COLUMN(struct result, map,
           "the file of the map; null for one that is embedded, or when there is none"),
    COLUMNS_END,
};

static const char *check(const struct settings *settings, const void *given)
{
    const struct video_options *own = given;
    tt_camera camera;
    bool has_center;
    struct span_options span = own->picture.span;
    span.player = own->picture.focus;
    const char *problem = span_check(&span);
    problem = problem != NULL ? problem : picture_view(&own->picture, &camera, &has_center);
    return problem != NULL ? problem : target_check(settings, given);
}

static const char *check_count(const struct settings *settings, const void *given, size_t count)
{
    (void)settings;
    (void)given;
    if (count == 0) {
        return "which recording? '-' is stdin";
    }
    return count > 1 ? "video takes one recording" : NULL;
}

static enum exit_status process(struct job *job)
{
    const struct video_options *own = job->options;
    struct picture p;
    if (picture_open(&p, job, &own->picture)) {
        picture_film(&p, own->fps != 0 ? own->fps : FPS);
        const struct result result = {job->settings->output, p.found.path, p.frames, p.camera.width,
                                      p.camera.height};
        if (job->settings->json && p.is_written) {
            rows_json(job, columns, TT_FORMAT_UNKNOWN, &result);
        }
    }
    picture_close(&p);
    return p.status;
}

const struct command cmd_video = {
    .name = "video",
    .usage = "-o OUT [OPTION...] FILE",
    .summary = "frames of a recording for an encoder",
    .description = description,
    .options = OPTION_TABLE(options, struct video_options),
    .examples = EXAMPLE_TABLE(examples),
    .json_text = json_intro,
    .columns = columns,
    .check = check,
    .check_count = check_count,
    .process = process,
    .takes_one = true,
};
