/* SPDX-License-Identifier: MIT
 *
 * The steps of tt_convert_write, and conversions that share one recording: for libteetape-io and
 * the room draw.
 *
 *     tti_convert_tick(&c, &world, tick);                     // c.snap, if c.is_due
 *     while (tti_convert_next_message(&c, &message)) ...
 *
 * Ticks before the demo begins are given to tti_convert_watch.
 *
 * All demos of a recording are copies of one conversion, which owns the game (tt_convert_physics)
 * and gets every event and every tick first.
 *
 * When many demos of a recording show only a few clients each (`only`), not every conversion needs
 * to follow all clients. With `shared` a conversion asks another one, which follows everything, and
 * of which it began as a copy. It then takes every tick before its demo with tti_convert_watch, and
 * every event after the copy. Records about tees that it does not show (PLAYER_DIFF, PLAYER_NEW,
 * PLAYER_OLD, INPUT_DIFF, INPUT_NEW) need not be given to it. So a demo costs only what is in it,
 * however many demos are made.
 */
#ifndef TTI_CONVERT_CONVERT_H
#define TTI_CONVERT_CONVERT_H

#include "base/opaque.h"
#include "base/private_api.h"
#include "teetape/convert.h"
#include "teetape/input.h"

/* Most bytes of the messages of one tick. Messages beyond them are left out and counted in
 * `left_out`. */
#define TTI_CONVERT_MESSAGES ((size_t)16 << 10)

/* Number of tunings that a conversion sends: those of DDNet 16.4. Later ones are not sent. */
#define TTI_CONVERT_TUNINGS 45

/* The look of a client before a tick. */
typedef struct tti_convert_look {
    struct tt_obj_client_info info;
    tt_input input;
    int32_t input_tick; /* tick of the last input that shows that somebody plays, -1 for none */
    bool has_input;     /* true after the first input */
    int32_t emote, emote_end; /* eyes of pain or of an emoticon, and their last tick */
    int32_t mood, mood_end;   /* eyes that the player chose with /emote, and their last tick */
    int32_t score;
    int32_t auth_level;
    uint8_t in_game;   /* 1: the client has entered the game */
    uint8_t spectates; /* 1: the client's last wish was to spectate, and not to play */
} tti_convert_look;

typedef struct tti_convert_client {
    /* The snapshot of a tick does not show the events of that tick, because a server makes the
     * snapshot first. `next` is the look after the events of tick `changed`, `shown` the look
     * before them. */
    tti_convert_look shown, next;
    int32_t changed;              /* tick of the last change of `next`, -1 for none */
    int32_t moved, dx, dy;        /* tick and movement of the last PLAYER_DIFF */
    int32_t born;                 /* tick in which the tee appeared, -1 for never */
    int32_t killed;               /* tick in which the client asked to die, -1 for none */
    int32_t dead, dead_x, dead_y; /* tick and position of the last death */
    int32_t emoticon;             /* tick of the last emoticon, -1 for none */
    int32_t mood;                 /* tick of the last /emote, -1 for none */
    int32_t marked;               /* tick of the last finish, death or join, -1 for none */
    int32_t rank;                 /* number of living tees that are older */
    int32_t hurt;                 /* tick in which something hit the tee last */
    int32_t spawned;              /* tick in which the tee came to life */
    uint8_t away; /* state of a player who is away: TT_DDNET_PLAYER_PAUSED, TT_DDNET_PLAYER_SPEC, or
                     0 */
    uint32_t place, tee_place; /* offsets in the snapshot, in ints: the client's first item, and its
                                  Character */
    uint8_t parts;             /* bit set of the items that the client has in the snapshot */
    char name[TT_NAME_CAP];    /* last known name of the client */
} tti_convert_client;

/* The client that a view follows. */
typedef struct tti_convert_view {
    int32_t cid;  /* the client id, or -1 while nobody is in the demo */
    int32_t tick; /* last tick in which the client had a tee, or in which the view chose it */
} tti_convert_view;

/* Initializer of a view that follows nobody yet. */
#define TTI_CONVERT_VIEW_NONE                                                                      \
    {                                                                                              \
        -1, 0                                                                                      \
    }

/* tt_convert_options explains the members up to `shift`. They may be set at any time, `is_client`
 * before tt_convert_header. */
