/* SPDX-License-Identifier: MIT
 *
 * Entities of the map: pickups, draggers, turrets, lights, doors, and what they shoot.
 *
 * Each dragger and each turret has a row in a table of the world; its `index` is the number of that
 * row. A dragger counts its beams in `bounces`. A beam and a plasma have their client in `target`;
 * a beam has the slot of its dragger in `start` and the tick of its birth in `life`. The strength
 * of both draggers and beams is `energy`. A light goes from `at` to `from`; `life` is its full
 * length. A door is only shown; the arena has its tiles.
 */
#include "physics/physics.h"

#include "base/mem.h"

#define PICKUP_RADIUS 20.0f
#define HEALTH_RADIUS 34.0f /* radius around a tee in which it looks for health */
#define HEALTH_SIZE 14.0f
#define HEALTH_LOOKS 9 /* pickups near the tee that the game looks at */
#define PLASMA_TICKS 75
#define PLASMA_SPEEDUP 1.1f
#define WHOLE_TURN 6.2831855f /* 2 * TTI_PI */
#define MOVER_SPEED 4.0f

enum { TILE_MOVER = 64, TILE_MOVER_FAST = 65 };

enum {
    TURNED = TT_TILE_TURN,
    HALF_TURNED = TT_TILE_MIRROR_X | TT_TILE_MIRROR_Y,
    BACK_TURNED = TT_TILE_MIRROR_X | TT_TILE_MIRROR_Y | TT_TILE_TURN
};

/* -- what entities share --------------------------------------------------------------------- */

static bool is_beat(const tti_physics *world)
{
    return world->tick % TTI_BEAT == 0;
}

/* Sets *speed to the speed that a mover at this place gives an entity; a mover with unknown flags
 * gives 0. Returns false when there is no mover. */
static bool mover_at(const tti_arena *arena, tti_pair at, tti_pair *speed)
{
    size_t tile = (size_t)tti_tile_cut(arena, at);
    const uint8_t *cell = arena->terrain.layer[TT_TERRAIN_GAME] + 2 * tile;
    if (cell[0] != TILE_MOVER && cell[0] != TILE_MOVER_FAST) {
        return false;
    }
    float pace = cell[0] == TILE_MOVER_FAST ? 4 * MOVER_SPEED : MOVER_SPEED;
    *speed = (tti_pair){0, 0};
    switch (cell[1]) {
    case 0:
        speed->y = -pace;
        break;
    case TURNED:
        speed->x = pace;
        break;
    case HALF_TURNED:
        speed->y = pace;
        break;
    case BACK_TURNED:
        speed->x = -pace;
        break;
    default:
        break;
    }
    return true;
}

static void carry_thing(const tti_physics *world, tti_thing *thing)
{
    tti_pair speed;
    if (mover_at(world->arena, thing->at, &speed)) {
        thing->speed = speed;
    }
    thing->at = tti_pair_add(thing->at, thing->speed);
}

static bool is_on_for(const tti_physics *world, const tti_thing *thing, int32_t cid)
{
    return thing->layer != TT_TERRAIN_SWITCHES ||
           tti_is_on(world, thing->number, tti_team_of(world, cid));
}

static bool is_super(const tti_physics *world, int32_t cid)
{
    return tti_team_of(world, cid) == tti_team_super(world);
}

static bool is_tee_near(const tti_physics *world, int32_t cid, tti_pair at, float distance)
{
    return tti_is_within(world->tee[cid].self.at, at, distance);
}

/* The tees that a dragger or a turret aims at: the nearest one of each team, and all solo tees. */
struct nearest {
    int16_t nearest[TT_CIDS]; /* client id by team; -1: none */
    int32_t distance[TT_CIDS];
    bool is_possible[TT_CIDS]; /* true for tees that may be hit, by client id */
    bool is_taken[TT_CIDS];
};

static void clear_nearest(struct nearest *c)
{
    tti_fill(c, 0, sizeof *c);
    for (int32_t i = 0; i < TT_CIDS; i++) {
        c->nearest[i] = -1;
    }
}

/* Notes a tee that may be the nearest one of its team. As in the game, distances are compared in
 * whole pixels, and a distance of 0 counts as no distance yet. */
