/* SPDX-License-Identifier: MIT
 *
 * One demo, from its file to its events: what recording.h is for teehistorian files.
 *
 *     if (demo_recording_open(&r, job, 0)) {
 *         r.demo.skip_messages = 1;                // if wanted
 *         while (demo_recording_next(&r)) ... r.event, r.demo.snap ...
 *     }
 *     return demo_recording_close(&r);
 *
 * The embedded map is passed over where the file can be sought in, unless it is wanted.
 */
#ifndef CLI_DEMO_RECORDING_H
#define CLI_DEMO_RECORDING_H

#include "cli/shell/issues.h"
#include "host/input.h"
#include "host/kind.h"
#include "teetape/demo.h"

/* Wants. */
enum {
    DEMO_WANTS_MAP = 1,  /* the pieces of the map are events, too */
    DEMO_WANTS_QUIET = 2 /* a pass of which the user shall notice nothing */
};

struct demo_recording {
    /* for the commands */
    tt_demo_event event; /* the current event */
    tt_demo demo;        /* after it; its header is valid once has_header */
    tt_snap before;      /* the snapshot before it */
    bool has_header;
    bool is_foreign;    /* it does not begin as a demo does */
    bool skipped;       /* found in a folder, and passed over: say nothing of it */
    int32_t first_tick; /* of the first tick marker, -1 before it */
    int32_t last_tick;  /* the highest so far, -1 before the first */
    bool is_at_end;     /* all of it was read */
    uint64_t bytes;     /* of the demo, after decompression, as far as it was read */
    struct issues issues;
    struct job *job;

    /* for demo_recording.c */
    struct host_input *input;
    struct host_first first;
    tt_demo_memory *memory;
    uint64_t passed_over; /* bytes of the file that were not read */
    unsigned wants;
    bool ended;
    enum exit_status status;
};

/* Opens job->path and reads the header. False when there is none to be read; then, as after true,
 * demo_recording_close has to be called. */
bool demo_recording_open(struct demo_recording *r, struct job *job, unsigned wants);

/* The next event into r->event. False at the end, after an error that stops reading, and when the
 * user wants to leave. */
bool demo_recording_next(struct demo_recording *r);

/* The first tick, before it was read: looks for it in the piece that comes next, which is enough
 * for what recorders write. False when it is not there. */
bool demo_recording_look_ahead(struct demo_recording *r, int32_t *tick);

/* Ends before the end: what comes is of no interest. Not told as an error. */
void demo_recording_stop(struct demo_recording *r);

/* Tells what is left to be told, frees everything, and says how it went. */
enum exit_status demo_recording_close(struct demo_recording *r);

/* Ticks since the first tick marker, the game time of a demo. 0 before it. */
int32_t demo_recording_time(const struct demo_recording *r, int32_t tick);

/* Ticks from the first tick marker to the last. */
int32_t demo_recording_ticks(const struct demo_recording *r);

/* Whether its recorder closed it, as far as that can be told once all was read: it writes the
 * length then. That of less than a second is 0. */
bool demo_recording_is_closed(const struct demo_recording *r);

/* The tick of a place that the user named, given the first tick of the demo. False when there is
 * none: see outcome_nothing for what becomes of that, and of *status. */
bool demo_recording_place(const struct demo_recording *r, const char *text, int32_t first_tick,
                          int64_t *tick, enum exit_status *status);

#endif
