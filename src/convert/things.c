/* SPDX-License-Identifier: MIT
 *
 * Items of the game beside tees: switches, the best time of the map, shots, entities, pickups,
 * events. The game keeps their items at the end of a tick. Each conversion copies them into its
 * snapshot, because ticks of a demo may be lower than those of the recording.
 *
 * An item that is kept has a head, an id and its ints. The head:
 *
 *     bits 0-7   kind
 *     bits 8-15  count of ints
 *     bits 16-23 index of the first int that is a tick
 *     bits 24-30 count of ticks
 */
#include "base/mem.h"
#include "convert/game.h"
#include "convert/parts.h"
#include "schema/fields.h"

_Static_assert(TT_OBJ_KINDS <= 256, "a kind has eight bits");

/* -- what the game keeps ---------------------------------------------------------------------- */

static void keep_item(void *user, const tti_item *item)
{
    tti_game_items *kept = user;
    uint32_t size = 2 + (uint32_t)item->count;
    if (kept->count >= TT_SNAP_MAX_ITEMS || kept->size + size > TT_SNAP_MAX_ITEM_INTS) {
        return;
    }
    int32_t *to = kept->ints + kept->size;
    to[0] = (int32_t)((uint32_t)item->kind | (uint32_t)item->count << 8 |
                      (uint32_t)item->tick_at << 16 | (uint32_t)item->tick_count << 24);
    to[1] = item->id;
    tti_copy(to + 2, item->ints, (size_t)item->count * sizeof *to);
    kept->count++;
    kept->size += size;
}

static void keep_events(struct tti_convert_game *game)
{
    tti_physics *world = game->world;
    tti_game_events *now = &game->events[0];
    game->events[1] = *now;
    now->tick = world->tick;
    now->count = world->event_count;
    tti_copy(now->event, world->event, (size_t)now->count * sizeof now->event[0]);
    world->event_count = 0;
    game->news_tick = world->tick;
    game->news_count = world->news_count;
    tti_copy(game->news, world->news, (size_t)game->news_count * sizeof game->news[0]);
    world->news_count = 0;
}

/* Keeps the best times. A new best time shows at once, the first one of a map a tick later: the
 * server reads that one from its database. */
static void keep_races(struct tti_convert_game *game)
{
    const tti_physics *world = game->world;
    int32_t best = 0;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        int32_t its = world->player[cid].best_ticks;
        game->best[cid] = its;
        game->spectates[cid] = world->player[cid].spectates;
        best = its > 0 && (best == 0 || its < best) ? its : best;
    }
    if (best > 0 && game->map_best == 0) {
        game->map_best_since = tti_later(world->tick, 1);
    }
    if (best > 0 && (game->map_best == 0 || best < game->map_best)) {
        game->map_best = best;
    }
}

static void keep_order(struct tti_convert_game *game)
{
    const tti_physics *world = game->world;
    size_t count = (size_t)world->order_count;
    if (world->order_count != game->order_count || !tti_equal(world->order, game->order, count)) {
        game->ordered = world->tick;
        game->order_count = world->order_count;
        tti_copy(game->order, world->order, count);
    }
}

static bool has_timers(const tti_physics *world)
{
    for (int32_t number = 0; number <= world->arena->highest_switch; number++) {
        if (tti_switch_of(world, number, 0)->end > 0) {
            return true;
        }
    }
    return false;
}

void tti_things_keep(struct tti_convert_game *game)
{
    const tti_physics *world = game->world;
    game->things.count = game->things.size = 0;
    tti_physics_things(world, keep_item, &game->things);
    game->has_switches = tti_physics_switches(world, &game->switches);
    keep_order(game);
    keep_events(game);
    keep_races(game);
    game->is_still = game->events[0].count == 0 && tti_physics_rests(world) && !has_timers(world);
}

/* -- types ------------------------------------------------------------------------------------ */

struct since {
    tt_obj_kind kind;
    int32_t version, until;
};

