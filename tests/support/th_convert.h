/* SPDX-License-Identifier: MIT
 *
 * Converts teehistorian recordings in memory, for tests.
 */
#ifndef TEST_TH_CONVERT_H
#define TEST_TH_CONVERT_H

#include "convert/convert.h"
#include "support/demo_make.h"
#include "support/th_make.h"

/* What to convert, and how: all zeros is the whole recording. */
typedef struct th_convert {
    int32_t from, to;          /* [from, to) in ticks; a `to` of 0 is the end */
    int32_t every;             /* 0 for 1 */
    int32_t only;              /* 1 + a client id: he is in focus and alone; 0 for everybody */
    int32_t local;             /* 1 + a client id; 0 for nobody */
    int32_t focus;             /* 1 + a client id; 0 for nobody */
    const tt_terrain *terrain; /* NULL: there is no map */
    tt_bytes settings;
    int is_alone;  /* 1: without the physics */
    int is_anew;   /* 1: makes every snapshot as if all of it could have changed */
    int32_t later; /* a second demo begins at this tick, in a copy; 0 for none */

    /* afterwards */
    demo_bytes demo, later_demo;
    tt_demo_header header;
    tt_convert *convert;
    tti_convert *c; /* the inside of `convert` */
} th_convert;

/* Fails the test when something is wrong. */
void th_convert_run(th_convert *t, tt_bytes recording);
void th_convert_free(th_convert *t);

/* The text form of all chat lines of a demo, "cid: text\n" each (-1 for the server); to be freed.
 */
char *th_convert_chat(tt_bytes demo);

#endif
