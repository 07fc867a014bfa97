/* SPDX-License-Identifier: MIT
 *
 * A teehistorian reader with its bytes, which are fed in pieces as it asks for them. Every piece
 * lies in a block of its own that is freed with the next one.
 */
#ifndef TEST_TH_SOURCE_H
#define TEST_TH_SOURCE_H

#include "th_log.h"
#include "th_make.h"

typedef struct th_source {
    const th_make *m;
    size_t at; /* the next byte to feed */
    th_split split;
    uint8_t *block, *scratch;
    tt_world *world;
    tt_th th;
    int issues; /* told so far */
} th_source;

/* A reader at the start of `m`, which must remain valid. */
void th_source_open(th_source *s, const th_make *m, th_split split, int recover);

/* A reader that is not begun: to be given to tt_th_resume. */
void th_source_place(th_source *s, const th_make *m, th_split split);

void th_source_close(th_source *s);

/* Feeds the next piece, or says that there is none. */
void th_source_feed(th_source *s);

/* The call of that name, with pieces fed as it needs them. */
tt_status th_source_next(th_source *s, tt_th_event *event);
tt_status th_source_next_sparse(th_source *s, tt_th_event *event);
tt_status th_source_advance(th_source *s, int32_t tick);

/* The tick of the next record, INT32_MAX after the last one. */
int64_t th_source_next_tick(th_source *s);

/* What on_issue is set to, with &s->issues as its user. */
void th_source_count_issue(void *user, const tt_issue *issue);

#endif
