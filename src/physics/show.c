/* SPDX-License-Identifier: MIT
 *
 * Gives shots, entities of the map, pickups and switches as items of a snapshot. Servers since 17.0
 * send one item for each. Servers before 17.0 send an item of the first version, which lacks the
 * number of the switch, the layer and the kind of entity. An EntityEx item with the same id then
 * has these three. docs/format/snap-objects.md has the members.
 */
#include "physics/physics.h"

#define GLOW_TICKS 4 /* the start tick of a lasting light or beam is at most this long ago */
#define MILLION 1000000.0f
#define HUNDRED 100.0f
#define NOBODY (-1)

/* Classes of EntityEx. */
enum {
    CLASS_BULLET = 0,
    CLASS_DOOR = 1,
    CLASS_DRAGGER = 2, /* 2 to 4, by strength */
    CLASS_TURRET = 5,
    CLASS_LIGHT = 9,
    CLASS_PICKUP = 10
};

/* The game whose items are given, and the function that takes them. */
struct show {
    const tti_physics *world;
    tti_item_fn *put;
    void *user;
};

static bool is_since(const struct show *s, int32_t version)
{
    return s->world->rules.version >= version;
}

#define NEW_ITEMS TTI_VERSION(17, 0, 0)

static int32_t shown_slot(const struct show *s, const tti_thing *thing)
{
    return (int32_t)(thing - tti_thing_at(s->world, 0));
}

