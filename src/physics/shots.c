/* SPDX-License-Identifier: MIT
 *
 * Projectiles, lasers and explosions.
 *
 * A projectile has `at`, `way` and `start` of its flight, `life` in ticks (-2: without end), and
 * `bounces_x` or `bounces_y` when it is a bullet of the map. A laser has its end in `at` and its
 * last corner in `from`; its next beam goes along `way` as far as `energy`, `start` is the tick of
 * the last one, and `bounces` counts them. Its `target` is who shot it, even after a swap of tees,
 * which changes `owner`.
 */
#include "physics/physics.h"

#define BULLET_RADIUS 6.0f
#define FREEZE_RADIUS 1.0f
#define BULLET_STARS 10
#define SHOT_BEYOND 200  /* distance from the map, in tiles, at which shots end */
#define LAST_HIT -1.0f   /* energy of a laser without further beams */
#define BOUNCE_STEP 4.0f /* pixels ahead in which a bounce looks for walls */
#define SPEED_BUG -2147483648.0f

enum { DELAY_GUN = 1, DELAY_GRENADE = 2, DELAY_LASER = 3 };

/* Bits that say whom a laser hits. They are from the last tick in which its owner was there. */
enum {
    WHOM_SOLO = 1, /* the owner of the shot was solo */
    WHOM_NO_OTHERS = 2,
    WHOM_NO_OWNER = 4,
    WHOM_OWNER_LEFT = 8 /* the owner of the shot left; another client may have the id */
};

/* -- what shots share ------------------------------------------------------------------------ */

static bool is_set(uint8_t set, int32_t weapon)
{
    return (set & 1u << weapon) != 0;
}

static bool is_in_game(const tti_physics *world, int32_t cid)
{
    return cid >= 0 && world->tee[cid].is_alive;
}

/* Returns true when shots of this weapon hit others. The owner's tee decides, or sv_hit when the
 * owner has no tee. */
static bool hits_others(const tti_physics *world, int32_t owner, int32_t weapon)
{
    return is_in_game(world, owner) ? !is_set(world->tee[owner].self.hits_off, weapon)
                                    : world->rules.hit != 0;
}

static bool practises(const tti_physics *world, int32_t cid)
{
    return is_in_game(world, cid) && tti_practises(world, tti_team_of(world, cid));
}

static bool is_far_beyond(int32_t position, int32_t count)
{
    int32_t tile = position / TT_MAP_TILE_SIZE;
    return tile < -SHOT_BEYOND || tile > count + SHOT_BEYOND;
}

static bool is_shot_outside(const tti_physics *world, tti_pair at)
{
    const tt_terrain *terrain = &world->arena->terrain;
    return !world->arena->has_no_map && (is_far_beyond(tti_nearest(at.x), terrain->width) ||
                                         is_far_beyond(tti_nearest(at.y), terrain->height));
}

/* Returns the number of the teleporter in a tile if it is of this type, else 0. */
static uint8_t tele_in(const tti_physics *world, int32_t tile, uint8_t type)
{
    const uint8_t *teles = world->arena->terrain.layer[TT_TERRAIN_TELES];
    const uint8_t *cell = teles != NULL ? teles + 2 * (size_t)tile : NULL;
    return cell != NULL && cell[1] == type ? cell[0] : 0;
}

/* -- telegun --------------------------------------------------------------------------------- */

struct permit {
    bool allows, is_blue;
};

static uint8_t sound_delay(int32_t weapon)
{
    return weapon == TT_WEAPON_GUN       ? DELAY_GUN
           : weapon == TT_WEAPON_GRENADE ? DELAY_GRENADE
                                         : DELAY_LASER;
}

/* Returns what a tile permits to the telegun. A telegun tile in the front layer is for all weapons.
 * A telegun tile in the switch layer names a weapon by its delay; 0 means all weapons. */
