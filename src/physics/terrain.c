/* SPDX-License-Identifier: MIT
 *
 * Collision of tees and hooks with tiles, float by float as the game does it.
 */
#include "physics/terrain.h"

#include "base/error.h"
#include "base/mem.h"

enum {
    TILE_THROUGH_OLD = 6,
    TILE_THROUGH_CUT = 5,
    TILE_THROUGH_ALL = 66,
    TILE_THROUGH_FROM = 67, /* from one side; its turn says from which */
    TELE_HOOK = 15,
    TELE_EXIT = 27
};

#define CELL 2 /* bytes of a tile */
#define TURN (TT_TILE_MIRROR_X | TT_TILE_MIRROR_Y | TT_TILE_TURN)

#define TEE_HALF 14
#define GROUND_REACH 5

static tt_status layer_of(const tt_map_design *design, int which, tt_map_layer *layer,
                          tt_error *error)
{
    const int32_t numbers[TT_TERRAIN_LAYERS] = {design->game, design->front, design->teles};
    int32_t number = which >= 0 && which < TT_TERRAIN_LAYERS ? numbers[which] : -1;
    if (number < 0) {
        return tti_fail(error, TT_ERR_MAP_NO_GAME, 0);
    }
    return tt_map_design_layer(design, (uint32_t)number, layer, error);
}

size_t tti_terrain_size(const tt_map_design *design, int layer)
{
    tt_map_layer found;
    return layer_of(design, layer, &found, NULL) == TT_OK ? found.size : 0;
}

/* The design refuses layers with fewer tiles than the game layer. The game reads others with the
 * width of the game layer, whatever their own is. */
tt_status tti_terrain_load(tt_terrain *terrain, const tt_map_design *design, int layer,
                           uint8_t *memory, size_t size, tt_map_inflate_fn *inflate, void *user,
                           tt_error *error)
{
    tt_map_layer found;
    if (layer != TT_TERRAIN_GAME && terrain->layer[TT_TERRAIN_GAME] == NULL) {
        return tti_fail(error, TT_ERR_MAP_NO_GAME, 0);
    }
    tt_status status = layer_of(design, layer, &found, error);
    if (status == TT_OK) {
        status = tt_map_design_load(design, &found, memory, size, inflate, user, error);
    }
    if (status != TT_OK) {
        return status;
    }
    if (layer == TT_TERRAIN_GAME) {
        terrain->width = found.width;
        terrain->height = found.height;
    }
    terrain->layer[layer] = memory;
    return TT_OK;
}

/* Both sides of 0 belong to the first tile. */
static size_t column_of(int64_t position, int32_t count)
{
    int64_t tile = position / TT_MAP_TILE_SIZE;
    return (size_t)(tile < 0 ? 0 : tile < count ? tile : count - 1);
}

static size_t cell_at(const tt_terrain *terrain, int64_t x, int64_t y)
{
    size_t row = column_of(y, terrain->height);
    return CELL * (row * (size_t)terrain->width + column_of(x, terrain->width));
}

static bool is_solid(uint8_t tile)
{
    return tile == TT_TILE_SOLID || tile == TT_TILE_NOHOOK;
}

static bool is_solid_at(const tt_terrain *terrain, float x, float y)
{
    return is_solid(
        terrain->layer[TT_TERRAIN_GAME][cell_at(terrain, tti_nearest(x), tti_nearest(y))]);
}

bool tti_terrain_stands(const tt_terrain *terrain, tti_pair at)
{
    float left = at.x - TEE_HALF, right = at.x + TEE_HALF;
    float feet = at.y + TEE_HALF;
    float under = feet + GROUND_REACH;
    return is_solid_at(terrain, right, under) || is_solid_at(terrain, left, under);
}

/* A tee fits where its four corners fit. */
static bool is_box_solid(const tt_terrain *terrain, float x, float y)
{
    float left = x - TEE_HALF, right = x + TEE_HALF;
    float top = y - TEE_HALF, bottom = y + TEE_HALF;
    return is_solid_at(terrain, left, top) || is_solid_at(terrain, right, top) ||
           is_solid_at(terrain, left, bottom) || is_solid_at(terrain, right, bottom);
}

/* Ends a step into something solid. Both directions are tried alone; a corner stops both. */
static void stop_at(const tt_terrain *terrain, tti_pair at, tti_pair *next, tti_pair *velocity)
{
    bool hits = false;
    if (is_box_solid(terrain, at.x, next->y)) {
        next->y = at.y;
        velocity->y = 0;
        hits = true;
    }
    if (is_box_solid(terrain, next->x, at.y)) {
        next->x = at.x;
        velocity->x = 0;
        hits = true;
    }
    if (!hits) {
        *next = at;
        *velocity = (tti_pair){0, 0};
    }
}

/* The number of steps is decided at the start, so a tee that has lost a part of its velocity goes
 * on in as many. The caller bounds the velocity. */
void tti_terrain_move(const tt_terrain *terrain, tti_pair *at, tti_pair *velocity)
{
    float way = tti_length(*velocity);
    if (!(way > 0.00001f)) {
        return;
    }
    int32_t steps = tti_whole(way) + 1;
    float part = 1.0f / (float)steps;
    for (int32_t i = 0; i < steps && (velocity->x != 0 || velocity->y != 0); i++) {
        tti_pair next = tti_pair_add(*at, tti_pair_times(*velocity, part));
        if (next.x == at->x && next.y == at->y) {
            return;
        }
        if (is_box_solid(terrain, next.x, next.y)) {
            stop_at(terrain, *at, &next, velocity);
        }
        *at = next;
    }
}

