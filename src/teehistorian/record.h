/* SPDX-License-Identifier: MIT
 *
 * Inside of the teehistorian reader: its parts and what they do for each other.
 *
 *     reader.c       pieces -> one whole record at a time, the public calls
 *     read_header.c  the header; what is unusual or wrong
 *     record.c       bytes of one record -> event, nothing else
 *     state_pack.c   where the reader is -> bytes, and state_resume.c back
 *     apply.c        event -> tick and world
 *     tick.h         the rule of implicit ticks
 *     frequent.c     the fast ways; diff.h decodes for them
 */
#ifndef TTI_TEEHISTORIAN_RECORD_H
#define TTI_TEEHISTORIAN_RECORD_H

#include "teehistorian/tick.h"

/* First bytes of the records that have a fast path: the varints -2 and -5 in their shortest form,
 * which is the only one that DDNet writes. A longer form of the same code goes the general way. */
#define TTI_TH_BYTE_TICK_SKIP 0x41
#define TTI_TH_BYTE_INPUT_DIFF 0x44

/* No PLAYER_DIFF, INPUT_DIFF or TICK_SKIP is longer: a code, a client id and ten ints are 60 bytes
 * at most. Where this much is left in a piece, the fast paths read without looking for its end. */
#define TTI_TH_DIFF_MAX 64

/* Largest payload of a MESSAGE. Network chunks have less than 1400 bytes, so a larger size is
 * damage, and a reader does not wait for bytes that will never make sense. */
#define TTI_TH_MESSAGE_MAX ((int32_t)64 << 10)

/* States of the reader, th->state. They only go upwards, and the first two are below
 * TTI_TH_RECORDS: the head is not read yet. */
enum {
    TTI_TH_MAGIC,   /* the first 16 bytes come next */
    TTI_TH_JSON,    /* the header text and its NUL */
    TTI_TH_RECORDS, /* a record */
    TTI_TH_DONE,    /* FINISH was read, or the input ended between two records */
    TTI_TH_FAILED   /* th->error says why */
};

/* What a record still needs when its bytes end too early. It is a lower bound, so that the reader
 * can copy as much of the next piece without taking a byte of the record after. */
typedef struct tti_th_need {
    size_t size;  /* it has at least this many bytes in all; 0: not known */
    int32_t nuls; /* it ends no earlier than with this many further NULs */
} tti_th_need;

/* 1 when the next record is the one at th->at, in the piece: nothing waits before it. */
static inline int tti_th_is_at_piece(const tt_th *th)
{
    return th->carried == 0 && th->still_left == 0;
}

/* Decodes the record at the start of `u` into `*event`: kind, cid and the fields that are in the
 * bytes. An extension of known kind is left as TT_TH_EX. Derived fields, tick, offset and size are
 * not set. `diff` receives the ints of an input, and the event points to it.
 *
 * TT_OK: u->at is after it. TT_ERR_TRUNCATED: the bytes end inside it, and `*need` says what is
 * missing. Else an error of framing: where the next record begins is not known. `limit` is the
 * longest record that is taken. It knows nothing of the recording, so the repair can try it at any
 * place. */
tt_status tti_th_record_decode(tt_th_event *event, int32_t diff[TT_INPUT_INTS], tt_unpacker *u,
                               size_t limit, tti_th_need *need);

/* The tick to which the record leads by the rule of DDNet's writer; the same tick for one that
 * does not move it. */
int64_t tti_th_tick_after(const tt_th *th, const tt_th_event *event);

/* 1 when a decoded record is about a client that cannot be: it is an error, and not given. A tee's
 * record of such an id moves the tick all the same. */
int tti_th_has_bad_cid(const tt_th_event *event);

/* Applies a decoded record: checks it against the state, moves the tick, changes the world, sets
 * the derived fields, and decodes extensions and messages. `*deliver` is 0 when the record must not
 * be handed out. Negative only where the reader stops: the record is then not taken, but tick and
 * world may have changed already. */
tt_status tti_th_apply(tt_th *th, tt_th_event *event, int *deliver);

/* Parses the header, and sets what the reader and the world have from it. `error` may be NULL. For
 * a reader at the start and for one that goes on from a packed state, which reports nothing again.
 */
tt_status tti_th_take_header(tt_th *th, tt_bytes json, tt_error *error);

/* Does so, reports its issues, and fills its event; `json` are its bytes without the NUL. */
tt_status tti_th_read_header(tt_th *th, tt_bytes json, tt_th_event *event);

/* Reports what is unusual about the ints of the record at th->offset: a set of TT_ODD_*. */
void tti_th_tell_odd(tt_th *th, unsigned odd);

/* The note about an extension that no row has. */
void tti_th_tell_unknown(tt_th *th, const tt_uuid *uuid);

/* Tells an issue of the record at th->offset. */
void tti_th_tell(tt_th *th, tt_level level, tt_status status);

/* An error that leaves the framing intact: without recovery mode the reader fails, with it the
 * issue is reported alone. TT_OK: go on. */
tt_status tti_th_fault(tt_th *th, tt_status status);

/* An error that stops the reader. `offset` counts from the start of the recording. Returns status.
 */
tt_status tti_th_fail(tt_th *th, tt_status status, uint64_t offset);

/* Finds and decodes the next record without taking it. Sets event->size and th->odd. It may be
 * called again before tti_th_take, and gives the same. TT_MORE leaves what is there of the record
 * in the scratch. */
tt_status tti_th_peek(tt_th *th, tt_th_event *event);

/* Takes the record that tti_th_peek found: applies it and moves on. After a failure the reader is
 * still at the record. */
tt_status tti_th_take(tt_th *th, tt_th_event *event, int *deliver);

/* tt_th_next without its fast path. */
tt_status tti_th_step(tt_th *th, tt_th_event *event);

#endif
