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
    size_t at; /* index of the next byte to feed */
    th_split split;
    uint8_t *block, *scratch;
    tt_world *world;
    tt_th th;
    int issues; /* number of issues so far */
} th_source;

/* Opens a reader at the start of `m`, which must remain valid. */
void th_source_open(th_source *s, const th_make *m, th_split split, int recover);

/* Prepares a source whose reader tt_th_resume initializes. */
void th_source_place(th_source *s, const th_make *m, th_split split);

void th_source_close(th_source *s);

/* Feeds the next piece, or the end. */
void th_source_feed(th_source *s);

/* Call the function of the same name, and feed pieces when it asks for them. */
tt_status th_source_next(th_source *s, tt_th_event *event);
tt_status th_source_next_sparse(th_source *s, tt_th_event *event);
tt_status th_source_advance(th_source *s, int32_t tick);

/* Returns the tick of the next record, INT32_MAX after the last one. */
int64_t th_source_next_tick(th_source *s);

/* The on_issue of a source, with &s->issues as its user. */
void th_source_count_issue(void *user, const tt_issue *issue);

#endif
