/* SPDX-License-Identifier: MIT
 *
 * Applies the rule of sessions in history.h. Facts, indexes, tables and cuts use its session
 * numbers.
 */
#include "world/history.h"

#include "base/mem.h"

static void begin_session(tti_sessions *sessions, tti_session_slot *slot, int32_t tick, bool joined)
{
    slot->session = sessions->count++;
    slot->since = tick;
    slot->open = 1;
    slot->joined = joined != 0;
    if (++sessions->open > sessions->most_open) {
        sessions->most_open = sessions->open;
    }
}

/* Notes a join. A JOIN after a mention alone completes that session. A JOIN after a JOIN means
 * another client, when the recording lacks the DROP of the first one, or the same client that
 * connected again. */
bool tti_session_join(tti_sessions *sessions, tti_session_slot *slot, int32_t tick,
                      uint64_t *replaced)
{
    *replaced = TT_SESSION_NONE;
    if (slot->open && !slot->joined) {
        slot->joined = 1;
        return false;
    }
    if (tti_session_leave(sessions, slot)) {
        *replaced = slot->session;
    }
    begin_session(sessions, slot, tick, 1);
    return true;
}

bool tti_session_mention(tti_sessions *sessions, tti_session_slot *slot, int32_t tick)
{
    if (slot->open) {
        return false;
    }
    begin_session(sessions, slot, tick, 0);
    return true;
}

/* Ends a session. Its number, `since` and `joined` remain: records of a tee or a team come after
 * the DROP of their client and belong to that last session. */
bool tti_session_leave(tti_sessions *sessions, tti_session_slot *slot)
{
    if (!slot->open) {
        return false;
    }
    slot->open = 0;
    sessions->open--;
    return true;
}

void tti_session_name(char name[TT_NAME_CAP], const tt_client *client, bool began)
{
    /* An empty name in a session means that the world forgot it, at a DROP or a rejoin. */
    if (began || client->name[0] != 0) {
        tti_copy(name, client->name, TT_NAME_CAP);
    }
}
