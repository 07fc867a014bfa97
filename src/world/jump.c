/* SPDX-License-Identifier: MIT
 *
 * Ways that no tee goes by itself. A recording has only positions; whether a tee was carried by a
 * teleporter or died and came back in the same tick is seen by the length of its way. Paths, heat
 * and tables break there.
 */
#include "teetape/world.h"

/* The bound does not grow above this, 2^30 units: maps are far smaller, and the squares of two ways
 * below it add up to 2^61, which fits. */
#define FAR ((int64_t)1 << 30)

/* A square is checked before the circle: beyond it the squares could overflow.
 *
 * When the client asked to be killed, a much shorter way counts in the one tick after that, because
 * the place where a tee comes back may be near. The other ticks have the usual bound. */
int tt_tee_jumped(int64_t dx, int64_t dy, int64_t ticks, int asked)
{
    int64_t most = FAR;
    if (ticks <= FAR / TT_TEE_JUMP) {
        most = asked ? TT_TEE_ASKED_JUMP + TT_TEE_JUMP * (ticks - 1) : TT_TEE_JUMP * ticks;
    }
    return dx < -most || dx > most || dy < -most || dy > most || dx * dx + dy * dy > most * most;
}
