/* SPDX-License-Identifier: MIT
 *
 * Reads bytes in hex and ints in decimal. The readers are strict and give the place of the first
 * error, because users type and paste lines.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/codec/codec_snap.h"
#include "cli/shell/message.h"

/* Lines of Windows end in a carriage return, which counts as a blank. */
static bool is_blank(uint8_t c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Returns -1 for a byte that is no hex digit. Setting the bit 0x20 turns a capital into a small
 * letter, and no byte but a letter into a letter. */
static int digit(uint8_t c)
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Removes the blanks around a part. `at` grows by those in front, so that later errors have their
 * place in the line. */
struct codec_part codec_part_trim(struct codec_part part)
{
    while (part.text.size > 0 && is_blank(part.text.data[part.text.size - 1])) {
        part.text.size--;
    }
    while (part.text.size > 0 && is_blank(part.text.data[0])) {
        part.text.data++;
        part.text.size--;
        part.at++;
    }
    return part;
}

/* Reads bytes in hex. "-" is the empty value. An empty text is an error, so that a lost line is
 * noticed. Places count characters of the text, blanks included. */
bool codec_read_hex(struct codec *c, enum codec_space space, tt_bytes text, tt_bytes *bytes)
{
    const struct codec_part part = codec_part_trim((struct codec_part){text, 0});
    size_t begin = part.at, end = part.at + part.text.size;
    *bytes = (tt_bytes){NULL, 0};
    if (begin == end) {
        return codec_fail(c, NULL, 0, "the value is empty; write - for no bytes");
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

/* Returns the end of the int, `at` when there is none, or text.size + 1 when it is out of range.
 * The absolute value of a negative int may be larger by one. */
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
    return is_blank(c) || c == ',';
}

static bool is_none(tt_bytes text)
{
    size_t dashes = 0;
    for (size_t i = 0; i < text.size; i++) {
        dashes += text.data[i] == '-';
        if (!is_blank(text.data[i]) && (text.data[i] != '-' || dashes > 1)) {
            return false;
        }
    }
    return true;
}

/* Reads ints. An int and its separator have at least two characters, so half of the size bounds the
 * count. Commas between ints are accepted, as in JSON. */
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

/* Gives room of at least `size` bytes. A buffer that is too small is replaced by one of exactly
 * this size, so pointers into it become invalid. */
void *codec_space(struct codec *c, enum codec_space which, size_t size)
{
    if (c->spaces[which].size < size) {
        free(c->spaces[which].data); /* the content is not kept, so no realloc */
        c->spaces[which].data = malloc(size);
        c->spaces[which].size = c->spaces[which].data != NULL ? size : 0;
    }
    if (c->spaces[which].data == NULL) {
        c->no_memory = true;
        codec_fail(c, NULL, 0, "there is not enough memory");
    }
    return c->spaces[which].data;
}

bool codec_fail(struct codec *c, const char *unit, uint64_t place, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(c->problem, sizeof c->problem, format, args);
    va_end(args);
    c->unit = unit;
    c->place = place;
    return false;
}

void codec_warn(struct codec *c, const char *format, ...)
{
    char text[CODEC_PROBLEM];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (c->line == 0) {
        message_say(MESSAGE_WARNING, NULL, "%s", text);
    } else {
        message_say(MESSAGE_WARNING, NULL, "line %" PRIu64 ": %s", c->line, text);
    }
}
