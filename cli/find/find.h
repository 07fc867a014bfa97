/* SPDX-License-Identifier: MIT
 *
 * The parts of teetape find that print.
 */
#ifndef CLI_FIND_H
#define CLI_FIND_H

#include "cli/shell/command.h"
#include "cli/show/rows.h"
#include "teetape/io/find.h"

struct find_options {
    tt_io_find_options find;
    const char *commands; /* the verb; "" is cut, NULL no command lines */
};

/* The words of an answer, not yet made safe for a terminal; names and reasons are cut far before.
 */
struct find_what {
    uint8_t text[1024];
    size_t size;
};
void find_what_of(struct find_what *w, const tt_io_find_answer *answer);

enum find_verb { FIND_CUT, FIND_DEMO, FIND_PAGE, FIND_NO_VERB };

enum find_verb find_verb(const char *name);

enum find_without {
    FIND_HAS_COMMAND,
    FIND_WITHOUT_FILE,      /* a game of a list */
    FIND_WITHOUT_RECORDING, /* a file that should be one */
    FIND_WITHOUT_DEMO,      /* no demo is made of a demo */
    FIND_WITHOUTS
};

/* A line for a shell, or why there is none. */
enum find_without find_command(tt_io_output *out, const tt_io_find_answer *answer,
                               enum find_verb verb);

struct find_printer {
    const struct job *job;
    struct rows rows;
    size_t without[FIND_WITHOUTS];
};
extern const struct column find_columns[];

void find_print(struct find_printer *p, const tt_io_find_answer *answer);

/* Says how many answers of how many were printed, and what explains it. */
void find_print_notes(const struct find_printer *p, const tt_io_find_result *result);

/* The counts of a scan, where nothing else is asked for. */
extern const struct column find_scan_columns[];
void find_print_counts(const struct job *job, const tt_io_archive_counts *counts);

#endif
