/* SPDX-License-Identifier: MIT
 *
 * Lines of text: which letters, how wide, and their outlines.
 */
#ifndef PAINT_TEXT_H
#define PAINT_TEXT_H

#include "paint/fill.h"
#include "teetape/shape.h"

/* Takes the next letter off the front; U+FFFD for a byte that is no UTF-8. The text must not be
 * empty. */
uint32_t tti_text_next(tt_bytes *text);

/* A line of text; all widths in parts of a pixel. */
struct tti_line {
    tt_bytes text; /* what is shown of it, in the memory of the caller */
    bool is_cut;   /* an ellipsis is to follow */
    int64_t width; /* with the ellipsis */
};

/* Cuts a text to a width of `most`, 0 for any. `height` is the size of the font in parts of a
 * pixel. */
struct tti_line tti_text_line(tt_bytes text, int32_t height, int64_t most);

/* Adds the outlines of a line whose letters begin at `x`, with the upper edge `y`. Letters may
 * overlap, so the fill has to be NONZERO. */
void tti_text_add(struct tti_fill *fill, const struct tti_line *line, int64_t x, int64_t y,
                  int32_t height);

/* How far the base line is below the upper edge. */
int64_t tti_text_base(int32_t height);

#endif