static struct permit permit_of(const tti_physics *world, int32_t tile, int32_t weapon)
{
    const tt_terrain *terrain = &world->arena->terrain;
    const uint8_t *front = terrain->layer[TT_TERRAIN_FRONT];
    uint8_t number = front != NULL ? front[2 * (size_t)tile] : 0;
    uint8_t type = tti_switch_type(terrain, tile);
    if (type == TTI_TILE_ALLOW_TELEGUN || type == TTI_TILE_ALLOW_TELEGUN_BLUE) {
        uint8_t delay = terrain->layer[TT_TERRAIN_SWITCHES][4 * (size_t)tile + 3];
        bool is_name = delay >= DELAY_GUN && (delay <= DELAY_LASER || weapon == TT_WEAPON_LASER);
        bool names_other = is_name && delay != sound_delay(weapon);
        type = names_other ? 0 : type;
    }
    bool is_blue = number == TTI_TILE_ALLOW_TELEGUN_BLUE || type == TTI_TILE_ALLOW_TELEGUN_BLUE;
    return (struct permit){
        is_blue || number == TTI_TILE_ALLOW_TELEGUN || type == TTI_TILE_ALLOW_TELEGUN, is_blue};
}

/* Finds a free place for a tee from 5 pixels above `at` to 1 pixel below. */
static bool find_room_at(const tti_physics *world, tti_pair at, tti_pair *room)
{
    for (int32_t up = 5; up >= -1; up--) {
        *room = at;
        room->y -= (float)up;
        if (!tti_terrain_box(&world->arena->terrain, *room)) {
            return true;
        }
    }
    return false;
}

static float room_in(float at)
{
    int32_t pixel = tti_nearest(at);
    int32_t part = pixel % TT_MAP_TILE_SIZE;
    float middle = (float)(pixel - part + TTI_HALF_TILE);
    return part < TTI_HALF_TILE ? middle - 2 : middle + 1;
}

/* Finds a free place for a tee at the end of a shot: steps out of solid tiles, away from `last`,
 * and then tries the middle of the tile on one axis, on the other, and on both. */
static bool find_room(const tti_physics *world, tti_pair at, tti_pair last, tti_pair *room)
{
    const tt_terrain *terrain = &world->arena->terrain;
    for (int i = 0; i < 16 && tti_terrain_is_solid(terrain, at); i++) {
        at = tti_pair_sub(at, tti_direction(tti_pair_sub(last, at)));
    }
    tti_pair inner = {room_in(at.x), room_in(at.y)};
    *room = (tti_pair){inner.x, at.y};
    if (!tti_terrain_box(terrain, *room)) {
        return true;
    }
    *room = (tti_pair){at.x, inner.y};
    if (!tti_terrain_box(terrain, *room)) {
        return true;
    }
    *room = inner;
    return !tti_terrain_box(terrain, *room);
}

static void grant_jump(tti_physics *world, int32_t cid, tti_pair room, bool keeps_speed)
{
    tti_tee *tee = &world->tee[cid];
    tee->has_jump = true;
    tee->jump = room;
    tee->keeps_speed = keeps_speed;
}

/* -- projectiles ----------------------------------------------------------------------------- */

void tti_shoot_projectile(tti_physics *world, int32_t cid, int32_t weapon, tti_pair from,
                          tti_pair way, int32_t life)
{
    if (world->arena->has_no_map) {
        return; /* nothing would stop the shot */
    }
    tti_thing *shot = tti_thing_new(world, TTI_LIST_PROJECTILES, TTI_PROJECTILE);
    if (shot == NULL) {
        return;
    }
    shot->type = (uint8_t)weapon;
    shot->owner = (int16_t)cid;
    shot->at = from;
    shot->way = way;
    shot->life = life;
    shot->start = world->tick;
    shot->explodes = weapon == TT_WEAPON_GRENADE;
    shot->aim_x = world->tee[cid].latest.target_x;
    shot->aim_y = world->tee[cid].latest.target_y;
    shot->zone = tti_zone_at(world, from);
    shot->is_of_practice = practises(world, cid);
}

