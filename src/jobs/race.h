/* SPDX-License-Identifier: MIT
 *
 * The fastest runs of several recordings over one map, for a film or a page with ghosts.
 */
#ifndef JOBS_RACE_H
#define JOBS_RACE_H

#include "jobs/job.h"
#include "reading/ghost.h"

#define TTI_RUNS_MAX 8

struct tti_race {
    size_t count;
    struct tti_ghost run[TTI_RUNS_MAX]; /* the first one is not a ghost: it is drawn as it is */
    /* places in time of the runs in the first recording, with a margin of two seconds */
    char from[24], to[24];
};

/* Reads the fastest run of each recording: that of `player`, or of anybody if it is NULL. Only the
 * first recording needs a finish of the player; a later one without it has the run of anybody.
 * Index, data and stop of `how` are used. Returns false after a report: fewer than two or too many
 * recordings, nobody finishes, or another map. tti_race_free has to be called either way. */
bool tti_race_read(struct tti_race *race, const char *const *paths, size_t count,
                   const char *player, const tt_io_reading_options *how, struct job_voice *voice);
void tti_race_free(struct tti_race *race);

/* Writes how the map of a recording differs from the map of the first one: in its name or in its
 * version. Returns `text`. */
enum { TTI_MAPS_TEXT = 200 };
const char *tti_maps_differ(char text[TTI_MAPS_TEXT], const tt_demo_header *first,
                            const tt_demo_header *other);

#endif