/* Types that snapshots may have, from a version on and until a version. */
static const struct since kinds[] = {
    {TT_OBJ_GAME_INFO_EX, 0, INT32_MAX},
    {TT_OBJ_SWITCH_STATE, TTI_VERSION(15, 6, 0), INT32_MAX},
    {TT_OBJ_MAP_BEST_TIME, TTI_VERSION(19, 7, 0), INT32_MAX},
    {TT_OBJ_DDNET_PLAYER, 0, INT32_MAX},
    {TT_OBJ_SPEC_CHAR, 0, INT32_MAX},
    {TT_OBJ_DDNET_CHARACTER, 0, INT32_MAX},
    {TT_OBJ_ENTITY_EX, TTI_VERSION(15, 6, 0), TTI_VERSION(17, 0, 0)},
    {TT_OBJ_DDRACE_PROJECTILE, TTI_VERSION(15, 4, 0), TTI_VERSION(17, 0, 0)},
    {TT_OBJ_DDNET_PROJECTILE, TTI_VERSION(17, 0, 0), INT32_MAX},
    {TT_OBJ_DDNET_LASER, TTI_VERSION(16, 4, 0), INT32_MAX},
    {TT_OBJ_DDNET_PICKUP, TTI_VERSION(17, 0, 0), INT32_MAX},
    {TT_OBJ_FINISH, TTI_VERSION(18, 3, 0), INT32_MAX},
};

void tti_things_declare(tti_convert *c)
{
    const struct tti_convert_game *game = tti_game_shown(c);
    int32_t version = game != NULL ? tti_game_rules(game)->version : 0;
    for (size_t i = 0; game != NULL && i < sizeof kinds / sizeof kinds[0]; i++) {
        bool has_it = kinds[i].kind != TT_OBJ_SWITCH_STATE || game->arena.highest_switch > 0;
        if (has_it && version >= kinds[i].version && version < kinds[i].until) {
            c->types.uuids[c->types.count++] = *tti_obj_uuid(kinds[i].kind);
        }
    }
}

/* -- switches and the best time --------------------------------------------------------------- */

static void shift_ticks(const tti_convert *c, int32_t *ints, uint32_t at, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        ints[at + i] = tti_demo_event(c, ints[at + i]);
    }
}

void tti_things_put_state(tti_making *m)
{
    const struct tti_convert_game *game = tti_game_shown(m->c);
    if (game == NULL) {
        return;
    }
    if (game->has_switches) {
        tti_item item = game->switches;
        shift_ticks(m->c, item.ints, (uint32_t)item.tick_at, (uint32_t)item.tick_count);
        tti_put(m, item.kind, 0, item.ints, (size_t)item.count);
    }
    if (tti_game_rules(game)->version >= TTI_VERSION(19, 7, 0)) {
        bool has_best = game->map_best > 0 && game->map_best_since <= m->tick;
        int32_t best = has_best ? game->map_best : 0;
        int32_t ints[] = {has_best ? best / TT_TICKS_PER_SECOND : -1,
                          best % TT_TICKS_PER_SECOND * (1000 / TT_TICKS_PER_SECOND)};
        tti_put(m, TT_OBJ_MAP_BEST_TIME, 0, ints, 2);
    }
}

/* -- shots, entities, pickups, events --------------------------------------------------------- */

/* A walk over the stored items that belong into a snapshot. Events come last. */
struct things_walk {
    const tti_making *m;
    const struct tti_convert_game *game;
    uint32_t at; /* index of the next item in game->things.ints */
    /* index of a list in game->events: 1 for the older one, which comes first, then 0 */
    int list;
    int32_t next, events;
    tt_obj_kind kind; /* kind of the current item */
    int32_t id;
    uint32_t count;
    int32_t ints[TTI_ITEM_INTS];
};

static uint32_t ints_of_event(int32_t kind)
{
    return kind == TT_OBJ_DEATH || kind == TT_OBJ_SOUND_WORLD || kind == TT_OBJ_DAMAGE_IND ? 3 : 2;
}

static bool is_of_snapshot(const tti_making *m, int32_t tick)
{
    int32_t every = m->c->every > 1 ? m->c->every : 1;
    return tick <= m->tick && m->tick - tick < every;
}

static bool next_event(struct things_walk *w)
{
    while (w->list >= 0 && w->events < TTI_EVENTS_MAX) {
        const tti_game_events *events = &w->game->events[w->list];
        if (w->next >= events->count || !is_of_snapshot(w->m, events->tick)) {
            w->list--;
            w->next = 0;
            continue;
        }
        const tti_event *event = &events->event[w->next++];
        w->kind = (tt_obj_kind)event->kind;
        w->id = w->events++;
        w->count = ints_of_event(event->kind);
        tti_copy(w->ints, event->ints, sizeof event->ints);
        return true;
    }
    return false;
}

