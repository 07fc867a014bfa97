/* SPDX-License-Identifier: MIT
 *
 * Makes texts, because the core has no printf. Widths are estimates: the painter's font decides.
 */
#include "draw/pen.h"

#include "base/mem.h"
#include "teetape/string.h"

/* Width of a letter that is not in the table: the mean of letters in names. */
#define LETTER_WIDTH TTI_FIX(.6)

/* Widths of ' ' to '~' in 64ths of the height of a line, in DejaVu Sans, the font of the game and
 * of this library's painters. */
static const uint8_t widths[] = {
    20, 26, 29, 54, 41, 61, 50, 18, 25, 25, 32, 54, 20, 23, 20, 22, 41, 41, 41, 41, 41, 41, 41, 41,
    41, 41, 22, 22, 54, 54, 54, 34, 64, 44, 44, 45, 49, 40, 37, 50, 48, 19, 19, 42, 36, 55, 48, 50,
    39, 50, 44, 41, 39, 47, 44, 63, 44, 39, 44, 25, 22, 25, 54, 32, 32, 39, 41, 35, 41, 39, 23, 41,
    41, 18, 18, 37, 18, 62, 41, 39, 41, 41, 26, 33, 25, 41, 38, 52, 38, 38, 34, 41, 22, 41, 54,
};

static void put_bytes(tti_words *w, tt_bytes text)
{
    size_t size = tt_utf8_cut(text, TTI_WORDS - w->size);
    tti_copy(w->text + w->size, text.data, size);
    w->size += size;
}

void tti_words_add(tti_words *w, const char *text)
{
    put_bytes(w, tt_bytes_of(text));
}

/* Writes a number with its sign and at least `digits` digits. INT64_MIN has no positive
 * counterpart. */
static void put_digits(tti_words *w, int64_t number, unsigned digits)
{
    char text[20];
    size_t at = sizeof text;
    uint64_t left = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    if (number < 0) {
        tti_words_add(w, "-");
    }
    do {
        text[--at] = (char)('0' + left % 10);
        left /= 10;
    } while (at > 0 && (left > 0 || sizeof text - at < digits));
    put_bytes(w, (tt_bytes){(const uint8_t *)text + at, sizeof text - at});
}

void tti_words_number(tti_words *w, int64_t number)
{
    put_digits(w, number, 1);
}

/* Writes a time. Hours are shown only if there are any, as in the game's timer. */
void tti_words_clock(tti_words *w, int64_t seconds)
{
    if (seconds >= 3600) {
        tti_words_number(w, seconds / 3600);
        tti_words_add(w, ":");
    }
    put_digits(w, seconds / 60 % 60, 2);
    tti_words_add(w, ":");
    put_digits(w, seconds % 60, 2);
}

void tti_words_ms(tti_words *w, int64_t ms)
{
    tti_words_clock(w, ms / 1000);
    tti_words_add(w, ".");
    put_digits(w, ms % 1000 / 10, 2);
}

static tti_fix width_of(int32_t point)
{
    if (point >= ' ' && point <= '~') {
        return widths[point - ' '] * TTI_ONE / 64;
    }
    return point >= 0x1100 ? TTI_ONE : LETTER_WIDTH;
}

tti_fix tti_words_width(tt_bytes text)
{
    tti_fix width = 0;
    for (size_t at = 0, used; at < text.size; at += used) {
        int32_t point = tt_utf8_decode((tt_bytes){text.data + at, text.size - at}, &used);
        width += width_of(point);
    }
    return width;
}

/* Returns where a row ends. A blank at the very beginning is no end, because the row would be
 * empty. */
size_t tti_words_line(tt_bytes text, unsigned letters)
{
    size_t at = 0, blank = 0;
    for (unsigned n = 0; n < letters && at < text.size; n++) {
        size_t used;
        blank = text.data[at] == ' ' ? at : blank;
        tt_utf8_decode((tt_bytes){text.data + at, text.size - at}, &used);
        at += used;
    }
    return at < text.size && blank > 0 ? blank : at;
}
