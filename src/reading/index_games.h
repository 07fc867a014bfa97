/* SPDX-License-Identifier: MIT
 *
 * Computes the states of the game that an index stores, while the index is built. A game begins at
 * each block.
 */
#ifndef READING_INDEX_GAMES_H
#define READING_INDEX_GAMES_H

#include "follow/replay.h"
#include "teetape/io/index_build.h"
#include "teetape/io/reading.h"

struct tti_index_games;

/* Finds the map of a teehistorian file, and the inputs that counted late, for which it may read the
 * file once with `how`. Returns NULL when there is no game to compute. */
struct tti_index_games *tti_index_games_new(const tt_io_index_options *options,
                                            const tt_io_reading_options *how);
void tti_index_games_take(struct tti_index_games *g, const tt_item *item, const tt_world *world);

/* Packs the game at the current record. The bytes remain until the next call. */
void tti_index_games_pack(struct tti_index_games *g);
tt_bytes tti_index_games_packed(const struct tti_index_games *g);

const tti_hint *tti_index_games_hints(const struct tti_index_games *g, size_t *count);
void tti_index_games_free(struct tti_index_games *g);

#endif
