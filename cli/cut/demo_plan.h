/* SPDX-License-Identifier: MIT
 *
 * What `teetape cut` is to cut out of a demo: a span of time, who is in it, under which names.
 */
#ifndef CLI_DEMO_PLAN_H
#define CLI_DEMO_PLAN_H

#include "cli/read/demo_people.h"
#include "cli/read/demo_recording.h"
#include "teetape/demo_cut.h"

/* About 25 KiB more than its members show: the world is in it. */
struct demo_plan {
    int32_t from, to; /* [from, to) in ticks, once there was a tick */
    struct demo_people hidden;
    struct demo_people kept; /* everybody if there are none */
    tt_demo_rename renames[TEXTS_MAX];
    bool has_span;

    /* for demo_plan.c */
    struct job *job;
    tt_demo_world follower;
    tt_world world;
    int32_t said; /* the tick of the chat that was looked for, -1 */
};

/* Checks the options for demos without one: a sentence about what is wrong, or NULL. */
struct cut_options;
const char *demo_plan_check(const struct cut_options *options);

/* Makes the pass over the demo that --around-chat and names need. False when the options cannot be
 * met: that was told, and *status says how bad it is. demo_plan_close has to be called either way.
 */
bool demo_plan_open(struct demo_plan *plan, struct job *job, enum exit_status *status);
void demo_plan_close(struct demo_plan *plan);

/* Takes the next event of the pass that writes: sets *cut's span and who is hidden. False when
 * there is no such span: then, too. */
bool demo_plan_follow(struct demo_plan *plan, const struct demo_recording *r,
                      tt_demo_cut_options *options, enum exit_status *status);

/* Says which of those who were asked for were not there. */
void demo_plan_tell(const struct demo_plan *plan);

#endif
