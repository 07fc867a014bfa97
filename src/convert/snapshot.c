/* SPDX-License-Identifier: MIT
 *
 * Makes the snapshot of a tick: the rules of the game, and the items of every client.
 *
 * A snapshot is built only when a client gains or loses an item. Otherwise changed items are
 * written over those of the snapshot before. That is a copy of ints instead of a look-up of each
 * key.
 *
 * c->wakes and c->tee_wakes have the ticks from which items may differ, and each function that
 * makes an item sets the next one. parts_of says which items a client has.
 */
#include "base/mem.h"
#include "convert/game.h"
#include "convert/parts.h"

/* Ints of the items of DDNet 16.4. Clients know the defaults of ints that came later. */
#define DDNET_PLAYER_INTS 2
#define DDNET_CHARACTER_INTS 10

#define INTS(object) (sizeof(object) / sizeof(int32_t))

/* Recordings have neither hits nor hearts, and in races health is full. */
#define HEALTH 10

/* The item has flags in these bits only, but a client can send any int. */
#define FLAG_BITS 0xff

/* Keeps the key, which is the first int. The next item follows at once. */
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
        const tt_uuid *uuid = tt_obj_uuid(kind); /* an item that DDNet added has a UUID */
        tti_making_fail(m, uuid != NULL ? tt_snap_builder_add_uuid(&m->b, uuid, id, any->ints, ints)
                                        : tt_snap_builder_add(&m->b, tt_obj_type(kind)->type, id,
                                                              any->ints, ints));
    }
}

static int32_t limited(int32_t value, int32_t least, int32_t most)
{
    return value < least ? least : value > most ? most : value;
}

/* Adds the items in the order in which put_over finds them. A client with a living tee plays, even
 * with a wish to spectate. */
static void add_player(tti_making *m, int32_t cid, const tti_convert_look *look)
{
    tt_obj_any any;
    bool is_alive = m->world->tee[cid].alive;
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
        .flags = m->c->client[cid].away | (tti_is_afk(m, look) ? TT_DDNET_PLAYER_AFK : 0),
        .auth_level = limited(m->world->client[cid].rcon_level, 0, 3),
    };
    add(m, TT_OBJ_DDNET_PLAYER, cid, &any, DDNET_PLAYER_INTS);
}

/* A tee of which only the input is known. */
static struct tt_obj_character unknown(const tt_tee *tee, const tti_convert_look *look)
{
    return (struct tt_obj_character){
        .angle = look->angle,
        .direction = limited(look->input[TTI_INPUT_DIRECTION], -1, 1),
        .hooked_player = -1,
        .hook_state = TT_HOOK_IDLE,
        .hook_x = tee->x,
        .hook_y = tee->y,
        .player_flags = look->input[TTI_INPUT_FLAGS],
        .armor = HEALTH,
        .weapon = TT_WEAPON_GUN,
    };
}

/* Places are those of the recording, wherever the game has the tee. */
static void add_character(tti_making *m, int32_t cid, const tti_convert_look *look)
{
    const tt_tee *tee = &m->world->tee[cid];
    const tti_game_tee *known = tti_game_tee_of(m->c, cid);
    tt_obj_any any;
    struct tt_obj_character *item = &any.character;
    *item = known != NULL ? known->character : unknown(tee, look);
    item->x = tee->x;
    item->y = tee->y;
    item->tick = item->tick > 0 ? tti_demo_tick(m->c, m->tick) : 0;
    item->player_flags &= FLAG_BITS;
    item->health = HEALTH;
    item->armor = m->c->is_ddrace ? item->armor : 0;
    item->emote = tti_eyes(m, cid, look);
    item->attack_tick = tti_demo_tick(m->c, item->attack_tick);
    add(m, TT_OBJ_CHARACTER, cid, &any, INTS(any.character));
}

/* Does not shift special values such as NINJA_NEVER, which are 0 or less. */
static int32_t demo_event(const tti_convert *c, int32_t tick)
{
    return tick > 0 ? tti_demo_tick(c, tick) : tick;
}

static struct tt_obj_ddnet_character unknown_more(const tti_making *m, int32_t cid,
                                                  const tti_convert_look *look)
{
    int32_t team = m->world->client[cid].team;
    bool practises = team > 0 && team < TT_TEAMS && m->world->practice[team];
    return (struct tt_obj_ddnet_character){
        .flags = TT_DDNET_CHARACTER_WEAPON_HAMMER | TT_DDNET_CHARACTER_WEAPON_GUN |
                 (practises ? TT_DDNET_CHARACTER_PRACTICE_MODE : 0),
        .jumps = 2,
        .strong_weak_id = m->c->alive - 1 - m->c->client[cid].rank,
        .jumped_total = -1,
        .ninja_activation_tick = -1,
        .freeze_start = -1,
        .target_x = look->input[TTI_INPUT_TARGET_X],
        .target_y = look->input[TTI_INPUT_TARGET_Y],
    };
}

static void add_ddnet_character(tti_making *m, int32_t cid, const tti_convert_look *look)
{
    const tti_game_tee *known = tti_game_tee_of(m->c, cid);
    tt_obj_any any;
    struct tt_obj_ddnet_character *item = &any.ddnet_character;
    *item = known != NULL ? known->more : unknown_more(m, cid, look);
    item->freeze_end = demo_event(m->c, item->freeze_end);
    item->ninja_activation_tick = demo_event(m->c, item->ninja_activation_tick);
    item->freeze_start = demo_event(m->c, item->freeze_start);
    add(m, TT_OBJ_DDNET_CHARACTER, cid, &any, DDNET_CHARACTER_INTS);
}

