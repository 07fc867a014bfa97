/* SPDX-License-Identifier: MIT
 *
 * Chooses the client that the view of a demo follows.
 *
 * The game follows the local client. At the first snapshot without one, its view goes to the origin
 * of the map and remains there. Every snapshot therefore has a local client: somebody in focus,
 * else somebody who plays, else a viewer without name and tee who looks at a spawn.
 *
 * The choice is made anew in each tick, and changes only for a better client. The view does not
 * jump between clients that are equally good.
 */
#include <stddef.h>

#include "base/mem.h"
#include "convert/convert.h"
#include "convert/game.h"
#include "convert/parts.h"
#include "schema/fields.h"
#include "snap/index.h"

/* Ticks for which a tee that died still counts, because most tees come back within them. */
#define DEAD_TICKS (3 * TT_TICKS_PER_SECOND)

/* The values of a client. The client with the largest sum is chosen, so having a tee matters more
 * than being in focus. */
enum {
    IS_AWAKE = 1,
    IS_IN_FOCUS = 2,
    SHOWS_TEE = 4,
    VALUE_MAX = IS_AWAKE | IS_IN_FOCUS | SHOWS_TEE
};

typedef struct view_choice {
    const tti_convert *c;
    const tt_world *world;
    const uint8_t *focus; /* clients in focus, by client id; NULL: only `whom` is */
    int32_t whom;
} view_choice;

/* Returns true when the client is not away. It is like tti_is_afk, but for no snapshot. Paused
 * clients count as away, too. */
static bool is_awake(const tti_convert *c, int32_t cid)
{
    const tti_convert_look *look = tti_look_at(c, cid, c->tick);
    int64_t end = (int64_t)look->input_tick + c->afk_ticks;
    return c->client[cid].away == 0 && look->input_tick >= 0 &&
           (c->afk_ticks == 0 || c->tick <= end);
}

/* Returns true when the client has a visible tee. A tee that left the world for a pause is alive,
 * but not shown. */
static bool has_visible_tee(const tti_convert *c, const tt_world *world, int32_t cid)
{
    const tti_game_tee *known = tti_game_tee_of(c, cid);
    return world->tee[cid].alive && !(known != NULL && known->is_out);
}

/* Returns the value of a client, 0 to VALUE_MAX, or -1 for a client without items in this snapshot.
 */
static int worth(const view_choice *by, int32_t cid)
{
    const tti_convert *c = by->c;
    if (!tti_is_shown(c, by->world, cid, tti_look_at(c, cid, c->tick))) {
        return -1;
    }
    bool is_in_focus = by->focus != NULL ? by->focus[cid] != 0 : cid == by->whom;
    return (has_visible_tee(c, by->world, cid) ? SHOWS_TEE : 0) | (is_in_focus ? IS_IN_FOCUS : 0) |
           (is_awake(c, cid) ? IS_AWAKE : 0);
}

/* Returns true for a value that no other client can beat. A single client in focus has no rival. */
static bool is_unbeaten(const view_choice *by, int value)
{
    enum { WITHOUT_FOCUS = VALUE_MAX & ~IS_IN_FOCUS };
    if (by->focus == NULL) {
        return value >= (SHOWS_TEE | IS_IN_FOCUS);
    }
    uint64_t any = 0;
    for (int32_t cid = 0; value == WITHOUT_FOCUS && cid < TT_CIDS; cid += 8) {
        any |= tti_load_le64(by->focus + cid);
    }
    return value == VALUE_MAX || (value == WITHOUT_FOCUS && any == 0);
}

/* Returns the client to follow, another one only if it is better. The first return avoids the loop
 * in nearly all ticks. Otherwise the time is linear in the client ids. */
