/* SPDX-License-Identifier: MIT
 *
 * Keeps the world of world.h up to date with the events of a demo reader.
 *
 *     tt_demo_world_init(&follower, &world);
 *     while (tt_demo_next(&demo, &event) == TT_OK) {
 *         changes = tt_demo_world_follow(&follower, &demo, &event);
 *         ... // world.client, world.tee
 *     }
 *
 * Snapshots give clients, names, clans, countries, rcon levels (DDNet), and tees with position
 * and weapon. Messages give the DDRace teams, and in 0.7 the clients with their names. A demo
 * has no inputs. A demo of a client has only the tees that this client could see: `alive` says
 * that the tee is in the snapshot.
 *
 * In a demo a client exists from the first snapshot with its PlayerInfo or ClientInfo on, which
 * is when it enters the game. In a teehistorian file it exists from its connection on.
 *
 * Facts: docs/format/demo.md, docs/format/snap-objects.md. Example: examples/watch_demo.c.
 */
#ifndef TEETAPE_DEMO_WORLD_H
#define TEETAPE_DEMO_WORLD_H

#include "teetape/demo.h"
#include "teetape/server_message.h"
#include "teetape/snap_object.h"
#include "teetape/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Kinds of changes that an event makes to the world; bits of a sum. */
enum {
    TT_DEMO_WORLD_CLIENTS = 1, /**< a client came or left, or its name, clan, country, skin, rcon
                                  level or pause changed */
    TT_DEMO_WORLD_TEES = 2,    /**< a tee came, went, moved or changed its weapon */
    TT_DEMO_WORLD_TEAMS = 4,   /**< a client changed its DDRace team */
    TT_DEMO_WORLD_GAME = 8     /**< a pause of the whole game began or ended */
};

/** State of a demo that tt_world has no members for. Pointers in it remain valid as long as the
 * follower. */
typedef struct tt_demo_world_view {
    tt_dialect dialect;    /**< dialect of the snapshots: DDNET, or 7 */
    tt_protocol protocol;  /**< protocol of the messages */
    int32_t local;         /**< client id that the recording client steers, itself or its dummy; -1
                              for none, and while it is unknown */
    bool game_paused;      /**< true while the game is paused */
    const uint8_t *paused; /**< by client id: 1 while the client has paused or spectates (DDNet) */
    const int32_t *core_tick; /**< by client id: tick in which the position of the tee was true. It
                                 can be older than the snapshot, because servers leave the rest to
                                 the client's physics */
    const tt_skin *skin;      /**< by client id: the skin; zeros while it is unknown */
    const tt_sv_msg *message; /**< the decoded message of a MESSAGE; its kind is TT_SV_KINDS for
                                 undecodable messages and all system messages */
} tt_demo_world_view;

/** Size of a tt_demo_world in 64-bit words; the library checks at compile time that it suffices. */
#define TT_DEMO_WORLD_WORDS 1000

/** A follower, about 8 KiB; the caller places it. Its members are for the library. */
typedef struct tt_demo_world {
    uint64_t words[TT_DEMO_WORLD_WORDS]; /**< private to the library */
} tt_demo_world;

/** Initializes the follower and its world, without any client. `world` must remain valid. */
TT_API void tt_demo_world_init(tt_demo_world *follower, tt_world *world);

/** Takes the next event of `demo`, right after tt_demo_next gave it. The result is a sum of
 * TT_DEMO_WORLD_*. The reader must unpack snapshots and messages: what skip_snapshots or
 * skip_messages leave packed is missing in the world. After tt_demo_seek the world becomes right
 * with the next full snapshot, except DDRace teams and names of 0.7, which remain those of
 * before the seek. */
TT_API unsigned tt_demo_world_follow(tt_demo_world *follower, const tt_demo *demo,
                                     const tt_demo_event *event);

/** Returns the state of the demo after the last event that the follower took. */
TT_API tt_demo_world_view tt_demo_world_look(const tt_demo_world *follower);

#ifdef __cplusplus
}
#endif

#endif
