/* SPDX-License-Identifier: MIT
 *
 * A teehistorian file as the list of what it does to a game (src/follow/replay.h), which a test may
 * change before it is computed.
 */
#ifndef TEST_PHYSICS_ACTIONS_H
#define TEST_PHYSICS_ACTIONS_H

#include "follow/replay.h"
#include "support/physics_game.h"

typedef struct physics_actions {
    tti_action
        *actions; /* actions in the order of the file; texts belong to the list that read them */
    size_t count, room;
    int32_t last; /* last tick of the recording */
    tti_rules rules;
    uint8_t **texts;
    size_t text_count;
} physics_actions;

/* Reads tests/data/physics/<name>.teehistorian.xz. */
void physics_actions_read(physics_actions *list, const char *name);
/* Makes another list with the same actions. physics_actions_drop of the copy leaves the first list
 * unchanged. */
void physics_actions_copy(physics_actions *to, const physics_actions *from);
void physics_actions_add(physics_actions *list, const tti_action *action);
void physics_actions_drop(physics_actions *list);

#endif
