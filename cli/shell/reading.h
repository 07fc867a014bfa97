/* SPDX-License-Identifier: MIT
 *
 * Reads the recording of a job, and reports every problem to the user. The verb sets the options
 * of the reading, starting with those of the user (settings.reading) or with none:
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
    READING_ITSELF /* the command itself reports a span or player that does not exist */
};

/* The struct must not move while it is open, because callbacks of the library have its address. */
struct reading {
    tt_io_reading io; /* may be asked, but only reading_next may advance it */
    struct job *job;  /* the reading sets its `outcome` and `asks_for_part` */
    bool is_skipped;  /* true for a file in a folder that is no recording: print nothing */
    struct issues issues;
    enum exit_status status;       /* the status that reading_close will return, as far as known */
    tt_io_reading_options options; /* options of the library */

    /* The rest is private to reading.c. */
    enum reading_says says;
    uint64_t printed_before;            /* bytes of results before the reading was opened */
    bool is_open;                       /* true while there is something to read */
    bool has_error, has_empty, has_end; /* true when the problem was reported */
};

/* Opens job->path, reads the header, and finds span and player. `how` has callbacks and other
 * settings of the command. Returns false when there is nothing to read. reading_close is called in
 * both cases. */
bool reading_open(struct reading *r, struct job *job, const tt_io_reading_options *how,
                  enum reading_says says);

/* Prepares a library call that opens and reads r->io itself with r->options. */
bool reading_prepare(struct reading *r, struct job *job, const tt_io_reading_options *how,
                     enum reading_says says);

/* Reports what is known so far. Nothing is reported twice. */
void reading_settle(struct reading *r);

/* Advances to the next item. When it returns false, everything is reported and `status` and
 * `is_skipped` are final. */
bool reading_next(struct reading *r);

/* Returns the date of a tick for --wall, or NULL when it is not wanted or not known. */
const char *reading_clock(const struct reading *r, char text[TT_IO_PLACE_CLOCK_TEXT], int32_t tick);

/* Counts and reports an issue that the command itself has found at the current tick. */
void reading_report(struct reading *r, tt_level level, tt_status status, uint64_t offset);

/* Warns that an index is not used. GOOD and NONE say nothing. Only SYSTEM has an `error`. */
void reading_report_index(const struct reading *r, tt_io_index_status status,
                          const tt_io_error *error);

/* Ends the reading and returns false. reading_close then returns at least this status. */
bool reading_fail(struct reading *r, enum exit_status status);

/* Reports what is left, including an empty span and an unknown player, and frees everything. */
enum exit_status reading_close(struct reading *r);

tt_recording_state reading_state(const struct reading *r);

/* Returns true when the player chose the current or last session of slot `cid`. */
static inline bool reading_has_slot(const struct reading *r, int32_t cid)
{
    return tt_io_reading_has(&r->io, tt_recording_session(r->io.rec, cid).number, cid);
}

static inline bool reading_is_demo(const struct reading *r)
{
    return tt_io_reading_format(&r->io) == TT_FORMAT_DEMO;
}

/* Returns the name for JSON, or NULL when the first bytes are those of no format. */
const char *reading_format_name(const struct reading *r);

/* Notes that digits were read as a client id although a player has them as a name. `player` may
 * be NULL. */
void no_player_note_digits(const struct job *job, const char *player);

#endif
