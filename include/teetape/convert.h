/* SPDX-License-Identifier: MIT
 *
 * Makes a demo out of a teehistorian recording: events in, snapshots and messages out.
 *
 *     tt_convert_init(&c);
 *     tt_th_next(&th, &event);                                // the header of the recording
 *     tt_th_history_follow(&history, &event, &world);
 *     tt_convert_follow(&c, &event, &world, &history);
 *     tt_convert_header(&c, tt_th_look(&th).header, &demo_header); // for tt_demo_write_header
 *     while (tt_th_next_tick(&th, &next) == TT_OK) {
 *         for (; tick < next; tick++)                         // from the first record's tick on
 *             tt_convert_write(&c, &writer, &world, tick);    // the world is that of its end
 *         tt_th_next(&th, &event);
 *         tt_th_history_follow(&history, &event, &world);
 *         tt_convert_follow(&c, &event, &world, &history);
 *     }
 *     tt_convert_write(&c, &writer, &world, tick);            // the last one
 *
 * With c.view the game opens the demo on a tee. Without it the game shows the origin of the map,
 * and the view is free.
 *
 * The world must be that of the end of a tick when tt_convert_write is called for the tick. The
 * call therefore comes before the reader gives the first event of a later tick. Examples:
 * examples/to_demo.c, and examples/map_demo.c with the map.
 *
 * Positions are those of the recording, at every tick. Other values are derived by the rules in
 * docs/demo.md, or they are left out. Secrets (secret.h) are hidden, and rcon lines are never
 * written.
 */
#ifndef TEETAPE_CONVERT_H
#define TEETAPE_CONVERT_H

#include "teetape/demo_write.h"
#include "teetape/snap_object.h"
#include "teetape/teehistorian_history.h"
#include "teetape/terrain.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Most bytes of the messages of one tick. Messages beyond them are left out and counted in
 * `left_out`. */
#define TT_CONVERT_MESSAGES ((size_t)16 << 10)

/** Number of tunings that a conversion sends: those of DDNet 16.4, without the newest ones. */
#define TT_CONVERT_TUNINGS 45

/** The look of a client before a tick. For the library. */
typedef struct tt_convert_look {
    /** @cond library */
    struct tt_obj_client_info info;
    int32_t input[TT_INPUT_INTS];
    int32_t input_tick; /**< tick of its last input that shows somebody is there, -1 for none */
    bool has_input;     /**< true after the first input */
    int32_t angle;      /**< angle of its aim, as in a Character */
    int32_t emote, emote_end;
    int32_t score;
    uint8_t in_game;   /**< 1: the client has entered the game */
    uint8_t spectates; /**< 1: the client asked last for the spectators, not for the game */
    /** @endcond */
} tt_convert_look;

/** The state of a client. For the library. */
typedef struct tt_convert_client {
    /** @cond library */
    /** The snapshot of a tick does not show the events of that tick, because a server makes the
     * snapshot first. `next` is the look after the events of tick `changed`, `shown` the look
     * before them. */
    tt_convert_look shown, next;
    int32_t changed;              /**< tick of the last change of `next`, -1 for none */
    int32_t moved, dx, dy;        /**< tick and movement of the last PLAYER_DIFF */
    int32_t born;                 /**< tick in which the tee appeared, -1 for never */
    int32_t killed;               /**< tick in which the client asked to die, -1 for none */
    int32_t dead, dead_x, dead_y; /**< tick and position of the last death */
    int32_t emoticon;             /**< tick of the last emoticon, -1 for none */
    int32_t marked;               /**< tick of the last finish, death or join, -1 for none */
    int32_t rank;                 /**< number of living tees that are older */
    int32_t hurt;                 /**< tick in which something hit the tee last */
    uint8_t away;                 /**< TT_DDNET_PLAYER_PAUSED or _SPEC, or 0 */
    uint32_t place, tee_place;    /**< places in the snapshot of the client's first item and of
                                     its Character */
    uint8_t parts;                /**< bit set of the items that the client has in the snapshot */
    char name[TT_NAME_CAP];       /**< last known name */
    /** @endcond */
} tt_convert_client;

/** The client that a view follows. TT_CONVERT_VIEW_NONE initializes it; its members are for the
 * library. */
typedef struct tt_convert_view {
    int32_t cid;  /**< the client id, or -1 while nobody is in the demo */
    int32_t tick; /**< last tick in which the client had a tee, or in which it was chosen */
} tt_convert_view;

/** Initializer of a tt_convert_view that follows nobody yet. */
#define TT_CONVERT_VIEW_NONE                                                                       \
    {                                                                                              \
        -1, 0                                                                                      \
    }

/** A conversion, about 135 KiB. The first members are for the caller, the rest is for the library.
 */
