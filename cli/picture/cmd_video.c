/* SPDX-License-Identifier: MIT
 *
 * teetape video: renders a video, or writes frames for an encoder.
 */
#include "cli/picture/picture.h"
#include "cli/shell/run.h"
#include "cli/shell/target.h"

#define FPS 60

#define TYPE tt_io_drawing_options
static const struct option options[] = {
    OPTION_ROW_OUTPUT("write to this file; '-' is stdout"),
    OPTION_ROW_FORCE,
    OPTION_ROW_FROM,
    OPTION_ROW_TO,
    PICTURE_ROWS_VIEW,
    ROW_NUMBER(0, "fps", "N", TYPE, fps, 1, 1000, "frames a second; default: 60"),
    ROW_TEXT(0, "speed", "N", TYPE, speed, "0.25 is slow motion, a quarter of the speed"),
    ROW_FILE(0, "camera", "FILE", TYPE, camera,
             "move the camera; lines of FILE: TIME ZOOM X,Y|PLAYER"),
    ROW_FLAG(0, "smooth", TYPE, smooth, "let the camera follow slowly"),
    ROW_FLAG(0, "ghost", TYPE, ghost, "start the fastest run of each FILE together"),
    ROW_FLAG(0, "keys", TYPE, keys, "draw the keys of the player in the middle"),
    ROW_FLAG(0, "speedometer", TYPE, speedometer, "draw the speed of that player"),
    PICTURE_ROWS_SHOWN,
    OPTION_ROW_JOBS_OF("paint N frames at the same time; default: one per core"),
    OPTION_ROW_STRICT,
};
#undef TYPE

static const struct column columns[] = {
    PICTURE_COLUMN_OUTPUT, COLUMN(tt_io_drawing, frames, "how many it has"),
    PICTURE_COLUMNS_SIZE,  PICTURE_COLUMN_MAP,
    COLUMNS_END,
};

static enum exit_status film(struct job *job)
{
    tt_io_drawing d;
    return picture_make(job, job->options, FPS, &d);
}

static enum exit_status run(struct shell *sh)
{
    const tt_io_drawing_options *own = sh->options;
    bool has_ghosts = own->ghost;
    const char *problem = picture_check(sh, own, FPS);
    const struct run_how how = {
        .process = film, .takes_one = !has_ghosts, .takes_together = has_ghosts};
    return run_each(sh, &how, problem != NULL ? problem : target_check(sh->settings));
}

const struct command cmd_video = {
    .name = "video",
    .usage = "-o OUT [OPTION...] FILE...",
    .summary = "render a video: mp4, WebM, GIF, or frames for another encoder",
    .description = {(
        "Makes a video of a recording, without the game: 60 pictures a second, as "
        "teetape-picture(1) draws them. The ending of OUT says what it is: .mp4, .webm and .gif "
        "need the program ffmpeg, which this command runs. .y4m and '-' are the frames as Y4M, "
        "for another encoder.")},
    .options = OPTION_TABLE(options, tt_io_drawing_options),
    .examples = {{"Two seconds of a player, upright for a phone, in slow motion, with the keys:",
                  "video FILE --from 1:00 --to 1:02 --focus nameless --size 270x480 --speed 0.5 "
                  "--keys -o clip.mp4"},
                 {"Two runs, started together:",
                  "video --ghost record.demo mine.demo -o race.mp4"}},
    .json_text = {"One object:"},
    .columns = columns,
    .run = run,
};
