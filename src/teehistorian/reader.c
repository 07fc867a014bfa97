/* SPDX-License-Identifier: MIT
 *
 * The pull reader: from pieces of any size to one event a call.
 *
 * A record that lies whole inside a piece is decoded where it is. One that is cut goes to the
 * scratch: its beginning is copied there, and from the next pieces as many bytes as it is known to
 * need, never more. So the scratch never holds a byte of the record after it, and nothing is read
 * twice but the few bytes of one record.
 *
 * A move by nothing waits for what follows it: see hold. So the reader knows that a run begins
 * before it gives any record of it.
 *
 * Work on a record has two halves: tti_th_peek finds and decodes it, tti_th_take applies it and
 * moves on. Between them the fast readers ask whether it is still wanted.
 */
#include "base/mem.h"
#include "teehistorian/record.h"
#include "teetape/varint.h"

/* The fill sets what begins with 0: offset, version, error, an empty piece. A scratch_offset that
 * no record has says that the scratch holds none. */
tt_status tt_th_init(tt_th *th, tt_world *world, void *scratch, size_t scratch_size)
{
    tti_fill(th, 0, sizeof *th);
    if (scratch_size < TT_TH_SCRATCH_MIN) {
        return TT_ERR_ARGUMENT;
    }
    tt_world_init(world);
    th->world = world;
    th->scratch = scratch;
    th->scratch_size = scratch_size;
    th->last_cid = TTI_TH_NO_CID;
    th->scratch_offset = UINT64_MAX;
    th->state = TTI_TH_MAGIC;
    return TT_OK;
}

/* Not one byte is copied here. `data` may be NULL when there are none, and NULL + 0 is not C. */
void tt_th_feed(tt_th *th, const void *data, size_t size)
{
    th->at = data;
    th->end = size != 0 ? th->at + size : th->at;
}

void tt_th_end(tt_th *th)
{
    th->no_more = 1;
}

uint64_t tt_th_offset(const tt_th *th)
{
    return th->offset;
}

/* The fast paths say nothing of where a record was, so the last one of the scratch is known by its
 * offset, which no other record has. Any other one ends where the reader is in the piece. */
tt_bytes tt_th_record(const tt_th *th, const tt_th_event *event)
{
    /* The scratch keeps its record until the next one is carried there, which is after the views
     * expire. */
    if (event->offset == th->scratch_offset) {
        return (tt_bytes){th->scratch, event->size};
    }
    if (event->offset - th->still_offset < th->still_size) {
        return (tt_bytes){th->still + (event->offset - th->still_offset), event->size};
    }
    return (tt_bytes){th->at - event->size, event->size};
}

/* The bytes that are there for the next record: never a part in the scratch and a part in the
 * piece. */
static tt_unpacker window(const tt_th *th)
{
    if (th->carried != 0) {
        return tt_unpacker_of(th->scratch, th->carried);
    }
    return tt_unpacker_of(th->at, (size_t)(th->end - th->at));
}

/* An error at the reader's place. TT_LATER when there are moves by nothing to give before it. */
static tt_status fail(tt_th *th, tt_status status, uint64_t offset)
{
    return th->still_left != 0 ? TT_LATER : tti_th_fail(th, status, offset);
}

/* The input ended. A recording may stop between two records, as that of a server that was killed
 * does; inside one it is cut. The offset of the error is that of the record, but of a header that
 * does not end it is the end of the input. */
static tt_status stop_at_end(tt_th *th)
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

/* How many bytes of the piece the record needs at least: what is left up to `needed`, or up to and
 * with the last of the NULs that it still lacks. It counts these down, as what it has counted goes
 * to the scratch. One byte where nothing is known: an int is not complete. */
static size_t wanted_size(tt_th *th)
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

/* Adds to the record in the scratch what it needs. TT_OK: try again to decode it. A full scratch is
 * decoded too: the record may just fit, and if it does not, the decoder still lacks bytes, and
 * carry finds that there is no room for them. */
static tt_status fill_scratch(tt_th *th)
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
    /* The whole piece went into the scratch. It may have been the last one. */
    return th->no_more ? stop_at_end(th) : TT_MORE;
}

/* The record is longer than the scratch: no tool writes such a one. The status is that of the part
 * which can be long: a header, a payload, or else a text. */
static tt_status fail_too_long(tt_th *th, const tt_th_event *event)
{
    tt_status status = TT_ERR_TH_STRING;
    if (th->state == TTI_TH_JSON) {
        status = TT_ERR_TH_HEADER_END;
    } else if (event->kind == TT_TH_MESSAGE || event->kind == TT_TH_EX) {
        status = TT_ERR_TH_SIZE;
    }
    return fail(th, status, th->offset);
}

/* The bytes end inside the record: notes what it needs, and moves its beginning to the scratch.
 * TT_OK: there is more to add. `there` is what there is of it. At least one byte more is needed, so
 * the loop of tti_th_peek always comes forward. */
static tt_status carry(tt_th *th, size_t there, const tti_th_need *need, const tt_th_event *event)
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

/* The 16 bytes of the magic, or the header up to its NUL, as if they were records: so that the same
 * code carries them over the ends of pieces. A wrong magic is found with the first byte that
 * differs, not after 16 of them. */
static tt_status head_decode(const tt_th *th, tt_unpacker *u, tti_th_need *need)
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

/* Finds and decodes the record at the reader's place. TT_LATER: none can be, but moves by nothing
 * wait before it.
 *
 * A record is decoded again each time there is more of it. With pieces of one byte that is once for
 * each byte of its ints and of a UUID, but not for its long parts, because `need` names those
 * whole. The check after it is for a record that lies in one piece: whether it is too long must not
 * depend on where the input was split. */
