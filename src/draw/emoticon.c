/* SPDX-License-Identifier: MIT
 *
 * Emoticons: out of the game's image, or as a sign in a bubble.
 */
#include "draw/parts.h"

#define EMOTICONS 16 /* those of all versions */

/* What the sixteen say, by their numbers: short words and signs that fonts have. */
static const char *const sign[EMOTICONS] = {
    "oops", "!",  "\xe2\x99\xa5", "'",   "\xe2\x80\xa6", "\xe2\x99\xaa", ":(",  "boo",
    "yum",  ":D", ">:)",          "omg", "zzz",          "wtf",          "o_o", "?",
};

/* `w` and `h` are those of the game's image; the bubble is smaller, as the image has margins. While
 * it comes out `h` grows from 0, and a bubble lower than two units is not worth its shapes. */
void tti_draw_emoticon(tti_pen *pen, const tti_moment *m, int32_t emoticon, tti_vec at, tti_fix w,
                       tti_fix h, tt_turn turn)
{
    if (emoticon < 0 || emoticon >= EMOTICONS) {
        return;
    }
    if (tti_has_art(m, TT_IMAGE_EMOTICONS)) {
        tti_cell cell = {TT_IMAGE_EMOTICONS,      4, 4, (uint8_t)(emoticon % 4),
                         (uint8_t)(emoticon / 4), 1, 1};
        tti_sprite s = {.at = at, .w = w, .h = h, .turn = turn, .color = TTI_WHITE};
        tti_pen_sprite(pen, &cell, &s);
        return;
    }
    tti_vec half = {20 * w / 64, 16 * h / 64};
    if (half.y < TTI_ONE || !tti_view_has(&pen->view, at, w)) {
        return;
    }
    tti_fix radius = half.y / 2;
    tti_pen_box(pen, (tti_vec){at.x - half.x - TTI_ONE, at.y - half.y - TTI_ONE},
                (tti_vec){at.x + half.x + TTI_ONE, at.y + half.y + TTI_ONE}, radius, TTI_INK);
    tti_pen_box(pen, tti_vec_sub(at, half), tti_vec_add(at, half), radius, TTI_WHITE);
    tti_text text = {.at = {at.x, at.y - half.y * 3 / 4},
                     .height = half.y * 3 / 2,
                     .utf8 = tt_bytes_of(sign[emoticon]),
                     .color = TTI_INK,
                     .width = half.x * 2,
                     .align = TT_ALIGN_CENTER};
    tti_pen_text(pen, &text);
}