static void consider_nearest(struct nearest *c, const tti_physics *world, tti_pair at, int32_t cid)
{
    int32_t team = tti_team_of(world, cid);
    int32_t distance = tti_whole(tti_distance(world->tee[cid].self.at, at));
    if (c->distance[team] == 0 || c->distance[team] > distance) {
        c->distance[team] = distance;
        c->nearest[team] = (int16_t)cid;
    }
}

static bool has_tee_near(const tti_physics *world, tti_pair at, float distance)
{
    for (int32_t i = 0; i < world->order_count; i++) {
        if (is_tee_near(world, world->order[i], at, distance)) {
            return true;
        }
    }
    return false;
}

/* -- pickups --------------------------------------------------------------------------------- */

static bool drop_weapon(tti_self *self, int32_t weapon)
{
    uint8_t bit = (uint8_t)(1u << weapon);
    bool had = (self->owned & bit) != 0;
    if (had) {
        self->owned = (uint8_t)(self->owned & ~bit);
        self->empty |= bit;
    }
    return had;
}

/* Ends the time of the ninja. The tee loses the ninja in its next turn. */
static void end_ninja(tti_self *self)
{
    self->ninja_way = (tti_pair){0, 0};
    self->ninja_start = -500;
    self->ninja_move = 0;
}

static bool drop_all(tti_self *self)
{
    bool had = false;
    for (int32_t weapon = TT_WEAPON_SHOTGUN; weapon < TTI_WEAPONS; weapon++) {
        had |= drop_weapon(self, weapon);
    }
    end_ninja(self);
    if (had) {
        self->last_weapon = TT_WEAPON_GUN;
    }
    if (self->weapon >= TT_WEAPON_SHOTGUN) {
        self->weapon = TT_WEAPON_HAMMER;
    }
    return had;
}

static bool drop_one(tti_self *self, int32_t weapon)
{
    bool had = drop_weapon(self, weapon);
    if (had) {
        self->last_weapon = TT_WEAPON_GUN;
    }
    if (self->weapon == weapon) {
        self->weapon = TT_WEAPON_HAMMER;
    }
    return had;
}

/* Takes the weapons that a shield takes from a tee. Returns true when the tee lost a weapon. */
static bool take_with(tti_self *self, uint8_t shield)
{
    switch (shield) {
    case TTI_ENTITY_SHIELD:
        return drop_all(self);
    case TTI_ENTITY_SHOTGUN_SHIELD:
        return drop_one(self, TT_WEAPON_SHOTGUN);
    case TTI_ENTITY_GRENADE_SHIELD:
        return drop_one(self, TT_WEAPON_GRENADE);
    case TTI_ENTITY_LASER_SHIELD:
        return drop_one(self, TT_WEAPON_LASER);
    case TTI_ENTITY_NINJA_SHIELD:
        end_ninja(self);
        return false;
    default:
        return false;
    }
}

/* Picks up a weapon. The game gives a weapon only to a tee that lacks the weapon or its ammo. */
static void pick_up_weapon(tti_physics *world, const tti_thing *pickup, int32_t cid, int32_t weapon)
{
    const tti_self *self = &world->tee[cid].self;
    int bit = 1 << weapon;
    if ((self->owned & bit) == 0 || (self->empty & bit) != 0) {
        bool is_grenade = weapon == TT_WEAPON_GRENADE;
        tti_give_weapon(world, cid, weapon);
        tti_note_sound(world, is_grenade ? TTI_SOUND_PICKUP_GRENADE : TTI_SOUND_PICKUP_SHOTGUN,
                       pickup->at);
    }
}

static void pick_up(tti_physics *world, const tti_thing *pickup, int32_t cid)
{
    switch (pickup->type) {
    case TTI_ENTITY_HEALTH:
        if (tti_freeze_tee(world, cid, world->rules.freeze_delay)) {
            tti_note_sound(world, TTI_SOUND_HEALTH, pickup->at);
        }
        break;
    case TTI_ENTITY_SHOTGUN:
        pick_up_weapon(world, pickup, cid, TT_WEAPON_SHOTGUN);
        break;
    case TTI_ENTITY_GRENADE:
        pick_up_weapon(world, pickup, cid, TT_WEAPON_GRENADE);
        break;
    case TTI_ENTITY_LASER:
        pick_up_weapon(world, pickup, cid, TT_WEAPON_LASER);
        break;
    case TTI_ENTITY_NINJA:
        tti_give_ninja(world, cid);
        break;
    default:
        if (!is_super(world, cid) && take_with(&world->tee[cid].self, pickup->type)) {
            tti_note_sound(world, TTI_SOUND_SHIELD, pickup->at);
        }
        break;
    }
}

