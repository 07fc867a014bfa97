/* SPDX-License-Identifier: MIT
 *
 * Simulates hooks if the map is known. A hook flies where the tee aims, at the game's speed and
 * range, and sticks in the first solid tile that holds it, or in a tee. Positions are units times
 * 256, directions have length 65536.
 *
 * The states are those of Character.HookState: idle, flying, then grabbed or a few ticks of
 * retracting, then retracted until the key is released. docs/demo.md has what was measured.
 */
#include "base/square_root.h"
#include "convert/body.h"
#include "convert/parts.h"
#include "map/map.h"

/* Scales (x, y), below 2^31, to `length`. Short vectors are scaled up first, because their root is
 * too coarse. (0, 0) remains. */
static void set_length(int64_t *x, int64_t *y, int64_t length)
{
    while (*x > -(1 << 22) && *x < 1 << 22 && *y > -(1 << 22) && *y < 1 << 22 &&
           (*x != 0 || *y != 0)) {
        *x *= 2;
        *y *= 2;
    }
    int64_t now = (int64_t)tti_square_root((uint64_t)(*x * *x) + (uint64_t)(*y * *y), 32);
    if (now != 0) {
        *x = *x * length / now;
        *y = *y * length / now;
    }
}

/* An aim at the tee itself goes up, as on servers. */
void tti_aim(int64_t *x, int64_t *y, const int32_t *input, int64_t length)
{
    *x = input[TTI_INPUT_TARGET_X];
    *y = input[TTI_INPUT_TARGET_Y];
    if (*x == 0 && *y == 0) {
        *y = -1;
    }
    set_length(x, y, length);
}

#define ONE 256             /* parts of a pixel */
#define DIRECTION_ONE 65536 /* the length of a direction */

/* Units: where a hook begins (one and a half sizes of a tee away), and how near a tee it sticks. */
#define BEGIN 42
#define TEE_REACH 30

/* A hook holds a tee for 1.2 s, and the ground without end. */
#define HOLD_TICKS 60

/* Indexes in Sv_TuneParams. Values are hundredths. */
enum { HOOK_LENGTH = 8, HOOK_FIRE_SPEED = 9, PLAYER_HOOKING = 32 };

static uint64_t square_of(int64_t x, int64_t y)
{
    return (uint64_t)(x * x) + (uint64_t)(y * y);
}

/* Rounds to the nearest unit, halves up. A division would round negative values towards 0. */
static int32_t pixel(int64_t place)
{
    int64_t up = place + ONE / 2;
    return (int32_t)(up >= 0 ? up / ONE : -((-up + ONE - 1) / ONE));
}

static int64_t place_x(const tt_convert_body *body)
{
    return (int64_t)body->was_x * ONE;
}

static int64_t place_y(const tt_convert_body *body)
{
    return (int64_t)body->was_y * ONE;
}

/* The direction is fixed when the hook begins, and its first flight is in the same tick. */
static void begin(tt_convert_body *body, const int32_t *input)
{
    tt_convert_hook *hook = &body->hook;
    int64_t x, y;
    tti_aim(&x, &y, input, DIRECTION_ONE);
    hook->state = TT_HOOK_FLYING;
    hook->player = -1;
    hook->ticks = 0;
    hook->dx = (int32_t)x;
    hook->dy = (int32_t)y;
    hook->x = place_x(body) + x * BEGIN * ONE / DIRECTION_ONE;
    hook->y = place_y(body) + y * BEGIN * ONE / DIRECTION_ONE;
}

/* Returns the square of the distance between tee and path of the hook. Sets `*at` to the square of
 * how far along the path that is. The unit is 1 / ONE of a pixel, squared. */
static uint64_t pass_by(const tt_convert_hook *hook, int64_t x, int64_t y,
                        const tt_convert_body *other, uint64_t *at)
{
    int64_t way_x = x - hook->x, way_y = y - hook->y;
    int64_t to_x = place_x(other) - hook->x, to_y = place_y(other) - hook->y;
    int64_t length = way_x * way_x + way_y * way_y, along = to_x * way_x + to_y * way_y;
    if (length == 0 || along <= 0) {
        along = 0;
        length = 1;
    } else if (along > length) {
        along = length;
    }
    /* both factors are below 2^40, and a sixteenth of a pixel is exact enough */
    int64_t part = along / (length / DIRECTION_ONE + 1);
    part = part > DIRECTION_ONE ? DIRECTION_ONE : part;
    int64_t near_x = way_x * part / DIRECTION_ONE, near_y = way_y * part / DIRECTION_ONE;
    *at = square_of(near_x, near_y);
    return square_of(to_x - near_x, to_y - near_y);
}

static bool is_near(const tt_convert_body *body, const tt_convert_body *other)
{
    int64_t dx = (int64_t)body->was_x - other->was_x, dy = (int64_t)body->was_y - other->was_y;
    return dx > -1024 && dx < 1024 && dy > -1024 && dy < 1024;
}

/* The first tee on the path holds the hook, even at its full length, because servers look for tees
 * after the length. Tees of other teams do not. Linear in the client ids. */
static void grab_tee(tt_convert *c, const tt_world *world, int32_t cid, int64_t x, int64_t y)
{
    tt_convert_body *body = &c->client[cid].body;
    uint64_t nearest = UINT64_MAX, at;
    for (int32_t other = 0; other < TT_CIDS && c->tunings[PLAYER_HOOKING] != 0; other++) {
        const tt_convert_body *tee = &c->client[other].body;
        if (other == cid || !world->tee[other].alive || !is_near(body, tee) ||
            world->client[other].team != world->client[cid].team) {
            continue;
        }
        if (pass_by(&body->hook, x, y, tee, &at) < (uint64_t)TEE_REACH * ONE * TEE_REACH * ONE &&
            at < nearest) {
            nearest = at;
            body->hook.state = TT_HOOK_GRABBED;
            body->hook.player = other;
        }
    }
}

