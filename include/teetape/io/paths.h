/* SPDX-License-Identifier: MIT
 *
 * Gathers where tees were in a recording: their paths with what happened on the way, and how often
 * they were where. teetape/draw_paths.h draws them.
 *
 *     tt_io_reading_options options = {.wants = TT_IO_PATHS_WANTS, .facts = TT_IO_PATHS_FACTS};
 *     tt_io_reading r;
 *     tt_io_paths paths = {.count = 0};
 *     if (tt_io_reading_open(&r, path, &options) && tt_io_paths_read(&paths, &r, &error))
 *         ... paths.path[i].places, paths.path[i].name ...
 *     tt_io_paths_free(&paths);
 *     tt_io_reading_close(&r);
 *
 * Span and player are those of the reading. Memory: about 16 bytes for each turn that a tee takes.
 *
 * These are paths of tees; paths of files are in path.h.
 */
#ifndef TEETAPE_IO_PATHS_H
#define TEETAPE_IO_PATHS_H

#include "teetape/draw_paths.h"
#include "teetape/io/reading.h"
#include "teetape/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What a reading has to be asked for. */
#define TT_IO_PATHS_WANTS (TT_WANT_TICKS | TT_WANT_FACTS)

/** The facts of it. */
#define TT_IO_PATHS_FACTS                                                                          \
    (TT_FACT_BIT(TT_FACT_DEATH) | TT_FACT_BIT(TT_FACT_KILL) | TT_FACT_BIT(TT_FACT_FINISH) |        \
     TT_FACT_BIT(TT_FACT_KILL_REQUEST) | TT_FACT_BIT(TT_FACT_COMMAND))

/** The way of the tee of a session. The last member is for the library. */
typedef struct tt_io_path {
    uint64_t session;             /**< of the recording */
    int32_t cid;                  /**< its client id */
    char name[TT_NAME_CAP];       /**< its last name; "" when it is not known */
    char first_name[TT_NAME_CAP]; /**< the one that it had before it changed it */
    tt_path_place *places;        /**< in the order of their ticks, as tt_path_filter leaves them */
    size_t count;                 /**< how many, at least 1 */
    /** @cond library */
    size_t room;
    /** @endcond */
} tt_io_path;

/** What happened to somebody at a place. */
typedef struct tt_io_path_mark {
    tt_mark_kind kind; /**< what */
    int32_t tick;      /**< when */
    int32_t x, y;      /**< world units */
    size_t path;       /**< to whom: an index of tt_io_paths.path */
} tt_io_path_mark;

/** Paths of one recording or more. All zero is none; the last member is for the library. */
typedef struct tt_io_paths {
    tt_io_path *path;      /**< in the order in which they begin; owned by this */
    size_t count;          /**< how many */
    tt_io_path_mark *mark; /**< in the order of the recording; owned by this */
    size_t mark_count;     /**< how many */
    int32_t left, top;     /**< least x and y of all places; 0 when there are none */
    int32_t right, bottom; /**< the greatest ones */
    /** @cond library */
    size_t path_room, mark_room;
    /** @endcond */
} tt_io_paths;

/** Reads a reading, which is open, to its end, and adds its paths to `paths`. False without memory:
 * TT_ERR_SYSTEM in *error, which may be NULL. Why the reading ended, the reading says. */
TT_IO_API bool tt_io_paths_read(tt_io_paths *paths, tt_io_reading *r, tt_io_error *error);

/** Frees everything. Twice is fine. */
TT_IO_API void tt_io_paths_free(tt_io_paths *paths);

/** What a heat map counts. */
typedef enum tt_io_heat_kind {
    TT_IO_HEAT_POSITIONS, /**< ticks that living tees were there */
    TT_IO_HEAT_DEATHS,    /**< deaths */
    TT_IO_HEAT_HOOKS,     /**< ticks that hooks held there */
    TT_IO_HEAT_KINDS      /**< how many kinds there are */
} tt_io_heat_kind;

/** How often something was in each cell of the world, of one recording or more. All zero, but for
 * `kind`, `cell` and `map`, is an empty one; the last members are for the library. */
typedef struct tt_io_heat {
    tt_io_heat_kind kind; /**< set by the caller: what is counted */
    int32_t cell;         /**< set by the caller: sides of a cell in world units; 0 for 32 */
    const tt_map *map;    /**< set by the caller: loaded, for hooks of teehistorian files, which are
                             derived; NULL: these have none */
    tt_heat heat;         /**< after tt_io_heat_end; `cells` is owned by this. No rows: nothing was
                             counted */
    /** @cond library */
    struct {
        int32_t x, y;
        uint64_t count;
    } * slots;
    size_t used, room; /* of slots, a power of two */
    uint32_t *cells;
    /** @endcond */
} tt_io_heat;

/** Reads a reading, which is open with what paths want, to its end, and counts. For hooks it wants
 * TT_SCENE_WANTS, wants_before and wants_everybody. False without memory, as tt_io_paths_read.
 * Memory: up to 64 bytes for each cell in which something was. */
TT_IO_API bool tt_io_heat_read(tt_io_heat *heat, tt_io_reading *r, tt_io_error *error);

/** Makes heat->heat of what was counted. Cells become larger by powers of two until there are at
 * most 2^24. False without memory. */
TT_IO_API bool tt_io_heat_end(tt_io_heat *heat, tt_io_error *error);

/** Frees everything. Twice is fine. */
TT_IO_API void tt_io_heat_free(tt_io_heat *heat);

#ifdef __cplusplus
}
#endif

#endif
