/* SPDX-License-Identifier: MIT
 *
 * Counts cells of the world in a hash table, and makes a grid of them at the end.
 *
 * The world has no borders, and tees can be anywhere in 32 bits. Memory therefore grows with the
 * cells that something was in, and the grid is made when all of them are known. An item takes
 * constant time. Ticks without a record are counted in one step, but hooks are derived for each of
 * these ticks.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "draw/moment.h"
#include "reading/inside.h"
#include "reading/paths.h"

/* World units of a cell: a tile has 32. The grid has at most CELLS_MAX cells, 64 MiB. */
#define CELL 32
#define CELLS_MAX ((int64_t)1 << 24)

static bool no_memory(tt_io_error *error)
{
    return tt_io_error_system(error, ENOMEM, "cannot hold the heat map");
}

/* Returns the slot of a cell. Multiplying spreads neighbours. The loop ends because half of the
 * slots are free. */
static size_t place_of(const struct tti_heat *heat, int32_t x, int32_t y)
{
    uint64_t hash = ((uint64_t)(uint32_t)x << 32 | (uint32_t)y) * UINT64_C(0x9e3779b97f4a7c15);
    size_t at = (size_t)(hash >> 32) & (heat->room - 1);
    while (heat->slots[at].count != 0 && (heat->slots[at].x != x || heat->slots[at].y != y)) {
        at = (at + 1) & (heat->room - 1);
    }
    return at;
}

/* Makes room for a cell that may be new. The table is at most half full. */
static bool grow(struct tti_heat *heat)
{
    struct tti_heat larger = *heat;
    if (heat->used < heat->room / 2) {
        return true;
    }
    larger.room = heat->room == 0 ? 1024 : heat->room * 2;
    larger.slots = larger.room <= SIZE_MAX / 32 ? calloc(larger.room, sizeof *larger.slots) : NULL;
    if (larger.slots == NULL) {
        return false;
    }
    for (size_t i = 0; i < heat->room; i++) {
        if (heat->slots[i].count != 0) {
            larger.slots[place_of(&larger, heat->slots[i].x, heat->slots[i].y)] = heat->slots[i];
        }
    }
    free(heat->slots);
    heat->slots = larger.slots;
    heat->room = larger.room;
    return true;
}

/* Returns the cell of a coordinate. Rounds down, also below 0: otherwise a cell at the origin would
 * be twice as wide. The + 1 is for INT32_MIN. */
static int32_t cell_of(int32_t place)
{
    return place >= 0 ? place / CELL : -((-(place + 1)) / CELL) - 1;
}

static bool count(struct tti_heat *heat, int32_t at_x, int32_t at_y, uint64_t times)
{
    if (times == 0) {
        return true;
    }
    if (!grow(heat)) {
        return false;
    }
    int32_t x = cell_of(at_x), y = cell_of(at_y);
    size_t at = place_of(heat, x, y);
    heat->used += heat->slots[at].count == 0;
    heat->slots[at].x = x;
    heat->slots[at].y = y;
    heat->slots[at].count += times;
    return true;
}

/* Positions at one tick, by client id. */
struct spots {
    int32_t tick; /* the tick of the positions; -1 before the first */
    struct {
        bool is_there;
        int32_t x, y;
    } of[TT_CIDS];
};

static bool count_spots(struct tti_heat *heat, const struct spots *spots, uint64_t ticks)
{
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        if (spots->of[cid].is_there && !count(heat, spots->of[cid].x, spots->of[cid].y, ticks)) {
            return false;
        }
    }
    return true;
}

static void take_spots(struct spots *spots, tt_io_reading *r, int32_t tick)
{
    spots->tick = tick;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        tt_tee_state tee = {0};
        spots->of[cid].is_there =
            tti_reading_has_slot(r, cid) && tt_io_reading_tee(r, cid, tick, &tee);
        spots->of[cid].x = tee.x;
        spots->of[cid].y = tee.y;
    }
}

/* The most ticks between two snapshots of a demo through which tees are followed. Longer steps are
 * a gap. */
