/* SPDX-License-Identifier: MIT
 *
 * The runs of a page with ghosts: the first one is that of the recording, the others are drawn.
 */
#include "draw/run.h"
#include "web/stage.h"

enum { RUNS_MAX = 8, ROW = 6 };

static struct tti_ghost runs[RUNS_MAX];
static int32_t *gaps[RUNS_MAX]; /* the table of tti_ghost_gaps of each run but the first */
static tt_draw_ghost drawn[RUNS_MAX];
static int run_count;

/* Adds a run, the one of the recording first. Returns false when the bytes are no run. */
CORE_EXPORT bool ghost_add(const uint8_t *bytes, size_t size)
{
    struct tti_ghost *run = &runs[run_count];
    tt_unpacker u = tt_unpacker_of(bytes, size);
    if (run_count == RUNS_MAX) {
        return false;
    }
    tti_ghost_unpack(&u, run);
    if (u.status != TT_OK) {
        return false;
    }
    struct tti_ghost_place *places = core_take((size_t)run->count * sizeof *places);
    int32_t *table = core_take((size_t)runs[0].count * sizeof *table);
    if (places == NULL || table == NULL) {
        return false;
    }
    tti_ghost_unpack_places(&u, run, places);
    if (u.status != TT_OK) {
        return false;
    }
    tti_ghost_gaps(&runs[0], run, table);
    gaps[run_count++] = table;
    return true;
}

const tt_draw_ghost *ghosts_at(int64_t time, size_t *count)
{
    int64_t since = time - runs[0].start * (int64_t)TT_SCENE_ONE;
    *count = run_count > 0 ? (size_t)run_count - 1 : 0;
    for (int i = 1; i < run_count; i++) {
        tti_ghost_draw(&drawn[i - 1], &runs[0], &runs[i], gaps[i], since);
    }
    return drawn;
}

/* Fills a row for each ghost and returns their number. player.js has the names of the numbers. */
CORE_EXPORT int ghost_rows(double time)
{
    size_t count;
    ghosts_at((int64_t)(time * TT_SCENE_ONE), &count);
    return (int)count;
}

/* Returns the row of a ghost: address of the name, ticks of the run, x, y, 1 with a gap, the gap.
 */
CORE_EXPORT const double *ghost_row(int number)
{
    static double row[ROW];
    const tt_draw_ghost *ghost = &drawn[number];
    row[0] = (double)(uintptr_t)ghost->name;
    row[1] = runs[number + 1].ticks;
    row[2] = (double)ghost->x / TT_SCENE_ONE;
    row[3] = (double)ghost->y / TT_SCENE_ONE;
    row[4] = ghost->has_gap;
    row[5] = ghost->gap;
    return row;
}