struct curve {
    float speed, curvature;
};

static struct curve curve_of(const tti_physics *world, const tti_thing *shot)
{
    const tti_tuning *tuning = tti_zone(world, shot->zone);
    switch (shot->type) {
    case TT_WEAPON_GRENADE:
        return (struct curve){tuning->grenade_speed, tuning->grenade_curvature};
    case TT_WEAPON_SHOTGUN:
        return (struct curve){tuning->shotgun_speed, tuning->shotgun_curvature};
    case TT_WEAPON_GUN:
        return (struct curve){tuning->gun_speed, tuning->gun_curvature};
    default:
        return (struct curve){0, 0};
    }
}

/* Returns the place of a projectile `ticks` ticks after its start. */
static tti_pair shot_place(const tti_physics *world, const tti_thing *shot, int32_t ticks)
{
    struct curve curve = curve_of(world, shot);
    float time = (float)ticks / (float)TT_TICKS_PER_SECOND;
    float way = time * curve.speed;
    float square = way * way;
    float bend = curve.curvature / 10000.0f;
    float fall = bend * square;
    tti_pair at = tti_pair_add(shot->at, tti_pair_times(shot->way, way));
    at.y += fall;
    return at;
}

/* A projectile in one tick. */
struct flight {
    tti_physics *world;
    tti_thing *shot;
    tti_pair before, now; /* begin and end of the shot's way in this tick */
    tti_hit wall;
    tti_pair end;   /* place where the shot hits something, else `now` */
    int32_t target; /* client id of the tee that is hit; -1 for none */
};

static int32_t target_of(struct flight *f)
{
    int32_t owner = f->shot->owner;
    if (!hits_others(f->world, owner, TT_WEAPON_GRENADE)) {
        return -1;
    }
    float radius = f->shot->freezes ? FREEZE_RADIUS : BULLET_RADIUS;
    return tti_first_on_line(f->world, f->before, f->end, radius, owner, owner, &f->end);
}

/* Returns true when a shot ends because its owner does not live. */
static bool dies_with_owner(const struct flight *f)
{
    const tti_thing *shot = f->shot;
    return shot->owner >= 0 && !f->world->tee[shot->owner].is_alive &&
           (shot->type != TT_WEAPON_GRENADE || f->world->rules.destroy_bullets_on_death != 0 ||
            shot->is_of_practice);
}

/* Freezes tees near a projectile. A bullet of the switch layer freezes only while its switch is on,
 * and never without a number. */
static void freeze_near(struct flight *f)
{
    tti_physics *world = f->world;
    const tti_thing *shot = f->shot;
    bool asks = shot->layer == TT_TERRAIN_SWITCHES;
    for (int32_t i = 0; i < world->order_count; i++) {
        int32_t cid = world->order[i];
        if (tti_is_within(world->tee[cid].self.at, f->now, TTI_CORE_SIZE + FREEZE_RADIUS) &&
            (!asks ||
             (shot->number > 0 && tti_is_on(world, shot->number, tti_team_of(world, cid))))) {
            (void)tti_freeze_tee(world, cid, world->rules.freeze_delay);
            tti_doubt_tee(world, cid);
        }
    }
}

static void note_blast(struct flight *f)
{
    bool is_heard = f->shot->type == TT_WEAPON_GRENADE || f->world->rules.shotgun_bullet_sound != 0;
    if (is_heard) {
        tti_note_sound(f->world, TTI_SOUND_EXPLOSION, f->end);
    }
}

static void blow_up_shot(struct flight *f)
{
    tti_physics *world = f->world;
    int32_t owner = f->shot->owner;
    int32_t team = f->target >= 0 ? tti_team_of(world, f->target) : -1;
    int times = f->shot->life == -1 && world->arena->explodes_twice ? 2 : 1;
    for (int i = 0; i < times; i++) {
        tti_explode(world, f->end, owner, owner < 0, team);
        note_blast(f);
    }
}

