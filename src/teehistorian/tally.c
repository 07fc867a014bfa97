/* SPDX-License-Identifier: MIT
 *
 * The records that the fast path leaves to others, and moves that have no place in its table.
 */
#include "teehistorian/tally.h"

#include "base/square_root.h"

/* Heron's rule doubles the number of right digits: 17 bits and those of the square's root are a
 * start that two steps make exact to the last bit or two. The squares have 17 bits at most, so the
 * shifted one fits 64. */
#define BITS 17

/* The core has no C library and so no sqrt. Not for 0, which the table has. */
static double root(uint64_t square)
{
    double number = (double)square;
    double at = (double)tti_square_root(square << (2 * BITS), 32) / (1 << BITS);
    at = (at + number / at) / 2;
    return (at + number / at) / 2;
}

/* The axes are compared first: the squares of longer ones could overflow. */
double tti_th_tally_long_way(int64_t dx, int64_t dy)
{
    if (dx < -TT_TEE_JUMP || dx > TT_TEE_JUMP || dy < -TT_TEE_JUMP || dy > TT_TEE_JUMP ||
        dx * dx + dy * dy > TT_TEE_JUMP * TT_TEE_JUMP) {
        return 0;
    }
    return root((uint64_t)(dx * dx + dy * dy));
}

/* The client id is in range: the reader delivers no record with another one. */
void tti_th_tally_take(tt_th_tally *tally, const tt_th_event *event)
{
    if (event->kind == TT_TH_PLAYER_DIFF) {
        tti_th_tally_move(tally, (unsigned)event->cid, event->u.player_diff.dx,
                          event->u.player_diff.dy);
    } else if (event->kind == TT_TH_INPUT_DIFF) {
        tally->inputs[event->cid]++;
    } else if (event->kind == TT_TH_TICK_SKIP) {
        tally->tick_skips++;
    }
}
