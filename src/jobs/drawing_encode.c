/* SPDX-License-Identifier: MIT
 *
 * Hands a film to ffmpeg, which writes .mp4, .webm or .gif.
 *
 * ffmpeg writes to the temporary file that the film gets its name from, so an output still appears
 * only when it is whole.
 */
#include <stdio.h>
#include <string.h>

#include "host/error.h"
#include "host/file_inside.h"
#include "jobs/drawing.h"
#include "teetape/io/path.h"

#define ARGUMENTS_MAX 20

/* Arguments of ffmpeg for each ending: constant quality, with the colours of the Y4M. A .gif has a
 * palette for each frame, so that the whole film need not be in memory. */
#define COLORS "-colorspace", "smpte170m", "-color_range", "tv", "-pix_fmt", "yuv420p"
static const struct encoding {
    const char *ending;
    const char *arguments[ARGUMENTS_MAX];
} encodings[] = {
    {".mp4", {"-c:v", "libx264", "-crf", "18", COLORS, "-movflags", "+faststart", "-f", "mp4"}},
    {".webm",
     {"-c:v", "libvpx-vp9", "-crf", "30", "-b:v", "0", "-row-mt", "1", "-cpu-used", "4", COLORS,
      "-f", "webm"}},
    {".gif",
     {"-vf", "split[a][b];[a]palettegen=stats_mode=single[p];[b][p]paletteuse=new=1", "-f", "gif"}},
};

#define ENCODINGS (sizeof encodings / sizeof encodings[0])

static const struct encoding *encoding_of(const char *output)
{
    for (size_t i = 0; output != NULL && i < ENCODINGS; i++) {
        if (tt_io_ending_is(tt_bytes_of(output), encodings[i].ending)) {
            return &encodings[i];
        }
    }
    return NULL;
}

bool tti_drawing_is_encoded(const char *output)
{
    return encoding_of(output) != NULL;
}

bool tti_drawing_encode(struct tti_program *program, const char *output, tt_io_file *file,
                        tt_io_error *error)
{
    static const char *const begin[] = {"ffmpeg",       "-hide_banner", "-loglevel", "error", "-f",
                                        "yuv4mpegpipe", "-i",           "pipe:0",    NULL};
    const char *place = tti_host_file_place(file);
    const char *arguments[ARGUMENTS_MAX + 16];
    const struct encoding *encoding = encoding_of(output);
    char url[TT_IO_PATH_CAP + 8];
    size_t count = 0;
    *program = (struct tti_program){.id = 0};
    int size = place == NULL || encoding == NULL ? -1 : snprintf(url, sizeof url, "file:%s", place);
    if (size < 0 || (size_t)size >= sizeof url) {
        return tti_error_say(error, TT_ERR_ARGUMENT, "ffmpeg can only write to a regular file");
    }
    for (size_t i = 0; begin[i] != NULL; i++) {
        arguments[count++] = begin[i];
    }
    for (size_t i = 0; i < ARGUMENTS_MAX && encoding->arguments[i] != NULL; i++) {
        arguments[count++] = encoding->arguments[i];
    }
    arguments[count++] = "-y";
    arguments[count++] = url;
    arguments[count] = NULL;
    if (tti_program_start(program, arguments, error)) {
        return true;
    }
    if (error->status == TT_ERR_UNSUPPORTED) {
        size_t used = strlen(error->text);
        snprintf(error->text + used, sizeof error->text - used,
                 ", which makes %s; a name that ends in .y4m needs no encoder", encoding->ending);
    }
    return false;
}