static void tick_pickup(tti_physics *world, tti_thing *pickup)
{
    if (is_beat(world)) {
        carry_thing(world, pickup);
    }
    for (int32_t i = 0; i < world->order_count; i++) {
        int32_t cid = world->order[i];
        if (is_tee_near(world, cid, pickup->at, PICKUP_RADIUS + TTI_CORE_SIZE) &&
            is_on_for(world, pickup, cid)) {
            pick_up(world, pickup, cid);
        }
    }
}

bool tti_is_near_health(const tti_physics *world, tti_pair at)
{
    int looks = 0;
    for (int32_t i = world->head[TTI_LIST_PICKUPS]; i >= 0 && looks < HEALTH_LOOKS;) {
        const tti_thing *pickup = tti_thing_at(world, i);
        if (tti_is_within(pickup->at, at, HEALTH_RADIUS + HEALTH_SIZE)) {
            if (pickup->type == TTI_ENTITY_HEALTH) {
                return true;
            }
            looks++;
        }
        i = pickup->next;
    }
    return false;
}

/* -- draggers -------------------------------------------------------------------------------- */

static int16_t *targets_of(tti_physics *world, const tti_thing *dragger)
{
    void *table = (uint8_t *)world + world->targets;
    return (int16_t *)table + (size_t)dragger->index * TT_TEAMS;
}

static bool goes_through_walls(const tti_thing *dragger)
{
    return dragger->type >= TTI_ENTITY_DRAGGER_THROUGH;
}

static bool reaches(const tti_physics *world, const tti_thing *dragger, int32_t cid)
{
    tti_hit hit = tti_terrain_line_stopper(&world->arena->terrain, dragger->at,
                                           world->tee[cid].self.at, goes_through_walls(dragger));
    return hit.tile == 0;
}

static void end_beam(tti_physics *world, tti_thing *beam)
{
    beam->is_gone = true;
    tti_thing_at(world, beam->start)->bounces--;
}

static void tick_beam(tti_physics *world, tti_thing *beam)
{
    int32_t cid = beam->target;
    const tti_tee *tee = &world->tee[cid];
    if (beam->is_gone) {
        return;
    }
    if (!tee->is_alive || (is_beat(world) && !is_on_for(world, beam, cid))) {
        end_beam(world, beam);
        return;
    }
    float distance = tti_distance(tee->self.at, beam->at);
    if (distance >= (float)world->rules.dragger_range || !reaches(world, beam, cid)) {
        end_beam(world, beam);
    } else if (distance > TTI_CORE_SIZE) {
        tti_pair way = tti_direction(tti_pair_sub(beam->at, tee->self.at));
        tti_push(world, cid, tti_pair_times(way, beam->energy));
    }
}

/* Starts a beam. A new beam is before its dragger in the list, so its turn in this tick is over;
 * therefore it pulls here. */
static void start_beam(tti_physics *world, tti_thing *dragger, int32_t cid)
{
    tti_thing *beam = tti_thing_new(world, TTI_LIST_LASERS, TTI_BEAM);
    if (beam == NULL) {
        return;
    }
    beam->type = dragger->type;
    beam->layer = dragger->layer;
    beam->number = dragger->number;
    beam->at = dragger->at;
    beam->energy = dragger->energy;
    beam->target = (int16_t)cid;
    beam->start = (int32_t)(dragger - tti_thing_at(world, 0));
    beam->life = world->tick;
    dragger->bounces++;
    tick_beam(world, beam);
}

static void choose_for_dragger(tti_physics *world, const tti_thing *dragger, struct nearest *c)
{
    float reach = (float)world->rules.dragger_range - TTI_CORE_SIZE;
    for (int32_t i = 0; i < world->order_count; i++) {
        int32_t cid = world->order[i];
        if (!is_tee_near(world, cid, dragger->at, reach + TTI_CORE_SIZE) || is_super(world, cid) ||
            !is_on_for(world, dragger, cid) || !reaches(world, dragger, cid)) {
            continue;
        }
        if (world->tee[cid].self.core.is_solo) {
            c->is_taken[cid] = true;
        } else {
            c->is_possible[cid] = true;
            consider_nearest(c, world, dragger->at, cid);
        }
    }
}

