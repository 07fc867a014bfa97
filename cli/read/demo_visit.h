/* SPDX-License-Identifier: MIT
 *
 * Goes through the events of a demo that the user asked for with --from, --to and --player: what
 * visit.h is for teehistorian files.
 *
 *     if (demo_visit_open(&v, job, 0)) {
 *         while (demo_visit_next(&v)) ... v.r.event, v.world, v.follower ...
 *     }
 *     return demo_visit_close(&v);
 *
 * A stay begins with the snapshot (with 0.7 the message) in which a client is there, and ends with
 * the one in which it is not.
 */
#ifndef CLI_DEMO_VISIT_H
#define CLI_DEMO_VISIT_H

#include "cli/read/demo_lazy.h"
#include "cli/read/demo_recording.h"
#include "cli/read/place.h"
#include "cli/read/select.h"

/* Wants. */
enum {
    DEMO_VISIT_BEFORE = 1, /* events before the span are wanted too, see v.in_span */
    DEMO_VISIT_LAZY = 2,   /* snapshots are no matter: demo_visit_catch_up when they are */
    DEMO_VISIT_QUIET = 4   /* of which the user shall notice nothing */
};

struct demo_visit {
    struct demo_recording r;
    struct select select;
    tt_world world;         /* after the event */
    tt_demo_world follower; /* of it */
    unsigned changes;       /* TT_DEMO_WORLD_*, by the event */
    bool in_span;           /* the current event is not before --from */
    struct {
        uint64_t session; /* the open one, else the last one; TT_SESSION_NONE when there was none */
        bool open;
        char name[TT_NAME_CAP]; /* see demo_visit_name */
    } slot[TT_CIDS];
    uint64_t sessions;
    uint32_t open_sessions, most_open;

    /* for demo_visit.c */
    unsigned wants;
    bool is_lazy, is_open, has_span;
    bool starts_at_once; /* what comes before the first tick marker is in the span */
    struct demo_lazy lazy;
    enum exit_status status;
};

/* Opens the demo and finds the player in it. False when there is nothing to visit. */
bool demo_visit_open(struct demo_visit *v, struct job *job, unsigned wants);

/* Leaves messages packed but for those whose tt_sv_bit is in the sum `messages`, and those that
 * tell who is there: for commands that have no need of the others. What is wrong with one that
 * stays packed is not noticed. */
void demo_visit_only(struct demo_visit *v, uint64_t messages);

/* The next event of the span; with DEMO_VISIT_BEFORE also those before it. What comes before the
 * first tick marker belongs to the first tick. Whether an event is about the player is for the
 * command to find out: demo_visit_is_chosen. */
bool demo_visit_next(struct demo_visit *v);

/* A lazy visit: brings world, stays and names up to the current event. */
void demo_visit_catch_up(struct demo_visit *v);

/* Whether the user asked for who is in this slot now, or was there last. Without --player for all,
 * also for nobody (-1). */
bool demo_visit_is_chosen(const struct demo_visit *v, int32_t cid);

/* The last name of who is, or was, in a slot; "" when none is known, or for a negative client id.
 */
const char *demo_visit_name(const struct demo_visit *v, int32_t cid);

/* The clock of a tick for --wall, in `text`; NULL when it is not wanted or not known. */
const char *demo_visit_clock(const struct demo_visit *v, char text[PLACE_CLOCK_TEXT], int32_t tick);

/* Frees everything; to be called after demo_visit_open whatever it said. */
enum exit_status demo_visit_close(struct demo_visit *v);

#endif
