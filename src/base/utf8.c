/* SPDX-License-Identifier: MIT
 *
 * UTF-8 as DDNet and browsers read it: the WHATWG decoder.
 *
 *     0xxxxxxx                              U+0000   to U+007F
 *     110xxxxx 10xxxxxx                     U+0080   to U+07FF
 *     1110xxxx 10xxxxxx 10xxxxxx            U+0800   to U+FFFF without D800..DFFF
 *     11110xxx 10xxxxxx 10xxxxxx 10xxxxxx   U+10000  to U+10FFFF
 *
 * Overlong forms, surrogates and too large numbers all show in the second byte: its range is
 * narrower after the lead bytes E0, ED, F0 and F4. C0, C1 and F5 to FF are no lead bytes.
 */
#include "base/utf8.h"
#include "base/ascii.h"
#include "base/mem.h"
#include "teetape/string.h"

typedef struct lead {
    int32_t bits;      /* bits of the code point in the lead byte */
    unsigned more;     /* bytes after the lead byte; 0 for a byte that is no lead byte */
    uint8_t low, high; /* range of the second byte; later bytes are 80..BF */
} lead;

static lead lead_of(uint8_t byte)
{
    if (byte >= 0xc2 && byte <= 0xdf) {
        return (lead){byte & 0x1f, 1, 0x80, 0xbf};
    }
    if (byte >= 0xe0 && byte <= 0xef) {
        return (lead){byte & 0x0f, 2, byte == 0xe0 ? 0xa0 : 0x80, byte == 0xed ? 0x9f : 0xbf};
    }
    if (byte >= 0xf0 && byte <= 0xf4) {
        return (lead){byte & 0x07, 3, byte == 0xf0 ? 0x90 : 0x80, byte == 0xf4 ? 0x8f : 0xbf};
    }
    return (lead){0, 0, 0, 0};
}

/* Reads the first code point. For an invalid sequence `*used` is the number of bytes that browsers
 * replace by one U+FFFD. */
int32_t tt_utf8_decode(tt_bytes text, size_t *used)
{
    uint8_t first = text.data[0];
    *used = 1;
    if (first < 0x80) {
        return first;
    }
    lead from = lead_of(first);
    if (from.more == 0) {
        return -1;
    }
    int32_t point = from.bits;
    for (size_t i = 1; i <= from.more; i++) {
        /* The byte that does not fit may begin the next code point, so it is not counted. */
        if (i == text.size || text.data[i] < from.low || text.data[i] > from.high) {
            *used = i;
            return -1;
        }
        point = point << 6 | (text.data[i] & 0x3f);
        from.low = 0x80;
        from.high = 0xbf;
    }
    *used = from.more + 1;
    return point;
}

bool tt_utf8_valid(tt_bytes text)
{
    size_t at = 0;
    while (at < text.size) {
        if (text.size - at >= 8 &&
            (tti_load_le64(text.data + at) & UINT64_C(0x8080808080808080)) == 0) {
            at += 8;
            continue;
        }
        size_t used;
        if (tt_utf8_decode((tt_bytes){text.data + at, text.size - at}, &used) < 0) {
            return false;
        }
        at += used;
    }
    return true;
}

size_t tt_utf8_cut(tt_bytes text, size_t limit)
{
    if (text.size <= limit) {
        return text.size;
    }
    /* Only a lead byte among the last three before the limit can belong to a code point across it.
     * A lead byte begins a code point, so the search need not start at the front. Invalid bytes may
     * be split. */
    for (size_t back = 1; back <= 3 && back <= limit; back++) {
        size_t at = limit - back;
        if ((text.data[at] & 0xc0) == 0x80) {
            continue;
        }
        size_t used;
        if (tt_utf8_decode((tt_bytes){text.data + at, text.size - at}, &used) >= 0 && used > back) {
            return at;
        }
        return limit;
    }
    return limit;
}

/* Returns true for control characters, line and paragraph separators, marks of direction, and the
 * byte order mark: they could move the cursor of a terminal or end a line of JavaScript. Code
 * points below U+0080 are escaped by the rules of each output. */
bool tti_utf8_is_unseen(int32_t point)
{
    return (point >= 0x80 && point <= 0x9f) || (point >= 0x2028 && point <= 0x202e) ||
           (point >= 0x2066 && point <= 0x2069) || point == 0x61c || point == 0x200e ||
           point == 0x200f || point == 0xfeff;
}

static size_t show_character(char shown[4], tt_bytes raw, size_t *used)
{
    int32_t point = tt_utf8_decode(raw, used);
    if (point < 0 || tti_utf8_is_unseen(point)) {
        tti_copy(shown, "\xef\xbf\xbd", 3);
        return 3;
    }
    if (point < 0x20 || point == 0x7f) {
        shown[0] = '\\';
        shown[1] = 'x';
        tti_hex_put(shown + 2, raw.data, 1);
        return 4;
    }
    tti_copy(shown, raw.data, *used);
    return *used;
}

size_t tt_utf8_safe(char *dst, size_t cap, tt_bytes raw)
{
    size_t size = 0;
    while (raw.size > 0) {
        char shown[4];
        size_t used = 0, part = show_character(shown, raw, &used);
        if (part > cap - size) { /* size never passes cap */
            break;
        }
        tti_copy(dst + size, shown, part);
        size += part;
        raw.data += used;
        raw.size -= used;
    }
    return size;
}
