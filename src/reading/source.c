/* SPDX-License-Identifier: MIT
 *
 * Turns a file into items, for every format.
 *
 * This file runs the reader of the core: it feeds pieces, counts issues, and keeps bytes that the
 * next piece would overwrite. Formats differ here only by tt_format_info and by the map of a demo.
 */
#include "reading/inside.h"
#include "recording/selection.h"
#include "recording/stream.h"
#include "teehistorian/header.h"

#include <stdlib.h>
#include <string.h>

#include "host/input_state.h"
#include "host/inside.h"
#include "paint/error.h"
#include "teetape/demo_header.h"

/* Returns the issue of a file without a header. Scripts expect the statuses of the readers for a
 * file that ends inside a magic. For a file that is no recording, the kind of its first bytes says
 * more than the status. */
static tt_issue name_format_error(const tt_io_reading *r, const tt_issue *issue)
{
    const tt_format_info *info = tt_format_info_of(tt_io_reading_format(r));
    tt_status status = info != NULL ? info->no_header : issue->status;
    const char *what =
        info != NULL ? tt_status_text(status) : tti_host_kind_sentence(tt_io_reading_kind(r));
    bool is_at_start = info == NULL || status == TT_ERR_TH_MAGIC;
    return (tt_issue){issue->level, status, 0, is_at_start ? 0 : -1, what, NULL};
}

/* The text of the damage lives as long as `r`. */
void tti_reading_fail(tt_io_reading *r, const tt_io_error *error)
{
    bool is_first = r->error.status == TT_OK;
    tti_reading_end(r, error);
    if (is_first && error->status == TT_ERR_COMPRESSED_DATA) {
        r->errors++;
        r->damage = (tt_issue){TT_LEVEL_ERROR, error->status, r->bytes, tt_io_reading_last_tick(r),
                               r->error.text,  NULL};
    }
}

static void on_issue(void *user, const tt_issue *issue)
{
    tt_io_reading *r = user;
    tt_io_error corrupt;
    if (r->error.status != TT_OK) {
        return; /* the reader goes on to its next item, which is not given */
    }
    if (tti_reading_is_corrupt(r, issue, &corrupt)) {
        tti_reading_fail(r, &corrupt);
        tt_recording_recover(r->rec, false);
        return;
    }
    tt_issue named = issue->status == TT_ERR_FORMAT ? name_format_error(r, issue) : *issue;
    uint64_t *count = issue->level == TT_LEVEL_ERROR     ? &r->errors
                      : issue->level == TT_LEVEL_WARNING ? &r->warnings
                                                         : &r->notes;
    ++*count;
    if (named.level == TT_LEVEL_ERROR && r->damage.level != TT_LEVEL_ERROR &&
        !r->inside->is_quiet) {
        r->damage = named;
    }
    if (r->inside->options.scan != NULL) {
        tti_index_scan_issue(r->inside->options.scan, issue);
    }
    if (r->inside->options.on_issue != NULL && !r->inside->is_quiet) {
        r->inside->options.on_issue(r->inside->options.user, &named);
    }
}

void tti_reading_source_start(tt_io_reading *r)
{
    tt_recording_recover(r->rec, !r->inside->options.ends_at_error);
    tt_recording_on_issue(r->rec, on_issue, r);
    tti_reading_set(r);
}

void tti_reading_source_take(tt_io_reading *r, tt_recording *rec, void *scratch,
                             struct index_place *place)
{
    free(r->rec);
    free(r->inside->scratch);
    tt_io_input_close(r->inside->input);
    r->rec = rec;
    r->inside->scratch = scratch;
    r->inside->input = place->input;
    place->input = NULL;
    r->inside->left_out = 0;
    r->inside->ahead_size = 0;
    r->inside->rest = (tt_bytes){place->data, place->size};
    r->inside->is_kept = false;
    r->inside->is_moved = true;
    r->bytes = tt_recording_look(rec).offset;
    tti_reading_source_start(r);
}

/* Allocates reader and scratch, which together exceed a MiB. After a failure the close frees
 * `inside`; without `inside`, r->error has the reason. */
bool tti_reading_source_new(tt_io_reading *r)
{
    r->inside = calloc(1, sizeof *r->inside);
    if (r->inside != NULL) {
        tti_reading_check_init(r->inside);
    }
    r->rec = r->inside != NULL ? malloc(sizeof *r->rec) : NULL;
    uint8_t *scratch = r->rec != NULL ? malloc(READING_SCRATCH) : NULL;
    if (scratch == NULL) {
        free(r->rec);
        r->rec = NULL;
        return tti_reading_no_memory(r);
    }
    r->inside->scratch = scratch;
    tt_recording_init(r->rec, scratch, READING_SCRATCH);
    return true;
}

