/* SPDX-License-Identifier: MIT
 *
 * The snapshot of a tick: the rules of the game, and of every client its line of the scoreboard,
 * its looks, its tee. docs/demo.md says where each number comes from.
 */
#include "base/mem.h"
#include "convert/body.h"
#include "convert/parts.h"

/* What DDNet 16.4 writes of them; clients know the defaults of what came later. */
#define DDNET_PLAYER_INTS 2
#define DDNET_CHARACTER_INTS 10

#define INTS(object) (sizeof(object) / sizeof(int32_t))

#define HEALTH 10

/* Ticks between the ends of two blinks of a tee that does nothing, and of one blink. */
#define BLINK_PERIOD 250
#define BLINK_TICKS 4

#define FLAG_BITS 0xff
#define NO_HIT_FLAGS                                                                               \
    (TT_DDNET_CHARACTER_HAMMER_HIT_DISABLED | TT_DDNET_CHARACTER_SHOTGUN_HIT_DISABLED |            \
     TT_DDNET_CHARACTER_GRENADE_HIT_DISABLED | TT_DDNET_CHARACTER_LASER_HIT_DISABLED)

/* Places in an input. */
enum { DIRECTION = 0, TARGET_X = 1, TARGET_Y = 2, FLAGS = 6 };

/* Which items a client has. */
enum {
    HAS_PLAYER = 1,
    HAS_TEE = 2,
    HAS_DEATH = 4,
    HAS_SPAWN = 8,
    HAS_EVENTS = HAS_DEATH | HAS_SPAWN
};

/* What a snapshot is made with. */
typedef struct making {
    tt_convert *c;
    const tt_world *world;
    tt_snap_builder b; /* of a new snapshot */
    int32_t *place;    /* where the next item is in the snapshot before; NULL for a new snapshot */
    int32_t tick;      /* of the recording */
    int32_t events;    /* ids of events that were given out */
    int32_t wake;      /* when the items at hand would come out otherwise, if nothing happens */
    tt_status status;
} making;

static void note(making *m, tt_status status)
{
    if (m->status == TT_OK) {
        m->status = status;
    }
}

/* The same item as before, with other ints. */
static inline void put_over(making *m, const int32_t *ints, size_t size)
{
    tti_copy(m->place + 1, ints, size * sizeof *ints);
    m->place += 1 + size;
}

static inline void add(making *m, tt_obj_kind kind, int32_t id, const tt_obj_any *any, size_t ints)
{
    if (m->place != NULL) {
        put_over(m, any->ints, ints);
    } else {
        note(m, tt_snap_builder_add(&m->b, tt_obj_type(kind)->type, id, any->ints, ints));
    }
}

static inline void add_uuid(making *m, tt_obj_kind kind, int32_t id, const tt_obj_any *any,
                            size_t ints)
{
    if (m->place != NULL) {
        put_over(m, any->ints, ints);
    } else {
        note(m, tt_snap_builder_add_uuid(&m->b, tt_obj_uuid(kind), id, any->ints, ints));
    }
}

/* Ticks of a demo; those before its first one stay there. */
static int32_t demo_tick(const tt_convert *c, int32_t tick)
{
    return tick > c->shift ? tick - c->shift : 0;
}

static int32_t limited(int32_t value, int32_t least, int32_t most)
{
    return value < least ? least : value > most ? most : value;
}

static void wake_at(making *m, int32_t tick)
{
    if (tick > m->tick && tick < m->wake) {
        m->wake = tick;
    }
}

static int32_t after(int32_t tick)
{
    return tick < INT32_MAX ? tick + 1 : tick;
}

/* Nothing was heard of the client for long, or nothing at all. */
static int is_afk(making *m, const tt_convert_look *look)
{
    int64_t end = (int64_t)look->input_tick + m->c->afk_ticks;
    if (look->input_tick < 0) {
        return 1;
    }
    if (m->c->afk_ticks == 0 || end > INT32_MAX) {
        return 0;
    }
    wake_at(m, after((int32_t)end));
    return m->tick > end;
}

