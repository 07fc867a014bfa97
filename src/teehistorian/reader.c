/* SPDX-License-Identifier: MIT
 *
 * Reads a teehistorian file in pieces of any size and gives one event a call.
 *
 * A record that is whole inside a piece is decoded in place. The scratch joins a split record, and
 * gets only the bytes that the record is known to need. So it never has a byte of the next record,
 * and only a split record is decoded twice.
 *
 * A move by (0, 0) waits for the records after it (hold), so that the reader knows the length of a
 * run before it gives the first.
 *
 * A record is handled in two steps: tti_th_peek finds and decodes it, tti_th_take applies and
 * consumes it. Between the two the fast readers decide whether the record is still wanted.
 */
#include "base/cursor.h"
#include "base/mem.h"
#include "teehistorian/record.h"
#include "teetape/varint.h"
#include "world/world.h"

/* Begins a reader. No record can have the initial scratch_offset, which means that the scratch is
 * empty. */
tt_status tt_th_init(tt_th *outer, tt_world *world, void *scratch, size_t scratch_size)
{
    tti_th *th = tti_th_of(outer);
    tti_fill(th, 0, sizeof *th);
    if (scratch_size < TT_TH_SCRATCH_MIN) {
        return TT_ERR_ARGUMENT;
    }
    tti_world_init(world);
    th->world = world;
    th->scratch = scratch;
    th->scratch_size = scratch_size;
    th->last_cid = TTI_TH_NO_CID;
    th->scratch_offset = UINT64_MAX;
    th->state = TTI_TH_MAGIC;
    return TT_OK;
}

void tt_th_feed(tt_th *outer, const void *data, size_t size)
{
    tti_th *th = tti_th_of(outer);
    if (size == 0) {
        th->no_more = true;
        return;
    }
    th->at = data;
    th->end = th->at + size;
}

void tt_th_set(tt_th *outer, const tt_th_options *options)
{
    tti_th *th = tti_th_of(outer);
    th->recover = options->recover;
    th->on_issue = options->on_issue;
    th->user = options->user;
    th->tally = options->tally;
}

tt_th_view tt_th_look(const tt_th *outer)
{
    const tti_th *th = tti_th_seen(outer);
    return (tt_th_view){th->world, &th->header, &th->error, th->offset, th->finished};
}

/* Returns the bytes of the event's record. They are in the scratch, among the held moves, or
 * directly before the reader's position. */
tt_bytes tt_th_record(const tt_th *outer, const tt_th_event *event)
{
    const tti_th *th = tti_th_seen(outer);
    /* The scratch keeps its record until the next split record. By then the caller's views are no
     * longer valid. */
    if (event->offset == th->scratch_offset) {
        return (tt_bytes){th->scratch, event->size};
    }
    if (event->offset - th->still_offset < th->still_size) {
        return (tt_bytes){th->still + (event->offset - th->still_offset), event->size};
    }
    return (tt_bytes){th->at - event->size, event->size};
}

/* Returns the bytes of the next record, from the scratch or from the piece. */
static tt_unpacker window(const tti_th *th)
{
    if (th->carried != 0) {
        return tt_unpacker_of(th->scratch, th->carried);
    }
    return tt_unpacker_of(th->at, (size_t)(th->end - th->at));
}

/* Fails, or returns TT_LATER when moves by (0, 0) still have to be given first. */
static tt_status fail_reading(tti_th *th, tt_status status, uint64_t offset)
{
    return th->still_left != 0 ? TT_LATER : tti_th_fail(th, status, offset);
}

/* Ends the input. Errors have the offset of the record, but a header without its end has the offset
 * of the end. */
static tt_status stop_at_end(tti_th *th)
{
    if (th->still_left != 0) {
        return TT_LATER;
    }
    if (th->carried == 0 && th->state == TTI_TH_RECORDS) {
        th->state = TTI_TH_DONE;
        tti_th_tell(th, TT_LEVEL_NOTE, TT_NOTE_TH_NO_FINISH);
        return TT_END;
    }
    switch (th->state) {
    case TTI_TH_MAGIC:
        return tti_th_fail(th, TT_ERR_TH_MAGIC, 0);
    case TTI_TH_JSON:
        return tti_th_fail(th, TT_ERR_TH_HEADER_END, th->offset + th->carried);
    default:
        return tti_th_fail(th, TT_ERR_TH_TRUNCATED, th->offset);
    }
}

/* Returns how many bytes to copy to the scratch: as many as are missing, or up to the last missing
 * NUL, or one if nothing is known. NULs among the bytes are subtracted from th->nuls_needed. */
