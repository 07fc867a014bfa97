/* SPDX-License-Identifier: MIT
 *
 * Which of the smaller copies of an image a shape is painted with: a logarithm in whole numbers.
 */
#include "raster/image.h"

/* Levels less than this apart from a whole one are that one: 1/16. */
#define NEAR 16

struct tti_lod tti_lod_of(uint64_t squared, uint32_t most)
{
    struct tti_lod lod = {0, 0};
    uint32_t whole = 0;
    squared = squared < 65536 ? 65536 : squared;
    for (; squared >= UINT64_C(1) << 32; squared >>= 1) {
        whole++;
    }
    for (; squared >= UINT64_C(131072); squared >>= 1) {
        whole++;
    }
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
    if (lod.level >= most) {
        lod = (struct tti_lod){most, 0};
    }
    return lod;
}
