/* SPDX-License-Identifier: MIT
 *
 * PLAYER_DIFF and INPUT_DIFF with ints of more than one byte. See diff.h.
 *
 * No result of tti_varint_get is looked at, because no end can be reached: the caller has
 * TTI_TH_DIFF_MAX bytes, and before `p` there was a client id of two bytes at most, in an
 * INPUT_DIFF with a code of one. That leaves more than the two or ten ints of five bytes.
 */
#include "teehistorian/diff.h"

const uint8_t *tti_th_move_get_long(const uint8_t *p, int32_t *dx, int32_t *dy)
{
    unsigned odd = 0;
    const uint8_t *end = p + TTI_TH_DIFF_MAX - 2;
    tti_varint_get(&p, end, dx, &odd);
    tti_varint_get(&p, end, dy, &odd);
    return odd == 0 && (*dx | *dy) != 0 ? p : NULL;
}

const uint8_t *tti_th_input_get_long(const uint8_t *p, int32_t *input, int32_t *diff)
{
    unsigned odd = 0;
    const uint8_t *end = p + TTI_TH_DIFF_MAX - 3;
    /* All ints first: where one is unusual the input must remain as it was, because the general
     * decoder adds the record again. */
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
