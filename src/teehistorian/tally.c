/* SPDX-License-Identifier: MIT
 *
 * The records that the fast path leaves to others, and roots for CPUs without SSE2.
 */
#include "teehistorian/tally.h"

#include "base/mem.h"

/* Half the exponent is a start that is 6 % off. Three steps of Heron's rule leave an error below
 * 2^-40. The last step splits the root into two parts whose products are exact, as it needs the
 * exact difference of the squares. A test compares all results with sqrt. */
double tti_th_root_plain(int32_t square)
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
