/* SPDX-License-Identifier: MIT
 *
 * Texts that are made here: times, numbers, lines of the chat.
 */
#ifndef TTI_DRAW_WORDS_H
#define TTI_DRAW_WORDS_H

#include "draw/pen.h"

#define TTI_WORDS 320

/* A text that grows; parts that do not fit are left out. */
typedef struct tti_words {
    char text[TTI_WORDS];
    size_t size;
} tti_words;

void tti_words_add(tti_words *w, const char *text);
void tti_words_number(tti_words *w, int64_t number);

/* 1:02:03, or 02:03. */
void tti_words_clock(tti_words *w, int64_t seconds);

/* The same with hundredths. */
void tti_words_ms(tti_words *w, int64_t ms);

static inline tt_bytes tti_words_of(const tti_words *w)
{
    return (tt_bytes){(const uint8_t *)w->text, w->size};
}

/* An estimate for a height of one unit. */
tti_fix tti_words_width(tt_bytes text);

/* The bytes of a text that fit into a line of `letters`: up to a blank, if there is one. At least
 * one letter of a text that is not empty, so callers come to an end. */
size_t tti_words_line(tt_bytes text, unsigned letters);

#endif