static int32_t later(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

/* -- the items ------------------------------------------------------------------------------- */

/* Makes the EntityEx of a thing. `layer` is the number that the game gives to a layer: 0 game, 1
 * front, 4 switch. */
static void put_entity(const struct show *s, const tti_thing *thing, int32_t layer, int32_t class)
{
    tti_item item = {.kind = TT_OBJ_ENTITY_EX,
                     .id = shown_slot(s, thing),
                     .count = 3,
                     .ints = {thing->number, layer, class}};
    if (is_since(s, TTI_VERSION(15, 6, 0))) {
        s->put(s->user, &item);
    }
}

/* The values of a laser item. */
struct shown_line {
    tti_pair to, from;
    int32_t start, owner, type, number, subtype;
};

static void put_line(const struct show *s, const tti_thing *thing, const struct shown_line *line)
{
    bool is_plain = !is_since(s, TTI_VERSION(16, 4, 0));
    tti_item item = {.kind = is_plain ? TT_OBJ_LASER : TT_OBJ_DDNET_LASER,
                     .id = shown_slot(s, thing),
                     .count = is_plain                              ? 5
                              : !is_since(s, NEW_ITEMS)             ? 7
                              : !is_since(s, TTI_VERSION(17, 3, 0)) ? 9
                                                                    : 10,
                     .tick_at = 4,
                     .tick_count = 1,
                     .ints = {tti_whole(line->to.x), tti_whole(line->to.y), tti_whole(line->from.x),
                              tti_whole(line->from.y), line->start, line->owner, line->type,
                              line->number, line->subtype, 0}};
    s->put(s->user, &item);
}

/* Makes the laser item of an entity as servers before 17.0 do. */
static void put_old_line(const struct show *s, const tti_thing *thing, tti_pair to, int32_t start)
{
    tti_item item = {.kind = TT_OBJ_LASER,
                     .id = shown_slot(s, thing),
                     .count = 5,
                     .tick_at = 4,
                     .tick_count = 1,
                     .ints = {tti_whole(thing->at.x), tti_whole(thing->at.y), tti_whole(to.x),
                              tti_whole(to.y), start}};
    s->put(s->user, &item);
}

/* Makes the laser item of an entity as servers since 17.0 do. */
static void put_new_line(const struct show *s, const tti_thing *thing, tti_pair from, int32_t type,
                         int32_t subtype)
{
    int32_t start = is_since(s, TTI_VERSION(17, 3, 0)) ? -1 : 0;
    struct shown_line line = {thing->at, from, start, NOBODY, type, thing->number, subtype};
    put_line(s, thing, &line);
}

/* -- shots ----------------------------------------------------------------------------------- */

static int32_t scaled_float(float value, float by)
{
    float product = value * by;
    return tti_nearest(product);
}

static void show_new_projectile(const struct show *s, const tti_thing *shot)
{
    bool has_owner = shot->owner >= 0;
    int32_t flags = 0;
    flags |= shot->bounces_x ? TT_DDNET_PROJECTILE_BOUNCE_HORIZONTAL : 0;
    flags |= shot->bounces_y ? TT_DDNET_PROJECTILE_BOUNCE_VERTICAL : 0;
    flags |= shot->explodes ? TT_DDNET_PROJECTILE_EXPLOSIVE : 0;
    flags |= shot->freezes ? TT_DDNET_PROJECTILE_FREEZE : 0;
    flags |= has_owner ? TT_DDNET_PROJECTILE_NORMALIZE_VEL : 0;
    tti_item item = {.kind = TT_OBJ_DDNET_PROJECTILE,
                     .id = shown_slot(s, shot),
                     .count = 10,
                     .tick_at = 5,
                     .tick_count = 1,
                     .ints = {scaled_float(shot->at.x, HUNDRED), scaled_float(shot->at.y, HUNDRED),
                              has_owner ? shot->aim_x : scaled_float(shot->way.x, MILLION),
                              has_owner ? shot->aim_y : scaled_float(shot->way.y, MILLION),
                              shot->type, shot->start, shot->owner, shot->number, shot->zone,
                              flags}};
    s->put(s->user, &item);
}

static int32_t cut(float value, float by)
{
    float product = value * by;
    return tti_whole(product);
}

static void show_old_projectile(const struct show *s, const tti_thing *shot)
{
    enum { IS_DDNET = 512, BOUNCES_X = 1024, BOUNCES_Y = 2048 };
    enum { NO_OWNER = 256 + 1, EXPLODES = 4096, FREEZES = 8192 };
    float y = shot->way.x, x = shot->way.y;
    int32_t data = IS_DDNET | (shot->owner < 0 ? NO_OWNER : shot->owner & 0xff);
    data |= shot->bounces_x ? BOUNCES_X : 0;
    data |= shot->bounces_y ? BOUNCES_Y : 0;
    data |= shot->explodes ? EXPLODES : 0;
    data |= shot->freezes ? FREEZES : 0;
    bool is_plain = !is_since(s, TTI_VERSION(15, 4, 0));
    tti_item item = {.kind = is_plain ? TT_OBJ_PROJECTILE : TT_OBJ_DDRACE_PROJECTILE,
                     .id = shown_slot(s, shot),
                     .count = 6,
                     .tick_at = 5,
                     .tick_count = 1,
                     .ints = {cut(shot->at.x, HUNDRED), cut(shot->at.y, HUNDRED),
                              cut(-tti_atan2(y, x), MILLION), data, shot->type, shot->start}};
    if (shot->life == -2) {
        put_entity(s, shot, shot->layer, CLASS_BULLET);
    }
    s->put(s->user, &item);
}

/* Makes the item of a laser. Before 19.9 servers do not send the laser of a client without a living
 * tee. */
static void show_laser(const struct show *s, const tti_thing *laser)
{
    enum { LASER, SHOTGUN };
    int32_t owner = laser->owner;
    bool is_alive = owner >= 0 && s->world->tee[owner].is_alive;
    if (is_alive || is_since(s, TTI_VERSION(19, 9, 0))) {
        struct shown_line line = {.to = laser->at,
                                  .from = laser->from,
                                  .start = laser->start,
                                  .owner = owner,
                                  .type = laser->type == TT_WEAPON_SHOTGUN ? SHOTGUN : LASER};
        put_line(s, laser, &line);
    }
}

/* -- entities of the map --------------------------------------------------------------------- */

enum { TYPE_DOOR = 2, TYPE_LIGHT = 3, TYPE_DRAGGER = 4, TYPE_TURRET = 5, TYPE_PLASMA = 6 };

static void show_door(const struct show *s, const tti_thing *door)
{
    if (is_since(s, NEW_ITEMS)) {
        put_new_line(s, door, door->from, TYPE_DOOR, 0);
    } else {
        put_old_line(s, door, door->from, 0);
        put_entity(s, door, TT_TERRAIN_GAME, CLASS_DOOR);
    }
}

static bool is_pulling(const struct show *s, const tti_thing *beam)
{
    return beam->kind == TTI_BEAM && s->world->tee[beam->target].is_alive;
}

static bool has_beam(const struct show *s, const tti_thing *dragger)
{
    int16_t i = dragger->bounces > 0 ? s->world->head[TTI_LIST_LASERS] : -1;
    for (; i >= 0; i = tti_thing_at(s->world, i)->next) {
        const tti_thing *beam = tti_thing_at(s->world, i);
        if (is_pulling(s, beam) && beam->start == shown_slot(s, dragger)) {
            return true;
        }
    }
    return false;
}

static int32_t dragger_strength(const tti_thing *dragger)
{
    int32_t strength = tti_whole(dragger->energy) - 1;
    return strength < 0 ? 0 : strength;
}

static int32_t dragger_subtype(const tti_thing *dragger)
{
    return (dragger->type >= TTI_ENTITY_DRAGGER_THROUGH) + 2 * dragger_strength(dragger);
}

/* Makes the items of a dragger. Before 17.1 servers send only the beam of a dragger that pulls, and
 * not the dragger. */
static void show_dragger(const struct show *s, const tti_thing *dragger)
{
    if (!is_since(s, TTI_VERSION(17, 1, 0)) && has_beam(s, dragger)) {
        return;
    }
    if (is_since(s, NEW_ITEMS)) {
        put_new_line(s, dragger, dragger->at, TYPE_DRAGGER, dragger_subtype(dragger));
    } else {
        put_entity(s, dragger, dragger->layer, CLASS_DRAGGER + dragger_strength(dragger));
        put_old_line(s, dragger, dragger->at, 0);
    }
}

static void show_beam(const struct show *s, const tti_thing *beam)
{
    tti_pair tee = s->world->tee[beam->target].self.at;
    if (!is_pulling(s, beam) ||
        !(tti_distance(tee, beam->at) < (float)s->world->rules.dragger_range)) {
        return;
    }
    if (is_since(s, NEW_ITEMS)) {
        struct shown_line line = {.to = tee,
                                  .from = beam->at,
                                  .start = is_since(s, TTI_VERSION(17, 3, 0)) ? -1 : 0,
                                  .owner = beam->target,
                                  .type = TYPE_DRAGGER,
                                  .number = beam->number,
                                  .subtype = dragger_subtype(beam)};
        put_line(s, beam, &line);
    } else {
        put_old_line(s, beam, tee, later(beam->life, s->world->tick - GLOW_TICKS));
    }
}

/* Makes the items of a turret. Turrets are numbered in the map in the order explodes, freezes,
 * both, neither. */
static void show_turret(const struct show *s, const tti_thing *turret)
{
    static const uint8_t classes[] = {CLASS_TURRET, CLASS_TURRET + 2, CLASS_TURRET + 1,
                                      CLASS_TURRET + 3};
    if (is_since(s, NEW_ITEMS)) {
        put_new_line(s, turret, turret->at, TYPE_TURRET, turret->explodes + 2 * turret->freezes);
    } else {
        put_entity(s, turret, turret->layer, classes[(turret->type - TTI_ENTITY_TURRET) & 3]);
        put_old_line(s, turret, turret->at, 0);
    }
}

static void show_plasma(const struct show *s, const tti_thing *plasma)
{
    if (!s->world->tee[plasma->target].is_alive) {
        return;
    }
    if (is_since(s, NEW_ITEMS)) {
        struct shown_line line = {.to = plasma->at,
                                  .from = plasma->at,
                                  .start = plasma->start,
                                  .owner = plasma->target,
                                  .type = TYPE_PLASMA,
                                  .subtype = plasma->explodes + 2 * plasma->freezes};
        put_line(s, plasma, &line);
    } else {
        put_old_line(s, plasma, plasma->at, plasma->start);
    }
}

static bool moves(const tti_thing *thing)
{
    return thing->speed.x != 0 || thing->speed.y != 0;
}

/* Makes the items of a light. Servers hide the end of a light in the switch layer, whether its
 * switch is on or off. */
static void show_light(const struct show *s, const tti_thing *light)
{
    bool is_switched = light->layer == TT_TERRAIN_SWITCHES;
    bool is_hidden = is_switched && (light->number > 0 || !is_since(s, TTI_VERSION(19, 4, 0)));
    tti_pair end = is_hidden ? light->at : light->from;
    int32_t tick = s->world->tick;
    if (is_since(s, NEW_ITEMS)) {
        put_new_line(s, light, end, TYPE_LIGHT, 0);
    } else if (is_switched || moves(light)) {
        put_entity(s, light, light->layer, CLASS_LIGHT);
        put_old_line(s, light, end, 0);
    } else {
        put_old_line(s, light, end, later(tick - tick % TTI_BEAT, tick - GLOW_TICKS));
    }
}

/* -- pickups --------------------------------------------------------------------------------- */

static void show_pickup(const struct show *s, const tti_thing *pickup)
{
    static const struct {
        uint8_t entity, type, subtype;
    } kinds[] = {
        {TTI_ENTITY_HEALTH, TT_PICKUP_HEALTH, 0},
        {TTI_ENTITY_SHIELD, TT_PICKUP_ARMOR, 0},
        {TTI_ENTITY_SHOTGUN, TT_PICKUP_WEAPON, TT_WEAPON_SHOTGUN},
        {TTI_ENTITY_GRENADE, TT_PICKUP_WEAPON, TT_WEAPON_GRENADE},
        {TTI_ENTITY_LASER, TT_PICKUP_WEAPON, TT_WEAPON_LASER},
        {TTI_ENTITY_NINJA, TT_PICKUP_NINJA, TT_WEAPON_NINJA},
        {TTI_ENTITY_SHOTGUN_SHIELD, TT_PICKUP_ARMOR_SHOTGUN, 0},
        {TTI_ENTITY_GRENADE_SHIELD, TT_PICKUP_ARMOR_GRENADE, 0},
        {TTI_ENTITY_NINJA_SHIELD, TT_PICKUP_ARMOR_NINJA, 0},
        {TTI_ENTITY_LASER_SHIELD, TT_PICKUP_ARMOR_LASER, 0},
    };
    enum { FLAGS = TT_TILE_MIRROR_X | TT_TILE_MIRROR_Y, TURNED = 4 };
    tti_item item = {.kind = TT_OBJ_PICKUP,
                     .id = shown_slot(s, pickup),
                     .count = 4,
                     .ints = {tti_whole(pickup->at.x), tti_whole(pickup->at.y)}};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (kinds[i].entity == pickup->type) {
            item.ints[2] = kinds[i].type;
            item.ints[3] = kinds[i].subtype;
        }
    }
    if (is_since(s, NEW_ITEMS)) {
        item.kind = TT_OBJ_DDNET_PICKUP;
        item.count = is_since(s, TTI_VERSION(19, 3, 0)) ? 6 : 5;
        item.ints[4] = pickup->number;
        item.ints[5] = (pickup->flags & FLAGS) | ((pickup->flags & TT_TILE_TURN) != 0 ? TURNED : 0);
    } else if (pickup->layer == TT_TERRAIN_SWITCHES || moves(pickup)) {
        put_entity(s, pickup, pickup->layer, CLASS_PICKUP);
    }
    s->put(s->user, &item);
}

