/* SPDX-License-Identifier: MIT
 *
 * Strings on the wire: bytes and a NUL. What a receiver makes of them, and what a sender
 * replaces: docs/format/string.md.
 */
#include "teetape/string.h"

#include "base/utf8_put.h"
#include "wire/blank.h"

#define REPLACEMENT_SIZE 3 /* U+FFFD */

/* How much of a text is written, and how long it gets. It is made before a byte is written, because
 * a text that does not fit is not written at all. */
typedef struct plan {
    size_t taken;  /* bytes of the text */
    size_t size;   /* bytes of the result, without its NUL */
    int has_wrong; /* something is to be replaced */
} plan;

/* The bytes before the first NUL. A NUL ends a text on the wire: one inside of it would make the
 * rest another field. */
static tt_bytes text_before_nul(tt_bytes text)
{
    const uint8_t *nul = tti_find_byte(text.data, text.size, 0);
    return nul == NULL ? text : (tt_bytes){text.data, (size_t)(nul - text.data)};
}

/* Like DDNet: stops at the first code point that would pass the limit, where a replaced sequence
 * counts as the three bytes of U+FFFD. 0 is no limit. The size never passes the limit, so the
 * difference cannot wrap. A text that is cut there ends: a shorter code point after the one that
 * did not fit is not taken. */
static plan plan_of(tt_bytes text, size_t limit)
{
    plan result = {0, 0, 0};
    while (result.taken < text.size) {
        size_t used;
        tt_bytes rest = {text.data + result.taken, text.size - result.taken};
        int wrong = tt_utf8_decode(rest, &used) < 0;
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

/* Makes control bytes blanks. Bytes of 0x80 and above are never touched, so code points remain
 * whole; neither is 0x7f. One for one, so that the size remains. With both modes TT_SANITIZE wins,
 * as in DDNet. */
static void controls_blank(char *text, size_t size, unsigned mode)
{
    for (size_t i = 0; i < size; i++) {
        uint8_t c = (uint8_t)text[i]; /* char has a sign on some machines only */
        int layout = c == '\t' || c == '\n' || c == '\r';
        if (c < ' ' && !(layout && (mode & TT_SANITIZE) != 0)) {
            text[i] = ' ';
        }
    }
}

/* Nothing is checked but the NUL: recordings hold texts of programs that took any bytes, and have
 * to be written again as they are. */
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

/* A cursor over no bytes may hold NULL pointers, whose difference is not taken. */
void tt_pack_string(tt_packer *p, tt_bytes text, size_t limit)
{
    if (p->status != TT_OK) {
        return;
    }
    text = text_before_nul(text);
    plan what = plan_of(text, limit);
    size_t left = p->at == p->end ? 0 : (size_t)(p->end - p->at);
    if (what.size >= left) { /* equal: no room for the NUL */
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

/* Whether it is UTF-8 is asked of the raw text: DDNet rejects the whole message then. All that
 * follows replaces bytes one for one or leaves some out, so the result is never longer than
 * `raw`. */
tt_status tt_string_clean(char *dst, size_t cap, tt_bytes raw, unsigned mode)
{
    if (cap != 0) {
        dst[0] = 0;
    }
    raw = text_before_nul(raw);
    if (!tt_utf8_valid(raw)) {
        return TT_ERR_UTF8;
    }
    /* A control byte before the text is left out whether or not it became a blank first. */
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
