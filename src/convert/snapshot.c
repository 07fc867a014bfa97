/* SPDX-License-Identifier: MIT
 *
 * Makes the snapshot of a tick: the rules of the game, and the items of every client.
 *
 * A snapshot is built only when a client gains or loses an item. Otherwise changed items are
 * written over those of the snapshot before, which costs a copy of ints instead of a look-up of
 * each key.
 *
 * c->wakes and c->tee_wakes have the ticks from which items may differ, and each function that
 * makes an item sets the next such tick. parts_of_client says which items a client has.
 */
#include "base/angle.h"
#include "base/pick.h"
#include "convert/game.h"
#include "convert/parts.h"

/* Clients whose wake times are compared at once; TT_CIDS is a multiple of it. */
#define SOME 16

#define INTS_OF_ITEM(object) (sizeof(object) / sizeof(int32_t))

/* Health and armor of every tee: recordings have neither hits nor hearts, and in races health is
 * full. */
#define SENT_HEALTH 10

/* The bits of player_flags that the item has. A client can send any int. */
#define FLAG_BITS 0xff

static int32_t limited(int32_t value, int32_t least, int32_t most)
{
    return value < least ? least : value > most ? most : value;
}

/* Returns true for a spectator. Without the game a client with a living tee is shown as a player,
 * even if its last wish was to spectate. */
static bool spectates(const tti_making *m, int32_t cid, const tti_convert_look *look)
{
    const struct tti_convert_game *game = tti_game_shown(m->c);
    return game != NULL ? game->spectates[cid] : !m->world->tee[cid].alive && look->spectates;
}

/* Returns the score. Recordings of older servers have no finishes; the game finds them from the
 * tiles of the map. */
static int32_t score_for(const tti_making *m, int32_t cid, const tti_convert_look *look)
{
    const struct tti_convert_game *game = tti_game_shown(m->c);
    int32_t best = game != NULL ? game->best[cid] : 0;
    return best > 0 ? tti_greater(look->score, -(best / TT_TICKS_PER_SECOND)) : look->score;
}

/* Adds the items of a player, in the order in which tti_put_over finds them. */
static void add_player(tti_making *m, int32_t cid, const tti_convert_look *look)
{
    tt_obj_any any;
    const struct tti_convert_game *game = tti_game_shown(m->c);
    int32_t best = game != NULL ? game->best[cid] : 0;
    const void *info = &look->info;
    tti_put(m, TT_OBJ_CLIENT_INFO, cid, info, INTS_OF_ITEM(look->info));
    any.player_info = (struct tt_obj_player_info){
        .local = cid == m->c->local,
        .client_id = cid,
        .team = spectates(m, cid, look) ? TT_TEAM_SPECTATORS : TT_TEAM_RED,
        .score = score_for(m, cid, look),
    };
    tti_put(m, TT_OBJ_PLAYER_INFO, cid, any.ints, INTS_OF_ITEM(any.player_info));
    any.ddnet_player = (struct tt_obj_ddnet_player){
        .flags = m->c->client[cid].away | (tti_is_afk(m, look) ? TT_DDNET_PLAYER_AFK : 0),
        .auth_level = limited(look->auth_level, 0, 3),
        .finish_time_seconds = best > 0 ? best / TT_TICKS_PER_SECOND : -1,
        .finish_time_millis = best % TT_TICKS_PER_SECOND * (1000 / TT_TICKS_PER_SECOND),
    };
    tti_put(m, TT_OBJ_DDNET_PLAYER, cid, any.ints, tti_ddnet_ints(m->c, TT_OBJ_DDNET_PLAYER));
}

/* Adds the place of a tee that left the world for a pause. */
static void add_spec_char(tti_making *m, int32_t cid)
{
    const tti_game_tee *tee = tti_game_tee_of(m->c, cid);
    tt_obj_any any;
    any.spec_char = (struct tt_obj_spec_char){.x = tee->place_x, .y = tee->place_y};
    tti_put(m, TT_OBJ_SPEC_CHAR, cid, any.ints, INTS_OF_ITEM(any.spec_char));
}

