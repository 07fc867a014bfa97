/* SPDX-License-Identifier: MIT
 *
 * Writes times, versions and numbers as text.
 */
#include "cli/text/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "teetape/string.h"

/* Writes a number with commas. Each group of three digits but the first follows a comma; length - i
 * digits follow index i. */
const char *text_number(char dst[TEXT_NUMBER], uint64_t number)
{
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%" PRIu64, number);
    char *at = dst;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0) {
            *at++ = ',';
        }
        *at++ = digits[i];
    }
    *at = '\0';
    return dst;
}

/* Writes a version. DDNet clients send major * 1000 + minor * 10 + patch. A patch of 0 is not
 * shown, as in the names of releases. */
const char *text_version(char dst[TEXT_VERSION], int32_t version)
{
    int patch = version % 10, minor = version / 10 % 100, major = version / 1000;
    dst[0] = 0;
    if (version > 0 && patch != 0) {
        snprintf(dst, TEXT_VERSION, "%d.%d.%d", major, minor, patch);
    } else if (version > 0) {
        snprintf(dst, TEXT_VERSION, "%d.%d", major, minor);
    }
    return dst;
}

/* Appends a text made safe. It is written in pieces of 256 bytes, so that the buffer fits on the
 * stack. */
void text_safe(tt_io_output *out, tt_bytes raw)
{
    char safe[TT_UTF8_SAFE_BOUND(256)];
    while (raw.size > 0) {
        size_t size = raw.size < 256 ? raw.size : 256;
        /* A piece must not end inside a character, unless the text is no UTF-8. */
        size_t part = size;
        while (part < raw.size && size - part < 3 && (raw.data[part] & 0xc0) == 0x80) {
            part--;
        }
        const tt_bytes piece = {raw.data, part};
        size_t shown = tt_utf8_safe(safe, sizeof safe, piece);
        tt_io_output_bytes(out, (tt_bytes){(const uint8_t *)safe, shown});
        raw.data += part;
        raw.size -= part;
    }
}

/* Appends a text that ends at a column. It is ASCII, so bytes are columns. */
void text_right(tt_io_output *out, const char *text, size_t width)
{
    size_t used = strlen(text);
    text_blanks(out, used < width ? width - used : 0);
    tt_io_output_text(out, text);
}

/* Appends a number that ends at a column. Counting the digits first is cheaper than writing the
 * number to a buffer of its own. */
void text_int_right(tt_io_output *out, int32_t number, size_t width)
{
    size_t used = number < 0 ? 2 : 1;
    for (int64_t rest = number / 10; rest != 0; rest /= 10) {
        used++;
    }
    text_blanks(out, used < width ? width - used : 0);
    tt_io_output_int(out, number);
}

void text_pad(tt_io_output *out, const char *text, size_t width)
{
    size_t used = text_width(tt_bytes_of(text));
    tt_io_output_text(out, text);
    text_blanks(out, used < width ? width - used : 0);
}

const char *text_look(enum text_look look, bool colour)
{
    static const char *const sequences[] = {
        [TEXT_NORMAL] = "\033[0m", [TEXT_BOLD] = "\033[1m",   [TEXT_FAINT] = "\033[2m",
        [TEXT_RED] = "\033[31m",   [TEXT_GREEN] = "\033[32m", [TEXT_YELLOW] = "\033[33m",
        [TEXT_CYAN] = "\033[36m",
    };
    return colour ? sequences[look] : "";
}

void text_blanks(tt_io_output *out, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        tt_io_output_byte(out, ' ');
    }
}
