/* SPDX-License-Identifier: MIT
 *
 * Computes the game of a recording while its index is built. The game at the begin of each block is
 * stored in the index.
 */
#include "reading/index_games.h"

#include <stdlib.h>

#include "host/error.h"
#include "host/inside.h"
#include "host/map.h"
#include "reading/inside.h"
#include "reading/replay.h"

struct tti_index_games {
    tti_reading_replay game;
    tti_physics *base; /* a game that has not begun, which packing compares with */
    size_t size;       /* bytes of the packed game */
    uint8_t packed[TTI_INDEX_GAME_MAX];
};

static bool find_map(tti_map_found *found, const tt_io_reading *r,
                     const tt_io_index_options *options)
{
    tt_demo_header header;
    tt_io_error error;
    *found = (tti_map_found){.path = NULL};
    if (!tti_io_map_of_header(&header, r, &error)) {
        return false;
    }
    return options->map != NULL ? tti_io_map_find_at(found, options->map, &header, options->stop)
                                : tti_map_find(found, NULL, &header, options->stop);
}

static bool open_game(struct tti_index_games *g, const tt_io_reading *r, tt_bytes map)
{
    tt_io_error error;
    if (!tti_reading_replay_open(&g->game, map, &r->th_header, &error)) {
        return false;
    }
    g->base = malloc(g->game.world->size);
    if (g->base == NULL) {
        return false;
    }
    tti_physics_init(g->base, &g->game.arena, &g->game.rules);
    return tti_reading_replay_search(&g->game, r, INT64_MAX, &error);
}

/* Begins to compute the games of an index. Returns NULL for a demo, which has no inputs, and
 * without the map. */
struct tti_index_games *tti_index_games_new(const tt_io_index_options *options,
                                            const tt_io_reading_options *how)
{
    const tt_io_reading_options plain = {.no_index = true,
                                         .stop = options->stop,
                                         .on_progress = how->on_progress,
                                         .user = how->user};
    tt_io_reading r;
    tti_map_found found = {.path = NULL};
    struct tti_index_games *g = NULL;
    if (tt_io_reading_open(&r, options->recording, &plain) &&
        tt_io_reading_format(&r) == TT_FORMAT_TEEHISTORIAN && find_map(&found, &r, options)) {
        g = calloc(1, sizeof *g);
    }
    if (g != NULL && !open_game(g, &r, found.map.bytes)) {
        tti_index_games_free(g);
        g = NULL;
    }
    tti_map_found_free(&found);
    tt_io_reading_close(&r);
    return g;
}

void tti_index_games_take(struct tti_index_games *g, const tt_item *item, const tt_world *world)
{
    if (item->kind == TT_ITEM_RECORD && item->th != NULL) {
        tti_reading_replay_take(&g->game, item->th, world);
    }
}

void tti_index_games_pack(struct tti_index_games *g)
{
    g->size = tti_replay_pack(g->game.replay, g->base, g->packed, sizeof g->packed);
}

tt_bytes tti_index_games_packed(const struct tti_index_games *g)
{
    return (tt_bytes){g->packed, g->size};
}

const tti_hint *tti_index_games_hints(const struct tti_index_games *g, size_t *count)
{
    *count = g->game.replay->hint_count;
    return g->game.replay->hints;
}

void tti_index_games_free(struct tti_index_games *g)
{
    if (g != NULL) {
        tti_reading_replay_close(&g->game);
        free(g->base);
        free(g);
    }
}