/* Chooses the targets of a dragger. It keeps its target for a team as long as it can drag that tee,
 * even after the tee changed teams. */
static void keep_targets(tti_physics *world, const tti_thing *dragger, struct nearest *c)
{
    int16_t *targets = targets_of(world, dragger);
    for (int32_t team = 0; team < TT_CIDS; team++) {
        if (targets[team] < 0 || !c->is_possible[targets[team]]) {
            targets[team] = c->nearest[team];
        }
        if (targets[team] >= 0) {
            c->is_taken[targets[team]] = true;
        }
    }
}

/* Moves the beams of a dragger to its place. */
static void move_beams(tti_physics *world, const tti_thing *dragger)
{
    int32_t slot = (int32_t)(dragger - tti_thing_at(world, 0));
    int32_t left = dragger->bounces;
    for (int32_t i = world->head[TTI_LIST_LASERS]; i >= 0 && left > 0;) {
        tti_thing *beam = tti_thing_at(world, i);
        if (beam->kind == TTI_BEAM && beam->start == slot && !beam->is_gone) {
            beam->at = dragger->at;
            left--;
        }
        i = beam->next;
    }
}

/* Ends the beams on tees that are no longer chosen. The tees of all other beams are removed from
 * the choice, so that each tee left in it needs a new beam. */
static void end_beams(tti_physics *world, const tti_thing *dragger, struct nearest *c)
{
    int32_t slot = (int32_t)(dragger - tti_thing_at(world, 0));
    int32_t left = dragger->bounces;
    for (int32_t i = world->head[TTI_LIST_LASERS]; i >= 0 && left > 0;) {
        tti_thing *beam = tti_thing_at(world, i);
        if (beam->kind == TTI_BEAM && beam->start == slot && !beam->is_gone) {
            left--;
            if (c->is_taken[beam->target]) {
                c->is_taken[beam->target] = false;
            } else {
                end_beam(world, beam);
            }
        }
        i = beam->next;
    }
}

static void tick_dragger(tti_physics *world, tti_thing *dragger)
{
    if (!is_beat(world)) {
        return;
    }
    struct nearest c;
    carry_thing(world, dragger);
    move_beams(world, dragger);
    clear_nearest(&c);
    choose_for_dragger(world, dragger, &c);
    keep_targets(world, dragger, &c);
    end_beams(world, dragger, &c);
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        if (c.is_taken[cid]) {
            start_beam(world, dragger, cid);
        }
    }
}

/* -- turrets and plasma ---------------------------------------------------------------------- */

/* Returns the ticks of a turret's last shots: by team, then by client id for solo tees. */
static int32_t *fired_of(tti_physics *world, const tti_thing *turret)
{
    void *table = (uint8_t *)world + world->fired;
    return (int32_t *)table + (size_t)turret->index * (TT_TEAMS + TT_CIDS);
}

static void shoot_plasma(tti_physics *world, const tti_thing *turret, int32_t cid)
{
    tti_thing *plasma = tti_thing_new(world, TTI_LIST_LASERS, TTI_PLASMA);
    if (plasma == NULL) {
        return;
    }
    plasma->at = turret->at;
    plasma->way = tti_direction(tti_pair_sub(world->tee[cid].self.at, turret->at));
    plasma->explodes = turret->explodes;
    plasma->freezes = turret->freezes;
    plasma->target = (int16_t)cid;
    plasma->start = world->tick;
    plasma->life = PLASMA_TICKS;
}

static bool is_in_sight(const tti_physics *world, const tti_thing *turret, int32_t cid)
{
    tti_hit hit = tti_terrain_line(&world->arena->terrain, turret->at, world->tee[cid].self.at);
    return hit.tile == 0;
}

static void choose_for_turret(tti_physics *world, const tti_thing *turret, struct nearest *c)
{
    int32_t *fired = fired_of(world, turret);
    float reach = (float)world->rules.plasma_range + TTI_CORE_SIZE;
    int32_t pause = TT_TICKS_PER_SECOND / world->rules.plasma_per_sec;
    for (int32_t i = 0; i < world->order_count; i++) {
        int32_t cid = world->order[i];
        bool is_solo = world->tee[cid].self.core.is_solo;
        int32_t *last = is_solo ? &fired[TT_TEAMS + cid] : &fired[tti_team_of(world, cid)];
        if (!is_tee_near(world, cid, turret->at, reach) || is_super(world, cid) ||
            !is_on_for(world, turret, cid) || *last + pause > world->tick ||
            !is_in_sight(world, turret, cid)) {
            continue;
        }
        if (is_solo) {
            c->is_taken[cid] = true;
            *last = world->tick;
        } else {
            consider_nearest(c, world, turret->at, cid);
        }
    }
}

