/* SPDX-License-Identifier: MIT
 *
 * Takes tees through a tick: the inputs first, then one tee after the other. Without the map it is
 * the keys alone.
 *
 * Bodies are what a server simulates and a recording leaves out. Each tick is gone through once, in
 * order; c->body_tick is the last one. The way of the tick itself comes from the world: `was` is
 * where a tee was at the end of the tick before, `before` one tick earlier.
 */
#include "convert/body.h"
#include "base/mem.h"
#include "convert/parts.h"

/* Frozen tees.
 *
 * Frozen time is ticks that remain, counted down once a tick. In a tile that freezes it begins anew
 * each second, so a tee that leaves it is frozen for about two to three seconds more by default.
 * All of it shows in DDNetCharacter: when it began, when it ends, and as shields that come back.
 */

/* Ticks for each shield of a frozen tee, which shows how long it has been frozen: the usual 150
 * ticks are ten shields. */
#define TICKS_A_SHIELD 15

/* The shields are those of before the tick is counted, and the last tick is not waited for: both as
 * servers do. So three seconds hold the keys for 149 ticks. A freezing of more than 150 ticks has
 * no shields at first. */
static void freeze_tick(tt_convert_body *body)
{
    int32_t shields = TTI_ARMOR_FULL - body->freeze_left / TICKS_A_SHIELD;
    body->armor = (uint8_t)(shields < 0 ? 0 : shields);
    body->state &= (uint16_t)~TTI_BODY_HELD;
    if (body->freeze_left > 0) {
        body->state |= TTI_BODY_HELD;
        if (--body->freeze_left == 1) {
            tti_melt(body);
        }
    }
}

/* Jumps: one from the ground, one in the air. The position says how high they go; here it is only
 * looked at whether one is left.
 *
 * It makes Character.Jumped: one bit for a key that is down and used up, one for an air jump that
 * is used up, which clients show as dark feet.
 */

/* Of a tee that no tile gave more. Those that do are in the switch layer, which is not read. */
#define AIR_JUMPS 1

/* The most that DDNetCharacter.JumpedTotal takes. */
#define AIR_JUMPS_COUNTED 255

/* The order is the server's: the key first, then the ground, then tiles that give more. Ground is
 * where the tee was before it moved in this tick. So a key that is held through a landing gives no
 * new jump (its bit remains until it is let go), and a jump from the ground keeps the one in the
 * air. */
static void jump_tick(tt_convert_body *body, const tt_map *map, int is_pressed)
{
    int is_ground = tt_map_is_ground(map, body->was_x, body->was_y);
    if (!is_pressed) {
        body->jumped &= (uint8_t)~TT_JUMPED_KEY_USED;
    } else if (!(body->jumped & TT_JUMPED_KEY_USED)) {
        if (is_ground) {
            body->jumped |= TT_JUMPED_KEY_USED;
        } else if (!(body->jumped & TT_JUMPED_AIR_JUMP_USED)) {
            body->jumped |= TT_JUMPED_KEY_USED | TT_JUMPED_AIR_JUMP_USED;
            body->air_jumps += body->air_jumps < AIR_JUMPS_COUNTED;
        }
    }
    if (is_ground) {
        body->jumped &= (uint8_t)~TT_JUMPED_AIR_JUMP_USED;
        body->air_jumps = 0;
    }
    int has_more = body->air_jumps < AIR_JUMPS || (body->state & TTI_BODY_ENDLESS_JUMPS) != 0;
    if (has_more && body->jumped > TT_JUMPED_KEY_USED) {
        body->jumped = TT_JUMPED_KEY_USED;
    }
}

/* Ticks that were left out are gone through where something was going on, at most this many, 20
 * seconds: a ninja lasts 15, and hooks and the usual three seconds of freezing are shorter. What is
 * still busy then does not end by itself (deep freeze, an endless hook). */
#define CATCH_UP 1000

/* Who is hit makes a face for this long, about half a second, as on servers. */
#define PAIN_TICKS 24

/* Beyond this no map reaches; products of places have to fit: the square of a difference is below
 * 2^42. A recording may name any int32 as a place. */
#define FAR (1 << 20)

/* What a tick is gone through with. `tick` and `now` are the same but for ticks that were left out:
 * then inputs and births are looked up by the one that was asked for, times by the other. */
typedef struct stepping {
    tt_convert *c;
    const tt_world *world;
    int32_t tick, now; /* the one that was asked for; the one that is gone through */
} stepping;

/* A new tee has a new body, but the same player: the counters of keys remain, or a key that is
 * still down would count as pressed again. */
void tti_body_reset(tt_convert_body *body)
{
    tt_convert_body fresh = {.input_tick = body->input_tick,
                             .fire = body->fire,
                             .wanted = body->wanted,
                             .next = body->next,
                             .prev = body->prev,
                             .hook = {.state = TT_HOOK_IDLE, .player = -1}};
    tti_weapon_reset(&fresh);
    *body = fresh;
}

