/* SPDX-License-Identifier: MIT
 *
 * Hooks, where the map is known: a hook flies where the tee aims, at the game's speed and range,
 * and sticks in the first solid tile that holds it, or in a tee. What it does to tees is in their
 * positions already.
 *
 * Positions here are pixels times 256, directions 65536 long.
 *
 * The states are those of Character.HookState: idle, flying, then grabbed or a few ticks of
 * retracting, then retracted until the key is let go. How good the result is was measured against
 * demos of servers (docs/demo.md).
 */
#include "base/square_root.h"
#include "convert/body.h"
#include "convert/parts.h"

/* (x, y) made `length` long. Its members are below 2^31 in size, and the root is taken of as large
 * a multiple as there is room for: of a short way it would be too coarse. (0, 0) has no direction
 * and remains. */
static void set_length(int64_t *x, int64_t *y, int64_t length)
{
    /* after it a short way has 2^22 to 2^23, so its root has at least 22 bits */
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

/* Who aims at himself aims up, as servers take it. */
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

/* Where a hook begins, one and a half sizes of a tee from its middle, and how near to the middle of
 * a tee it has to pass: pixels. */
#define BEGIN 42
#define TEE_REACH 30

/* A tee is held for this many ticks, 1.2 s; the ground for ever. */
#define HOLD_TICKS 60

/* The tunings that count, by their places in Sv_TuneParams; values are hundredths. */
enum { HOOK_LENGTH = 8, HOOK_FIRE_SPEED = 9, PLAYER_HOOKING = 32 };

/* Of parts of a pixel. Hooks and what they reach are within some thousand pixels of a tee, so it
 * fits. */
static uint64_t square_of(int64_t x, int64_t y)
{
    return (uint64_t)(x * x) + (uint64_t)(y * y);
}

/* Rounded, halves up, also below 0: a plain division would round towards 0 there, and a hook would
 * jump a pixel at the border of the map. */
static int32_t pixel(int64_t place)
{
    int64_t up = place + ONE / 2;
    return (int32_t)(up >= 0 ? up / ONE : -((-up + ONE - 1) / ONE));
}

/* Tees are where they were at the end of the tick before: hooks move first. */
static int64_t place_x(const tt_convert_body *body)
{
    return (int64_t)body->was_x * ONE;
}

static int64_t place_y(const tt_convert_body *body)
{
    return (int64_t)body->was_y * ONE;
}

/* The key was pressed: the hook is thrown where the tee aims now and does not turn with the aim
 * later. It flies its first way in the same tick. */
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

/* The square of the distance of the tee to the way from the hook to (x, y); where on the way it is
 * nearest, in `*at`, as a square of the distance from the hook. Both are in squares of 1 / ONE of a
 * pixel. */
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
    /* both are below 2^40, and a sixteenth of a pixel is enough */
    int64_t part = along / (length / DIRECTION_ONE + 1);
    part = part > DIRECTION_ONE ? DIRECTION_ONE : part;
    int64_t near_x = way_x * part / DIRECTION_ONE, near_y = way_y * part / DIRECTION_ONE;
    *at = square_of(near_x, near_y);
    return square_of(to_x - near_x, to_y - near_y);
}

/* A cheap test before the exact one, which keeps its products small as well: hooks are 380 pixels
 * long, 1000 at most here. */
static int is_near(const tt_convert_body *body, const tt_convert_body *other)
{
    int64_t dx = (int64_t)body->was_x - other->was_x, dy = (int64_t)body->was_y - other->was_y;
    return dx > -1024 && dx < 1024 && dy > -1024 && dy < 1024;
}

/* Looks for a tee on the way to (x, y): the first one on it holds the hook. Also one that has come
 * to its full length in this tick and would retract: servers look for tees after that. Tees of
 * other teams are passed through, as they are in another race. Linear in the client ids. */
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

/* A tick of a hook that flies. The order decides: first the way is cut at the hook's length, then
 * at the first tile, and last the tees on what is left of it are looked at, so a tile protects a
 * tee. A tile that no hook holds makes it retract. Tunings come from the header of the recording
 * and may be anything, so both are brought to at most 1000 pixels. */
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
    if (tt_map_intersect_line(c->map, pixel(hook->x), pixel(hook->y), pixel(x), pixel(y), &hit)) {
        x = (int64_t)hit.x * ONE;
        y = (int64_t)hit.y * ONE;
    }
    grab_tee(c, world, cid, x, y);
    /* a tee on the way goes before the tile, and a hook at its full length retracts whatever it
     * hits
     */
    if (hook->state == TT_HOOK_FLYING && hit.tile != TT_TILE_AIR) {
        hook->state = hit.tile == TT_TILE_SOLID ? TT_HOOK_GRABBED : TT_HOOK_RETRACT_START;
    }
    hook->x = x;
    hook->y = y;
}

/* A hook that holds a tee moves with it, for HOLD_TICKS. One in the ground remains where it is and
 * needs nothing. The ticks begin at 0 again in each tick while the hook is endless. */
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

/* Who is put somewhere else lets go, and nobody holds him any more. `tee` is where it is at the end
 * of this tick, `body` still where it was before. */
static int is_put(const tt_convert_body *body, const tt_tee *tee)
{
    int64_t dx = (int64_t)tee->x - body->was_x, dy = (int64_t)tee->y - body->was_y;
    return dx > TTI_MOVE_MAX || dx < -TTI_MOVE_MAX || dy > TTI_MOVE_MAX || dy < -TTI_MOVE_MAX;
}

static int lets_go(const tt_convert *c, const tt_world *world, int32_t cid)
{
    const tt_convert_body *body = &c->client[cid].body;
    int32_t held = body->hook.player;
    return is_put(body, &world->tee[cid]) ||
           (held >= 0 && is_put(&c->client[held].body, &world->tee[held]));
}

/* Letting go of the key ends a hook at once, and so does freezing; a new one needs a tick with the
 * key up. Retracting is three states of a tick each, which clients draw; after them the hook is
 * retracted, not idle, until the key is up. */
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

/* A hook that holds the ground is at rest; one that holds a tee has its ticks to count. */
int tti_hook_moves(const tt_convert_hook *hook)
{
    int32_t state = hook->state;
    return (state != TT_HOOK_IDLE && state != TT_HOOK_RETRACTED && state != TT_HOOK_GRABBED) ||
           hook->player >= 0;
}

/* The caller has put the place of the tee there: what clients get for a hook that is not out. */
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
