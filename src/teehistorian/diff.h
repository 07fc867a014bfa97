/* SPDX-License-Identifier: MIT
 *
 * Fast decoding of the records that make up 98 % of a recording, PLAYER_DIFF and INPUT_DIFF,
 * for callers that know TTI_TH_DIFF_MAX bytes to be there. Anything unusual (an odd varint, a
 * client id out of range) gives up, and the general decoder looks at the record again.
 */
#ifndef TTI_TEEHISTORIAN_DIFF_H
#define TTI_TEEHISTORIAN_DIFF_H

#include "base/mem.h"
#include "teehistorian/input_add.h"
#include "teehistorian/record.h"
#include "wire/varint_inline.h"

/* A client id as PLAYER_DIFF and INPUT_DIFF have it: one byte up to 63, two up to 127. Returns
 * its size, or 0 for anything else. */
static inline unsigned tti_th_cid_get(const uint8_t *p, unsigned *cid)
{
    if (p[0] < 0x40) {
        *cid = p[0];
        return 1;
    }
    *cid = 0x40u | (p[0] & 0x3fu);
    return (p[0] & 0xc0) == 0x80 && p[1] == 0x01 ? 2 : 0;
}

/* dx and dy of a PLAYER_DIFF, `p` behind its client id. Returns the place behind, or NULL. */
static inline const uint8_t *tti_th_move_get(const uint8_t *p, int32_t *dx, int32_t *dy)
{
    if (((p[0] | p[1]) & 0x80) == 0) {
        *dx = tti_varint_value(p[0] & 0x3fu, p[0] >> 6);
        *dy = tti_varint_value(p[1] & 0x3fu, p[1] >> 6);
        return p + 2;
    }
    unsigned odd = 0;
    const uint8_t *end = p + TTI_TH_DIFF_MAX - 2;
    tti_varint_get(&p, end, dx, &odd);
    tti_varint_get(&p, end, dy, &odd);
    return odd == 0 ? p : NULL;
}

/* The ten ints of an INPUT_DIFF, `p` behind its client id; adds them to `input` and stores
 * them in `diff`. Returns the place behind, or NULL, and then `input` is as it was. */
static inline const uint8_t *tti_th_input_get(const uint8_t *p, int32_t *input, int32_t *diff)
{
    if (tti_input_is_short(p)) {
        tti_input_add_short(input, diff, p);
        return p + TT_INPUT_INTS;
    }
    unsigned odd = 0;
    const uint8_t *end = p + TTI_TH_DIFF_MAX - 3;
    for (int i = 0; i < TT_INPUT_INTS; i++) {
        tti_varint_get(&p, end, &diff[i], &odd);
    }
    if (odd != 0) {
        return NULL;
    }
    for (int i = 0; i < TT_INPUT_INTS; i++) {
        input[i] = (int32_t)((uint32_t)input[i] + (uint32_t)diff[i]);
    }
    return p;
}

#endif
