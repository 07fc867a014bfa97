/* SPDX-License-Identifier: MIT
 *
 * Simulates tees for one tick: first all inputs, then one tee after the other. Without the map only
 * the keys count.
 *
 * A body holds what a server simulates and a recording leaves out. Each tick is simulated once, in
 * order, and c->body_tick is the last one. Positions come from the world: `was` is the place of a
 * tee at the end of the tick before, `before` that of one tick earlier.
 */
#include "convert/body.h"
#include "base/mem.h"
#include "convert/parts.h"
#include "map/map.h"

/* Freezing counts the remaining ticks down, and a freezing tile sets them anew each second.
 * DDNetCharacter shows begin, end, and shields that come back. */

/* A shield for each 15 ticks of freezing: ten for the usual 150. */
#define TICKS_A_SHIELD 15

/* Servers give the shields before they count the tick, and do not wait for the last tick. Three
 * seconds therefore hold the keys for 149 ticks. More than 150 ticks begin without shields. */
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

/* A tee has a jump from the ground and one in the air. Character.Jumped has a bit for a key that is
 * down and used up, and one for a used air jump. */

/* More jumps come only from the switch layer, which is not read. */
#define AIR_JUMPS 1

#define AIR_JUMPS_COUNTED 255

/* The key comes first, as on servers, then the ground, then tiles that give jumps. The ground is
 * that under the tee's place before this tick. A key that is held through a landing therefore gives
 * no jump, and a jump from the ground keeps the one in the air. */
static void jump_tick(tt_convert_body *body, const tt_map *map, bool is_pressed)
{
    bool is_ground = tti_map_is_ground(map, body->was_x, body->was_y);
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
    bool has_more = body->air_jumps < AIR_JUMPS || (body->state & TTI_BODY_ENDLESS_JUMPS) != 0;
    if (has_more && body->jumped > TT_JUMPED_KEY_USED) {
        body->jumped = TT_JUMPED_KEY_USED;
    }
}

/* How many skipped ticks are simulated at most: a ninja lasts 15 seconds, hooks and usual freezing
 * less. Deep freeze and endless hooks never end by themselves. */
#define CATCH_UP 1000

/* About half a second, as on servers. */
#define PAIN_TICKS 24

/* Units. No map is larger, and the square of a difference must be below 2^42. */
#define FAR (1 << 20)

/* `tick` and `now` differ for skipped ticks: inputs and births are compared with `tick`, times with
 * `now`. */
typedef struct stepping {
    tt_convert *c;
    const tt_world *world;
    int32_t tick, now;
} stepping;

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

/* A map that was opened but not loaded has no tiles. */
static bool has_map(const tt_convert *c)
{
    return c->map != NULL && c->map->tiles != NULL;
}

static bool is_stepped(const stepping *s, int32_t cid)
{
    int32_t born = s->c->client[cid].born;
    return s->world->tee[cid].alive && born >= 0 && born < s->tick;
}

/* Simulates a hammer's blow: other shots hit no tee here. Walls between the tees are ignored. A hit
 * makes the hammer reload longer. Linear in the client ids. */
static void fired(const stepping *s, int32_t cid, const int32_t *input)
{
    tt_convert_body *body = &s->c->client[cid].body;
    int64_t x, y;
    int hits = 0;
    if (body->weapon != TT_WEAPON_HAMMER || !has_map(s->c) || body->state & TTI_BODY_NO_HIT) {
        return;
    }
    tti_aim(&x, &y, input, TTI_HAMMER_BEGIN);
    for (int32_t other = 0; other < TT_CIDS; other++) {
        tt_convert_body *tee = &s->c->client[other].body;
        int64_t dx = tee->was_x - body->was_x - x, dy = tee->was_y - body->was_y - y;
        if (other != cid && is_stepped(s, other) &&
            s->world->client[other].team == s->world->client[cid].team &&
            dx * dx + dy * dy < TTI_HAMMER_REACH * TTI_HAMMER_REACH) {
            tt_convert_client *client = &s->c->client[other];
            tti_melt(tee);
            /* a snapshot shows the look of before its tick's events, so both looks get the face */
            client->shown.emote = client->next.emote = TT_EMOTE_PAIN;
            client->shown.emote_end = client->next.emote_end = tti_later(s->now, PAIN_TICKS);
            tti_wake_tee(s->c, other, s->tick);
            hits++;
        }
    }
    if (hits > 0) {
        body->reload_end = tti_later(body->attack_tick, s->c->hit_reload);
    }
}

