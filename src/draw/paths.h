/* SPDX-License-Identifier: MIT
 *
 * Draws the marks, legends, scale and heat map of a picture of paths.
 */
#ifndef TTI_DRAW_PATHS_H
#define TTI_DRAW_PATHS_H

#include "base/private_api.h"
#include "teetape/draw_paths.h"

/* A grid with a count for each cell. */
typedef struct tt_heat {
    const uint32_t *cells; /* counts of columns * rows cells, row by row */
    int32_t columns, rows; /* size of the grid in cells: at least 1, columns * rows below 2^31 */
    int32_t left, top;     /* corner of the first cell, in world units */
    int32_t cell;          /* side of a cell in world units, 1 to 2^15 */
} tt_heat;

/* A line of a legend. */
typedef struct tt_legend_line {
    tt_bytes text; /* any bytes: invalid characters are replaced, and a long text is cut */
    tt_rgba color; /* colour of the sample before the text */
} tt_legend_line;

/* The events that have marks. */
typedef enum tt_mark_kind {
    TT_MARK_START, /* a tee appeared for the first time */
    TT_MARK_DEATH,
    TT_MARK_FINISH,
    TT_MARKS
} tt_mark_kind;

/* An event of a path, with its position. */
typedef struct tt_path_mark {
    tt_mark_kind kind;
    int32_t x, y; /* position in world units */
    tt_rgba color;
} tt_path_mark;

/* Returns a value for tt_paths_options.fastest: tiles a second, rounded up, 1 to TT_PATHS_FASTEST.
 * A hundredth of the ticks in which tees move may be faster. In a demo a tee moves as the game
 * predicts it, and far in one tick if the prediction was wrong. */
TT_PRIVATE_API int32_t tti_paths_fastest(const tt_path *paths, size_t count);

/* Appends marks: a ring, a cross, a flag. TT_ERR_SPACE as for tt_draw. */
TT_PRIVATE_API tt_status tti_draw_marks(tt_shapes *list, const tt_camera *camera,
                                        const tt_path_mark *marks, size_t count);

/* Appends a legend in the lower right corner for the kinds of marks in the picture. TT_ERR_SPACE
 * as for tt_draw. */
TT_PRIVATE_API tt_status tti_draw_marks_legend(tt_shapes *list, const tt_camera *camera,
                                               const tt_path_mark *marks, size_t count);

/* Appends a scale in the lower left corner: a bar and its length in tiles. TT_ERR_SPACE as for
 * tt_draw. */
TT_PRIVATE_API tt_status tti_draw_scale(tt_shapes *list, const tt_camera *camera);

/* Returns the width of the legend of these lines, with the space before it, in pixels: at most half
 * of the picture. */
TT_PRIVATE_API int32_t tti_legend_width(const tt_camera *camera, const tt_legend_line *lines,
                                        size_t count);

/* Appends a legend in the upper left corner, as wide as its longest line. A last line counts the
 * lines that have no room. TT_ERR_SPACE as for tt_draw. */
TT_PRIVATE_API tt_status tti_draw_legend(tt_shapes *list, const tt_camera *camera,
                                         const tt_legend_line *lines, size_t count);

/* Appends a legend in the upper right corner: the colours of a speed or a time, and the meaning of
 * the first and the last. `name` is that of the player, any bytes, or empty. TT_ERR_SPACE as for
 * tt_draw. */
TT_PRIVATE_API tt_status tti_draw_ramp(tt_shapes *list, const tt_camera *camera, tt_bytes name,
                                       tt_bytes first, tt_bytes last);

/* Appends a legend as tti_draw_ramp does, with a line of text about the colours: any bytes, as in
 * tt_legend_line. */
TT_PRIVATE_API tt_status tti_draw_ramp_of(tt_shapes *list, const tt_camera *camera, tt_bytes what);

/* Appends a heat map. Cells with count 0 are left out. The others have one of 16 colours, by the
 * logarithm of their count between 1 and the highest one. TT_ERR_SPACE as for tt_draw. */
TT_PRIVATE_API tt_status tti_draw_heat(tt_shapes *list, const tt_camera *camera,
                                       const tt_heat *heat);

#endif
