/* SPDX-License-Identifier: MIT
 *
 * Writes numbers in decimal where room is reserved: for what is printed millions of times. Nearly
 * all numbers of a recording are below 10000, and those come out of a table. Larger ones are two or
 * three such numbers. Stores are of four bytes whatever the number has, which saves a branch: so
 * bytes after the end are touched, and the caller has reserved them (NUMBER_MOST).
 */
#ifndef CLI_NUMBER_H
#define CLI_NUMBER_H

#include <stdint.h>

/* Most bytes that number_put touches: "-2147483648", and what it writes ahead of its end. */
#define NUMBER_MOST 16

/* The table has 40 KB, which the second level of a cache holds. */
#define NUMBER_TABLE 10000

/* The digits of each number, the first one in the lowest byte. Digits of ASCII leave the two
 * highest bits of a byte free; in the last byte these say how many there are, less one. */
struct numbers {
    uint32_t digits[NUMBER_TABLE];
};

static inline void numbers_fill(struct numbers *numbers)
{
    for (uint32_t value = 0; value < NUMBER_TABLE; value++) {
        uint32_t count = 1u + (value >= 10) + (value >= 100) + (value >= 1000), digits = 0;
        for (uint32_t rest = value, i = count; i > 0; i--, rest /= 10) {
            digits |= ('0' + rest % 10) << 8 * (i - 1);
        }
        numbers->digits[value] = digits | (count - 1) << 30;
    }
}

/* Below NUMBER_TABLE. The result is the end. */
static inline uint8_t *number_put_short(const struct numbers *numbers, uint8_t *at, uint32_t value)
{
    uint32_t entry = numbers->digits[value], digits = entry & 0x3fffffff;
    at[0] = (uint8_t)digits; /* one store, to a compiler */
    at[1] = (uint8_t)(digits >> 8);
    at[2] = (uint8_t)(digits >> 16);
    at[3] = (uint8_t)(digits >> 24);
    return at + 1 + (entry >> 30);
}

/* The same with zeros in front, four digits in all: the lower part of a larger number. The three
 * zeros are written first and the digits over them. */
static inline uint8_t *number_put_four(const struct numbers *numbers, uint8_t *at, uint32_t value)
{
    uint32_t missing = 3 - (numbers->digits[value] >> 30);
    at[0] = at[1] = at[2] = '0';
    return number_put_short(numbers, at + missing, value);
}

/* Writes `value` to `at`, which has NUMBER_MOST bytes. The result is the end. The minus is written
 * in any case, and the digits go over it where there is none. Negated as unsigned: INT32_MIN has no
 * positive twin. */
static inline uint8_t *number_put(const struct numbers *numbers, uint8_t *at, int32_t value)
{
    uint32_t rest = value < 0 ? 0u - (uint32_t)value : (uint32_t)value;
    *at = '-';
    at += value < 0;
    if (rest < NUMBER_TABLE) {
        return number_put_short(numbers, at, rest);
    }
    uint32_t high = rest / NUMBER_TABLE;
    if (high < NUMBER_TABLE) {
        at = number_put_short(numbers, at, high);
    } else {
        at = number_put_short(numbers, at, high / NUMBER_TABLE);
        at = number_put_four(numbers, at, high % NUMBER_TABLE);
    }
    return number_put_four(numbers, at, rest % NUMBER_TABLE);
}

#endif
