/* SPDX-License-Identifier: MIT
 *
 * The snapshot of a tick: the rules of the game, and the items of every client. It is made anew
 * only where a client comes by items or loses some; else those that may have changed are put over
 * the ones of the snapshot before.
 *
 * To put an item over is a copy of its ints; to build a snapshot looks up and enters each key in an
 * index. What makes that safe: c->wakes and c->tee_wakes say from which tick on the items of a
 * client may be others, each function that makes them says when that is next, and parts_of says
 * whether they are still the same ones.
 */
#include "base/mem.h"
#include "convert/body.h"
#include "convert/items.h"

/* What DDNet 16.4 writes of them; clients know the defaults of what came later. Fewer ints are a
 * smaller item, which every client takes. */
#define DDNET_PLAYER_INTS 2
#define DDNET_CHARACTER_INTS 10

/* Ints of an object: no struct of an item has padding. */
#define INTS(object) (sizeof(object) / sizeof(int32_t))

/* Full: hits and hearts are not in a recording, and in races tees have no other. */
#define HEALTH 10

/* The flags that an item may have; a client could send any int. */
#define FLAG_BITS 0xff
/* One tile takes all four; the switch layer, which could take one of them, is not read. */
#define NO_HIT_FLAGS                                                                               \
    (TT_DDNET_CHARACTER_HAMMER_HIT_DISABLED | TT_DDNET_CHARACTER_SHOTGUN_HIT_DISABLED |            \
     TT_DDNET_CHARACTER_GRENADE_HIT_DISABLED | TT_DDNET_CHARACTER_LASER_HIT_DISABLED)

/* The same item as before, with other ints. The first int is its key, which remains; the next item
 * follows at once. */
static inline void put_over(tti_making *m, const int32_t *ints, size_t size)
{
    tti_copy(m->place + 1, ints, size * sizeof *ints);
    m->place += 1 + size;
}

/* Into a new snapshot or over the one before, as m->place says. `ints` may be fewer than the object
 * has. After a failure the item is not there, and m->status is set. */
static inline void add(tti_making *m, tt_obj_kind kind, int32_t id, const tt_obj_any *any,
                       size_t ints)
{
    if (m->place != NULL) {
        put_over(m, any->ints, ints);
    } else {
        tti_making_fail(m,
                        tt_snap_builder_add(&m->b, tt_obj_type(kind)->type, id, any->ints, ints));
    }
}

/* The same for a kind that DDNet added: the builder gives its UUID a number and declares it. */
static inline void add_uuid(tti_making *m, tt_obj_kind kind, int32_t id, const tt_obj_any *any,
                            size_t ints)
{
    if (m->place != NULL) {
        put_over(m, any->ints, ints);
    } else {
        tti_making_fail(m, tt_snap_builder_add_uuid(&m->b, tt_obj_uuid(kind), id, any->ints, ints));
    }
}

static int32_t limited(int32_t value, int32_t least, int32_t most)
{
    return value < least ? least : value > most ? most : value;
}

/* Three items in this order, as put_over finds them by it alone. A tee that lives plays, whatever
 * its client asked for: a wish to spectate counts when it is gone. The latency remains 0, as no
 * recording has it. */
static void add_player(tti_making *m, int32_t cid, const tt_convert_look *look)
{
    tt_obj_any any;
    int is_alive = m->world->tee[cid].alive;
    tti_copy(&any.client_info, &look->info, sizeof look->info);
    add(m, TT_OBJ_CLIENT_INFO, cid, &any, INTS(any.client_info));
    any.player_info = (struct tt_obj_player_info){
        .local = cid == m->c->local,
        .client_id = cid,
        .team = !is_alive && look->spectates ? TT_TEAM_SPECTATORS : TT_TEAM_RED,
        .score = look->score,
    };
    add(m, TT_OBJ_PLAYER_INFO, cid, &any, INTS(any.player_info));
    any.ddnet_player = (struct tt_obj_ddnet_player){
        .flags = look->away | (tti_is_afk(m, look) ? TT_DDNET_PLAYER_AFK : 0),
        .auth_level = limited(m->world->client[cid].rcon_level, 0, 3),
    };
    add_uuid(m, TT_OBJ_DDNET_PLAYER, cid, &any, DDNET_PLAYER_INTS);
}

