/* SPDX-License-Identifier: MIT
 *
 * Templates of records that are nothing but numbers, such as moves and inputs, which fill a
 * recording. The schema row of a kind gives the texts between the numbers, once; then a record
 * costs its digits and a copy of up to 32 bytes for each. record_json and record_text write the
 * same bytes, which test_cli_template compares.
 */
#ifndef CLI_TEMPLATE_H
#define CLI_TEMPLATE_H

#include <stdbool.h>

#include "cli/dump/number.h"
#include "teetape/teehistorian.h"

/* Bytes between two numbers, numbers of a kind, and bytes that template_put touches, at most. */
#define TEMPLATE_TEXT 32
#define TEMPLATE_NUMBERS 24
#define TEMPLATE_MOST ((TEMPLATE_NUMBERS + 2) * (TEMPLATE_TEXT + NUMBER_MOST))

struct template_text {
    uint32_t size;
    char text[TEMPLATE_TEXT]; /* copied whole */
};

/* Numbers that follow each other: in the event, or where it points to. */
struct template_run {
    uint16_t offset; /* in event->u */
    uint16_t count;
    bool is_input; /* ten ints that event->u points to */
};

struct template
{
    unsigned runs; /* 0: the kind has no template */
    struct template_run run[TEMPLATE_NUMBERS];
    struct template_text before[TEMPLATE_NUMBERS + 1]; /* each number; and after the last one */
};

/* Makes the template of a kind: from its word to the end of its object, or of a line what
 * record_text writes and the line feed. It has no runs where a member is no number, none is shown,
 * or a text is too long. */
void template_make(struct template *to, tt_th_kind kind, bool is_json);

/* Writes the members of an event of this kind to `at`, which has TEMPLATE_MOST bytes. The result is
 * the end. */
uint8_t *template_put(const struct template *from, const struct numbers *numbers, uint8_t *at,
                      const tt_th_event *event);

#endif