/* Of a tee that nothing happened to. */
static int32_t own_eyes(making *m, const tt_convert_look *look)
{
    if (m->tick <= look->emote_end) {
        wake_at(m, after(look->emote_end));
        return look->emote;
    }
    return TT_EMOTE_NORMAL;
}

/* Tees whose player does nothing close their eyes for a moment now and then. */
static int blinks(making *m, int32_t cid, const tt_convert_look *look)
{
    int32_t born = m->c->client[cid].born;
    int64_t idle = (int64_t)m->tick - 1 - (born > look->input_tick ? born : look->input_tick);
    int32_t since = (int32_t)(idle % BLINK_PERIOD);
    int is_shut = since >= BLINK_PERIOD - BLINK_TICKS;
    int32_t change = is_shut ? BLINK_PERIOD : BLINK_PERIOD - BLINK_TICKS;
    wake_at(m, m->tick < INT32_MAX - BLINK_PERIOD ? m->tick + change - since : INT32_MAX);
    return is_shut;
}

static int32_t eyes(making *m, int32_t cid, const tt_convert_look *look)
{
    const tt_convert_body *body = &m->c->client[cid].body;
    int suffers = tti_body_suffers(body), is_frozen = tti_body_is_frozen(body) || suffers;
    int32_t emote = own_eyes(m, look);
    if (is_afk(m, look) || look->away != 0) {
        return is_frozen ? TT_EMOTE_NORMAL : TT_EMOTE_BLINK;
    }
    if (emote == TT_EMOTE_NORMAL && is_frozen) {
        return suffers ? TT_EMOTE_PAIN : TT_EMOTE_BLINK;
    }
    return emote == TT_EMOTE_NORMAL && blinks(m, cid, look) ? TT_EMOTE_BLINK : emote;
}

static void add_player(making *m, int32_t cid, const tt_convert_look *look)
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
        .flags = look->away | (is_afk(m, look) ? TT_DDNET_PLAYER_AFK : 0),
        .auth_level = limited(m->world->client[cid].rcon_level, 0, 3),
    };
    add_uuid(m, TT_OBJ_DDNET_PLAYER, cid, &any, DDNET_PLAYER_INTS);
}

/* The way of this tick as a velocity. A tee that stands has no need of a tick, as there is nothing
 * for a client to carry on: so its item stays the same. */
static void set_movement(struct tt_obj_character *tee, const making *m,
                         const tt_convert_client *client)
{
    if (client->moved != m->tick) {
        return;
    }
    tee->tick = demo_tick(m->c, m->tick);
    if (client->dx >= -TTI_MOVE_MAX && client->dx <= TTI_MOVE_MAX && client->dy >= -TTI_MOVE_MAX &&
        client->dy <= TTI_MOVE_MAX) {
        tee->vel_x = client->stopped & TTI_STOPPED_X ? 0 : client->dx * 256;
        tee->vel_y = client->stopped & TTI_STOPPED_Y ? 0 : client->dy * 256;
    }
}

static void add_tee(making *m, int32_t cid, const tt_convert_look *look)
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
        .direction = is_still ? 0 : limited(input[DIRECTION], -1, 1),
        .jumped = body->jumped,
        .hooked_player = -1,
        .hook_state = TT_HOOK_IDLE,
        .hook_x = tee->x,
        .hook_y = tee->y,
        .player_flags = input[FLAGS] & FLAG_BITS,
        .health = HEALTH,
        .armor = m->c->is_ddrace ? body->armor : 0,
        .weapon = body->weapon,
        .emote = eyes(m, cid, look),
        .attack_tick = demo_tick(m->c, body->attack_tick),
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

/* -1 is for ever. */
static int32_t freeze_end(const making *m, const tt_convert_body *body)
{
    if (body->state & TTI_BODY_DEEP) {
        return -1;
    }
    if (!tti_body_is_frozen(body)) {
        return 0;
    }
    return demo_tick(m->c, m->tick < INT32_MAX - body->freeze_left ? m->tick + body->freeze_left
                                                                   : INT32_MAX);
}

/* 0 and less are no ticks. */
static int32_t demo_event(const tt_convert *c, int32_t tick)
{
    return tick > 0 ? demo_tick(c, tick) : tick;
}