/* A key that is already down in the first input counts as no press. Repeated inputs are not
 * recorded, but weapons that fire while held do so then. A new input attacks in its own tick, a
 * repeated one in the tick before. */
static void take_input(const stepping *s, int32_t cid)
{
    tt_convert_body *body = &s->c->client[cid].body;
    const tt_convert_look *look = tti_look_at(s->c, cid, s->tick);
    bool is_new = look->input_tick != body->input_tick;
    if (body->input_tick >= 0 && look->input_tick >= 0 && is_stepped(s, cid) &&
        (is_new || tti_weapon_is_busy(body, look->input)) &&
        tti_weapon_input(body, s->c->reload, look->input, is_new ? look->input_tick : s->now - 1)) {
        fired(s, cid, look->input);
    }
    tti_weapon_keys(body, look->input);
    body->input_tick = look->input_tick;
}

/* Pickups come before freezing, so a heart in this tick still holds its keys. A live frozen tee
 * cannot walk or jump, but can hook. */
static void step_on_map(const stepping *s, int32_t cid, const int32_t *input)
{
    tt_convert *c = s->c;
    tt_convert_body *body = &c->client[cid].body;
    tti_touch_things(c, body, s->now);
    freeze_tick(body);
    uint8_t tile = tti_map_tile(c->map, body->was_x, body->was_y);
    body->state &= (uint16_t)~TTI_BODY_IN_FREEZE;
    if (tile == TT_TILE_FREEZE || tile == TT_TILE_DEEP_FREEZE || tile == TT_TILE_LIVE_FREEZE) {
        body->state |= TTI_BODY_IN_FREEZE;
    }
    bool can_jump = !(body->state & (TTI_BODY_HELD | TTI_BODY_LIVE));
    jump_tick(body, c->map, can_jump && (input[TTI_INPUT_JUMP] & 1));
    tti_hook_tick(c, s->world, cid, input);
}

/* Returns true when the next tick may change something without an event. A wrong true costs time, a
 * wrong false would keep an old snapshot. */
static bool is_busy(const tt_convert_body *body, const int32_t *input)
{
    return tti_weapon_is_busy(body, input) || tti_hook_moves(&body->hook) ||
           tti_body_is_frozen(body) || (body->state & (TTI_BODY_MELTED | TTI_BODY_DEEP)) != 0;
}

static bool is_other(const tt_convert_body *a, const tt_convert_body *b)
{
    return a->state != b->state || a->jumped != b->jumped || a->armor != b->armor ||
           a->weapon != b->weapon || a->owned != b->owned || a->attack_tick != b->attack_tick ||
           a->air_jumps != b->air_jumps || a->freeze_start != b->freeze_start ||
           a->ninja_start != b->ninja_start || a->hook.state != b->hook.state;
}

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
        body->state &= (uint16_t)~TTI_BODY_MELTED; /* this flag holds for one tick of weapons */
    }
    if (has_map(s->c) && s->c->is_ddrace) { /* other games have none of these tiles */
        if (body->state & TTI_BODY_DEEP) {
            tti_freeze(body, s->c->freeze_ticks, s->now);
        }
        tti_touch_tiles(s->c, body, s->now);
    }
    body->state &= (uint16_t)~TTI_BODY_BUSY;
    if (is_busy(body, input)) {
        body->state |= TTI_BODY_BUSY;
        s->c->is_busy = true;
    }
    if (body->state & TTI_BODY_BUSY || is_other(body, &before)) {
        tti_wake_tee(s->c, cid, s->tick);
    }
}

/* Takes all inputs before the first tee moves: a hammer frees a tee in the same tick, whatever the
 * client ids are. Hammers and hooks are linear in the client ids. */
static void step(const stepping *s)
{
    s->c->is_busy = false;
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

/* A new tee has not moved, so no tile between death and spawn is touched. */
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

/* The first tick only notes the places. Skipped ticks use the world of this one. A tick that was
 * already simulated is passed over, so a caller may look at it before it makes the snapshot. */
void tti_body_tick(tt_convert *c, const tt_world *world, int32_t tick)
{
    stepping s = {c, world, tick, tick};
    if (tick <= c->body_tick) {
        return;
    }
    if (c->body_tick >= 0) {
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