typedef struct tti_convert {
    uint8_t focus[TT_CIDS];
    bool has_focus;
    bool only;
    bool show_secrets;
    bool no_note;
    bool is_client;
    bool view;     /* true: tti_convert_tick sets `local` in a demo of the server */
    int32_t local; /* client id of the demo's player; -1 for none */
    int32_t every; /* ticks from one snapshot to the next: 1 or 2; 1 at first */
    int32_t shift;
    int32_t race_start; /* tick of the demo from which its clock counts; 0 at first */
    /* true: the movement of a tee is that of its tick; false: as from servers since 17.4, it may be
     * that of an older tick, from which clients compute the present one */
    bool current;
    const struct tti_convert *shared; /* the conversion of all clients to copy from, or NULL */

    /* tti_convert_tick sets the members up to `unseen`. */
    bool is_due;           /* true: this tick gets a snapshot */
    tt_snap snap;          /* the snapshot that was made last */
    tti_convert_view seen; /* the client that `local` follows when `view` is true */
    bool marker;           /* true: an event of this tick gets a marker */
    int32_t wake;          /* first tick in which the snapshot may change without an event */
    int32_t unseen;        /* 0 while the snapshot shows the player of the view. Otherwise the first
                              tick in which the absent player may appear without an event */

    uint64_t snapshots, messages, markers, left_out, nameless; /* for tt_convert_view */

    bool is_ddrace, has_ready, is_started, teams_due, is_cut;
    int32_t state_tick; /* tick of the state with which a cut begins; -1 otherwise */
    int32_t tick, keyframe, marker_tick, alive;
    bool has_layout; /* true: the offsets of all items in the snapshot are known, so that they can
                        be written over */
    int32_t placed;  /* number of clients with items in the snapshot */
    int32_t built;   /* tick in which the snapshot was built and not written over */
    uint32_t state_place, things_place; /* offsets in the snapshot, in ints: items of the game's
                                           state, and of shots and entities */
    int32_t was_shift, was_local, was_view;
    int32_t cids; /* one more than the highest client id that occurred */
    bool was_only;
    int32_t wakes[TT_CIDS], tee_wakes[TT_CIDS]; /* the first tick in which the items of a client,
                                                   or of its tee, can change without an event */
    int32_t looked;                /* last tick of the game that tti_convert_watch has looked at, -1
                                      for none */
    struct tti_convert_game *game; /* the game in the memory of tt_convert_physics; NULL: none */
    int32_t afk_ticks;
    bool needs_change;      /* true: the first input alone does not show that somebody is there */
    int32_t emoticon_delay; /* ticks between two emoticons that the server accepts */
    int32_t tunings[TTI_CONVERT_TUNINGS];
    bool has_tunings;
    tt_uuid game_uuid;
    tti_convert_client client[TT_CIDS];
    int32_t queue_tick;
    size_t queued, taken;
    size_t early; /* bytes of the queued messages that go before the snapshot */
    uint8_t queue[TTI_CONVERT_MESSAGES];
    tt_snap_types types;
    tt_snap_space space;
} tti_convert;

TTI_OPAQUE(convert)

/* The beginnings of the two chat lines that call a demo a reconstruction. A scene recognizes the
 * lines by them. */
#define TTI_CONVERT_NOTE "Reconstructed by teetape "
#define TTI_CONVERT_NOTE_MORE "Positions are exact; "

/* Names the inputs that counted late (follow/replay.h). Call it after tt_convert_physics. `hints`
 * must last as long as the conversion. */
struct tti_hint;
TT_PRIVATE_API void tti_convert_hints(tti_convert *c, const struct tti_hint *hints, size_t count);

/* Makes the next tick the first one of a demo, even after earlier ticks. The snapshot is built
 * anew, messages that are otherwise sent only on a change are repeated, and the counts start from
 * 0. For a demo that begins while another one goes on, call it on a copy of the conversion. */
TT_PRIVATE_API void tti_convert_begin(tti_convert *c);

/* Makes the snapshot of `tick`. `world` is the world at its end, and all events up to there must
 * have been followed. Ticks must rise, and some may be left out. Returns TT_ERR_SNAP_FULL when some
 * items found no room; c->snap has the others. */
TT_PRIVATE_API tt_status tti_convert_tick(tti_convert *c, const tt_world *world, int32_t tick);

/* Computes the game up to the end of `tick`, whose events must have all been taken, and wakes the
 * tees that changed since the last call. Does nothing without a game. tti_convert_tick calls it;
 * for a tick before the demo begins it is called alone, and no snapshot is made. */
TT_PRIVATE_API void tti_convert_watch(tti_convert *c, int32_t tick);

/* Gives an event only to the game, if this conversion owns one. Call it for events that
 * tt_convert_follow does not get. */
TT_PRIVATE_API void tti_convert_play(tti_convert *c, const tt_th_event *event,
                                     const tt_world *world);

/* Returns true when this client joined, died or finished in the tick of the last tti_convert_tick,
 * so that the tick deserves a marker. The focus does not matter. */
TT_PRIVATE_API bool tti_convert_marks(const tti_convert *c, int32_t cid);

/* Returns the client id that the view of another demo follows at the tick of the last
 * tti_convert_tick, or -1 when nobody is in it. The other demo has the same snapshots but is about
 * `whom` (-1 for nobody). Call it for every tick; `view` begins as TTI_CONVERT_VIEW_NONE. */
TT_PRIVATE_API int32_t tti_convert_see(const tti_convert *c, const tt_world *world,
                                       tti_convert_view *view, int32_t whom);

/* Gives the last snapshot with the view on `cid` (-1: a free view) instead of c->local. A delta
 * between two snapshots of `c` also fits the two results if `cid` and c->local are the same for
 * both. `space` is the memory of `*snap`. */
TT_PRIVATE_API void tti_convert_seen_by(const tti_convert *c, int32_t cid, tt_snap_space *space,
                                        tt_snap *snap);

/* Writes the news of the game in this tick: the first part of tt_convert_write after
 * tti_convert_tick. A server sends them before the snapshot of the tick, and readers of demos take
 * the place of a death from the snapshot before. */
TT_PRIVATE_API tt_status tti_convert_write_news(tti_convert *c, tt_demo_writer *writer);

/* Writes the messages and the marker: the last part of tt_convert_write. */
TT_PRIVATE_API tt_status tti_convert_write_messages(tti_convert *c, tt_demo_writer *writer);

/* Writes the snapshot: the second part of tt_convert_write, for demos that share a conversion. */
TT_PRIVATE_API tt_status tti_convert_write_snapshot(tti_convert *c, tt_demo_writer *writer);

/* Gives the next message that belongs after the snapshot of the last tti_convert_tick. Returns
 * false when no message is left. The message is valid until the next call. */
bool tti_convert_next_message(tti_convert *c, tt_bytes *message);

#endif