/* A map that was opened but not loaded has no tiles, and is as good as none. */
static int has_map(const tt_convert *c)
{
    return c->map != NULL && c->map->tiles != NULL;
}

/* Tees that appear in the tick begin with the next one: servers spawn them after they moved the
 * others. */
static int is_stepped(const stepping *s, int32_t cid)
{
    int32_t born = s->c->client[cid].born;
    return s->world->tee[cid].alive && born >= 0 && born < s->tick;
}

/* Until its end the look of before this tick's events is shown, so both looks get the face. */
static void hurt(const stepping *s, int32_t cid)
{
    tt_convert_client *client = &s->c->client[cid];
    client->shown.emote = client->next.emote = TT_EMOTE_PAIN;
    tti_wake_tee(s->c, cid, s->tick);
    client->shown.emote_end = client->next.emote_end = tti_later(s->now, PAIN_TICKS);
}

/* A hammer hits all tees of its team that are near the place in front of it: who is hit is not
 * frozen any more. A wall between them would stop it in the game; that is not looked at. A hammer
 * that hit something takes longer to reload. Linear in the client ids. */
static void hit(const stepping *s, int32_t cid, const int32_t *input)
{
    tt_convert_body *body = &s->c->client[cid].body;
    int64_t x, y;
    int hits = 0;
    tti_aim(&x, &y, input, TTI_HAMMER_BEGIN);
    for (int32_t other = 0; other < TT_CIDS; other++) {
        tt_convert_body *tee = &s->c->client[other].body;
        int64_t dx = tee->was_x - body->was_x - x, dy = tee->was_y - body->was_y - y;
        if (other != cid && is_stepped(s, other) &&
            s->world->client[other].team == s->world->client[cid].team &&
            dx * dx + dy * dy < TTI_HAMMER_REACH * TTI_HAMMER_REACH) {
            tti_melt(tee);
            hurt(s, other);
            hits++;
        }
    }
    if (hits > 0) {
        body->reload_end = tti_later(body->attack_tick, s->c->hit_reload);
    }
}

/* What a shot does to others. Only the hammer does something that shows in items of tees; of other
 * weapons the flight is not known, and nothing is made up. Without the map, where freezing is not
 * known, hits are left out. */
static void fired(const stepping *s, int32_t cid, const int32_t *input)
{
    const tt_convert_body *body = &s->c->client[cid].body;
    if (body->weapon == TT_WEAPON_HAMMER && has_map(s->c) && !(body->state & TTI_BODY_NO_HIT)) {
        hit(s, cid, input);
    }
}

/* Keys that are down in the first input are not pressed. Clients send an input that is the same as
 * before again and again; which is not recorded, but weapons that are held fire then. A new input
 * counts in the tick of its record, which is what servers write as the tick of the attack; a
 * repeated one in the tick before this one, for the same reason. */
static void take_input(const stepping *s, int32_t cid)
{
    tt_convert_body *body = &s->c->client[cid].body;
    const tt_convert_look *look = tti_look_at(s->c, cid, s->tick);
    int is_new = look->input_tick != body->input_tick;
    if (body->input_tick >= 0 && look->input_tick >= 0 && is_stepped(s, cid) &&
        (is_new || tti_weapon_is_busy(body, look->input)) &&
        tti_weapon_input(body, s->c->reload, look->input, is_new ? look->input_tick : s->now - 1)) {
        fired(s, cid, look->input);
    }
    tti_weapon_keys(body, look->input);
    body->input_tick = look->input_tick;
}

/* Clients leave out the bar of the time left while a tee is in freeze, as it begins anew all the
 * time. Only the flag of the item comes of it. */
static void note_freeze(const tt_convert *c, tt_convert_body *body)
{
    uint8_t tile = tt_map_tile(c->map, body->was_x, body->was_y);
    body->state &= (uint16_t)~TTI_BODY_IN_FREEZE;
    if (tile == TT_TILE_FREEZE || tile == TT_TILE_DEEP_FREEZE || tile == TT_TILE_LIVE_FREEZE) {
        body->state |= TTI_BODY_IN_FREEZE;
    }
}

/* The first half of a tick, before weapons. What lies around is touched before frozen time is
 * counted down, so a heart of this tick already holds the keys of it. A live frozen tee cannot walk
 * or jump, but its hook works. */
static void step_on_map(const stepping *s, int32_t cid, const int32_t *input)
{
    tt_convert *c = s->c;
    tt_convert_body *body = &c->client[cid].body;
    tti_touch_things(c, body, s->now);
    freeze_tick(body);
    note_freeze(c, body);
    int can_jump = !(body->state & (TTI_BODY_HELD | TTI_BODY_LIVE));
    jump_tick(body, c->map, can_jump && (input[TTI_INPUT_JUMP] & 1));
    tti_hook_tick(c, s->world, cid, input);
}

/* The second half, after weapons: deep freeze, and the tiles of the last way. MELTED is for one
 * tick of weapons only, so it ends here, before a tile can set it for the next one. Other games
 * than races have none of these tiles; their numbers mean nothing there. */
