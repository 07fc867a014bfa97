/* SPDX-License-Identifier: MIT
 *
 * PLAYER_DIFF and INPUT_DIFF -> bytes. They fill a recording; everything else goes through the rows
 * (write_record.c), as these do when the buffer is nearly full. The bytes are the same either way.
 */
#include "teehistorian/write.h"
#include "wire/varint_inline.h"

/* Codes of records, and the most bytes of a varint of 32 bits. */
enum { CODE_TICK_SKIP = -2, CODE_INPUT_DIFF = -5, INT_MAX_SIZE = 5 };

/* A mark has two ints, INPUT_DIFF twelve. With this much room nothing has to be counted before. */
#define ROOM ((size_t)(2 + 2 + TT_INPUT_INTS) * INT_MAX_SIZE)

/* The client id is the code: see record.c. */
static uint8_t *player_put(uint8_t *at, const struct tt_th_player_diff *diff)
{
    at += tti_varint_put(at, diff->cid);
    at += tti_varint_put(at, diff->dx);
    return at + tti_varint_put(at, diff->dy);
}

static uint8_t *input_put(uint8_t *at, const struct tt_th_input_diff *diff)
{
    at += tti_varint_put(at, CODE_INPUT_DIFF);
    at += tti_varint_put(at, diff->cid);
    for (int i = 0; i < TT_INPUT_INTS; i++) {
        at += tti_varint_put(at, diff->diff[i]);
    }
    return at;
}

/* The bytes are put first and count last: a record of another size than the event had is given up
 * by not moving `filled`. A copy has bytes of its own and goes the other way, as a bad client id
 * does, whose error is found there. */
int tti_th_diff_write(tt_th_writer *writer, const tti_th_draft *draft, tt_status *status)
{
    const tt_th_event *event = draft->event;
    int is_player = event->kind == TT_TH_PLAYER_DIFF;
    if ((!is_player && event->kind != TT_TH_INPUT_DIFF) || draft->copy.data != NULL ||
        writer->cap - writer->filled < ROOM || event->cid < 0 || event->cid >= TT_CIDS) {
        return 0;
    }
    uint8_t *begin = writer->buffer + writer->filled, *at = begin;
    if (draft->mark) {
        at += tti_varint_put(at, CODE_TICK_SKIP);
        at += tti_varint_put(at, writer->tick - writer->last_written - 1);
    }
    const uint8_t *record = at;
    at = is_player ? player_put(at, &event->u.player_diff) : input_put(at, &event->u.input_diff);
    if (draft->raw && event->size != 0 && event->size != (size_t)(at - record)) {
        *status = TT_ERR_TH_WRITE_SAME;
        return 1;
    }
    writer->filled += (size_t)(at - begin);
    writer->written += (size_t)(at - begin);
    *status = writer->status;
    return 1;
}
