/* SPDX-License-Identifier: MIT
 *
 * Functions that the files of src/convert share.
 *
 * The way of a record through the room: tt_convert_follow (follow.c) takes events of a teehistorian
 * recording and changes how clients look (look.c, life.c) or queues messages (say.c). The events go
 * into the game, too, which computes what the recording does not hold (game.c). At the end of each
 * tick tti_convert_tick (tick.c) makes a snapshot if it can differ from the last one (snapshot.c,
 * view.c). Snapshot and messages then go to a writer of demos; src/draw takes them without a demo.
 *
 * TTI_NEVER stands for a tick that has not come. Most ticks here are those of the recording.
 * tti_demo_tick gives those of the demo, which are lower where gaps are left out.
 */
#ifndef TTI_CONVERT_PARTS_H
#define TTI_CONVERT_PARTS_H

#include "base/mem.h"
#include "convert/convert.h"
#include "schema/fields.h"
#include "teehistorian/record.h"
#include "teetape/server_message.h"

/* A tick before all ticks of a recording. */
#define TTI_NEVER (-1)

/* Most bytes of a chat line. Clients cut longer lines. The message that say.c packs must hold a
 * whole line. */
#define TTI_CHAT_MAX 255

/* look.c: tti_look_init sets the look of an unknown client, and tti_look_info takes the profile. */
void tti_look_init(tti_convert_look *look, int32_t cid);
void tti_look_info(tti_convert_look *look, int32_t cid, const tt_client *client,
                   const tti_th_profile *profile);

void tti_note_name(tti_convert *c, int32_t cid, const tt_world *world);

void tti_tee_appears(tti_convert *c, int32_t cid, int32_t tick);
void tti_tee_moves(tti_convert *c, const struct tt_th_player_diff *diff, int32_t tick);
void tti_tee_goes(tti_convert *c, int32_t cid, int32_t tick, const tt_world *world);

/* look.c: return the eyes for an emoticon, and for a word of /emote; -1 for an unknown word. */
int32_t tti_emote_of_emoticon(int32_t emoticon);
int32_t tti_emote_of_name(tt_bytes name);

tt_status tti_game_add(tti_convert *c, tt_snap_builder *b);

/* Returns how many ints of a UUID type the items of the recording's server have; without the game
 * those of 16.4. */
size_t tti_ddnet_ints(const tti_convert *c, tt_obj_kind kind);

/* say.c: these functions queue a message of `tick`. */
void tti_queue_kill(tti_convert *c, int32_t tick, int32_t cid, int32_t weapon);
void tti_queue_team_kill(tti_convert *c, int32_t tick, int32_t team, int32_t first);
void tti_queue_finish(tti_convert *c, int32_t tick, int32_t cid, int32_t ticks);
void tti_queue_emoticon(tti_convert *c, int32_t tick, int32_t cid, int32_t emoticon);
void tti_queue_tunings(tti_convert *c, int32_t tick);
void tti_queue_teams(tti_convert *c, int32_t tick, const tt_world *world);

/* say.c: moves the messages from the byte `from` of the queue on to its front. */
void tti_queue_put_first(tti_convert *c, size_t from);

void tti_say_begin(tti_convert *c, int32_t tick);
void tti_say_join(tti_convert *c, int32_t tick, int32_t cid);
void tti_say_leave(tti_convert *c, int32_t tick, int32_t cid, tt_bytes reason);
void tti_say_rename(tti_convert *c, int32_t tick, int32_t cid, const char *before);
void tti_say_team(tti_convert *c, int32_t tick, int32_t cid, int32_t team);
void tti_say_finish(tti_convert *c, int32_t tick, int32_t cid, int32_t team, int32_t ticks);

/* life.c: tti_finish shows the finish of a race by a message, a chat line and a marker.
 * tti_take_news takes the deaths and finishes that the game computed in this tick. */
void tti_finish(tti_convert *c, int32_t tick, int32_t cid, int32_t ticks);
void tti_take_news(tti_convert *c);

/* view.c: tti_view_tick sets c->local for c->tick. tti_view_is_empty returns true when the view has
 * no client. */
void tti_view_tick(tti_convert *c, const tt_world *world);
bool tti_view_is_empty(const tti_convert *c);

/* tick.c: copies a client from c->shared. */
void tti_share_take(tti_convert *c, int32_t cid);

tt_status tti_snapshot_make(tti_convert *c, const tt_world *world, int32_t tick);