static void fire_turret(tti_physics *world, const tti_thing *turret)
{
    struct nearest c;
    int32_t *fired = fired_of(world, turret);
    clear_nearest(&c);
    choose_for_turret(world, turret, &c);
    for (int32_t team = 0; team < TT_CIDS; team++) {
        if (c.nearest[team] >= 0) {
            c.is_taken[c.nearest[team]] = true;
            fired[team] = world->tick;
        }
    }
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        if (c.is_taken[cid]) {
            shoot_plasma(world, turret, cid);
        }
    }
}

static void tick_turret(tti_physics *world, tti_thing *turret)
{
    if (is_beat(world)) {
        carry_thing(world, turret);
    }
    if (world->rules.plasma_per_sec > 0 &&
        has_tee_near(world, turret->at, (float)world->rules.plasma_range + TTI_CORE_SIZE)) {
        fire_turret(world, turret);
    }
}

static void blow_up_plasma(tti_physics *world, const tti_thing *plasma)
{
    if (plasma->explodes) {
        tti_explode(world, plasma->at, plasma->target, true, tti_team_of(world, plasma->target));
    }
}

static void hit_tee_with_plasma(tti_physics *world, tti_thing *plasma)
{
    tti_pair end = tti_pair_add(plasma->at, plasma->way), at;
    int32_t cid = tti_first_on_line(world, plasma->at, end, 0, -1, plasma->target, &at);
    if (cid < 0 || is_super(world, cid)) {
        return;
    }
    if (plasma->freezes) {
        (void)tti_freeze_tee(world, cid, world->rules.freeze_delay);
    } else {
        tti_unfreeze_tee(world, cid);
    }
    tti_doubt_tee(world, cid);
    blow_up_plasma(world, plasma);
    plasma->is_gone = true;
}

/* Computes one tick of a plasma. Plasma that hits a tee right before a wall explodes twice. */
static void tick_plasma(tti_physics *world, tti_thing *plasma)
{
    if (plasma->life == 0 || !world->tee[plasma->target].is_alive) {
        plasma->is_gone = true;
        return;
    }
    plasma->life--;
    plasma->at = tti_pair_add(plasma->at, plasma->way);
    plasma->way = tti_pair_times(plasma->way, PLASMA_SPEEDUP);
    hit_tee_with_plasma(world, plasma);
    tti_pair end = tti_pair_add(plasma->at, plasma->way);
    tti_hit wall = tti_terrain_line_stopper(&world->arena->terrain, plasma->at, end, false);
    if (wall.tile != 0) {
        blow_up_plasma(world, plasma);
        plasma->is_gone = true;
    }
}

/* -- lights ---------------------------------------------------------------------------------- */

/* Changes the length of a light. What the light grows beyond its limits is kept for its next step,
 * when it goes the other way. */
static void grow(tti_thing *light)
{
    if (light->pace == 0) {
        return;
    }
    if ((light->length >= light->life && light->pace > 0) ||
        (light->length <= 0 && light->pace < 0)) {
        light->pace = -light->pace;
    }
    light->length += light->pace * TTI_BEAT + light->rest;
    light->rest = 0;
    if (light->length > light->life) {
        light->rest = light->length - light->life;
        light->length = light->life;
    } else if (light->length < 0) {
        light->rest = light->length;
        light->length = 0;
    }
}

static void turn_light(tti_thing *light)
{
    float step = light->turn * TTI_BEAT;
    light->angle += step;
    if (light->angle > WHOLE_TURN) {
        light->angle -= WHOLE_TURN;
    } else if (light->angle < 0) {
        light->angle += WHOLE_TURN;
    }
}

static tti_pair light_end(const tti_physics *world, tti_pair from, tti_pair way, int32_t length)
{
    tti_pair to = tti_pair_add(from, tti_pair_times(tti_direction(way), (float)length));
    return tti_terrain_line_stopper(&world->arena->terrain, from, to, false).at;
}