#define GAP 50

/* Counts the ticks between the last tick item and this one. In a demo tees move between them; in a
 * teehistorian file nothing changed. */
static bool count_before(struct tti_heat *heat, tt_io_reading *r, struct spots *spots)
{
    int32_t tick = r->item.tick;
    if (spots->tick < 0 || tick <= spots->tick) {
        return true;
    }
    if (tt_io_reading_format(r) != TT_FORMAT_DEMO || tick - spots->tick > GAP) {
        return count_spots(heat, spots, (uint64_t)(tick - spots->tick));
    }
    bool good = count_spots(heat, spots, 1);
    for (int32_t between = spots->tick + 1; good && between < tick; between++) {
        take_spots(spots, r, between);
        good = count_spots(heat, spots, 1);
    }
    return good;
}

/* Counts one item. A death without a position is not counted. */
static bool take(struct tti_heat *heat, tt_io_reading *r, struct spots *spots)
{
    if (r->item.kind == TT_ITEM_FACT) {
        const tt_fact *fact = r->item.fact;
        bool counts = heat->kind == TTI_HEAT_DEATHS && fact->kind == TT_FACT_DEATH && r->in_span;
        return !counts || fact->u.death.x == TT_NO_PLACE ||
               count(heat, fact->u.death.x, fact->u.death.y, 1);
    }
    /* after a skip the tick before the span can come */
    if (r->item.kind != TT_ITEM_TICK || heat->kind != TTI_HEAT_POSITIONS || !r->in_span ||
        r->item.tick < r->from) {
        return true;
    }
    bool good = count_before(heat, r, spots);
    take_spots(spots, r, r->item.tick);
    return good;
}

/* Counts hooks. A gap counts as one tick, because nobody knows how long hooks held in it. The scene
 * needs the records before the span, which are not counted. */
static bool take_hooks(struct tti_heat *heat, const tt_scene *scene, const tt_io_reading *r,
                       struct spots *spots)
{
    const tt_scene_state now = tt_scene_look(scene);
    bool is_next = spots->tick >= 0 && now.before_tick == spots->tick;
    bool good = spots->tick < 0 ||
                count_spots(heat, spots, is_next ? (uint64_t)(now.tick - now.before_tick) : 1);
    bool in_span = !r->has_span || (now.tick >= r->from && now.tick < r->to);
    spots->tick = now.tick;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        tt_tee_state tee = {0};
        spots->of[cid].is_there = in_span && tti_reading_has_slot(r, cid) &&
                                  tt_scene_tee(scene, cid, &tee) &&
                                  tee.hook_state == TT_HOOK_GRABBED;
        spots->of[cid].x = tee.hook_x;
        spots->of[cid].y = tee.hook_y;
    }
    return good;
}

/* Counts the hooks of all items. A teehistorian file gives hooks tick by tick, hence the inner
 * loop. The scene has some 450 KiB, too much for the stack. */
static bool read_hooks(struct tti_heat *heat, tt_io_reading *r)
{
    struct spots spots = {.tick = -1};
    tt_scene *scene = calloc(1, sizeof *scene);
    bool good = scene != NULL;
    tt_scene_options options = *heat->stage;
    if (good) {
        tt_scene_init(scene);
    }
    while (good && tt_io_reading_next(r)) {
        options.from = r->has_span && r->from < INT32_MAX ? (int32_t)r->from : 0;
        tt_scene_set(scene, &options);
        bool has_more = tt_scene_follow(scene, r->rec, &r->item);
        while (good && has_more) {
            good = take_hooks(heat, scene, r, &spots);
            has_more = tt_scene_advance(scene, r->rec);
        }
    }
    free(scene);
    return good && (spots.tick < 0 || count_spots(heat, &spots, 1));
}

/* Counts the last tick item, and the ticks after it. A later record, even a damaged one, tells that
 * nothing changed up to it. */