static void show_thing(const struct show *s, const tti_thing *thing)
{
    switch (thing->kind) {
    case TTI_PROJECTILE:
        if (is_since(s, NEW_ITEMS)) {
            show_new_projectile(s, thing);
        } else {
            show_old_projectile(s, thing);
        }
        break;
    case TTI_LASER:
        show_laser(s, thing);
        break;
    case TTI_DOOR:
        show_door(s, thing);
        break;
    case TTI_DRAGGER:
        show_dragger(s, thing);
        break;
    case TTI_BEAM:
        show_beam(s, thing);
        break;
    case TTI_TURRET:
        show_turret(s, thing);
        break;
    case TTI_PLASMA:
        show_plasma(s, thing);
        break;
    case TTI_LIGHT:
        show_light(s, thing);
        break;
    case TTI_PICKUP:
        show_pickup(s, thing);
        break;
    default:
        break;
    }
}

void tti_physics_things(const tti_physics *world, tti_item_fn *put, void *user)
{
    struct show s = {world, put, user};
    for (int list = 0; list < TTI_LISTS; list++) {
        for (int16_t i = world->head[list]; i >= 0; i = tti_thing_at(world, i)->next) {
            show_thing(&s, tti_thing_at(world, i));
        }
    }
}

/* -- switches -------------------------------------------------------------------------------- */

