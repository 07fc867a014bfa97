/* SPDX-License-Identifier: MIT
 *
 * Draws where tees went: their paths as lines, what happened on the way as marks, and how often
 * they were where as a heat map. The shapes come after those of tt_draw, which draws the map:
 *
 *     options.show = TT_DRAW_MAP;
 *     tt_draw(&list, scene, time, &camera, &map, &options);
 *     tt_draw_paths(&list, &camera, paths, count, &how);
 *     tt_draw_marks(&list, &camera, marks, mark_count);
 *     tt_draw_scale(&list, &camera);
 *
 * A path of every tick is long, and most of it is straight. tt_path_filter leaves out what a line
 * between two places has anyway, while the places come in.
 */
#ifndef TEETAPE_DRAW_PATHS_H
#define TEETAPE_DRAW_PATHS_H

#include "teetape/draw.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Places that a filter holds back at most. */
#define TT_PATH_HELD 64

/** Where a tee was at the end of a tick. */
typedef struct tt_path_place {
    int32_t tick;   /**< rising in a path */
    int32_t x, y;   /**< world units */
    int32_t begins; /**< 1: no line leads to it from the place before */
} tt_path_place;

/** Holds back places until it is known whether they are needed. For the library. */
typedef struct tt_path_filter {
    /** @cond library */
    tt_path_place from, held[TT_PATH_HELD];
    uint32_t count; /* of those that are held */
    int has_from;
    int32_t asked; /* the last tick of tt_path_filter_ask */
    int has_asked;
    int32_t died_x, died_y; /* of tt_path_filter_die */
    int is_dead;
    /** @endcond */
} tt_path_filter;

/** No place yet. */
TT_API void tt_path_filter_init(tt_path_filter *filter);

/** The client asked to be killed or ran a command in this tick, so that its tee may be elsewhere in
 * the next one (tt_tee_jumped). */
TT_API void tt_path_filter_ask(tt_path_filter *filter, int32_t tick);

/** The tee died at this place. A demo may show it there for some ticks more, and another life
 * begins at its next place elsewhere. */
TT_API void tt_path_filter_die(tt_path_filter *filter, int32_t x, int32_t y);

/** Takes the next place. The filter sets its `begins` where the tee jumped (tt_tee_jumped) and
 * where another life begins, and it may be set before. Writes the places that are needed now to
 * `out`, at most two, and returns how many. A line through what it gives is at most half a unit
 * from every place that was taken. Places beyond 2^24 units are moved there. */
TT_API size_t tt_path_filter_take(tt_path_filter *filter, tt_path_place place,
                                  tt_path_place out[2]);

/** The path ends: writes the last place, and returns how many that are, 0 or 1. The filter is as
 * after tt_path_filter_init. */
TT_API size_t tt_path_filter_end(tt_path_filter *filter, tt_path_place out[1]);

/** The way of one tee. */
typedef struct tt_path {
    const tt_path_place *places; /**< may be filtered or not */
    size_t count;                /**< how many */
    tt_rgba color;               /**< for TT_PATHS_BY_PLAYER */
} tt_path;

/** What gives the lines their colour. */
typedef enum tt_paths_by {
    TT_PATHS_BY_PLAYER, /**< tt_path.color */
    TT_PATHS_BY_SPEED,  /**< from 0 to tt_paths_options.fastest */
    TT_PATHS_BY_TIME    /**< from the first to the last tick of all paths */
} tt_paths_by;

/** The highest speed that a colour is of its own for, in tiles a second: that of a tee that a hook
 * pulled far. */
#define TT_PATHS_FASTEST 94

/** How paths are drawn. */
typedef struct tt_paths_options {
    tt_paths_by by;  /**< the colour */
    int32_t width;   /**< of the lines, in 1 / TT_SHAPE_PIXEL of a pixel; 0: two pixels */
    int32_t fastest; /**< the speed of the last colour, in tiles a second; 0: TT_PATHS_FASTEST */
} tt_paths_options;

/** A colour for the player with this number in a legend: all that are shown together differ. */
TT_API tt_rgba tt_path_color(uint32_t number);

