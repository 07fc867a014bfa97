/* SPDX-License-Identifier: MIT
 *
 * Adds records to a tally: how often each client moved and pressed keys, and how far its tee went.
 * The fast readers give no events for these records, so they call this in their loops.
 */
#ifndef TTI_TEEHISTORIAN_TALLY_H
#define TTI_TEEHISTORIAN_TALLY_H

#include "base/mem.h"
#include "teetape/game.h"
#include "teetape/teehistorian.h"

/* Returns the square root of 0 to TT_TEE_JUMP squared, rounded as IEEE 754 requires. The core has
 * no C library and so no sqrt. Half the exponent is a first guess that is 6 % off. Three steps of
 * Heron's method leave an error below 2^-40. The last step needs the exact difference of the
 * squares, so it splits the root into two parts whose products are exact. A test compares all
 * results with sqrt. */
static inline double tti_th_root_plain(int32_t square)
{
    double number = square, at;
    uint64_t bits;
    tti_copy(&bits, &number, sizeof bits);
    bits = bits / 2 + (UINT64_C(1023) << 51);
    tti_copy(&at, &bits, sizeof at);
    for (int i = 0; i < 3; i++) {
        at = (at + number / at) / 2;
    }
    double high = (double)(float)at, low = at - high;
    double left = number - high * high - 2 * high * low - low * low;
    return square != 0 ? at + left / (2 * at) : 0;
}

#if defined(__SSE2__) && !defined(TTI_NO_SSE2)
#include "teehistorian/root_sse2.h"
#define tti_th_root tti_th_root_sse2
#else
#define tti_th_root tti_th_root_plain
#endif

/* Returns the length of a move, 0 for a teleport, because the tee did not move that far. Comparing
 * the axes first keeps the squares from overflowing. */
static inline double tti_th_tally_way(int32_t dx, int32_t dy)
{
    if ((uint32_t)dx + TT_TEE_JUMP > 2 * TT_TEE_JUMP ||
        (uint32_t)dy + TT_TEE_JUMP > 2 * TT_TEE_JUMP) {
        return 0;
    }
    int32_t square = dx * dx + dy * dy;
    return square <= TT_TEE_JUMP * TT_TEE_JUMP ? tti_th_root(square) : 0;
}

/* Adds a move. The caller checks the client id. Lengths are added in the order of records, so that
 * the fast loop and the general path give the same sum to the last bit. */
static inline void tti_th_tally_move(tt_th_tally *tally, unsigned cid, int32_t dx, int32_t dy)
{
    tally->moves[cid]++;
    if (!tally->no_ways) {
        tally->way[cid] += tti_th_tally_way(dx, dy);
    }
}

/* Adds a record that the general reader took. */
static inline void tti_th_tally_take(tt_th_tally *tally, const tt_th_event *event)
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

#endif