/* Keeps the header's bytes, which an index and readers that continue from it need later. One byte
 * more is allocated, because realloc(3) with 0 bytes frees. Returns the copy if it has all of the
 * piece: the copy remains valid while id.c reads ahead. */
static tt_bytes keep_first_bytes(tt_io_reading *r, tt_bytes piece)
{
    struct tti_reading *in = r->inside;
    size_t kept = in->header.size, room = READING_SCRATCH - kept;
    size_t size = piece.size < room ? piece.size : room;
    uint8_t *bytes = realloc(in->first_bytes, kept + size + 1);
    if (bytes == NULL) {
        tti_reading_no_memory(r);
        return piece;
    }
    memcpy(bytes + kept, piece.data, size);
    in->first_bytes = bytes;
    in->header = (tt_bytes){bytes, kept + size};
    return size == piece.size ? (tt_bytes){bytes + kept, size} : piece;
}

static void take_piece(tt_io_reading *r, tt_bytes piece)
{
    struct tti_reading *in = r->inside;
    tt_io_first_add(&in->first, piece);
    r->bytes += piece.size;
    if (!r->has_header) {
        r->packed = tti_reading_packed(in->input);
        piece = keep_first_bytes(r, piece);
    }
    if (in->options.scan != NULL) {
        tti_index_scan_piece(in->options.scan, piece);
    }
    tt_recording_feed(r->rec, piece.data, piece.size);
    if (in->options.on_progress != NULL && !in->is_quiet) {
        in->options.on_progress(in->options.user, tt_io_input_count(in->input).read + in->left_out);
    }
}

/* Handles a followed file that has nothing new. Following ends after the FINISH record, or when the
 * caller does not wait; a demo has no last record. */
static void take_idle(tt_io_reading *r)
{
    const tt_io_reading_options *options = &r->inside->options;
    bool waits = options->on_idle == NULL || options->on_idle(options->user);
    const tt_format_info *info = tt_format_info_of(tt_io_reading_format(r));
    bool is_over = info != NULL && info->has_end_record && tt_recording_look(r->rec).is_closed;
    if (!waits || is_over) {
        tti_io_input_follow(r->inside->input, false);
    }
}

tt_io_input_status tti_reading_source_piece(tt_io_reading *r, tt_bytes *piece)
{
    struct tti_reading *in = r->inside;
    if (in->rest.size == 0) {
        return tt_io_input_next(in->input, piece);
    }
    *piece = in->rest;
    in->rest.size = 0;
    return TT_IO_INPUT_PIECE;
}

/* Gives the next bytes, first those that were read ahead. Their memory remains valid until the
 * close, because the reader points into it. */
static tt_io_input_status next_piece(tt_io_reading *r, tt_bytes *piece)
{
    struct tti_reading *in = r->inside;
    if (in->ahead_size != 0) {
        *piece = (tt_bytes){in->ahead, in->ahead_size};
        in->ahead_size = 0;
        return TT_IO_INPUT_PIECE;
    }
    tt_io_input_status status = tti_reading_source_piece(r, piece);
    if (in->options.scan != NULL) {
        in->split_at = tti_index_scan_split(in->options.scan);
    }
    uint64_t left = in->split_at > r->bytes ? in->split_at - r->bytes : UINT64_MAX;
    if (status == TT_IO_INPUT_PIECE && piece->size > left) {
        in->rest = (tt_bytes){piece->data + left, piece->size - (size_t)left};
        piece->size = (size_t)left;
    }
    return status;
}

/* Ends a part at its access point, which is between two records, where the reader asks for more
 * bytes. The recording does not end there: the reader can go on when the index was wrong
 * (parts.c). */
static bool ends_part(tt_io_reading *r)
{
    struct tti_reading *in = r->inside;
    if (!in->ends_at_split || r->bytes < in->split_at) {
        return false;
    }
    in->is_part_over = true;
    tti_reading_end(r, NULL);
    return true;
}

bool tti_reading_source_feed(tt_io_reading *r)
{
    tt_bytes piece;
    while (!ends_part(r)) {
        switch (next_piece(r, &piece)) {
        case TT_IO_INPUT_PIECE:
            take_piece(r, piece);
            return true;
        case TT_IO_INPUT_END:
            tt_recording_feed(r->rec, NULL, 0);
            return true;
        case TT_IO_INPUT_IDLE:
            take_idle(r);
            break;
        case TT_IO_INPUT_STOPPED:
            return tti_reading_end(r, NULL);
        case TT_IO_INPUT_FAILED:
            tti_reading_fail(r, tt_io_input_error(r->inside->input));
            return false;
        }
    }
    return false;
}

