/* SPDX-License-Identifier: MIT
 *
 * The steps of tt_convert_write, and conversions that share one recording: for libteetape-io and
 * the room draw.
 *
 *     tti_convert_tick(&c, &world, tick);                     // c.snap, if c.is_due
 *     while (tti_convert_next_message(&c, &message)) ...
 *
 * Ticks before the demo begins are for tti_convert_watch.
 *
 * All demos of a recording are copies of one conversion, which owns the game (tt_convert_physics)
 * and gets every event and every tick first.
 *
 * Many demos of a recording, each with `only` a few clients in it, need not follow everybody each:
 * with `shared` they ask another conversion, which follows everything. They begin as copies of it.
 * Then it takes every tick before them, with tti_convert_watch, and every event after them; records
 * about tees that they do not show (PLAYER_DIFF, PLAYER_NEW, PLAYER_OLD, INPUT_DIFF, INPUT_NEW) may
 * be kept from them. So a demo costs what is in it, however many are made.
 */
#ifndef TTI_CONVERT_CONVERT_H
#define TTI_CONVERT_CONVERT_H

#include "base/private_api.h"
#include "teetape/convert.h"

/* Makes the next tick the first one of a demo, even when ticks were made before. The snapshot is
 * made anew, messages repeat what is otherwise sent only on a change, and the counts start from 0.
 * For a demo that begins while another one goes on, call it on a copy of the conversion. */
TT_PRIVATE_API void tti_convert_begin(tt_convert *c);

/* Makes the snapshot of `tick`; `world` is the world at its end, and all events up to there were
 * followed. Ticks must rise, and may be left out. TT_ERR_SNAP_FULL when some items found no room:
 * c->snap has the others. */
TT_PRIVATE_API tt_status tti_convert_tick(tt_convert *c, const tt_world *world, int32_t tick);

/* Takes the place of tti_convert_tick in a tick before the demo begins: follows the tick and makes
 * no snapshot. */
TT_PRIVATE_API void tti_convert_watch(tt_convert *c, int32_t tick);

/* Gives an event to the game alone, if this conversion owns one: for events that
 * tt_convert_follow does not get. */
TT_PRIVATE_API void tti_convert_play(tt_convert *c, const tt_th_event *event,
                                     const tt_world *world);

/* True when the tick of the last tti_convert_tick has a join, death or finish of this client, which
 * deserves a marker. The focus does not matter. */
TT_PRIVATE_API bool tti_convert_marks(const tt_convert *c, int32_t cid);

/* Returns the client id that the view of another demo follows at the tick of the last
 * tti_convert_tick, or -1 when nobody is there. The other demo shows the same but is about `whom`
 * (-1 for nobody). Call it for every tick; `view` begins as TT_CONVERT_VIEW_NONE. */
TT_PRIVATE_API int32_t tti_convert_see(const tt_convert *c, const tt_world *world,
                                       tt_convert_view *view, int32_t whom);

/* Gives the last snapshot with the view on `cid` instead of c->local; -1 for a free view. Deltas
 * between snapshots of `c` also hold between the results, while neither `cid` nor c->local changes.
 * `space` is the memory of `*snap`. */
TT_PRIVATE_API void tti_convert_seen_by(const tt_convert *c, int32_t cid, tt_snap_space *space,
                                        tt_snap *snap);

/* Writes the messages and the marker: the second part of tt_convert_write. */
TT_PRIVATE_API tt_status tti_convert_write_messages(tt_convert *c, tt_demo_writer *writer);

/* Writes the snapshot: the first part of tt_convert_write after tti_convert_tick, for demos that
 * share a conversion. */
TT_PRIVATE_API tt_status tti_convert_write_snapshot(tt_convert *c, tt_demo_writer *writer);

/* Gives the next message that belongs after the snapshot of the last tti_convert_tick: true, or
 * false when there is none left. Valid until the next call. */
bool tti_convert_next_message(tt_convert *c, tt_bytes *message);

#endif