static void use_telegun(struct flight *f)
{
    tti_physics *world = f->world;
    const tti_thing *shot = f->shot;
    bool may = shot->type == TT_WEAPON_GRENADE || shot->type == TT_WEAPON_GUN;
    if (!may || !is_in_game(world, shot->owner) || is_shot_outside(world, f->end) ||
        !is_set(world->tee[shot->owner].self.teleguns, shot->type)) {
        return;
    }
    tti_pair at = f->target >= 0 ? world->tee[f->target].self.at : f->end;
    struct permit permit = permit_of(world, tti_tile_rounded(world->arena, at), shot->type);
    if (!permit.allows && f->target < 0) {
        return;
    }
    tti_pair room;
    bool found = f->wall.tile != 0 ? find_room(world, f->wall.before, f->now, &room)
                                   : find_room_at(world, at, &room);
    if (found) {
        grant_jump(world, shot->owner, room, permit.is_blue);
    }
}

static float without_dust(float way)
{
    return way > -1e-6f && way < 1e-6f ? 0 : way;
}

/* Turns a bullet of the map back from the wall that it hits. */
static void bounce_off(struct flight *f)
{
    tti_thing *shot = f->shot;
    tti_pair back = tti_pair_times(shot->way, BOUNCE_STEP);
    shot->start = f->world->tick;
    shot->at = tti_pair_sub(f->wall.before, back);
    shot->way.x = without_dust(shot->bounces_x ? -shot->way.x : shot->way.x);
    shot->way.y = without_dust(shot->bounces_y ? -shot->way.y : shot->way.y);
    shot->at = tti_pair_add(shot->at, shot->way);
}

/* Applies a hit. Returns false when the projectile ends with it. */
static bool hit(struct flight *f)
{
    tti_thing *shot = f->shot;
    bool is_wall = f->wall.tile != 0;
    if (shot->explodes &&
        (f->target < 0 || !shot->freezes || (shot->type == TT_WEAPON_SHOTGUN && is_wall))) {
        blow_up_shot(f);
    } else if (shot->freezes) {
        freeze_near(f);
    }
    use_telegun(f);
    if (is_wall && (shot->bounces_x || shot->bounces_y)) {
        bounce_off(f);
        return true;
    }
    if (shot->type == TT_WEAPON_GUN) {
        float y = shot->way.y, x = shot->way.x;
        tti_note_stars(f->world, f->now, -tti_atan2(x, y), BULLET_STARS);
        return false;
    }
    return shot->freezes;
}

/* Leads a projectile through a teleporter. A teleporter acts on a shot only if the shot's way in
 * this tick begins in the tile of the teleporter. */
static void lead_shot_through(struct flight *f)
{
    tti_physics *world = f->world;
    uint8_t type = world->rules.old_teleport_weapons != 0 ? TTI_TELE_IN : TTI_TELE_WEAPON;
    uint8_t number = tele_in(world, tti_tile_cut(world->arena, f->before), type);
    const tti_pair *exit = number != 0 ? tti_exit(world, TTI_EXIT_TELE, number) : NULL;
    if (exit != NULL) {
        f->shot->at = *exit;
        f->shot->start = world->tick;
    }
}

static void end_shot(struct flight *f)
{
    tti_physics *world = f->world;
    int32_t owner = f->shot->owner;
    if (f->shot->explodes) {
        int32_t team = is_in_game(world, owner) ? tti_team_of(world, owner) : -1;
        tti_explode(world, f->end, owner, owner < 0, team);
        note_blast(f);
    }
    f->shot->is_gone = true;
}

