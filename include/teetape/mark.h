/* SPDX-License-Identifier: MIT
 *
 * Marks: what people look for in a recording. Who came and went under which names, teams,
 * finishes, saves, rcon logins, deaths. An index keeps them, an archive is searched by them.
 *
 *     tt_th_marker_init(&marker, on_mark, user);
 *     while (tt_th_next_rare(&th, &event) == TT_OK) {
 *         tt_th_change change = tt_th_past_follow(&past, &event, th.world);
 *         tt_th_marker_follow(&marker, &event, th.world, &change);
 *     }
 *
 * Examples: examples/finishes.c, and examples/marks_by_index.c for those that an index has.
 */
#ifndef TEETAPE_MARK_H
#define TEETAPE_MARK_H

#include "teetape/teehistorian_past.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The rows: TT_MARK(NAME, name, doc). Numbers are stable, they stand in index files. */
typedef enum tt_mark_kind {
#define TT_MARK(NAME, name, doc) TT_MARK_##NAME,
#include "teetape/schema/marks.def"
    TT_MARK_KINDS /**< how many there are */
} tt_mark_kind;

/** Values of TT_MARK_LEAVE. */
typedef enum tt_mark_leave {
    TT_LEAVE_DROP,     /**< by a DROP */
    TT_LEAVE_REPLACED, /**< by another JOIN */
    TT_LEAVE_REMNANT   /**< the stay is none, see tt_th_change: its JOIN does not count either */
} tt_mark_leave;

/** One mark. */
typedef struct tt_mark {
    tt_mark_kind kind; /**< what it says */
    int32_t tick;      /**< absolute, 50 a second */
    int32_t cid;       /**< -1 when it is about no client */
    int32_t value;     /**< by kind, see the rows */
    uint64_t offset;   /**< of the record in the recording that told it */
    uint64_t session;  /**< TT_SESSION_NONE when it is about no client */
    tt_uuid uuid;      /**< by kind; else zeros */
    tt_bytes text;     /**< by kind; else empty. Valid during the call alone */
} tt_mark;

/** Receives marks in the order of the recording. */
typedef void tt_mark_fn(void *user, const tt_mark *mark);

/** Tells the marks. What it remembers is the world before the event, so a marker that goes on
 * somewhere tells what one would that was there from the start, but perhaps for a death. Fields are
 * for the library. */
typedef struct tt_th_marker {
    /** @cond library */
    tt_mark_fn *on_mark;
    void *user;
    struct tt_th_marker_slot {
        char name[TT_NAME_CAP];
        char clan[TT_NAME_CAP];
        int32_t team;
        uint8_t alive;
        uint8_t reserved[3];
    } slot[TT_CIDS];
    /** @endcond */
} tt_th_marker;

/** A marker at the start of a recording. */
TT_API void tt_th_marker_init(tt_th_marker *marker, tt_mark_fn *on_mark, void *user);

/** After tt_th_marker_init: goes on in the middle of a recording, where `world` is the state. What
 * is there already is not told again. Whose a tee is in a slot that was just taken over is not in
 * the world: where no server would have made it, its end can count as a death, or not. */
TT_API void tt_th_marker_resume(tt_th_marker *marker, const tt_world *world);

/** Takes an event, the world after it, and what it did to the stays: calls on_mark for each mark,
 * no more than six. The records that tt_th_next_rare leaves out have none. */
TT_API void tt_th_marker_follow(tt_th_marker *marker, const tt_th_event *event,
                                const tt_world *world, const tt_th_change *change);

/** The name of a kind, such as "join"; constant. NULL when out of range. */
TT_API const char *tt_mark_name(tt_mark_kind kind);

/** What a kind says, in a few words; constant. NULL when out of range. */
TT_API const char *tt_mark_doc(tt_mark_kind kind);

#ifdef __cplusplus
}
#endif

#endif
