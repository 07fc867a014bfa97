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

static bool layer_of(const tt_map_design *design, int32_t index, tt_map_layer *layer)
{
    return index >= 0 && tt_map_design_layer(design, (uint32_t)index, layer, NULL) == TT_OK &&
           layer->cell == CELL;
}

/* Each layer is unpacked behind those before it, and shrinks to what is kept. */
size_t tti_terrain_size(const tt_map_design *design)
{
    int32_t order[] = {design->game, design->front, design->teles};
    size_t kept = 0, size = 0;
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        tt_map_layer layer;
        if (layer_of(design, order[i], &layer)) {
            size = kept + layer.size > size ? kept + layer.size : size;
            kept += layer.kept;
        }
    }
    return size;
}

/* The layers that are there follow each other in the memory. */
static const uint8_t *take(const tti_terrain *ground, const uint8_t **memory, bool is_there)
{
    const uint8_t *layer = *memory;
    *memory += is_there ? CELL * (size_t)ground->width * (size_t)ground->height : 0;
    return is_there ? layer : NULL;
}

void tti_terrain_place(tti_terrain *ground, const uint8_t *memory)
{
    ground->game = take(ground, &memory, true);
    ground->front = take(ground, &memory, ground->front != NULL);
    ground->teles = take(ground, &memory, ground->teles != NULL);
}

/* Other layers may have more tiles than the game layer; the game looks at the first ones, with the
 * width of the game layer. */
tt_status tti_terrain_load(tti_terrain *ground, const tt_map_design *design, uint8_t *memory,
                           size_t size, tt_map_inflate_fn *inflate, void *user, size_t *kept,
                           tt_error *error)
{
    int32_t order[] = {design->game, design->front, design->teles};
    const uint8_t *found[3] = {NULL};
    size_t cells = 0, used = 0;
    *ground = (tti_terrain){0};
    *kept = 0;
    if (design->game < 0) {
        return tti_fail(error, TT_ERR_MAP_NO_GAME, 0);
    }
    for (size_t i = 0; i < 3; i++) {
        tt_map_layer layer;
        if (!layer_of(design, order[i], &layer)) {
            continue;
        }
        tt_status status =
            tt_map_design_load(design, &layer, memory + used, size - used, inflate, user, error);
        if (i == 0) {
            if (status != TT_OK) {
                return status;
            }
            ground->width = layer.width;
            ground->height = layer.height;
            cells = layer.kept;
        }
        if (status == TT_OK && cells != 0 && layer.kept >= cells) {
            found[i] = memory + used;
            used += cells;
        }
    }
    if (found[0] == NULL) {
        return tt_map_design_layer(design, (uint32_t)design->game, &(tt_map_layer){0}, error);
    }
    ground->game = found[0];
    ground->front = found[1];
    ground->teles = found[2];
    *kept = used;
    return TT_OK;
}

/* Both sides of 0 belong to the first tile. */
static size_t column_of(int32_t position, int32_t count)
{
    int32_t tile = position / TT_MAP_TILE_SIZE;
    return (size_t)(tile < 0 ? 0 : tile < count ? tile : count - 1);
}

static size_t cell_at(const tti_terrain *ground, int32_t x, int32_t y)
{
    size_t row = column_of(y, ground->height);
    return CELL * (row * (size_t)ground->width + column_of(x, ground->width));
}

static bool is_solid(uint8_t tile)
{
    return tile == TT_TILE_SOLID || tile == TT_TILE_NOHOOK;
}

static bool is_solid_at(const tti_terrain *ground, float x, float y)
{
    return is_solid(ground->game[cell_at(ground, tti_nearest(x), tti_nearest(y))]);
}

bool tti_terrain_stands(const tti_terrain *ground, tti_pair at)
{
    float left = at.x - TEE_HALF, right = at.x + TEE_HALF;
    float feet = at.y + TEE_HALF;
    float under = feet + GROUND_REACH;
    return is_solid_at(ground, right, under) || is_solid_at(ground, left, under);
}

/* A tee fits where its four corners fit. */
static bool is_box_solid(const tti_terrain *ground, float x, float y)
{
    float left = x - TEE_HALF, right = x + TEE_HALF;
    float top = y - TEE_HALF, bottom = y + TEE_HALF;
    return is_solid_at(ground, left, top) || is_solid_at(ground, right, top) ||
           is_solid_at(ground, left, bottom) || is_solid_at(ground, right, bottom);
}

/* Ends a step into something solid. Both directions are tried alone; a corner stops both. */
static void stop_at(const tti_terrain *ground, tti_pair at, tti_pair *next, tti_pair *velocity)
{
    bool hits = false;
    if (is_box_solid(ground, at.x, next->y)) {
        next->y = at.y;
        velocity->y = 0;
        hits = true;
    }
    if (is_box_solid(ground, next->x, at.y)) {
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
void tti_terrain_move(const tti_terrain *ground, tti_pair *at, tti_pair *velocity)
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
        if (is_box_solid(ground, next.x, next.y)) {
            stop_at(ground, *at, &next, velocity);
        }
        *at = next;
    }
}

typedef struct flight {
    bool is_up, is_down, is_left, is_right;
    int32_t behind_x, behind_y; /* a tile against the flight, along its longer side */
} flight;

