/* SPDX-License-Identifier: MIT
 *
 * Finds letters.
 */
#include "paint/font.h"

/* By halving; the codes are sorted. The last code is above all of Unicode, so the search ends there
 * for what is missing after all others, and finds a neighbour for what is missing between. */
const struct tti_glyph *tti_font_find(uint32_t code)
{
    size_t low = 0, high = tti_font_glyph_count - 1;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (tti_font_glyphs[middle].code < code) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return tti_font_glyphs[low].code == code ? &tti_font_glyphs[low]
                                             : &tti_font_glyphs[tti_font_glyph_count - 1];
}
