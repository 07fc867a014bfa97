/* SPDX-License-Identifier: MIT
 *
 * What the files of this room know of each other.
 *
 * The way of a byte through the room: tt_convert_follow (follow.c) takes events of a teehistorian
 * recording and changes how clients look (look.c, life.c) or queues messages (queue.c, say.c). At
 * the end of each tick tt_convert_tick (tick.c) takes the bodies of tees through it (body.c and
 * what it calls), and makes a snapshot when one can differ (snapshot.c, items.c). write.c hands
 * both on to a writer of demos; src/draw takes them without a demo.
 *
 * A tick that is TTI_NEVER has not come. Most ticks here are those of the recording; tti_demo_tick
 * gives those of the demo, which are lower where gaps are left out.
 */
#ifndef TTI_CONVERT_PARTS_H
#define TTI_CONVERT_PARTS_H

#include "base/mem.h"
#include "teetape/convert.h"
#include "teetape/server_message.h"

/* A tick that is long before all others. No tick of a recording is below 0. */
#define TTI_NEVER (-1)

/* Bits of tt_convert_client.stopped: in which direction the last way most likely ended at a tile,
 * so that the velocity there is 0 and not the way. life.c finds it out, items.c asks for it. */
#define TTI_STOPPED_Y 1
#define TTI_STOPPED_X 2

/* Places in an input; those of TW6_PLAYER_INPUT in teetape/schema/snap_objects.def. */
enum {
    TTI_INPUT_DIRECTION,
    TTI_INPUT_TARGET_X,
    TTI_INPUT_TARGET_Y,
    TTI_INPUT_JUMP,
    TTI_INPUT_FIRE,
    TTI_INPUT_HOOK,
    TTI_INPUT_FLAGS,
    TTI_INPUT_WANTED_WEAPON,
    TTI_INPUT_NEXT_WEAPON,
    TTI_INPUT_PREV_WEAPON
};

/* Longest text of a chat line, in bytes; clients cut longer ones. It bounds the text of the message
 * that queue.c packs. */
#define TTI_CHAT_MAX 255

/* look.c: a client of which nothing is known; its input, with the angle of the aim; and what the
 * profile of a client says. */
void tti_look_init(tt_convert_look *look, int32_t cid);
void tti_look_input(tt_convert_look *look, const int32_t *input);
void tti_look_info(tt_convert_look *look, int32_t cid, const tt_client *client,
                   const tt_th_profile *profile);

/* look.c: keeps the last known name; the world forgets it when the client leaves. */
void tti_note_name(tt_convert *c, int32_t cid, const tt_world *world);

/* life.c: a tee appears, moves, goes. */
void tti_tee_appears(tt_convert *c, int32_t cid, int32_t tick);
void tti_tee_moves(tt_convert *c, const struct tt_th_player_diff *diff, int32_t tick);
void tti_tee_goes(tt_convert *c, int32_t cid, int32_t tick, const tt_world *world);

/* eyes.c: the eyes that go with an emoticon, and those of a chat command ("happy"); -1 for none. */
int32_t tti_emote_of_emoticon(int32_t emoticon);
int32_t tti_emote_of_name(tt_bytes name);

/* header.c: the rules of the game, as items of every snapshot. */
tt_status tti_game_add(tt_convert *c, tt_snap_builder *b);

/* queue.c: a message into the queue of `tick`. The text of a chat line is one of the caller; a
 * `cid` of -1 is the server. */
void tti_queue_chat(tt_convert *c, int32_t tick, int32_t cid, tt_bytes text);
void tti_queue_kill(tt_convert *c, int32_t tick, int32_t cid);
void tti_queue_emoticon(tt_convert *c, int32_t tick, int32_t cid, int32_t emoticon);
void tti_queue_tunings(tt_convert *c, int32_t tick);
void tti_queue_teams(tt_convert *c, int32_t tick, const tt_world *world);

/* How long the queue of `tick` is; and what is after such a place in it goes to its front. */
size_t tti_queue_size(const tt_convert *c, int32_t tick);
void tti_queue_put_first(tt_convert *c, size_t from);

/* say.c: chat lines. */
void tti_say_begin(tt_convert *c, int32_t tick);
void tti_say_join(tt_convert *c, int32_t tick, int32_t cid);
void tti_say_leave(tt_convert *c, int32_t tick, int32_t cid, tt_bytes reason);
void tti_say_rename(tt_convert *c, int32_t tick, int32_t cid, const char *before);
void tti_say_team(tt_convert *c, int32_t tick, int32_t cid, int32_t team);
void tti_say_finish(tt_convert *c, int32_t tick, int32_t cid, int32_t team, int32_t ticks);
void tti_say_command(tt_convert *c, int32_t tick, int32_t cid, tt_bytes name, tt_texts args);

