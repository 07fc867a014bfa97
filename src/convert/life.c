/* SPDX-License-Identifier: MIT
 *
 * Makes tees appear, move, and go. Recordings do not say that a tee died: it died if its client
 * asked for it and the tee went or jumped right after that.
 *
 * PLAYER_NEW and PLAYER_OLD show that a tee came or went. When a tee dies and comes back within one
 * tick, the recording has only a PLAYER_DIFF that is too long.
 */
#include "base/mem.h"
#include "convert/game.h"
#include "convert/parts.h"

/* A change of velocity above this, in units a tick, right after a wish to die is a respawn: hooks,
 * hammers and explosions change the velocity less. */
#define RESPAWN_CHANGE 32

/* Ticks for which a wish to die counts. It may be recorded after the places of its tick, so the
 * wish counts for two ticks. */
#define KILL_TICKS 2

/* The weapon of a kill message when the player wished to die. */
#define WEAPON_SELF (-2)

static void reset_tee(tti_convert_look *look)
{
    look->emote_end = TTI_NEVER;
}

/* Removes a tee from the order by age. Ranks count all tees, also those outside of the demo. The
 * ranks of younger tees change, and DDNetCharacter shows them, so all clients are woken. The time
 * is linear in the client ids. */
static void remove_rank(tti_convert *c, int32_t rank, int32_t tick)
{
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        if (c->client[cid].born >= 0 && c->client[cid].rank > rank) {
            c->client[cid].rank--;
        }
    }
    c->alive--;
    tti_wake_all(c, tick);
}

/* Handles a new tee. If the client has a tee already, that one is gone: it respawned within a tick,
 * or a gap hides its end. */
void tti_tee_appears(tti_convert *c, int32_t cid, int32_t tick)
{
    tti_convert_client *client = &c->client[cid];
    if (client->born >= 0) {
        remove_rank(c, client->rank, tick);
    }
    client->born = tick != c->state_tick ? tick : 0;
    client->rank = c->alive++;
    tti_wake_all(c, tick);
    client->moved = TTI_NEVER;
    client->killed = TTI_NEVER;
    client->hurt = 0;
    reset_tee(&client->shown);
    reset_tee(&client->next);
}

static void end_tee_life(tti_convert *c, int32_t cid, int32_t tick, int32_t x, int32_t y)
{
    tti_convert_client *client = &c->client[cid];
    client->killed = TTI_NEVER;
    client->dead = tick;
    client->dead_x = x;
    client->dead_y = y;
    tti_mark(c, cid, tick);
    if (tti_is_wanted(c, cid) && tti_game_shown(c) == NULL) {
        tti_queue_kill(c, tick, cid, WEAPON_SELF);
    }
}

static bool asked_to_die(const tti_convert_client *client, int32_t tick)
{
    return client->killed >= 0 && tick - client->killed <= KILL_TICKS;
}

/* Returns true for a change above RESPAWN_CHANGE. It is computed in 64 bits, because a record may
 * hold any two ints. */
static bool is_far(int32_t a, int32_t b)
{
    int64_t way = (int64_t)a - b;
    return way > RESPAWN_CHANGE || way < -RESPAWN_CHANGE;
}

/* Handles a move. A respawn within a tick is visible only as a jump that differs from the last
 * move. The place of the death is where the tee was. This place may wrap around, as the sum of the
 * record does. */
void tti_tee_moves(tti_convert *c, const struct tt_th_player_diff *diff, int32_t tick)
{
    tti_convert_client *client = &c->client[diff->cid];
    bool was_moving = client->moved == tick - 1;
    int32_t dx = was_moving ? client->dx : 0, dy = was_moving ? client->dy : 0;
    bool has_jumped = is_far(diff->dx, dx) || is_far(diff->dy, dy);
    if (asked_to_die(client, tick) && has_jumped) {
        int64_t x = (int64_t)diff->x - diff->dx, y = (int64_t)diff->y - diff->dy;
        end_tee_life(c, diff->cid, tick, tti_signed((uint32_t)x), tti_signed((uint32_t)y));
        tti_tee_appears(c, diff->cid, tick);
    } else {
        client->moved = tick;
        client->dx = diff->dx;
        client->dy = diff->dy;
    }
}

/* Handles the end of a tee. Without a wish to die the tee has not died. `world` still has its last
 * place. */
void tti_tee_goes(tti_convert *c, int32_t cid, int32_t tick, const tt_world *world)
{
    tti_convert_client *client = &c->client[cid];
    if (client->born >= 0) {
        remove_rank(c, client->rank, tick);
    }
    client->born = TTI_NEVER;
    if (asked_to_die(client, tick)) {
        end_tee_life(c, cid, tick, world->tee[cid].x, world->tee[cid].y);
    }
}

/* -- news ------------------------------------------------------------------------------------- */

void tti_finish(tti_convert *c, int32_t tick, int32_t cid, int32_t ticks)
{
    tti_mark(c, cid, tick);
    if (!c->has_focus) {
        c->marker_tick = tick;
    }
    if (tti_is_wanted(c, cid)) {
        tti_queue_finish(c, tick, cid, tti_greater(ticks, 0));
        tti_say_finish(c, tick, cid, 0, ticks);
    }
}

/* Handles a death or finish that the game computed. Recordings since minor version 8 have finishes,
 * which are right without the map, too. */
static void take_piece_of_news(tti_convert *c, const tti_news *news, bool has_finishes)
{
    if (news->kind == TTI_NEWS_TEAM_DEATH) {
        if (!c->only) {
            tti_queue_team_kill(c, c->tick, news->who, news->value);
        }
    } else if (news->kind == TTI_NEWS_DEATH) {
        if (tti_is_wanted(c, news->who)) {
            tti_queue_kill(c, c->tick, news->who, news->value);
        }
    } else if (!has_finishes) {
        tti_finish(c, c->tick, news->who, news->value);
    }
}

void tti_take_news(tti_convert *c)
{
    enum { MINOR_WITH_FINISHES = 8 };
    const struct tti_convert_game *game = tti_game_shown(c);
    if (game == NULL || game->news_tick != c->tick) {
        return;
    }
    size_t before = c->queue_tick == c->tick ? c->queued : 0;
    bool has_finishes = tti_game_rules(game)->minor >= MINOR_WITH_FINISHES;
    for (int32_t i = 0; i < game->news_count; i++) {
        take_piece_of_news(c, &game->news[i], has_finishes);
    }
    if (c->queue_tick == c->tick) {
        c->early = c->queued - before;
        tti_queue_put_first(c, before);
    }
}