static inline int32_t tti_lesser(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static inline int32_t tti_greater(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

/* Returns the tick `ticks`, 0 or more, after `tick`. The sum saturates, because a recording may
 * name any tick. */
static inline int32_t tti_later(int32_t tick, int32_t ticks)
{
    return tick < INT32_MAX - ticks ? tick + ticks : INT32_MAX;
}

/* Returns a tick of the demo, at least 0. An attack or a spawn may be in a gap that was left out,
 * but items have no negative ticks. */
static inline int32_t tti_demo_tick(const tti_convert *c, int32_t tick)
{
    return tick > c->shift ? tick - c->shift : 0;
}

/* Returns a tick of the demo, but special values such as NINJA_NEVER, which are 0 or less,
 * remain. */
static inline int32_t tti_demo_event(const tti_convert *c, int32_t tick)
{
    return tick > 0 ? tti_demo_tick(c, tick) : tick;
}

/* Returns the look that a snapshot of `tick` shows. Servers make the snapshot before they take
 * inputs, so a change shows in the next tick. */
static inline const tti_convert_look *tti_look_at(const tti_convert *c, int32_t cid, int32_t tick)
{
    const tti_convert_client *client = &c->client[cid];
    return client->changed == tick ? &client->shown : &client->next;
}

static inline bool tti_is_wanted(const tti_convert *c, int32_t cid)
{
    return !c->only || c->focus[cid];
}

/* Returns true when the client is in the snapshot. A living tee can outlast its client; then the
 * snapshot has both. */
static inline bool tti_is_shown(const tti_convert *c, const tt_world *world, int32_t cid,
                                const tti_convert_look *look)
{
    return tti_is_wanted(c, cid) && (world->tee[cid].alive || look->in_game);
}

/* Returns the first client of the demo from `cid` on, or TT_CIDS. Loads eight flags at a multiple
 * of 8. TT_CIDS is a multiple of 8, too, so no load passes the end. */
static inline int32_t tti_next_wanted(const tti_convert *c, int32_t cid)
{
    while (c->only && cid < TT_CIDS && !c->focus[cid]) {
        bool is_far = cid % 8 == 0 && tti_load_le64(c->focus + cid) == 0;
        cid += is_far ? 8 : 1;
    }
    return cid;
}

/* Notes a tick that deserves a marker. `marked` is set for every client, also out of focus, because
 * tti_convert_marks answers for all clients. */
static inline void tti_mark(tti_convert *c, int32_t cid, int32_t tick)
{
    c->client[cid].marked = tick;
    if (c->has_focus && c->focus[cid]) {
        c->marker_tick = tick;
    }
}

/* Says that the tee's items may change. This function only makes the time earlier, and snapshot.c
 * sets it later again. A client outside of the demo does not change c->wake. */
static inline void tti_wake_tee(tti_convert *c, int32_t cid, int32_t tick)
{
    c->tee_wakes[cid] = tick < c->tee_wakes[cid] ? tick : c->tee_wakes[cid];
    if (tick < c->wake && tti_is_wanted(c, cid)) {
        c->wake = tick;
    }
}

static inline void tti_wake(tti_convert *c, int32_t cid, int32_t tick)
{
    c->wakes[cid] = tick < c->wakes[cid] ? tick : c->wakes[cid];
    tti_wake_tee(c, cid, tick);
}

/* Returns one more than the highest client id. Clients from c->cids on are unknown. With c->shared
 * clients come without events, so all ids count. */
static inline int32_t tti_cids(const tti_convert *c)
{
    return c->shared != NULL ? TT_CIDS : c->cids;
}

/* Wakes every client when something concerns all items: the order by age, settings, events about no
 * tee. The time is linear in the client ids. */
static inline void tti_wake_all(tti_convert *c, int32_t tick)
{
    for (int32_t cid = 0; cid < tti_cids(c); cid++) {
        tti_wake(c, cid, tick);
    }
}

typedef struct tti_making {
    tti_convert *c;
    const tt_world *world;
    tt_snap_builder b; /* builds a new snapshot; unused when `place` is not NULL */
    int32_t *place; /* the next item to write over, in the snapshot before; NULL: a new snapshot is
                       built */
    int32_t tick;   /* tick of the recording for which items are made */
    int32_t events; /* number of events in the snapshot so far */
    int32_t wake;   /* tick in which the items change without an event */
    tt_status status;
} tti_making;

/* Keeps the first failure. Building goes on, so that the snapshot has all items that fit. */
static inline void tti_making_fail(tti_making *m, tt_status status)
{
    if (m->status == TT_OK) {
        m->status = status;
    }
}

/* Writes the ints of an item over those of the snapshot before, and moves to the next item. The
 * key, which is the first int, remains. */
static inline void tti_put_over(tti_making *m, const int32_t *ints, size_t size)
{
    tti_copy(m->place + 1, ints, size * sizeof *ints);
    m->place += 1 + size;
}

static inline void tti_put(tti_making *m, tt_obj_kind kind, int32_t id, const int32_t *ints,
                           size_t size)
{
    if (m->place != NULL) {
        tti_put_over(m, ints, size);
    } else {
        const tt_uuid *uuid = tti_obj_uuid(kind); /* an item that DDNet added has a UUID */
        tti_making_fail(
            m, uuid != NULL ? tt_snap_builder_add_uuid(&m->b, uuid, id, ints, size)
                            : tt_snap_builder_add(&m->b, tt_obj_type(kind)->type, id, ints, size));
    }
}

/* Says that the items may change at this tick. Code that derives an item from the time must call
 * this. */
static inline void tti_making_wake(tti_making *m, int32_t tick)
{
    if (tick > m->tick && tick < m->wake) {
        m->wake = tick;
    }
}

/* look.c: tti_eyes returns the eyes of a tee, and tti_is_afk if its client is away. */
int32_t tti_eyes(tti_making *m, int32_t cid, const tti_convert_look *look);
bool tti_is_afk(tti_making *m, const tti_convert_look *look);

void tti_add_viewer(tti_making *m);

/* things.c: tti_things_put_state adds the items of switches and of the map's best time, or writes
 * them over the old ones. tti_things_add adds shots, entities, pickups and events, which come last.
 * tti_things_put_over writes these over the old ones, and returns false when the items are others
 * than before, so that a new snapshot has to be built. */
void tti_things_put_state(tti_making *m);
/* Declares the types of all items that the game may have, in an order that does not depend on what
 * comes first. */
void tti_things_declare(tti_convert *c);
void tti_things_add(tti_making *m);
bool tti_things_put_over(tti_making *m);

/* Begins in the middle of a recording, without the events before. Takes everything that world and
 * history know. */
void tti_convert_resume(tti_convert *c, const tt_world *world, const tt_th_history *history,
                        tt_bytes packed);

#endif
