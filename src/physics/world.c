/* SPDX-License-Identifier: MIT
 *
 * Functions that the parts of a game share: memory, random numbers, lists of things, whom a tee
 * touches, and what is done to a tee.
 */
#include "physics/physics.h"

#include "base/mem.h"

/* -- memory ---------------------------------------------------------------------------------- */

/* Places of the tables after a world, in bytes from its start, and the size of all. */
struct world_layout {
    size_t things, switches, targets, fired, zones, size;
};

static struct world_layout world_layout_of(const tti_arena *arena)
{
    struct world_layout at = {.things = tti_aligned(sizeof(tti_physics))};
    at.switches =
        at.things + tti_aligned(((size_t)arena->things + TTI_SHOTS_MAX) * sizeof(tti_thing));
    at.targets = at.switches +
                 tti_aligned(((size_t)arena->highest_switch + 1) * TT_TEAMS * sizeof(tti_switch));
    at.fired = at.targets + tti_aligned((size_t)arena->draggers * TT_TEAMS * sizeof(int16_t));
    at.zones =
        at.fired + tti_aligned((size_t)arena->turrets * (TT_TEAMS + TT_CIDS) * sizeof(int32_t));
    at.size = at.zones + tti_aligned(arena->zones * sizeof(tti_tuning));
    return at;
}

void tti_physics_lay_out(tti_physics *world, const tti_arena *arena)
{
    struct world_layout at = world_layout_of(arena);
    world->thing_count = (int32_t)(arena->things + TTI_SHOTS_MAX);
    world->things = at.things;
    world->switches = at.switches;
    world->targets = at.targets;
    world->fired = at.fired;
    world->zones = at.zones;
    world->size = at.size;
}

size_t tti_physics_size(const tti_arena *arena)
{
    return world_layout_of(arena).size;
}

tti_thing *tti_thing_at(const tti_physics *world, int32_t index)
{
    return (tti_thing *)tti_table(world, world->things) + index;
}

/* -- random numbers -------------------------------------------------------------------------- */

/* Returns a random number, by the generator PCG-XSH-RR. */
uint32_t tti_random(tti_physics *world)
{
    uint64_t x = world->random;
    world->random = x * UINT64_C(6364136223846793005) + world->random_step;
    uint32_t mixed = (uint32_t)(((x >> 18) ^ x) >> 27);
    unsigned turn = (unsigned)(x >> 59);
    return mixed >> turn | mixed << ((32 - turn) & 31);
}

const tti_pair *tti_exit(tti_physics *world, int32_t kind, int32_t number)
{
    const tti_arena *arena = world->arena;
    uint32_t begin = arena->exit_begin[kind][number];
    uint32_t count = arena->exit_begin[kind][number + 1] - begin;
    if (count == 0) {
        return NULL;
    }
    uint32_t drawn = count > 1 ? tti_random(world) % count : 0;
    return &arena->place[begin + drawn];
}

/* -- lists of entities ----------------------------------------------------------------------- */

tti_thing *tti_thing_new(tti_physics *world, int list, tti_thing_kind kind)
{
    if (world->free < 0) {
        world->has_overflow = true;
        return NULL;
    }
    int16_t index = world->free;
    tti_thing *thing = tti_thing_at(world, index);
    world->free = thing->next;
    *thing =
        (tti_thing){.kind = (uint8_t)kind, .owner = -1, .target = -1, .next = world->head[list]};
    world->head[list] = index;
    return thing;
}

static bool is_thing_of(const tti_thing *thing, int32_t cid)
{
    return (thing->kind == TTI_PROJECTILE || thing->kind == TTI_LASER) && thing->owner == cid;
}

/* Appends a slot to the free ones, so that its number is reused as late as possible. Receivers of
 * snapshots would take a new thing with this number for the old thing. */
static void put_free(tti_physics *world, int16_t index)
{
    *tti_thing_at(world, index) = (tti_thing){.next = -1};
    if (world->free < 0) {
        world->free = index;
    } else {
        tti_thing_at(world, world->last_free)->next = index;
    }
    world->last_free = index;
}

/* Removes the things of a client (-1: of nobody) and, with `are_gone`, those marked as gone. */
static void sweep(tti_physics *world, int32_t cid, bool are_gone)
{
    for (int list = 0; list < TTI_LISTS; list++) {
        int16_t *link = &world->head[list];
        while (*link >= 0) {
            int16_t index = *link;
            tti_thing *thing = tti_thing_at(world, index);
            if ((are_gone && thing->is_gone) || (cid >= 0 && is_thing_of(thing, cid))) {
                *link = thing->next;
                put_free(world, index);
            } else {
                link = &thing->next;
            }
        }
    }
}