static void step_light(const tti_physics *world, tti_thing *light)
{
    carry_thing(world, light);
    grow(light);
    turn_light(light);
    light->from = light_end(world, light->at, tti_way_of(light->angle), light->length);
}

static void tick_light(tti_physics *world, tti_thing *light)
{
    if (is_beat(world)) {
        step_light(world, light);
    }
    for (int32_t i = 0; i < world->order_count; i++) {
        int32_t cid = world->order[i];
        tti_pair nearest, tee = world->tee[cid].self.at;
        if (tti_nearest_on_line(light->at, light->from, tee, &nearest) &&
            tti_is_within(tee, nearest, TTI_CORE_SIZE) && is_on_for(world, light, cid)) {
            (void)tti_freeze_tee(world, cid, world->rules.freeze_delay);
            tti_doubt_tee(world, cid);
        }
    }
}

void tti_thing_tick(tti_physics *world, tti_thing *thing)
{
    switch (thing->kind) {
    case TTI_PICKUP:
        tick_pickup(world, thing);
        break;
    case TTI_DRAGGER:
        tick_dragger(world, thing);
        break;
    case TTI_BEAM:
        tick_beam(world, thing);
        break;
    case TTI_TURRET:
        tick_turret(world, thing);
        break;
    case TTI_PLASMA:
        tick_plasma(world, thing);
        break;
    case TTI_LIGHT:
        tick_light(world, thing);
        break;
    default:
        break;
    }
}

/* -- entities of the map --------------------------------------------------------------------- */

/* A tile of the map from which entities are made. */
struct source {
    tti_physics *world;
    int layer;
    int32_t x, y;
    uint8_t entity, flags, number;
    int32_t draggers, turrets; /* number of draggers and of turrets that were made so far */
};

static tti_thing *make_thing(const struct source *s, int list, tti_thing_kind kind)
{
    tti_thing *thing = tti_thing_new(s->world, list, kind);
    if (thing != NULL) {
        thing->type = s->entity;
        thing->layer = (uint8_t)s->layer;
        thing->number = s->number;
        thing->flags = s->flags;
        thing->at = tti_middle(s->x, s->y);
        thing->start = s->world->tick;
    }
    return thing;
}

static void make_door(const struct source *s, int side, int32_t length)
{
    tti_thing *door = make_thing(s, TTI_LIST_LASERS, TTI_DOOR);
    if (door != NULL) {
        door->from = light_end(s->world, door->at, tti_way_of(tti_side_angle(side)), length);
    }
}

/* Returns how far a light turns in a tick, in radians. Numbers of entities go from left turns to
 * right turns. */
static float turn_of(uint8_t entity)
{
    static const float turns[] = {0, TTI_PI / 360, TTI_PI / 180, TTI_PI / 90};
    int speed = entity - TTI_ENTITY_LIGHT_STILL;
    return speed < 0 ? turns[-speed] : -turns[speed];
}

/* Makes a light. The entity two tiles away decides whether the light grows and shrinks, and with
 * which length it begins. */
static void make_light(const struct source *s, int side, int32_t length)
{
    const tt_terrain *terrain = &s->world->arena->terrain;
    tti_thing *light = make_thing(s, TTI_LIST_LASERS, TTI_LIGHT);
    if (light == NULL) {
        return;
    }
    uint8_t beyond = tti_entity_beside(terrain, s->layer, s->x, s->y, side, 2);
    light->from = light->at;
    light->angle = tti_side_angle(side);
    light->turn = turn_of(s->entity);
    light->life = length;
    light->length = length;
    if (beyond >= TTI_ENTITY_SHRINK && beyond < TTI_ENTITY_GROW) {
        light->pace = 1 + 2 * (beyond - TTI_ENTITY_SHRINK);
    } else if (beyond >= TTI_ENTITY_GROW && beyond < TTI_ENTITY_GROW_END) {
        light->pace = 1 + 2 * (beyond - TTI_ENTITY_GROW);
        light->length = 0;
    }
}

static void make_sides(const struct source *s)
{
    const tt_terrain *terrain = &s->world->arena->terrain;
    for (int side = 0; side < TTI_SIDES; side++) {
        int32_t length = tti_side_length(terrain, s->layer, s->x, s->y, side);
        if (length == 0) {
            continue;
        }
        if (s->entity == TTI_ENTITY_DOOR) {
            make_door(s, side, length);
        } else {
            make_light(s, side, length);
        }
    }
}

