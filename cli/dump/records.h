/* SPDX-License-Identifier: MIT
 *
 * The records of a teehistorian file, one after the other, as objects or as lines.
 */
#ifndef CLI_RECORDS_H
#define CLI_RECORDS_H

#include "cli/dump/record.h"
#include "cli/dump/template.h"
#include "cli/show/line_memory.h"

/* Bytes of an object before the digits of its tick: longer ones are written field by field. */
#define RECORDS_HEAD 500

struct records {
    const struct reading *r;
    struct line *line;
    struct secrets secrets;

    /* for records.c: what is known of lines */
    struct line_memory *memory; /* NULL: none is remembered */
    struct numbers numbers;
    struct template template[TT_TH_KINDS];
    struct line_text word[TT_TH_KINDS]; /* the word of each kind as a column, for text */
    char head[RECORDS_HEAD + 16];       /* of an object, up to the digits of its tick */
    size_t head_size, before_tick;      /* bytes of the head with and without the digits */
    int32_t tick;                       /* in the head, when head_size is not 0 */
};

/* Prepares it for a reading and, for text, its lines; both remain the caller's. False, reported,
 * when there is no memory. */
bool records_open(struct records *records, struct reading *r, struct line *line);
void records_close(struct records *records);

/* Shows the record that the reading is at. */
void records_show(struct records *records);

#endif
