/* SPDX-License-Identifier: MIT
 *
 * Repairs teehistorian files.
 *
 * tt_th_repair of the core takes the pieces of the input, copies what can be read to the output,
 * and reports each loss. Damaged compressed data is skipped here and becomes a gap.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/repair/repair.h"
#include "cli/shell/memory.h"
#include "cli/shell/run.h"
#include "cli/shell/source.h"
#include "cli/shell/target.h"
#include "teetape/teehistorian_header.h"

/* Bytes of the magic that no other format begins with. The rest may be damaged. */
#define MAGIC_ENOUGH 8

/* The size of the buffer limits the length of a header and how far --resync looks ahead. */
struct work {
    struct repair *r;
    tt_th_repair repair;
    struct repair_losses losses;
    tt_io_file *file;
    uint64_t missing;
    bool resync; /* the repair continues after a gap, which needs something before it */
    bool could_resume;
    uint8_t buffer[TT_TH_REPAIR_BUFFER];
};

enum next {
    NEXT_PIECE,
    NEXT_GAP,
    NEXT_END,    /* nothing more can be decompressed */
    NEXT_STOPPED /* the system failed, which was reported, or the user stopped the program */
};

/* Passes over damaged compressed data. Without --resync such data ends the reading, because records
 * after a gap have to be searched for. */
static enum next pass_damage(struct work *w)
{
    const tt_io_error *error = tt_io_input_error(w->r->input);
    if (error->status != TT_ERR_COMPRESSED_DATA) {
        repair_fail(w->r, EXIT_SYSTEM, w->r->job->path, error->text);
        return NEXT_STOPPED;
    }
    repair_report_damage(w->r, error);
    bool can_pass = tt_io_input_pass(w->r->input, &w->missing);
    w->could_resume = can_pass && !w->resync;
    return can_pass && w->resync ? NEXT_GAP : NEXT_END;
}

static enum next next_of(struct work *w, tt_bytes *piece)
{
    switch (tt_io_input_next(w->r->input, piece)) {
    case TT_IO_INPUT_PIECE:
        run_progress(w->r->job, tt_io_input_count(w->r->input).read);
        return NEXT_PIECE;
    case TT_IO_INPUT_END:
        return NEXT_END;
    case TT_IO_INPUT_FAILED:
        return pass_damage(w);
    case TT_IO_INPUT_IDLE:
    case TT_IO_INPUT_STOPPED:
        break;
    }
    return NEXT_STOPPED;
}

static int put(void *user, tt_bytes piece)
{
    struct work *w = user;
    return tt_io_file_put(w->file, piece);
}

/* Writes `piece` and all pieces after it, and then the end. A piece is valid until the next one is
 * read. */
static bool write_all(struct work *w, tt_bytes piece)
{
    enum next next = NEXT_PIECE;
    tt_status status = TT_OK;
    while (status == TT_OK && next <= NEXT_GAP) {
        status = next == NEXT_PIECE ? tt_th_repair_feed(&w->repair, piece.data, piece.size)
                                    : tt_th_repair_skip(&w->repair, w->missing);
        next = status == TT_OK ? next_of(w, &piece) : next;
    }
    return status == TT_OK && next == NEXT_END && tt_th_repair_feed(&w->repair, NULL, 0) == TT_OK;
}

static tt_io_kind kind_of(tt_bytes piece)
{
    tt_io_first first = {.size = 0};
    tt_io_first_add(&first, piece);
    return tt_io_first_kind(&first);
}

static void report_failure(struct work *w, tt_io_kind kind)
{
    const tt_th_repair_view done = tt_th_repair_look(&w->repair);
    const tt_error *error = &done.error;
    char text[256];
    if (error->status == TT_OK) {
        return;
    }
    if (error->status == TT_ERR_TH_MAGIC && tt_io_kind_reason(kind) != NULL) {
        snprintf(text, sizeof text, "%s", tt_io_kind_reason(kind));
    } else {
        snprintf(text, sizeof text,
                 "offset %" PRIu64 ": %s; without its header nothing can be repaired",
                 error->offset, error->what);
    }
    repair_fail(w->r, EXIT_DAMAGED, w->r->job->path, text);
}

static bool commit(struct work *w)
{
    tt_io_error error;
    if (tt_io_file_commit(w->file, &error)) {
        return true;
    }
    w->r->status = target_failed(w->r->job, w->r->path, &error);
    return false;
}

static void write_output(struct work *w, tt_bytes first)
{
    tt_io_kind kind = kind_of(first); /* the next piece replaces `first` */
    if (write_all(w, first)) {
        if (commit(w)) {
            const tt_th_repair_view done = tt_th_repair_look(&w->repair);
            repair_report(&w->losses, &done, w->could_resume);
        }
    } else if (tt_th_repair_look(&w->repair).error.status == TT_ERR_TH_WRITE_PUT) {
        commit(w);
    } else {
        report_failure(w, kind);
        tt_io_file_discard(w->file);
    }
}

/* Returns true for a file in a folder whose bytes and name are not those of a recording. */
static bool is_passed_over(const struct repair *r, tt_bytes piece)
{
    bool has_magic =
        piece.size >= MAGIC_ENOUGH && memcmp(piece.data, tt_th_magic.bytes, MAGIC_ENOUGH) == 0;
    return !has_magic && source_is_passed_over(r->job, kind_of(piece));
}

static void refuse_empty(struct repair *r)
{
    if (r->damages != 0) {
        repair_fail(r, EXIT_DAMAGED, r->job->path, "nothing can be decompressed");
    } else if (!source_is_passed_over(r->job, TT_IO_KIND_EMPTY)) {
        repair_fail(r, EXIT_DAMAGED, r->job->path, tt_io_kind_reason(TT_IO_KIND_EMPTY));
    }
}

/* Repairs a teehistorian file. One that is no recording gives no output. */
void repair_teehistorian(struct repair *r)
{
    const struct repair_options *own = r->job->options;
    struct work *w = memory_zeros(r->job->path, sizeof *w);
    tt_bytes first;
    if (w == NULL) {
        r->status = EXIT_SYSTEM;
        return;
    }
    w->r = r;
    w->losses.repair = r;
    const tt_th_repair_options options = {own->resync, repair_loss, &w->losses};
    tt_th_repair_init(&w->repair, w->buffer, sizeof w->buffer, put, w, &options);
    enum next next = next_of(w, &first);
    w->resync = own->resync;
    if (next == NEXT_END) {
        refuse_empty(r);
    } else if (next == NEXT_PIECE && !is_passed_over(r, first) && repair_path(r)) {
        w->file = target_open(r->path, 0, r->job, &r->status);
        if (w->file != NULL) {
            write_output(w, first);
        }
    }
    free(w);
}
