/* SPDX-License-Identifier: MIT
 *
 * Marks over the filling of a tile.
 */
#ifndef PAINT_RULE_MARKS_H
#define PAINT_RULE_MARKS_H

#include "paint/rule_table.h"
#include "paint/rules.h"

/* Where a tile is, and how it is drawn. Made by rules.c for each tile that has a mark, and valid
 * during the call. */
struct tti_place {
    const struct tti_pen *pen;
    int64_t x, y;  /* its upper left corner, in parts of a pixel */
    int64_t side;  /* in 1 / TT_SHAPE_ONE of a pixel */
    tt_rgba color; /* of the rule, with its alpha reduced */
    uint8_t alpha; /* how much of the rules is to be seen */
    bool open[4];  /* nothing solid above, right, below, left */
};

/* Draws one step of the mark of a tile, whose bytes are those of its layer; steps from 0 to 3. A
 * step that the mark does not have draws nothing. Bytes of `tile`: those of docs/format/map.md,
 * flags in the second for the game and the front layer. */
void tti_mark_draw(const struct tti_place *place, const struct tti_rule *rule, const uint8_t *tile,
                   int step);

#endif
