/* SPDX-License-Identifier: MIT
 *
 * Decodes PLAYER_DIFF and INPUT_DIFF fast, which are 98 % of the bytes of a recording. Callers make
 * sure that TTI_TH_DIFF_MAX bytes can be read.
 *
 * Anything unusual (an overlong varint, a client id out of range) fails here, and the general
 * decoder reads the record again. So only one decoder reports errors.
 */
#ifndef TTI_TEEHISTORIAN_DIFF_H
#define TTI_TEEHISTORIAN_DIFF_H

#include "base/mem.h"
#include "teehistorian/record.h"
#include "teetape/schema.h"
#include "wire/varint_inline.h"

/* Returns true when the ten ints of an input have one byte each. 16 bytes have to be readable,
 * because the SSE2 form loads them. */
static inline bool tti_input_is_short_plain(const uint8_t *p)
{
    unsigned all = 0;
    for (int i = 0; i < TT_INPUT_INTS; i++) {
        all |= p[i];
    }
    return all < 0x80;
}

static inline void tti_input_add_short_plain(int32_t *input, int32_t *diff, const uint8_t *p)
{
    for (int i = 0; i < TT_INPUT_INTS; i++) {
        diff[i] = tti_varint_value(p[i] & 0x3fu, p[i] >> 6);
        input[i] = (int32_t)((uint32_t)input[i] + (uint32_t)diff[i]);
    }
}

#if defined(__SSE2__) && !defined(TTI_NO_SSE2)
#include "teehistorian/input_add_sse2.h"
#define tti_input_is_short tti_input_is_short_sse2
#define tti_input_add_short tti_input_add_short_sse2
#else
#define tti_input_is_short tti_input_is_short_plain
#define tti_input_add_short tti_input_add_short_plain
#endif

static inline void tti_th_move_tee(tt_tee *tee, struct tt_th_player_diff *diff)
{
    diff->x = tee->x = (int32_t)((uint32_t)tee->x + (uint32_t)diff->dx);
    diff->y = tee->y = (int32_t)((uint32_t)tee->y + (uint32_t)diff->dy);
}

/* Returns true for a client id of 64 to 127: two bytes, no sign, the second one 1. Servers have
 * such ids since DDNet 19.0. */
static inline bool tti_th_cid_is_two(const uint8_t *p)
{
    return (p[0] & 0xc0) == 0x80 && p[1] == 0x01;
}

/* Returns the size of a client id of up to 127, or 0 for anything else. `*cid` is below TT_CIDS in
 * any case, so that a caller may use it before it looks at the size. */
static inline unsigned tti_th_cid_get(const uint8_t *p, unsigned *cid)
{
    if (p[0] < 0x40) {
        *cid = p[0];
        return 1;
    }
    *cid = 0x40u | (p[0] & 0x3fu);
    return tti_th_cid_is_two(p) ? 2 : 0;
}

/* The values of one-byte varints: 0 to 63, then -1 to -64. The table is faster than arithmetic
 * (bench/). */
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

static inline int32_t tti_th_short_value(uint8_t byte)
{
    return tti_th_short_values[byte];
}

/* Returns true when dx and dy have one byte each and are not both 0: without a sign, 0 - 1 is
 * large. */
static inline bool tti_th_move_is_short(const uint8_t *p)
{
    return ((unsigned)(p[0] | p[1]) - 1u) < 0x7f;
}

/* Reads dx and dy of any size. The function is not inline, because it would take registers of the
 * loops. */
const uint8_t *tti_th_move_get_long(const uint8_t *p, int32_t *dx, int32_t *dy);
const uint8_t *tti_th_input_get_long(const uint8_t *p, int32_t *input, int32_t *diff);

/* Reads dx and dy after the client id. Returns NULL when an int is not in the shortest form, or
 * both are 0. */
static inline const uint8_t *tti_th_move_get(const uint8_t *p, int32_t *dx, int32_t *dy)
{
    if (tti_th_move_is_short(p)) {
        *dx = tti_th_short_value(p[0]);
        *dy = tti_th_short_value(p[1]);
        return p + 2;
    }
    /* the compiler can keep the caller's variables in registers, because their address is not
     * taken */
    int32_t long_dx, long_dy;
    p = tti_th_move_get_long(p, &long_dx, &long_dy);
    *dx = long_dx;
    *dy = long_dy;
    return p;
}

/* Reads ten ints after the client id, stores them in `diff` and adds them to `input`. Returns NULL,
 * and leaves `input` unchanged, for another form. */
static inline const uint8_t *tti_th_input_get(const uint8_t *p, int32_t *input, int32_t *diff)
{
    if (tti_input_is_short(p)) {
        tti_input_add_short(input, diff, p);
        return p + TT_INPUT_INTS;
    }
    return tti_th_input_get_long(p, input, diff);
}

#endif
