/* SPDX-License-Identifier: MIT
 *
 * Letters and hex digits of ASCII, independent of the program's locale.
 */
#ifndef TTI_BASE_ASCII_H
#define TTI_BASE_ASCII_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline uint8_t tti_lower(uint8_t c)
{
    return c >= 'A' && c <= 'Z' ? (uint8_t)(c + ('a' - 'A')) : c;
}

static inline char tti_hex_digit(unsigned value)
{
    return "0123456789abcdef"[value & 15];
}

/* Writes the bytes as hex digits in lower case: 2 * size digits and no NUL. */
static inline void tti_hex_put(char *dst, const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        dst[2 * i] = tti_hex_digit(bytes[i] >> 4u);
        dst[2 * i + 1] = tti_hex_digit(bytes[i]);
    }
}

static inline int tti_hex_value(uint8_t c)
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    c = tti_lower(c);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Compares two C strings, because the core has no strcmp. */
static inline bool tti_same_text(const char *a, const char *b)
{
    while (*a != 0 && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

#endif
