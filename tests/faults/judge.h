/* SPDX-License-Identifier: MIT
 *
 * Whether a run with a fault did what it should.
 */
#ifndef FAULTS_JUDGE_H
#define FAULTS_JUDGE_H

#include "run.h"
#include "state.h"

enum expected { EXPECT_SAME, EXPECT_TOLD, EXPECT_LEFT, EXPECT_ENDED, EXPECT_SHORTER };

struct fault {
    enum kind kind;
    int number;       /* errno, or 0 */
    const char *what; /* after it */
    enum expected expected;
    const char *words;
};

enum verdict { VERDICT_UNREACHED, VERDICT_SAME, VERDICT_TOLD, VERDICT_ENDED, VERDICT_WRONG };

/* What the run is compared with. */
struct judge {
    const struct run_case *c;
    const struct run *good;     /* the run without a fault */
    const struct run *shorter;  /* the same with a file that is halved already; NULL for none */
    const struct state *before; /* the files before it, */
    const struct state *after;  /* and after it */
};

/* The sanitizer itself crashed, as it does at times on a busy machine, and says nothing of the
 * program. */
bool judge_is_torn(const struct run *run);

/* `reason` is set when it is wrong. */
enum verdict judge(const struct judge *with, const struct fault *fault, const struct run *run,
                   const struct state *now, const char **reason);

#endif
