/* SPDX-License-Identifier: MIT
 *
 * Weapons in the hand of a tee: which weapon it holds, when it fires, and the effects of weapons
 * that send no shot.
 */
#include "physics/physics.h"

#include "base/mem.h"

#define NINJA_TICKS 750
#define NINJA_MOVE 10
#define NINJA_SPEED 50.0f

static bool owns_weapon(const tti_self *self, int32_t weapon)
{
    return weapon >= 0 && weapon < TTI_WEAPONS && (self->owned & 1 << weapon) != 0;
}

static bool has_ammo(const tti_self *self, int32_t weapon)
{
    return weapon >= 0 && weapon < TTI_WEAPONS && (self->empty & 1 << weapon) == 0;
}

static void take_in_hand(tti_physics *world, int32_t cid, int32_t weapon)
{
    tti_self *self = &world->tee[cid].self;
    if (weapon == self->weapon) {
        return;
    }
    tti_note_sound(world, TTI_SOUND_SWITCH, self->at);
    self->last_weapon = self->weapon;
    self->queued = -1;
    self->weapon = (int8_t)weapon;
    if (self->weapon < 0 || self->weapon >= TTI_WEAPONS) {
        self->weapon = 0;
    }
}

void tti_give_ninja(tti_physics *world, int32_t cid)
{
    tti_self *self = &world->tee[cid].self;
    self->ninja_start = world->tick;
    self->owned |= 1 << TT_WEAPON_NINJA;
    self->empty &= (uint8_t) ~(1 << TT_WEAPON_NINJA);
    if (self->weapon != TT_WEAPON_NINJA) {
        self->last_weapon = self->weapon;
    }
    self->weapon = TT_WEAPON_NINJA;
}

static void take_ninja(tti_physics *world, int32_t cid)
{
    tti_self *self = &world->tee[cid].self;
    if (world->rules.version >= TTI_VERSION(17, 3, 0)) {
        self->ninja_way = (tti_pair){0, 0};
        self->ninja_start = self->ninja_move = self->ninja_speed = 0;
    }
    self->owned &= (uint8_t) ~(1 << TT_WEAPON_NINJA);
    self->empty |= 1 << TT_WEAPON_NINJA;
    self->weapon = self->last_weapon;
}

void tti_give_weapon(tti_physics *world, int32_t cid, int32_t weapon)
{
    tti_self *self = &world->tee[cid].self;
    if (weapon == TT_WEAPON_NINJA) {
        tti_give_ninja(world, cid);
    } else {
        self->owned |= (uint8_t)(1 << weapon);
        self->empty &= (uint8_t) ~(1 << weapon);
    }
}

void tti_take_weapon(tti_physics *world, int32_t cid, int32_t weapon)
{
    tti_self *self = &world->tee[cid].self;
    if (weapon == TT_WEAPON_NINJA) {
        take_ninja(world, cid);
        return;
    }
    if (self->weapon == weapon) {
        self->weapon = TT_WEAPON_GUN;
    }
    self->owned &= (uint8_t) ~(1 << weapon);
}

/* -- which weapon ---------------------------------------------------------------------------- */

/* Returns how often a key went down between two values of its counter. */
static int32_t presses(int32_t before, int32_t now)
{
    enum { MASK = 63 };
    int32_t count = 0;
    for (int32_t i = before & MASK; i != (now & MASK);) {
        i = (i + 1) & MASK;
        count += i & 1;
    }
    return count;
}

/* Moves to the next or previous weapon. As in the game, weapons that the tee does not own are
 * skipped and not counted. */
static int32_t step_weapon(const tti_self *self, int32_t weapon, int32_t count, int32_t by)
{
    while (count > 0) {
        weapon = (weapon + by + TTI_WEAPONS) % TTI_WEAPONS;
        if (owns_weapon(self, weapon)) {
            count--;
        }
    }
    return weapon;
}

/* Takes the queued weapon in hand, if there is one. */
static void take_queued(tti_physics *world, int32_t cid)
{
    const tti_self *self = &world->tee[cid].self;
    if (self->reload == 0 && !owns_weapon(self, TT_WEAPON_NINJA) &&
        owns_weapon(self, self->queued)) {
        take_in_hand(world, cid, self->queued);
    }
}

/* Chooses the weapon. As in the game, the number of a wanted weapon comes from the input that moved
 * the tee, one tick late. */
