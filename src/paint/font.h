/* SPDX-License-Identifier: MIT
 *
 * Letters as outlines: a part of DejaVu Sans (src/paint/font_license.txt).
 *
 * Made once from the font and part of the library, so that a text looks the same where no font is
 * installed. text.c puts letters in a line.
 */
#ifndef PAINT_FONT_H
#define PAINT_FONT_H

#include <stddef.h>
#include <stdint.h>

/* Units of the font to the height of a line, the number of the font's own head table. */
enum { TTI_FONT_EM = 2048 };

/* Sorted by code. There is no kerning: the width of a line is the sum of its letters. */
struct tti_glyph {
    uint32_t code;    /* in Unicode */
    uint16_t advance; /* to the next letter, in units */
    uint32_t outline; /* where it begins in tti_font_outlines */
};

/* Made by tools/make_font.c. The last glyph, of code 0xffffffff, is shown for what is missing. */
extern const struct tti_glyph tti_font_glyphs[];
extern const size_t tti_font_glyph_count;

/* Outlines: for each its number of points as two bytes, the higher one first; none after the last
 * of a letter. Then the points: a byte that is 1 when the point is on the outline, else 0 (the
 * handle of a quadratic curve, and between two of these is a point), plus 2 when the differences in
 * x and y from the point before (at first (0, 0)) are one signed byte each, else they are two
 * each. y goes up. */
extern const uint8_t tti_font_outlines[];

const struct tti_glyph *tti_font_find(uint32_t code);

#endif
