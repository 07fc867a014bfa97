/* SPDX-License-Identifier: MIT
 *
 * Whether a recording is whole, before packing replaces it.
 *
 * The recording is read once for this and once more to pack it. A change between the two is found
 * before the original goes (pack_commit.c).
 */
#include "archive/packing.h"

#include <inttypes.h>

#include "teetape/io/reading.h"

static void on_issue(void *user, const tt_issue *issue)
{
    struct archive_packing *p = user;
    tt_io_error *error = &p->report->error;
    if (issue->level == TT_LEVEL_ERROR && error->status == TT_OK) {
        tt_io_error_say(error, TT_ERR_COMPRESSED_DATA,
                        "offset %" PRIu64 ": %s; a damaged recording is not replaced",
                        issue->offset, issue->what);
    }
}

static void on_progress(void *user, uint64_t stored)
{
    tti_archive_packing_tell(user, stored / 100 * PACKING_JUDGES);
}

static tt_io_pack_result judge_whole(struct archive_packing *p, const tt_io_reading *r)
{
    switch (tt_recording_state_of(r->errors, !r->is_unfinished)) {
    case TT_RECORDING_GOOD:
        break;
    case TT_RECORDING_UNFINISHED:
        p->report->was_unfinished = p->options->unfinished;
        p->report->left = TT_IO_PACK_LEFT_UNFINISHED;
        return p->options->unfinished ? tti_archive_packing_check_use(p) : TT_IO_PACK_LEFT;
    case TT_RECORDING_DAMAGED:
        p->report->is_damaged = true;
        return TT_IO_PACK_FAILED;
    }
    return TT_IO_PACK_DONE;
}

/* Without sessions every record and chunk is unpacked and checked, and nothing is followed: the
 * fastest way to know whether a recording is whole. */
tt_io_pack_result tti_archive_packing_judge(struct archive_packing *p)
{
    if (!p->options->replace) {
        return TT_IO_PACK_DONE;
    }
    tt_io_reading r;
    const tt_io_reading_options options = {.wants = TT_WANT_MAP_SUMS | TT_WANT_NO_SESSIONS,
                                           .no_index = true,
                                           .ends_at_error = true,
                                           .stop = p->options->stop,
                                           .on_issue = on_issue,
                                           .on_progress = on_progress,
                                           .user = p};
    tt_io_error_clear(&p->report->error);
    if (tt_io_reading_open(&r, p->path, &options)) {
        tt_io_reading_next(&r); /* gives no item, and reads to the end */
    }
    tt_io_pack_result result;
    if (r.error.status != TT_OK && r.error.status != TT_ERR_FORMAT) {
        p->report->error = r.error;
        result = TT_IO_PACK_FAILED;
    } else {
        result = r.is_at_end || r.errors != 0 ? judge_whole(p, &r) : TT_IO_PACK_STOPPED;
    }
    tt_io_reading_close(&r);
    return result;
}