typedef struct tt_convert {
    /* The caller may set these at any time after tt_convert_init. */
    uint8_t focus[TT_CIDS]; /**< 1: finishes, deaths and joins of this client get markers */
    bool has_focus;         /**< false: the finishes of everybody get markers */
    bool only;              /**< true: only clients in focus are in the demo */
    bool show_secrets;      /**< true: secrets in commands and reasons remain in chat lines */
    int32_t local;          /**< client id of the demo's player; -1 for a demo of the server */
    bool view; /**< true: tt_convert_write sets `local`, so a demo of the server opens on a player
                 in focus, else on another player; false: a free view */
    int32_t every;                   /**< ticks from one snapshot to the next: 1 (the default) or
                                        2 */
    int32_t shift;                   /**< subtracted from ticks, to leave out gaps; may only grow */
    const struct tt_convert *shared; /**< for the library; NULL at first */

    /* tt_convert_write sets these. */
    bool is_due;          /**< true: this tick gets a snapshot; false: c->every leaves it out */
    tt_snap snap;         /**< the last snapshot; valid until the next call */
    tt_convert_view seen; /**< the client that `local` follows when `view` is true */
    bool marker;          /**< true: an event of this tick gets a marker */
    int32_t wake;         /**< first tick in which the snapshot may change without an event */
    int32_t unseen; /**< 0 while the snapshot shows the player of the view. Otherwise the first
                       tick in which the absent player may appear without an event */

    uint64_t snapshots, messages, markers; /**< counts of what tt_convert_write wrote */
    uint64_t left_out;                     /**< snapshots and messages that could not be written */
    uint64_t nameless;                     /**< clients who entered the game without a known name */

    /** @cond library */
    bool is_ddrace, has_ready, is_started, is_client, teams_due;
    int32_t tick, keyframe, marker_tick, alive;
    bool has_layout; /**< true: the positions of items in the snapshot are known */
    int32_t placed;  /**< number of clients with items in the snapshot */
    int32_t was_shift, was_local, was_view;
    int32_t cids; /**< one more than the highest client id that occurred */
    bool was_only;
    int32_t wakes[TT_CIDS], tee_wakes[TT_CIDS]; /**< the first tick in which the items of a
                                                   client, or of its tee, may change without an
                                                   event */
    int32_t looked;                /**< last tick of the game that was looked at, -1 for none */
    struct tti_convert_game *game; /**< in the memory of tt_convert_physics; NULL: none */
    int32_t afk_ticks;
    bool needs_change;      /**< true: the first input does not show that somebody is there */
    int32_t emoticon_delay; /**< in ticks */
    int32_t tunings[TT_CONVERT_TUNINGS];
    bool has_tunings;
    tt_uuid game_uuid;
    tt_convert_client client[TT_CIDS];
    int32_t queue_tick;
    size_t queued, taken;
    uint8_t queue[TT_CONVERT_MESSAGES];
    tt_snap_types types;
    tt_snap_space space;
    /** @endcond */
} tt_convert;

/** Initializes a conversion, which the caller places. */
TT_API void tt_convert_init(tt_convert *c);

/** Number of bytes that tt_convert_physics needs, with the terrain of the map or NULL: about 1 MB,
 * and two bytes a tile. */
TT_API size_t tt_convert_physics_size(const tt_terrain *terrain);

/** Lets the conversion compute the game along the recording: weapons, shots, and with the terrain
 * of the recording's map hooks, freezing, jumps and pickups. Without this call the conversion knows
 * none of them. To be called between tt_convert_init and tt_convert_header, and `c` must not move
 * from then on.
 *
 * `terrain` has all layers of the map; NULL: there is no map. `settings` are those of the map
 * (tt_map_design.settings), lines with a NUL after each; they are not needed afterwards. `memory`
 * has tt_convert_physics_size bytes with the alignment of malloc. Memory and layers must last as
 * long as the conversion and its copies. */
TT_API void tt_convert_physics(tt_convert *c, const tt_terrain *terrain, tt_bytes settings,
                               void *memory);

/** Takes the header of the recording, and fills the header of the demo: version 6 (5 when the
 * recording lacks the SHA-256 of its map), no map in it, and no length. When c->local is a client
 * now, the demo is one of a client, and ticks in which c->local is not in the game are left out. */
TT_API void tt_convert_header(tt_convert *c, const tt_th_header *recording, tt_demo_header *demo);

/** Takes the next event; `world` and `history` are those after it. Events before the demo begins
 * have to be taken too, as far back as possible; otherwise weapons and inputs are unknown at first.
 * */
TT_API void tt_convert_follow(tt_convert *c, const tt_th_event *event, const tt_world *world,
                              const tt_th_history *history);

/** Makes the snapshot of `tick`. Writes it (unless c->every leaves it out), the messages and a
 * marker at `tick` - c->shift. Returns TT_OK or TT_ERR_DEMO_PUT; c->left_out counts other
 * refusals of the writer. */
TT_API tt_status tt_convert_write(tt_convert *c, tt_demo_writer *writer, const tt_world *world,
                                  int32_t tick);

#ifdef __cplusplus
}
#endif

#endif
