/* SPDX-License-Identifier: MIT
 *
 * Letters as outlines: a part of DejaVu Sans (src/paint/font_license.txt).
 *
 * The font is part of the library, so that a text looks the same on a machine without fonts. text.c
 * puts letters in a line.
 */
#ifndef PAINT_FONT_H
#define PAINT_FONT_H

#include <stddef.h>
#include <stdint.h>

/* Units of the font in the height of a line, from the font's "head" table. */
enum { TTI_FONT_EM = 2048 };

/* A letter. The table is sorted by code. Without kerning the width of a line is the sum of its
 * letters. */
struct tti_glyph {
    uint32_t code;    /* a code point of Unicode */
    uint16_t advance; /* distance to the next letter, in units */
    uint32_t outline; /* index of its first byte in tti_font_outlines */
};

/* The table of letters, made by tools/make_font.c. The last glyph, with the code 0xffffffff, is
 * shown for letters that the font lacks. */
extern const struct tti_glyph tti_font_glyphs[];
extern const size_t tti_font_glyph_count;

/* Outlines of letters, as TrueType has them; y points up.
 *
 *     outline   number of points, 2 bytes, the higher one first; 0 ends the letter
 *     point     flags, 1 byte; then the differences in x and y from the point before,
 *               at first from (0, 0)
 *     flag 1    the point is on the outline. Without it the point is the handle of a quadratic
 *               curve, and the middle between two handles is on the outline
 *     flag 2    each difference is a signed byte. Without it each has two bytes */
extern const uint8_t tti_font_outlines[];

const struct tti_glyph *tti_font_find(uint32_t code);

#endif