void tti_projectile_tick(tti_physics *world, tti_thing *shot)
{
    int32_t ticks = world->tick - shot->start;
    struct flight f = {.world = world,
                       .shot = shot,
                       .before = shot_place(world, shot, ticks - 1),
                       .now = shot_place(world, shot, ticks)};
    f.wall = tti_terrain_line(&world->arena->terrain, f.before, f.now);
    f.end = f.wall.at;
    f.target = target_of(&f);
    if (shot->life >= 0) {
        shot->life--;
    }
    if (dies_with_owner(&f)) {
        shot->is_gone = true;
        return;
    }
    bool hits = f.target >= 0 || f.wall.tile != 0 || is_shot_outside(world, f.now);
    if (hits && !hit(&f)) {
        shot->is_gone = true;
        return;
    }
    if (shot->life == -1) {
        end_shot(&f);
        return;
    }
    lead_shot_through(&f);
}

/* -- lasers ---------------------------------------------------------------------------------- */

/* One beam of a laser, from its start to the next bounce. */
struct beam {
    tti_physics *world;
    tti_thing *laser;
    tti_pair start; /* place where the beam begins */
    tti_hit hit;
};

static bool spares_owner(const tti_physics *world, const tti_thing *laser)
{
    return world->rules.old_laser != 0 || (laser->bounces == 0 && !laser->is_past_tele);
}

/* Decides whom the laser hits. While the owner is in the game, its current state decides this. */
static void ask_owner(const tti_physics *world, tti_thing *laser)
{
    int32_t owner = laser->owner;
    if (owner < 0 || !world->player[owner].is_here) {
        laser->whom |= WHOM_OWNER_LEFT;
        return;
    }
    const tti_tee *tee = &world->tee[owner];
    bool no_others =
        tee->is_alive ? is_set(tee->self.hits_off, laser->type) : world->rules.hit != 0;
    uint8_t whom = laser->whom & WHOM_OWNER_LEFT;
    whom |= tee->is_alive && tee->self.core.is_solo ? WHOM_SOLO : 0;
    whom |= no_others ? WHOM_NO_OTHERS : 0;
    whom |= spares_owner(world, laser) ? WHOM_NO_OWNER : 0;
    laser->whom = whom;
    laser->team = (uint8_t)tti_team_of(world, owner);
}

static bool may_hit_new(const tti_physics *world, const tti_thing *laser, int32_t cid)
{
    bool is_owner = cid == laser->target && (laser->whom & WHOM_OWNER_LEFT) == 0;
    if (laser->team != 0 && tti_team_of(world, cid) != laser->team) {
        return false;
    }
    return is_owner ? (laser->whom & WHOM_NO_OWNER) == 0
                    : (laser->whom & (WHOM_SOLO | WHOM_NO_OTHERS)) == 0;
}

/* Returns true when an old laser may hit a tee. Before 20.0 `sv_hit 0` also protects the owner. */
static bool may_hit_old(const tti_physics *world, const tti_thing *laser, int32_t cid)
{
    int32_t owner = laser->owner;
    bool has_owner = is_in_game(world, owner);
    if (has_owner && cid == owner && world->rules.old_laser != 0) {
        return false;
    }
    return has_owner && cid != owner ? hits_others(world, owner, laser->type)
                                     : world->rules.hit != 0;
}

static bool may_hit(const tti_physics *world, const tti_thing *laser, int32_t cid)
{
    return world->rules.minor >= 21 ? may_hit_new(world, laser, cid)
                                    : may_hit_old(world, laser, cid);
}

static bool is_tee_on_line(const tti_physics *world, int32_t cid, tti_pair from, tti_pair to,
                           tti_pair *at)
{
    tti_pair nearest, tee = world->tee[cid].self.at;
    float limit = tti_distance(from, to) * 100.0f;
    if (!world->tee[cid].is_shown || !tti_nearest_on_line(from, to, tee, &nearest) ||
        !(tti_distance(tee, nearest) < TTI_CORE_SIZE) || !(tti_distance(from, nearest) < limit)) {
        return false;
    }
    *at = nearest;
    return true;
}