/** How fast these paths are, for tt_paths_options.fastest: in tiles a second, rounded up, 1 to
 * TT_PATHS_FASTEST. A hundredth of the ticks in which tees move may be faster: in a demo a tee
 * moves as the game predicts it, and far in one tick where that was wrong. */
TT_API int32_t tt_paths_fastest(const tt_path *paths, size_t count);

/** Appends paths to a list; lines that are not in the picture are left out. `options` may be NULL.
 * TT_ERR_SPACE as for tt_draw. */
TT_API tt_status tt_draw_paths(tt_shapes *list, const tt_camera *camera, const tt_path *paths,
                               size_t count, const tt_paths_options *options);

/** What happened at a place. */
typedef enum tt_mark_kind {
    TT_MARK_START,  /**< a tee appeared for the first time */
    TT_MARK_DEATH,  /**< it died */
    TT_MARK_FINISH, /**< it finished the race */
    TT_MARKS        /**< how many kinds there are */
} tt_mark_kind;

/** A place where something happened. */
typedef struct tt_path_mark {
    tt_mark_kind kind; /**< what */
    int32_t x, y;      /**< world units */
    tt_rgba color;     /**< of whom it happened to */
} tt_path_mark;

/** Appends marks: a ring, a cross, a flag. TT_ERR_SPACE as for tt_draw. */
TT_API tt_status tt_draw_marks(tt_shapes *list, const tt_camera *camera, const tt_path_mark *marks,
                               size_t count);

/** Appends a legend in the lower right corner, which explains those kinds of marks that are in the
 * picture. TT_ERR_SPACE as for tt_draw. */
TT_API tt_status tt_draw_marks_legend(tt_shapes *list, const tt_camera *camera,
                                      const tt_path_mark *marks, size_t count);

/** Appends a bar in the lower left corner that is a number of tiles long, and this number.
 * TT_ERR_SPACE as for tt_draw. */
TT_API tt_status tt_draw_scale(tt_shapes *list, const tt_camera *camera);

/** A line of a legend. */
typedef struct tt_legend_line {
    tt_bytes text; /**< any bytes: what no text may have is replaced, the end of a long one cut */
    tt_rgba color; /**< of the sample before it */
} tt_legend_line;

/** How wide the legend of these lines is with the space before it, in pixels of the picture: half
 * of it at most. */
TT_API int32_t tt_legend_width(const tt_camera *camera, const tt_legend_line *lines, size_t count);

/** Appends a legend in the upper left corner, as wide as its longest line; what has no room is
 * counted in a last line. TT_ERR_SPACE as for tt_draw. */
TT_API tt_status tt_draw_legend(tt_shapes *list, const tt_camera *camera,
                                const tt_legend_line *lines, size_t count);

/** Appends a legend in the upper right corner: the colours that go with a speed or a time, and what
 * the first and the last of them mean. TT_ERR_SPACE as for tt_draw. */
TT_API tt_status tt_draw_ramp(tt_shapes *list, const tt_camera *camera, tt_bytes first,
                              tt_bytes last);

/** The same with one line of text, which says what the colours are of: any bytes, as in
 * tt_legend_line. */
TT_API tt_status tt_draw_ramp_of(tt_shapes *list, const tt_camera *camera, tt_bytes what);

/** How often something was in each cell of a grid. */
typedef struct tt_heat {
    const uint32_t *cells; /**< row by row, columns * rows of them */
    int32_t columns, rows; /**< at least 1, columns * rows below 2^31 */
    int32_t left, top;     /**< of the first cell, world units */
    int32_t cell;          /**< sides of a cell, world units, 1 to 2^15 */
} tt_heat;

/** Appends a heat map: cells without anything are left out, the others have one of 16 colours, by
 * the logarithm of their count between 1 and the highest one. TT_ERR_SPACE as for tt_draw. */
TT_API tt_status tt_draw_heat(tt_shapes *list, const tt_camera *camera, const tt_heat *heat);

#ifdef __cplusplus
}
#endif

#endif
