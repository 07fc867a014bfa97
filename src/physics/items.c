/* SPDX-License-Identifier: MIT
 *
 * Tees as the items of a snapshot. docs/format/physics.md has the rules of the state,
 * docs/format/snap-objects.md the members.
 */
#include "physics/physics.h"

#include "base/mem.h"

#define RADIAN_PARTS 256.0f

/* Returns the angle of the aim in 256ths of a radian, from -pi/2 (up) clockwise to 3 pi/2. */
static int32_t aim_angle(const tti_tee *tee)
{
    static const float pi = 3.1415927f;
    float y = (float)tee->aim_y, x = (float)tee->aim_x;
    float angle = tti_atan2(y, x);
    if (angle < -(pi / 2.0f)) {
        angle += 2.0f * pi;
    }
    float scaled = angle * RADIAN_PARTS;
    return tti_whole(scaled);
}

/* Returns the ammo that a server sends. Servers before 19.0 always send 0. Later ones send -1 for a
 * weapon with ammo. */
static int32_t ammo_of(const tti_physics *world, const tti_self *self)
{
    bool is_empty = self->weapon < 0 || (self->empty & 1 << self->weapon) != 0;
    return world->rules.version < TTI_VERSION(19, 0, 0) || self->freeze > 0 || is_empty ? 0 : -1;
}

static void set_core(struct tt_obj_character *item, const tti_core *core, int32_t tick)
{
    item->tick = tick;
    item->x = core->x;
    item->y = core->y;
    item->vel_x = core->vel_x;
    item->vel_y = core->vel_y;
    item->angle = core->angle;
    item->jumped = core->jumped;
    item->hooked_player = core->hooked;
    item->hook_state = core->hook_state;
    item->hook_tick = core->hook_tick;
    item->hook_x = core->hook_x;
    item->hook_y = core->hook_y;
    item->hook_dx = core->hook_dx;
    item->hook_dy = core->hook_dy;
}

static tti_core sent_core(const tti_tee *tee)
{
    tti_core core = tti_core_of(&tee->self.core);
    core.angle = aim_angle(tee);
    return core;
}

int32_t tti_physics_item_tick(const tti_physics *world, int32_t cid)
{
    return world->tee[cid].spawn_tick == world->tick ? 0 : world->tick;
}

/* Sets the members that do not come from the core. */
static void set_hands(struct tt_obj_character *item, const tti_physics *world, int32_t cid)
{
    const tti_tee *tee = &world->tee[cid];
    item->direction = tee->in.direction;
    item->player_flags = world->player[cid].flags;
    item->health = TTI_HEALTH_MAX;
    item->armor = tee->armor;
    item->ammo_count = ammo_of(world, &tee->self);
    item->weapon = tee->self.weapon;
    item->emote = TT_EMOTE_NORMAL;
    item->attack_tick = tee->attack_tick;
}

void tti_physics_character(const tti_physics *world, int32_t cid, struct tt_obj_character *item)
{
    const tti_tee *tee = &world->tee[cid];
    tti_core core = sent_core(tee);
    set_core(item, &core, tti_physics_item_tick(world, cid));
    set_hands(item, world, cid);
}

void tti_physics_hands(const tti_physics *world, int32_t cid, bool has_aim,
                       struct tt_obj_character *item)
{
    item->angle = has_aim ? item->angle : aim_angle(&world->tee[cid]);
    set_hands(item, world, cid);
}

/* -- what a server sends --------------------------------------------------------------------- */

/* Predicts a tee by one tick as a client does: with default tunings and without other tees. A hook
 * that passes a teleporter flies in the direction of the last aim, although clients do not know the
 * aim. */
static void predict_sent(tti_sent *sent, const tti_physics *world)
{
    tti_around around = {.tuning = &tti_tuning_default,
                         .ground = &world->arena->terrain,
                         .aim = tti_direction(sent->aim)};
    tti_body body = tti_body_of(&sent->carried);
    tti_body_alone(&body, NULL, &around);
    sent->carried = tti_core_of(&body);
}

/* Returns true when the members that are in an item are equal. They are the first ones of the
 * struct. */
static bool is_same(const tti_core *a, const tti_core *b)
{
    return tti_equal(a, b, offsetof(tti_core, jumps));
}

static void send_tick(tti_sent *sent, const tti_physics *world, int32_t cid)
{
    enum { NO_RECKONING = TTI_VERSION(17, 4, 0), AGE_MAX = 150 };
    const tti_tee *tee = &world->tee[cid];
    tti_core core = sent_core(tee);
    bool is_new = world->rules.version < NO_RECKONING || sent->tick == 0 ||
                  sent->spawn_tick != tee->spawn_tick;
    if (!is_new) {
        predict_sent(sent, world);
        is_new = tee->self.core.hook_end == world->tick ||
                 (int64_t)sent->tick + AGE_MAX < world->tick || !is_same(&sent->carried, &core);
    }
    if (is_new) {
        *sent = (tti_sent){.spawn_tick = tee->spawn_tick,
                           .tick = world->tick,
                           .core = core,
                           .carried = core,
                           .aim = {(float)tee->aim_x, (float)tee->aim_y}};
    }
}

void tti_sent_tick(tti_sent *sent, const tti_physics *world)
{
    for (int32_t i = 0; i < world->order_count; i++) {
        int32_t cid = world->order[i];
        if (world->tee[cid].spawn_tick != world->tick) {
            send_tick(&sent[cid], world, cid);
        }
    }
}

void tti_sent_again(tti_sent *sent, const tti_physics *world, int32_t cid)
{
    if (world->tee[cid].spawn_tick != world->tick) {
        sent[cid].tick = 0;
        send_tick(&sent[cid], world, cid);
    }
}