static size_t wanted_size(tti_th *th)
{
    size_t there = (size_t)(th->end - th->at);
    if (th->nuls_needed == 0) {
        size_t missing = th->needed > th->carried ? th->needed - th->carried : 1;
        return missing < there ? missing : there;
    }
    size_t size = 0;
    while (th->nuls_needed > 0 && size < there) {
        const uint8_t *nul = tti_find_byte(th->at + size, there - size, 0);
        if (nul == NULL) {
            return there;
        }
        size = (size_t)(nul - th->at) + 1;
        th->nuls_needed--;
    }
    return size;
}

/* Fills the scratch. TT_OK means to decode again, also when the scratch is full, because the record
 * may just fit. */
static tt_status fill_scratch(tti_th *th)
{
    if (th->at == th->end) {
        return th->no_more ? stop_at_end(th) : TT_MORE;
    }
    size_t size = wanted_size(th);
    size_t room = th->scratch_size - th->carried;
    if (size > room) {
        size = room;
    }
    tti_copy(th->scratch + th->carried, th->at, size);
    th->carried += size;
    th->at += size;
    if ((th->nuls_needed == 0 && th->carried >= th->needed) || th->carried == th->scratch_size) {
        return TT_OK;
    }
    return th->no_more ? stop_at_end(th) : TT_MORE;
}

/* Fails for a record that is larger than the scratch. The status names the part that can be long: a
 * header, a payload or a text. */
static tt_status fail_too_long(tti_th *th, const tt_th_event *event)
{
    tt_status status = TT_ERR_TH_STRING;
    if (th->state == TTI_TH_JSON) {
        status = TT_ERR_TH_HEADER_END;
    } else if (event->kind == TT_TH_MESSAGE || event->kind == TT_TH_EX) {
        status = TT_ERR_TH_SIZE;
    }
    return fail_reading(th, status, th->offset);
}

/* Notes what an incomplete record needs, and moves its bytes to the scratch. At least one more byte
 * is needed, so the loop of tti_th_peek always makes progress. */
static tt_status carry_incomplete(tti_th *th, size_t there, const tti_th_need *need,
                                  const tt_th_event *event)
{
    if (there >= th->scratch_size || need->size > th->scratch_size) {
        return fail_too_long(th, event);
    }
    if (there == 0) {
        return th->no_more ? stop_at_end(th) : TT_MORE;
    }
    if (th->carried == 0) {
        tti_copy(th->scratch, th->at, there);
        th->carried = there;
        th->at = th->end;
    }
    th->needed = need->size > there ? need->size : there + 1;
    th->nuls_needed = need->nuls;
    return TT_OK;
}

/* Decodes the magic or the header's text. The magic may be split over pieces. The first wrong byte
 * fails. */
static tt_status head_decode(const tti_th *th, tt_unpacker *u, tti_th_need *need)
{
    need->size = 0;
    need->nuls = 0;
    if (th->state == TTI_TH_JSON) {
        const uint8_t *nul = tti_find_byte(u->at, tt_unpacker_left(u), 0);
        need->nuls = 1;
        u->at = nul != NULL ? nul + 1 : u->end;
        return nul != NULL ? TT_OK : TT_ERR_TRUNCATED;
    }
    size_t there = tt_unpacker_left(u);
    need->size = sizeof tt_th_magic.bytes;
    size_t size = there < need->size ? there : need->size;
    if (!tti_equal(u->at, tt_th_magic.bytes, size)) {
        return TT_ERR_TH_MAGIC;
    }
    u->at += size;
    return there < need->size ? TT_ERR_TRUNCATED : TT_OK;
}

/* Finds and decodes the next record of the input. TT_LATER: moves by (0, 0) must be given before an
 * error. A split record is decoded again for each piece of its ints, but not of its long parts,
 * whose full size `need` has. The limit is checked after decoding, so that it does not depend on
 * how the input was split. */
static tt_status peek_record(tti_th *th, tt_th_event *event)
{
    for (;;) {
        tti_th_need need;
        if (th->carried != 0 && (th->nuls_needed != 0 || th->carried < th->needed)) {
            tt_status status = fill_scratch(th);
            if (status != TT_OK) {
                return status;
            }
        }
        tt_unpacker u = window(th);
        tt_status status = th->state == TTI_TH_RECORDS
                               ? tti_th_record_decode(event, th->diff, &u, th->scratch_size, &need)
                               : head_decode(th, &u, &need);
        if (status == TT_OK && tti_unpacker_offset(&u) > th->scratch_size) {
            return fail_too_long(th, event);
        }
        if (status == TT_OK) {
            event->size = (uint32_t)tti_unpacker_offset(&u);
            th->odd = u.odd;
            return TT_OK;
        }
        if (status != TT_ERR_TRUNCATED) {
            return fail_reading(th, status, th->offset);
        }
        status = carry_incomplete(th, (size_t)(u.end - u.begin), &need, event);
        if (status != TT_OK) {
            return status;
        }
    }
}

