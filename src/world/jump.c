/* SPDX-License-Identifier: MIT
 *
 * Ways that no tee goes by itself.
 */
#include "teetape/world.h"

/* Beyond this no way of 2^32 ticks is by itself, and squares remain small enough. */
#define FAR ((int64_t)1 << 30)

int tt_tee_jumped(int64_t dx, int64_t dy, int64_t ticks, int asked)
{
    int64_t most = FAR;
    if (ticks <= FAR / TT_TEE_JUMP) {
        most = asked ? TT_TEE_ASKED_JUMP + TT_TEE_JUMP * (ticks - 1) : TT_TEE_JUMP * ticks;
    }
    return dx < -most || dx > most || dy < -most || dy > most || dx * dx + dy * dy > most * most;
}
