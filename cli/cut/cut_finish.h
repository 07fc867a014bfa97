/* SPDX-License-Identifier: MIT
 *
 * Finds the finish that `teetape cut --finish` asks for.
 */
#ifndef CLI_CUT_FINISH_H
#define CLI_CUT_FINISH_H

#include "cli/read/recording.h"

/* Seconds before the run and behind the finish when they are not given. */
#define CUT_BEFORE "5"
#define CUT_AFTER "3"

struct cut_finish {
    int32_t tick;  /* in which it was told */
    int32_t ticks; /* how long the run took */
    int32_t cid;   /* -1 for a team's */
    int32_t team;  /* of a team's */
    char name[32]; /* of the player, as he was called then */
};

/* The ticks [*first, *end) from the start of the run, with so much before and after it, as it was
 * written or NULL. */
void cut_finish_span(const char *before, const char *after, const struct cut_finish *finish,
                     int64_t *first, int64_t *end);

/* Finds it in the recording whose header was just read, between the ticks from (or 0) and to. False
 * when there is none, or there are several and none was chosen: that was told, and `*status` says
 * how bad it is. */
bool cut_finish_find(struct cut_finish *finish, struct recording *r, enum exit_status *status);

#endif
