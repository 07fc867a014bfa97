/* SPDX-License-Identifier: MIT
 *
 * Strings on the wire: bytes and a NUL. docs/format/string.md has the rules of receivers and
 * senders.
 *
 * Snapshot items have four bytes in an int:
 *
 *     "ab" in two ints     e1 e2 80 80   80 80 80 00      each byte + 128, first on top;
 *                                                         the last byte is 0, not 0x80
 */
#include "teetape/string.h"

#include "base/utf8_put.h"
#include "wire/blank.h"

#define REPLACEMENT_SIZE 3 /* size of U+FFFD */

/* DDNet's list: first and last code point of each run, in ascending order and without overlaps.
 * DDNet's first run begins with U+0000; a text ends before a NUL. */
static const struct {
    int32_t first;
    int32_t last;
} blanks[] = {
    {0x0000, 0x0020}, {0x0085, 0x0085}, {0x00a0, 0x00a0}, {0x034f, 0x034f}, {0x115f, 0x1160},
    {0x1680, 0x1680}, {0x180e, 0x180e}, {0x2000, 0x200f}, {0x2028, 0x202f}, {0x205f, 0x2064},
    {0x206a, 0x206f}, {0x2800, 0x2800}, {0x3000, 0x3000}, {0x3164, 0x3164}, {0xfe00, 0xfe0f},
    {0xfeff, 0xfeff}, {0xffa0, 0xffa0}, {0xfff9, 0xfffc},
};

/* Returns true for a code point of the list. tt_utf8_decode returns a negative point for an invalid
 * sequence, which is before all runs. Only the ends of a text are checked, so a linear search is
 * enough. */
bool tti_is_blank(int32_t point)
{
    for (size_t i = 0; i < sizeof blanks / sizeof blanks[0]; i++) {
        if (point <= blanks[i].last) {
            return point >= blanks[i].first;
        }
    }
    return false;
}

/* The part of a text that is kept, and the size of the result. A text that does not fit is not
 * written at all, so it is measured first. */
typedef struct plan {
    size_t taken;   /* bytes of the text */
    size_t size;    /* bytes of the result, without its NUL */
    bool has_wrong; /* the text has an invalid sequence to replace */
} plan;

static tt_bytes text_before_nul(tt_bytes text)
{
    const uint8_t *nul = tti_find_byte(text.data, text.size, 0);
    return nul == NULL ? text : (tt_bytes){text.data, (size_t)(nul - text.data)};
}

/* Measures the text that is kept. DDNet stops at the first code point that would pass the limit,
 * even if a shorter one follows. A replaced sequence counts as the three bytes of U+FFFD. 0 is no
 * limit. The size never passes the limit, so the difference cannot wrap. */
static plan plan_of(tt_bytes text, size_t limit)
{
    plan result = {0, 0, 0};
    while (result.taken < text.size) {
        size_t used;
        tt_bytes rest = {text.data + result.taken, text.size - result.taken};
        bool wrong = tt_utf8_decode(rest, &used) < 0;
        size_t more = wrong ? REPLACEMENT_SIZE : used;
        if (limit != 0 && more > limit - result.size) {
            break;
        }
        result.has_wrong |= wrong;
        result.taken += used;
        result.size += more;
    }
    return result;
}

/* Makes control bytes blanks, but not 0x7f. With both modes TT_SANITIZE wins, as in DDNet. */
static void controls_blank(char *text, size_t size, unsigned mode)
{
    for (size_t i = 0; i < size; i++) {
        uint8_t c = (uint8_t)text[i]; /* char has a sign on some machines only */
        bool layout = c == '\t' || c == '\n' || c == '\r';
        if (c < ' ' && !(layout && (mode & TT_SANITIZE) != 0)) {
            text[i] = ' ';
        }
    }
}

tt_bytes tt_unpack_string(tt_unpacker *u)
{
    if (u->status != TT_OK) {
        return (tt_bytes){NULL, 0};
    }
    const uint8_t *nul = tti_find_byte(u->at, (size_t)(u->end - u->at), 0);
    if (nul == NULL) {
        u->status = TT_ERR_TRUNCATED;
        return (tt_bytes){NULL, 0};
    }
    tt_bytes text = {u->at, (size_t)(nul - u->at)};
    u->at = nul + 1;
    return text;
}

