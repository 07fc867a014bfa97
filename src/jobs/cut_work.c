/* SPDX-License-Identifier: MIT
 *
 * What the formats and the steps of a cut share: sentences for the caller, and who is in the cut.
 */
#include "jobs/cut.h"

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

/* Players are counted by sessions that are open at the first tick, and each JOIN after it adds one
 * (take_fact). */
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
