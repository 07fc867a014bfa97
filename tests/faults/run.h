/* SPDX-License-Identifier: MIT
 *
 * One run of the command under the shim.
 */
#ifndef FAULTS_RUN_H
#define FAULTS_RUN_H

#include <stdbool.h>
#include <stddef.h>

#include "shim.h"

/* What remains the same for all runs. */
struct run_how {
    const char *command;
    const char *preload; /* the shim, and perhaps a sanitizer's library after it */
    unsigned timeout;    /* seconds; then it hangs */
};

/* A line of cases.txt. */
struct run_case {
    char name[64];
    char shrinks[256];     /* the file that `shrink` halves */
    const char *words[32]; /* after "teetape", NULL at the end */
    const char *input;     /* for stdin; NULL: /dev/null */
    char text[1024];       /* where the words are */
};

struct run {
    int status; /* as waitpid gives it */
    char *out;
    size_t out_size;
    char *err; /* with a NUL after it */
    bool fired;
    bool ended; /* by exit: there are counts */
    unsigned long counts[KIND_COUNT];
};

/* False for an empty line and a comment. */
bool run_read_case(struct run_case *c, const char *line);

/* `fault` as in TT_FAULT, or NULL. Runs in the current folder. */
void run_do(struct run *run, const struct run_how *how, const struct run_case *c,
            const char *fault);
void run_free(struct run *run);

extern const char *const run_kinds[KIND_COUNT];

#endif
