/* SPDX-License-Identifier: MIT
 *
 * Records that are nothing but numbers, written fast. They fill a recording, and two lines of a
 * kind differ in their numbers alone. So the text between these is taken, once, from a line that
 * record_json or record_text has written: keys and columns stand where they always do.
 */
#ifndef CLI_SHAPE_H
#define CLI_SHAPE_H

#include <stdbool.h>

#include "cli/show/number.h"
#include "teetape/teehistorian.h"

/* Most bytes between two numbers, and most numbers, of a kind that has a shape; and most bytes that
 * shape_put writes and touches. */
#define SHAPE_TEXT 32
#define SHAPE_NUMBERS 24
#define SHAPE_MOST ((SHAPE_NUMBERS + 2) * (SHAPE_TEXT + NUMBER_MOST))

/* In place of each number of the line that a shape is taken from, and its text. */
#define SHAPE_MARK (-INT32_MAX)
#define SHAPE_MARK_TEXT "-2147483647"

/* A text, and space up to SHAPE_TEXT: it is copied whole. */
struct shape_text {
    uint32_t size; /* of `text` */
    char text[SHAPE_TEXT];
};

/* Numbers one after the other: in the event, or where it points to. */
struct shape_run {
    uint16_t offset; /* in event->u */
    uint16_t count;  /* how many numbers */
    bool is_input;   /* ten ints that event->u points to */
};

/* How a line of one kind of record looks, but for its numbers. Made once, then only read. */
struct shape {
    bool is_there; /* else the kind has none */
    unsigned runs; /* of `run` in use */
    struct shape_run run[SHAPE_NUMBERS];
    struct shape_text before[SHAPE_NUMBERS + 1]; /* each number; and after the last one */
};

/* An event of a kind whose members are all SHAPE_MARK, to be shown in the usual way. False when the
 * kind has members that are no numbers, or none at all. It points to numbers of the program. */
bool shape_example(tt_th_event *event, tt_th_kind kind);

/* The place of the first mark of a text; its size when there is none. */
size_t shape_find_mark(tt_bytes text);

/* The shape of the kind of `example`; `text` is what its members look like. */
void shape_take(struct shape *shape, const tt_th_event *example, tt_bytes text);

/* Writes the members of an event whose kind has this shape to `at`, which has SHAPE_MOST bytes. The
 * result is the end. */
uint8_t *shape_put(const struct shape *shape, const struct numbers *numbers, uint8_t *at,
                   const tt_th_event *event);

#endif
