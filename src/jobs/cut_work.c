/* SPDX-License-Identifier: MIT
 *
 * What the formats and the steps of a cut share: names of outputs, and who is in the cut.
 */
#include <stdio.h>
#include <string.h>

#include "jobs/cut.h"
#include "teetape/io/compress.h"

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

bool tti_cut_number_path(char dst[JOB_PATH], const char *output, unsigned number)
{
    size_t ending = ending_of(output);
    int size = snprintf(dst, JOB_PATH, "%.*s.%03u%s", (int)ending, output, number, output + ending);
    return size >= 0 && size < JOB_PATH;
}

bool tti_cut_fail_output(struct cut_work *w, tt_io_error *error)
{
    tti_output_failed(error, w->path_of_piece);
    return tti_job_fail_with(&w->voice, error, NULL);
}

tt_io_file *tti_cut_open(struct cut_work *w, bool patches)
{
    const tt_io_file_options how = {.replace = w->options->force, .patches = patches};
    tt_io_error error;
    tt_io_file *file =
        tti_output_open(w->path_of_piece, w->path, w->options->attach_map, &how, &error);
    if (file == NULL) {
        tti_job_fail_with(&w->voice, &error, NULL);
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
    return !w->keeps_some || tti_io_people_have(&w->spans.kept, session, cid);
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
