/* SPDX-License-Identifier: MIT
 *
 * The files of teetape info:
 *
 *     cmd_info.c              the pass over the records, the lines and the JSON object
 *     info_line.c             how a line is put together
 *     header_teehistorian.c   what a header says, as lines and as JSON
 *     header_demo.c
 */
#ifndef CLI_INFO_H
#define CLI_INFO_H

#include "cli/shell/reading.h"
#include "cli/text/json.h"
#include "teetape/teehistorian_secret.h"

struct info_options {
    bool quick;
};

static inline bool info_is_quick(const struct job *job)
{
    const struct info_options *options = job->options;
    return options->quick;
}

#define INFO_KINDS_MAX TT_TH_KINDS
_Static_assert(INFO_KINDS_MAX >= (int)TT_DEMO_KINDS, "a demo has more kinds");

struct info_inputs {
    uint64_t count, players; /* `players` counts sessions */
    int32_t first, last;     /* first and last tick for which an input was sent ahead */
    /* The session of each slot plus 2; 1 for an unknown session, 0 for none. */
    uint64_t last_seen[TT_CIDS];
};

/* The counts of a pass over one recording. */
struct info {
    struct reading r;
    uint64_t events[INFO_KINDS_MAX]; /* number of events of each kind of the recording's format */
    tt_th_tally tally;               /* counts of the frequent records of a teehistorian file */
    int64_t keyframes;               /* keyframes of a demo */
    struct info_inputs inputs;       /* inputs of a demo */
    uint8_t *space;                  /* room for the JSON of a header, TT_TH_SHOWN_HEADER bytes */
};

/* Words and functions that print a recording of one format. */
struct info_format {
    const char *missing_end;            /* what an unfinished recording lacks, in words */
    const char *(*kind_name)(int kind); /* the name of a tt_th_kind or a tt_demo_kind */
    int end_kind;                       /* the kind that ends a recording, or -1 */
    int64_t (*version)(const struct reading *r);
    void (*header)(const struct reading *r); /* prints the lines about the header */
    /* Appends the member "header". */
    void (*header_json)(const struct reading *r, struct json *j, uint8_t *space);
};

extern const struct info_format info_teehistorian, info_demo;

/* The recording must have a header. */
static inline const struct info_format *info_format(const struct reading *r)
{
    return reading_is_demo(r) ? &info_demo : &info_teehistorian;
}

/* Returns the first tick, or 0 before it and for a recording without a record. */
static inline int32_t info_first_tick(const struct reading *r)
{
    int32_t tick = tt_recording_look(r->io.rec).first_tick;
    return tick < 0 ? 0 : tick;
}

static inline int32_t info_ticks(const struct reading *r)
{
    return tt_recording_look(r->io.rec).length;
}

/* Begins a line "  label      text". An empty name continues the line above. */
void info_label(tt_io_output *out, const char *name);

/* Prints a whole line, made safe for a terminal. */
void info_line(tt_io_output *out, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Returns the separator of the parts of a line, and sets `any`. The first part has none. */
const char *info_comma(bool *any);

#endif
