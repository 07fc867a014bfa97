/* SPDX-License-Identifier: MIT
 *
 * The states of the game for an index that is built.
 */
#ifndef READING_INDEX_GAMES_H
#define READING_INDEX_GAMES_H

#include "follow/replay.h"
#include "teetape/io/index_build.h"
#include "teetape/io/reading.h"

struct tti_index_games;

/* Finds the map of a teehistorian file and the inputs that counted late. `how` is for the pass that
 * this may need. NULL: there is no game to compute. */
struct tti_index_games *tti_index_games_new(const tt_io_index_options *options,
                                            const tt_io_reading_options *how);
void tti_index_games_take(struct tti_index_games *g, const tt_item *item, const tt_world *world);

/* Packs the game as it is now; the bytes remain until the next time. */
void tti_index_games_pack(struct tti_index_games *g);
tt_bytes tti_index_games_packed(const struct tti_index_games *g);

const tti_hint *tti_index_games_hints(const struct tti_index_games *g, size_t *count);
void tti_index_games_free(struct tti_index_games *g);

#endif