/* Makes a bullet of the map. It flies back and forth for ever, in the direction that its tile is
 * rotated to. */
static void make_bullet(const struct source *s)
{
    int turns = s->flags == 0 ? 0 : s->flags == TURNED ? 1 : s->flags == HALF_TURNED ? 2 : 3;
    tti_thing *bullet = make_thing(s, TTI_LIST_PROJECTILES, TTI_PROJECTILE);
    if (bullet == NULL) {
        return;
    }
    float angle = (float)turns * (TTI_PI / 2);
    bullet->type = TT_WEAPON_SHOTGUN;
    bullet->way = tti_way_of(angle);
    bullet->life = -2;
    bullet->freezes = true;
    bullet->explodes = s->entity == TTI_ENTITY_BULLET_EXPLOSIVE;
    bullet->bounces_x = turns % 2 == 1;
    bullet->bounces_y = turns % 2 == 0;
    bullet->zone = tti_zone_at(s->world, bullet->at);
}

static void make_dragger(struct source *s)
{
    int strength =
        s->entity -
        (s->entity < TTI_ENTITY_DRAGGER_THROUGH ? TTI_ENTITY_DRAGGER : TTI_ENTITY_DRAGGER_THROUGH);
    tti_thing *dragger = make_thing(s, TTI_LIST_LASERS, TTI_DRAGGER);
    if (dragger == NULL) {
        return;
    }
    dragger->energy = (float)(strength + 1);
    dragger->index = (int16_t)s->draggers++;
    int16_t *targets = targets_of(s->world, dragger);
    for (int32_t team = 0; team < TT_TEAMS; team++) {
        targets[team] = -1;
    }
}

static void make_turret(struct source *s)
{
    tti_thing *turret = make_thing(s, TTI_LIST_LASERS, TTI_TURRET);
    if (turret == NULL) {
        return;
    }
    /* 0: it explodes, 1: it freezes, 2: both, 3: neither */
    int kind = s->entity - TTI_ENTITY_TURRET;
    turret->explodes = kind == 0 || kind == 2;
    turret->freezes = kind == 1 || kind == 2;
    turret->index = (int16_t)s->turrets++;
}

static void make_all(struct source *s)
{
    uint8_t e = s->entity;
    if (e == TTI_ENTITY_DOOR || (e >= TTI_ENTITY_LIGHT && e < TTI_ENTITY_LIGHT_END)) {
        make_sides(s);
    } else if (e == TTI_ENTITY_BULLET || e == TTI_ENTITY_BULLET_EXPLOSIVE) {
        make_bullet(s);
    } else if (e >= TTI_ENTITY_DRAGGER && e < TTI_ENTITY_DRAGGER_END) {
        make_dragger(s);
    } else if (e >= TTI_ENTITY_TURRET && e < TTI_ENTITY_TURRET_END) {
        make_turret(s);
    } else if ((e >= TTI_ENTITY_SHIELD && e <= TTI_ENTITY_LASER) ||
               (e >= TTI_ENTITY_SHOTGUN_SHIELD && e <= TTI_ENTITY_LASER_SHIELD)) {
        (void)make_thing(s, TTI_LIST_PICKUPS, TTI_PICKUP);
    }
}

static void visit_source(struct source *s)
{
    const tt_terrain *terrain = &s->world->arena->terrain;
    s->entity = tti_entity_at(terrain, s->layer, s->x, s->y);
    if (s->entity == 0) {
        return;
    }
    size_t tile = (size_t)s->y * (size_t)terrain->width + (size_t)s->x;
    bool is_switch = s->layer == TT_TERRAIN_SWITCHES;
    const uint8_t *cell = terrain->layer[s->layer] + tile * (is_switch ? 4 : 2);
    s->number = is_switch ? cell[0] : 0;
    s->flags = is_switch ? cell[2] : cell[1];
    make_all(s);
}

void tti_things_init(tti_physics *world)
{
    struct source s = {.world = world};
    for (s.y = 0; s.y < world->arena->terrain.height; s.y++) {
        for (s.x = 0; s.x < world->arena->terrain.width; s.x++) {
            for (int i = 0; i < TTI_ENTITY_LAYERS; i++) {
                s.layer = tti_entity_layer[i];
                visit_source(&s);
            }
        }
    }
}