/* The way of this tick as a velocity. A tee that stands has no need of a tick, as there is nothing
 * for a client to carry on: so its item remains the same. A way of more than TTI_MOVE_MAX is a jump
 * to somewhere else, after which the velocity is not known: 0. Where a tile ended the way the tee
 * has no speed left there. */
static void set_movement(struct tt_obj_character *tee, const tti_making *m,
                         const tt_convert_client *client)
{
    if (client->moved != m->tick) {
        return;
    }
    tee->tick = tti_demo_tick(m->c, m->tick);
    if (client->dx >= -TTI_MOVE_MAX && client->dx <= TTI_MOVE_MAX && client->dy >= -TTI_MOVE_MAX &&
        client->dy <= TTI_MOVE_MAX) {
        tee->vel_x = client->stopped & TTI_STOPPED_X ? 0 : client->dx * 256;
        tee->vel_y = client->stopped & TTI_STOPPED_Y ? 0 : client->dy * 256;
    }
}

/* Position from the record, keys from the input that was in effect, the rest from the body.
 * Ammunition is not known and remains 0; races do not show it. */
static void add_character(tti_making *m, int32_t cid, const tt_convert_look *look)
{
    const tt_tee *tee = &m->world->tee[cid];
    const tt_convert_body *body = &m->c->client[cid].body;
    const int32_t *input = look->input;
    int is_still = (body->state & (TTI_BODY_HELD | TTI_BODY_LIVE)) != 0;
    int is_new = m->c->client[cid].born == m->tick;
    tt_obj_any any;
    any.character = (struct tt_obj_character){
        .x = tee->x,
        .y = tee->y,
        /* servers make the first item of a tee before they look where it aims */
        .angle = is_new ? 0 : look->angle,
        .direction = is_still ? 0 : limited(input[TTI_INPUT_DIRECTION], -1, 1),
        .jumped = body->jumped,
        .hooked_player = -1,
        .hook_state = TT_HOOK_IDLE,
        .hook_x = tee->x,
        .hook_y = tee->y,
        .player_flags = input[TTI_INPUT_FLAGS] & FLAG_BITS,
        .health = HEALTH,
        .armor = m->c->is_ddrace ? body->armor : 0,
        .weapon = body->weapon,
        .emote = tti_eyes(m, cid, look),
        .attack_tick = tti_demo_tick(m->c, body->attack_tick),
    };
    set_movement(&any.character, m, &m->c->client[cid]);
    tti_hook_set(&body->hook, &any.character);
    add(m, TT_OBJ_CHARACTER, cid, &any, INTS(any.character));
}

/* What was done to the tee, in the words of DDNet. */
static int32_t flags_of(const tt_convert_body *body)
{
    static const struct {
        uint16_t state;
        int32_t flag;
    } flags[] = {
        {TTI_BODY_LIVE, TT_DDNET_CHARACTER_MOVEMENTS_DISABLED},
        {TTI_BODY_IN_FREEZE, TT_DDNET_CHARACTER_IN_FREEZE},
        {TTI_BODY_ENDLESS_HOOK, TT_DDNET_CHARACTER_ENDLESS_HOOK},
        {TTI_BODY_ENDLESS_JUMPS, TT_DDNET_CHARACTER_ENDLESS_JUMP},
        {TTI_BODY_JETPACK, TT_DDNET_CHARACTER_JETPACK},
        {TTI_BODY_NO_HIT, NO_HIT_FLAGS},
    };
    int32_t result = 0;
    for (size_t i = 0; i < sizeof flags / sizeof flags[0] && body->state != 0; i++) {
        result |= body->state & flags[i].state ? flags[i].flag : 0;
    }
    return result;
}