/* Applies the hook's length, then the first tile, then tees on the path that is left, so a tile
 * protects a tee. Some tiles make the hook retract. A tuning may be any number, so length and speed
 * are limited to 1000 units. */
static void fly(tt_convert *c, const tt_world *world, int32_t cid)
{
    tt_convert_body *body = &c->client[cid].body;
    tt_convert_hook *hook = &body->hook;
    tt_map_hit hit;
    int64_t speed = c->tunings[HOOK_FIRE_SPEED], length = c->tunings[HOOK_LENGTH];
    speed = (speed < 0 ? 0 : speed > 100000 ? 100000 : speed) * ONE / 100;
    length = (length < 0 ? 0 : length > 100000 ? 100000 : length) * ONE / 100;
    int64_t x = hook->x + hook->dx * speed / DIRECTION_ONE;
    int64_t y = hook->y + hook->dy * speed / DIRECTION_ONE;
    int64_t away_x = x - place_x(body), away_y = y - place_y(body);
    if (square_of(away_x, away_y) > (uint64_t)(length * length)) {
        set_length(&away_x, &away_y, length);
        x = place_x(body) + away_x;
        y = place_y(body) + away_y;
        hook->state = TT_HOOK_RETRACT_START;
    }
    if (tti_map_intersect_line(c->map, pixel(hook->x), pixel(hook->y), pixel(x), pixel(y), &hit)) {
        x = (int64_t)hit.x * ONE;
        y = (int64_t)hit.y * ONE;
    }
    grab_tee(c, world, cid, x, y);
    if (hook->state == TT_HOOK_FLYING && hit.tile != TT_TILE_AIR) {
        hook->state = hit.tile == TT_TILE_SOLID ? TT_HOOK_GRABBED : TT_HOOK_RETRACT_START;
    }
    hook->x = x;
    hook->y = y;
}

/* A hook in a tee moves with it for HOLD_TICKS, or without end if the hook is endless. A hook in
 * the ground needs no update. */
static void hold(tt_convert *c, const tt_world *world, int32_t cid)
{
    tt_convert_hook *hook = &c->client[cid].body.hook;
    if (hook->player < 0) {
        return;
    }
    hook->ticks = c->client[cid].body.state & TTI_BODY_ENDLESS_HOOK ? 0 : hook->ticks + 1;
    if (!world->tee[hook->player].alive || hook->ticks > HOLD_TICKS) {
        hook->player = -1;
        hook->state = TT_HOOK_RETRACTED;
        return;
    }
    hook->x = place_x(&c->client[hook->player].body);
    hook->y = place_y(&c->client[hook->player].body);
}

/* `tee` has the place at the end of this tick, `body` the one before. */
static bool is_put(const tt_convert_body *body, const tt_tee *tee)
{
    int64_t dx = (int64_t)tee->x - body->was_x, dy = (int64_t)tee->y - body->was_y;
    return dx > TTI_MOVE_MAX || dx < -TTI_MOVE_MAX || dy > TTI_MOVE_MAX || dy < -TTI_MOVE_MAX;
}

static bool lets_go(const tt_convert *c, const tt_world *world, int32_t cid)
{
    const tt_convert_body *body = &c->client[cid].body;
    int32_t held = body->hook.player;
    return is_put(body, &world->tee[cid]) ||
           (held >= 0 && is_put(&c->client[held].body, &world->tee[held]));
}

/* Release and freezing end a hook at once. A new hook needs a tick with the key up. Retracting
 * takes three states of a tick each, which clients draw. The hook is then retracted until the key
 * is up. */
void tti_hook_tick(tt_convert *c, const tt_world *world, int32_t cid, const int32_t *input)
{
    tt_convert_body *body = &c->client[cid].body;
    tt_convert_hook *hook = &body->hook;
    if (!(input[TTI_INPUT_HOOK] & 1) || (body->state & TTI_BODY_HELD)) {
        *hook = (tt_convert_hook){.state = TT_HOOK_IDLE, .player = -1};
        return;
    }
    if (hook->state == TT_HOOK_IDLE) {
        begin(body, input);
    }
    if (hook->state == TT_HOOK_FLYING) {
        fly(c, world, cid);
    } else if (hook->state >= TT_HOOK_RETRACT_START && hook->state < TT_HOOK_RETRACT_END) {
        hook->state++;
    } else if (hook->state == TT_HOOK_RETRACT_END) {
        hook->state = TT_HOOK_RETRACTED;
    }
    if (hook->state == TT_HOOK_GRABBED) {
        hold(c, world, cid);
    }
    if (hook->state != TT_HOOK_RETRACTED && lets_go(c, world, cid)) {
        hook->state = TT_HOOK_RETRACTED;
        hook->player = -1;
    }
}

bool tti_hook_moves(const tt_convert_hook *hook)
{
    int32_t state = hook->state;
    return (state != TT_HOOK_IDLE && state != TT_HOOK_RETRACTED && state != TT_HOOK_GRABBED) ||
           hook->player >= 0;
}

void tti_hook_set(const tt_convert_hook *hook, struct tt_obj_character *tee)
{
    tee->hook_state = hook->state;
    tee->hooked_player = hook->player;
    if (hook->state == TT_HOOK_IDLE || hook->state == TT_HOOK_RETRACTED) {
        return;
    }
    tee->hook_x = pixel(hook->x);
    tee->hook_y = pixel(hook->y);
    tee->hook_dx = hook->dx * 256 / DIRECTION_ONE;
    tee->hook_dy = hook->dy * 256 / DIRECTION_ONE;
}
