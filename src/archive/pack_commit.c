/* SPDX-License-Identifier: MIT
 *
 * Replaces a recording by its packed form. Before packing, this file decides if the recording is
 * whole. At the end it gives the output its name and removes the original with its index.
 *
 * The recording is read once to judge it and once more to pack it. A change between the two is
 * found before anything is removed.
 */
#include "host/posix.h"

#include "archive/packing.h"
#include "host/error.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/fd.h"
#include "host/in_use.h"
#include "index/file.h"
#include "teetape/io/reading.h"

/* Checks whether another program writes the recording, which then remains. It is packed all the
 * same when it is a single one and is not replaced. If the system cannot say, a recording that
 * has its end counts as unused. One without an end may be a server's, which writes nothing for
 * hours. */
tt_io_pack_result tti_archive_packing_check_use(struct archive_packing *p)
{
    enum host_use use = p->is_regular ? tti_host_use_of(p->path) : HOST_USE_NONE;
    bool is_single = !p->options->replace && !p->options->copies;
    p->report->is_in_use = use == HOST_USE_WRITTEN && is_single;
    if (use == HOST_USE_NONE || is_single ||
        (use == HOST_USE_UNKNOWN && !p->report->was_unfinished)) {
        return TT_IO_PACK_DONE;
    }
    p->report->left = use == HOST_USE_WRITTEN ? TT_IO_PACK_LEFT_IN_USE : TT_IO_PACK_LEFT_UNKNOWN;
    return TT_IO_PACK_LEFT;
}

static void on_issue(void *user, const tt_issue *issue)
{
    struct archive_packing *p = user;
    tt_io_error *error = &p->report->error;
    if (issue->level == TT_LEVEL_ERROR && error->status == TT_OK) {
        tti_error_say(error, TT_ERR_COMPRESSED_DATA,
                      "offset %" PRIu64 ": %s; a damaged recording is not replaced", issue->offset,
                      issue->what);
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
    tti_error_clear(&p->report->error);
    if (tt_io_reading_open(&r, p->path, &options)) {
        tt_io_reading_next(&r);
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

static tt_io_pack_result check_unchanged(struct archive_packing *p)
{
    struct stat now;
    if (!p->is_regular) {
        return TT_IO_PACK_DONE;
    }
    int failed = stat(p->path, &now) != 0 ? errno : 0;
    if (failed != 0 && failed != ENOENT) {
        return tti_archive_packing_fail(p, failed, "cannot be examined again");
    }
    if (failed != 0 || !tti_host_same_file(&now, p->facts) || now.st_size != p->facts->st_size ||
        now.st_mtim.tv_sec != p->facts->st_mtim.tv_sec ||
        now.st_mtim.tv_nsec != p->facts->st_mtim.tv_nsec) {
        tti_error_say(&p->report->error, TT_ERR_UNSUPPORTED,
                      "it changed while it was read; a server may still be writing it");
        return TT_IO_PACK_FAILED;
    }
    return TT_IO_PACK_DONE;
}

/* Removes the index, which has the size of the old file. Returns 0 or an errno value; an index of
 * another file is no failure. */
static int remove_index(const struct archive_packing *p)
{
    tt_io_error error;
    char *index = tt_io_index_path(p->path, NULL, &error);
    int failed = index == NULL ? error.system : tti_index_look(index);
    if (index != NULL && failed == 0) {
        failed = unlink(index) == 0 ? 0 : errno;
        p->report->index_removed = failed == 0;
    }
    free(index);
    return failed < 0 ? 0 : failed;
}

/* Gives the output its name. The name must be on the disk before the original goes. An output that
 * already exists may be that of a run which was killed before its fsync, so it is synced now: its
 * original is about to go. */
static tt_io_pack_result name_output(struct archive_packing *p)
{
    tt_io_pack_report *report = p->report;
    report->about_output = true;
    if (p->is_there) {
        int failed = tti_host_file_settle(report->output);
        if (failed != 0) {
            return tti_archive_packing_fail(p, failed, "cannot be written");
        }
        report->about_output = false;
        return TT_IO_PACK_DONE;
    }
    if (!p->options->replace) {
        tti_host_file_wait(p->file);
    }
    if (!tt_io_file_commit(p->file, &report->error)) {
        return tti_archive_packing_not_written(p);
    }
    report->about_output = false;
    return TT_IO_PACK_DONE;
}

/* Checks that the original did not change and is not in use. Called before the output gets its
 * name, and once more right before the original is removed. */
static tt_io_pack_result check_original(struct archive_packing *p)
{
    tt_io_pack_result result = check_unchanged(p);
    return result == TT_IO_PACK_DONE ? tti_archive_packing_check_use(p) : result;
}

/* Removes the original. Its index goes first: after an interruption the next run finds the
 * original. */
static tt_io_pack_result remove_original(struct archive_packing *p)
{
    tt_io_pack_result result = p->is_in_place ? TT_IO_PACK_DONE : check_original(p);
    if (result != TT_IO_PACK_DONE) {
        return result;
    }
    int failed = remove_index(p);
    if (failed != 0) {
        return tti_archive_packing_fail(
            p, failed,
            "the packed file was written, but the index of the original cannot be removed");
    }
    if (!p->is_in_place && unlink(p->path) != 0 && errno != ENOENT) {
        return tti_archive_packing_fail(
            p, errno, "the packed file was written, but the original cannot be removed");
    }
    (void)remove_index(p);
    return TT_IO_PACK_DONE;
}

/* Ends the packing. The output is synced before the last look at the original, because a sync takes
 * long. After a crash between two steps at least one file is whole under its name. */
tt_io_pack_result tti_archive_packing_commit(struct archive_packing *p)
{
    if (!p->is_there) {
        tti_host_file_sync(p->file);
    }
    tt_io_pack_result result = check_original(p);
    if (result != TT_IO_PACK_DONE) {
        if (!p->is_there) {
            tt_io_file_discard(p->file);
        }
        return result;
    }
    result = name_output(p);
    return result == TT_IO_PACK_DONE && p->options->replace ? remove_original(p) : result;
}
