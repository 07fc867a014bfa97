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
 *             tt_convert_write(&c, &writer, &world, tick);    // of the end of `tick`
 *         tt_th_next(&th, &event);
 *         tt_th_history_follow(&history, &event, &world);
 *         tt_convert_follow(&c, &event, &world, &history);
 *     }
 *     tt_convert_write(&c, &writer, &world, tick);            // the last one
 *
 * With the option `view` the game opens the demo on a tee. Without it the game shows the origin of
 * the map, and the view is free.
 *
 * The world must be that of the end of a tick when tt_convert_write is called for the tick. The
 * call therefore comes before the reader gives the first event of a later tick. Examples:
 * examples/to_demo.c, and examples/map_demo.c with the map.
 *
 * Positions are those of the recording, at every tick. Other values are derived by the rules in
 * docs/demo.md, or they are left out. tt_convert_physics computes them. Secrets (secret.h) are
 * hidden; chat commands and rcon lines are never written.
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

/** Options say what a conversion shows. All zeros make a demo of the server with everybody in it.
 */
typedef struct tt_convert_options {
    uint8_t focus[TT_CIDS]; /**< 1: finishes, deaths and joins of this client get markers */
    bool has_focus;         /**< false: the finishes of everybody get markers */
    bool only;              /**< true: only clients in focus are in the demo */
    bool show_secrets;      /**< true: secrets in commands and reasons remain in chat lines */
    bool no_note;           /**< true: no chat lines say that the demo is a reconstruction */
    bool view;      /**< true: a demo of the server opens on a player in focus, else on another
                       player; false: a free view */
    bool is_client; /**< true: the demo is one of the client `local`; to be set before
                       tt_convert_header */
    int32_t local;  /**< with `is_client`: client id of the recording client; -1 while it is not in
                       the game */
    int32_t every;  /**< ticks from one snapshot to the next: 2, or 0 and 1 for each tick */
    int32_t shift;  /**< ticks to subtract from every tick, which leaves out gaps; may only grow */
} tt_convert_options;

/** Progress of a conversion, returned by tt_convert_look. */
typedef struct tt_convert_view {
    const tt_snap *snap; /**< the last snapshot; valid until the next call */
    bool is_due;         /**< true: the last tick got a snapshot; false: `every` leaves it out, or
                            the client of the demo is not there */
    int32_t local;       /**< client id that the snapshot is seen through; -1 for none */
    int32_t wake;        /**< first tick in which the snapshot may change without an event */
    uint64_t snapshots;  /**< number of snapshots that were written */
    uint64_t messages;   /**< number of messages that were written */
    uint64_t markers;    /**< number of markers that were written */
    uint64_t left_out;   /**< snapshots and messages that could not be written */
    uint64_t nameless;   /**< clients who entered the game without a known name */
} tt_convert_view;

/** Size of a tt_convert in 64-bit words; the library checks at compile time that it suffices. */
#define TT_CONVERT_WORDS 18000

/** A conversion, about 140 KiB; the caller places it. Its members are for the library. */
typedef struct tt_convert {
    uint64_t words[TT_CONVERT_WORDS]; /**< private to the library */
} tt_convert;

/** Initializes a conversion with zeros for options. */
TT_API void tt_convert_init(tt_convert *c);

/** Sets what is shown from the next tick on. The options are copied. */
TT_API void tt_convert_set(tt_convert *c, const tt_convert_options *options);

/** Returns the counts of what was written so far, and the last snapshot. */
TT_API tt_convert_view tt_convert_look(const tt_convert *c);

/** Number of bytes that tt_convert_physics needs, with the terrain of the map or NULL: about 1 MB,
 * and two bytes a tile. */
TT_API size_t tt_convert_physics_size(const tt_terrain *terrain);

/** Lets the conversion compute the game along the recording: weapons, and with the terrain of the
 * recording's map every item that the server's own demo has: hooks, freezing, shots, pickups.
 * Without this call the conversion knows none of them. To be called between tt_convert_init and
 * tt_convert_header, and `c` must not move from then on.
 *
 * `terrain` has all layers of the map; NULL: there is no map. `settings` are those of the map
 * (tt_map_design.settings), lines with a NUL after each; they are not needed afterwards. `memory`
 * has tt_convert_physics_size bytes with the alignment of malloc. Memory and layers must last as
 * long as the conversion and its copies. */
TT_API void tt_convert_physics(tt_convert *c, const tt_terrain *terrain, tt_bytes settings,
                               void *memory);

/** Takes the header of the recording, and fills the header of the demo: version 6 (5 when the
 * recording lacks the SHA-256 of its map), no map in it, and no length. With the
 * option `is_client` the demo is one of a client, and ticks in which the client is not in the game
 * are left out. */
TT_API void tt_convert_header(tt_convert *c, const tt_th_header *recording, tt_demo_header *demo);

/** Takes the next event; `world` and `history` have followed it already. Events before the demo
 * begins have to be taken too, as far back as possible. Without them weapons and inputs are unknown
 * at first. */
TT_API void tt_convert_follow(tt_convert *c, const tt_th_event *event, const tt_world *world,
                              const tt_th_history *history);

/** Makes the snapshot of `tick`. Writes it (unless `every` leaves it out), the messages and a
 * marker at `tick` - `shift`. Returns TT_OK or TT_ERR_DEMO_PUT; tt_convert_look counts other
 * refusals of the writer. */
TT_API tt_status tt_convert_write(tt_convert *c, tt_demo_writer *writer, const tt_world *world,
                                  int32_t tick);

#ifdef __cplusplus
}
#endif

#endif
