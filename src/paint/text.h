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

/* An outline that is being made, in 1/4 units of the font; y points up. */
struct tti_outline {
    struct tti_fill *fill;
    int64_t x, base;        /* the left end, and the base line, in 1/256 pixel */
    int32_t height;         /* height of a line, in 1/256 pixel */
    int64_t from_x, from_y; /* the last point that was added */
};

/* These functions add a line, and quadratic and cubic curves with handles, from the last point to
 * (x, y). */
void tti_outline_line(struct tti_outline *letter, int64_t x, int64_t y);
void tti_outline_curve(struct tti_outline *letter, int64_t hx, int64_t hy, int64_t x, int64_t y);
void tti_outline_cubic(struct tti_outline *letter, const int64_t handles[4], int64_t x, int64_t y);

/* Fonts of the caller for letters that the built-in font lacks. */
struct tti_letters {
    bool (*has)(void *user, uint32_t code);
    /* `run` returns the width of letters that follow each other, in units of the built-in font. It
     * adds their outlines, unless `outline` is NULL; `outline->x` is the left end of the first
     * letter. */
    int64_t (*run)(void *user, tt_bytes letters, struct tti_outline *outline);
    void *user;
};

/* A line of text. All widths are in parts of a pixel. */
struct tti_line {
    tt_bytes text; /* the visible part, in the caller's memory */
    bool is_cut;   /* true: an ellipsis follows */
    int64_t width; /* width of the visible part with its ellipsis */
};

/* Cuts a text to a width of `most`; 0 does not cut. `height` is the size of the font in parts of a
 * pixel. `letters` may be NULL. */
struct tti_line tti_text_line(tt_bytes text, int32_t height, int64_t most,
                              const struct tti_letters *letters);

/* Adds the outlines of a line whose letters begin at `x`, with the upper edge `y`. Letters may
 * overlap, so the fill must be NONZERO. */
void tti_text_add(struct tti_fill *fill, const struct tti_line *line, int64_t x, int64_t y,
                  int32_t height, const struct tti_letters *letters);

/* Returns how far the base line is below the upper edge. */
int64_t tti_text_base(int32_t height);

#endif
