/* SPDX-License-Identifier: MIT
 *
 * Writes records as JSON and as text, without secrets. A template serves the kinds of records
 * that consist of numbers only, such as moves and inputs: the schema row of a kind gives the
 * texts between the numbers. A record costs its digits and a copy of up to 32 bytes for each
 * number. test_cli_template compares the bytes with record_json and record_text.
 */
#ifndef CLI_TEMPLATE_H
#define CLI_TEMPLATE_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/text/json.h"
#include "teetape/teehistorian.h"
#include "teetape/teehistorian_secret.h"

/* Most bytes that number_put writes: "-2147483648", and the excess of its four-byte stores. */
#define NUMBER_MOST 16

/* Entries of the table. It takes 40 KB, which fits the second-level cache. */
#define NUMBER_TABLE 10000

/* A table has the digits of all numbers below 10000; a larger number consists of two or three
 * such numbers. Each store has four bytes, which saves a branch, so the caller reserves
 * NUMBER_MOST bytes. The lowest byte of an entry is the first digit. ASCII leaves two bits of a
 * byte free: those of the last byte hold the number of digits less one. */
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

/* Writes a number below NUMBER_TABLE. Returns the end. */
static inline uint8_t *number_put_short(const struct numbers *numbers, uint8_t *at, uint32_t value)
{
    uint32_t entry = numbers->digits[value], digits = entry & 0x3fffffff;
    at[0] = (uint8_t)digits; /* compilers merge these into one store */
    at[1] = (uint8_t)(digits >> 8);
    at[2] = (uint8_t)(digits >> 16);
    at[3] = (uint8_t)(digits >> 24);
    return at + 1 + (entry >> 30);
}

/* Writes four digits with leading zeros: the lower part of a larger number. */
static inline uint8_t *number_put_four(const struct numbers *numbers, uint8_t *at, uint32_t value)
{
    uint32_t missing = 3 - (numbers->digits[value] >> 30);
    at[0] = at[1] = at[2] = '0';
    return number_put_short(numbers, at + missing, value);
}

/* Writes `value` to `at`, which has NUMBER_MOST bytes, and returns the end. The digits of a
 * positive number overwrite the minus. INT32_MIN is handled apart, because its absolute value is
 * no int32_t. */
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

/* The most bytes of a text between two numbers, the most numbers of a kind, and the most bytes that
 * template_put touches. */
#define TEMPLATE_TEXT 32
#define TEMPLATE_NUMBERS 24
#define TEMPLATE_MOST ((TEMPLATE_NUMBERS + 2) * (TEMPLATE_TEXT + NUMBER_MOST))

struct template_text {
    uint32_t size;
    char text[TEMPLATE_TEXT]; /* copied as a whole, whatever its size */
};

struct template_run {
    uint16_t offset; /* offset of the numbers in event->u */
    uint16_t count;
    bool is_input; /* the numbers are the ten ints of an input, to which event->u has a pointer */
};

struct template
{
    unsigned runs; /* number of runs; 0 when the kind has no template */
    struct template_run run[TEMPLATE_NUMBERS];
    struct template_text before[TEMPLATE_NUMBERS + 1]; /* text before each number, and the end */
};

/* Prepares the line of a kind. A kind has no template (and no runs) when a member is not a
 * number, no member is shown, or a text is too long. */
void template_make(struct template *to, tt_th_kind kind, bool is_json);

/* Writes the members of an event to `at`, which has TEMPLATE_MOST bytes. Returns the end. */
uint8_t *template_put(const struct template *from, const struct numbers *numbers, uint8_t *at,
                      const tt_th_event *event);

void record_json(struct json *j, const tt_th_event *event, const tt_world *world,
                 const tt_th_secrets *secrets);

bool record_has_text(const tt_th_event *event);

/* The text form leaves out the client id, which is a column, and the size of a message. */
bool record_has_column(tt_th_kind kind, const tt_field *field);

/* Appends the fields without the client id, as in "dx 1 dy -2 x 336 y 2224". */
void record_text(tt_io_output *out, const tt_th_event *event, const tt_world *world,
                 const tt_th_secrets *secrets);

#endif
