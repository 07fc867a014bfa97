/* SPDX-License-Identifier: MIT
 *
 * Gathers positions of tees in a recording: their paths with events, and heat maps.
 * teetape/draw_paths.h draws them.
 *
 * Span and player are those of the reading. Memory: about 16 bytes for each turn of a tee, and up
 * to 64 bytes for each cell of a heat map that is not empty.
 */
#ifndef READING_PATHS_H
#define READING_PATHS_H

#include "draw/paths.h"
#include "teetape/draw_paths.h"
#include "teetape/io/reading.h"
#include "teetape/scene.h"

/* Paths and heat maps need these wants and wants_states. Hooks also need TT_SCENE_WANTS,
 * wants_before and wants_everybody. */
#define TTI_PATHS_WANTS (TT_WANT_TICKS | TT_WANT_FACTS)
#define TTI_PATHS_FACTS                                                                            \
    (TT_FACT_BIT(TT_FACT_DEATH) | TT_FACT_BIT(TT_FACT_KILL) | TT_FACT_BIT(TT_FACT_FINISH) |        \
     TT_FACT_BIT(TT_FACT_KILL_REQUEST) | TT_FACT_BIT(TT_FACT_COMMAND))

/* The path of one session's tee. */
struct tti_path {
    uint64_t session;
    size_t file;
    char name[TT_NAME_CAP]; /* the last name; "" when none is known */
    char first_name[TT_NAME_CAP];
    tt_path_place *places; /* positions that tt_path_filter keeps, in the order of ticks */
    size_t count, room;    /* number of positions, at least 1, and number of those that fit */
};

struct tti_path_mark {
    tt_mark_kind kind;
    int32_t tick;
    int32_t x, y; /* position in world units */
    size_t path;  /* index of the path to which the mark belongs */
};

/* Paths of one recording or more. A zeroed struct has none. */
struct tti_paths {
    size_t file;           /* set by the caller: the number of the file that is read next */
    struct tti_path *path; /* paths in the order in which they begin */
    size_t count, path_room;
    struct tti_path_mark *mark; /* marks in the order of the recording */
    size_t mark_count, mark_room;
    int32_t left, top; /* least x and y of all places; 0 when there are none */
    int32_t right, bottom;
};

/* Reads to the end of an open reading, and adds its paths. Returns false without memory, with
 * TT_ERR_SYSTEM in *error. The reading has the reason of its end. */
bool tti_paths_read(struct tti_paths *paths, tt_io_reading *r, tt_io_error *error);
void tti_paths_free(struct tti_paths *paths);

/* Goes to the first record of the span of a teehistorian file. When nothing is recorded at the
 * first tick of the span, the tees are still those of the tick before: the reading's item becomes
 * this tick, and the result is true. A demo and a recording whose names are learned while it is
 * read are not moved. */
bool tti_paths_begins_silent(tt_io_reading *r);

/* Widens the box of the places by one; the first place begins it. */
void tti_paths_widen(struct tti_paths *paths, int32_t x, int32_t y, bool is_first);

enum tti_heat_kind {
    TTI_HEAT_POSITIONS, /* counts ticks with a living tee in the cell */
    TTI_HEAT_DEATHS,
    TTI_HEAT_HOOKS, /* counts ticks with a hook that held in the cell */
    TTI_HEAT_KINDS
};

/* Counts how often something was in each cell of the world, over one recording or more. The caller
 * sets three members and leaves the rest zero. */
struct tti_heat {
    enum tti_heat_kind kind;       /* kind of the heat map, set by the caller */
    const tt_scene_options *stage; /* set by the caller for hooks */
    bool is_incomplete; /* set by the caller: a recording lacks some of what is counted */
    tt_heat heat;       /* filled by tti_heat_end; without rows when nothing was counted */
    struct {
        int32_t x, y;
        uint64_t count;
    } * slots;
    size_t used, room; /* slots in use, and all slots (a power of two) */
    uint32_t *cells;
};

/* Reads to the end of an open reading, and counts. Returns false like tti_paths_read. */
bool tti_heat_read(struct tti_heat *heat, tt_io_reading *r, tt_io_error *error);

/* Makes heat->heat from the counts. Cells become larger by powers of two until there are at most
 * 2^24. False without memory. */
bool tti_heat_end(struct tti_heat *heat, tt_io_error *error);
void tti_heat_free(struct tti_heat *heat);

#endif