static flight flight_of(tti_pair from, tti_pair to)
{
    float dx = from.x - to.x, dy = from.y - to.y;
    float long_x = dx < 0 ? -dx : dx, long_y = dy < 0 ? -dy : dy;
    flight f = {
        .is_up = from.y > to.y,
        .is_down = from.y<to.y, .is_left = from.x> to.x,
        .is_right = from.x < to.x,
    };
    if (long_x > long_y) {
        f.behind_x = dx < 0 ? -TT_MAP_TILE_SIZE : TT_MAP_TILE_SIZE;
    } else {
        f.behind_y = dy < 0 ? -TT_MAP_TILE_SIZE : TT_MAP_TILE_SIZE;
    }
    return f;
}

/* True when a tile that lets hooks through from one side is open for this flight. */
static bool is_open(uint8_t flags, const flight *f)
{
    switch (flags & TURN) {
    case 0:
        return f->is_up;
    case TT_TILE_TURN:
        return f->is_right;
    case TT_TILE_MIRROR_X | TT_TILE_MIRROR_Y:
        return f->is_down;
    case TT_TILE_MIRROR_X | TT_TILE_MIRROR_Y | TT_TILE_TURN:
        return f->is_left;
    default:
        return false;
    }
}

static bool is_shut(uint8_t flags, const flight *f)
{
    switch (flags & TURN) {
    case 0:
        return f->is_down;
    case TT_TILE_TURN:
        return f->is_left;
    case TT_TILE_MIRROR_X | TT_TILE_MIRROR_Y:
        return f->is_up;
    case TT_TILE_MIRROR_X | TT_TILE_MIRROR_Y | TT_TILE_TURN:
        return f->is_right;
    default:
        return false;
    }
}

static bool is_through(const tti_terrain *ground, int32_t x, int32_t y, const flight *f)
{
    size_t cell = cell_at(ground, x, y);
    if (ground->front != NULL) {
        uint8_t front = ground->front[cell];
        if (front == TILE_THROUGH_ALL || front == TILE_THROUGH_CUT ||
            (front == TILE_THROUGH_FROM && is_open(ground->front[cell + 1], f))) {
            return true;
        }
    }
    /* The sum may wrap only where the world does not reach. */
    int64_t behind_x = (int64_t)x + f->behind_x, behind_y = (int64_t)y + f->behind_y;
    if (behind_x != (int32_t)behind_x || behind_y != (int32_t)behind_y) {
        return false;
    }
    size_t behind = cell_at(ground, (int32_t)behind_x, (int32_t)behind_y);
    return ground->game[behind] == TILE_THROUGH_OLD ||
           (ground->front != NULL && ground->front[behind] == TILE_THROUGH_OLD);
}

static bool is_blocked_by(const uint8_t *layer, size_t cell, const flight *f)
{
    return layer != NULL && (layer[cell] == TILE_THROUGH_ALL ||
                             (layer[cell] == TILE_THROUGH_FROM && is_shut(layer[cell + 1], f)));
}

static tti_hook_hit hit_at(const tti_terrain *ground, int32_t x, int32_t y, const flight *f,
                           uint8_t *number)
{
    size_t cell = cell_at(ground, x, y);
    uint8_t tile = ground->game[cell];
    if (!ground->is_plain && ground->teles != NULL && ground->teles[cell + 1] == TELE_HOOK) {
        *number = ground->teles[cell];
        return TTI_HOOK_TELE;
    }
    if (is_solid(tile)) {
        if (!ground->is_plain && is_through(ground, x, y, f)) {
            return TTI_HOOK_FREE;
        }
        return tile == TT_TILE_SOLID ? TTI_HOOK_HOLDS : TTI_HOOK_BLOCKED;
    }
    if (!ground->is_plain &&
        (is_blocked_by(ground->game, cell, f) || is_blocked_by(ground->front, cell, f))) {
        return TTI_HOOK_BLOCKED;
    }
    return TTI_HOOK_FREE;
}

/* Twice the length of a hook, the highest speed, and a step of the hook. */
#define HOOK_WAY_MAX 6840

tti_hook_hit tti_terrain_hook(const tti_terrain *ground, tti_pair from, tti_pair *to,
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
        tti_hook_hit hit = hit_at(ground, tti_nearest(at.x), tti_nearest(at.y), &f, number);
        if (hit != TTI_HOOK_FREE) {
            *to = at;
            return hit;
        }
    }
    return TTI_HOOK_FREE;
}

bool tti_terrain_exit(const tti_terrain *ground, uint8_t number, tti_pair *at)
{
    size_t count = (size_t)ground->width * (size_t)ground->height;
    for (size_t i = 0; i < count && ground->teles != NULL; i++) {
        if (ground->teles[CELL * i] == number && ground->teles[CELL * i + 1] == TELE_EXIT) {
            at->x = (float)(i % (size_t)ground->width * TT_MAP_TILE_SIZE + TT_MAP_TILE_SIZE / 2);
            at->y = (float)(i / (size_t)ground->width * TT_MAP_TILE_SIZE + TT_MAP_TILE_SIZE / 2);
            return true;
        }
    }
    return false;
}