static void add_tee_of_ddnet(making *m, int32_t cid, const tt_convert_look *look)
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
        .target_x = look->input[TARGET_X],
        .target_y = look->input[TARGET_Y],
    };
    add_uuid(m, TT_OBJ_DDNET_CHARACTER, cid, &any, DDNET_CHARACTER_INTS);
}

/* Whether something happened since the last snapshot. */
static int is_now(const making *m, int32_t tick)
{
    return tick >= 0 && m->tick - tick < (m->c->every > 1 ? m->c->every : 1);
}

/* Tees that came or died in this tick. */
static void add_events(making *m, int32_t cid, unsigned parts)
{
    const tt_convert_client *client = &m->c->client[cid];
    const tt_tee *tee = &m->world->tee[cid];
    tt_obj_any any;
    if (parts & HAS_DEATH) {
        any.death =
            (struct tt_obj_death){.x = client->dead_x, .y = client->dead_y, .client_id = cid};
        add(m, TT_OBJ_DEATH, m->events++, &any, INTS(any.death));
    }
    if (parts & HAS_SPAWN) {
        any.spawn = (struct tt_obj_spawn){.x = tee->x, .y = tee->y};
        add(m, TT_OBJ_SPAWN, m->events++, &any, INTS(any.spawn));
    }
}

/* Which items a client has in this tick. */
static unsigned parts_of(const making *m, int32_t cid, const tt_convert_look *look)
{
    const tt_convert_client *client = &m->c->client[cid];
    int is_alive = m->world->tee[cid].alive;
    /* a tee can be there a little longer than its client */
    if ((!look->in_game && !is_alive) || !tti_is_wanted(m->c, cid)) {
        return 0;
    }
    return HAS_PLAYER | (is_alive ? HAS_TEE : 0u) | (is_now(m, client->dead) ? HAS_DEATH : 0u) |
           (is_now(m, client->born) && is_alive ? HAS_SPAWN : 0u);
}

/* Begins with a row of items of a client: they may be others in the next tick, or stay. */
static void begin_part(making *m, int32_t cid, unsigned parts)
{
    m->wake = INT32_MAX;
    if (m->c->client[cid].changed == m->tick || parts & HAS_EVENTS) {
        wake_at(m, after(m->tick)); /* the change shows then, the events do not any more */
    }
}

static void add_tee_items(making *m, int32_t cid, const tt_convert_look *look)
{
    const tt_convert_client *client = &m->c->client[cid];
    if (client->moved == m->tick || (client->body.state & TTI_BODY_BUSY)) {
        wake_at(m, after(m->tick));
    }
    add_tee(m, cid, look);
    add_tee_of_ddnet(m, cid, look);
}

/* All items of a client. */
static void add_client(making *m, int32_t cid)
{
    tt_convert_client *client = &m->c->client[cid];
    tt_convert_look *look = tti_look_at(m->c, cid, m->tick);
    unsigned parts = parts_of(m, cid, look);
    client->parts = (uint8_t)parts;
    client->place = m->b.size;
    begin_part(m, cid, parts);
    if (parts & HAS_PLAYER) {
        add_player(m, cid, look);
    }
    m->c->wakes[cid] = m->wake;
    client->tee_place = m->b.size;
    begin_part(m, cid, parts);
    if (parts & HAS_TEE) {
        add_tee_items(m, cid, look);
    }
    m->c->tee_wakes[cid] = m->wake;
    add_events(m, cid, parts);
}

/* Puts those items of a client over the ones of before that may be others now. Returns 0 when it
 * has not the same items as before. */
static int put_client(making *m, int32_t cid)
{
    tt_convert_client *client = &m->c->client[cid];
    tt_convert_look *look = tti_look_at(m->c, cid, m->tick);
    unsigned parts = parts_of(m, cid, look);
    if (parts != client->parts || parts & HAS_EVENTS) {
        return 0;
    }
    if (m->tick >= m->c->wakes[cid]) {
        begin_part(m, cid, parts);
        if (parts & HAS_PLAYER) {
            m->place = m->c->space.items + client->place;
            add_player(m, cid, look);
        }
        m->c->wakes[cid] = m->wake;
    }
    if (m->tick >= m->c->tee_wakes[cid]) {
        begin_part(m, cid, parts);
        if (parts & HAS_TEE) {
            m->place = m->c->space.items + client->tee_place;
            add_tee_items(m, cid, look);
        }
        m->c->tee_wakes[cid] = m->wake;
    }
    return 1;
}

