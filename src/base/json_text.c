/* SPDX-License-Identifier: MIT
 *
 * What stands inside the tokens of the scanner: escapes of strings, and whole numbers.
 *
 *     \" \\ \/ \b \f \n \r \t    one byte each
 *     \u0041                     one code point, as UTF-8
 *     \ud83d\ude00               two halves of a code point above U+FFFF
 */
#include "teetape/json.h"

#define REPLACEMENT 0xfffdu

/* Value of a hex digit; 0 for other bytes, which the scanner has ruled out. */
static uint32_t hex_value(uint8_t byte)
{
    if (byte >= '0' && byte <= '9') {
        return (uint32_t)(byte - '0');
    }
    byte |= 0x20;
    return byte >= 'a' && byte <= 'f' ? (uint32_t)(byte - 'a' + 10) : 0;
}

/* The four digits of a \u escape that begins at `at`. 0 when there is none. */
static int unit_at(tt_bytes text, size_t at, uint32_t *unit)
{
    if (at > text.size || text.size - at < 6 || text.data[at] != '\\' || text.data[at + 1] != 'u') {
        return 0;
    }
    *unit = 0;
    for (size_t i = 2; i < 6; i++) {
        *unit = *unit << 4 | hex_value(text.data[at + i]);
    }
    return 1;
}

/* Writes a code point as UTF-8 and returns its bytes. Surrogates never get here. */
static size_t encode(uint8_t out[4], uint32_t code)
{
    if (code < 0x80) {
        out[0] = (uint8_t)code;
        return 1;
    }
    if (code < 0x800) {
        out[0] = (uint8_t)(0xc0 | code >> 6);
        out[1] = (uint8_t)(0x80 | (code & 0x3f));
        return 2;
    }
    if (code < 0x10000) {
        out[0] = (uint8_t)(0xe0 | code >> 12);
        out[1] = (uint8_t)(0x80 | (code >> 6 & 0x3f));
        out[2] = (uint8_t)(0x80 | (code & 0x3f));
        return 3;
    }
    out[0] = (uint8_t)(0xf0 | code >> 18);
    out[1] = (uint8_t)(0x80 | (code >> 12 & 0x3f));
    out[2] = (uint8_t)(0x80 | (code >> 6 & 0x3f));
    out[3] = (uint8_t)(0x80 | (code & 0x3f));
    return 4;
}

/* Resolves a \u escape, with its second half if it is the first half of a pair. */
static size_t resolve_unit(tt_bytes text, size_t *at, uint8_t out[4])
{
    uint32_t code = 0;
    uint32_t low = 0;
    if (!unit_at(text, *at, &code)) { /* only in a text that no scanner has seen */
        out[0] = text.data[(*at)++];
        return 1;
    }
    *at += 6;
    if (code >= 0xd800 && code <= 0xdfff) {
        if (code <= 0xdbff && unit_at(text, *at, &low) && low >= 0xdc00 && low <= 0xdfff) {
            *at += 6;
            code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
        } else {
            code = REPLACEMENT;
        }
    }
    return encode(out, code);
}

/* Resolves what is at `*at`, a plain byte or an escape, and moves past it. Returns how
 * many bytes it made. */
static size_t resolve(tt_bytes text, size_t *at, uint8_t out[4])
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
        size_t made = resolve(text, &at, out);
        for (size_t i = 0; i < made; i++, size++) {
            if (size < cap) {
                to[size] = out[i];
            }
        }
    }
    return size;
}

int tt_json_equal(tt_bytes text, const char *name)
{
    for (size_t at = 0; at < text.size;) {
        uint8_t out[4];
        size_t made = resolve(text, &at, out);
        for (size_t i = 0; i < made; i++, name++) {
            if (*name == '\0' || (uint8_t)*name != out[i]) {
                return 0;
            }
        }
    }
    return *name == '\0';
}

tt_status tt_json_int(int64_t *value, tt_bytes text)
{
    *value = 0;
    int minus = text.size > 0 && text.data[0] == '-';
    size_t at = minus ? 1 : 0;
    if (at >= text.size) {
        return TT_ERR_SYNTAX;
    }
    /* The magnitude of INT64_MIN is one more than that of INT64_MAX. */
    const uint64_t limit = (uint64_t)INT64_MAX + (minus ? 1 : 0);
    uint64_t sum = 0;
    int over = 0;
    for (; at < text.size; at++) { /* to the end even if over: bad syntax is said first */
        if (text.data[at] < '0' || text.data[at] > '9') {
            return TT_ERR_SYNTAX;
        }
        uint64_t digit = (uint64_t)(text.data[at] - '0');
        if (over || sum > (limit - digit) / 10) {
            over = 1;
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
