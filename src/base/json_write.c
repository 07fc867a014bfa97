/* SPDX-License-Identifier: MIT
 *
 * Writes strings as JSON.
 *
 *     "  \            \"  \\
 *     08 0a 0d 09     \b  \n  \r  \t
 *     below 20, 7f    \u00xx
 *     unseen          \uxxxx: see tti_utf8_is_unseen
 *     all else        as it is; what is not UTF-8 becomes U+FFFD
 *
 * Escapes beyond the grammar protect terminals and web pages. Whole recordings are written by these
 * functions, so runs that need no change are copied at once.
 */
#include "base/ascii.h"
#include "base/json_run.h"
#include "base/utf8.h"
#include "base/utf8_put.h"
#include "teetape/json.h"
#include "teetape/string.h"

static size_t escape_point(uint8_t out[6], uint32_t point)
{
    out[0] = '\\';
    out[1] = 'u';
    for (size_t i = 2; i < 6; i++) {
        out[i] = (uint8_t)tti_hex_digit(point >> 4 * (5 - i));
    }
    return 6;
}

static size_t escape(uint8_t out[6], uint8_t byte)
{
    static const char plain[] = "\"\\\b\n\r\t";
    static const char letters[] = "\"\\bnrt";
    for (size_t i = 0; i + 1 < sizeof plain; i++) {
        if (byte == (uint8_t)plain[i]) {
            out[0] = '\\';
            out[1] = (uint8_t)letters[i];
            return 2;
        }
    }
    return escape_point(out, byte);
}

/* Returns the number of bytes that can be copied as they are. `*bad` becomes the length of the
 * invalid UTF-8 after them, 0 if there is none. */
static size_t copyable(tt_bytes text, size_t *bad)
{
    size_t run = 0;
    *bad = 0;
    for (;;) {
        if (run < text.size) {
            run += tti_json_run(text.data + run, text.size - run, TTI_JSON_STOP_AT_HIGH);
        }
        if (run >= text.size || text.data[run] < 0x80) {
            return run;
        }
        size_t used = 0;
        int32_t point = tt_utf8_decode((tt_bytes){text.data + run, text.size - run}, &used);
        if (point < 0) {
            *bad = used;
            return run;
        }
        if (tti_utf8_is_unseen(point)) {
            return run;
        }
        run += used;
    }
}

/* Removes the next part from `text` and returns its JSON form: a view of `text`, or in `out`. */
static tt_bytes next_part(tt_bytes *text, uint8_t out[6])
{
    size_t bad;
    size_t used = copyable(*text, &bad);
    tt_bytes part = {text->data, used};
    if (used == 0 && bad > 0) { /* the invalid sequence becomes U+FFFD */
        part = (tt_bytes){out, tti_utf8_put(out, TTI_REPLACEMENT)};
        used = bad;
    } else if (used == 0 && text->data[0] >= 0x80) {
        part = (tt_bytes){out, escape_point(out, (uint32_t)tt_utf8_decode(*text, &used))};
    } else if (used == 0) {
        part = (tt_bytes){out, escape(out, text->data[0])};
        used = 1;
    }
    text->data += used;
    text->size -= used;
    return part;
}

/* Returns the bytes of the JSON form with quotation marks. Stops above `cap`, so the sum cannot
 * overflow. */
static size_t form_size(tt_bytes text, size_t cap)
{
    size_t size = 2;
    uint8_t out[6];
    while (text.size > 0 && size <= cap) {
        size += next_part(&text, out).size;
    }
    return size;
}

void tt_pack_json_string(tt_packer *p, tt_bytes text)
{
    if (p->status != TT_OK) {
        return;
    }
    size_t left = (size_t)(p->end - p->at);
    /* The worst case is \u00xx, six bytes for one. If that might not fit, the text is measured,
     * because a text that is too long is not written at all. */
    if ((left < 2 || text.size > (left - 2) / 6) && form_size(text, left) > left) {
        p->status = TT_ERR_SPACE;
        return;
    }
    const uint8_t quote = '"';
    uint8_t out[6];
    tt_pack_raw(p, (tt_bytes){&quote, 1});
    while (text.size > 0) {
        tt_pack_raw(p, next_part(&text, out));
    }
    tt_pack_raw(p, (tt_bytes){&quote, 1});
}
