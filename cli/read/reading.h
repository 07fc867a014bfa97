/* SPDX-License-Identifier: MIT
 *
 * One recording of any format, from its file to its items: opened, decompressed, read, and
 * everything that is wrong with it reported to the user.
 *
 *     if (reading_open(&r, job, NULL)) {
 *         tt_recording_want(r.rec, TT_WANT_FACTS, TT_FACTS_ALL);
 *         while (reading_next(&r)) ... r.item, tt_recording_world(r.rec, r.item.view) ...
 *     }
 *     return reading_close(&r);
 */
#ifndef CLI_READING_H
#define CLI_READING_H

#include "cli/shell/issues.h"
#include "host/input.h"
#include "host/kind.h"
#include "teetape/recording.h"

/* How a recording is read; all zero is the usual way. */
struct reading_options {
    bool is_quiet; /* the user is told only what the system refused, and sees no progress */
    /* Gets the bytes of the recording while they are read, in order; or NULL. */
    void (*on_piece)(void *user, tt_bytes piece);
    /* Gets the places where decompression could begin; or NULL, as it must be for stdin. */
    host_restart_fn *on_restart;
    void *user;
};

struct reading {
    /* for the commands */
    struct job *job;
    tt_recording *rec;      /* NULL when there was no memory for it */
    tt_item item;           /* the current item, after reading_next */
    tt_th_header th_header; /* of a teehistorian file; valid until reading_close */
    bool has_header;
    bool is_foreign; /* it begins as no recording does */
    bool is_skipped; /* found in a folder, and no recording: print nothing */
    bool is_at_end;  /* all of it was read */
    uint64_t bytes;  /* of the recording, after decompression, as far as it was read */
    struct issues issues;
    enum exit_status status; /* what reading_close returns, as far as it is known */

    /* for reading.c */
    struct reading_options options;
    struct host_input *input;
    struct host_first first;
    uint8_t *scratch, *header_json;
    uint64_t skipped; /* bytes of the file that were not read */
    bool is_ended;
};

/* Opens job->path and reads the header. False when there is none to be read; then, as after true,
 * reading_close has to be called. `options` may be NULL. */
bool reading_open(struct reading *r, struct job *job, const struct reading_options *options);

/* Leaves out the embedded map, without reading it where the file has all of it and can be sought
 * in. To be called before the first reading_next. */
void reading_skip_map(struct reading *r);

/* The next item into r->item. False at the end, after an error that stops reading, and when the
 * user wants to leave. */
bool reading_next(struct reading *r);

/* Ends before the end: what follows is of no interest. Not reported as an error. */
void reading_stop(struct reading *r);

/* Counts and reports what the command itself finds wrong, at the tick that was reached. */
void reading_report(struct reading *r, tt_level level, tt_status status, uint64_t offset);

/* Reports what is left to be reported, frees everything, and returns how it went. */
enum exit_status reading_close(struct reading *r);

/* What the recording is, by what was read of it. */
tt_recording_state reading_state(const struct reading *r);

/* The format by the first bytes, also of one that ends inside the magic. */
tt_format reading_format(const struct reading *r);

/* Its name for JSON: NULL when the first bytes are those of no format. */
const char *reading_format_name(const struct reading *r);

/* The last tick for output: 0 before the first one. */
int32_t reading_last_tick(const struct reading *r);

/* The game time of a tick, in ticks: of a demo since its first tick marker. */
int32_t reading_time(const struct reading *r, int32_t tick);

#endif
