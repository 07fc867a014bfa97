/* SPDX-License-Identifier: MIT
 *
 * Decodes the scanner's tokens: escapes of strings, and whole numbers.
 *
 *     \" \\ \/ \b \f \n \r \t    one byte each
 *     \u0041                     one code point, as UTF-8
 *     \ud83d\ude00               two halves of a code point above U+FFFF
 */
#include "base/ascii.h"
#include "base/json_int.h"
#include "base/utf8_put.h"
#include "teetape/json.h"

/* Reads the four digits of a \u escape at `at`. Returns false when there is no escape. A byte that
 * is no digit counts as 0, because the scanner may not have checked the text. */
static bool unit_at(tt_bytes text, size_t at, uint32_t *unit)
{
    if (at > text.size || text.size - at < 6 || text.data[at] != '\\' || text.data[at + 1] != 'u') {
        return false;
    }
    *unit = 0;
    for (size_t i = 2; i < 6; i++) {
        int value = tti_hex_value(text.data[at + i]);
        *unit = *unit << 4 | (value > 0 ? (uint32_t)value : 0);
    }
    return true;
}

/* Resolves a \u escape as UTF-8, and moves `*at` after it. Two halves of a pair are one code point.
 * A lone half becomes U+FFFD, and an escape after it that is no second half is not consumed. */
static size_t resolve_unit(tt_bytes text, size_t *at, uint8_t out[4])
{
    uint32_t code = 0;
    uint32_t low = 0;
    if (!unit_at(text, *at, &code)) { /* only in a text that the scanner has not checked */
        out[0] = text.data[(*at)++];
        return 1;
    }
    *at += 6;
    if (code >= 0xd800 && code <= 0xdfff) {
        if (code <= 0xdbff && unit_at(text, *at, &low) && low >= 0xdc00 && low <= 0xdfff) {
            *at += 6;
            code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
        } else {
            code = TTI_REPLACEMENT;
        }
    }
    return tti_utf8_put(out, code);
}

/* Resolves the byte or escape at `*at`, and returns the number of resulting bytes. A backslash at
 * the very end means itself. */
static size_t resolve_escape(tt_bytes text, size_t *at, uint8_t out[4])
{
    static const char letters[] = "bfnrt";
    static const char meant[] = "\b\f\n\r\t";
    out[0] = text.data[*at];
    if (out[0] != '\\' || text.size - *at < 2) {
        (*at)++;
        return 1;
    }
    uint8_t letter = text.data[*at + 1];
    if (letter == 'u') {
        return resolve_unit(text, at, out);
    }
    *at += 2;
    out[0] = letter; /* " \ and / mean themselves */
    for (size_t i = 0; i + 1 < sizeof letters; i++) {
        if (letter == (uint8_t)letters[i]) {
            out[0] = (uint8_t)meant[i];
        }
    }
    return 1;
}

size_t tt_json_unescape(char *dst, size_t cap, tt_bytes text)
{
    uint8_t *to = (uint8_t *)dst;
    size_t size = 0;
    for (size_t at = 0; at < text.size;) {
        uint8_t out[4];
        size_t made = resolve_escape(text, &at, out);
        for (size_t i = 0; i < made; i++, size++) {
            if (size < cap) {
                to[size] = out[i];
            }
        }
    }
    return size;
}

/* Compares a text, with its escapes resolved, with a C string. A text with an escaped NUL never
 * matches, because a NUL ends `name`. */
bool tt_json_equal(tt_bytes text, const char *name)
{
    for (size_t at = 0; at < text.size;) {
        uint8_t out[4];
        size_t made = resolve_escape(text, &at, out);
        for (size_t i = 0; i < made; i++, name++) {
            if (*name == '\0' || (uint8_t)*name != out[i]) {
                return false;
            }
        }
    }
    return *name == '\0';
}

tt_status tti_json_int(int64_t *value, tt_bytes text)
{
    *value = 0;
    bool minus = text.size > 0 && text.data[0] == '-';
    size_t at = minus ? 1 : 0;
    if (at >= text.size) {
        return TT_ERR_SYNTAX;
    }
    const uint64_t limit = (uint64_t)INT64_MAX + (minus ? 1 : 0);
    uint64_t sum = 0;
    bool over = false;
    for (; at < text.size; at++) { /* reads to the end even when the number is too large: bad syntax
                                      is reported first */
        if (text.data[at] < '0' || text.data[at] > '9') {
            return TT_ERR_SYNTAX;
        }
        uint64_t digit = (uint64_t)(text.data[at] - '0');
        if (over || sum > (limit - digit) / 10) {
            over = true;
        } else {
            sum = sum * 10 + digit;
        }
    }
    if (over) {
        return TT_ERR_RANGE;
    }
    if (minus) {
        *value = sum == limit ? INT64_MIN : -(int64_t)sum;
    } else {
        *value = (int64_t)sum;
    }
    return TT_OK;
}
