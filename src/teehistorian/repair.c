/* SPDX-License-Identifier: MIT
 *
 * The public calls of the repair. Pieces of any size go into a window, in which the header and then
 * the records are read.
 *
 * Records are read when the window is full or the input ends, so that the result does not depend on
 * the pieces. Half of the window is kept to look ahead. This half is larger than the largest
 * record, so a full window always gives a record.
 */
#include "teehistorian/repair.h"
#include "base/mem.h"
#include "teehistorian/header.h"

/* The names are part of the JSON output. */
static const tt_th_loss_words losses[TT_TH_LOSSES] = {
    [TT_TH_LOSS_MAGIC] = {"magic", "the first 16 bytes were damaged; the right ones were written"},
    [TT_TH_LOSS_RECORD] = {"record", "a record that makes no sense was left out"},
    [TT_TH_LOSS_REPAIRED] = {"repaired", "a tee that appears twice was written as one that moved"},
    [TT_TH_LOSS_GAP] = {"gap", "bytes that cannot be decoded were left out"},
    [TT_TH_LOSS_UNKNOWN] = {"unknown", "records that build on what a gap lost were left out"},
    [TT_TH_LOSS_REST] = {"rest", "everything from here on cannot be decoded"},
    [TT_TH_LOSS_CUT] = {"cut", "a record that is cut by the end was left out"},
    [TT_TH_LOSS_AFTER] = {"after", "bytes after FINISH were left out"},
};

const tt_th_loss_words *tt_th_loss_words_of(tt_th_loss_kind kind)
{
    return (unsigned)kind < TT_TH_LOSSES ? &losses[kind] : NULL;
}

#define MAGIC_SIZE sizeof tt_th_magic.bytes

/* DDNet's value of the key "comment". It identifies a header, even with a damaged magic. */
static const char comment[] = "teehistorian@ddnet.tw";

/* Begins a repair. A buffer is divided: an eighth is for the output, 64 KiB at most. A ninth of the
 * rest is the bitmap of dead offsets, a bit for each byte of the window. */
tt_status tt_th_repair_init(tt_th_repair *outer, void *buffer, size_t size, tt_sink_fn *put,
                            void *user, const tt_th_repair_options *options)
{
    tti_th_repair *repair = tti_th_repair_of(outer);
    tti_fill(repair, 0, sizeof *repair);
    if (size < TT_TH_REPAIR_MIN) {
        return TT_ERR_ARGUMENT;
    }
    if (options != NULL) {
        repair->options = *options;
    }
    size_t out = size / 8 < TT_TH_WRITE_BUFFER ? size / 8 : TT_TH_WRITE_BUFFER;
    size_t part = (size - out) / 9;
    repair->dead = (uint8_t *)buffer + out;
    repair->window = repair->dead + part;
    repair->cap = part * 8;
    repair->last_cid = TTI_TH_NO_CID;
    tti_fill(repair->dead, 0, part);
    return tt_th_writer_init(&repair->writer, buffer, out, put, user);
}

tt_th_repair_view tt_th_repair_look(const tt_th_repair *outer)
{
    const tti_th_repair *repair = tti_th_repair_seen(outer);
    tt_th_repair_view view = repair->done;
    view.written = tt_th_writer_size(&repair->writer);
    view.records += tti_th_writer_seen(&repair->writer)->copied +
                    tti_th_writer_seen(&repair->writer)->copied_skips;
    return view;
}

static tt_status fail_repair(tti_th_repair *repair, tt_status status, uint64_t offset)
{
    repair->done.error = (tt_error){status, offset, tt_status_text(status)};
    repair->state = TTI_TH_REPAIR_FAILED;
    return status;
}

/* Takes the header. A damaged magic is accepted only with DDNet's comment: otherwise any file with
 * a brace after 16 bytes would be a recording. */
static void repair_header(tti_th_repair *repair, size_t size)
{
    tt_th_header header;
    tt_error error;
    tt_bytes json = {repair->window + MAGIC_SIZE, size};
    tt_status status = tti_th_header_parse(&header, json, &error);
    if (repair->magic_is_bad &&
        (status != TT_OK || !tt_json_equal(header.raw[TT_TH_KEY_comment], comment))) {
        fail_repair(repair, TT_ERR_TH_MAGIC, 0);
        return;
    }
    if (status != TT_OK) {
        fail_repair(repair, status, MAGIC_SIZE + error.offset);
        return;
    }
    if (repair->magic_is_bad) {
        tt_th_loss loss = {.kind = TT_TH_LOSS_MAGIC, .status = TT_ERR_TH_MAGIC};
        tti_th_lose(repair, &loss);
    }
    repair->at = MAGIC_SIZE + size + 1;
    repair->state = TTI_TH_REPAIR_RECORDS;
    tt_th_write_header(&repair->writer, json);
}

/* Searches for the NUL after the header. `at` is the end of the search so far, so that each byte is
 * searched once. A file of another kind is refused as soon as magic and first byte show it. */