static void choose_weapon(tti_physics *world, int32_t cid)
{
    tti_tee *tee = &world->tee[cid];
    tti_self *self = &tee->self;
    const tt_input *now = &tee->latest, *before = &tee->latest_before;
    int32_t wanted = self->queued != -1 ? self->queued : self->weapon;
    if ((self->owned & ~(1 << TT_WEAPON_NINJA)) == 0) {
        return;
    }
    wanted = step_weapon(self, wanted, presses(before->next_weapon, now->next_weapon), 1);
    wanted = step_weapon(self, wanted, presses(before->prev_weapon, now->prev_weapon), -1);
    if (now->wanted_weapon != 0) {
        wanted = tee->in.wanted_weapon > 0 ? tee->in.wanted_weapon - 1 : -1;
    }
    if (wanted != self->weapon && owns_weapon(self, wanted)) {
        self->queued = (int8_t)wanted;
    }
    if (self->queued != -1) {
        take_queued(world, cid);
    }
}

bool tti_weapon_is_wanted(const tti_tee *tee)
{
    int32_t wanted = tee->latest.wanted_weapon;
    return wanted > 0 && wanted - 1 != tee->self.weapon && owns_weapon(&tee->self, wanted - 1);
}

/* -- firing ---------------------------------------------------------------------------------- */

static bool will_fire(const tti_tee *tee, bool after_freeze)
{
    const tti_self *self = &tee->self;
    if (presses(tee->latest_before.fire, tee->latest.fire) > 0) {
        return true;
    }
    if ((tee->latest.fire & 1) == 0) {
        return false;
    }
    bool is_auto = self->weapon == TT_WEAPON_SHOTGUN || self->weapon == TT_WEAPON_GRENADE ||
                   self->weapon == TT_WEAPON_LASER ||
                   (self->weapon == TT_WEAPON_GUN && self->jetpack) || after_freeze;
    return is_auto && has_ammo(self, self->weapon);
}

static int32_t reload_ticks(float milliseconds)
{
    float scaled = milliseconds * (float)TT_TICKS_PER_SECOND;
    float ticks = scaled / 1000.0f;
    return tti_whole(ticks);
}

static int32_t reload_delay(const tti_physics *world, const tti_tuning *tuning, int32_t weapon)
{
    const float delays[TTI_WEAPONS] = {tuning->hammer_delay,  tuning->gun_delay,
                                       tuning->shotgun_delay, tuning->grenade_delay,
                                       tuning->laser_delay,   tuning->ninja_delay};
    if (world->rules.version < TTI_VERSION(17, 0, 0)) {
        return reload_ticks(delays[weapon]);
    }
    float seconds = delays[weapon] / 1000.0f;
    float ticks = seconds * (float)TT_TICKS_PER_SECOND;
    return tti_whole(ticks);
}

/* Notes the effect of a hit, half a tee's size from the tee, towards the hammer. */
static void note_hit(tti_physics *world, tti_pair tee, tti_pair muzzle)
{
    tti_pair between = tti_pair_sub(tee, muzzle), at = muzzle;
    if (tti_length(between) > 0) {
        tti_pair way = tti_pair_times(tti_direction(between), TTI_CORE_SIZE);
        at = tti_pair_sub(tee, tti_pair_times(way, 0.5f));
    }
    tti_note(world, TT_OBJ_HAMMER_HIT, at, 0);
}

static void hit_with_hammer(tti_physics *world, int32_t other, tti_pair from, tti_pair muzzle,
                            float strength)
{
    tti_tee *tee = &world->tee[other];
    tti_pair between = tti_pair_sub(tee->self.at, from);
    tti_pair way = tti_length(between) > 0 ? tti_direction(between) : (tti_pair){0, -1};
    tti_pair lifted = tti_direction(tti_pair_add(way, (tti_pair){0, -1.1f}));
    tti_pair velocity = tee->self.core.velocity;
    tti_pair pushed =
        tti_stopped(tee->stops, tti_pair_add(velocity, tti_pair_times(lifted, 10.0f)));
    tti_pair force = tti_pair_add((tti_pair){0, -1}, tti_pair_sub(pushed, velocity));
    note_hit(world, tee->self.at, muzzle);
    tti_push(world, other, tti_pair_times(force, strength));
    tee->hurt_tick = world->tick;
    tti_unfreeze_tee(world, other);
}

