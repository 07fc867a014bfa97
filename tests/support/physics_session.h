/* SPDX-License-Identifier: MIT
 *
 * A session of tests/data/physics, played tick by tick in a game.
 */
#ifndef TEST_PHYSICS_SESSION_H
#define TEST_PHYSICS_SESSION_H

#include "follow/replay.h"
#include "support/physics_game.h"

typedef struct physics_session {
    physics_game game;
    tti_replay replay;
    tti_sent sent[TT_CIDS];
    /* Called when a tick is complete; may be NULL. */
    void (*on_tick)(void *user, struct physics_session *session);
    void *user;
} physics_session;

/* Plays tests/data/physics/<name>.teehistorian.xz on <map>.map there. All members but the callback
 * are set; the caller drops `game`. */
void physics_session_play(physics_session *session, const char *name, const char *map,
                          const tti_hint *hints, size_t hint_count);

/* Reads and decompresses a file of tests/data/physics, with a NUL after its last byte. The caller
 * frees the bytes. */
uint8_t *physics_session_file(const char *name, const char *ending, size_t *size);

#endif
