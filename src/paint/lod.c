/* SPDX-License-Identifier: MIT
 *
 * Which of the smaller copies of an image a shape is painted with: a logarithm in whole numbers.
 *
 * Half the logarithm of a square is that of the length, so no root has to be taken. The game lets
 * graphics hardware sample with a bias of -0.5: sharper by half a level than one pixel for one.
 * What is painted here has to use the same levels to look the same.
 */
#include "paint/image.h"

/* Levels less than this apart from a whole one are that one: 1/16. Sampling two levels costs twice
 * as much, and so close to one of them the other is hardly seen. */
#define NEAR 16

struct tti_lod tti_lod_of(uint64_t squared, uint32_t most)
{
    struct tti_lod lod = {0, 0};
    uint32_t whole = 0;
    /* 65536 is 1: an image that is shown at its size, or larger, uses the first level. */
    squared = squared < 65536 ? 65536 : squared;
    for (; squared >= UINT64_C(1) << 32; squared >>= 1) {
        whole++;
    }
    for (; squared >= UINT64_C(131072); squared >>= 1) {
        whole++;
    }
    /* Nine more bits of the logarithm, by squaring: when the square is 2 or more the bit is 1, and
     * the square is halved. 2^-30 of a number below 2 has 31 bits, so its square fits into 64. */
    uint64_t rest = squared << 14; /* 1 to 2, in 2^-30 */
    uint32_t log = whole;
    for (int bit = 0; bit < 9; bit++) {
        rest = rest * rest >> 30;
        log = log * 2 + (rest >> 31 != 0);
        rest = rest >> 31 != 0 ? rest >> 1 : rest;
    }
    /* half of it, as it was a square: 2^-10 of a level; then the bias */
    int64_t level = (int64_t)log - 512;
    if (level <= 0) {
        return lod;
    }
    lod.level = (uint32_t)(level >> 10);
    lod.part = (uint32_t)(level & 1023) >> 2;
    if (lod.part < NEAR) {
        lod.part = 0;
    } else if (lod.part > 256 - NEAR) {
        lod.part = 0;
        lod.level++;
    }
    /* Without a next level, as there may be none. */
    if (lod.level >= most) {
        lod = (struct tti_lod){most, 0};
    }
    return lod;
}