static int32_t choose_client(const view_choice *by, tti_convert_view *view)
{
    int32_t tick = by->c->tick, best = view->cid;
    int most = best >= 0 ? worth(by, best) : -1;
    if (most >= 0) {
        view->tick = has_visible_tee(by->c, by->world, best) ? tick : view->tick;
        most |= tick - view->tick < DEAD_TICKS ? SHOWS_TEE : 0;
    }
    if (is_unbeaten(by, most)) {
        return best;
    }
    int was = most;
    for (int32_t cid = 0; cid < by->c->cids; cid++) {
        int its = worth(by, cid);
        bool is_older = its == most && most > was && by->world->tee[cid].alive &&
                        by->c->client[cid].rank < by->c->client[best].rank;
        if (its > most || is_older) {
            most = its;
            best = cid;
        }
    }
    if (most < 0 || most > was) {
        *view = (tti_convert_view){most < 0 ? -1 : best, tick};
    }
    return view->cid;
}

void tti_view_tick(tti_convert *c, const tt_world *world)
{
    const view_choice by = {c, world, c->focus, -1};
    int32_t local = choose_client(&by, &c->seen);
    if (local != c->local) {
        c->local = local;
        c->wake = c->tick; /* the PlayerInfo items of the old and the new local client change */
    }
}

bool tti_view_is_empty(const tti_convert *c)
{
    return c->view && !c->is_client && c->local < 0;
}

int32_t tti_convert_see(const tti_convert *c, const tt_world *world, tti_convert_view *view,
                        int32_t whom)
{
    const view_choice by = {c, world, NULL, whom};
    return choose_client(&by, view);
}

static bool find_spawn(const tt_terrain *terrain, int32_t *x, int32_t *y)
{
    size_t width = (size_t)terrain->width, size = width * (size_t)terrain->height;
    const uint8_t *tiles = terrain->layer[TT_TERRAIN_GAME];
    for (size_t i = 0; i < size; i++) {
        if (tiles[2 * i] >= TT_TILE_SPAWN && tiles[2 * i] <= TT_TILE_SPAWN_BLUE) {
            *x = (int32_t)(i % width) * TT_MAP_TILE_SIZE + TT_MAP_TILE_SIZE / 2;
            *y = (int32_t)(i / width) * TT_MAP_TILE_SIZE + TT_MAP_TILE_SIZE / 2;
            return true;
        }
    }
    return false;
}

/* Adds a viewer: a PlayerInfo without a ClientInfo. The game accepts it as the local client, and
 * shows no player for it. Without a map the view is at the origin. */
void tti_add_viewer(tti_making *m)
{
    struct tt_obj_player_info info = {.local = 1, .team = TT_TEAM_SPECTATORS, .score = -9999};
    struct tt_obj_spectator_info place = {.spectator_id = -1};
    tti_making_fail(m, tt_snap_builder_add_object(&m->b, TT_OBJ_PLAYER_INFO, 0, &info));
    const struct tti_convert_game *game = m->c->game;
    if (game != NULL && find_spawn(&game->arena.terrain, &place.x, &place.y)) {
        tti_making_fail(m, tt_snap_builder_add_object(&m->b, TT_OBJ_SPECTATOR_INFO, 0, &place));
    }
}

/* Changes `local` in the PlayerInfo of a client. `space` holds the ints of `snap`. Keys and sizes
 * remain, so deltas still fit. */
static void set_local(tt_snap_space *space, const tt_snap *snap, int32_t cid, bool is_local)
{
    tt_snap_item item;
    int32_t key = tt_snap_key(tt_obj_type(TT_OBJ_PLAYER_INFO)->type, cid);
    if (cid >= 0 && tt_snap_find(snap, key, &item)) {
        space->items[(item.data - snap->items)] = is_local; /* `local` is the first int */
    }
}

_Static_assert(offsetof(struct tt_obj_player_info, local) == 0, "see set_local");

void tti_convert_seen_by(const tti_convert *c, int32_t cid, tt_snap_space *space, tt_snap *snap)
{
    tti_snap_copy(snap, space, &c->snap);
    set_local(space, snap, c->local, 0);
    set_local(space, snap, cid, 1);
}
