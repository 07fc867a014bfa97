/* SPDX-License-Identifier: MIT
 *
 * Forgeries of recordings: five ways in which somebody may change a session, each made from random
 * numbers alone.
 */
#ifndef TEST_PHYSICS_FORGERIES_H
#define TEST_PHYSICS_FORGERIES_H

#include "follow/search.h"
#include "support/physics_actions.h"
#include "support/physics_game.h"

enum { PHYSICS_FORGERIES = 5, PHYSICS_FORGERY_SWAP = 1, PHYSICS_SOURCE_HINTS = 64 };

/* A recording to forge, and its map. */
typedef struct physics_source {
    physics_actions session;
    physics_game game;
    tti_hint hints[PHYSICS_SOURCE_HINTS]; /* late inputs of the session */
    size_t hint_count;
} physics_source;

/* Reads a session and a map of tests/data/physics. The source has no hints then. */
void physics_source_read(physics_source *source, const char *session, const char *map);
void physics_source_drop(physics_source *source);

/* Computes actions on the map of the source, up to the first place that comes out otherwise. */
tti_replay physics_source_replay(physics_source *source, const physics_actions *actions,
                                 const tti_hint *hints, size_t hint_count);

/* Looks for late inputs, and ends when a move remains unexplained. Returns their number. */
size_t physics_source_search(physics_source *source, const physics_actions *actions,
                             tti_hint *hints, size_t room);

extern const char *const physics_forgery_names[PHYSICS_FORGERIES];

/* Makes `to` from the session of `of` and returns true when the forgery counts. The caller drops
 * `to` in both cases. */
bool physics_forge(physics_actions *to, physics_source *of, int kind, uint64_t *random);

#endif