/* The items of a client, kept in tti_convert_client.parts. Events are in one snapshot only, so
 * after them the next snapshot is built too. */
enum {
    HAS_PLAYER = 1,
    HAS_TEE = 2, /* its tee; only with HAS_PLAYER */
    HAS_DEATH = 4,
    HAS_SPAWN = 8,
    HAS_EVENTS = HAS_DEATH | HAS_SPAWN
};

static bool is_new(const tti_making *m, int32_t tick)
{
    return tick >= 0 && m->tick - tick < (m->c->every > 1 ? m->c->every : 1);
}

/* A tee never comes without its player: clients do not draw a tee without name and skin. */
static unsigned parts_of(const tti_making *m, int32_t cid, const tti_convert_look *look)
{
    const tti_convert_client *client = &m->c->client[cid];
    bool is_alive = m->world->tee[cid].alive;
    if (!tti_is_shown(m->c, m->world, cid, look)) {
        return 0;
    }
    return HAS_PLAYER | (is_alive ? HAS_TEE : 0u) | (is_new(m, client->dead) ? HAS_DEATH : 0u) |
           (is_new(m, client->born) && is_alive ? HAS_SPAWN : 0u);
}

/* Sets m->wake to never. Functions that make items set it earlier. */
static void begin_part(tti_making *m, int32_t cid, unsigned parts)
{
    bool has_changed = m->c->client[cid].changed == m->tick && tti_is_wanted(m->c, cid);
    m->wake = INT32_MAX;
    if (has_changed || parts & HAS_EVENTS) {
        tti_making_wake(m, tti_later(m->tick, 1));
    }
}

static void make_player(tti_making *m, int32_t cid, unsigned parts, const tti_convert_look *look)
{
    begin_part(m, cid, parts);
    if (parts & HAS_PLAYER) {
        add_player(m, cid, look);
    }
    m->c->wakes[cid] = m->wake;
}

static void make_tee(tti_making *m, int32_t cid, unsigned parts, const tti_convert_look *look)
{
    const tti_game_tee *known = tti_game_tee_of(m->c, cid);
    begin_part(m, cid, parts);
    if (parts & HAS_TEE) {
        if (known != NULL && known->is_busy) {
            tti_making_wake(m, tti_later(m->tick, 1));
        }
        add_character(m, cid, look);
        add_ddnet_character(m, cid, look);
    }
    m->c->tee_wakes[cid] = m->wake;
}

/* Notes where the items are for put_client. A client without items gets its wake times too. */
static void add_client(tti_making *m, int32_t cid)
{
    tti_convert_client *client = &m->c->client[cid];
    const tti_convert_look *look = tti_look_at(m->c, cid, m->tick);
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

/* Writes items that are due over the old ones. Returns false when the client has gained or lost an
 * item. */
static bool put_client(tti_making *m, int32_t cid)
{
    const tti_convert_client *client = &m->c->client[cid];
    const tti_convert_look *look = tti_look_at(m->c, cid, m->tick);
    unsigned parts = parts_of(m, cid, look);
    if (parts != client->parts || parts & HAS_EVENTS) {
        return false;
    }
    if (m->tick >= m->c->wakes[cid]) {
        m->place = m->c->space.items + client->place;
        make_player(m, cid, parts, look);
    }
    if (m->tick >= m->c->tee_wakes[cid]) {
        m->place = m->c->space.items + client->tee_place;
        make_tee(m, cid, parts, look);
    }
    return true;
}

/* After a failure items are missing, so the next snapshot is not written over this one. */
static tt_status make(tti_making *m)
{
    tti_convert *c = m->c;
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
    /* a new type is declared right before its first item, and in later snapshots at the front */
    c->has_layout = m->status == TT_OK && types == c->types.count;
    return m->status;
}

/* Returns false when items come or go and make() must build the snapshot. With c->only the caller
 * may have changed flags, so clients with items are counted. */
static bool make_over(tti_making *m)
{
    tti_convert *c = m->c;
    int32_t placed = 0, end = tti_cids(c);
    for (int32_t cid = tti_next_wanted(c, 0); cid < end; cid = tti_next_wanted(c, cid + 1)) {
        if ((m->tick >= c->wakes[cid] || m->tick >= c->tee_wakes[cid]) && !put_client(m, cid)) {
            return false;
        }
        placed += c->only && c->client[cid].parts != 0;
    }
    return !c->only || placed == c->placed; /* fewer clients were placed: one left the demo */
}

/* Compares settings with their last values, because the caller sets them without a call. With
 * c->only the focus may change, so all of these few clients are woken. */
static void look_at_settings(tti_convert *c, int32_t tick)
{
    if (!c->only && (c->was_only || c->shift != c->was_shift || c->local != c->was_local)) {
        tti_wake_all(c, tick);
    }
    for (int32_t cid = tti_next_wanted(c, 0); c->only && cid < TT_CIDS;
         cid = tti_next_wanted(c, cid + 1)) {
        tti_wake(c, cid, tick);
    }
    if (tti_view_is_empty(c) != c->was_view) {
        c->has_layout = false; /* an item was added or removed */
    }
    c->was_only = c->only;
    c->was_shift = c->shift;
    c->was_local = c->local;
    c->was_view = tti_view_is_empty(c);
}

/* Returns the earliest of all times. The first loop has no branches, so compilers vectorize it.
 * Nearly all conversions use it. */
static int32_t next_wake(const tti_convert *c)
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

/* After a failure the snapshot has the items that fit, and the next call builds it anew. */
tt_status tti_snapshot_make(tti_convert *c, const tt_world *world, int32_t tick)
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
