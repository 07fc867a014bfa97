/* SPDX-License-Identifier: MIT
 *
 * The rule of what a session is. The readers of both formats keep a slot for each client id and
 * call in here; the session numbers that come out are those of facts, indexes, tables and cuts.
 */
#include "world/history.h"

#include "base/mem.h"

/* The number is the count of the sessions before it, so numbers go upwards in the order of the
 * recording and none is left out. A slot that was open has to be closed before: the calls below see
 * to that. */
static void begin(tti_sessions *sessions, tti_session_slot *slot, int32_t tick, int joined)
{
    slot->session = sessions->count++;
    slot->since = tick;
    slot->open = 1;
    slot->joined = joined != 0;
    if (++sessions->open > sessions->most_open) {
        sessions->most_open = sessions->open;
    }
}

/* A JOIN into a slot that is open by a mention alone completes that session: some record of the
 * client was before its JOIN. A JOIN into a slot that had a JOIN is another client whose
 * predecessor has no DROP in the recording, or the same one that connected anew. */
int tti_session_join(tti_sessions *sessions, tti_session_slot *slot, int32_t tick,
                     uint64_t *replaced)
{
    *replaced = TT_SESSION_NONE;
    /* The session keeps its number and the tick in which it began. */
    if (slot->open && !slot->joined) {
        slot->joined = 1;
        return 0;
    }
    if (tti_session_leave(sessions, slot)) {
        *replaced = slot->session;
    }
    begin(sessions, slot, tick, 1);
    return 1;
}

/* Called for every record that is about the client, so the usual case is the first one: the slot is
 * open already. */
int tti_session_mention(tti_sessions *sessions, tti_session_slot *slot, int32_t tick)
{
    if (slot->open) {
        return 0;
    }
    begin(sessions, slot, tick, 0);
    return 1;
}

/* The number, `since` and `joined` remain: records of a tee or a team come after the DROP of their
 * client and belong to that last session. */
int tti_session_leave(tti_sessions *sessions, tti_session_slot *slot)
{
    if (!slot->open) {
        return 0;
    }
    slot->open = 0;
    sessions->open--;
    return 1;
}

void tti_session_name(char name[TT_NAME_CAP], const tt_client *client, int began)
{
    /* A new session takes also the empty name. Later an empty one means only that the world forgot
     * it, at a DROP or a rejoin, and the last name that was known is the better answer. */
    if (began || client->name[0] != 0) {
        tti_copy(name, client->name, TT_NAME_CAP);
    }
}