/* Who begins to look here, or at a keyframe, has to be told what else only changes are told of. It
 * comes before what happened in this tick. */
static void add_messages(tt_convert *c, const tt_world *world)
{
    size_t before = tti_queue_size(c, c->tick);
    int is_keyframe = c->is_due && (c->keyframe < 0 ||
                                    demo_tick(c, c->tick) - c->keyframe > TT_DEMO_KEYFRAME_TICKS);
    if (is_keyframe) {
        c->keyframe = demo_tick(c, c->tick);
    }
    if (is_keyframe || c->teams_due) {
        tti_queue_teams(c, c->tick, world);
        c->teams_due = 0;
    }
    if (!c->is_started) {
        if (c->has_tunings) {
            tti_queue_tunings(c, c->tick);
        }
        tti_say_begin(c, c->tick);
        c->is_started = 1;
    }
    if (before != 0) {
        tti_queue_put_first(c, before);
    }
}

/* A new snapshot. */
static tt_status make(making *m)
{
    tt_convert *c = m->c;
    uint32_t types = c->types.count;
    m->place = NULL;
    tt_snap_builder_init(&m->b, &c->space, &c->types);
    note(m, tti_game_add(c, &m->b));
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        add_client(m, cid);
    }
    c->snap = tt_snap_builder_finish(&m->b);
    /* a new type is declared in front of its first item, and at the front in later snapshots */
    c->has_layout = m->status == TT_OK && types == c->types.count;
    return m->status;
}

/* Makes the snapshot of before into the one of this tick. Returns 0 when not all of its items are
 * the same ones; then what it has in them is of no use. */
static int make_over(making *m)
{
    tt_convert *c = m->c;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        if ((m->tick >= c->wakes[cid] || m->tick >= c->tee_wakes[cid]) && !put_client(m, cid)) {
            return 0;
        }
    }
    return 1;
}

/* What the caller may set at any time makes all items others. */
static void look_at_settings(tt_convert *c, int32_t tick)
{
    if (c->only || c->was_only || c->shift != c->was_shift || c->local != c->was_local) {
        tti_wake_all(c, tick);
    }
    c->was_only = c->only;
    c->was_shift = c->shift;
    c->was_local = c->local;
}

static tt_status make_snapshot(tt_convert *c, const tt_world *world, int32_t tick)
{
    making m = {.c = c, .world = world, .tick = tick, .status = TT_OK};
    tt_status status = TT_OK;
    look_at_settings(c, tick);
    if (!c->has_layout || !make_over(&m)) {
        status = make(&m);
    }
    c->wake = INT32_MAX;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        c->wake = c->wakes[cid] < c->wake ? c->wakes[cid] : c->wake;
        c->wake = c->tee_wakes[cid] < c->wake ? c->tee_wakes[cid] : c->wake;
    }
    return status;
}

/* A client sees nothing when it is not there. */
static int is_seen(tt_convert *c, int32_t tick)
{
    return !c->is_client ||
           (c->local >= 0 && c->local < TT_CIDS && tti_look_at(c, c->local, tick)->in_game);
}

tt_status tt_convert_tick(tt_convert *c, const tt_world *world, int32_t tick)
{
    tt_status status = TT_OK;
    c->tick = tick;
    tti_body_tick(c, world, tick);
    if (!is_seen(c, tick)) {
        c->is_due = c->marker = 0;
        c->queue_tick = TTI_NEVER;
        return TT_OK;
    }
    c->is_due = !c->is_started || c->every <= 1 || (tick - c->shift) % c->every == 0;
    if (c->is_due && (!c->is_started || tick >= c->wake)) {
        status = make_snapshot(c, world, tick);
    }
    c->marker = c->marker_tick == tick;
    add_messages(c, world);
    return status;
}

void tt_convert_watch(tt_convert *c, const tt_world *world, int32_t tick)
{
    tti_body_tick(c, world, tick);
}
