/* SPDX-License-Identifier: MIT
 *
 * One recording, from its file to its events: opened, decompressed, read, and everything that
 * is wrong with it told to the user. The commands look at events and at the world only.
 *
 *     if (!recording_open(&r, job)) return recording_close(&r);
 *     while (recording_next(&r)) ... r.event, r.world ...
 *     return recording_close(&r);
 */
#ifndef CLI_RECORDING_H
#define CLI_RECORDING_H

#include "cli/shell/issues.h"
#include "host/input.h"
#include "host/kind.h"
#include "teetape/teehistorian_past.h"

/* Holds the longest header that is looked for, and so every record. */
#define RECORDING_SCRATCH (TT_TH_HEADER_MAX + 16)

struct recording {
    /* for the commands */
    tt_th_event event;     /* the current event */
    const tt_world *world; /* after the event */
    tt_th_header header;   /* of the recording; valid until recording_close once has_header */
    bool has_header;
    bool is_foreign;    /* it does not begin as a teehistorian file does */
    bool skipped;       /* found in a folder, and passed over: say nothing of it */
    int32_t first_tick; /* of the first record, -1 before it; the last one is world->tick */
    bool finished;      /* FINISH was read */
    bool is_at_end;     /* all of it was read */
    uint64_t bytes;     /* of the recording, after decompression, as far as it was read */
    struct issues issues;

    /* for recording.c */
    struct job *job;
    struct host_input *input;
    tt_th *th;
    tt_world *own_world;
    uint8_t *scratch, *header_json;
    struct host_first first;

    bool has_progress;

    /* for jump.c */
    struct archive_index *index; /* NULL when there is none that can be used */
    bool looked_for_index;
    uint8_t *interval; /* the first piece behind a jump */
    uint64_t passed_errors, passed_warnings;
    bool ended;
    enum exit_status status;
};

/* What it is for JSON: NULL when its first bytes say nothing, or something else. */
const char *recording_format(const struct recording *r);

/* Opens job->path and reads the header. False when there is none to be read; then, as after true,
 * recording_close has to be called. */
bool recording_open(struct recording *r, struct job *job);

/* The same for a pass of which the user shall notice nothing. */
bool recording_open_quietly(struct recording *r, struct job *job);

/* The same for one more pass over what was read: the user sees its progress, and nothing else. */
bool recording_open_again(struct recording *r, struct job *job);

/* The next event into r->event. False at the end, after an error that stops reading, and when the
 * user wants to leave. */
bool recording_next(struct recording *r);

/* The next one up to the end of `tick` that does not fill a recording: see tt_th_next_rare_until.
 * False also when the next event belongs to a later tick; recording_next_tick tells. */
bool recording_next_rare(struct recording *r, int32_t tick);

/* The tick of the next event, which is not taken yet. Result as recording_next. */
bool recording_next_tick(struct recording *r, int32_t *tick);

/* Moves on to the end of `tick` without giving events. Same result as recording_next, but true
 * means that the next event belongs to a later tick. */
bool recording_advance(struct recording *r, int32_t tick);

/* Ends before the end: what comes is of no interest. Not told as an error. */
void recording_stop(struct recording *r);

/* Tells what is left to be told, frees everything, and says how it went. */
enum exit_status recording_close(struct recording *r);

#endif