/* Returns the item of a tee of which only the input is known. */
static struct tt_obj_character unknown(const tt_tee *tee, const tti_convert_look *look)
{
    return (struct tt_obj_character){
        .angle = tti_angle_of(look->input.target_x, look->input.target_y),
        .direction = limited(look->input.direction, -1, 1),
        .hooked_player = -1,
        .hook_state = TT_HOOK_IDLE,
        .hook_x = tee->x,
        .hook_y = tee->y,
        .player_flags = look->input.player_flags,
        .armor = SENT_HEALTH,
        .weapon = TT_WEAPON_GUN,
    };
}

/* Adds the Character of a tee. Its place is that of the recording, even if the game has the tee
 * elsewhere. Only if a load in this tick moved the tee, a server sends it as it was before. */
static void add_character(tti_making *m, int32_t cid, const tti_convert_look *look)
{
    const tt_tee *tee = &m->world->tee[cid];
    const tti_game_tee *known = tti_game_tee_of(m->c, cid);
    tt_obj_any any;
    struct tt_obj_character *item = &any.character;
    bool is_sent = tti_game_shown(m->c) != NULL && !m->c->current;
    *item = known == NULL ? unknown(tee, look) : is_sent ? known->sent : known->character;
    if (!is_sent || known == NULL || known->is_put || m->c->game->tick != m->tick) {
        item->x = tee->x;
        item->y = tee->y;
        item->tick = item->tick > 0 ? m->tick : 0;
    }
    if (known != NULL && known->is_unknown) {
        item->weapon = TT_WEAPON_OR_NONE_NONE;
    }
    item->tick = tti_demo_event(m->c, item->tick);
    item->player_flags &= FLAG_BITS;
    item->health = SENT_HEALTH;
    item->armor = m->c->is_ddrace ? item->armor : 0;
    item->emote = tti_eyes(m, cid, look);
    item->attack_tick = tti_demo_tick(m->c, item->attack_tick);
    tti_put(m, TT_OBJ_CHARACTER, cid, any.ints, INTS_OF_ITEM(any.character));
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
        .target_x = look->input.target_x,
        .target_y = look->input.target_y,
    };
}

static void add_ddnet_character(tti_making *m, int32_t cid, const tti_convert_look *look)
{
    const tti_game_tee *known = tti_game_tee_of(m->c, cid);
    tt_obj_any any;
    struct tt_obj_ddnet_character *item = &any.ddnet_character;
    *item = known != NULL ? known->more : unknown_more(m, cid, look);
    item->freeze_end = tti_demo_event(m->c, item->freeze_end);
    item->ninja_activation_tick = tti_demo_event(m->c, item->ninja_activation_tick);
    item->freeze_start = tti_demo_event(m->c, item->freeze_start);
    tti_put(m, TT_OBJ_DDNET_CHARACTER, cid, any.ints, tti_ddnet_ints(m->c, TT_OBJ_DDNET_CHARACTER));
}

/* The items of a client, kept in tti_convert_client.parts. Events are in one snapshot only, so the
 * next snapshot is built, too. */
enum {
    HAS_PLAYER = 1,
    HAS_TEE = 2, /* the items of the client's tee; only with HAS_PLAYER */
    HAS_DEATH = 4,
    HAS_SPAWN = 8,
    HAS_OUT = 16,  /* the place of the client's tee; only with HAS_PLAYER, and without HAS_TEE */
    HAS_MORE = 32, /* the DDNetCharacter of the tee; only with HAS_TEE */
    HAS_EVENTS = HAS_DEATH | HAS_SPAWN
};

static bool is_event_new(const tti_making *m, int32_t tick)
{
    return tick >= 0 && m->tick - tick < (m->c->every > 1 ? m->c->every : 1);
}

/* Returns the items that a client has. A tee never comes without its player: clients do not draw a
 * tee without name and skin. */
