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

/** Most positions that a filter holds back. */
#define TT_PATH_HELD 64

/** The position of a tee at the end of a tick. */
typedef struct tt_path_place {
    int32_t tick;   /**< rises along a path */
    int32_t x, y;   /**< world units */
    int32_t begins; /**< 1: no line leads here from the position before */
} tt_path_place;

/** Holds back the positions of a path until it is known which of them are needed. For the library.
 * */
typedef struct tt_path_filter {
    /** @cond library */
    tt_path_place from, held[TT_PATH_HELD];
    uint32_t count; /* number of positions in `held` */
    int has_from;
    int32_t asked; /* last tick of tt_path_filter_ask */
    int has_asked;
    int32_t died_x, died_y; /* position of tt_path_filter_die */
    int is_dead;
    /** @endcond */
} tt_path_filter;

/** Starts a path without positions. */
TT_API void tt_path_filter_init(tt_path_filter *filter);

/** Says that the client asked to be killed or ran a command in this tick, so its tee may be
 * elsewhere in the next one (tt_tee_jumped). */
TT_API void tt_path_filter_ask(tt_path_filter *filter, int32_t tick);

/** Says that the tee died at this position. A demo may show it there for some ticks more; another
 * life begins at the next position elsewhere. */
TT_API void tt_path_filter_die(tt_path_filter *filter, int32_t x, int32_t y);

/** Takes the next place. The filter sets its `begins` where the tee jumped (tt_tee_jumped) and
 * where another life begins, and it may be set before. Writes the places that are needed now to
 * `out`, at most two, and returns how many. A line through what it gives is at most half a unit
 * from every place that was taken. Places beyond 2^24 units are moved there. */
TT_API size_t tt_path_filter_take(tt_path_filter *filter, tt_path_place place,
                                  tt_path_place out[2]);

/** Ends the path: writes the last position to `out`, if there is one, and returns 0 or 1. Then the
 * filter is as after tt_path_filter_init. */
TT_API size_t tt_path_filter_end(tt_path_filter *filter, tt_path_place out[1]);

/** The path of one tee. */
typedef struct tt_path {
    const tt_path_place *places; /**< filtered or not */
    size_t count;                /**< number of positions */
    tt_rgba color;               /**< colour for TT_PATHS_BY_PLAYER */
} tt_path;

/** The meaning of the colours of lines. */
typedef enum tt_paths_by {
    TT_PATHS_BY_PLAYER, /**< a player: tt_path.color */
    TT_PATHS_BY_SPEED,  /**< a speed: from 0 to tt_paths_options.fastest */
    TT_PATHS_BY_TIME    /**< a time: from the first to the last tick of all paths */
} tt_paths_by;

/** Tiles a second: the speed of the last colour at most. A tee that a hook pulls far reaches it. */
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

/** Returns a value for tt_paths_options.fastest: tiles a second, rounded up, 1 to TT_PATHS_FASTEST.
 * A hundredth of the ticks in which tees move may be faster. In a demo a tee moves as the game
 * predicts it, and far in one tick where the prediction was wrong. */
TT_API int32_t tt_paths_fastest(const tt_path *paths, size_t count);

/** Appends paths to a list; lines that are not in the picture are left out. `options` may be NULL.
 * TT_ERR_SPACE as for tt_draw. */
TT_API tt_status tt_draw_paths(tt_shapes *list, const tt_camera *camera, const tt_path *paths,
                               size_t count, const tt_paths_options *options);

/** Events that marks show. */
typedef enum tt_mark_kind {
    TT_MARK_START,  /**< a tee appeared for the first time */
    TT_MARK_DEATH,  /**< a tee died */
    TT_MARK_FINISH, /**< a player finished the race */
    TT_MARKS        /**< number of kinds */
} tt_mark_kind;

/** A mark at the position of an event. */
typedef struct tt_path_mark {
    tt_mark_kind kind; /**< kind of the mark */
    int32_t x, y;      /**< world units */
    tt_rgba color;     /**< colour of the player */
} tt_path_mark;

/** Appends marks: a ring, a cross, a flag. TT_ERR_SPACE as for tt_draw. */
TT_API tt_status tt_draw_marks(tt_shapes *list, const tt_camera *camera, const tt_path_mark *marks,
                               size_t count);

/** Appends a legend in the lower right corner for the kinds of marks in the picture. TT_ERR_SPACE
 * as for tt_draw. */
TT_API tt_status tt_draw_marks_legend(tt_shapes *list, const tt_camera *camera,
                                      const tt_path_mark *marks, size_t count);

/** Appends a scale in the lower left corner: a bar and its length in tiles. TT_ERR_SPACE as for
 * tt_draw. */
TT_API tt_status tt_draw_scale(tt_shapes *list, const tt_camera *camera);

/** A line of a legend. */
typedef struct tt_legend_line {
    tt_bytes text; /**< any bytes: characters that no text may have are replaced, and a long text is
                      cut */
    tt_rgba color; /**< colour of the sample before the text */
} tt_legend_line;

/** Returns the width of the legend of these lines, with the space before it, in pixels: at most
 * half of the picture. */
TT_API int32_t tt_legend_width(const tt_camera *camera, const tt_legend_line *lines, size_t count);

/** Appends a legend in the upper left corner, as wide as its longest line. A last line counts the
 * lines that have no room. TT_ERR_SPACE as for tt_draw. */
TT_API tt_status tt_draw_legend(tt_shapes *list, const tt_camera *camera,
                                const tt_legend_line *lines, size_t count);

/** Appends a legend in the upper right corner: the colours that go with a speed or a time, and what
 * the first and the last of them mean. TT_ERR_SPACE as for tt_draw. */
TT_API tt_status tt_draw_ramp(tt_shapes *list, const tt_camera *camera, tt_bytes first,
                              tt_bytes last);

/** Appends a legend as tt_draw_ramp, with a line of text that says what the colours mean: any
 * bytes, as in tt_legend_line. */
TT_API tt_status tt_draw_ramp_of(tt_shapes *list, const tt_camera *camera, tt_bytes what);

/** A grid with a count for each cell. */
typedef struct tt_heat {
    const uint32_t *cells; /**< counts, columns * rows of them, row by row */
    int32_t columns, rows; /**< size of the grid in cells: at least 1, columns * rows below 2^31 */
    int32_t left, top;     /**< corner of the first cell, in world units */
    int32_t cell;          /**< side of a cell in world units, 1 to 2^15 */
} tt_heat;

/** Appends a heat map. Cells with count 0 are left out. The others have one of 16 colours, by the
 * logarithm of their count between 1 and the highest one. TT_ERR_SPACE as for tt_draw. */
TT_API tt_status tt_draw_heat(tt_shapes *list, const tt_camera *camera, const tt_heat *heat);

#ifdef __cplusplus
}
#endif

#endif
