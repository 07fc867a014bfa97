/* SPDX-License-Identifier: MIT
 *
 * teetape video: writes frames for an encoder.
 */
#include "cli/picture/picture.h"
#include "cli/shell/run.h"

#define FPS 60

#define TYPE tt_io_drawing_options
static const struct option options[] = {
    OPTION_ROW_OUTPUT("write to this file; '-' is stdout"),
    OPTION_ROW_FORCE,
    OPTION_ROW_FROM,
    OPTION_ROW_TO,
    PICTURE_ROWS_VIEW,
    ROW_NUMBER(0, "fps", "N", TYPE, fps, 1, 1000, "frames a second; default: 60"),
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
    return picture_make(job, FPS, columns);
}

static enum exit_status run(struct shell *sh)
{
    const struct run_how how = {.process = film, .takes_one = true};
    return run_each(sh, &how, picture_check(sh, FPS));
}

const struct command cmd_video = {
    .name = "video",
    .usage = "-o OUT [OPTION...] FILE",
    .summary = "make frames for a video encoder",
    .description =
        {("Draws a recording as frames for an encoder, without the game: 60 pictures a second, "
          "as teetape-picture(1) draws them. The output is Y4M, which is not compressed: 1.4 "
          "MB for a frame of 1280x720. Encoders read it from a pipe:"),
         "teetape video FILE -o - | ffmpeg -i - -pix_fmt yuv420p clip.mp4"},
    .options = OPTION_TABLE(options, tt_io_drawing_options),
    .examples = {{"Two seconds, small:",
                  "video FILE --from 1:00 --to 1:02 --size 640x360 -o clip.y4m"}},
    .json_text = {"One object:"},
    .columns = columns,
    .run = run,
};
