/* SPDX-License-Identifier: MIT
 *
 * Measures and cuts text by code points. A character of several code points (an emoji with a skin
 * colour) may be measured too wide, which costs blanks.
 */
#include "cli/text/text.h"

#include <stdbool.h>

#include "cli/text/width.h"
#include "teetape/string.h"

/* Returns the columns of the first character, and its bytes in *used. */
static size_t measure(tt_bytes text, bool by_locale, size_t *used)
{
    int32_t point = tt_utf8_decode(text, used);
    if (point < 0x80 || !by_locale) {
        return 1;
    }
    int width = width_of(point); /* one column, because unknown characters are shown as a box */
    return width < 0 ? 1 : (size_t)width;
}

/* Measures a text. Control bytes count a column each, but a text that was made safe has none. */
size_t text_width(tt_bytes text)
{
    size_t width = 0;
    while (width < text.size && text.data[width] < 0x80) {
        width++; /* most text is ASCII, for which the locale need not be asked */
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

/* Cuts a text. Marks of width 0 after the last character remain with it. A wide character does not
 * fit into one column. */
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
