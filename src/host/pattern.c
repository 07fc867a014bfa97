/* SPDX-License-Identifier: MIT
 *
 * Makes texts valid, folds their case, and matches patterns.
 *
 * Nothing here depends on the locale or on tables of the system. Folded names are stored, and would
 * no longer be found after an update of either.
 */
#include "host/posix.h"

#include "host/pattern.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8_put.h"
#include "teetape/world.h"

/* Writes the text as valid UTF-8, with a NUL. A wrong byte becomes U+FFFD, which has three bytes,
 * so `at` has room for three times the text. `used` is at least 1 for errors too, so the loop ends.
 */
static void put_valid(char *at, tt_bytes text)
{
    while (text.size > 0) {
        size_t used;
        int32_t point = tt_utf8_decode(text, &used);
        if (point <= 0) {
            at += tti_utf8_put((uint8_t *)at, TTI_REPLACEMENT);
        } else {
            memcpy(at, text.data, used);
            at += used;
        }
        text.data += used;
        text.size -= used;
    }
    *at = '\0';
}

char *tti_text_valid(tt_bytes text)
{
    char *copy = malloc(text.size * 3 + 1);
    if (copy != NULL) {
        put_valid(copy, text);
    }
    return copy;
}

/* Ranges of capitals. The small letter is `distance` after the capital, or directly after it in
 * alternating ranges: PAIRS with even capitals, ODD_PAIRS with odd ones. */
enum { PAIRS = 0, ODD_PAIRS = -1 };

static const struct {
    int32_t first, last, distance;
} capitals[] = {
    {'A', 'Z', 32},          {0xc0, 0xd6, 32},          {0xd8, 0xde, 32},
    {0x100, 0x12f, PAIRS},   {0x132, 0x137, PAIRS},     {0x139, 0x148, ODD_PAIRS},
    {0x14a, 0x177, PAIRS},   {0x179, 0x17e, ODD_PAIRS}, {0x388, 0x38a, 37},
    {0x391, 0x3a1, 32},      {0x3a3, 0x3ab, 32},        {0x400, 0x40f, 80},
    {0x410, 0x42f, 32},      {0x460, 0x481, PAIRS},     {0x48a, 0x4bf, PAIRS},
    {0x4d0, 0x52f, PAIRS},   {0x531, 0x556, 48},        {0x1e00, 0x1e95, PAIRS},
    {0x1ea0, 0x1eff, PAIRS}, {0xff21, 0xff3a, 32},
};

/* Returns the small letter of a capital. The table lacks letters whose small form has another size
 * in UTF-8, or more than one character. */
static int32_t fold(int32_t point)
{
    for (size_t i = 0; i < sizeof capitals / sizeof capitals[0]; i++) {
        if (point >= capitals[i].first && point <= capitals[i].last) {
            switch (capitals[i].distance) {
            case PAIRS:
                return point | 1;
            case ODD_PAIRS:
                return point + (point & 1);
            default:
                return point + capitals[i].distance;
            }
        }
    }
    return point;
}

char *tti_text_fold(const char *text)
{
    tt_bytes rest = tt_bytes_of(text);
    char *copy = malloc(rest.size + 1);
    char *at = copy;
    while (copy != NULL && rest.size > 0) {
        size_t used;
        int32_t point = tt_utf8_decode(rest, &used);
        int32_t folded = fold(point);
        if (folded != point) {
            /* the small letter has as many bytes as the capital */
            at += tti_utf8_put((uint8_t *)at, (uint32_t)folded);
        } else {
            memcpy(at, rest.data, used);
            at += used;
        }
        rest.data += used;
        rest.size -= used;
    }
    if (copy != NULL) {
        *at = '\0';
    }
    return copy;
}

static bool is_escape(const char *at)
{
    return at[0] == '\\' && (at[1] == '*' || at[1] == '?' || at[1] == '\\');
}

bool tti_pattern_is_one(const char *pattern)
{
    for (const char *at = pattern; *at != '\0'; at++) {
        if (is_escape(at)) {
            at++;
        } else if (*at == '*' || *at == '?') {
            return true;
        }
    }
    return false;
}

char *tti_pattern_begin(const char *pattern)
{
    char *copy = malloc(strlen(pattern) + 1);
    char *to = copy;
    const char *at = pattern;
    while (copy != NULL && *at != '\0' && *at != '*' && *at != '?') {
        at += is_escape(at);
        *to++ = *at++;
    }
    if (copy != NULL) {
        *to = '\0';
    }
    return copy;
}

static size_t character(const char *text)
{
    size_t used = 1;
    if ((*text & 0x80) != 0) {
        tt_bytes few = {(const uint8_t *)text, strnlen(text, 4)};
        tt_utf8_decode(few, &used);
    }
    return used;
}

/* Returns the bytes of the character with which both texts begin; 0 when they differ. A capital and
 * its small letter have equally many bytes: see fold. */
static size_t same(const char *pattern, const char *text, bool ignore_case)
{
    if (!ignore_case || *pattern == '\0') {
        return *pattern == *text;
    }
    size_t used, other;
    tt_bytes one = {(const uint8_t *)pattern, strnlen(pattern, 4)};
    tt_bytes two = {(const uint8_t *)text, strnlen(text, 4)};
    int32_t point = fold(tt_utf8_decode(one, &used));
    if (point <= 0) {
        return *pattern == *text;
    }
    return point == fold(tt_utf8_decode(two, &other)) ? used : 0;
}

/* Matches a pattern. Only the last `*` is retried, one character later, because retrying an earlier
 * one finds nothing more. Wildcards match whole characters. */
bool tti_pattern_match(const char *pattern, const char *text, bool ignore_case)
{
    const char *star = NULL, *again = NULL;
    size_t used;
    while (*text != '\0') {
        if (*pattern == '*') {
            star = ++pattern;
            again = text;
        } else if (*pattern == '?') {
            pattern++;
            text += character(text);
        } else if ((used = same(pattern + is_escape(pattern), text, ignore_case)) > 0) {
            pattern += is_escape(pattern) + used;
            text += used;
        } else if (star != NULL) {
            again += character(again);
            pattern = star;
            text = again;
        } else {
            return false;
        }
    }
    while (*pattern == '*') {
        pattern++;
    }
    return *pattern == '\0';
}

bool tti_pattern_name(const char *wanted, bool ignore_case, tt_bytes name)
{
    char text[TT_NAME_CAP * 3];
    if (tt_bytes_equal(name, tt_bytes_of(wanted))) {
        return true;
    }
    if ((!ignore_case && strpbrk(wanted, "*?\\") == NULL) || name.size >= TT_NAME_CAP) {
        return false;
    }
    put_valid(text, name);
    return tti_pattern_match(wanted, text, ignore_case);
}