static void swing_hammer(tti_physics *world, int32_t cid, tti_pair muzzle, const tti_tuning *tuning)
{
    tti_self *self = &world->tee[cid].self;
    bool hits = false;
    tti_note_sound(world, TTI_SOUND_HAMMER, self->at);
    if ((self->hits_off & 1 << TT_WEAPON_HAMMER) != 0) {
        return;
    }
    for (int32_t i = 0; i < world->order_count; i++) {
        int32_t other = world->order[i];
        float distance = tti_distance(world->tee[other].self.at, muzzle);
        if (other != cid && distance < TTI_CORE_SIZE / 2 + TTI_CORE_SIZE &&
            tti_can_touch(world, cid, other)) {
            hit_with_hammer(world, other, self->at, muzzle, tuning->hammer_strength);
            hits = true;
        }
    }
    if (hits) {
        self->reload = reload_ticks(tuning->hammer_hit_delay);
    }
}

static void start_dash(tti_physics *world, int32_t cid, tti_pair aim)
{
    tti_tee *tee = &world->tee[cid];
    float speed = tti_length(tee->self.core.velocity);
    bool is_bounded = world->rules.minor >= 14 && speed > TTI_SPEED_MAX;
    tti_fill(tee->ninja_hits, 0, sizeof tee->ninja_hits);
    tee->ninja_hit_count = 0;
    tee->self.ninja_way = aim;
    tee->self.ninja_move = NINJA_MOVE;
    tee->self.ninja_speed = tti_whole(is_bounded ? TTI_SPEED_MAX : speed);
}

static void shoot(tti_physics *world, int32_t cid, tti_pair aim, tti_pair muzzle)
{
    tti_self *self = &world->tee[cid].self;
    const tti_tuning *tuning = tti_zone(world, self->zone);
    float life;
    int32_t sound;
    switch (self->weapon) {
    case TT_WEAPON_HAMMER:
        swing_hammer(world, cid, muzzle, tuning);
        break;
    case TT_WEAPON_GUN:
        life = (float)TT_TICKS_PER_SECOND * tuning->gun_lifetime;
        if (!self->jetpack || !world->player[cid].ninja_jetpack ||
            (self->teleguns & 1 << TT_WEAPON_GUN) != 0) {
            tti_shoot_projectile(world, cid, TT_WEAPON_GUN, muzzle, aim, tti_whole(life));
            tti_note_sound(world, TTI_SOUND_GUN, self->at);
        }
        break;
    case TT_WEAPON_GRENADE:
        life = (float)TT_TICKS_PER_SECOND * tuning->grenade_lifetime;
        tti_shoot_projectile(world, cid, TT_WEAPON_GRENADE, muzzle, aim, tti_whole(life));
        tti_note_sound(world, TTI_SOUND_GRENADE, self->at);
        break;
    case TT_WEAPON_SHOTGUN:
    case TT_WEAPON_LASER:
        sound = self->weapon == TT_WEAPON_LASER ? TTI_SOUND_LASER : TTI_SOUND_SHOTGUN;
        tti_shoot_laser(world, cid, self->weapon, self->at, aim);
        tti_note_sound(world, sound, self->at);
        break;
    default:
        start_dash(world, cid, aim);
        tti_note_sound(world, TTI_SOUND_NINJA, self->at);
        break;
    }
}

/* Lets a frozen tee that presses fire cry, once a second. */
static void cry(tti_physics *world, int32_t cid)
{
    tti_tee *tee = &world->tee[cid];
    if (tee->pain <= 0 && (tee->latest_before.fire & 1) == 0) {
        tee->pain = TT_TICKS_PER_SECOND;
        tti_note_sound(world, TTI_SOUND_PAIN, tee->self.at);
    }
}

static void fire_weapon(tti_physics *world, int32_t cid)
{
    tti_tee *tee = &world->tee[cid];
    tti_self *self = &tee->self;
    if (self->reload != 0) {
        return;
    }
    if (self->queued != -1) {
        take_queued(world, cid);
    }
    if (world->rules.deepfly == 0 && self->weapon == TT_WEAPON_HAMMER && self->is_deep) {
        return;
    }
    if (!will_fire(tee, tee->was_frozen)) {
        return;
    }
    if (self->freeze != 0) {
        cry(world, cid);
        return;
    }
    if (!has_ammo(self, self->weapon)) {
        return;
    }
    tti_pair aim =
        tti_direction((tti_pair){(float)tee->latest.target_x, (float)tee->latest.target_y});
    tti_pair ahead = tti_pair_times(tti_pair_times(aim, TTI_CORE_SIZE), 0.75f);
    shoot(world, cid, aim, tti_pair_add(self->at, ahead));
    tee->attack_tick = world->tick;
    if (self->reload == 0) {
        self->reload = reload_delay(world, tti_zone(world, self->zone), self->weapon);
    }
}

