/* SPDX-License-Identifier: MIT
 *
 * Who was in a team, and when.
 */
#ifndef CLI_CUT_TEAM_H
#define CLI_CUT_TEAM_H

#include "cli/cut/cut_people.h"

/* The facts that it takes. */
#define CUT_TEAM_FACTS                                                                             \
    (TT_FACT_BIT(TT_FACT_JOIN) | TT_FACT_BIT(TT_FACT_LEAVE) | TT_FACT_BIT(TT_FACT_TEAM))

struct cut_team {
    int32_t team;
    /* When a session was in it. */
    struct cut_member {
        uint64_t session;
        int32_t from, to; /* the ticks in which it came and left */
    } * members;
    size_t count, capacity;
    bool no_memory;
    struct cut_team_slot {
        uint64_t session; /* the open one, or TT_SESSION_NONE */
        int32_t team;     /* which goes from one session to the next */
        size_t member;    /* its place among the members, from 1 on, while it is in the team */
    } slot[TT_CIDS];
};

void cut_team_init(struct cut_team *t, int32_t team);
void cut_team_take(struct cut_team *t, const tt_fact *fact);

/* Chooses everybody who was in it in a tick of [from, to). */
void cut_team_choose(const struct cut_team *t, struct cut_people *people, int64_t from, int64_t to);
void cut_team_close(struct cut_team *t);

#endif