/* Returns the first tee on the beam, even if the laser may not hit it, or -1. A laser that hits no
 * others looks only for its owner. */
static int32_t tee_on(const tti_physics *world, const tti_thing *laser, bool hits, tti_pair to,
                      tti_pair *at)
{
    int32_t owner = laser->owner;
    bool spares = spares_owner(world, laser);
    if (!hits && is_in_game(world, owner)) {
        return !spares && is_tee_on_line(world, owner, laser->at, to, at) ? owner : -1;
    }
    return tti_first_on_line(world, laser->at, to, 0, spares ? owner : -1, owner, at);
}

/* Pulls a tee towards the start of the beam of a shotgun. A tee exactly at the start gets an
 * extreme speed, by an old bug of the game. */
static void pull_to_beam(struct beam *b, int32_t cid)
{
    tti_physics *world = b->world;
    const tti_thing *laser = b->laser;
    tti_body *core = &world->tee[cid].self.core;
    tti_pair source = b->start;
    if (world->rules.old_laser != 0) {
        if (!is_in_game(world, laser->owner)) {
            tti_push(world, cid, (tti_pair){0, 0});
            return;
        }
        source = world->tee[laser->owner].self.core.at;
    }
    if (source.x == core->at.x && source.y == core->at.y) {
        core->velocity = (tti_pair){SPEED_BUG, SPEED_BUG};
        return;
    }
    tti_pair way = tti_direction(tti_pair_sub(source, core->at));
    tti_push(world, cid, tti_pair_times(way, tti_zone(world, laser->zone)->shotgun_strength));
}

static bool hit_tee_with_beam(struct beam *b)
{
    tti_physics *world = b->world;
    tti_thing *laser = b->laser;
    tti_pair at;
    ask_owner(world, laser);
    bool hits = hits_others(world, laser->owner, laser->type);
    int32_t cid = tee_on(world, laser, hits, b->hit.before, &at);
    if (cid < 0 || !may_hit(world, laser, cid)) {
        return false;
    }
    laser->from = laser->at;
    laser->at = at;
    laser->energy = LAST_HIT;
    if (laser->type == TT_WEAPON_SHOTGUN) {
        pull_to_beam(b, cid);
    } else {
        tti_unfreeze_tee(world, cid);
    }
    return true;
}

/* Reflects a beam at a wall. */
static void reflect(const tt_terrain *terrain, tti_thing *laser)
{
    tti_pair way = tti_pair_times(laser->way, BOUNCE_STEP);
    tti_pair next = tti_pair_add(laser->at, way);
    if (tti_terrain_is_solid(terrain, next)) {
        bool x = tti_terrain_is_solid(terrain, (tti_pair){next.x, laser->at.y});
        bool y = tti_terrain_is_solid(terrain, (tti_pair){laser->at.x, next.y});
        bool is_corner = !x && !y;
        way.x = x || is_corner ? -way.x : way.x;
        way.y = y || is_corner ? -way.y : way.y;
    } else {
        laser->at = next;
    }
    laser->way = tti_direction(way);
}

static void bounce(struct beam *b)
{
    tti_physics *world = b->world;
    tti_thing *laser = b->laser;
    const tti_tuning *tuning = tti_zone(world, laser->zone);
    laser->from = laser->at;
    laser->at = b->hit.before;
    reflect(&world->arena->terrain, laser);
    float way = tti_distance(laser->from, laser->at);
    if (way == 0 && laser->stood_still) {
        laser->energy = LAST_HIT;
    } else {
        float cost = way + tuning->laser_bounce_cost;
        laser->energy -= cost;
    }
    laser->stood_still = way == 0;
    const tti_pair *exit = b->hit.is_tele ? tti_exit(world, TTI_EXIT_TELE, b->hit.number) : NULL;
    if (exit != NULL) {
        laser->exit = *exit;
    } else {
        laser->bounces++;
    }
    laser->is_past_tele = exit != NULL;
    if (laser->bounces > tti_whole(tuning->laser_bounce_num)) {
        laser->energy = LAST_HIT;
    }
    tti_note_sound(world, TTI_SOUND_LASER_BOUNCE, laser->at);
}

