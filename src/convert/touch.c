/* SPDX-License-Identifier: MIT
 *
 * Simulates what a tee touches on the map: pickups around it, and tiles that it came through.
 *
 * Only the game layer is read. The tiles of front, tele, switch and tune layers would need as much
 * code again. Teleporters show only by the length of a move.
 */
#include "base/square_root.h"
#include "convert/body.h"
#include "convert/parts.h"
#include "map/map.h"

/* `freeze_start` is 0 at first, so no tee freezes in the first second, as on a server. */
void tti_freeze(tt_convert_body *body, int32_t ticks, int32_t tick)
{
    if (body->freeze_left > ticks || body->freeze_start >= tick - TT_TICKS_PER_SECOND) {
        return;
    }
    body->freeze_left = ticks;
    body->freeze_start = tick;
    body->armor = 0;
}

/* In the tick of thawing, a fire key that is down shoots at once, as on a server. */
void tti_melt(tt_convert_body *body)
{
    if (body->freeze_left == 0) {
        return;
    }
    body->freeze_left = body->freeze_start = 0;
    body->armor = TTI_ARMOR_FULL;
    body->state |= TTI_BODY_MELTED;
}

/* Units: 20 of the pickup and 28 of the tee. */
#define REACH 48

#define TILE TT_MAP_TILE_SIZE
#define MIDDLE (TILE / 2)

#define BIT(weapon) (1U << (weapon))
#define FOUND                                                                                      \
    (BIT(TT_WEAPON_SHOTGUN) | BIT(TT_WEAPON_GRENADE) | BIT(TT_WEAPON_LASER) | BIT(TT_WEAPON_NINJA))

/* In races pickups remain on the map, weapons too. In other games is_thing accepts only weapons. */
static void touch_thing(const tt_convert *c, tt_convert_body *body, uint8_t thing, int32_t tick)
{
    switch (thing) {
    case TT_TILE_SHIELD:
        tti_weapon_take(body, FOUND);
        break;
    case TT_TILE_HEART:
        tti_freeze(body, c->freeze_ticks, tick);
        break;
    case TT_TILE_SHOTGUN:
    case TT_TILE_GRENADE:
        tti_weapon_give(body, TT_WEAPON_SHOTGUN + (thing - TT_TILE_SHOTGUN), tick);
        break;
    case TT_TILE_NINJA:
        tti_weapon_give(body, TT_WEAPON_NINJA, tick);
        break;
    case TT_TILE_LASER:
        tti_weapon_give(body, TT_WEAPON_LASER, tick);
        break;
    case TT_TILE_NINJA_SHIELD:
        tti_weapon_take(body, BIT(TT_WEAPON_NINJA));
        break;
    case TT_TILE_SHOTGUN_SHIELD:
    case TT_TILE_GRENADE_SHIELD:
        tti_weapon_take(body, BIT(TT_WEAPON_SHOTGUN + (thing - TT_TILE_SHOTGUN_SHIELD)));
        break;
    case TT_TILE_LASER_SHIELD:
        tti_weapon_take(body, BIT(TT_WEAPON_LASER));
        break;
    default:
        break;
    }
}

/* Accepts hearts, shields and ninjas only in races: in other games they may be taken and gone,
 * which no recording says. */
static bool is_thing(const tt_convert *c, uint8_t tile)
{
    if (tile < TT_TILE_SHIELD || tile > TT_TILE_LASER_SHIELD) {
        return false;
    }
    return c->is_ddrace || tile == TT_TILE_SHOTGUN || tile == TT_TILE_GRENADE ||
           tile == TT_TILE_LASER;
}

/* Returns the first tile whose middle is within reach. A row may have two of them. Rounds down,
 * also left of the map. */
static int32_t first_in_reach(int32_t place)
{
    int32_t from = place - REACH - MIDDLE;
    return (from >= 0 ? from / TILE : -((TILE - 1 - from) / TILE)) + 1;
}

/* Looks at nine tiles a tick, which is cheaper than a list of pickups. Places are within 2^20
 * (body.c), so the squares fit. */
void tti_touch_things(tt_convert *c, tt_convert_body *body, int32_t tick)
{
    const tt_map *map = c->map;
    int32_t column = first_in_reach(body->was_x), row = first_in_reach(body->was_y);
    int32_t left = column > 0 ? column : 0, top = row > 0 ? row : 0;
    int32_t right = column + 3 < map->width ? column + 3 : map->width;
    int32_t bottom = row + 3 < map->height ? row + 3 : map->height;
    for (int32_t y = top; y < bottom; y++) {
        const uint8_t *tiles = map->tiles + (size_t)y * (size_t)map->width;
        for (int32_t x = left; x < right; x++) {
            int32_t dx = x * TILE + MIDDLE - body->was_x, dy = y * TILE + MIDDLE - body->was_y;
            if (is_thing(c, tiles[x]) && dx * dx + dy * dy < REACH * REACH) {
                touch_thing(c, body, tiles[x], tick);
            }
        }
    }
}

