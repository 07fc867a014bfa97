/* SPDX-License-Identifier: MIT
 *
 * Makes a demo out of a teehistorian recording: events in, snapshots and messages out.
 *
 *     tt_convert_init(&c);
 *     tt_th_next(&th, &event);                                // the header of the recording
 *     tt_th_history_follow(&history, &event, th.world);
 *     tt_convert_follow(&c, &event, th.world, &history);
 *     tt_convert_header(&c, &th.header, &demo_header);        // for tt_demo_write_header
 *     while (tt_th_next_tick(&th, &next) == TT_OK) {
 *         for (; tick < next; tick++)                         // from the first record's tick on
 *             tt_convert_write(&c, &writer, th.world, tick);  // the world is that of its end
 *         tt_th_next(&th, &event);
 *         tt_th_history_follow(&history, &event, th.world);
 *         tt_convert_follow(&c, &event, th.world, &history);
 *     }
 *     tt_convert_write(&c, &writer, th.world, tick);          // the last one
 *
 * A program that wants the snapshots and messages themselves, and no demo, takes in place of
 * tt_convert_write
 *
 *     tt_convert_tick(&c, th.world, tick);                    // c.snap, if c.is_due
 *     while (tt_convert_next_message(&c, &message)) ...
 *
 * With c.view the game opens the demo on a tee; else on the origin of the map, with a view that is
 * free.
 *
 * Ticks before the demo begins are for tt_convert_watch. The calls for the ticks have to come while
 * the world is still that of their end, which is before the first event of a later tick is taken
 * from the reader. Examples: examples/to_demo.c, and examples/map_demo.c with the map.
 *
 * Positions are those of the recording, at every tick. What a recording does not hold is derived by
 * rules that are stated in docs/demo.md with what they are worth, or it is left out. Secrets
 * (secret.h) are hidden, and rcon lines are never written.
 */
#ifndef TEETAPE_CONVERT_H
#define TEETAPE_CONVERT_H

#include "teetape/demo_write.h"
#include "teetape/map.h"
#include "teetape/snap_object.h"
#include "teetape/teehistorian_history.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Bytes of the messages of one tick; what does not fit is left out and counted. */
#define TT_CONVERT_MESSAGES ((size_t)16 << 10)

/** Weapons and their reload times: those of TT_WEAPON_HAMMER to TT_WEAPON_NINJA. */
#define TT_CONVERT_WEAPONS 6

/** The tunings that servers send: those of DDNet 16.4, the newest ones left out. */
#define TT_CONVERT_TUNINGS 45

/** How one client looks, from what was known of it before a tick. For the library. */
typedef struct tt_convert_look {
    /** @cond library */
    struct tt_obj_client_info info;
    int32_t input[TT_INPUT_INTS];
    int32_t input_tick; /**< of the last change, -1 before the first input */
    int32_t angle;      /**< of its aim, as in a Character */
    int32_t emote, emote_end;
    int32_t score;
    uint8_t in_game;   /**< it has entered the game */
    uint8_t spectates; /**< it asked to, the last time that it said something about it */
    uint8_t away;      /**< TT_DDNET_PLAYER_PAUSED or _SPEC, which it asked for */
    /** @endcond */
} tt_convert_look;

/** A hook, see src/convert/hook.c. For the library. */
typedef struct tt_convert_hook {
    /** @cond library */
    int32_t state, player; /**< TT_HOOK_*; the client id that it holds, or -1 */
    int32_t dx, dy, ticks;
    int64_t x, y;
    /** @endcond */
} tt_convert_hook;

/** A tee with what it carries and what was done to it, tick by tick: see src/convert/body.c. For
 * the library. */
typedef struct tt_convert_body {
    /** @cond library */
    int32_t was_x, was_y;       /**< where it was at the end of the tick before */
    int32_t before_x, before_y; /**< and a tick before that */
    int32_t input_tick;         /**< of the last input that it took, -1 for none */
    int32_t fire, next, prev;   /**< counters of keys, in that input */
    int32_t attack_tick, reload_end;
    int32_t freeze_left, freeze_start; /**< ticks that it remains frozen; tick in which it froze */
    int32_t ninja_start;               /**< tick in which it became a ninja */
    int32_t air_jumps;                 /**< since it was on ground */
    uint8_t jumped;                    /**< as in a Character */
    uint8_t armor;
    uint8_t owned;             /**< bit 1 << weapon */
    int8_t wanted;             /**< the weapon that the last input asked for, or -1 */
    int8_t weapon, wish, last; /**< in its hand; in its hand when it has reloaded, or -1; in its
                                  hand when it is no ninja any more */
    uint16_t state;            /**< set of TTI_BODY_* */
    tt_convert_hook hook;
    /** @endcond */
} tt_convert_body;

