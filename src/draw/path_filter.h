/* SPDX-License-Identifier: MIT
 *
 * The inside of a tt_path_filter.
 */
#ifndef TTI_DRAW_PATH_FILTER_H
#define TTI_DRAW_PATH_FILTER_H

#include "base/opaque.h"
#include "teetape/draw_paths.h"

/* The most positions that a filter holds back. */
#define TTI_PATH_HELD 64

typedef struct tti_path_filter {
    tt_path_place from, held[TTI_PATH_HELD];
    uint32_t count; /* number of positions in `held` */
    bool has_from;
    int32_t asked; /* tick of the last tt_path_filter_ask */
    bool has_asked;
    int32_t died_x, died_y; /* the position given to tt_path_filter_die */
    bool is_dead;
} tti_path_filter;

TTI_OPAQUE(path_filter)

#endif