void tti_things_drop(tti_physics *world, int32_t cid)
{
    sweep(world, cid, false);
    world->walk_is_cut = true;
}

void tti_things_sweep(tti_physics *world)
{
    sweep(world, -1, true);
}

/* -- whom a line hits ------------------------------------------------------------------------ */

/* A rectangle around a line, so wide that no tee outside of it is hit. Its edges are a pixel beyond
 * the reach of a hit, because these places are rounded. */
struct frame {
    tti_pair low, high;
};

static struct frame frame_of(tti_pair from, tti_pair to, float reach)
{
    float wide = reach + 1;
    tti_pair more = {wide, wide};
    tti_pair low = {from.x < to.x ? from.x : to.x, from.y < to.y ? from.y : to.y};
    tti_pair high = {from.x < to.x ? to.x : from.x, from.y < to.y ? to.y : from.y};
    return (struct frame){tti_pair_sub(low, more), tti_pair_add(high, more)};
}

static bool is_outside_frame(const struct frame *frame, tti_pair at)
{
    bool is_outside_x = (at.x < frame->low.x) | (at.x > frame->high.x);
    bool is_outside_y = (at.y < frame->low.y) | (at.y > frame->high.y);
    return is_outside_x | is_outside_y;
}

/* Finds the first tee on a line. As in the game, the search begins with a hundred times the length
 * of the line as the best distance. */
int32_t tti_first_on_line(const tti_physics *world, tti_pair from, tti_pair to, float radius,
                          int32_t except, int32_t group, tti_pair *at)
{
    float best = tti_distance(from, to) * 100.0f;
    float reach = TTI_CORE_SIZE + radius;
    int32_t first = -1;
    struct frame frame = frame_of(from, to, reach);
    for (int32_t i = 0; i < world->order_count; i++) {
        int32_t cid = world->order[i];
        tti_pair nearest, tee = world->tee[cid].self.at;
        if (cid == except || is_outside_frame(&frame, tee) ||
            (group >= 0 && !tti_can_touch(world, group, cid))) {
            continue;
        }
        if (!tti_nearest_on_line(from, to, tee, &nearest) ||
            !(tti_distance(tee, nearest) < reach)) {
            continue;
        }
        float way = tti_distance(from, nearest);
        if (way < best) {
            best = way;
            first = cid;
            *at = nearest;
        }
    }
    return first;
}

void tti_push(tti_physics *world, int32_t cid, tti_pair force)
{
    tti_tee *tee = &world->tee[cid];
    world->pushes[cid]++;
    tee->self.core.velocity = tti_stopped(tee->stops, tti_pair_add(tee->self.core.velocity, force));
}

void tti_doubt_tee(tti_physics *world, int32_t cid)
{
    tti_tee *tee = &world->tee[cid];
    tee->is_unknown = tee->is_unknown || (world->rules.is_cut && tee->is_alive);
}

void tti_doubt_near(tti_physics *world, int32_t cid)
{
    enum { REACH = 1000 }; /* a laser reaches 800 units */
    for (int32_t i = 0; i < world->order_count; i++) {
        int32_t other = world->order[i];
        if (world->tee[other].self.freeze > 0 &&
            tti_is_within(world->tee[cid].self.at, world->tee[other].self.at, REACH) &&
            tti_can_touch(world, cid, other)) {
            tti_doubt_tee(world, other);
        }
    }
}

bool tti_freeze_tee(tti_physics *world, int32_t cid, int32_t seconds)
{
    tti_self *self = &world->tee[cid].self;
    if (seconds <= 0 || self->is_super || self->is_invincible ||
        self->freeze > (int64_t)seconds * TT_TICKS_PER_SECOND) {
        return false;
    }
    bool may = self->freeze_since < world->tick - TT_TICKS_PER_SECOND;
    if (world->rules.version >= TTI_VERSION(18, 1, 0)) {
        may = may || self->freeze == 0;
    }
    if (may) {
        world->tee[cid].armor = 0;
        int64_t ticks = (int64_t)seconds * TT_TICKS_PER_SECOND;
        self->freeze = (int32_t)(ticks < INT32_MAX ? ticks : INT32_MAX);
        self->freeze_since = world->tick;
    }
    return may;
}

void tti_unfreeze_tee(tti_physics *world, int32_t cid)
{
    tti_tee *tee = &world->tee[cid];
    tti_self *self = &tee->self;
    if (self->freeze > 0) {
        if (self->weapon >= 0 && (self->owned & 1 << self->weapon) == 0) {
            self->weapon = TT_WEAPON_GUN;
        }
        self->freeze = 0;
        self->freeze_since = 0;
        tee->armor = TTI_ARMOR_MAX;
        tee->was_frozen = true;
    }
}

