/* SPDX-License-Identifier: MIT
 *
 * Makes text safe for a terminal, measures it and cuts it. By code points: a character that
 * consists of several (an emoji with a skin colour) may be measured too wide, which costs blanks.
 */
#include "cli/text/text.h"

#include <stdbool.h>
#include <string.h>

#include "cli/text/width.h"
#include "teetape/string.h"

static const char hex_digits[] = "0123456789abcdef";

/* One character at the start of `raw` as it may be shown: in `shown`, which has room for four
 * bytes. The result is its size; *used says how much of `raw` it stands for, at least 1, so that
 * every loop here ends. Control bytes remain readable as \xNN, since they are what an attack looks
 * like; the rest of what acts is U+FFFD. */
static size_t show(char *shown, tt_bytes raw, size_t *used)
{
    int32_t point = tt_utf8_decode(raw, used);
    if (point < 0 || tt_utf8_is_unseen(point)) {
        memcpy(shown, "\xef\xbf\xbd", 3);
        return 3;
    }
    if (point < 0x20 || point == 0x7f) {
        memcpy(shown, "\\x", 2);
        shown[2] = hex_digits[point >> 4];
        shown[3] = hex_digits[point & 15];
        return 4;
    }
    memcpy(shown, raw.data, *used);
    return *used;
}

/* `part > cap - size` cannot go below 0, as size never passes cap. */
size_t text_safe_to(char *dst, size_t cap, tt_bytes raw)
{
    size_t size = 0;
    while (raw.size > 0) {
        char shown[4];
        size_t used = 0;
        size_t part = show(shown, raw, &used);
        if (part > cap - size) {
            break;
        }
        memcpy(dst + size, shown, part);
        size += part;
        raw.data += used;
        raw.size -= used;
    }
    return size;
}

/* Columns of the first character; *used gets its size in bytes. */
static size_t measure(tt_bytes text, bool by_locale, size_t *used)
{
    int32_t point = tt_utf8_decode(text, used);
    if (point < 0x80 || !by_locale) {
        return 1;
    }
    int width = width_of(point); /* what it does not know will be shown as some box */
    return width < 0 ? 1 : (size_t)width;
}

/* ASCII has one column a byte, also control bytes, which a text that was made safe does not have.
 */
size_t text_width(tt_bytes text)
{
    size_t width = 0;
    while (width < text.size && text.data[width] < 0x80) {
        width++; /* most texts are ASCII, for which the locale need not be asked */
    }
    if (width == text.size) {
        return width;
    }
    text.data += width;
    text.size -= width;
    bool by_locale = width_known();
    while (text.size > 0) {
        size_t used = 0;
        width += measure(text, by_locale, &used);
        text.data += used;
        text.size -= used;
    }
    return width;
}

/* Marks of width 0 after the last character still fit, so they remain with it; a character of two
 * columns that has only one left does not. */
tt_bytes text_cut(tt_bytes text, size_t width)
{
    bool by_locale = width_known();
    size_t size = 0;
    while (size < text.size) {
        size_t used = 0;
        const tt_bytes rest = {text.data + size, text.size - size};
        size_t columns = measure(rest, by_locale, &used);
        if (columns > width) {
            break;
        }
        width -= columns;
        size += used;
    }
    text.size = size;
    return text;
}