/* Teleports the owner to the end of its laser. */
static void bring_owner(struct beam *b)
{
    tti_physics *world = b->world;
    tti_thing *laser = b->laser;
    tti_pair room, at;
    bool hits = hits_others(world, laser->owner, TT_WEAPON_LASER);
    int32_t cid = tee_on(world, laser, hits, b->hit.before, &at);
    bool found = cid >= 0 ? find_room_at(world, world->tee[cid].self.at, &room)
                          : find_room(world, laser->at, laser->from, &room);
    if (found) {
        grant_jump(world, laser->owner, room, laser->keeps_speed);
    }
}

/* Decides whether a telegun laser teleports its owner: by the tile of the last bounce. */
static void ask_tile(struct beam *b)
{
    tti_physics *world = b->world;
    tti_thing *laser = b->laser;
    int32_t tile = tti_tile_rounded(world->arena, b->hit.at);
    if (tele_in(world, tile, TTI_TELE_WEAPON) != 0) {
        return;
    }
    struct permit permit = permit_of(world, tile, laser->type);
    laser->keeps_speed = permit.is_blue;
    laser->no_jump = laser->type == TT_WEAPON_LASER && !permit.allows;
}

static void use_laser_telegun(struct beam *b)
{
    const tti_physics *world = b->world;
    const tti_thing *laser = b->laser;
    if (laser->energy <= 0 && !laser->no_jump && laser->type == TT_WEAPON_LASER &&
        is_in_game(world, laser->owner) &&
        is_set(world->tee[laser->owner].self.teleguns, TT_WEAPON_LASER)) {
        bring_owner(b);
    } else if (laser->owner >= 0) {
        ask_tile(b);
    }
}

/* Computes the next beam of a laser, or ends the laser. */
static void shine(tti_physics *world, tti_thing *laser)
{
    laser->start = world->tick;
    if (laser->energy < 0) {
        laser->is_gone = true;
        return;
    }
    if (laser->is_past_tele) {
        laser->at = laser->exit;
        laser->exit = (tti_pair){0, 0};
    }
    tti_pair to = tti_pair_add(laser->at, tti_pair_times(laser->way, laser->energy));
    struct beam b = {.world = world, .laser = laser, .start = laser->at};
    b.hit = tti_terrain_line_weapon(&world->arena->terrain, laser->at, to,
                                    world->rules.old_teleport_weapons != 0);
    if (!hit_tee_with_beam(&b)) {
        if (b.hit.tile != 0 || b.hit.is_tele) {
            bounce(&b);
        } else {
            laser->from = laser->at;
            laser->at = to;
            laser->energy = LAST_HIT;
        }
    }
    use_laser_telegun(&b);
}

void tti_shoot_laser(tti_physics *world, int32_t cid, int32_t weapon, tti_pair from, tti_pair way)
{
    if (world->arena->has_no_map) {
        return; /* nothing would stop the laser */
    }
    tti_thing *laser = tti_thing_new(world, TTI_LIST_LASERS, TTI_LASER);
    if (laser == NULL) {
        return;
    }
    laser->type = (uint8_t)weapon;
    laser->owner = (int16_t)cid;
    laser->target = (int16_t)cid;
    laser->at = from;
    laser->way = way;
    laser->energy = tti_zone(world, world->tee[cid].self.zone)->laser_reach;
    laser->zone = tti_zone_at(world, from);
    laser->is_of_practice = practises(world, cid);
    ask_owner(world, laser);
    shine(world, laser);
}