void tti_sent_character(const tti_sent *sent, const tti_physics *world, int32_t cid,
                        struct tt_obj_character *item)
{
    if (world->tee[cid].spawn_tick != world->tick) {
        set_core(item, &sent[cid].core, sent[cid].tick);
    }
}

static int32_t ability_flags(const tti_physics *world, const tti_self *self)
{
    static const struct {
        int32_t weapon, hits_off, telegun;
    } weapons[] = {
        {TT_WEAPON_HAMMER, TT_DDNET_CHARACTER_HAMMER_HIT_DISABLED, 0},
        {TT_WEAPON_GUN, 0, TT_DDNET_CHARACTER_TELEGUN_GUN},
        {TT_WEAPON_SHOTGUN, TT_DDNET_CHARACTER_SHOTGUN_HIT_DISABLED, 0},
        {TT_WEAPON_GRENADE, TT_DDNET_CHARACTER_GRENADE_HIT_DISABLED,
         TT_DDNET_CHARACTER_TELEGUN_GRENADE},
        {TT_WEAPON_LASER, TT_DDNET_CHARACTER_LASER_HIT_DISABLED, TT_DDNET_CHARACTER_TELEGUN_LASER},
    };
    const tti_tuning *tuning =
        world->rules.version < TTI_VERSION(17, 0, 0) ? &world->tuning : tti_zone(world, self->zone);
    const tti_body *core = &self->core;
    int32_t owned = self->owned & ((1 << TT_WEAPON_NINJA) - 1);
    int32_t flags = owned * TT_DDNET_CHARACTER_WEAPON_HAMMER; /* flags in the order of weapons */
    bool has_more = (self->hits_off | self->teleguns) != 0;
    for (size_t i = 0; has_more && i < sizeof weapons / sizeof weapons[0]; i++) {
        int bit = 1 << weapons[i].weapon;
        flags |= (self->hits_off & bit) != 0 ? weapons[i].hits_off : 0;
        flags |= (self->teleguns & bit) != 0 ? weapons[i].telegun : 0;
    }
    if (core->no_collision || tuning->player_collision == 0) {
        flags |= TT_DDNET_CHARACTER_COLLISION_DISABLED;
    }
    if (core->no_hook || tuning->player_hooking == 0) {
        flags |= TT_DDNET_CHARACTER_HOOK_HIT_DISABLED;
    }
    flags |= core->is_solo ? TT_DDNET_CHARACTER_SOLO : 0;
    flags |= self->jetpack ? TT_DDNET_CHARACTER_JETPACK : 0;
    flags |= self->endless_hook ? TT_DDNET_CHARACTER_ENDLESS_HOOK : 0;
    flags |= self->endless_jump ? TT_DDNET_CHARACTER_ENDLESS_JUMP : 0;
    flags |= self->is_super ? TT_DDNET_CHARACTER_SUPER : 0;
    return flags;
}

/* Returns the flags for the state of a tee and of its team. Older servers do not send all flags of
 * teams. */
static int32_t state_flags(const tti_physics *world, int32_t cid)
{
    const tti_tee *tee = &world->tee[cid];
    const tti_self *self = &tee->self;
    int32_t version = world->rules.version, number = tti_team_of(world, cid);
    int32_t flags = 0;
    flags |= self->weapon == TT_WEAPON_NINJA ? TT_DDNET_CHARACTER_WEAPON_NINJA : 0;
    flags |= self->is_live ? TT_DDNET_CHARACTER_MOVEMENTS_DISABLED : 0;
    flags |= tee->in_freeze ? TT_DDNET_CHARACTER_IN_FREEZE : 0;
    if (self->is_invincible && version >= TTI_VERSION(18, 7, 0)) {
        flags |= TT_DDNET_CHARACTER_INVINCIBLE;
    }
    if (number == 0 || number >= TT_TEAMS) {
        return flags;
    }
    const tti_team *team = &world->team[number];
    flags |= team->practices ? TT_DDNET_CHARACTER_PRACTICE_MODE : 0;
    if (team->is_locked && version >= TTI_VERSION(18, 1, 0)) {
        flags |= TT_DDNET_CHARACTER_LOCK_MODE;
    }
    if (team->is_flock && version >= TTI_VERSION(18, 3, 0)) {
        flags |= TT_DDNET_CHARACTER_TEAM0_MODE;
    }
    return flags;
}

/* Returns the end of a freeze. A setting can freeze for so long that the sum would pass
 * INT32_MAX. */
static int32_t freeze_end(const tti_physics *world, const tti_self *self)
{
    int64_t end = (int64_t)world->tick + self->freeze;
    return self->is_deep ? -1 : self->freeze <= 0 ? 0 : end < INT32_MAX ? (int32_t)end : INT32_MAX;
}

void tti_physics_ddnet_character(const tti_physics *world, int32_t cid,
                                 struct tt_obj_ddnet_character *item)
{
    const tti_tee *tee = &world->tee[cid];
    const tti_self *self = &tee->self;
    bool has_aim = tee->aim_x != 0 || tee->aim_y != 0;
    *item = (struct tt_obj_ddnet_character){
        .flags = ability_flags(world, self) | state_flags(world, cid),
        .freeze_end = freeze_end(world, self),
        .jumps = self->core.jumps,
        .tele_checkpoint = self->checkpoint,
        .strong_weak_id = tee->rank,
        .jumped_total = self->core.air_jumps,
        .ninja_activation_tick = self->ninja_start,
        .freeze_start = self->freeze_since,
        .target_x = tee->aim_x,
        .target_y = has_aim ? tee->aim_y : -1,
        .tune_zone_override = -1,
    };
}
