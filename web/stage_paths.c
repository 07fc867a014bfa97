/* SPDX-License-Identifier: MIT
 *
 * Has the paths of tees, one for each session. JavaScript writes the positions into their
 * memory.
 */
#include "teetape/draw_paths.h"

#include "paint/memory.h"
#include "web/stage.h"

enum { PATHS_MAX = 1 << 16 };

static tt_path *paths;
static size_t *caps; /* number of positions that each path has room for */
static size_t path_count, path_cap, cap_cap;

/* Returns memory for path `number` with `count` positions (tick, x, y, begins). Earlier
 * positions remain. Returns NULL without memory. */
CORE_EXPORT tt_path_place *stage_path(uint32_t number, uint32_t count)
{
    if (number >= PATHS_MAX) {
        return NULL;
    }
    tt_path *all = tti_paint_grow(paths, &path_cap, (size_t)number + 1, sizeof *paths);
    paths = all != NULL ? all : paths;
    size_t *room = tti_paint_grow(caps, &cap_cap, (size_t)number + 1, sizeof *caps);
    caps = room != NULL ? room : caps;
    if (all == NULL || room == NULL) {
        return NULL;
    }
    path_count = path_count > number ? path_count : (size_t)number + 1;
    tt_path_place *places = (tt_path_place *)(uintptr_t)paths[number].places;
    places = tti_paint_grow(places, &caps[number], count, sizeof *places);
    if (places != NULL) {
        paths[number] = (tt_path){places, count, tt_path_color(number)};
    }
    return places;
}

tt_status stage_paths_draw(tt_shapes *list, const tt_camera *camera, int by, int32_t only)
{
    const tt_paths_options how = {.by = (tt_paths_by)by};
    if (only < 0) {
        return tt_draw_paths(list, camera, paths, path_count, &how);
    }
    size_t count = (size_t)only < path_count ? 1 : 0;
    return tt_draw_paths(list, camera, count != 0 ? paths + only : NULL, count, &how);
}