static bool count_rest(struct tti_heat *heat, const tt_io_reading *r, const struct spots *spots)
{
    int64_t end = r->is_later ? r->item.tick : tt_io_reading_last_tick(r);
    end = end < r->to ? end : r->to;
    return spots->tick < 0 ||
           count_spots(heat, spots, end > spots->tick ? (uint64_t)(end - spots->tick) : 1);
}

static bool read_items(struct tti_heat *heat, tt_io_reading *r)
{
    struct spots spots = {.tick = -1};
    bool good = true;
    if (heat->kind == TTI_HEAT_POSITIONS && tti_paths_begins_silent(r)) {
        take_spots(&spots, r, r->item.tick);
    }
    while (good && tt_io_reading_next(r)) {
        good = take(heat, r, &spots);
    }
    return good && count_rest(heat, r, &spots);
}

bool tti_heat_read(struct tti_heat *heat, tt_io_reading *r, tt_io_error *error)
{
    bool good = heat->kind == TTI_HEAT_HOOKS ? read_hooks(heat, r) : read_items(heat, r);
    return good || no_memory(error);
}

/* Joins cells in squares of 2, 4, 8 and so on until the grid has at most CELLS_MAX. Computes in
 * 64 bits, because the width of the world does not fit into 32. With a shift of 32 there is one
 * cell. */
static void measure(const struct tti_heat *heat, tt_heat *grid, int *shift)
{
    int64_t left = INT64_MAX, top = INT64_MAX, right = INT64_MIN, bottom = INT64_MIN;
    for (size_t i = 0; i < heat->room; i++) {
        if (heat->slots[i].count != 0) {
            int64_t x = heat->slots[i].x, y = heat->slots[i].y;
            left = x < left ? x : left;
            right = x > right ? x : right;
            top = y < top ? y : top;
            bottom = y > bottom ? y : bottom;
        }
    }
    int64_t columns, rows;
    for (*shift = 0;; ++*shift) {
        int64_t size = INT64_C(1) << *shift;
        columns = (right - left) / size + 1;
        rows = (bottom - top) / size + 1;
        if (columns * rows <= CELLS_MAX) {
            break;
        }
    }
    *grid = (tt_heat){.columns = (int32_t)columns,
                      .rows = (int32_t)rows,
                      .left = (int32_t)left,
                      .top = (int32_t)top};
}

/* Makes the grid from the counted cells. Linear in the counted cells and those of the grid. A count
 * above 32 bits, years of one tee, becomes the largest one. */
bool tti_heat_end(struct tti_heat *heat, tt_io_error *error)
{
    int shift;
    tt_heat grid;
    heat->heat = (tt_heat){.cell = CELL};
    if (heat->used == 0) {
        return true;
    }
    measure(heat, &grid, &shift);
    free(heat->cells);
    heat->cells = calloc((size_t)grid.columns * (size_t)grid.rows, sizeof *heat->cells);
    if (heat->cells == NULL) {
        return no_memory(error);
    }
    for (size_t i = 0; i < heat->room; i++) {
        if (heat->slots[i].count != 0) {
            size_t x = (size_t)(heat->slots[i].x - (int64_t)grid.left) >> shift;
            size_t y = (size_t)(heat->slots[i].y - (int64_t)grid.top) >> shift;
            uint32_t *cell = &heat->cells[y * (size_t)grid.columns + x];
            uint64_t sum = *cell + heat->slots[i].count;
            *cell = sum > UINT32_MAX ? UINT32_MAX : (uint32_t)sum;
        }
    }
    int64_t cell = (int64_t)CELL << shift;
    heat->heat = grid;
    heat->heat.cells = heat->cells;
    heat->heat.left = (int32_t)((int64_t)grid.left * CELL);
    heat->heat.top = (int32_t)((int64_t)grid.top * CELL);
    heat->heat.cell = cell > INT32_MAX ? INT32_MAX : (int32_t)cell;
    return true;
}

void tti_heat_free(struct tti_heat *heat)
{
    free(heat->slots);
    free(heat->cells);
    memset(heat, 0, sizeof *heat);
}