static bool next_thing(struct things_walk *w)
{
    if (w->at >= w->game->things.size) {
        return false;
    }
    const int32_t *from = w->game->things.ints + w->at;
    uint32_t head = (uint32_t)from[0];
    w->kind = (tt_obj_kind)(head & 0xff);
    w->count = head >> 8 & 0xff;
    w->id = from[1];
    tti_copy(w->ints, from + 2, w->count * sizeof w->ints[0]);
    shift_ticks(w->m->c, w->ints, head >> 16 & 0xff, head >> 24);
    w->at += 2 + w->count;
    return true;
}

static struct things_walk walk_of(const tti_making *m)
{
    return (struct things_walk){.m = m, .game = tti_game_shown(m->c), .list = 1};
}

static uint32_t events_of(const tti_making *m)
{
    struct things_walk w = walk_of(m);
    while (next_event(&w)) {
    }
    return (uint32_t)w.events;
}

/* Returns the most items that a snapshot of this server has. */
static uint32_t items_max(const struct tti_convert_game *game)
{
    bool is_old = tti_game_rules(game)->version < TTI_VERSION(18, 6, 0);
    return is_old ? TT_SNAP_MAX_ITEMS - 1 : TT_SNAP_MAX_ITEMS;
}

/* Adds shots, entities, pickups and events. Servers since 19.9 leave out everything after the first
 * item that finds no room, older ones that item alone. Events always find room here. */
void tti_things_add(tti_making *m)
{
    enum { EVENT_INTS = 4, DECLARED = 5 };
    struct things_walk w = walk_of(m);
    if (w.game == NULL) {
        return;
    }
    uint32_t events = events_of(m);
    uint32_t items = items_max(w.game) - events - (events > 0 ? 2 : 1);
    uint32_t ints = TT_SNAP_MAX_ITEM_INTS - EVENT_INTS * events - 2 * DECLARED;
    bool is_full = false;
    while (next_thing(&w)) {
        bool fits = m->b.count < items && m->b.size + w.count + 1 <= ints;
        is_full |= !fits && tti_game_rules(w.game)->version >= TTI_VERSION(19, 9, 0);
        if (fits && !is_full) {
            tti_put(m, w.kind, w.id, w.ints, w.count);
        }
    }
    while (next_event(&w)) {
        tti_put(m, w.kind, w.id, w.ints, w.count);
    }
    m->events = w.events;
}

/* Returns the type number of a kind. `types` remembers it by kind; 0: not asked yet. */
static int32_t type_of_kind(int32_t *types, const tt_snap_types *declared, tt_obj_kind kind)
{
    const tt_uuid *uuid = tti_obj_uuid(kind);
    if (types[kind] == 0 && uuid == NULL) {
        types[kind] = tt_obj_type(kind)->type;
    }
    for (uint32_t i = 0; types[kind] == 0 && i < declared->count; i++) {
        if (uuid != NULL && tti_equal(&declared->uuids[i], uuid, sizeof *uuid)) {
            types[kind] = TT_SNAP_MAX_TYPE - (int32_t)i;
        }
    }
    return types[kind];
}

static bool put_next(tti_making *m, const struct things_walk *w, int32_t *types)
{
    const tti_convert *c = m->c;
    const int32_t *end = c->space.items + c->snap.size;
    int32_t key = tt_snap_key(type_of_kind(types, &c->types, w->kind), w->id);
    if (end - m->place < 1 + (int32_t)w->count || m->place[0] != key) {
        return false;
    }
    tti_put_over(m, w->ints, w->count);
    return true;
}

bool tti_things_put_over(tti_making *m)
{
    int32_t types[TT_OBJ_KINDS] = {0};
    struct things_walk w = walk_of(m);
    bool is_same = true;
    if (w.game == NULL) {
        return true;
    }
    while (is_same && next_thing(&w)) {
        is_same = put_next(m, &w, types);
    }
    while (is_same && next_event(&w)) {
        is_same = put_next(m, &w, types);
    }
    m->events = w.events;
    return is_same && m->place == m->c->space.items + m->c->snap.size;
}