/* Tick of the demo in which freezing ends; 0 is not frozen, -1 is for ever. */
static int32_t freeze_end(const tti_making *m, const tt_convert_body *body)
{
    if (body->state & TTI_BODY_DEEP) {
        return -1;
    }
    if (!tti_body_is_frozen(body)) {
        return 0;
    }
    return tti_demo_tick(m->c, tti_later(m->tick, body->freeze_left));
}

/* 0 and less are no ticks but values of their own, such as NINJA_NEVER, and are not shifted. */
static int32_t demo_event(const tt_convert *c, int32_t tick)
{
    return tick > 0 ? tti_demo_tick(c, tick) : tick;
}

/* The flags of the weapons lie side by side in the order of their numbers, so one product moves the
 * whole set there. The youngest tee is 0 in the order of strong and weak hooks. Without the map the
 * members that come from it get the value for "not known". */
static void add_ddnet_character(tti_making *m, int32_t cid, const tt_convert_look *look)
{
    int32_t team = m->world->client[cid].team;
    int practises = team > 0 && team < TT_TEAMS && m->world->practice[team];
    const tt_convert_body *body = &m->c->client[cid].body;
    int has_map = m->c->map != NULL;
    tt_obj_any any;
    any.ddnet_character = (struct tt_obj_ddnet_character){
        .flags = body->owned * TT_DDNET_CHARACTER_WEAPON_HAMMER + flags_of(body) +
                 (practises ? TT_DDNET_CHARACTER_PRACTICE_MODE : 0),
        .freeze_end = freeze_end(m, body),
        .jumps = 2,
        .strong_weak_id = m->c->alive - 1 - m->c->client[cid].rank,
        .jumped_total = has_map ? body->air_jumps : -1,
        .ninja_activation_tick = has_map ? demo_event(m->c, body->ninja_start) : -1,
        .freeze_start = has_map ? demo_event(m->c, body->freeze_start) : -1,
        .target_x = look->input[TTI_INPUT_TARGET_X],
        .target_y = look->input[TTI_INPUT_TARGET_Y],
    };
    add_uuid(m, TT_OBJ_DDNET_CHARACTER, cid, &any, DDNET_CHARACTER_INTS);
}

static void add_tee(tti_making *m, int32_t cid, const tt_convert_look *look)
{
    add_character(m, cid, look);
    add_ddnet_character(m, cid, look);
}

/* Events are numbered through in a snapshot: their id is their place, not a client's. */
static void add_death(tti_making *m, int32_t cid)
{
    const tt_convert_client *client = &m->c->client[cid];
    tt_obj_any any;
    any.death = (struct tt_obj_death){.x = client->dead_x, .y = client->dead_y, .client_id = cid};
    add(m, TT_OBJ_DEATH, m->events++, &any, INTS(any.death));
}

static void add_spawn(tti_making *m, int32_t cid)
{
    const tt_tee *tee = &m->world->tee[cid];
    tt_obj_any any;
    any.spawn = (struct tt_obj_spawn){.x = tee->x, .y = tee->y};
    add(m, TT_OBJ_SPAWN, m->events++, &any, INTS(any.spawn));
}

/* Which items a client has, kept in tt_convert_client.parts. Events lie in one snapshot only, so a
 * client that has one is built anew in this snapshot and the next. */
enum {
    HAS_PLAYER = 1, /* three items of add_player, in the game */
    HAS_TEE = 2,    /* two of add_tee, after them */
    HAS_DEATH = 4,  /* it died since the last snapshot */
    HAS_SPAWN = 8,  /* its tee appeared since then */
    HAS_EVENTS = HAS_DEATH | HAS_SPAWN
};

/* Whether something happened since the last snapshot: with c->every at 2 an event of the tick
 * between shows in the next one. */
