/* SPDX-License-Identifier: MIT
 *
 * Computes the whole game of a teehistorian file from its inputs and commands, and compares each
 * place of a tee with the recorded one. docs/physics.md says what that proves.
 *
 *     tt_io_physics p;
 *     tt_io_reading r;
 *     const tt_io_reading_options how = {.wants = TT_WANT_RECORDS, .no_index = true};
 *     bool is_good = tt_io_reading_open(&r, path, &how) &&
 *                    tt_io_physics_open(&p, &r, path, NULL);
 *     while (is_good && tt_io_reading_next(&r))
 *         tt_io_physics_take(&p, &r);
 *     if (is_good && tt_io_physics_end(&p, &r))
 *         printf("%llu unexplained\n", (unsigned long long)p.all.unexplained);
 *     tt_io_physics_close(&p);
 *     tt_io_reading_close(&r);
 *
 * Error sentences name options in backquotes: `map`.
 */
#ifndef TEETAPE_IO_PHYSICS_H
#define TEETAPE_IO_PHYSICS_H

#include "teetape/io/reading.h"
#include "teetape/io/spans.h"
#include "teetape/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Counts of moves. A move is a tick in which the recording has a new place for a tee, or should
 * have one: it moves, it is born, or it dies. The four counts sum up to `moves`. */
typedef struct tt_io_physics_counts {
    uint64_t moves;       /**< all moves */
    uint64_t exact;       /**< moves that are computed as recorded */
    uint64_t explained;   /**< moves as recorded when one input counts a tick late */
    uint64_t unexplained; /**< moves that are computed otherwise; the tee is then put to the
                             recorded place */
    uint64_t unknown;     /**< moves after an unexplained one, until the state of the tee is
                             known again */
} tt_io_physics_counts;

/** The position of a tee, or its absence. */
typedef struct tt_io_physics_place {
    bool is_there; /**< false: there is no tee */
    int32_t x, y;  /**< position in world units */
} tt_io_physics_place;

/** An unexplained move, as on_miss receives it. */
typedef struct tt_io_physics_miss {
    uint64_t session;             /**< session of the player */
    int32_t tick;                 /**< tick of the move */
    int32_t cid;                  /**< client id of the player */
    const char *name;             /**< name of the player; "" when it is unknown */
    tt_io_physics_place recorded; /**< the place in the recording */
    tt_io_physics_place computed; /**< the place by the rules of the game */
} tt_io_physics_miss;

/** Counts of the moves in one session. */
typedef struct tt_io_physics_player {
    uint64_t session;            /**< number of the session, as tt_session has it */
    int32_t cid;                 /**< client id of the player */
    char name[TT_NAME_CAP];      /**< last name; "" when it is unknown */
    tt_io_physics_counts counts; /**< moves of the session */
} tt_io_physics_player;

/** Options. With zeros the map is looked for, and nothing is reported. Texts must remain valid. */
typedef struct tt_io_physics_options {
    const char *map;        /**< path of the map; NULL: it is looked for where the game keeps it */
    const char *data;       /**< the game's data folder, as in tt_io_studio_options */
    const tt_io_stop *stop; /**< ends the work early; may be NULL */
    tt_io_say_fn *on_say;   /**< receives errors and notes as they occur; may be NULL */
    /** Receives each unexplained move, in the order of ticks. May be NULL. */
    void (*on_miss)(void *user, const tt_io_physics_miss *miss);
    void *user; /**< handed to on_say and on_miss */
} tt_io_physics_options;

/** A computation. The caller places it and does not move it. The last member is for the library.
 */
typedef struct tt_io_physics {
    tt_io_error error;        /**< why tt_io_physics_open or tt_io_physics_end returned false */
    tt_io_physics_counts all; /**< moves of everybody so far */
    const tt_io_physics_player *players; /**< sessions in the order of their first moves */
    size_t count;                        /**< number of players */
    uint64_t finishes;                   /**< finishes of players in the recording so far */
    uint64_t finishes_exact;             /**< part of `finishes` that the rules give in the same
                                            tick, with the same time */
    bool is_tried;   /**< true: the rules were compared with recordings of this server's version */
    const char *map; /**< path of the map that is used */
    /** @cond library */
    struct tti_physics_job *inside;
    /** @endcond */
} tt_io_physics;

/** Begins with an open reading of a teehistorian file that has given no item. The reading needs
 * TT_WANT_RECORDS, all players, and no index. For a server before DDNet 19.4 the open reads the
 * file once more, which takes several times as long as the computation. A pipe is not read once
 * more. `path` is that of the reading; `options` may be NULL and is copied. False: TT_ERR_ARGUMENT
 * without the map, with a `map` that is another one, and for a demo, which holds no inputs;
 * TT_ERR_COMPRESSED_DATA for a damaged map; TT_ERR_SYSTEM. tt_io_physics_close has to be called
 * either way. */
TT_IO_API bool tt_io_physics_open(tt_io_physics *p, const tt_io_reading *r, const char *path,
                                  const tt_io_physics_options *options);

/** Takes an item of the reading. A tick is computed when the first item of a later one comes. The
 * time for a tick is bounded by the map. A silence in the recording is computed, too, unless it
 * lasts for more than an hour: after that moves are unknown until each tee is born again. */
TT_IO_API void tt_io_physics_take(tt_io_physics *p, const tt_io_reading *r);

/** Computes up to the last tick that was read, and completes the names. More items may follow.
 * False without memory for the players. */
TT_IO_API bool tt_io_physics_end(tt_io_physics *p, const tt_io_reading *r);

/** Frees everything. A second call is fine. */
TT_IO_API void tt_io_physics_close(tt_io_physics *p);

#ifdef __cplusplus
}
#endif

#endif