/* Notes how the reader ended. The reader has reported errors as issues, so none is put into
 * r->error, except for a file that became whole since an earlier pass: what that pass found is not
 * of the same file. */
static void take_end(tt_io_reading *r, tt_status status)
{
    tt_io_error changed;
    tti_error_say(&changed, TT_ERR_SYSTEM, "the file has changed while it was read");
    tti_reading_end(r,
                    status == TT_END && r->inside->was_damaged && r->errors == 0 ? &changed : NULL);
    r->is_at_end = status == TT_END;
    r->is_later = status == TT_LATER;
    r->is_unfinished = r->is_at_end && !tt_recording_look(r->rec).is_closed;
}

/* Decompresses what is left of a damaged recording. An .xz block gives bytes before its checksum,
 * so damage of the file may be found in a record first. */
static void check_packed(tt_io_reading *r)
{
    tt_bytes piece;
    tt_io_input_status status;
    do {
        status = tti_reading_source_piece(r, &piece);
    } while (status == TT_IO_INPUT_PIECE);
    if (status == TT_IO_INPUT_FAILED) {
        tti_reading_fail(r, tt_io_input_error(r->inside->input));
    }
}

/* Moves the end of reading if deaths are wanted. The deaths of the last ticks of a span come with
 * the records of the next ticks. is_wanted leaves out the other items of those ticks. */
static bool reads_on(tt_io_reading *r, tt_status status)
{
    struct tti_reading *in = r->inside;
    const tt_io_reading_options *options = &in->options;
    bool wants_deaths =
        (options->wants & TT_WANT_FACTS) != 0 && (options->facts & TT_FACT_BIT(TT_FACT_DEATH)) != 0;
    if (status != TT_LATER || !wants_deaths || in->is_exact || !r->has_span || options->wants_all ||
        r->item.tick < r->to || in->read_on >= r->to + TT_DEATH_TICKS) {
        return false;
    }
    in->read_on = (int64_t)r->item.tick + 1;
    tti_recording_span(r->rec, INT64_MIN, in->read_on);
    return true;
}

bool tti_reading_source_more(tt_io_reading *r, tt_status status)
{
    if (reads_on(r, status)) {
        return true;
    }
    if (r->inside->options.scan != NULL) {
        tti_index_scan_more(r->inside->options.scan, status);
    }
    if (status != TT_MORE) {
        take_end(r, status);
        bool is_unchecked =
            !tti_reading_is_checked(r) && tti_reading_packed(r->inside->input) != NULL;
        if (status < 0 && r->has_header && (r->inside->options.checks_sum || is_unchecked)) {
            check_packed(r);
        }
        return false;
    }
    return tti_reading_source_feed(r);
}

/* Gives the next item, none after an issue that ended the reading. A scan takes all items except
 * the header. An item that was taken at the open is still in r->item. */
bool tti_reading_source_next(tt_io_reading *r)
{
    if (r->inside->is_kept) {
        r->inside->is_kept = false;
        return true;
    }
    while (!r->is_ended) {
        tt_status status = tt_recording_next(r->rec, &r->item);
        if (r->error.status != TT_OK) {
            return false;
        }
        if (status == TT_OK && (r->inside->options.scan == NULL || !r->has_header)) {
            return true;
        }
        if (status == TT_OK) {
            tti_index_scan_item(r->inside->options.scan, &r->item);
        } else if (!tti_reading_source_more(r, status)) {
            return false;
        }
    }
    return false;
}

/* Finds the next tick. The item of the tick is not taken: the same piece is looked at until it is
 * used. */
bool tti_io_reading_next_tick(tt_io_reading *r, int32_t *tick)
{
    while (!r->is_ended) {
        tt_status status = tti_recording_next_tick(r->rec, tick);
        if (r->error.status != TT_OK) {
            return false;
        }
        if (status == TT_OK) {
            return true;
        }
        if (!tti_reading_source_more(r, status)) {
            return false;
        }
    }
    return false;
}

/* Takes the header. That of a teehistorian file is parsed again from the copy, because the reader's
 * views are gone with the piece. */
