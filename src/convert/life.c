/* SPDX-License-Identifier: MIT
 *
 * Tees appear, move, and go. Recordings do not say that one died: it did when its client asked for
 * it, and it went or jumped right after that.
 *
 * PLAYER_NEW and PLAYER_OLD give the first and the last case. Where a tee dies and comes back
 * within a tick there is neither, only a PLAYER_DIFF that is too long.
 */
#include "base/mem.h"
#include "convert/body.h"
#include "convert/parts.h"

/* A tee whose speed changes by more, in units a tick, did not get there by moving, if it just asked
 * to die. Hooks, hammers and explosions give it less. It is far below TTI_MOVE_MAX: a spawn may be
 * near. */
#define RESPAWN_CHANGE 32

/* A kill shows in one of this many ticks after the wish: the wish may come after the world of its
 * tick was made. */
#define KILL_TICKS 2

/* What comes with a new tee shows in the same tick: a new tee has plain eyes and is not paused. */
static void reset_tee(tt_convert_look *look)
{
    look->emote_end = TTI_NEVER;
    look->away = 0;
}

/* All tees are counted, also those that are not in the demo: the order of hooks is among all. Every
 * younger one moves up, which shows in its DDNetCharacter, so all are woken. Linear in the client
 * ids. */
static void remove_rank(tt_convert *c, int32_t rank, int32_t tick)
{
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        if (c->client[cid].born >= 0 && c->client[cid].rank > rank) {
            c->client[cid].rank--;
        }
    }
    c->alive--;
    tti_wake_all(c, tick);
}

/* Where the client has a tee already, that one is gone: a respawn within a tick, or a gap in the
 * recording. The new one is the youngest. */
void tti_tee_appears(tt_convert *c, int32_t cid, int32_t tick)
{
    tt_convert_client *client = &c->client[cid];
    if (client->born >= 0) {
        remove_rank(c, client->rank, tick);
    }
    client->born = tick;
    client->rank = c->alive++;
    tti_wake_all(c, tick);
    client->moved = TTI_NEVER;
    client->killed = TTI_NEVER;
    tti_body_reset(&client->body);
    reset_tee(&client->shown);
    reset_tee(&client->next);
}

/* The tee of a client who asked for it died where it was. The wish is used up. The death is an
 * event of the snapshot, a kill message and a marker. */
static void die(tt_convert *c, int32_t cid, int32_t tick, int32_t x, int32_t y)
{
    tt_convert_client *client = &c->client[cid];
    client->killed = TTI_NEVER;
    client->dead = tick;
    client->dead_x = x;
    client->dead_y = y;
    tti_mark(c, cid, tick);
    if (tti_is_wanted(c, cid)) {
        tti_queue_kill(c, tick, cid);
    }
}

static int asked_to_die(const tt_convert_client *client, int32_t tick)
{
    return client->killed >= 0 && tick - client->killed <= KILL_TICKS;
}

/* In 64 bits, as a record may hold any two ints. */
static int is_far(int32_t a, int32_t b)
{
    int64_t way = (int64_t)a - b;
    return way > RESPAWN_CHANGE || way < -RESPAWN_CHANGE;
}

/* Tiles stop a tee in these places of a tile of 32 units: it is 28 wide, and half a unit is lost on
 * either side. A way that is shorter than the one before and ends there most likely ended at a
 * tile, and then the tee has no speed any more. */
#define TILE_SIZE 32
#define STOP_BEFORE 17
#define STOP_BEHIND 14

/* Upwards and to the left the way is below 0, and shorter means greater; one unit is left to
 * rounding. The mask is right below 0 too, where a remainder would not be. */
static int is_stopped(int32_t place, int32_t way, int32_t way_before)
{
    int32_t in_tile = place & (TILE_SIZE - 1);
    if (way > 0) {
        return in_tile == STOP_BEFORE && way_before > way;
    }
    return way < 0 && in_tile == STOP_BEHIND && way_before < (int64_t)way - 1;
}

/* Respawns within a tick leave nothing but a jump: against the way of the tick before, so that a
 * fast tee that goes on as fast is none. The place of the death is where the tee was, which may
 * wrap around as the record's own sum does. `moved` remains "never" for the new tee, so it has no
 * velocity in this tick. */
void tti_tee_moves(tt_convert *c, const struct tt_th_player_diff *diff, int32_t tick)
{
    tt_convert_client *client = &c->client[diff->cid];
    int was_moving = client->moved == tick - 1;
    int32_t dx = was_moving ? client->dx : 0, dy = was_moving ? client->dy : 0;
    int has_jumped = is_far(diff->dx, dx) || is_far(diff->dy, dy);
    /* the record's way leads back to where the tee was when it died */
    if (asked_to_die(client, tick) && has_jumped) {
        int64_t x = (int64_t)diff->x - diff->dx, y = (int64_t)diff->y - diff->dy;
        die(c, diff->cid, tick, tti_signed((uint32_t)x), tti_signed((uint32_t)y));
        tti_tee_appears(c, diff->cid, tick);
    } else {
        client->moved = tick;
        client->dx = diff->dx;
        client->dy = diff->dy;
        client->stopped = (is_stopped(diff->x, diff->dx, dx) ? TTI_STOPPED_X : 0) |
                          (is_stopped(diff->y, diff->dy, dy) ? TTI_STOPPED_Y : 0);
    }
}

/* A tee that goes without the wish to die most likely did die, by a tile or a shot, or its client
 * left or went to spectate: the recording does not say which, so no death is made up. The world
 * still has its last place. */
void tti_tee_goes(tt_convert *c, int32_t cid, int32_t tick, const tt_world *world)
{
    tt_convert_client *client = &c->client[cid];
    if (client->born >= 0) {
        remove_rank(c, client->rank, tick);
    }
    client->born = TTI_NEVER;
    if (asked_to_die(client, tick)) {
        die(c, cid, tick, world->tee[cid].x, world->tee[cid].y);
    }
}