static unsigned parts_of_client(const tti_making *m, int32_t cid, const tti_convert_look *look)
{
    const tti_convert_client *client = &m->c->client[cid];
    const tti_game_tee *known = tti_game_tee_of(m->c, cid);
    bool is_alive = m->world->tee[cid].alive, is_unknown = known != NULL && known->is_unknown;
    unsigned tee = is_alive ? HAS_TEE | (is_unknown ? 0u : HAS_MORE) : 0u;
    if (!tti_is_shown(m->c, m->world, cid, look)) {
        return 0;
    }
    if (tti_game_shown(m->c) != NULL) { /* the game has the events */
        bool is_out = known != NULL && known->is_out;
        return HAS_PLAYER | (is_out ? HAS_OUT : tee);
    }
    return HAS_PLAYER | tee | (is_event_new(m, client->dead) ? HAS_DEATH : 0u) |
           (is_event_new(m, client->born) && is_alive ? HAS_SPAWN : 0u);
}

/* Begins the items of a player or tee. Sets m->wake to never; functions that make items set it
 * earlier. */
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
    if (parts & HAS_OUT) {
        add_spec_char(m, cid);
    }
    m->c->wakes[cid] = m->wake;
}

static void make_tee(tti_making *m, int32_t cid, unsigned parts, const tti_convert_look *look)
{
    const tti_game_tee *known = tti_game_tee_of(m->c, cid);
    begin_part(m, cid, parts);
    if (parts & HAS_TEE) {
        if (known != NULL && m->c->game->is_tee_busy[cid]) {
            tti_making_wake(m, tti_later(m->tick, 1));
        }
        add_character(m, cid, look);
    }
    if (parts & HAS_MORE) {
        add_ddnet_character(m, cid, look);
    }
    m->c->tee_wakes[cid] = m->wake;
}

/* Adds the items of a client, except its tee, and notes where they are for put_client_items. A
 * client without items gets its wake times, too. Tees come after all players. */
static void add_client(tti_making *m, int32_t cid)
{
    tti_convert_client *client = &m->c->client[cid];
    const tti_convert_look *look = tti_look_at(m->c, cid, m->tick);
    unsigned parts = parts_of_client(m, cid, look);
    tt_obj_any any;
    client->parts = (uint8_t)parts;
    client->place = m->b.size;
    make_player(m, cid, parts, look);
    if (parts & HAS_DEATH) {
        any.death = (struct tt_obj_death){client->dead_x, client->dead_y, cid};
        tti_put(m, TT_OBJ_DEATH, m->events++, any.ints, INTS_OF_ITEM(any.death));
    }
    if (parts & HAS_SPAWN) {
        any.spawn = (struct tt_obj_spawn){m->world->tee[cid].x, m->world->tee[cid].y};
        tti_put(m, TT_OBJ_SPAWN, m->events++, any.ints, INTS_OF_ITEM(any.spawn));
    }
}

static void add_tee(tti_making *m, int32_t cid)
{
    tti_convert_client *client = &m->c->client[cid];
    client->tee_place = m->b.size;
    make_tee(m, cid, client->parts, tti_look_at(m->c, cid, m->tick));
}

/* Adds all tees, those in the server's list in its order first. */
static void add_tees(tti_making *m)
{
    const struct tti_convert_game *game = tti_game_shown(m->c);
    bool is_done[TT_CIDS] = {false};
    for (int32_t i = 0; game != NULL && i < game->order_count; i++) {
        if (game->order[i] < tti_cids(m->c)) {
            is_done[game->order[i]] = true;
            add_tee(m, game->order[i]);
        }
    }
    for (int32_t cid = 0; cid < tti_cids(m->c); cid++) {
        if (!is_done[cid]) {
            add_tee(m, cid);
        }
    }
}

/* Writes the items of a client that are due over the old ones. Returns false when the client has
 * gained or lost an item. */
