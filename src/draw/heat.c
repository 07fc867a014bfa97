/* SPDX-License-Identifier: MIT
 *
 * Draws a heat map. A run of equal cells is one rectangle.
 *
 * The colour depends on the logarithm of a count: otherwise one tee that waits for an hour would
 * give every path the lowest colour. A fraction of 8 bits is enough for 16 steps.
 */
#include "draw/path.h"
#include "draw/paths.h"

/* The alpha of the heat, below 255, so that the map under it remains visible. */
#define ALPHA 190

static uint32_t count_bits(uint64_t value)
{
    uint32_t bits = 0;
    for (; value != 0; value >>= 1) {
        bits++;
    }
    return bits;
}

/* Returns log2(value) * 256 for a value of at least 1, bit by bit. If the square of a number
 * between 1 and 2 is at least 2, the next bit of its logarithm is 1. */
static uint32_t log_of(uint32_t value)
{
    uint32_t whole = count_bits(value) - 1, result = whole << 8;
    uint64_t part = ((uint64_t)value << 31) >> whole; /* a value between 2^31 and 2^32 */
    for (uint32_t bit = 128; bit != 0; bit >>= 1) {
        part = part * part >> 31;
        if (part >= UINT64_C(1) << 32) {
            part >>= 1;
            result += bit;
        }
    }
    return result;
}

/* Returns the step of the ramp plus 1, or 0 for an empty cell. If no cell has more than 1, all of
 * them get the last step. */
static uint32_t level_of(uint32_t count, uint32_t most)
{
    if (count == 0) {
        return 0;
    }
    uint32_t all = log_of(most);
    return 1 + (all == 0 ? TTI_RAMP_STEPS - 1 : log_of(count) * (TTI_RAMP_STEPS - 1) / all);
}

/* Fills the cells [first, end) of a row. The radius for the visibility test is more than half the
 * diagonal of the rectangle. */
static void fill_cells(tti_pen *pen, const tt_heat *heat, int32_t row, int32_t first, int32_t end,
                       uint32_t level)
{
    tti_fix left = tti_place(heat->left) + (tti_fix)first * heat->cell * TTI_ONE;
    tti_fix right = left + (tti_fix)(end - first) * heat->cell * TTI_ONE;
    tti_fix top = tti_place(heat->top) + (tti_fix)row * heat->cell * TTI_ONE;
    tti_fix bottom = top + heat->cell * TTI_ONE;
    tti_vec middle = {(left + right) / 2, (top + bottom) / 2};
    if (tti_view_has(&pen->view, middle, (right - left) / 2 + bottom - top)) {
        tti_vec points[] = {{left, top}, {right, top}, {right, bottom}, {left, bottom}};
        tti_pen_polygon(pen, points, 4, tti_paths_ramp(level - 1));
    }
}

tt_status tti_draw_heat(tt_shapes *list, const tt_camera *camera, const tt_heat *heat)
{
    tti_pen pen = tti_pen_world(list, camera);
    size_t columns = (size_t)heat->columns;
    uint32_t most = 0;
    for (size_t i = 0; i < columns * (size_t)heat->rows; i++) {
        most = heat->cells[i] > most ? heat->cells[i] : most;
    }
    pen.alpha = ALPHA;
    for (int32_t row = 0; row < heat->rows && most != 0; row++) {
        const uint32_t *cells = heat->cells + (size_t)row * columns;
        for (int32_t first = 0, end; first < heat->columns; first = end) {
            uint32_t level = level_of(cells[first], most);
            for (end = first + 1; end < heat->columns && level_of(cells[end], most) == level;) {
                end++;
            }
            if (level != 0) {
                fill_cells(&pen, heat, row, first, end, level);
            }
        }
    }
    return tti_pen_status(list);
}
