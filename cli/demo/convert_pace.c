/* SPDX-License-Identifier: MIT
 *
 * Steps over ticks in which nothing happens.
 *
 * A recording has no record for ticks in which nothing changes; a demo needs some of them, or a
 * client would move tees over the silence. How many is decided here, after each tick.
 */
#include "cli/demo/convert_pace.h"

#define SECOND TT_TICKS_PER_SECOND
/* A silence of up to this many ticks keeps all of them; a longer one has a tick a second. */
#define QUIET_TICKS (5 * SECOND)
#define HOUR (3600 * SECOND) /* ticks; longer silences are left out unless --whole */

/* Whether a tee is there of a client whom the demo shows: --skip-idle leaves out what has none. */
static bool is_anybody_playing(const tt_convert *c, const tt_world *world)
{
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        if (world->tee[cid].alive && (!c->only || c->focus[cid])) {
            return true;
        }
    }
    return false;
}

/* --whole only changes what is longer than an hour; --skip-idle everything above a second. */
enum convert_gaps convert_gaps(const struct demo_options *options)
{
    if (options->skip_idle) {
        return CONVERT_IDLE_GOES;
    }
    return options->whole ? CONVERT_WHOLE : CONVERT_HOURS_GO;
}

/* From `wake` on the snapshot may change by itself (an eye closes, an emoticon ends), so silence
 * ends there, too. The last tick of a silence is always made: the game draws a tee between two
 * snapshots, and would move it slowly over the whole gap else. A gap keeps a second of ticks. */
int32_t convert_pace(tt_convert *c, const tt_world *world, int32_t tick, int64_t end,
                     enum convert_gaps gaps)
{
    /* Nobody looks: what has no snapshot is passed at once, up to the last tick, in which the world
     * is looked at again. */
    if (c->unseen != 0) {
        int64_t unseen = (end < c->unseen ? end : c->unseen) - tick - 1;
        return unseen > QUIET_TICKS ? (int32_t)unseen : 1;
    }
    int64_t quiet = (end < c->wake ? end : c->wake) - tick - 1;
    bool is_idle = gaps == CONVERT_IDLE_GOES && quiet > SECOND && !is_anybody_playing(c, world);
    /* A tick that --every leaves out has no snapshot yet, so the next one comes in any case. */
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
