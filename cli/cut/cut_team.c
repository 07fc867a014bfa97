/* SPDX-License-Identifier: MIT
 *
 * Follows a team by the facts of a recording.
 */
#include "cli/cut/cut_team.h"

#include <stdlib.h>

#include "cli/shell/memory.h"

void cut_team_init(struct cut_team *t, int32_t team)
{
    *t = (struct cut_team){.team = team};
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        t->slot[cid].session = TT_SESSION_NONE;
    }
}

static void leave(struct cut_team *t, struct cut_team_slot *slot, int32_t tick)
{
    if (slot->member != 0) {
        t->members[slot->member - 1].to = tick;
        slot->member = 0;
    }
}

static void enter(struct cut_team *t, struct cut_team_slot *slot, int32_t tick)
{
    if (slot->session == TT_SESSION_NONE || slot->team != t->team) {
        return;
    }
    struct cut_member *grown = memory_grow(t->members, t->count, &t->capacity, sizeof *grown);
    if (grown == NULL) {
        t->no_memory = true;
        return;
    }
    t->members = grown;
    t->members[t->count++] = (struct cut_member){slot->session, tick, INT32_MAX};
    slot->member = t->count;
}

void cut_team_take(struct cut_team *t, const tt_fact *fact)
{
    bool is_team = fact->kind == TT_FACT_TEAM;
    if (fact->cid < 0 || (TT_FACT_BIT(fact->kind) & CUT_TEAM_FACTS) == 0) {
        return;
    }
    struct cut_team_slot *slot = &t->slot[fact->cid];
    leave(t, slot, fact->tick);
    slot->team = is_team ? fact->u.team.team : slot->team;
    if (!is_team) {
        slot->session = fact->kind == TT_FACT_JOIN ? fact->session : TT_SESSION_NONE;
    }
    enter(t, slot, fact->tick);
}

/* Who leaves it in the first tick was in it when that began. */
void cut_team_choose(const struct cut_team *t, struct cut_people *people, int64_t from, int64_t to)
{
    for (size_t i = 0; i < t->count; i++) {
        if (t->members[i].from < to && t->members[i].to >= from) {
            cut_people_choose(people, t->members[i].session);
        }
    }
}

void cut_team_close(struct cut_team *t)
{
    free(t->members);
}
