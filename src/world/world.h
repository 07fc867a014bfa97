/* SPDX-License-Identifier: MIT
 *
 * Functions that change the state of a game, and rules about tees and inputs, for the library
 * alone.
 */
#ifndef TTI_WORLD_WORLD_H
#define TTI_WORLD_WORLD_H

#include "teetape/input.h"
#include "teetape/world.h"

#include "base/private_api.h"

/* All functions below take a client id from 0 to TT_CIDS - 1, and apply to the tick world->tick. */

/* Ends a connection: name, clan, rcon level, version and protocol are forgotten. */
void tti_world_drop(tt_world *world, int32_t cid);

/* Begins a world without clients, at tick 0. Must be called before any other call. */
void tti_world_init(tt_world *world);

/* Begins a connection: name, clan, rcon level and version are forgotten, the protocol remains. Tee
 * and team remain, as they do when a connection ends or starts over: they have records of their
 * own. */
void tti_world_join(tt_world *world, int32_t cid);

/* Connects the client if it is not connected, because a record mentions it. Returns true when this
 * call connected it. */
bool tti_world_mention(tt_world *world, int32_t cid);

/* Starts a connection over in the same slot: name, clan and version are forgotten. */
void tti_world_rejoin(tt_world *world, int32_t cid);

void tti_world_remove_tee(tt_world *world, int32_t cid);

/* Handles an info message of a client (`is_change` false: Cl_StartInfo, true: Cl_ChangeInfo), with
 * texts as sent. Cleans the name and makes it unique as a server does, as far as the recording
 * allows. Returns true when name or clan changed. */
bool tti_world_request_info(tt_world *world, int32_t cid, tt_bytes name, tt_bytes clan,
                            bool is_change);

/* Sets the clan from the server, cut like the name. */
void tti_world_set_clan(tt_world *world, int32_t cid, tt_bytes clan);

void tti_world_set_input(tt_world *world, int32_t cid, const int32_t *input);

/* Sets the name from the server; tti_world_set_name_rules decides if a request may replace it. A
 * text of TT_NAME_CAP bytes or more is cut between two code points. */
void tti_world_set_name(tt_world *world, int32_t cid, tt_bytes name);

/* Sets the rules for names. `recorded`: the recording has every change of a name (teehistorian
 * version_minor 8 and later), so a request counts only until a name is recorded. `info_delay`:
 * ticks that have to pass before a server accepts another Cl_ChangeInfo, 0 for none; 250 at
 * first. */
void tti_world_set_name_rules(tt_world *world, bool recorded, int32_t info_delay);

/* Sets the position of a tee, which may be new; world units, 32 a tile. */
void tti_world_set_position(tt_world *world, int32_t cid, int32_t x, int32_t y);

/* Sets the team of a client; a number outside 0 to TT_TEAMS - 1 is no team. */
void tti_world_set_team(tt_world *world, int32_t cid, int32_t team);

/* The rcon level of an admin, the highest one. */
#define TTI_RCON_LEVEL_MAX 3

/* Sets the rcon level of a client; a number outside 0 to TTI_RCON_LEVEL_MAX is none. */
void tti_world_set_rcon_level(tt_world *world, int32_t cid, int32_t level);

/* Sets a team's practice mode. A team outside 0 to TT_TEAMS - 1 is ignored. */
void tti_world_set_practice(tt_world *world, int32_t team, bool on);

/* Sets the weapon in the hand of a tee; -1, and any number that is no weapon, is unknown. */
void tti_world_set_weapon(tt_world *world, int32_t cid, int32_t weapon);

/* Bytes of the longest name and clan: a server's buffers of 16 and 12 without the NUL. */
#define TTI_NAME_MAX 15
#define TTI_CLAN_MAX 11

/* Copies `raw` and a NUL to `dst` as a server cleans it. Control bytes become blanks, blanks at
 * both ends are removed (wire/blank.h), and a text longer than `limit` is cut between two code
 * points. Invalid UTF-8 remains: old recordings have it. `limit` is below TT_NAME_CAP. */
void tti_name_clean(char dst[TT_NAME_CAP], tt_bytes raw, size_t limit);

/* Writes the name under which a server lets client `cid` in: `request` when it is free, otherwise
 * with the first free of "(1)", "(2)", ... before it. Names are compared byte by byte. */
void tti_name_choose(char dst[TT_NAME_CAP], const tt_world *world, int32_t cid,
                     const char request[TT_NAME_CAP]);

/* Counts the presses of a key with a counter (fire, next_weapon, prev_weapon) between two inputs: 0
 * to 32, as 64 steps are the same as none. */
int32_t tti_input_presses(int32_t before, int32_t after);

/* Returns true when a tee was carried by a teleporter, or appeared as another life, and did not
 * move by itself. (dx, dy) is its distance from its position `ticks` ago, at least 1. `asked`: in
 * the tick before, its client asked to be killed or ran a command (TT_FACT_KILL_REQUEST,
 * TT_FACT_COMMAND). */
TT_PRIVATE_API bool tti_tee_jumped(int64_t dx, int64_t dy, int64_t ticks, bool asked);

#endif
