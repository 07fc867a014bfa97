/* SPDX-License-Identifier: MIT
 *
 * Defines sessions, for every format. A session begins when its client joins, or with the first
 * record that mentions the client id. A session ends when the client leaves, when another one joins
 * in its slot, or with the recording. Sessions are numbered in the order in which they begin.
 */
#ifndef TTI_WORLD_HISTORY_H
#define TTI_WORLD_HISTORY_H

#include "teetape/fact.h"
#include "teetape/world.h"

typedef struct tti_sessions {
    uint64_t count;           /* sessions so far, which is the number of the next one */
    uint32_t open, most_open; /* sessions open now, and the most open at once */
} tti_sessions;

typedef struct tti_session_slot {
    uint64_t session; /* number of the open or last session; TT_SESSION_NONE for none */
    int32_t since;    /* tick in which the session began; 0 for none */
    uint8_t open;     /* 1 while the client is connected */
    uint8_t joined;   /* 1 when the session has a join, 0 when it only has mentions */
} tti_session_slot;

/* Records that the client joins. Returns true when a session begins; `*replaced` is the session
 * that this ends, or TT_SESSION_NONE. A join after a mention belongs to the same session. */
bool tti_session_join(tti_sessions *sessions, tti_session_slot *slot, int32_t tick,
                      uint64_t *replaced);

/* Records a mention of the client. Returns true when that begins a session. */
bool tti_session_mention(tti_sessions *sessions, tti_session_slot *slot, int32_t tick);

bool tti_session_leave(tti_sessions *sessions, tti_session_slot *slot);

/* Keeps the last name of a session, which the world forgets when the client leaves or starts over.
 * `began` means that the session has just begun. */
void tti_session_name(char name[TT_NAME_CAP], const tt_client *client, bool began);

#endif