void tti_laser_tick(tti_physics *world, tti_thing *laser)
{
    ask_owner(world, laser);
    bool may_go = world->rules.destroy_lasers_on_death != 0 || laser->is_of_practice;
    if (may_go && laser->owner >= 0 && !world->tee[laser->owner].is_alive) {
        laser->is_gone = true;
    }
    float delay = (float)TT_TICKS_PER_SECOND * tti_zone(world, laser->zone)->laser_bounce_delay;
    float ticks = delay / 1000.0f;
    if ((float)(world->tick - laser->start) > ticks) {
        shine(world, laser);
    }
}

/* -- explosions ------------------------------------------------------------------------------ */

#define BLAST 135.0f
#define BLAST_INNER 48.0f

struct blast {
    tti_pair at;
    int32_t owner, team;
    float strength;
    bool hits;    /* true: the explosion also hits other tees than that of its owner */
    bool is_once; /* true: the explosion hits only the first tee of each team */
    uint64_t done[(TT_TEAMS + 63) / 64];
};

/* Returns the strength of an explosion: that of the zone at its owner's view, not of the zone where
 * it happens. */
static float blast_strength(const tti_physics *world, int32_t owner)
{
    bool is_here = owner >= 0 && world->player[owner].is_here;
    uint8_t zone = is_here ? tti_zone_at(world, world->player[owner].view) : 0;
    return tti_zone(world, zone)->explosion_strength;
}

/* Returns true for the first tee of a team. Before 17.2 the set has 64 bits and none for the team
 * of super players, so that team uses the bit of team 0. */
static bool is_first_of_team(const tti_physics *world, struct blast *b, int32_t team)
{
    if (team == tti_team_super(world)) {
        if (world->rules.version >= TTI_VERSION(17, 2, 0)) {
            return false;
        }
        team = 0;
    }
    uint64_t bit = UINT64_C(1) << (team & 63);
    bool is_first = (b->done[team / 64] & bit) == 0;
    b->done[team / 64] |= bit;
    return is_first;
}

static bool is_hit(const tti_physics *world, struct blast *b, int32_t cid)
{
    if (!b->hits && b->owner != cid) {
        return false;
    }
    int32_t team = tti_team_of(world, cid);
    if (b->owner >= 0 ? !tti_can_touch(world, cid, b->owner) : b->team >= 0 && team != b->team) {
        return false;
    }
    return !b->is_once || is_first_of_team(world, b, team);
}

/* Returns 1 inside the inner circle, decreasing to 0 at the outer one. */
static float share_of(float distance)
{
    float outside = distance - BLAST_INNER;
    float part = outside / (BLAST - BLAST_INNER);
    part = part < 0 ? 0 : part > 1 ? 1 : part;
    return 1 - part;
}

static void blast_tee(tti_physics *world, struct blast *b, int32_t cid)
{
    tti_pair off = tti_pair_sub(world->tee[cid].self.at, b->at);
    float distance = tti_length(off);
    float force = b->strength * share_of(distance);
    if (tti_whole(force) == 0 || !is_hit(world, b, cid)) {
        return;
    }
    tti_pair way = distance != 0 ? tti_direction(off) : (tti_pair){0, 1};
    tti_push(world, cid, tti_pair_times(tti_pair_times(way, force), 2));
    world->tee[cid].hurt_tick = world->tick;
}

void tti_explode(tti_physics *world, tti_pair at, int32_t owner, bool no_damage, int32_t team)
{
    bool hits = hits_others(world, owner, TT_WEAPON_GRENADE);
    tti_note(world, TT_OBJ_EXPLOSION, at, 0);
    struct blast b = {.at = at,
                      .owner = owner,
                      .team = team,
                      .strength = blast_strength(world, owner),
                      .hits = hits || no_damage,
                      .is_once = !hits || no_damage};
    for (int32_t i = 0; i < world->order_count; i++) {
        int32_t cid = world->order[i];
        if (tti_is_within(world->tee[cid].self.at, at, BLAST + TTI_CORE_SIZE)) {
            blast_tee(world, &b, cid);
        }
    }
}
