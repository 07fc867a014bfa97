/* SPDX-License-Identifier: MIT
 *
 * What is drawn for a tile, by its number.
 *
 * What rules.c fills a tile with and rule_marks.c draws over it. A row is data alone: what a number
 * of a tile means to the game is not in here.
 */
#ifndef PAINT_RULE_TABLE_H
#define PAINT_RULE_TABLE_H

#include "teetape/shape.h"

/* What is drawn over the filling of a tile. Those from TTI_MARK_HEART on are pickups, which rules.c
 * leaves out where the recording has its own. */
enum tti_mark {
    TTI_MARK_NONE,
    TTI_MARK_GROUND, /* edges to what is not solid, and grass */
    TTI_MARK_HATCH,  /* edges, and slanting lines */
    TTI_MARK_SPIKES,
    TTI_MARK_STAR, /* three lines through the middle */
    TTI_MARK_DOT,
    TTI_MARK_CHEVRON, /* shows the direction of the flags */
    TTI_MARK_CHECKS,
    TTI_MARK_COUNT, /* a number */
    TTI_MARK_BARS,  /* one, two or four sides that stop */
    TTI_MARK_RING,
    TTI_MARK_SQUARE,
    TTI_MARK_DISC,
    TTI_MARK_GATE, /* ring with a disc, and a number */
    TTI_MARK_ARROW,
    TTI_MARK_SWITCH, /* square with a number */
    TTI_MARK_HEART,
    TTI_MARK_SHIELD,
    TTI_MARK_WEAPON
};

/* Alphas are those of rules that are fully seen. */
struct tti_rule {
    uint8_t first, last; /* numbers of tiles */
    uint8_t mark;        /* enum tti_mark */
    uint8_t count;       /* of bars; for TTI_MARK_COUNT what is subtracted from the number */
    tt_rgba fill;        /* a = 0: none */
    tt_rgba color;       /* of the mark */
};

/* Of the game and the front layer; NULL for what shows nothing. */
const struct tti_rule *tti_rule_of(uint8_t number);

/* Of the tele layer, by type. */
const struct tti_rule *tti_rule_of_tele(uint8_t number);

/* Of the switch layer, by type. */
const struct tti_rule *tti_rule_of_switch(uint8_t number);

/* Of the speedup layer. */
extern const struct tti_rule tti_rule_speedup;

/* Of a tune zone: a colour of its own. By value, as there is one for each of 255 zones. */
struct tti_rule tti_rule_of_tune(uint8_t zone);

#endif