static bool put_client_items(tti_making *m, int32_t cid)
{
    const tti_convert_client *client = &m->c->client[cid];
    const tti_convert_look *look = tti_look_at(m->c, cid, m->tick);
    unsigned parts = parts_of_client(m, cid, look);
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

static void build(tti_making *m)
{
    tti_convert *c = m->c;
    m->place = NULL;
    m->events = 0;
    if (c->types.count == 0) {
        tti_things_declare(c);
    }
    tt_snap_builder_init(&m->b, &c->space, &c->types);
    tti_making_fail(m, tti_game_add(c, &m->b));
    c->state_place = m->b.size;
    tti_things_put_state(m);
    if (tti_view_is_empty(c)) {
        tti_add_viewer(m);
    }
    c->placed = 0;
    for (int32_t cid = 0; cid < tti_cids(c); cid++) {
        add_client(m, cid);
        c->placed += c->client[cid].parts != 0;
    }
    add_tees(m);
    c->things_place = m->b.size;
    tti_things_add(m);
}

/* Builds a snapshot. A new type is declared right before its first item, and in later snapshots at
 * the front. So a snapshot with new types is built once more. After a failure items are missing, so
 * the next snapshot is not written over this one. */
static tt_status make_snapshot(tti_making *m)
{
    tti_convert *c = m->c;
    uint32_t types;
    do {
        types = c->types.count;
        build(m);
    } while (types != c->types.count);
    c->built = m->tick;
    c->snap = tt_snap_builder_finish(&m->b);
    c->has_layout = m->status == TT_OK;
    return m->status;
}

/* Writes changed items over the old ones. Returns false when items come or go and make_snapshot()
 * must build the snapshot. With c->only the caller may have changed flags, so clients with items
 * are counted. */
static bool make_over(tti_making *m)
{
    tti_convert *c = m->c;
    uint8_t due[TT_CIDS];
    int32_t placed = 0, dues = 0, end = tti_cids(c);
    m->place = c->space.items + c->state_place;
    tti_things_put_state(m);
    for (int32_t cid = tti_next_wanted(c, 0); cid < end; cid = tti_next_wanted(c, cid + 1)) {
        dues =
            tti_pick(due, dues, cid, (m->tick >= c->wakes[cid]) | (m->tick >= c->tee_wakes[cid]));
    }
    for (int32_t i = 0; i < dues; i++) {
        if (!put_client_items(m, due[i])) {
            return false;
        }
    }
    for (int32_t cid = tti_next_wanted(c, 0); c->only && cid < end;
         cid = tti_next_wanted(c, cid + 1)) {
        placed += c->client[cid].parts != 0;
    }
    if (c->only && placed != c->placed) { /* fewer clients were placed: one left the demo */
        return false;
    }
    m->place = c->space.items + c->things_place;
    return tti_things_put_over(m);
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

/* Returns the earliest wake time of some clients. The count of the loop is constant, and it has no
 * branches, so compilers vectorize it. */
static int32_t next_wake_of_some(const tti_convert *c, int32_t first)
{
    int32_t wake = INT32_MAX;
    for (int32_t cid = first; cid < first + SOME; cid++) {
        wake = tti_lesser(wake, tti_lesser(c->wakes[cid], c->tee_wakes[cid]));
    }
    return wake;
}

/* Returns the earliest wake time. Clients that never were there do not wake. */
static int32_t next_wake(const tti_convert *c)
{
    int32_t wake = INT32_MAX;
    for (int32_t first = 0; !c->only && first < tti_cids(c); first += SOME) {
        wake = tti_lesser(wake, next_wake_of_some(c, first));
    }
    for (int32_t cid = tti_next_wanted(c, 0); c->only && cid < TT_CIDS;
         cid = tti_next_wanted(c, cid + 1)) {
        wake = tti_lesser(wake, tti_lesser(c->wakes[cid], c->tee_wakes[cid]));
    }
    return wake;
}

/* Makes the snapshot of a tick. After a failure it has the items that fit, and the next call builds
 * it anew. */
tt_status tti_snapshot_make(tti_convert *c, const tt_world *world, int32_t tick)
{
    tti_making m = {.c = c, .world = world, .tick = tick, .status = TT_OK};
    tt_status status = TT_OK;
    const struct tti_convert_game *game = tti_game_shown(c);
    look_at_settings(c, tick);
    if (game != NULL && game->ordered > c->built) {
        c->has_layout = false;
    }
    if (!c->has_layout || !make_over(&m)) {
        status = make_snapshot(&m);
    }
    bool goes_on = game != NULL && (!game->is_still || m.events > 0);
    c->wake = goes_on ? tti_later(tick, 1) : next_wake(c);
    return status;
}