static int is_new(const tti_making *m, int32_t tick)
{
    return tick >= 0 && m->tick - tick < (m->c->every > 1 ? m->c->every : 1);
}

/* Which items a client has in this tick. A tee never comes without its player: clients draw none
 * that has no name and skin. */
static unsigned parts_of(const tti_making *m, int32_t cid, const tt_convert_look *look)
{
    const tt_convert_client *client = &m->c->client[cid];
    int is_alive = m->world->tee[cid].alive;
    if (!tti_is_shown(m->c, m->world, cid, look)) {
        return 0;
    }
    return HAS_PLAYER | (is_alive ? HAS_TEE : 0u) | (is_new(m, client->dead) ? HAS_DEATH : 0u) |
           (is_new(m, client->born) && is_alive ? HAS_SPAWN : 0u);
}

/* Begins with items of a client: when they may be others is found out while they are made, in
 * m->wake. Without a reason it is never. */
static void begin_part(tti_making *m, int32_t cid, unsigned parts)
{
    int has_changed = m->c->client[cid].changed == m->tick && tti_is_wanted(m->c, cid);
    m->wake = INT32_MAX;
    if (has_changed || parts & HAS_EVENTS) {
        /* the change shows then, the events do not any more */
        tti_making_wake(m, tti_later(m->tick, 1));
    }
}

/* Player and tee have a time each: a tee that moves is made again in each tick, and its player,
 * with 17 ints of name and skin, is not. */
static void make_player(tti_making *m, int32_t cid, unsigned parts, const tt_convert_look *look)
{
    begin_part(m, cid, parts);
    if (parts & HAS_PLAYER) {
        add_player(m, cid, look);
    }
    m->c->wakes[cid] = m->wake;
}

/* A tee that moved has another velocity in the next tick, also when it then stands. */
static void make_tee(tti_making *m, int32_t cid, unsigned parts, const tt_convert_look *look)
{
    const tt_convert_client *client = &m->c->client[cid];
    begin_part(m, cid, parts);
    if (parts & HAS_TEE) {
        if (client->moved == m->tick || (client->body.state & TTI_BODY_BUSY)) {
            tti_making_wake(m, tti_later(m->tick, 1));
        }
        add_tee(m, cid, look);
    }
    m->c->tee_wakes[cid] = m->wake;
}

/* All items of a client, into a new snapshot. Their places are noted, for put_client. Also for one
 * that has none: its times have to be set. */
static void add_client(tti_making *m, int32_t cid)
{
    tt_convert_client *client = &m->c->client[cid];
    const tt_convert_look *look = tti_look_at(m->c, cid, m->tick);
    unsigned parts = parts_of(m, cid, look);
    client->parts = (uint8_t)parts;
    client->place = m->b.size;
    make_player(m, cid, parts, look);
    client->tee_place = m->b.size;
    make_tee(m, cid, parts, look);
    if (parts & HAS_DEATH) {
        add_death(m, cid);
    }
    if (parts & HAS_SPAWN) {
        add_spawn(m, cid);
    }
}

/* Puts those items of a client over the ones of before that may be others now. Returns 0 when it
 * has not the same items as before. A client whose times have not come is not looked at. */
static int put_client(tti_making *m, int32_t cid)
{
    const tt_convert_client *client = &m->c->client[cid];
    const tt_convert_look *look = tti_look_at(m->c, cid, m->tick);
    unsigned parts = parts_of(m, cid, look);
    if (parts != client->parts || parts & HAS_EVENTS) {
        return 0;
    }
    /* the places are known without the items between: only what is due is made */
    if (m->tick >= m->c->wakes[cid]) {
        m->place = m->c->space.items + client->place;
        make_player(m, cid, parts, look);
    }
    if (m->tick >= m->c->tee_wakes[cid]) {
        m->place = m->c->space.items + client->tee_place;
        make_tee(m, cid, parts, look);
    }
    return 1;
}

