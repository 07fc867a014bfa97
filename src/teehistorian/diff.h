/* SPDX-License-Identifier: MIT
 *
 * Fast decoding of the records that make up 98 % of the bytes of a recording, PLAYER_DIFF and
 * INPUT_DIFF, for callers that know TTI_TH_DIFF_MAX bytes to be there. Anything unusual (a varint
 * of another form than the writers have, a client id out of range) gives up, and the general
 * decoder looks at the record again: so there is one place alone that reports what is wrong.
 */
#ifndef TTI_TEEHISTORIAN_DIFF_H
#define TTI_TEEHISTORIAN_DIFF_H

#include "base/mem.h"
#include "teehistorian/input_add.h"
#include "teehistorian/record.h"
#include "wire/varint_inline.h"

/* Moves the tee by dx and dy, and sets x and y. Positions wrap around at 32 bits, in the game as
 * here. */
static inline void tti_th_move_tee(tt_tee *tee, struct tt_th_player_diff *diff)
{
    diff->x = tee->x = (int32_t)((uint32_t)tee->x + (uint32_t)diff->dx);
    diff->y = tee->y = (int32_t)((uint32_t)tee->y + (uint32_t)diff->dy);
}

/* 1 when the two bytes are a client id from 64 to 127: more bytes follow, no sign, and a second
 * byte with the value 1. Servers have had such ids since DDNet 19.0. */
static inline int tti_th_cid_is_two(const uint8_t *p)
{
    return (p[0] & 0xc0) == 0x80 && p[1] == 0x01;
}

/* A client id as PLAYER_DIFF and INPUT_DIFF have it: one byte up to 63, two up to 127. Returns its
 * size, or 0 for anything else. `*cid` is below TT_CIDS in any case, so that a caller may use it as
 * an index before it looks at the size. */
static inline unsigned tti_th_cid_get(const uint8_t *p, unsigned *cid)
{
    if (p[0] < 0x40) {
        *cid = p[0];
        return 1;
    }
    *cid = 0x40u | (p[0] & 0x3fu);
    return tti_th_cid_is_two(p) ? 2 : 0;
}

/* The values of the varints that have one byte: 0 to 63, then -1 to -64. Loading one is faster than
 * working it out; bench/ shows that it matters. */
#define TTI_TH_8(at, step)                                                                         \
    (at), (at) + (step), (at) + 2 * (step), (at) + 3 * (step), (at) + 4 * (step),                  \
        (at) + 5 * (step), (at) + 6 * (step), (at) + 7 * (step)
#define TTI_TH_64(at, step)                                                                        \
    TTI_TH_8(at, step), TTI_TH_8((at) + 8 * (step), step), TTI_TH_8((at) + 16 * (step), step),     \
        TTI_TH_8((at) + 24 * (step), step), TTI_TH_8((at) + 32 * (step), step),                    \
        TTI_TH_8((at) + 40 * (step), step), TTI_TH_8((at) + 48 * (step), step),                    \
        TTI_TH_8((at) + 56 * (step), step)
static const int8_t tti_th_short_values[128] = {TTI_TH_64(0, 1), TTI_TH_64(-1, -1)};
#undef TTI_TH_8
#undef TTI_TH_64

/* A varint that has one byte, which is below 0x80. */
static inline int32_t tti_th_short_value(uint8_t byte)
{
    return tti_th_short_values[byte];
}

/* 1 when dx and dy of a PLAYER_DIFF, `p` after its client id, have one byte each and are not both
 * 0. One comparison for both: 0 - 1 is large without a sign. */
static inline int tti_th_move_is_short(const uint8_t *p)
{
    return ((unsigned)(p[0] | p[1]) - 1u) < 0x7f;
}

/* The same as the two below, for ints of any size. Not inline: they are seldom needed, and would
 * take the registers of the loops that need the others all the time. */
const uint8_t *tti_th_move_get_long(const uint8_t *p, int32_t *dx, int32_t *dy);
const uint8_t *tti_th_input_get_long(const uint8_t *p, int32_t *input, int32_t *diff);

/* dx and dy of a PLAYER_DIFF, `p` after its client id. Returns the place after, or NULL when an int
 * has another form than a writer gives it, or both are 0. */
static inline const uint8_t *tti_th_move_get(const uint8_t *p, int32_t *dx, int32_t *dy)
{
    if (tti_th_move_is_short(p)) {
        *dx = tti_th_short_value(p[0]);
        *dy = tti_th_short_value(p[1]);
        return p + 2;
    }
    /* variables of their own, so that those of the caller can remain in registers */
    int32_t long_dx, long_dy;
    p = tti_th_move_get_long(p, &long_dx, &long_dy);
    *dx = long_dx;
    *dy = long_dy;
    return p;
}

/* The ten ints of an INPUT_DIFF, `p` after its client id; adds them to `input` and stores
 * them in `diff`. Returns the place after, or NULL, and then `input` is as it was. */
static inline const uint8_t *tti_th_input_get(const uint8_t *p, int32_t *input, int32_t *diff)
{
    if (tti_input_is_short(p)) {
        tti_input_add_short(input, diff, p);
        return p + TT_INPUT_INTS;
    }
    return tti_th_input_get_long(p, input, diff);
}

#endif
