/* SPDX-License-Identifier: MIT
 *
 * tt_th_next: the next event. The most frequent record of all has a short way here, the second
 * one a longer way; everything else, and everything unusual, goes through tti_th_step.
 *
 * The short way needs no register saved and calls nothing: bench/ shows what that gains.
 */
#include "base/inline.h"
#include "teehistorian/diff.h"

/* The record at th->at lies in the piece, and all its bytes are there for sure. The last 63 bytes
 * of a piece go the general way. */
static int can_be_fast(const tt_th *th)
{
    return th->end - th->at >= TTI_TH_DIFF_MAX && th->state == TTI_TH_RECORDS &&
           tti_th_is_at_piece(th);
}

/* What tti_th_take sets for the others. th->at moves last: the size is worked out from it. */
static void fill_event(tt_th *th, tt_th_event *event, unsigned cid, const uint8_t *after)
{
    event->tick = th->world->tick;
    event->cid = (int32_t)cid;
    event->size = (uint32_t)(after - th->at);
    event->offset = th->offset;
    th->offset += event->size;
    th->at = after;
}

/* By the same rule as everywhere; the tick cannot overflow, see can_move. It has at most one step
 * here, and so fits 32 bits. */
static void move_tee(tt_th *th, tt_th_event *event, unsigned cid, int32_t dx, int32_t dy)
{
    tt_tee *tee = &th->world->tee[cid];
    tti_th_step_on on = tti_th_rule(TT_TH_PLAYER_DIFF, (int32_t)cid, 0, th->last_cid);
    th->world->tick += (int32_t)on.ticks;
    th->last_cid = on.last_cid;
    event->kind = TT_TH_PLAYER_DIFF;
    event->u.player_diff.cid = (int32_t)cid;
    event->u.player_diff.dx = dx;
    event->u.player_diff.dy = dy;
    event->u.player_diff.x = tee->x = (int32_t)((uint32_t)tee->x + (uint32_t)dx);
    event->u.player_diff.y = tee->y = (int32_t)((uint32_t)tee->y + (uint32_t)dy);
}

/* A tee that is there, and a tick that can still grow. What fails here is an error, and the general
 * way reports it. */
static int can_move(const tt_th *th, unsigned cid)
{
    return th->world->tee[cid].alive && th->world->tick != INT32_MAX;
}

/* With ints of any size. 0 leaves everything as it was. */
static int next_player_diff(tt_th *th, tt_th_event *event)
{
    unsigned cid;
    int32_t dx = 0, dy = 0;
    unsigned size = tti_th_cid_get(th->at, &cid);
    const uint8_t *p = size != 0 ? tti_th_move_get(th->at + size, &dx, &dy) : NULL;
    if (p == NULL || !can_move(th, cid)) {
        return 0;
    }
    move_tee(th, event, cid, dx, dy);
    fill_event(th, event, cid, p);
    return 1;
}

/* Only into a settled slot: there is an input to add to, and its client is connected, so this
 * record is no error and no mention. The ten sums go straight to the world. `cid` is a good index
 * even when size is 0. */
static int next_input_diff(tt_th *th, tt_th_event *event)
{
    unsigned cid;
    unsigned size = tti_th_cid_get(th->at + 1, &cid);
    tt_tee *tee = &th->world->tee[cid];
    if (size == 0 || !tee->settled) {
        return 0;
    }
    const uint8_t *p = tti_th_input_get(th->at + 1 + size, tee->input, th->diff);
    if (p == NULL) {
        return 0;
    }
    event->kind = TT_TH_INPUT_DIFF;
    event->u.input_diff.cid = (int32_t)cid;
    event->u.input_diff.diff = th->diff;
    event->u.input_diff.input = tee->input;
    fill_event(th, event, cid, p);
    return 1;
}

/* The longer way. Bit 6 of the first byte is the sign of its int: without it the record is a
 * PLAYER_DIFF. */
static TTI_NOINLINE tt_status next_longer(tt_th *th, tt_th_event *event)
{
    uint8_t first = th->at[0];
    if (first == TTI_TH_BYTE_INPUT_DIFF && next_input_diff(th, event)) {
        return TT_OK;
    }
    if ((first & 0x40) == 0 && next_player_diff(th, event)) {
        return TT_OK;
    }
    return tti_th_step(th, event);
}

/* The first test is for the records that are half of all bytes: a PLAYER_DIFF with steps of -64 to
 * 63 units. */
tt_status tt_th_next(tt_th *th, tt_th_event *event)
{
    if (!can_be_fast(th)) {
        return tti_th_step(th, event);
    }
    const uint8_t *p = th->at;
    unsigned cid;
    unsigned size = tti_th_cid_get(p, &cid);
    if (size == 0 || !tti_th_move_is_short(p + size) || !can_move(th, cid)) {
        return next_longer(th, event);
    }
    p += size;
    move_tee(th, event, cid, tti_th_short_value(p[0]), tti_th_short_value(p[1]));
    fill_event(th, event, cid, p + 2);
    return TT_OK;
}