/* view.c: sets c->local, on whom the view is in the tick c->tick; and whether there is a view
 * though nobody is in the demo. */
void tti_view_tick(tt_convert *c, const tt_world *world);
int tti_view_is_empty(const tt_convert *c);

/* tick.c, for a conversion with c->shared: whether it has to know of a client; takes what is known
 * of it there. */
int tti_share_wants(const tt_convert *c, int32_t cid);
void tti_share_take(tt_convert *c, int32_t cid);

/* snapshot.c: makes c->snap the one of `tick`, and c->wake what goes with it. */
tt_status tti_snapshot_make(tt_convert *c, const tt_world *world, int32_t tick);

static inline int32_t tti_lesser(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static inline int32_t tti_greater(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

/* This many ticks later, not less than 0 of them; time has an end. A recording may name any tick up
 * to INT32_MAX, so a plain sum could overflow. */
static inline int32_t tti_later(int32_t tick, int32_t ticks)
{
    return tick < INT32_MAX - ticks ? tick + ticks : INT32_MAX;
}

/* Ticks of a demo; those before its first one remain there. An attack or a spawn may lie in a gap
 * that was left out, and ticks below 0 are not valid in items. */
static inline int32_t tti_demo_tick(const tt_convert *c, int32_t tick)
{
    return tick > c->shift ? tick - c->shift : 0;
}

/* How a client looks in the snapshot of `tick`. Servers take what clients send after they have made
 * the snapshot: so a change in this tick is not seen until the next one. */
static inline const tt_convert_look *tti_look_at(const tt_convert *c, int32_t cid, int32_t tick)
{
    const tt_convert_client *client = &c->client[cid];
    return client->changed == tick ? &client->shown : &client->next;
}

/* Whether the client is in the demo at all. Messages and items of others are left out. */
static inline int tti_is_wanted(const tt_convert *c, int32_t cid)
{
    return !c->only || c->focus[cid];
}

/* Whether the client, which looks like this then, is in the snapshot: a tee can be there a little
 * longer than its client. */
static inline int tti_is_shown(const tt_convert *c, const tt_world *world, int32_t cid,
                               const tt_convert_look *look)
{
    return tti_is_wanted(c, cid) && (world->tee[cid].alive || look->in_game);
}

/* The first client id from `cid` on that is in the demo; TT_CIDS after the last one. With c->only
 * mostly few are: eight flags are looked at in one load, where `cid` is a multiple of 8. TT_CIDS is
 * one, so no load passes the end. */
static inline int32_t tti_next_wanted(const tt_convert *c, int32_t cid)
{
    while (c->only && cid < TT_CIDS && !c->focus[cid]) {
        int is_far = cid % 8 == 0 && tti_load_le64(c->focus + cid) == 0;
        cid += is_far ? 8 : 1;
    }
    return cid;
}

/* Something happened to the client that is worth a marker. `marked` is noted for every client, as
 * tt_convert_marks answers for clients that are not in focus. */
static inline void tti_mark(tt_convert *c, int32_t cid, int32_t tick)
{
    c->client[cid].marked = tick;
    if (c->has_focus && c->focus[cid]) {
        c->marker_tick = tick;
    }
}

/* The items of a tee may be others from this tick on; those of its player are not. The times only
 * go down here: snapshot.c raises them when it has made the items. One who is not in the demo
 * changes nothing in it, so c->wake remains. */
static inline void tti_wake_tee(tt_convert *c, int32_t cid, int32_t tick)
{
    c->tee_wakes[cid] = tick < c->tee_wakes[cid] ? tick : c->tee_wakes[cid];
    if (tick < c->wake && tti_is_wanted(c, cid)) {
        c->wake = tick;
    }
}

/* Something was changed from which items of a client come, so that they have to be made again: its
 * line of the scoreboard and its tee. */
static inline void tti_wake(tt_convert *c, int32_t cid, int32_t tick)
{
    c->wakes[cid] = tick < c->wakes[cid] ? tick : c->wakes[cid];
    tti_wake_tee(c, cid, tick);
}

/* The end of the client ids to go through. Nothing is known of clients from c->cids on, so they are
 * never woken; what is shared comes without events, so there c->cids says nothing. */
static inline int32_t tti_cids(const tt_convert *c)
{
    return c->shared != NULL ? TT_CIDS : c->cids;
}

/* For what is in the items of all: the order of tees by age, settings of the caller, and events
 * that are not about a tee. Linear in the client ids. */
static inline void tti_wake_all(tt_convert *c, int32_t tick)
{
    for (int32_t cid = 0; cid < tti_cids(c); cid++) {
        tti_wake(c, cid, tick);
    }
}

#endif
