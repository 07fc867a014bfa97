/* SPDX-License-Identifier: MIT
 *
 * Goes through the events of a recording that the user asked for with --from, --to and --player.
 *
 *     if (visit_open(&v, job, 0)) {
 *         while (visit_next(&v)) ... v.r.event, v.r.world, v.change ...
 *     }
 *     return visit_close(&v);
 */
#ifndef CLI_VISIT_H
#define CLI_VISIT_H

#include "archive/index_open.h"
#include "cli/read/select.h"

/* Wants. */
enum {
    VISIT_SESSIONS = 1, /* v.change has to be right: nothing may be passed over unseen */
    VISIT_BEFORE = 2,   /* events before the span are wanted too, see v.in_span */
    VISIT_EVERYBODY = 4 /* and those of other players: the command selects by itself */
};

struct visit {
    struct recording r;
    struct select select;
    tt_th_past past;
    tt_th_change change;              /* of the current event */
    char names[TT_CIDS][TT_NAME_CAP]; /* see visit_name */
    bool in_span;                     /* the current event is not before --from */
    unsigned wants;
    bool has_jumped; /* what is before the place was not visited: see visit_before */
    uint32_t block;  /* of the index, where it began then */
    enum exit_status status;
    bool is_open;
};

/* Opens the recording and finds the span and the player in it. False when there is nothing to
 * visit. */
bool visit_open(struct visit *v, struct job *job, unsigned wants);

/* The next event of the span, and of the player. With VISIT_BEFORE also those before the span. */
bool visit_next(struct visit *v);

/* The last name of who is, or was, in a slot: also on and after the DROP, when the world has
 * forgotten it. "" when none is known, or for a negative client id. */
const char *visit_name(const struct visit *v, int32_t cid);

/* After a jump: the marks of these kinds (bits) before the place, of the last stay in each slot and
 * perhaps of earlier ones, in their order. False when they cannot be read. */
bool visit_before(struct visit *v, uint64_t kinds, archive_fact_fn *on_fact, void *user);

/* Frees everything; to be called after visit_open whatever it said. */
enum exit_status visit_close(struct visit *v);

#endif
