/* SPDX-License-Identifier: MIT
 *
 * Takes tees through a tick: the inputs first, then one tee after the other. Without the map it is
 * the keys alone.
 */
#include "convert/body.h"

#include "base/mem.h"
#include "convert/parts.h"

/* Ticks that were left out are gone through where something was going on, at most this many: after
 * them nothing is that did not come to its end, or goes round and round. */
#define CATCH_UP 1000

/* Who is hit makes a face for so long. */
#define PAIN_TICKS 24

/* Beyond this no map reaches; products of places have to fit. */
#define FAR (1 << 20)

/* What a tick is gone through with. */
typedef struct stepping {
    tt_convert *c;
    const tt_world *world;
    int32_t tick, now; /* the one that was asked for; the one that is gone through */
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

static int has_map(const tt_convert *c)
{
    return c->map != NULL && c->map->tiles != NULL;
}

/* Tees that appear in the tick begin with the next one. */
static int is_stepped(const stepping *s, int32_t cid)
{
    int32_t born = s->c->client[cid].born;
    return s->world->tee[cid].alive && born >= 0 && born < s->tick;
}

/* Until its end the look of before this tick's events is shown. */
static void hurt(const stepping *s, int32_t cid)
{
    tt_convert_client *client = &s->c->client[cid];
    client->shown.emote = client->next.emote = TT_EMOTE_PAIN;
    tti_wake_tee(s->c, cid, s->tick);
    client->shown.emote_end = client->next.emote_end = tti_later(s->now, PAIN_TICKS);
}

/* A hammer hits who is near the place in front of it: who is hit is not frozen any more. */
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

static void fired(const stepping *s, int32_t cid, const int32_t *input)
{
    const tt_convert_body *body = &s->c->client[cid].body;
    if (body->weapon == TT_WEAPON_HAMMER && has_map(s->c) && !(body->state & TTI_BODY_NO_HIT)) {
        hit(s, cid, input);
    }
}

/* Keys that are down in the first input are not pressed. Clients send an input that is the same as
 * before again and again; which is not recorded, but weapons that are held fire then. */
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

static void note_freeze(const tt_convert *c, tt_convert_body *body)
{
    uint8_t tile = tt_map_tile(c->map, body->was_x, body->was_y);
    body->state &= (uint16_t)~TTI_BODY_IN_FREEZE;
    if (tile == TT_TILE_FREEZE || tile == TT_TILE_DEEP_FREEZE || tile == TT_TILE_LIVE_FREEZE) {
        body->state |= TTI_BODY_IN_FREEZE;
    }
}

static void step_on_map(const stepping *s, int32_t cid, const int32_t *input)
{
    tt_convert *c = s->c;
    tt_convert_body *body = &c->client[cid].body;
    tti_touch_things(c, body, s->now);
    tti_freeze_tick(body);
    note_freeze(c, body);
    int can_jump = !(body->state & (TTI_BODY_HELD | TTI_BODY_LIVE));
    tti_jump_tick(body, c->map, can_jump && (input[TTI_INPUT_JUMP] & 1));
    tti_hook_tick(c, s->world, cid, input);
}

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

/* Whether the next tick may change something by itself. */
static int is_busy(const tt_convert_body *body, const int32_t *input)
{
    return tti_weapon_is_busy(body, input) || tti_hook_moves(&body->hook) ||
           tti_body_is_frozen(body) || (body->state & (TTI_BODY_MELTED | TTI_BODY_DEEP)) != 0;
}

/* Whether there is another thing to see. Hooks are busy until they remain. */
static int is_other(const tt_convert_body *a, const tt_convert_body *b)
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
