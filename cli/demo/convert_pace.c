/* SPDX-License-Identifier: MIT
 *
 * Steps over ticks in which nothing happens.
 */
#include "cli/demo/convert_pace.h"

#define SECOND TT_TICKS_PER_SECOND
#define QUIET_TICKS (5 * SECOND)
#define HOUR (3600 * SECOND)

static bool is_anybody_playing(const tt_convert *c, const tt_world *world)
{
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        if (world->tee[cid].alive && (!c->only || c->focus[cid])) {
            return true;
        }
    }
    return false;
}

enum convert_gaps convert_gaps(const struct demo_options *options)
{
    if (options->skip_idle) {
        return CONVERT_IDLE_GOES;
    }
    return options->whole ? CONVERT_WHOLE : CONVERT_HOURS_GO;
}

int32_t convert_pace(tt_convert *c, const tt_world *world, int32_t tick, int64_t end,
                     enum convert_gaps gaps)
{
    if (c->unseen != 0) {
        int64_t unseen = (end < c->unseen ? end : c->unseen) - tick - 1;
        return unseen > QUIET_TICKS ? (int32_t)unseen : 1;
    }
    int64_t quiet = (end < c->wake ? end : c->wake) - tick - 1;
    bool is_idle = gaps == CONVERT_IDLE_GOES && quiet > SECOND && !is_anybody_playing(c, world);
    if (!c->is_due || quiet <= (is_idle ? SECOND : QUIET_TICKS)) {
        return 1;
    }
    /* the first quiet tick has been written */
    if (is_idle || (quiet >= HOUR && gaps != CONVERT_WHOLE)) {
        int32_t gone = (int32_t)(quiet - SECOND);
        c->shift += gone;
        return gone + 1;
    }
    return quiet > SECOND ? SECOND : (int32_t)quiet;
}