enum { SOON_TICKS = 3 * TT_TICKS_PER_SECOND, SOON_MAX = 4 };

/* Switches that will turn back soon, sorted by the tick in which they do. */
struct soon {
    int32_t count;
    int32_t number[TTI_NUMBERS], end[TTI_NUMBERS];
};

static void add_soon(struct soon *soon, int32_t number, int32_t end)
{
    int32_t at = soon->count++;
    for (; at > 0 && soon->end[at - 1] > end; at--) {
        soon->number[at] = soon->number[at - 1];
        soon->end[at] = soon->end[at - 1];
    }
    soon->number[at] = number;
    soon->end[at] = end;
}

bool tti_physics_switches(const tti_physics *world, tti_item *item)
{
    enum { STATUS = 1, NUMBERS = 9, ENDS = 13, OLD_INTS = 9, INTS = 17 };
    int32_t highest = world->arena->highest_switch;
    bool has_ends = world->rules.version >= TTI_VERSION(16, 2, 0);
    struct soon soon = {.count = 0};
    if (highest <= 0 || world->rules.version < TTI_VERSION(15, 6, 0)) {
        return false;
    }
    *item = (tti_item){.kind = TT_OBJ_SWITCH_STATE,
                       .count = has_ends ? INTS : OLD_INTS,
                       .tick_at = ENDS,
                       .ints = {highest}};
    for (int32_t number = 0; number <= highest; number++) {
        const tti_switch *s = tti_switch_of(world, number, 0);
        uint32_t bit = (uint32_t)(number == 0 || s->is_on) << (number & 31);
        item->ints[STATUS + number / 32] |= (int32_t)bit;
        if (s->end > 0 && s->end < (int64_t)world->tick + SOON_TICKS && s->touched < world->tick) {
            add_soon(&soon, number, s->end);
        }
    }
    for (int32_t i = 0; has_ends && i < soon.count && i < SOON_MAX; i++) {
        item->ints[NUMBERS + i] = soon.number[i];
        item->ints[ENDS + i] = soon.end[i];
        item->tick_count = i + 1;
    }
    return true;
}