static void step_behind(const stepping *s, int32_t cid)
{
    tt_convert_body *body = &s->c->client[cid].body;
    body->state &= (uint16_t)~TTI_BODY_MELTED;
    if (s->c->is_ddrace) {
        if (body->state & TTI_BODY_DEEP) {
            tti_freeze(body, s->c->freeze_ticks, s->now);
        }
        tti_touch_tiles(s->c, body, s->now);
    }
}

/* Whether the next tick may change something by itself, without an event. It may be true too often,
 * which only costs time; were it false too early, the snapshot would remain as it was. */
static int is_busy(const tt_convert_body *body, const int32_t *input)
{
    return tti_weapon_is_busy(body, input) || tti_hook_moves(&body->hook) ||
           tti_body_is_frozen(body) || (body->state & (TTI_BODY_MELTED | TTI_BODY_DEEP)) != 0;
}

/* Whether there is another thing to see: what items.c reads is compared, but for what changes only
 * while a body is busy (the time left in freeze, the place of a hook). */
static int is_other(const tt_convert_body *a, const tt_convert_body *b)
{
    return a->state != b->state || a->jumped != b->jumped || a->armor != b->armor ||
           a->weapon != b->weapon || a->owned != b->owned || a->attack_tick != b->attack_tick ||
           a->air_jumps != b->air_jumps || a->freeze_start != b->freeze_start ||
           a->ninja_start != b->ninja_start || a->hook.state != b->hook.state;
}

/* A tick of one tee. Without the map the jump key alone is shown, and nobody is frozen. Who is
 * busy, or looks another way than before, is woken: its items have to be made again. */
static void step_tee(const stepping *s, int32_t cid)
{
    tt_convert_body *body = &s->c->client[cid].body, before = *body;
    const int32_t *input = tti_look_at(s->c, cid, s->tick)->input;
    if (has_map(s->c)) {
        step_on_map(s, cid, input);
    } else {
        body->jumped = input[TTI_INPUT_JUMP] & 1 ? TT_JUMPED_KEY_USED : 0;
        body->armor = TTI_ARMOR_FULL;
    }
    if (tti_weapon_tick(body, s->c->reload, input, s->now)) {
        fired(s, cid, input);
    }
    if (has_map(s->c)) {
        step_behind(s, cid);
    }
    body->state &= (uint16_t)~TTI_BODY_BUSY;
    if (is_busy(body, input)) {
        body->state |= TTI_BODY_BUSY;
        s->c->is_busy = 1;
    }
    if (body->state & TTI_BODY_BUSY || is_other(body, &before)) {
        tti_wake_tee(s->c, cid, s->tick);
    }
}

/* All inputs before the first tee moves: a hammer of an input can free a tee in the same tick,
 * whatever the order of client ids. Linear in the client ids of the recording; hammers and hooks
 * add as much again for each that is in use. */
static void step(const stepping *s)
{
    s->c->is_busy = 0;
    for (int32_t cid = 0; cid < s->c->cids; cid++) {
        take_input(s, cid);
    }
    for (int32_t cid = 0; cid < s->c->cids; cid++) {
        tt_convert_body *body = &s->c->client[cid].body;
        if (is_stepped(s, cid)) {
            step_tee(s, cid);
        }
        body->before_x = body->was_x;
        body->before_y = body->was_y;
    }
}

static int32_t limited(int32_t place)
{
    return place < -FAR ? -FAR : place > FAR ? FAR : place;
}

/* The world is that of the end of the tick: these places are the ones that the next tick goes by. A
 * tee that is new has come no way, so that no tile between its death and its spawn is touched. */
static void remember_places(const stepping *s)
{
    for (int32_t cid = 0; cid < s->c->cids; cid++) {
        tt_convert_body *body = &s->c->client[cid].body;
        const tt_tee *tee = &s->world->tee[cid];
        body->was_x = limited(tee->x);
        body->was_y = limited(tee->y);
        if (!is_stepped(s, cid)) {
            body->before_x = body->was_x;
            body->before_y = body->was_y;
        }
    }
}

/* The first tick only takes the places: there is none before it to go by. Ticks that were left out
 * are gone through with the world of this one, which is exact where nothing happened in them. A
 * tick that was gone through already is passed over, so a caller may watch it and then make it. */
void tti_body_tick(tt_convert *c, const tt_world *world, int32_t tick)
{
    stepping s = {c, world, tick, tick};
    if (tick <= c->body_tick) {
        return;
    }
    if (c->body_tick >= 0) {
        /* each step finds c->is_busy anew, so the loop ends when all is at rest */
        int64_t from = (int64_t)c->body_tick + 1, least = (int64_t)tick - CATCH_UP;
        for (int64_t now = from > least ? from : least; now < tick && c->is_busy; now++) {
            s.now = (int32_t)now;
            step(&s);
        }
        s.now = tick;
        step(&s);
    }
    remember_places(&s);
    c->body_tick = tick;
}
