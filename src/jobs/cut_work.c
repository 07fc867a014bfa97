/* SPDX-License-Identifier: MIT
 *
 * What the formats and the steps of a cut share: names of outputs, sentences for the
 * caller, and who is in the cut.
 */
#include <stdio.h>
#include <string.h>

#include "jobs/cut.h"
#include "teetape/io/compress.h"
#include "teetape/io/path.h"

/* A recording under another one's name would not be opened by the program that the name is for. */
static const struct {
    const char *ending;
    tt_io_ending kind;
} endings[] = {
    {".demo", TT_IO_ENDING_DEMO},     {".teehistorian", TT_IO_ENDING_TEEHISTORIAN},
    {".mp4", TT_IO_ENDING_FILM},      {".webm", TT_IO_ENDING_FILM},
    {".mkv", TT_IO_ENDING_FILM},      {".avi", TT_IO_ENDING_FILM},
    {".mov", TT_IO_ENDING_FILM},      {".y4m", TT_IO_ENDING_FILM},
    {".gif", TT_IO_ENDING_FILM},      {".png", TT_IO_ENDING_PICTURE},
    {".svg", TT_IO_ENDING_PICTURE},   {".jpg", TT_IO_ENDING_PICTURE},
    {".html", TT_IO_ENDING_PAGE},     {".csv", TT_IO_ENDING_TABLE},
    {".parquet", TT_IO_ENDING_TABLE},
};

tt_io_ending tt_io_ending_of(const char *path)
{
    tt_bytes name = tt_bytes_of(path);
    const tt_io_compressor *packed = tt_io_compressor_of(path);
    name.size -= packed != NULL ? strlen(packed->ending) : 0;
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        if (tt_io_ending_is(name, endings[i].ending)) {
            return endings[i].kind;
        }
    }
    return TT_IO_ENDING_OTHER;
}

/* "a/game.teehistorian.xz" has two parts. A name such as ".demo" has no ending, and neither has a
 * folder with a dot. */
static size_t ending_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    size_t name = slash != NULL ? (size_t)(slash + 1 - path) : 0;
    const tt_io_compressor *packed = tt_io_compressor_of(path + name);
    size_t end = strlen(path) - (packed != NULL ? strlen(packed->ending) : 0);
    for (size_t at = end; at > name + 1; at--) {
        if (path[at - 1] == '.') {
            return at - 1;
        }
    }
    return end;
}

bool tti_cut_number_path(char dst[CUT_PATH], const char *output, unsigned number)
{
    size_t ending = ending_of(output);
    int size = snprintf(dst, CUT_PATH, "%.*s.%03u%s", (int)ending, output, number, output + ending);
    return size >= 0 && size < CUT_PATH;
}

void tti_cut_say(void *user, tt_level level, const tt_io_error *what)
{
    struct cut_work *w = user;
    if (level == TT_LEVEL_ERROR && tt_io_error_rank(what) >= tt_io_error_rank(w->error)) {
        *w->error = *what;
    }
    if (w->options->on_say != NULL) {
        w->options->on_say(w->options->user, level, what);
    }
}

bool tti_cut_fail_with(struct cut_work *w, const tt_io_error *error, const char *path)
{
    tt_io_error what = *error;
    tt_io_error_of(&what, path);
    tti_cut_say(w, TT_LEVEL_ERROR, &what);
    return false;
}

bool tti_cut_fail(struct cut_work *w, tt_status status, const char *path, const char *text)
{
    tt_io_error what;
    tt_io_error_say(&what, status, "%s", text);
    return tti_cut_fail_with(w, &what, path);
}

void tti_cut_warn(struct cut_work *w, tt_io_error *what, const char *path)
{
    tt_io_error_of(what, path);
    tti_cut_say(w, TT_LEVEL_WARNING, what);
}

bool tti_cut_fail_output(struct cut_work *w, tt_io_error *error)
{
    tti_output_failed(error, w->path_of_piece);
    return tti_cut_fail_with(w, error, NULL);
}

tt_io_file *tti_cut_open(struct cut_work *w, bool patches)
{
    const tt_io_file_options how = {.replace = w->options->force, .patches = patches};
    tt_io_error error;
    tt_io_file *file =
        tti_output_open(w->path_of_piece, w->path, w->options->attach_map, &how, &error);
    if (file == NULL) {
        tti_cut_fail_with(w, &error, NULL);
    }
    return file;
}

void tti_cut_report(const struct cut_work *w, tt_io_cut_piece *piece)
{
    piece->output = w->path_of_piece;
    if (w->options->on_made != NULL) {
        w->options->on_made(w->options->user, piece);
    }
}

bool tti_cut_keeps(const struct cut_work *w, uint64_t session, int32_t cid)
{
    return !w->keeps_some || tt_io_people_have(&w->spans.kept, session, cid);
}

void tti_cut_begin_piece(struct cut_work *w)
{
    w->has_begun = true;
    w->players = 0;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        tt_session session = tt_recording_session(w->r->rec, cid);
        w->players += session.open && tti_cut_keeps(w, session.number, cid);
    }
}

bool tti_cut_is_ended(const struct cut_work *w)
{
    tt_status status = w->r->error.status;
    return status == TT_ERR_SYSTEM || status == TT_ERR_UNSUPPORTED ||
           tt_io_stop_wanted(w->how.stop);
}
