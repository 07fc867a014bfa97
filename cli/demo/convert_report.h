/* SPDX-License-Identifier: MIT
 *
 * What `teetape demo` reports of the demos that it made.
 */
#ifndef CLI_CONVERT_REPORT_H
#define CLI_CONVERT_REPORT_H

#include "cli/show/rows.h"

/* A demo that is there. */
struct convert_result {
    const char *output; /* its path; as long as the lane */
    int32_t first_tick, last_tick;
    uint64_t bytes, snapshots, messages;
    int32_t markers;
    uint64_t left_out; /* snapshots and messages that did not fit */
    uint64_t nameless; /* players without a known name */
    int32_t shortened; /* ticks of gaps that are left out */
    const char *map;   /* its path, or NULL */
    uint32_t map_bytes;

    /* of one among several, or of what one player saw; else COLUMN_UNKNOWN and NULL */
    int32_t cid;           /* whom it is about */
    const char *name;      /* "" when it is not known */
    const char *run_ticks; /* of the run that is in it; "null" for a session */
};

/* A line, or an object, about it. */
void convert_report(const struct job *job, const struct convert_result *result);

extern const struct column convert_columns[];

#endif
