/* SPDX-License-Identifier: MIT
 *
 * The printing parts of teetape find.
 */
#ifndef CLI_FIND_H
#define CLI_FIND_H

#include "cli/shell/command.h"
#include "cli/show/rows.h"
#include "teetape/io/find.h"

struct find_options {
    tt_io_find_options find;
    const char *commands; /* verb of the printed command lines; "" is cut; NULL prints none */
    bool files;           /* print the path of each file once */
    bool print0;          /* print the path of each file once, ended by a NUL */
    bool count;           /* print the number of answers */
};

/* The description of an answer in a few words, not yet safe for a terminal. */
struct find_what {
    uint8_t text[1024];
    size_t size;
};
void find_what_of(struct find_what *w, const tt_io_find_answer *answer);

enum find_verb { FIND_CUT, FIND_DEMO, FIND_PAGE, FIND_RUN, FIND_NO_VERB };

enum find_verb find_verb(const char *name);

enum find_without {
    FIND_HAS_COMMAND,
    FIND_WITHOUT_FILE,      /* the game is known from a list only */
    FIND_WITHOUT_REMOVED,   /* `archive` removed the file from the disk */
    FIND_WITHOUT_RECORDING, /* the file is not a recording */
    FIND_WITHOUT_DEMO,      /* no demo is made of a demo */
    FIND_WITHOUTS
};

/* Appends a command line for a shell, or returns why there is none. */
enum find_without find_command(tt_io_output *out, const tt_io_find_answer *answer,
                               enum find_verb verb);

/* The one command line of --commands=run. */
struct find_run {
    bool has_begun;
    char last[1024]; /* the last file, if it fits */
};

/* Appends the file of an answer to the command line, without an end of the line. */
enum find_without find_run_command(tt_io_output *out, const tt_io_find_answer *answer,
                                   struct find_run *run);

struct find_printer {
    const struct job *job;
    struct rows rows;
    size_t without[FIND_WITHOUTS];
    struct find_run run;
    void *printed; /* the paths of --files, a tree of tsearch(3) */
    bool no_memory;
};
extern const struct column find_columns[];

void find_print(struct find_printer *p, const tt_io_find_answer *answer);

/* Frees the paths of --files. */
void find_print_end(struct find_printer *p);

/* Says how many answers were printed of how many, and what explains a small number. */
void find_print_notes(const struct find_printer *p, const tt_io_find_result *result);

void find_print_total(const struct job *job, uint64_t answers);

#endif