/* A new snapshot. c->has_layout says whether the next one may be put over it: not after a failure,
 * as some items are missing then. Linear in the client ids and in what is shown. */
static tt_status make(tti_making *m)
{
    tt_convert *c = m->c;
    uint32_t types = c->types.count;
    m->place = NULL;
    tt_snap_builder_init(&m->b, &c->space, &c->types);
    tti_making_fail(m, tti_game_add(c, &m->b));
    if (tti_view_is_empty(c)) {
        tti_add_viewer(m);
    }
    c->placed = 0;
    for (int32_t cid = 0; cid < tti_cids(c); cid++) {
        add_client(m, cid);
        c->placed += c->client[cid].parts != 0;
    }
    c->snap = tt_snap_builder_finish(&m->b);
    /* a new type is declared in front of its first item, and at the front in later snapshots */
    c->has_layout = m->status == TT_OK && types == c->types.count;
    return m->status;
}

/* Makes the snapshot of before into the one of this tick. Returns 0 when not all of its items are
 * the same ones; then what it has in them is of no use, and make() builds it. With c->only the
 * flags of the caller may have changed, so clients that have items are counted. */
static int make_over(tti_making *m)
{
    tt_convert *c = m->c;
    int32_t placed = 0, end = tti_cids(c);
    for (int32_t cid = tti_next_wanted(c, 0); cid < end; cid = tti_next_wanted(c, cid + 1)) {
        if ((m->tick >= c->wakes[cid] || m->tick >= c->tee_wakes[cid]) && !put_client(m, cid)) {
            return 0;
        }
        placed += c->only && c->client[cid].parts != 0;
    }
    return !c->only || placed == c->placed; /* else somebody is not in the demo any more */
}

/* What the caller may set at any time makes all items others: it has no call for a change, so the
 * values of the last snapshot are compared. With c->only all of the few clients are woken each
 * time, as focus may be another. */
static void look_at_settings(tt_convert *c, int32_t tick)
{
    if (!c->only && (c->was_only || c->shift != c->was_shift || c->local != c->was_local)) {
        tti_wake_all(c, tick);
    }
    for (int32_t cid = tti_next_wanted(c, 0); c->only && cid < TT_CIDS;
         cid = tti_next_wanted(c, cid + 1)) {
        tti_wake(c, cid, tick);
    }
    if (tti_view_is_empty(c) != c->was_view) {
        c->has_layout = 0; /* an item more or less */
    }
    c->was_only = c->only;
    c->was_shift = c->shift;
    c->was_local = c->local;
    c->was_view = tti_view_is_empty(c);
}

/* When the next snapshot is due: the least of all times of those in the demo. The first loop is
 * that of nearly all conversions, and has no branches in it, so that compilers take several clients
 * at once. */
static int32_t next_wake(const tt_convert *c)
{
    int32_t wake = INT32_MAX;
    for (int32_t cid = 0; !c->only && cid < TT_CIDS; cid++) {
        wake = tti_lesser(wake, tti_lesser(c->wakes[cid], c->tee_wakes[cid]));
    }
    for (int32_t cid = tti_next_wanted(c, 0); c->only && cid < TT_CIDS;
         cid = tti_next_wanted(c, cid + 1)) {
        wake = tti_lesser(wake, tti_lesser(c->wakes[cid], c->tee_wakes[cid]));
    }
    return wake;
}

/* Only called from c->wake on. A failure of make() leaves the items that found room in c->snap; the
 * next call builds it anew. */
tt_status tti_snapshot_make(tt_convert *c, const tt_world *world, int32_t tick)
{
    tti_making m = {.c = c, .world = world, .tick = tick, .status = TT_OK};
    tt_status status = TT_OK;
    look_at_settings(c, tick);
    if (!c->has_layout || !make_over(&m)) {
        status = make(&m);
    }
    c->wake = next_wake(c);
    return status;
}