static bool take_header(tt_io_reading *r)
{
    struct tti_reading *in = r->inside;
    const tt_th_header *header = tt_recording_th_header(r->rec);
    uint64_t size = tt_recording_look(r->rec).offset;
    in->header.size = size < in->header.size ? (size_t)size : in->header.size;
    if (header != NULL) {
        tt_bytes json = {in->first_bytes + sizeof tt_th_magic.bytes, header->json.size};
        tti_th_header_parse(&r->th_header, json, NULL);
    }
    return !r->is_ended;
}

static tt_io_input *open_input(const tt_io_reading *r, tt_io_error *error)
{
    const tt_io_reading_options *options = &r->inside->options;
    tt_io_input_options how = {
        .follow = options->follow,
        .stop = options->stop,
        .checks_sum = options->checks_sum,
    };
    if (options->scan != NULL) {
        tti_index_scan_watch(options->scan, &how);
    }
    return tt_io_input_open(r->inside->path, &how, error);
}

/* Returns true when the map can be skipped. Only sums and an index need it, and it is often larger
 * than the rest of a short demo. */
static bool leaves_out_map(const tt_io_reading *r)
{
    const tt_io_reading_options *options = &r->inside->options;
    return !options->wants_map && (!options->wants_states || options->terrain != NULL) &&
           (options->wants & TT_WANT_MAP_SUMS) == 0 && options->scan == NULL;
}

/* Seeks over the map in a plain file that has all of it. The reader itself skips a map that ends in
 * this piece. In a shorter file the map is read, so that the reader finds its end. */
static void leave_out_map(tt_io_reading *r)
{
    struct tti_reading *in = r->inside;
    const tt_demo_header *header = tt_recording_demo_header(r->rec);
    if (header == NULL) {
        return;
    }
    uint64_t end = tt_recording_look(r->rec).offset + header->map_size;
    bool is_plain = strcmp(tti_io_input_codec(in->input), "plain") == 0;
    /* The last test makes seeking safe: the size is that of the file when it was opened. */
    if (!is_plain || in->options.follow || end <= r->bytes ||
        end > tt_io_input_count(in->input).size) {
        return;
    }
    uint64_t left = tt_recording_skip_map(r->rec);
    if (left != 0 && !tti_input_seek(in->input, end, NULL, 0)) {
        tti_reading_fail(r, tt_io_input_error(in->input));
        return;
    }
    r->bytes += left;
    in->left_out = left;
    in->rest.size = 0;
}

/* Reads the header. The reader can skip a map only at the header item, so it is skipped here. */
bool tti_reading_source_header(tt_io_reading *r)
{
    r->has_header = tti_reading_source_next(r) && take_header(r);
    if (r->has_header && leaves_out_map(r)) {
        leave_out_map(r);
    }
    if (r->has_header && r->inside->options.scan != NULL) {
        tti_index_scan_begin(r->inside->options.scan, r);
    }
    return r->has_header && !r->is_ended;
}

/* Opens a file. A failure also closes the caller's input. Until the span is known, every item
 * counts as in it. */
bool tti_reading_source_open(tt_io_reading *r, const char *path,
                             const tt_io_reading_options *options, bool is_quiet)
{
    tt_io_error error;
    if (!tti_reading_source_new(r)) {
        tt_io_input_close(options->input);
        return false;
    }
    struct tti_reading *in = r->inside;
    in->options = *options;
    if (options->scan != NULL) {
        in->options.wants = tti_index_scan_wants(options->wants);
        in->options.facts = TT_INDEX_HOLDS;
    }
    in->path = path != NULL ? path : "-";
    in->is_quiet = is_quiet;
    in->index_first_tick = -1;
    in->starts_at_once = options->from == NULL;
    r->to = TT_IO_PLACE_END;
    tti_selection_all(&r->selection);
    tti_reading_source_start(r);
    in->input = options->input != NULL ? options->input : open_input(r, &error);
    if (in->input == NULL) {
        tti_reading_fail(r, &error);
        return false;
    }
    return tti_reading_source_header(r);
}

tt_io_input *tti_reading_source_release(tt_io_reading *r)
{
    tt_io_input *input = r->inside != NULL ? r->inside->input : NULL;
    if (input != NULL) {
        r->inside->input = NULL;
        tti_host_input_empty(input);
    }
    return input;
}

void tti_reading_source_close(tt_io_reading *r)
{
    struct tti_reading *in = r->inside;
    if (in == NULL) {
        return;
    }
    tt_io_input_close(in->input);
    free(in->scratch);
    free(in->first_bytes);
    free(in->ahead);
    free(in->chosen);
    pthread_mutex_destroy(&in->own_check.lock);
    free(in);
    free(r->rec);
    r->rec = NULL;
    r->inside = NULL;
}