static const struct {
    uint8_t on, off;
    uint16_t state;
} switches[] = {
    {TT_TILE_DEEP_FREEZE, TT_TILE_DEEP_UNFREEZE, TTI_BODY_DEEP},
    {TT_TILE_LIVE_FREEZE, TT_TILE_LIVE_UNFREEZE, TTI_BODY_LIVE},
    {TT_TILE_ENDLESS_HOOK, TT_TILE_NO_ENDLESS_HOOK, TTI_BODY_ENDLESS_HOOK},
    {TT_TILE_ENDLESS_JUMPS, TT_TILE_NO_ENDLESS_JUMPS, TTI_BODY_ENDLESS_JUMPS},
    {TT_TILE_JETPACK, TT_TILE_NO_JETPACK, TTI_BODY_JETPACK},
    {TT_TILE_NO_HIT, TT_TILE_HIT, TTI_BODY_NO_HIT},
};

static bool is_plain(uint8_t tile)
{
    return tile <= TT_TILE_NOHOOK;
}

/* Deep frozen tees neither thaw nor need freezing. A refill tile gives jumps once until the tee
 * leaves it, so that a hovering tee cannot jump without end. */
static void touch_tile(const tt_convert *c, tt_convert_body *body, uint8_t tile, int32_t tick)
{
    bool is_refill = tile == TT_TILE_REFILL_JUMPS;
    if (is_plain(tile)) {
        body->state &= (uint16_t)~TTI_BODY_REFILLED;
        return;
    }
    if (tile == TT_TILE_FREEZE && !(body->state & TTI_BODY_DEEP)) {
        tti_freeze(body, c->freeze_ticks, tick);
    } else if (tile == TT_TILE_UNFREEZE && !(body->state & TTI_BODY_DEEP)) {
        tti_melt(body);
    }
    for (size_t i = 0; i < sizeof switches / sizeof switches[0]; i++) {
        if (tile == switches[i].on) {
            body->state |= switches[i].state;
        } else if (tile == switches[i].off) {
            body->state &= (uint16_t)~switches[i].state;
        }
    }
    if (is_refill && !(body->state & TTI_BODY_REFILLED)) {
        body->jumped = 0;
        body->air_jumps = 0;
    }
    body->state &= (uint16_t)~TTI_BODY_REFILLED;
    body->state |= is_refill ? TTI_BODY_REFILLED : 0;
}

/* A division rounds towards 0, so places left of or above the map need the exact test. */
static bool is_same_tile(const tt_convert_body *body)
{
    if (body->was_x == body->before_x && body->was_y == body->before_y) {
        return true;
    }
    return body->was_x >= 0 && body->was_y >= 0 && body->before_x >= 0 && body->before_y >= 0 &&
           body->was_x / TILE == body->before_x / TILE &&
           body->was_y / TILE == body->before_y / TILE;
}

/* The length in touch_way is below TTI_MOVE_MAX * 1.5 * 256. */
#define LENGTH_BITS 17

static int32_t part_of(int32_t way, int64_t part, int64_t whole)
{
    int64_t product = way * part;
    return (int32_t)(product >= 0 ? product / whole : -((whole - 1 - product) / whole));
}

/* Walks in steps of a unit, which skip no tile. Touching the same tile again does nothing, as on
 * servers. `length` is not 0, because is_same_tile was false. As on servers, the last place may be
 * missed by less than a unit. */
static void touch_way(const tt_convert *c, tt_convert_body *body, int32_t tick)
{
    int32_t dx = body->was_x - body->before_x, dy = body->was_y - body->before_y;
    int64_t length = (int64_t)tti_square_root((uint64_t)(dx * dx + dy * dy) << 16, LENGTH_BITS);
    size_t last = SIZE_MAX;
    for (int64_t i = 0; i * 256 <= length; i++) {
        size_t index = tti_map_index(c->map, body->before_x + part_of(dx, i * 256, length),
                                     body->before_y + part_of(dy, i * 256, length));
        if (index != last) {
            last = index;
            touch_tile(c, body, c->map->tiles[index], tick);
        }
    }
}

/* Returns true when all tiles around the move are plain. At most 49 loads save a root, and a
 * division for each unit. */
static bool is_plain_way(const tt_map *map, const tt_convert_body *body)
{
    size_t width = (size_t)map->width;
    size_t first = tti_map_index(map, tti_lesser(body->was_x, body->before_x),
                                 tti_lesser(body->was_y, body->before_y));
    size_t last = tti_map_index(map, tti_greater(body->was_x, body->before_x),
                                tti_greater(body->was_y, body->before_y));
    size_t columns = last % width - first % width;
    for (size_t row = first; row <= last; row += width) {
        for (size_t i = row; i <= row + columns; i++) {
            if (!is_plain(map->tiles[i])) {
                return false;
            }
        }
    }
    return true;
}

/* Servers look at tiles before they move tees. A tee that was put elsewhere touches only its last
 * tile. */
void tti_touch_tiles(tt_convert *c, tt_convert_body *body, int32_t tick)
{
    int32_t dx = body->was_x - body->before_x, dy = body->was_y - body->before_y;
    bool is_far =
        dx > TTI_MOVE_MAX || dx < -TTI_MOVE_MAX || dy > TTI_MOVE_MAX || dy < -TTI_MOVE_MAX;
    if (is_far || is_same_tile(body) || is_plain_way(c->map, body)) {
        touch_tile(c, body, tti_map_tile(c->map, body->was_x, body->was_y), tick);
    } else {
        touch_way(c, body, tick);
    }
}