static void repair_head(tti_th_repair *repair)
{
    if (repair->filled <= MAGIC_SIZE) {
        return;
    }
    if (repair->at == 0) {
        repair->at = MAGIC_SIZE;
        repair->magic_is_bad = !tti_equal(repair->window, tt_th_magic.bytes, MAGIC_SIZE);
    }
    if (repair->magic_is_bad && repair->window[MAGIC_SIZE] != '{') {
        fail_repair(repair, TT_ERR_TH_MAGIC, 0);
        return;
    }
    const uint8_t *nul = tti_find_byte(repair->window + repair->at, repair->filled - repair->at, 0);
    if (nul != NULL) {
        repair_header(repair, (size_t)(nul - repair->window) - MAGIC_SIZE);
        return;
    }
    repair->at = repair->filled;
    if (repair->filled == repair->cap) {
        fail_repair(repair, repair->magic_is_bad ? TT_ERR_TH_MAGIC : TT_ERR_TH_HEADER_END,
                    repair->magic_is_bad ? 0 : repair->filled);
    }
}

/* Takes the header as soon as it is there, and records only from a full window or at an end. */
static void work_on(tti_th_repair *repair)
{
    if (repair->state == TTI_TH_REPAIR_HEAD) {
        repair_head(repair);
    }
    if (repair->state != TTI_TH_REPAIR_HEAD && (repair->filled == repair->cap || repair->ended)) {
        tti_th_repair_records(repair);
    }
    if (tti_th_writer_seen(&repair->writer)->status != TT_OK &&
        repair->done.error.status == TT_OK) {
        fail_repair(repair, tti_th_writer_seen(&repair->writer)->status,
                    repair->offset + repair->at);
    }
}

static void slide(tti_th_repair *repair)
{
    size_t left = repair->filled - repair->at;
    tti_move(repair->window, repair->window + repair->at, left);
    tti_fill(repair->dead, 0, repair->cap / 8);
    repair->offset += repair->at;
    repair->filled = left;
    repair->at = 0;
}

static tt_status end_repair(tti_th_repair *repair)
{
    if (repair->done.error.status != TT_OK) {
        return repair->done.error.status;
    }
    repair->ended = TTI_TH_ENDED;
    if (repair->state == TTI_TH_REPAIR_HEAD) {
        /* an input that ends inside the magic is no recording; one that ends later lacks the rest
         * of its header */
        bool is_one = repair->filled >= MAGIC_SIZE &&
                      tti_equal(repair->window, tt_th_magic.bytes, MAGIC_SIZE);
        return is_one ? fail_repair(repair, TT_ERR_TH_HEADER_END, repair->filled)
                      : fail_repair(repair, TT_ERR_TH_MAGIC, 0);
    }
    work_on(repair);
    tti_th_lose_unknown(repair);
    /* A FINISH at the end of the input leaves a gap without bytes, which is no loss. */
    if (repair->state == TTI_TH_REPAIR_DROP && repair->done.bytes > repair->gap.offset) {
        repair->gap.bytes = repair->done.bytes - repair->gap.offset;
        tti_th_lose(repair, &repair->gap);
    }
    bool is_open = repair->done.error.status == TT_OK &&
                   tti_th_writer_seen(&repair->writer)->state != TTI_TH_WRITE_DONE;
    if (is_open && repair->done.finished) { /* the original FINISH may be longer than one byte */
        tt_th_event event = {
            .kind = TT_TH_FINISH, .cid = -1, .tick = tti_th_writer_seen(&repair->writer)->tick};
        tt_bytes own = {repair->finish, repair->finish_size};
        tti_th_write_decoded(tti_th_writer_of(&repair->writer), &event, own);
    } else if (is_open) {
        tt_th_write_finish(&repair->writer);
    }
    if (tti_th_writer_seen(&repair->writer)->status != TT_OK) {
        fail_repair(repair, tti_th_writer_seen(&repair->writer)->status, repair->done.bytes);
    }
    return repair->done.error.status;
}

tt_status tt_th_repair_feed(tt_th_repair *outer, const void *data, size_t size)
{
    tti_th_repair *repair = tti_th_repair_of(outer);
    const uint8_t *from = data;
    if (size == 0) {
        return end_repair(repair);
    }
    while (size > 0 && repair->done.error.status == TT_OK) {
        if (repair->state == TTI_TH_REPAIR_DROP) {
            repair->done.bytes += size;
            break;
        }
        if (repair->filled == repair->cap) {
            slide(repair);
        }
        size_t room = repair->cap - repair->filled;
        size_t part = size < room ? size : room;
        tti_copy(repair->window + repair->filled, from, part);
        repair->filled += part;
        repair->done.bytes += part;
        from += part;
        size -= part;
        work_on(repair);
    }
    return repair->done.error.status;
}

/* Skips bytes. Without a whole header the version is unknown, so later bytes could not be read. */
tt_status tt_th_repair_skip(tt_th_repair *outer, uint64_t bytes)
{
    tti_th_repair *repair = tti_th_repair_of(outer);
    if (repair->done.error.status != TT_OK) {
        return repair->done.error.status;
    }
    if (repair->state == TTI_TH_REPAIR_HEAD) {
        return fail_repair(repair, TT_ERR_TH_HEADER_END, repair->filled);
    }
    if (repair->state != TTI_TH_REPAIR_DROP) {
        tti_th_repair_break(repair);
        slide(repair);
        repair->offset += bytes;
    }
    repair->done.bytes += bytes;
    if (tti_th_writer_seen(&repair->writer)->status != TT_OK) {
        fail_repair(repair, tti_th_writer_seen(&repair->writer)->status, repair->offset);
    }
    return repair->done.error.status;
}
