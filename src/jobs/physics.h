/* SPDX-License-Identifier: MIT
 *
 * Functions for other jobs that compute a game (teetape/io/physics.h).
 */
#ifndef JOBS_PHYSICS_H
#define JOBS_PHYSICS_H

#include "teetape/io/physics.h"

/* Opens a game, as tt_io_physics_open does. `without` follows the words "its map NAME was not
 * found, " in a message. */
bool tti_physics_open(tt_io_physics *p, const tt_io_reading *r, const char *path,
                      const tt_io_physics_options *options, const char *without);

/* Computes up to the end of `tick`, of which all records were taken. */
void tti_physics_until(tt_io_physics *p, const tt_io_reading *r, int32_t tick);

/* Adds the counts of the players who are in a team now. */
void tti_physics_team(const tt_io_physics *p, int32_t team, tt_io_physics_counts *counts);

/* Adds the counts of the player who is in a slot now. */
void tti_physics_slot(const tt_io_physics *p, int32_t cid, tt_io_physics_counts *counts);

#endif