void tt_pack_string(tt_packer *p, tt_bytes text, size_t limit)
{
    if (p->status != TT_OK) {
        return;
    }
    text = text_before_nul(text);
    plan what = plan_of(text, limit);
    size_t left = p->at == p->end ? 0 : (size_t)(p->end - p->at);
    if (what.size >= left) { /* when equal, there is no room for the NUL */
        p->status = TT_ERR_SPACE;
        return;
    }
    if (what.has_wrong) {
        (void)tti_utf8_put_valid(p->at, (tt_bytes){text.data, what.taken});
    } else {
        tti_copy(p->at, text.data, what.size);
    }
    p->at += what.size;
    *p->at++ = 0;
}

/* Cleans a text as the receiver of a message does. DDNet rejects the whole message when the raw
 * text is no UTF-8. The later steps never make the text longer. */
tt_status tt_string_clean(char *dst, size_t cap, tt_bytes raw, unsigned mode)
{
    if (cap != 0) {
        dst[0] = 0;
    }
    raw = text_before_nul(raw);
    if (!tt_utf8_valid(raw)) {
        return TT_ERR_UTF8;
    }
    /* A control byte before the text is dropped, even if it was replaced by a blank. */
    while ((mode & TT_SKIP_WHITESPACE) != 0 && raw.size != 0) {
        size_t used;
        if (!tti_is_blank(tt_utf8_decode(raw, &used))) {
            break;
        }
        raw.data += used;
        raw.size -= used;
    }
    if (raw.size >= cap) {
        return TT_ERR_SPACE;
    }
    tti_copy(dst, raw.data, raw.size);
    dst[raw.size] = 0;
    if ((mode & (TT_SANITIZE | TT_SANITIZE_CC)) != 0) {
        controls_blank(dst, raw.size, mode);
    }
    return TT_OK;
}

/* The game adds 128 to each byte, which flips its top bit. An addition to the word would carry. */
static const uint32_t flip = 0x80808080u;

/* Writes a text as ints. Bytes after the text are NULs, which become 80; the game clears the low
 * byte of the last int. A text with a NUL inside is refused, because readers would see a shorter
 * text. */
tt_status tt_string_to_ints(int32_t *dst, size_t count, tt_bytes text)
{
    /* 4 * count might wrap. At least the last byte must remain free. */
    if (text.size / 4 >= count || tti_find_byte(text.data, text.size, 0) != NULL) {
        return TT_ERR_SPACE;
    }
    for (size_t i = 0; i < count; i++) {
        uint8_t four[4] = {0, 0, 0, 0};
        size_t at = 4 * i;
        if (at < text.size) {
            tti_copy(four, text.data + at, text.size - at < 4 ? text.size - at : 4);
        }
        uint32_t word = tti_load_be32(four) ^ flip;
        dst[i] = tti_signed(i + 1 == count ? word & 0xffffff00u : word);
    }
    return TT_OK;
}

/* Reads the text in ints. The last byte counts as a NUL, so the text always ends inside the buffer.
 * Zeros after the text make equal texts equal arrays. */
tt_status tt_string_from_ints(char *dst, const int32_t *ints, size_t count)
{
    if (count == 0) {
        return TT_ERR_ARGUMENT;
    }
    size_t size = 4 * count;
    for (size_t i = 0; i < count; i++) {
        uint8_t four[4];
        tti_store_be32(four, (uint32_t)ints[i] ^ flip);
        tti_copy(dst + 4 * i, four, 4);
    }
    dst[size - 1] = 0;
    /* A mod may have written anything after the first NUL. */
    size_t length = tti_strlen(dst);
    bool good = tt_utf8_valid((tt_bytes){(const uint8_t *)dst, length});
    size_t kept = good ? length : 0;
    tti_fill(dst + kept, 0, size - kept);
    return good ? TT_OK : TT_ERR_UTF8;
}