void tti_weapon_press(tti_physics *world, int32_t cid)
{
    choose_weapon(world, cid);
    fire_weapon(world, cid);
}

/* -- a tee's turn ---------------------------------------------------------------------------- */

/* Hits the tees on the way of a ninja. Older servers remember ten hits, and end their search at the
 * first solo tee. */
static void dash_hits(tti_physics *world, int32_t cid)
{
    enum { OLD_HITS = 10 };
    tti_tee *tee = &world->tee[cid];
    float radius = TTI_CORE_SIZE * 2;
    for (int32_t i = 0; i < world->order_count && !tee->self.core.is_solo; i++) {
        int32_t other = world->order[i];
        const tti_tee *hit = &world->tee[other];
        float distance = tti_distance(hit->self.at, tee->self.at);
        uint64_t bit = UINT64_C(1) << other % 64;
        if (other == cid || !(distance < radius + TTI_CORE_SIZE) ||
            tti_team_of(world, cid) != tti_team_of(world, other)) {
            continue;
        }
        if (hit->self.core.is_solo && world->rules.minor < 18) {
            return;
        }
        if (hit->self.core.is_solo || (tee->ninja_hits[other / 64] & bit) != 0 ||
            distance > radius) {
            continue;
        }
        if (tee->ninja_hit_count < OLD_HITS || world->rules.minor >= 16) {
            tee->ninja_hits[other / 64] |= bit;
            tee->ninja_hit_count++;
        }
        tti_note_sound(world, TTI_SOUND_NINJA_HIT, hit->self.at);
        tti_push(world, other, (tti_pair){0, -10});
        world->tee[other].hurt_tick = world->tick;
    }
}

static void dash(tti_physics *world, int32_t cid)
{
    tti_tee *tee = &world->tee[cid];
    tti_self *self = &tee->self;
    if (self->weapon != TT_WEAPON_NINJA) {
        return;
    }
    int64_t left = (int64_t)self->ninja_start + NINJA_TICKS - world->tick;
    if (left < 0) {
        take_ninja(world, cid);
        return;
    }
    tee->armor = tti_armor_for(left);
    if (left % TT_TICKS_PER_SECOND == 0 && left / TT_TICKS_PER_SECOND <= 5) {
        tti_note_stars(world, self->at, 0, (int32_t)(left / TT_TICKS_PER_SECOND));
    }
    self->ninja_move--;
    if (self->ninja_move == 0) {
        self->core.velocity = tti_pair_times(self->ninja_way, (float)self->ninja_speed);
    }
    if (self->ninja_move > 0) {
        const tti_tuning *tuning = tti_zone(world, self->zone);
        tti_pair bounce = {tuning->elasticity_x, tuning->elasticity_y};
        tti_pair way = tti_pair_times(self->ninja_way, NINJA_SPEED);
        (void)tti_terrain_move(&world->arena->terrain, &self->core.at, &way, bounce);
        self->core.velocity = (tti_pair){0, 0};
        dash_hits(world, cid);
    }
}

static void jet(tti_physics *world, int32_t cid)
{
    const tti_tee *tee = &world->tee[cid];
    const tti_self *self = &tee->self;
    if (!self->jetpack || self->weapon != TT_WEAPON_GUN || self->freeze != 0 ||
        !has_ammo(self, TT_WEAPON_GUN) || !will_fire(tee, false)) {
        return;
    }
    tti_pair aim =
        tti_direction((tti_pair){(float)tee->latest.target_x, (float)tee->latest.target_y});
    float strength = tti_zone(world, self->zone)->jetpack_strength / 100.0f;
    strength = strength / 6.11f;
    tti_push(world, cid, tti_pair_times(tti_pair_times(aim, -1.0f), strength));
}

void tti_weapon_turn(tti_physics *world, int32_t cid)
{
    tti_tee *tee = &world->tee[cid];
    tti_self *self = &tee->self;
    dash(world, cid);
    jet(world, cid);
    tee->pain -= tee->pain > 0;
    if (self->reload != 0) {
        self->reload--;
    } else {
        fire_weapon(world, cid);
    }
}
