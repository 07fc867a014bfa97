/* SPDX-License-Identifier: MIT
 *
 * The reading of a job, of which everything that is wrong is reported to the user. The verb says
 * how to read, beginning with what the user's options say (settings.reading) or with nothing:
 *
 *     tt_io_reading_options how = job->settings->reading;
 *     how.wants = TT_WANT_FACTS;
 *     how.facts = TT_FACTS_ALL;
 *     if (reading_open(&r, job, &how, READING_USUAL)) {
 *         while (reading_next(&r)) ... r.io.item, tt_recording_world(r.io.rec) ...
 *     }
 *     return reading_close(&r);
 */
#ifndef CLI_READING_H
#define CLI_READING_H

#include "cli/shell/issues.h"
#include "teetape/io/reading.h"

enum reading_says {
    READING_USUAL,
    READING_ITSELF /* the command reports a span or a player that is not in it */
};

/* Must not move while it is open: the callbacks of the library have its address. */
struct reading {
    tt_io_reading io; /* may be asked by the command, but not advanced: use reading_next */
    struct job *job;  /* of which the reading sets `outcome` and `asks_for_part` */
    bool is_skipped;  /* found in a folder, and no recording: print nothing */
    struct issues issues;
    enum exit_status status;       /* what reading_close returns, as far as it is known */
    tt_io_reading_options options; /* those that the library has */

    /* for reading.c */
    enum reading_says says;
    uint64_t printed_before;            /* bytes of results, before it was opened */
    bool is_open;                       /* there is something to read */
    bool has_error, has_empty, has_end; /* it was reported */
};

/* Opens job->path, reads the header, and finds span and player. `how` gets the callbacks that
 * report and other settings. False: nothing to read. reading_close is called either way. */
bool reading_open(struct reading *r, struct job *job, const tt_io_reading_options *how,
                  enum reading_says says);

/* Prepares a call of the library that opens and reads r->io itself, with r->options. */
bool reading_prepare(struct reading *r, struct job *job, const tt_io_reading_options *how,
                     enum reading_says says);

/* Reports, once, what has come about so far. */
void reading_settle(struct reading *r);

/* At the end everything is reported, so `status` and `is_skipped` are known. */
bool reading_next(struct reading *r);

/* The clock of a tick for --wall; NULL when it is not wanted or not known. */
const char *reading_clock(const struct reading *r, char text[TT_IO_PLACE_CLOCK_TEXT], int32_t tick);

/* Counts and reports what the command itself finds wrong, at the current tick. */
void reading_report(struct reading *r, tt_level level, tt_status status, uint64_t offset);

/* Warns that an index is not used. Nothing for GOOD and NONE; only SYSTEM has an `error`. */
void reading_report_index(const struct reading *r, tt_io_index_status status,
                          const tt_io_error *error);

/* Ends reading; reading_close returns this at least. */
void reading_fail(struct reading *r, enum exit_status status);

/* Reports the rest, also an empty span and a name that nobody has, and frees everything. */
enum exit_status reading_close(struct reading *r);

tt_recording_state reading_state(const struct reading *r);

/* Its first bytes are those of a demo. */
static inline bool reading_is_demo(const struct reading *r)
{
    return tt_io_reading_format(&r->io) == TT_FORMAT_DEMO;
}

/* For JSON: NULL when the first bytes are those of no format. */
const char *reading_format_name(const struct reading *r);

/* Notes that digits are a client id although a player has this name. `player` may be NULL. */
void no_player_note_digits(const struct job *job, const char *player);

#endif