static void pass_bytes(tti_th *th, uint32_t size)
{
    if (th->carried != 0) {
        th->carried = 0;
        th->needed = 0;
    } else {
        th->at += size;
    }
}

/* Holds a move by (0, 0) back, and returns how many wait. th->offset remains that of the first
 * one. */
static uint32_t hold_still(tti_th *th, const tt_th_event *event)
{
    if (th->still_left == 0) {
        th->still_size = th->still_count = 0;
        th->still_offset = th->offset;
    }
    tti_copy(th->still + th->still_size, window(th).begin, event->size);
    pass_bytes(th, event->size);
    th->still_size += event->size;
    th->still_left = th->still_size;
    return ++th->still_count;
}

static tt_status peek_still(tti_th *th, tt_th_event *event)
{
    tti_th_need need;
    tt_unpacker u = tt_unpacker_of(th->still + (th->still_size - th->still_left), th->still_left);
    tt_status status = tti_th_record_decode(event, th->diff, &u, th->scratch_size, &need);
    event->size = (uint32_t)tti_unpacker_offset(&u);
    th->odd = 0;
    return status;
}

/* Finds the next event. Moves by (0, 0) are held back until the record after them is known, at most
 * TT_TH_STILL_RUN of them. */
tt_status tti_th_peek(tti_th *th, tt_th_event *event)
{
    for (;;) {
        if (th->still_decided) {
            return peek_still(th, event);
        }
        tt_status status = peek_record(th, event);
        if (status == TT_OK && th->state == TTI_TH_RECORDS && tti_th_is_still(event) &&
            th->odd == 0 && !tti_th_has_bad_cid(event)) {
            if (hold_still(th, event) == TT_TH_STILL_RUN) {
                return tti_th_fail(th, TT_ERR_TH_STILL, th->offset);
            }
        } else if (status == TT_MORE || th->still_left == 0) {
            return status;
        } else {
            th->still_decided = true;
        }
    }
}

static void consume_record(tti_th *th, uint32_t size)
{
    if (th->still_left != 0) {
        th->still_left -= size;
        th->still_decided = th->still_left != 0;
    } else {
        th->scratch_offset = th->carried != 0 ? th->offset : th->scratch_offset;
        pass_bytes(th, size);
    }
    th->offset += size;
}

/* Applies and consumes the record. th->offset remains that of the record until then, because its
 * issues need the offset. */
tt_status tti_th_take(tti_th *th, tt_th_event *event, int *deliver)
{
    event->offset = th->offset;
    tt_status status = tti_th_apply(th, event, deliver);
    if (status != TT_OK) {
        return status;
    }
    if (event->kind == TT_TH_FINISH) {
        th->state = TTI_TH_DONE;
        th->finished = true;
    }
    consume_record(th, event->size);
    return TT_OK;
}

static tt_status next_head(tti_th *th, tt_th_event *event)
{
    while (th->state != TTI_TH_RECORDS) {
        tt_status status = tti_th_peek(th, event);
        if (status == TT_OK && th->state == TTI_TH_JSON) {
            tt_bytes json = {window(th).begin, event->size - 1};
            status = tti_th_read_header(th, json, event);
        }
        if (status != TT_OK) {
            return status;
        }
        consume_record(th, event->size);
        th->state = th->state == TTI_TH_MAGIC ? TTI_TH_JSON : TTI_TH_RECORDS;
    }
    return TT_OK;
}

/* Handles bytes after FINISH. The game writes nothing after FINISH. Bytes after it are reported
 * once, not for each piece. */
static tt_status next_after_end(tti_th *th)
{
    if (th->at != th->end) {
        tt_status status = th->told_after_finish ? TT_OK : tti_th_fault(th, TT_ERR_TH_AFTER_FINISH);
        th->told_after_finish = true;
        th->at = th->end;
        if (status != TT_OK) {
            return status;
        }
    }
    return th->no_more ? TT_END : TT_MORE;
}

tt_status tti_th_step(tti_th *th, tt_th_event *event)
{
    int deliver = 0;
    if (th->error.status != TT_OK) {
        return th->error.status;
    }
    if (th->state < TTI_TH_RECORDS) {
        return next_head(th, event);
    }
    while (!deliver) {
        if (th->state == TTI_TH_DONE) {
            return next_after_end(th);
        }
        tt_status status = tti_th_peek(th, event);
        if (status == TT_OK) {
            status = tti_th_take(th, event, &deliver);
        }
        if (status != TT_OK) {
            return status;
        }
    }
    return TT_OK;
}