/** One client id. For the library. */
typedef struct tt_convert_client {
    /** @cond library */
    /** Servers take what clients send in a tick after they have made its snapshot: so an event
     * shows one tick later. `next` is right after `changed`, `shown` until its end. */
    tt_convert_look shown, next;
    int32_t changed;       /**< tick of the last change of `next`, -1 for none */
    int32_t moved, dx, dy; /**< tick of the last PLAYER_DIFF, and its way */
    int32_t stopped;       /**< 1: the way down or up ended at what looks like ground or ceiling; 2:
                              sidewards */
    int32_t born;          /**< tick in which the tee appeared, -1 for never */
    int32_t killed;        /**< tick in which it asked to die, -1 for none */
    int32_t dead, dead_x, dead_y; /**< tick in which it turned out that it died, and where */
    int32_t emoticon;             /**< tick of the last emoticon, -1 for none */
    int32_t marked;               /**< tick of the last finish, death or join, -1 for none */
    int32_t rank;                 /**< how many of the living tees are older */
    tt_convert_body body;
    uint32_t place, tee_place; /**< in the snapshot: of its first item, and of its tee */
    uint8_t parts;             /**< which items it has there */
    char name[TT_NAME_CAP];    /**< the last one that was known */
    /** @endcond */
} tt_convert_client;

/** On whom a view is. All of it is for the library, after TT_CONVERT_VIEW_NONE. */
typedef struct tt_convert_view {
    int32_t cid;  /**< the client, or -1 while nobody is in the demo */
    int32_t tick; /**< the last one in which it had a tee, or in which it was chosen */
} tt_convert_view;

/** A view that has not begun: an initializer. */
#define TT_CONVERT_VIEW_NONE                                                                       \
    {                                                                                              \
        -1, 0                                                                                      \
    }

/** A conversion, about 149 KiB. The first members are for the caller, the rest is for the library.
 *
 * Many demos of a recording, each with `only` a few clients in it, need not follow everybody each:
 * with `shared` they ask another conversion, which follows everything. They begin as copies of it.
 * Then it takes every tick before them, with tt_convert_watch, and every event after them; records
 * about tees that they do not show (PLAYER_DIFF, PLAYER_NEW, PLAYER_OLD, INPUT_DIFF, INPUT_NEW) may
 * be kept from them. So a demo costs what is in it, however many are made. */
typedef struct tt_convert {
    /* Set by the caller when it likes, after tt_convert_init. */
    uint8_t focus[TT_CIDS]; /**< 1: whose finishes, deaths and joins get markers */
    int has_focus;          /**< 0: the finishes of everybody get them */
    int only;               /**< 1: nobody but those in focus is in the demo */
    int show_secrets;       /**< 1: chat lines have what is secret in commands and reasons */
    const tt_map *map;      /**< loaded, and the one that was played; or NULL: then hooks, freezing
                               and what lies on the map are left out */
    int32_t local;          /**< through whose eyes it is seen; -1 for a demo of the server */
    int view;               /**< 1: the demo of the server opens on somebody in focus, else on
                               another player: then tt_convert_tick sets `local`; 0: a free view */
    int32_t every;          /**< a snapshot every this many ticks, 1 or 2; 1 at first */
    int32_t shift;          /**< is taken off ticks, when gaps are left out; grows only */
    const struct tt_convert *shared; /**< see above; NULL at first */

    /* Set by tt_convert_tick. */
    int is_due;           /**< 1: a snapshot belongs to this tick; 0: c->every leaves it out */
    tt_snap snap;         /**< the last snapshot; remains until the next call */
    tt_convert_view seen; /**< where `local` comes from when `view` is 1 */
    int marker;           /**< 1: something happened that is worth one */
    int32_t wake;         /**< from this tick on the snapshot may be another one without an event */
    int32_t unseen;       /**< 0 while something is seen; else the client whose eyes it is seen
                               through is absent, up to this tick if there is no event */

    uint64_t snapshots, messages, markers; /**< written by tt_convert_write */
    uint64_t left_out;                     /**< what could not be written */
    uint64_t nameless;                     /**< who entered the game without a known name */

    /** @cond library */
    int is_ddrace, has_ready, is_started, is_client, teams_due;
    int is_busy; /**< something may change in the next tick by itself */
    int32_t tick, keyframe, marker_tick, alive;
    int has_layout; /**< 1: the places of items in the snapshot are known */
    int32_t placed; /**< how many clients have items there */
    int32_t was_shift, was_local, was_view;
    int32_t cids; /**< one more than the highest client id of which anything is known */
    int was_only;
    int32_t wakes[TT_CIDS], tee_wakes[TT_CIDS]; /**< like `wake`: of a client, of its tee */
    int32_t body_tick; /**< the last one that bodies went through, -1 for none */
    int32_t freeze_ticks, hit_reload;
    int32_t afk_ticks;
    int32_t emoticon_delay;             /**< ticks */
    int32_t reload[TT_CONVERT_WEAPONS]; /**< ticks */
    int32_t tunings[TT_CONVERT_TUNINGS];
    int has_tunings;
    tt_uuid game_uuid;
    tt_convert_client client[TT_CIDS];
    int32_t queue_tick;
    size_t queued, taken;
    uint8_t queue[TT_CONVERT_MESSAGES];
    tt_snap_types types;
    tt_snap_space space;
    /** @endcond */
} tt_convert;