static tt_status peek_record(tt_th *th, tt_th_event *event)
{
    for (;;) {
        tti_th_need need;
        /* The rest of a record in the scratch comes first: nothing can be decoded before. */
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
        if (status == TT_OK && tt_unpacker_offset(&u) > th->scratch_size) {
            return fail_too_long(th, event);
        }
        if (status == TT_OK) {
            event->size = (uint32_t)tt_unpacker_offset(&u);
            th->odd = u.odd;
            return TT_OK;
        }
        if (status != TT_ERR_TRUNCATED) {
            return fail(th, status, th->offset);
        }
        status = carry(th, (size_t)(u.end - u.begin), &need, event);
        if (status != TT_OK) {
            return status;
        }
    }
}

/* Moves to the end of the bytes of a record. Where they were in the scratch, the piece is after
 * them already. */
static void pass(tt_th *th, uint32_t size)
{
    if (th->carried != 0) {
        th->carried = 0;
        th->needed = 0;
    } else {
        th->at += size;
    }
}

/* 1 for a move by nothing with the ints and the client id of a server. */
static int is_still(const tt_th *th, const tt_th_event *event)
{
    return tti_th_is_still(event) && th->odd == 0 && !tti_th_has_bad_cid(event);
}

/* Keeps the record, of 3 or 4 bytes, until it is known what follows. th->offset remains that of the
 * first one that waits: until a record is given the reader has not come past it. Returns how many
 * wait. */
static uint32_t hold(tt_th *th, const tt_th_event *event)
{
    if (th->still_left == 0) {
        th->still_size = th->still_count = 0;
        th->still_offset = th->offset;
    }
    tti_copy(th->still + th->still_size, window(th).begin, event->size);
    pass(th, event->size);
    th->still_size += event->size;
    th->still_left = th->still_size;
    return ++th->still_count;
}

/* Decodes the first of the records that wait, which are whole. */
static tt_status peek_still(tt_th *th, tt_th_event *event)
{
    tti_th_need need;
    tt_unpacker u = tt_unpacker_of(th->still + (th->still_size - th->still_left), th->still_left);
    tt_status status = tti_th_record_decode(event, th->diff, &u, th->scratch_size, &need);
    event->size = (uint32_t)tt_unpacker_offset(&u);
    th->odd = 0;
    return status;
}

/* At most TT_TH_STILL_RUN records are looked at before one is given, so this bounds what waits.
 * Everything but TT_MORE says what follows them. */
tt_status tti_th_peek(tt_th *th, tt_th_event *event)
{
    for (;;) {
        if (th->still_decided) {
            return peek_still(th, event);
        }
        tt_status status = peek_record(th, event);
        if (status == TT_OK && th->state == TTI_TH_RECORDS && is_still(th, event)) {
            if (hold(th, event) == TT_TH_STILL_RUN) {
                return tti_th_fail(th, TT_ERR_TH_STILL, th->offset);
            }
        } else if (status == TT_MORE || th->still_left == 0) {
            return status;
        } else {
            th->still_decided = 1;
        }
    }
}

/* Moves to the end of the record that was found. */
static void consume(tt_th *th, uint32_t size)
{
    if (th->still_left != 0) {
        th->still_left -= size;
        th->still_decided = th->still_left != 0;
    } else {
        th->scratch_offset = th->carried != 0 ? th->offset : th->scratch_offset;
        pass(th, size);
    }
    th->offset += size;
}

/* The offset is that of the record until it is consumed, so that issues of it have the right place.
 * A FINISH is consumed and handed out like any record; what follows it is for the next call. */
tt_status tti_th_take(tt_th *th, tt_th_event *event, int *deliver)
{
    event->offset = th->offset;
    tt_status status = tti_th_apply(th, event, deliver);
    if (status != TT_OK) {
        return status;
    }
    if (event->kind == TT_TH_FINISH) {
        th->state = TTI_TH_DONE;
        th->finished = 1;
    }
    consume(th, event->size);
    return TT_OK;
}

/* Magic and header. The event is that of the header. The magic gives no event, so the loop runs
 * twice; the state says which of the two is next. */
static tt_status next_head(tt_th *th, tt_th_event *event)
{
    while (th->state != TTI_TH_RECORDS) {
        tt_status status = tti_th_peek(th, event);
        if (status == TT_OK && th->state == TTI_TH_JSON) {
            /* The NUL is in the size of the event, but not in the JSON text. */
            tt_bytes json = {window(th).begin, event->size - 1};
            status = tti_th_read_header(th, json, event);
        }
        if (status != TT_OK) {
            return status;
        }
        consume(th, event->size);
        th->state = th->state == TTI_TH_MAGIC ? TTI_TH_JSON : TTI_TH_RECORDS;
    }
    return TT_OK;
}

/* Nothing follows FINISH in a recording of the game. What follows is passed over and reported once,
 * not once for each piece. */
static tt_status next_after_end(tt_th *th)
{
    if (th->at != th->end) {
        tt_status status = th->told_after_finish ? TT_OK : tti_th_fault(th, TT_ERR_TH_AFTER_FINISH);
        th->told_after_finish = 1;
        th->at = th->end;
        if (status != TT_OK) {
            return status;
        }
    }
    return th->no_more ? TT_END : TT_MORE;
}

/* The loop is for records that are not handed out: in recovery mode those with a client id out of
 * range. */
tt_status tti_th_step(tt_th *th, tt_th_event *event)
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
