/* SPDX-License-Identifier: MIT
 *
 * Converts teehistorian recordings in memory, for tests.
 */
#ifndef TEST_TH_CONVERT_H
#define TEST_TH_CONVERT_H

#include "convert/convert.h"
#include "follow/replay.h"
#include "support/demo_make.h"
#include "support/th_make.h"

/* Options and results of a conversion. With all zeros the whole recording is converted. */
typedef struct th_convert {
    int32_t from, to;          /* span [from, to) in ticks; a `to` of 0 is the end */
    int32_t every;             /* ticks between snapshots; 0 counts as 1 */
    int32_t only;              /* 1 + the only client in the demo, which is in focus; 0 for
                                  everybody */
    int32_t local;             /* 1 + the client of the demo; 0 for none */
    int32_t focus;             /* 1 + the client in focus; 0 for none */
    const tt_terrain *terrain; /* NULL without a map */
    tt_bytes settings;
    const tti_hint *hints; /* the inputs that counted late */
    size_t hint_count;
    int is_alone;  /* 1: converts without the computed game */
    int is_anew;   /* 1: makes every snapshot as if all of its items could have changed */
    int32_t later; /* tick in which a second demo begins in a copy of the conversion; 0 for none */

    /* results */
    demo_bytes demo, later_demo;
    tt_demo_header header;
    tt_convert *convert;
    tti_convert *c; /* the inside of `convert` */
} th_convert;

/* Converts a recording. Fails the test when a call fails. */
void th_convert_run(th_convert *t, tt_bytes recording);
void th_convert_free(th_convert *t);

/* Returns all chat lines of a demo, "cid: text\n" each, -1 for the server. The caller frees the
 * text. */
char *th_convert_chat(tt_bytes demo);

#endif