/** Nothing known. The caller places it. */
TT_API void tt_convert_init(tt_convert *c);

/** Takes the header of the recording, and fills the one of the demo: version 6 (5 when the
 * recording does not have the SHA-256 of its map), no map in it, and no length. When c->local is a
 * client now, it is the demo of a client: then ticks in which c->local is not in the game are left
 * out. */
TT_API void tt_convert_header(tt_convert *c, const tt_th_header *recording, tt_demo_header *demo);

/** Takes the next event; `world` and `history` are those after it. What happened before the demo
 * begins has to be taken too, as far back as possible: else weapons and inputs are not known at
 * first. */
TT_API void tt_convert_follow(tt_convert *c, const tt_th_event *event, const tt_world *world,
                              const tt_th_history *history);

/** The next tick begins a demo, also when ticks were made before: the snapshot is made anew, the
 * messages say what is otherwise sent only when it changes, and snapshots, messages, markers and
 * left_out count from 0. For a demo that begins while another one goes on, in a copy of its
 * conversion. */
TT_API void tt_convert_begin(tt_convert *c);

/** Makes the snapshot of `tick`: `world` is that of its end, and all events up to there were
 * followed. Ticks grow; they may be left out. TT_ERR_SNAP_FULL when not all of it found room: then
 * c->snap is what did. */
TT_API tt_status tt_convert_tick(tt_convert *c, const tt_world *world, int32_t tick);

/** A tick before the demo begins, in place of tt_convert_tick: what goes on in it, and no snapshot.
 * Where ticks are left out, weapons, hooks and freezing are not known at first. */
TT_API void tt_convert_watch(tt_convert *c, const tt_world *world, int32_t tick);

/** Whether something happened to the client in the tick of the last tt_convert_tick that is worth a
 * marker, whichever client is in focus: it joined, died or finished. */
TT_API int tt_convert_marks(const tt_convert *c, int32_t cid);

/** On whom the view of another demo is at the tick of the last tt_convert_tick, which shows the
 * same but is about `whom` (-1 for nobody): a client id, or -1 when nobody is there. Call it for
 * every tick; `view` begins as TT_CONVERT_VIEW_NONE. */
TT_API int32_t tt_convert_see(const tt_convert *c, const tt_world *world, tt_convert_view *view,
                              int32_t whom);

/** The last snapshot with the view on `cid` in place of c->local, -1 for a free one. All deltas
 * between snapshots of `c` hold between those as well, as long as neither `cid` nor c->local
 * changes: deltas are differences. `space` is the memory of `*snap`. */
TT_API void tt_convert_seen_by(const tt_convert *c, int32_t cid, tt_snap_space *space,
                               tt_snap *snap);

/** The next message that belongs after the snapshot of the last tt_convert_tick: 1, or 0 when
 * there is none left. Valid until the next call. */
TT_API int tt_convert_next_message(tt_convert *c, tt_bytes *message);

/** The first part of tt_convert_write after tt_convert_tick: the snapshot. For demos that share it.
 */
TT_API tt_status tt_convert_write_snapshot(tt_convert *c, tt_demo_writer *writer);

/** The second part: the messages and the marker. */
TT_API tt_status tt_convert_write_messages(tt_convert *c, tt_demo_writer *writer);

/** tt_convert_tick, and all that comes of it to a writer, at `tick` - c->shift: the snapshot,
 * unless c->every leaves it out, the messages, a marker. TT_OK, or TT_ERR_DEMO_PUT; whatever else a
 * writer refuses is counted in c->left_out. */
TT_API tt_status tt_convert_write(tt_convert *c, tt_demo_writer *writer, const tt_world *world,
                                  int32_t tick);

#ifdef __cplusplus
}
#endif

#endif
