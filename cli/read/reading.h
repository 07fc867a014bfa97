/* SPDX-License-Identifier: MIT
 *
 * A recording as a command reads it: a tt_io_reading (reading/reading.h) whose span and player are
 * those of the user's options, and of which everything that is wrong is reported to the user.
 *
 *     struct reading_options how = {.span = &span, .wants = TT_WANT_FACTS, .facts = TT_FACTS_ALL};
 *     if (reading_open(&r, job, &how)) {
 *         while (reading_next(&r)) ... r.io.item, tt_recording_world(r.io.rec) ...
 *     }
 *     return reading_close(&r);
 */
#ifndef CLI_READING_H
#define CLI_READING_H

#include "cli/read/span.h"
#include "cli/shell/issues.h"
#include "teetape/io/reading.h"

/* How a recording is read; all zero is all of it, and no items but its header. */
struct reading_options {
    const struct span_options *span; /* NULL: all of the recording */
    /* As in tt_io_reading_options. */
    unsigned wants;
    uint64_t facts;
    tt_th_tally *tally;
    bool wants_map, wants_before, wants_all, wants_everybody, wants_id;
    int32_t lead;
    struct tti_index_scan *scan;

    bool reports_itself; /* the command reports a span or a player that is not in it */
    bool is_quiet;       /* reports only what the system refused, and sees no progress */
    bool is_again;       /* one more pass over what was read: the user sees progress alone */
};

/* One recording on its way, in the struct of a verb. It must not move while it is open: the
 * callbacks of the library have its address. Copies are made by parts.c alone. */
struct reading {
    tt_io_reading io; /* may be asked by the command, but not advanced: use reading_next */
    struct job *job;  /* of which the reading sets `outcome` and `asks_for_part` */
    bool is_skipped;  /* found in a folder, and no recording: print nothing */
    struct issues issues;
    enum exit_status status; /* what reading_close returns, as far as it is known */

    /* for reading.c */
    struct reading_options options; /* copies; all zero where there were none */
    struct span_options span;
    uint64_t printed_before; /* bytes of results, before it was opened */
    bool is_open;            /* there is something to read; false again once the span was refused */
    bool has_error, has_empty, has_end; /* it was reported */
};

/* Opens job->path, reads the header, and finds span and player in it. False when there is nothing
 * to read; then, as after true, reading_close has to be called. `options` may be NULL. */
bool reading_open(struct reading *r, struct job *job, const struct reading_options *options);

/* For a call of the library that opens and reads r->io itself: *how is what it is given. False when
 * there is nothing to read. Then, as after the call, reading_close has to be called. */
bool reading_prepare(struct reading *r, struct job *job, const struct reading_options *options,
                     tt_io_reading_options *how);

/* Reports, once, what has come about so far. */
void reading_settle(struct reading *r);

/* See tt_io_reading_next and tt_io_reading_next_tick. */
bool reading_next(struct reading *r);
bool reading_next_tick(struct reading *r, int32_t *tick);

/* The clock of a tick for --wall, in `text`; NULL when it is not wanted or not known. */
const char *reading_clock(const struct reading *r, char text[TT_IO_PLACE_CLOCK_TEXT], int32_t tick);

/* Counts and reports what the command itself finds wrong, at the tick that was reached. */
void reading_report(struct reading *r, tt_level level, tt_status status, uint64_t offset);

/* The game time of an issue of this reading, in ticks, or ISSUES_NO_TICK; and an issue of another
 * reading of the same recording, counted and reported as one of this. */
int32_t reading_since_start(const struct reading *r, const tt_issue *issue);
void reading_take_issue(struct reading *r, const tt_issue *issue, int32_t since_start);

/* The command fails: reading ends, and reading_close returns this at least. */
void reading_fail(struct reading *r, enum exit_status status);

/* Reports that from is not before to; a quiet reading does not. */
void reading_report_empty(const struct reading *r);

/* Says that a span has no tick: wrong usage. */
enum exit_status reading_refuse_empty(const struct job *job);

/* Refuses a span that has nothing of the recording, as far as it was read: such as one that begins
 * after its end. A verb that prints rows prints none, and reading_close says why in a note; nothing
 * else can be made of it, so other verbs refuse it with an error in place of the note, and write
 * nothing. False when the span has something. */
bool reading_refuse_span(struct reading *r);

/* Reports what is left to be reported, also a span outside of the recording and a name that nobody
 * has, frees everything, and returns how it went. */
enum exit_status reading_close(struct reading *r);

/* What the recording is, by what was read of it. */
tt_recording_state reading_state(const struct reading *r);

/* Its first bytes are those of a demo. */
static inline bool reading_is_demo(const struct reading *r)
{
    return tt_io_reading_format(&r->io) == TT_FORMAT_DEMO;
}

/* The format's name for JSON: NULL when the first bytes are those of no format. */
const char *reading_format_name(const struct reading *r);

#endif
