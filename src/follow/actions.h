/* SPDX-License-Identifier: MIT
 *
 * What a teehistorian file gives to the physics: rules and actions.
 */
#ifndef TTI_FOLLOW_ACTIONS_H
#define TTI_FOLLOW_ACTIONS_H

#include "physics/physics.h"
#include "teetape/teehistorian.h"

/* Sets the rules of the server that wrote a file. */
TT_PRIVATE_API void tti_rules_of(tti_rules *rules, const tt_th_header *header);

/* An action is the part of a record that changes a game. */
typedef struct tti_action {
    tt_th_kind kind;
    int32_t tick, cid;
    int32_t message; /* a tt_msg_kind; with TT_TH_MESSAGE */
    union {
        struct {
            int32_t x, y;
        } place;
        tt_input input;
        struct {
            int32_t team, value;
        } team;
        struct {
            int32_t zoom, deadzone, follow;
        } camera;
        int32_t value; /* flags of a command, ticks of a finish, or 1 for a move to the
                          spectators */
    } u;
    tt_bytes text; /* words of a command with a NUL after each, a save, or a name */
} tti_action;

#define TTI_ACTIONS_MAX 2
#define TTI_ACTION_TEXT 1024 /* the longest command */

/* Makes the actions of an event, at most TTI_ACTIONS_MAX, and returns their number. `words` has
 * room for TTI_ACTION_TEXT bytes, and `file` is the state of the recording after the event. Texts
 * of the actions point into `words`, `file` and the event. */
TT_PRIVATE_API int tti_actions_of(tti_action *actions, uint8_t *words, const tt_th_event *event,
                                  const tt_world *file);

/* Returns true for the records that hold the place of a tee at the end of a tick. */
bool tti_action_is_move(tt_th_kind kind);

/* Returns true for what happens inside a tick: results of saves and loads, finishes, and commands
 * of votes, whose client id is below 0. */
bool tti_action_is_inside_tick(tt_th_kind kind, int32_t cid);

#endif