typedef struct flight {
    float x, y;             /* its direction */
    int32_t back_x, back_y; /* a tile against it, along its longer side */
} flight;

static flight flight_of(tti_pair from, tti_pair to)
{
    flight f = {.x = to.x - from.x, .y = to.y - from.y};
    float long_x = f.x < 0 ? -f.x : f.x, long_y = f.y < 0 ? -f.y : f.y;
    if (long_x > long_y) {
        f.back_x = f.x > 0 ? -TT_MAP_TILE_SIZE : TT_MAP_TILE_SIZE;
    } else {
        f.back_y = f.y > 0 ? -TT_MAP_TILE_SIZE : TT_MAP_TILE_SIZE;
    }
    return f;
}

/* True when a flight in direction (x, y) goes the way that a tile of hooks points: up without a
 * turn, then clockwise. */
static bool goes_along(uint8_t flags, float x, float y)
{
    switch (flags & TURN) {
    case 0:
        return y < 0;
    case TT_TILE_TURN:
        return x > 0;
    case TT_TILE_MIRROR_X | TT_TILE_MIRROR_Y:
        return y > 0;
    case TT_TILE_MIRROR_X | TT_TILE_MIRROR_Y | TT_TILE_TURN:
        return x < 0;
    default:
        return false;
    }
}

static bool has(const uint8_t *layer, size_t cell, uint8_t number)
{
    return layer != NULL && layer[cell] == number;
}

static bool is_through(const tt_terrain *terrain, int32_t x, int32_t y, const flight *f)
{
    const uint8_t *game = terrain->layer[TT_TERRAIN_GAME];
    const uint8_t *front = terrain->layer[TT_TERRAIN_FRONT];
    size_t cell = cell_at(terrain, x, y);
    size_t back = cell_at(terrain, (int64_t)x + f->back_x, (int64_t)y + f->back_y);
    return has(front, cell, TILE_THROUGH_ALL) || has(front, cell, TILE_THROUGH_CUT) ||
           (has(front, cell, TILE_THROUGH_FROM) && goes_along(front[cell + 1], f->x, f->y)) ||
           has(game, back, TILE_THROUGH_OLD) || has(front, back, TILE_THROUGH_OLD);
}

static bool is_blocked_by(const uint8_t *layer, size_t cell, const flight *f)
{
    return has(layer, cell, TILE_THROUGH_ALL) ||
           (has(layer, cell, TILE_THROUGH_FROM) && goes_along(layer[cell + 1], -f->x, -f->y));
}

static tti_hook_hit hit_at(const tt_terrain *terrain, int32_t x, int32_t y, const flight *f,
                           uint8_t *number)
{
    const uint8_t *game = terrain->layer[TT_TERRAIN_GAME];
    const uint8_t *teles = terrain->layer[TT_TERRAIN_TELES];
    size_t cell = cell_at(terrain, x, y);
    if (teles != NULL && teles[cell + 1] == TELE_HOOK) {
        *number = teles[cell];
        return TTI_HOOK_TELE;
    }
    if (is_solid(game[cell])) {
        bool is_free = is_through(terrain, x, y, f);
        return is_free                       ? TTI_HOOK_FREE
               : game[cell] == TT_TILE_SOLID ? TTI_HOOK_HOLDS
                                             : TTI_HOOK_BLOCKED;
    }
    bool is_blocked =
        is_blocked_by(game, cell, f) || is_blocked_by(terrain->layer[TT_TERRAIN_FRONT], cell, f);
    return is_blocked ? TTI_HOOK_BLOCKED : TTI_HOOK_FREE;
}

/* Twice the length of a hook, the highest speed, and a step of the hook. */
#define HOOK_WAY_MAX 6840

tti_hook_hit tti_terrain_hook(const tt_terrain *terrain, tti_pair from, tti_pair *to,
                              uint8_t *number)
{
    flight f = flight_of(from, *to);
    float way = tti_distance(from, *to);
    if (!(way <= HOOK_WAY_MAX)) {
        return TTI_HOOK_FREE;
    }
    float longer = way + 1;
    int32_t last = tti_whole(longer);
    for (int32_t i = 0; i <= last; i++) {
        float part = (float)i / (float)last;
        tti_pair at = tti_mix(from, *to, part);
        tti_hook_hit hit = hit_at(terrain, tti_nearest(at.x), tti_nearest(at.y), &f, number);
        if (hit != TTI_HOOK_FREE) {
            *to = at;
            return hit;
        }
    }
    return TTI_HOOK_FREE;
}

bool tti_terrain_exit(const tt_terrain *terrain, uint8_t number, tti_pair *at)
{
    const uint8_t *teles = terrain->layer[TT_TERRAIN_TELES];
    for (int32_t y = 0; y < terrain->height; y++) {
        for (int32_t x = 0; x < terrain->width; x++, teles += CELL) {
            if (teles[0] == number && teles[1] == TELE_EXIT) {
                at->x = (float)(x * TT_MAP_TILE_SIZE + TT_MAP_TILE_SIZE / 2);
                at->y = (float)(y * TT_MAP_TILE_SIZE + TT_MAP_TILE_SIZE / 2);
                return true;
            }
        }
    }
    return false;
}
