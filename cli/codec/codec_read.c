/* SPDX-License-Identifier: MIT
 *
 * teetape codec: reads bytes in hex and ints in decimal. Strictly, with the place of the first
 * thing that is wrong: what is typed or pasted here is often wrong by a character.
 */
#include "cli/codec/codec.h"

/* A carriage return is one, so that lines of Windows work. */
bool codec_is_blank(uint8_t c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Capitals and small letters. 0x20 is what they differ by; it makes no other byte a letter from a
 * to f. */
static int digit(uint8_t c)
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Nothing at all is no empty value: "-" is, so that a line that was lost on the way is noticed.
 * Places count characters of the text that was given, blanks included. */
bool codec_read_hex(struct codec *c, enum codec_space space, tt_bytes text, tt_bytes *bytes)
{
    size_t begin = 0, end = text.size;
    while (end > 0 && codec_is_blank(text.data[end - 1])) {
        end--;
    }
    while (begin < end && codec_is_blank(text.data[begin])) {
        begin++;
    }
    *bytes = (tt_bytes){NULL, 0};
    if (begin == end) {
        return codec_fail(c, NULL, 0, "empty value; write no bytes as -");
    }
    if (end - begin == 1 && text.data[begin] == '-') {
        return true;
    }
    uint8_t *dst = codec_space(c, space, (end - begin) / 2 + 1);
    for (size_t i = begin; i < end && dst != NULL; i++) {
        int value = digit(text.data[i]);
        if (value < 0) {
            return codec_fail(c, "character", i, "not a hex digit");
        }
        if ((i - begin) % 2 == 0) {
            dst[(i - begin) / 2] = (uint8_t)(value << 4);
        } else {
            dst[(i - begin) / 2] |= (uint8_t)value;
        }
    }
    if (dst != NULL && (end - begin) % 2 != 0) {
        return codec_fail(c, "character", end, "a second hex digit is missing");
    }
    *bytes = (tt_bytes){dst, (end - begin) / 2};
    return dst != NULL;
}

/* Reads an int at `at`; the result is where it ends, `at` itself when there is none, text.size + 1
 * when it is out of range. The sum is checked after each digit, so an int64_t has room for it; that
 * of a negative one may be one larger. */
static size_t read_int(tt_bytes text, size_t at, int32_t *value)
{
    bool negative = text.data[at] == '-';
    size_t i = at + negative;
    int64_t sum = 0;
    for (; i < text.size && text.data[i] >= '0' && text.data[i] <= '9'; i++) {
        sum = sum * 10 + (text.data[i] - '0');
        if (sum > (int64_t)INT32_MAX + negative) {
            return text.size + 1;
        }
    }
    if (i == at + negative) {
        return at;
    }
    *value = (int32_t)(negative ? -sum : sum);
    return i;
}

static bool is_between(uint8_t c)
{
    return codec_is_blank(c) || c == ',';
}

/* "-" alone is no ints, as it is no bytes; so is an empty line. */
static bool is_none(tt_bytes text)
{
    size_t dashes = 0;
    for (size_t i = 0; i < text.size; i++) {
        dashes += text.data[i] == '-';
        if (!codec_is_blank(text.data[i]) && (text.data[i] != '-' || dashes > 1)) {
            return false;
        }
    }
    return true;
}

/* An int has at least one character and one between it and the next, hence half of the size. Commas
 * between ints are taken, too: JSON arrays and C have them. */
bool codec_read_ints(struct codec *c, tt_bytes text)
{
    size_t count = 0;
    int32_t *dst = codec_space(c, CODEC_SPACE_IN, (text.size / 2 + 1) * sizeof *dst);
    c->in.ints = dst;
    c->in.count = 0;
    if (dst == NULL || is_none(text)) {
        return dst != NULL;
    }
    for (size_t at = 0; at < text.size;) {
        if (is_between(text.data[at])) {
            at++;
            continue;
        }
        size_t end = read_int(text, at, &dst[count]);
        if (end > text.size) {
            return codec_fail(c, "number", count, "not in -2147483648..2147483647");
        }
        if (end == at || (end < text.size && !is_between(text.data[end]))) {
            return codec_fail(c, "number", count, "not a whole number");
        }
        count++;
        at = end;
    }
    c->in.count = count;
    return true;
}
