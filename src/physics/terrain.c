/* SPDX-License-Identifier: MIT
 *
 * Collision of tees and hooks with tiles, float by float as the game does it.
 */
#include "physics/terrain.h"

#include "base/error.h"
#include "base/mem.h"
#include "physics/tile.h"

enum {
    TILE_THROUGH_OLD = 6,
    TILE_THROUGH_CUT = 5,
    TILE_THROUGH_ALL = 66,
    TILE_THROUGH_FROM = 67, /* a hook passes from one side, which the rotation names */
    TELE_HOOK = 15,
    TELE_EXIT = 27
};

#define TERRAIN_CELL 2 /* bytes of a tile */

#define TEE_HALF 14
#define GROUND_REACH 5

static tt_status layer_of(const tt_map_design *design, int which, tt_map_layer *layer,
                          tt_error *error)
{
    const int32_t numbers[TT_TERRAIN_LAYERS] = {design->game,     design->front,    design->teles,
                                                design->speedups, design->switches, design->tunes};
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

/* Loads a layer. tt_map_design refuses layers with fewer tiles than the game layer. As in the game,
 * the tiles of a layer are read in rows as wide as the game layer, even when the layer says
 * otherwise. */
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

/* Returns the column or row of a pixel. Pixels outside of the map belong to the nearest tile. */
static size_t column_of(int64_t position, int32_t count)
{
    if (position < 0) {
        return 0;
    }
    size_t tile = (size_t)position / TT_MAP_TILE_SIZE;
    return tile < (size_t)count ? tile : (size_t)count - 1;
}

static size_t cell_at(const tt_terrain *terrain, int64_t x, int64_t y)
{
    size_t row = column_of(y, terrain->height);
    return TERRAIN_CELL * (row * (size_t)terrain->width + column_of(x, terrain->width));
}

static bool is_solid(uint8_t tile)
{
    return tile == TT_TILE_SOLID || tile == TT_TILE_NOHOOK;
}

static int32_t column_at(const tt_terrain *terrain, float x)
{
    return tti_column_of(tti_nearest(x), terrain->width);
}

static int32_t row_at(const tt_terrain *terrain, float y)
{
    return tti_column_of(tti_nearest(y), terrain->height);
}

static bool is_solid_in(const tt_terrain *terrain, int32_t column, int32_t row)
{
    return is_solid(
        terrain->layer[TT_TERRAIN_GAME]
                      [TERRAIN_CELL * ((size_t)row * (size_t)terrain->width + (size_t)column)]);
}

bool tti_terrain_is_solid(const tt_terrain *terrain, tti_pair at)
{
    return is_solid_in(terrain, column_at(terrain, at.x), row_at(terrain, at.y));
}

/* The tiles at the edges of a tee's square. */
struct box {
    int32_t left, right, top, bottom;
};

TTI_ALWAYS_INLINE struct box box_of(const tt_terrain *terrain, tti_pair at)
{
    float left = at.x - TEE_HALF, right = at.x + TEE_HALF;
    float top = at.y - TEE_HALF, bottom = at.y + TEE_HALF;
    tti_four edges = tti_nearest_four(left, right, top, bottom);
    tti_four tiles = tti_columns_of(edges, terrain->width, terrain->height);
    return (struct box){tiles.a, tiles.b, tiles.c, tiles.d};
}

bool tti_terrain_stands(const tt_terrain *terrain, tti_pair at)
{
    float left = at.x - TEE_HALF, right = at.x + TEE_HALF;
    float feet = at.y + TEE_HALF;
    float under = feet + GROUND_REACH;
    tti_four edges = tti_nearest_four(left, right, under, under);
    tti_four tiles = tti_columns_of(edges, terrain->width, terrain->height);
    bool is_left = is_solid_in(terrain, tiles.a, tiles.c);
    bool is_right = is_solid_in(terrain, tiles.b, tiles.c);
    return is_left | is_right;
}

/* Returns true when one of a tee's four corners is in something solid. The tee is in the columns of
 * one box and in the rows of the other. */
TTI_ALWAYS_INLINE bool is_box_solid(const tt_terrain *terrain, const struct box *columns,
                                    const struct box *rows)
{
    return is_solid_in(terrain, columns->left, rows->top) ||
           is_solid_in(terrain, columns->right, rows->top) ||
           is_solid_in(terrain, columns->left, rows->bottom) ||
           is_solid_in(terrain, columns->right, rows->bottom);
}

bool tti_terrain_box(const tt_terrain *terrain, tti_pair at)
{
    struct box box = box_of(terrain, at);
    return is_box_solid(terrain, &box, &box);
}

/* A tee on its way. */
struct walker {
    tti_pair at, velocity;
    struct box box;
};

/* Stops a step to `next` that leads into something solid: on each axis on which the step alone is
 * blocked. At a corner no axis is blocked alone, and the tee stops on both. Returns true when the
 * tee bounces off the ground. */
static bool stop_at(const tt_terrain *terrain, struct walker *tee, tti_pair next,
                    const struct box *box, tti_pair bounce)
{
    bool falls = bounce.y > 0 && tee->velocity.y > 0;
    bool stops_y = is_box_solid(terrain, &tee->box, box);
    bool stops_x = is_box_solid(terrain, box, &tee->box);
    if (!stops_x && !stops_y) {
        stops_x = stops_y = true;
    }
    if (stops_y) {
        tee->velocity.y *= -bounce.y;
    } else {
        tee->at.y = next.y;
        tee->box.top = box->top;
        tee->box.bottom = box->bottom;
    }
    if (stops_x) {
        tee->velocity.x *= -bounce.x;
    } else {
        tee->at.x = next.x;
        tee->box.left = box->left;
        tee->box.right = box->right;
    }
    return stops_y && falls;
}

static int32_t lower(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static int32_t higher(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

/* Returns true when no tile is solid in the rectangle around two boxes. */
static bool is_free_between(const tt_terrain *terrain, const struct box *one,
                            const struct box *other)
{
    int32_t left = lower(one->left, other->left), right = higher(one->right, other->right);
    int32_t top = lower(one->top, other->top), bottom = higher(one->bottom, other->bottom);
    for (int32_t row = top; row <= bottom; row++) {
        for (int32_t column = left; column <= right; column++) {
            if (is_solid_in(terrain, column, row)) {
                return false;
            }
        }
    }
    return true;
}

/* Adds a step many times, because rounding makes the sum differ from a product. */
static tti_pair walked(tti_pair at, tti_pair step, int32_t steps)
{
    for (int32_t i = 0; i < steps; i++) {
        at = tti_pair_add(at, step);
    }
    return at;
}

/* Makes a step to `next`, unless it is so small that rounding takes it away. Returns true when the
 * tee bounces off the ground. */
TTI_ALWAYS_INLINE bool step_to(const tt_terrain *terrain, struct walker *tee, tti_pair next,
                               const struct box *box, tti_pair bounce)
{
    if (next.x == tee->at.x && next.y == tee->at.y) {
        return false;
    }
    if (is_box_solid(terrain, box, box)) {
        return stop_at(terrain, tee, next, box, bounce);
    }
    tee->at = next;
    tee->box = *box;
    return false;
}

/* Walks step by step. The number of steps is fixed at the start, so a tee that loses velocity still
 * makes all of them. */
static bool walk_steps(const tt_terrain *terrain, struct walker *tee, int32_t steps, float part,
                       tti_pair bounce)
{
    bool bounces = false;
    for (int32_t i = 0; i < steps && (tee->velocity.x != 0 || tee->velocity.y != 0); i++) {
        tti_pair next = tti_pair_add(tee->at, tti_pair_times(tee->velocity, part));
        struct box box = box_of(terrain, next);
        bounces |= step_to(terrain, tee, next, &box, bounce);
    }
    return bounces;
}

bool tti_terrain_move(const tt_terrain *terrain, tti_pair *at, tti_pair *velocity, tti_pair bounce)
{
    float way = tti_length(*velocity);
    if (!(way > 0.00001f && way <= TTI_WAY_MAX)) {
        return false;
    }
    int32_t steps = tti_whole(way) + 1;
    float part = 1.0f / (float)steps;
    struct walker tee = {*at, *velocity, box_of(terrain, *at)};
    tti_pair end = walked(*at, tti_pair_times(*velocity, part), steps);
    struct box there = box_of(terrain, end);
    if (is_free_between(terrain, &tee.box, &there)) {
        *at = end;
        return false;
    }
    bool bounces = steps == 1 ? step_to(terrain, &tee, end, &there, bounce)
                              : walk_steps(terrain, &tee, steps, part, bounce);
    *at = tee.at;
    *velocity = tee.velocity;
    return bounces;
}

typedef struct hook_flight {
    float x, y;             /* direction of the flight */
    int32_t back_x, back_y; /* offset of a tile against the direction, along its longer axis */
} hook_flight;

static hook_flight flight_of(tti_pair from, tti_pair to)
{
    hook_flight f = {.x = to.x - from.x, .y = to.y - from.y};
    float long_x = f.x < 0 ? -f.x : f.x, long_y = f.y < 0 ? -f.y : f.y;
    if (long_x > long_y) {
        f.back_x = f.x > 0 ? -TT_MAP_TILE_SIZE : TT_MAP_TILE_SIZE;
    } else {
        f.back_y = f.y > 0 ? -TT_MAP_TILE_SIZE : TT_MAP_TILE_SIZE;
    }
    return f;
}

/* Returns true when a flight in direction (x, y) has the direction of a one-way hook tile: up
 * without rotation, else rotated clockwise. A tile with other flags has no direction. */
static bool goes_along(uint8_t flags, float x, float y)
{
    switch (flags) {
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

static bool has_number(const uint8_t *layer, size_t cell, uint8_t number)
{
    return layer != NULL && layer[cell] == number;
}

static bool is_through(const tt_terrain *terrain, int32_t x, int32_t y, const hook_flight *f)
{
    const uint8_t *game = terrain->layer[TT_TERRAIN_GAME];
    const uint8_t *front = terrain->layer[TT_TERRAIN_FRONT];
    size_t cell = cell_at(terrain, x, y);
    size_t back = cell_at(terrain, (int64_t)x + f->back_x, (int64_t)y + f->back_y);
    return has_number(front, cell, TILE_THROUGH_ALL) || has_number(front, cell, TILE_THROUGH_CUT) ||
           (has_number(front, cell, TILE_THROUGH_FROM) &&
            goes_along(front[cell + 1], f->x, f->y)) ||
           has_number(game, back, TILE_THROUGH_OLD) || has_number(front, back, TILE_THROUGH_OLD);
}

static bool is_blocked_by(const uint8_t *layer, size_t cell, const hook_flight *f)
{
    return has_number(layer, cell, TILE_THROUGH_ALL) ||
           (has_number(layer, cell, TILE_THROUGH_FROM) &&
            goes_along(layer[cell + 1], -f->x, -f->y));
}

static tti_hook_hit hit_at(const tt_terrain *terrain, int32_t x, int32_t y, const hook_flight *f,
                           uint8_t tele, uint8_t *number)
{
    const uint8_t *game = terrain->layer[TT_TERRAIN_GAME];
    const uint8_t *teles = terrain->layer[TT_TERRAIN_TELES];
    size_t cell = cell_at(terrain, x, y);
    if (teles != NULL && teles[cell] != 0 && teles[cell + 1] == tele) {
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

/* Longest way of a hook in a tick: 2 * 380 (its length), 6000 (the highest speed) and 80 (its own
 * step). */
#define HOOK_WAY_MAX 6840

tti_hook_hit tti_terrain_hook(const tt_terrain *terrain, tti_pair from, tti_pair *to,
                              bool old_teleports, uint8_t *number)
{
    uint8_t tele = old_teleports ? TTI_TELE_IN : TELE_HOOK;
    hook_flight f = flight_of(from, *to);
    float way = tti_distance(from, *to);
    if (!(way <= HOOK_WAY_MAX)) {
        return TTI_HOOK_FREE;
    }
    float longer = way + 1;
    int32_t last = tti_whole(longer);
    for (int32_t i = 0; i <= last; i++) {
        float part = (float)i / (float)last;
        tti_pair at = tti_mix(from, *to, part);
        tti_hook_hit hit = hit_at(terrain, tti_nearest(at.x), tti_nearest(at.y), &f, tele, number);
        if (hit != TTI_HOOK_FREE) {
            *to = at;
            return hit;
        }
    }
    return TTI_HOOK_FREE;
}

tti_pair tti_middle(int32_t x, int32_t y)
{
    return (tti_pair){(float)(x * TT_MAP_TILE_SIZE + TTI_HALF_TILE),
                      (float)(y * TT_MAP_TILE_SIZE + TTI_HALF_TILE)};
}

bool tti_terrain_exit(const tt_terrain *terrain, uint8_t number, tti_pair *at)
{
    const uint8_t *teles = terrain->layer[TT_TERRAIN_TELES];
    for (int32_t y = 0; y < terrain->height; y++) {
        for (int32_t x = 0; x < terrain->width; x++, teles += TERRAIN_CELL) {
            if (teles[0] == number && teles[1] == TELE_EXIT) {
                *at = tti_middle(x, y);
                return true;
            }
        }
    }
    return false;
}

/* The longest line of a shot in pixels. It is a bound for lines that a tuning makes longer. */
#define SHOT_LINE_MAX 65536

/* Returns the number of the last part of a line, or -1 for a line that is too long. */
static int32_t last_part(tti_pair from, tti_pair to)
{
    float way = tti_distance(from, to);
    float longer = way + 1;
    return way <= SHOT_LINE_MAX ? tti_whole(longer) : -1;
}

tti_hit tti_terrain_line_weapon(const tt_terrain *terrain, tti_pair from, tti_pair to,
                                bool old_teleports)
{
    const uint8_t *game = terrain->layer[TT_TERRAIN_GAME];
    const uint8_t *teles = terrain->layer[TT_TERRAIN_TELES];
    uint8_t tele = old_teleports ? TTI_TELE_IN : TTI_TELE_WEAPON;
    tti_hit hit = {.before = from};
    for (int32_t i = 0, last = last_part(from, to); i <= last; i++) {
        float part = (float)i / (float)last;
        hit.at = tti_mix(from, to, part);
        size_t cell = cell_at(terrain, tti_nearest(hit.at.x), tti_nearest(hit.at.y));
        if (teles != NULL && teles[cell] != 0 && teles[cell + 1] == tele) {
            hit.is_tele = true;
            hit.number = teles[cell];
            return hit;
        }
        if (is_solid(game[cell])) {
            hit.tile = game[cell];
            return hit;
        }
        hit.before = hit.at;
    }
    hit.at = hit.before = to;
    return hit;
}

tti_hit tti_terrain_line(const tt_terrain *terrain, tti_pair from, tti_pair to)
{
    tt_terrain plain = {terrain->width, terrain->height, {terrain->layer[TT_TERRAIN_GAME]}};
    return tti_terrain_line_weapon(&plain, from, to, false);
}

/* Follows the beam of an entity. The end of the line is not tested. */
tti_hit tti_terrain_line_stopper(const tt_terrain *terrain, tti_pair from, tti_pair to,
                                 bool through_walls)
{
    const uint8_t *game = terrain->layer[TT_TERRAIN_GAME];
    const uint8_t *front = terrain->layer[TT_TERRAIN_FRONT];
    float way = tti_distance(from, to);
    tti_hit hit = {.at = to, .before = from};
    for (int32_t i = 0; (float)i < way && way <= SHOT_LINE_MAX; i++) {
        float part = (float)i / way;
        hit.at = tti_mix(from, to, part);
        size_t cell = cell_at(terrain, tti_nearest(hit.at.x), tti_nearest(hit.at.y));
        bool is_solid_here = !through_walls && is_solid(game[cell]);
        if (is_solid_here || game[cell] == TTI_TILE_LASER_STOP ||
            has_number(front, cell, TTI_TILE_LASER_STOP)) {
            hit.tile =
                has_number(front, cell, TTI_TILE_LASER_STOP) ? TTI_TILE_LASER_STOP : game[cell];
            return hit;
        }
        hit.before = hit.at;
    }
    hit.at = hit.before = to;
    return hit;
}

/* The directions that a one-way stopper stops, by its quarter turns clockwise. A stopper that is
 * not turned stops falling tees. */
static const uint8_t stop_turned[4] = {TTI_STOP_DOWN, TTI_STOP_LEFT, TTI_STOP_UP, TTI_STOP_RIGHT};

uint8_t tti_stopper(uint8_t tile, uint8_t flags)
{
    unsigned turns =
        ((flags & TT_TILE_TURN) != 0 ? 1u : 0u) + ((flags & TT_TILE_MIRROR_Y) != 0 ? 2u : 0u);
    switch (tile) {
    case TTI_TILE_STOP:
        return stop_turned[turns];
    case TTI_TILE_STOP_BOTH:
        return (flags & TT_TILE_TURN) != 0 ? TTI_STOP_LEFT | TTI_STOP_RIGHT
                                           : TTI_STOP_UP | TTI_STOP_DOWN;
    case TTI_TILE_STOP_ALL:
        return TTI_STOP_UP | TTI_STOP_DOWN | TTI_STOP_LEFT | TTI_STOP_RIGHT;
    default:
        return 0;
    }
}

tti_pair tti_stopped(uint8_t stops, tti_pair velocity)
{
    if (((stops & TTI_STOP_RIGHT) != 0 && velocity.x > 0) ||
        ((stops & TTI_STOP_LEFT) != 0 && velocity.x < 0)) {
        velocity.x = 0;
    }
    if (((stops & TTI_STOP_DOWN) != 0 && velocity.y > 0) ||
        ((stops & TTI_STOP_UP) != 0 && velocity.y < 0)) {
        velocity.y = 0;
    }
    return velocity;
}
