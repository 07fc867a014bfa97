/* SPDX-License-Identifier: MIT
 *
 * Draws where tees went: their paths as lines. The shapes come after those of tt_draw, which draws
 * the map:
 *
 *     options.show = TT_DRAW_MAP;
 *     tt_draw(&list, scene, time, &camera, &map, &options);
 *     tt_draw_paths(&list, &camera, paths, count, &how);
 *
 * Most of a path is straight. tt_path_filter leaves out positions that lie on a line between two
 * others, while the positions come in.
 */
#ifndef TEETAPE_DRAW_PATHS_H
#define TEETAPE_DRAW_PATHS_H

#include "teetape/draw.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The position of a tee at the end of a tick. */
typedef struct tt_path_place {
    int32_t tick;   /**< tick of the position; ticks rise along a path */
    int32_t x, y;   /**< position in world units */
    int32_t begins; /**< 1: no line leads here from the position before */
} tt_path_place;

/** Size of a tt_path_filter in 64-bit words; the library checks at compile time that it suffices.
 */
#define TT_PATH_FILTER_WORDS 160

/** Holds back the positions of a path until it is known which of them are needed; the caller places
 * it. */
typedef struct tt_path_filter {
    uint64_t words[TT_PATH_FILTER_WORDS]; /**< private to the library */
} tt_path_filter;

/** Starts a path without positions. */
TT_API void tt_path_filter_init(tt_path_filter *filter);

/** Says that the client asked to be killed or ran a command in this tick, so its tee may be
 * elsewhere in the next one. */
TT_API void tt_path_filter_ask(tt_path_filter *filter, int32_t tick);

/** Says that the tee died at this position. A demo may show the tee there for some more ticks;
 * another life begins at the next position elsewhere. */
TT_API void tt_path_filter_die(tt_path_filter *filter, int32_t x, int32_t y);

/** Takes the next position. The filter sets its `begins` where the tee jumped and where another
 * life begins; the caller may set it before. Writes the positions that are needed now to `out`, at
 * most two, and returns how many. The line through the filtered positions is at most half a unit
 * away from every position that was taken. Coordinates beyond 2^24 units are moved to that limit.
 */
TT_API size_t tt_path_filter_take(tt_path_filter *filter, tt_path_place place,
                                  tt_path_place out[2]);

/** Ends the path: writes the last position to `out`, if there is one, and returns 0 or 1. Then the
 * filter is as after tt_path_filter_init. */
TT_API size_t tt_path_filter_end(tt_path_filter *filter, tt_path_place out[1]);

/** The path of one tee, for tt_draw_paths. */
typedef struct tt_path {
    const tt_path_place *places; /**< positions of the path, filtered or not */
    size_t count;                /**< number of positions */
    tt_rgba color;               /**< colour for TT_PATHS_BY_PLAYER */
} tt_path;

/** Ways to colour the lines of paths. */
typedef enum tt_paths_by {
    TT_PATHS_BY_PLAYER, /**< one colour a player: tt_path.color */
    TT_PATHS_BY_SPEED,  /**< the speed, from 0 to tt_paths_options.fastest */
    TT_PATHS_BY_TIME    /**< the time, from the first to the last tick of all paths */
} tt_paths_by;

/** Greatest speed of the colour scale, in tiles a second: that of a tee after a long pull by a
 * hook.
 */
#define TT_PATHS_FASTEST 94

/** Options of tt_draw_paths. */
typedef struct tt_paths_options {
    tt_paths_by by;  /**< meaning of the colours */
    int32_t width;   /**< width of the lines, in 1 / TT_SHAPE_PIXEL of a pixel; 0: two pixels */
    int32_t fastest; /**< speed of the last colour, in tiles a second; 0: TT_PATHS_FASTEST */
} tt_paths_options;

/** Returns the colour of player `number` in a legend. All players that are shown together have
 * different colours. */
TT_API tt_rgba tt_path_color(uint32_t number);

/** Appends paths to a list; lines that are not in the picture are left out. `options` may be NULL.
 * TT_ERR_SPACE as for tt_draw. */
TT_API tt_status tt_draw_paths(tt_shapes *list, const tt_camera *camera, const tt_path *paths,
                               size_t count, const tt_paths_options *options);

#ifdef __cplusplus
}
#endif

#endif
