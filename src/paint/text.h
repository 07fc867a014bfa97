/* SPDX-License-Identifier: MIT
 *
 * Lines of text: removes letters from a text, measures a line, and adds its outlines.
 */
#ifndef PAINT_TEXT_H
#define PAINT_TEXT_H

#include "paint/fill.h"
#include "teetape/shape.h"

/* Removes the first letter and returns it, or U+FFFD for a byte that is not UTF-8. The text must
 * not be empty. */
uint32_t tti_text_next(tt_bytes *text);

/* A line of text. All widths are in parts of a pixel. */
struct tti_line {
    tt_bytes text; /* the visible part, in the caller's memory */
    bool is_cut;   /* true: an ellipsis follows */
    int64_t width; /* includes the ellipsis */
};

/* Cuts a text to a width of `most`; 0 does not cut. `height` is the size of the font in parts of a
 * pixel. */
struct tti_line tti_text_line(tt_bytes text, int32_t height, int64_t most);

/* Adds the outlines of a line whose letters begin at `x`, with the upper edge `y`. Letters may
 * overlap, so the fill must be NONZERO. */
void tti_text_add(struct tti_fill *fill, const struct tti_line *line, int64_t x, int64_t y,
                  int32_t height);

/* Returns how far the base line is below the upper edge. */
int64_t tti_text_base(int32_t height);

#endif