void tti_let_go(tti_physics *world, int32_t cid)
{
    for (int32_t i = 0; i < world->order_count; i++) {
        tti_self *self = &world->tee[world->order[i]].self;
        if (self->core.hooked == cid && !self->is_super) {
            self->core.hooked = -1;
            self->core.hook_state = TT_HOOK_RETRACTED;
        }
    }
}

/* -- switches, tunings, stoppers ------------------------------------------------------------- */

tti_switch *tti_switch_of(const tti_physics *world, int32_t number, int32_t team)
{
    if (number < 0 || number > world->arena->highest_switch || team < 0 || team >= TT_TEAMS) {
        return NULL;
    }
    return (tti_switch *)tti_table(world, world->switches) + number * TT_TEAMS + team;
}

bool tti_is_on(const tti_physics *world, int32_t number, int32_t team)
{
    const tti_switch *found = tti_switch_of(world, number, team);
    return number == 0 || (found != NULL && found->is_on);
}

/* Returns what a tile stops. `side` is the direction from the tee to the tile; 0: the tee is in the
 * tile. Then only one-way stoppers count. */
static uint8_t stops_of(const tti_arena *arena, int32_t tile, uint8_t side)
{
    enum { ONE_WAY = 60 };
    uint8_t stops = 0;
    for (int layer = TT_TERRAIN_GAME; layer <= TT_TERRAIN_FRONT; layer++) {
        const uint8_t *cells = arena->terrain.layer[layer];
        if (cells == NULL) {
            continue;
        }
        uint8_t number = cells[2 * tile];
        uint8_t found = tti_stopper(number, cells[2 * tile + 1]);
        stops |= side != 0 ? found & side : number == ONE_WAY ? found : 0;
    }
    return stops;
}

static bool is_door_shut(const tti_physics *world, int32_t tile, int32_t cid)
{
    const tti_arena *arena = world->arena;
    if (cid < 0 || arena->highest_switch == 0 || (arena->what[tile] & TTI_TILE_DOOR) == 0) {
        return false;
    }
    int32_t team = tti_team_of(world, cid);
    const tti_switch *found = tti_switch_of(world, arena->door[tile], team);
    return team != tti_team_super(world) && found != NULL && found->is_on;
}

uint8_t tti_stops_near(const tti_physics *world, int32_t cid, tti_pair at, float reach,
                       int32_t tile)
{
    static const struct {
        float x, y;
        uint8_t stop;
    } sides[] = {{0, 0, 0},
                 {1, 0, TTI_STOP_RIGHT},
                 {0, 1, TTI_STOP_DOWN},
                 {-1, 0, TTI_STOP_LEFT},
                 {0, -1, TTI_STOP_UP}};
    uint8_t stops = 0;
    for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++) {
        tti_pair point = {sides[i].x * reach, sides[i].y * reach};
        int32_t found = tti_tile_rounded(world->arena, tti_pair_add(at, point));
        if (i == 0 && tile >= 0) {
            found = tile;
        }
        stops |= stops_of(world->arena, found, sides[i].stop);
        if (is_door_shut(world, found, cid)) {
            stops |= sides[i].stop;
        }
    }
    return stops;
}

bool tti_is_grounded(const tti_physics *world, tti_pair at)
{
    tti_pair under = {at.x, at.y + 18};
    return tti_terrain_stands(&world->arena->terrain, at) ||
           (tti_stops(world, -1, under, 0, -1) & TTI_STOP_DOWN) != 0;
}

/* -- who is in the world ---------------------------------------------------------------------- */

void tti_stir(tti_physics *world)
{
    tti_fill(world->rest, TTI_MAY_CHANGE, sizeof world->rest);
}

static void leave_order(tti_physics *world, int32_t cid)
{
    int32_t count = 0;
    for (int32_t i = 0; i < world->order_count; i++) {
        if (world->order[i] != cid) {
            world->order[count++] = world->order[i];
        }
    }
    world->order_count = count;
    tti_stir(world);
}

void tti_order_enter(tti_physics *world, int32_t cid)
{
    leave_order(world, cid);
    for (int32_t i = world->order_count; i > 0; i--) {
        world->order[i] = world->order[i - 1];
    }
    world->order[0] = (uint8_t)cid;
    world->order_count++;
    world->tee[cid].is_shown = true;
}

void tti_order_leave(tti_physics *world, int32_t cid)
{
    leave_order(world, cid);
    world->tee[cid].is_shown = false;
}

bool tti_practises(const tti_physics *world, int32_t team)
{
    bool has_practice = team != 0 || world->rules.team == TTI_FORCED_SOLO;
    return has_practice && team != tti_team_super(world) && world->team[team].practices;
}
