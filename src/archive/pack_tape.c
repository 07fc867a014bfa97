/* SPDX-License-Identifier: MIT
 *
 * What packing does for tapes alone: it refuses what a tape must not hold, and gives the tape its
 * index.
 */
#include "archive/packing.h"
#include "host/error.h"

#include <string.h>

#include "reading/index_into.h"

static bool is_tape(const struct archive_packing *p)
{
    const tt_io_compressor *format = p->options->format;
    return format != NULL && strcmp(format->name, "tape") == 0;
}

/* A tape must not be the only copy before a release that reads tapes was out for a while. */
tt_io_pack_result tti_archive_packing_check_tape(struct archive_packing *p)
{
    if (!is_tape(p)) {
        return TT_IO_PACK_DONE;
    }
    if (p->options->replace && !p->options->only_sizes) {
        return tti_archive_packing_refuse(p, TT_IO_PACK_REFUSED_TAPE,
                                          "a tape does not replace its original in this release, "
                                          "which is the first that reads tapes");
    }
    if (p->report->kind == TT_IO_KIND_DEMO) {
        p->report->left = TT_IO_PACK_LEFT_DEMO;
        return TT_IO_PACK_LEFT;
    }
    return TT_IO_PACK_DONE;
}

/* Reads the original once more for the index, because its bytes need no decoding or less of it than
 * those of the tape. A pipe cannot be read again, so the tape itself is read. */
static bool build(struct archive_packing *p, const struct host_tape_points *points)
{
    const struct tti_index_into into = {
        .recording = p->is_regular ? p->path : tti_host_file_temporary(p->file),
        .points = points->list,
        .count = points->count,
        .stored = points->stored,
        .out = points->index,
        .stop = p->options->stop,
    };
    return into.recording != NULL && tti_index_build_into(&into, &p->report->error);
}

tt_io_pack_result tti_archive_packing_put_index(struct archive_packing *p)
{
    struct host_tape_points points;
    if (!is_tape(p)) {
        return TT_IO_PACK_DONE;
    }
    if (!tti_host_file_begin_index(p->file, &points, &p->report->error)) {
        p->report->about_output = true;
        return TT_IO_PACK_FAILED;
    }
    bool is_built = build(p, &points);
    p->report->blocks = points.blocks;
    tti_error_clear(&p->report->error);
    if (tt_io_stop_wanted(p->options->stop)) {
        return TT_IO_PACK_STOPPED;
    }
    tti_host_file_end_index(p->file, is_built);
    return TT_IO_PACK_DONE;
}
