/* SPDX-License-Identifier: MIT
 *
 * The snapshot of a tick: the rules of the game, and the items of every client. It is made anew
 * only where a client comes by items or loses some; else changed items are put over those of the
 * snapshot before, which is a copy of ints instead of a look-up of each key.
 *
 * c->wakes and c->tee_wakes say from which tick on items may differ, each function that makes them
 * says when that is next, and parts_of says whether they are still the same ones.
 */
#include "base/mem.h"
#include "convert/body.h"
#include "convert/parts.h"

/* Ints of DDNet 16.4; clients know the defaults of later ones. */
#define DDNET_PLAYER_INTS 2
#define DDNET_CHARACTER_INTS 10

#define INTS(object) (sizeof(object) / sizeof(int32_t))

/* Recordings lack hits and hearts, and races have full health. */
#define HEALTH 10

/* Flags of the item: a client could send any int. */
#define FLAG_BITS 0xff
/* One tile takes all four; the switch layer is not read. */
#define NO_HIT_FLAGS                                                                               \
    (TT_DDNET_CHARACTER_HAMMER_HIT_DISABLED | TT_DDNET_CHARACTER_SHOTGUN_HIT_DISABLED |            \
     TT_DDNET_CHARACTER_GRENADE_HIT_DISABLED | TT_DDNET_CHARACTER_LASER_HIT_DISABLED)

/* The key, the first int, remains; the next item follows at once. */
static inline void put_over(tti_making *m, const int32_t *ints, size_t size)
{
    tti_copy(m->place + 1, ints, size * sizeof *ints);
    m->place += 1 + size;
}

static inline void add(tti_making *m, tt_obj_kind kind, int32_t id, const tt_obj_any *any,
                       size_t ints)
{
    if (m->place != NULL) {
        put_over(m, any->ints, ints);
    } else {
        const tt_uuid *uuid = tt_obj_uuid(kind); /* of a kind that DDNet added */
        tti_making_fail(m, uuid != NULL ? tt_snap_builder_add_uuid(&m->b, uuid, id, any->ints, ints)
                                        : tt_snap_builder_add(&m->b, tt_obj_type(kind)->type, id,
                                                              any->ints, ints));
    }
}

static int32_t limited(int32_t value, int32_t least, int32_t most)
{
    return value < least ? least : value > most ? most : value;
}

/* put_over finds them in this order. A living tee plays, even with a wish to spectate. */
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
    add(m, TT_OBJ_DDNET_PLAYER, cid, &any, DDNET_PLAYER_INTS);
}

/* The way of this tick is the velocity. A standing tee needs no tick, so its item remains the same.
 * After a jump, or at a tile, the velocity is 0. */
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

/* Values up to 0, such as NINJA_NEVER, are not shifted. */
static int32_t demo_event(const tt_convert *c, int32_t tick)
{
    return tick > 0 ? tti_demo_tick(c, tick) : tick;
}

/* Weapon flags have the order of weapon numbers, so a product moves the set. The youngest tee is 0
 * among strong and weak hooks. Members of the map get "not known" without one. */
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
    add(m, TT_OBJ_DDNET_CHARACTER, cid, &any, DDNET_CHARACTER_INTS);
}

/* Items of a client, in tt_convert_client.parts. Events are in one snapshot only, so their client
 * is built anew in this snapshot and the next. */
enum {
    HAS_PLAYER = 1,
    HAS_TEE = 2, /* its tee, after the player */
    HAS_DEATH = 4,
    HAS_SPAWN = 8,
    HAS_EVENTS = HAS_DEATH | HAS_SPAWN
};

static int is_new(const tti_making *m, int32_t tick)
{
    return tick >= 0 && m->tick - tick < (m->c->every > 1 ? m->c->every : 1);
}

/* A tee never comes without its player: clients draw none without name and skin. */
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

/* Begins with m->wake at never; makers of items lower it. */
static void begin_part(tti_making *m, int32_t cid, unsigned parts)
{
    int has_changed = m->c->client[cid].changed == m->tick && tti_is_wanted(m->c, cid);
    m->wake = INT32_MAX;
    if (has_changed || parts & HAS_EVENTS) {
        tti_making_wake(m, tti_later(m->tick, 1));
    }
}

static void make_player(tti_making *m, int32_t cid, unsigned parts, const tt_convert_look *look)
{
    begin_part(m, cid, parts);
    if (parts & HAS_PLAYER) {
        add_player(m, cid, look);
    }
    m->c->wakes[cid] = m->wake;
}

/* A moved tee has another velocity in the next tick. */
static void make_tee(tti_making *m, int32_t cid, unsigned parts, const tt_convert_look *look)
{
    const tt_convert_client *client = &m->c->client[cid];
    begin_part(m, cid, parts);
    if (parts & HAS_TEE) {
        if (client->moved == m->tick || (client->body.state & TTI_BODY_BUSY)) {
            tti_making_wake(m, tti_later(m->tick, 1));
        }
        add_character(m, cid, look);
        add_ddnet_character(m, cid, look);
    }
    m->c->tee_wakes[cid] = m->wake;
}

/* Notes the places for put_client. A client without items gets its times too. */
static void add_client(tti_making *m, int32_t cid)
{
    tt_convert_client *client = &m->c->client[cid];
    const tt_convert_look *look = tti_look_at(m->c, cid, m->tick);
    unsigned parts = parts_of(m, cid, look);
    tt_obj_any any;
    client->parts = (uint8_t)parts;
    client->place = m->b.size;
    make_player(m, cid, parts, look);
    client->tee_place = m->b.size;
    make_tee(m, cid, parts, look);
    if (parts & HAS_DEATH) {
        any.death = (struct tt_obj_death){client->dead_x, client->dead_y, cid};
        add(m, TT_OBJ_DEATH, m->events++, &any, INTS(any.death));
    }
    if (parts & HAS_SPAWN) {
        any.spawn = (struct tt_obj_spawn){m->world->tee[cid].x, m->world->tee[cid].y};
        add(m, TT_OBJ_SPAWN, m->events++, &any, INTS(any.spawn));
    }
}

/* Puts due items over those of before. 0: the items are not the same ones. */
static int put_client(tti_making *m, int32_t cid)
{
    const tt_convert_client *client = &m->c->client[cid];
    const tt_convert_look *look = tti_look_at(m->c, cid, m->tick);
    unsigned parts = parts_of(m, cid, look);
    if (parts != client->parts || parts & HAS_EVENTS) {
        return 0;
    }
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

/* After a failure items are missing, so the next snapshot is not put over this one. */
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

/* 0: items differ, and make() has to build it. With c->only the caller may have changed flags, so
 * clients with items are counted. */
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
    return !c->only || placed == c->placed; /* fewer: a client left the demo */
}

/* The caller sets these without a call, so the last values are compared. With c->only focus may
 * change, so all of the few clients are woken. */
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

/* The least of all times. The first loop, of nearly all conversions, has no branches, so compilers
 * vectorize it. */
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

/* A failure leaves the items that found room; the next call builds it anew. */
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
