/* SPDX-License-Identifier: MIT
 *
 * What is where on a map.
 *
 * The core's questions about the world end here: hooks and lasers follow lines, and whether a tee
 * can jump depends on the ground under it. Callers are the rooms convert, which lets tees move, and
 * draw, which poses them. Nothing is cached: each question costs a division or two, and a line
 * costs its pixels.
 */
#include "base/square_root.h"
#include "teetape/map.h"

/* Rounded towards zero, not down: both sides of 0 belong to the first tile anyway. */
static size_t tile_of(int64_t position, int32_t count)
{
    int64_t tile = position / TT_MAP_TILE_SIZE;
    return tile < 0 ? 0 : (size_t)(tile < count ? tile : count - 1);
}

/* Both are clamped, so the result is in the array for every position: recordings have tees far
 * outside of the map, and damaged ones have any number. */
static size_t index_of(const tt_map *map, int64_t x, int64_t y)
{
    return tile_of(y, map->height) * (size_t)map->width + tile_of(x, map->width);
}

size_t tt_map_index(const tt_map *map, int32_t x, int32_t y)
{
    return index_of(map, x, y);
}

/* 64 bits, as callers add to positions that are any 32-bit number. */
static uint8_t tile_at(const tt_map *map, int64_t x, int64_t y)
{
    return map->tiles != NULL ? map->tiles[index_of(map, x, y)] : TT_TILE_AIR;
}

uint8_t tt_map_tile(const tt_map *map, int32_t x, int32_t y)
{
    return tile_at(map, x, y);
}

/* Only these two numbers of the game layer. The front layer is never solid in the game, so it need
 * not be asked. */
static int is_solid(uint8_t tile)
{
    return tile == TT_TILE_SOLID || tile == TT_TILE_NOHOOK;
}

int tt_map_is_solid(const tt_map *map, int32_t x, int32_t y)
{
    return is_solid(tile_at(map, x, y));
}

/* A tee is 28 wide and high; its position is in its middle. */
#define TEE_HALF 14

/* Up to so far above ground it stands. The game looks 5 pixels under both lower corners of a tee,
 * so a tee that is this close to it counts as on the ground. */
#define GROUND_REACH 5

int tt_map_is_ground(const tt_map *map, int32_t x, int32_t y)
{
    /* The two corners alone: a post that is narrower than a tee and between them is no ground, as
     * in the game. */
    int64_t under = (int64_t)y + TEE_HALF + GROUND_REACH;
    return is_solid(tile_at(map, (int64_t)x + TEE_HALF, under)) ||
           is_solid(tile_at(map, (int64_t)x - TEE_HALF, under));
}

/* Of a line of TT_MAP_LINE_MAX to both sides. The longest line is sqrt(2) * 65536, about 92682
 * pixels, which has 17 bits. */
#define LENGTH_BITS 17

/* One coordinate on its way: the fraction rest / (2 * steps) above `whole`, with half a pixel added
 * from the start, so that `whole` is rounded. The slope is a fraction, so a walk of any length ends
 * exactly at the end of the line; with steps in floats errors would add up. */
typedef struct walk {
    int64_t whole, rest;
    int64_t step_whole, step_rest;
} walk;

/* A rest of `steps` at the start is the half pixel: the unit of rests is 1 / (2 * steps). That is
 * also why the rest of the division is doubled. */
static walk walk_of(int64_t from, int64_t distance, int64_t steps)
{
    walk w = {from, steps, distance / steps, distance % steps * 2};
    if (w.step_rest < 0) { /* rounded down, so that the rest is positive */
        w.step_whole--;
        w.step_rest += 2 * steps;
    }
    return w;
}

/* Both rests are below 2 * steps, so their sum carries once at most. */
static void walk_on(walk *w, int64_t steps)
{
    w->whole += w->step_whole;
    w->rest += w->step_rest;
    if (w->rest >= 2 * steps) {
        w->whole++;
        w->rest -= 2 * steps;
    }
}

int tt_map_intersect_line(const tt_map *map, int32_t x0, int32_t y0, int32_t x1, int32_t y1,
                          tt_map_hit *hit)
{
    int64_t dx = (int64_t)x1 - x0, dy = (int64_t)y1 - y0;
    *hit = (tt_map_hit){x1, y1, TT_TILE_AIR};
    /* A damaged recording can have a hook of any length. Without this bound one record could cost
     * 2^32 steps. */
    if (dx > TT_MAP_LINE_MAX || dx < -TT_MAP_LINE_MAX || dy > TT_MAP_LINE_MAX ||
        dy < -TT_MAP_LINE_MAX) {
        return 0;
    }
    int64_t steps = (int64_t)tti_square_root((uint64_t)(dx * dx + dy * dy), LENGTH_BITS) + 1;
    walk x = walk_of(x0, dx, steps), y = walk_of(y0, dy, steps);
    /* Both ends are looked at, hence one point more than there are steps. */
    for (int64_t i = 0; i <= steps; i++) {
        uint8_t tile = tile_at(map, x.whole, y.whole);
        if (is_solid(tile)) {
            *hit = (tt_map_hit){(int32_t)x.whole, (int32_t)y.whole, tile};
            return 1;
        }
        walk_on(&x, steps);
        walk_on(&y, steps);
    }
    return 0;
}
