/* SPDX-License-Identifier: MIT
 *
 * Which tees are near to a place. Each tee asks it several times in a tick, and most others are far
 * away.
 *
 * The world is cut into columns and into rows of TTI_BAND pixels. A byte holds the number of each,
 * so the first test takes many tees at once (near.h). Numbers wrap around on large maps; hence the
 * exact test of the places comes last.
 */
#ifndef TTI_PHYSICS_PLACES_H
#define TTI_PHYSICS_PLACES_H

#include <stdbool.h>

#include "physics/near.h"
#include "physics/number.h"
#include "teetape/schema.h"

enum { TTI_BAND = 8 };

/* Places of the cores of tees by client id, and their bands. Elements from `end` on are unused. */
typedef struct tti_places {
    int32_t end;
    float x[TT_CIDS], y[TT_CIDS];
    uint8_t column[TT_CIDS], row[TT_CIDS];
} tti_places;

#define TTI_NOWHERE 100000000.0f /* where there is no tee; outside of every map */

/* All places that are farther than this are in the last band. */
#define TTI_BAND_FAR 1048576.0f

static inline uint32_t tti_band_of(float at)
{
    float within = at < TTI_BAND_FAR ? at : TTI_BAND_FAR;
    return within > 0 ? (uint32_t)tti_whole(within) / TTI_BAND : 0;
}

static inline void tti_places_set(tti_places *places, int32_t cid, tti_pair at)
{
    places->x[cid] = at.x;
    places->y[cid] = at.y;
    places->column[cid] = (uint8_t)tti_band_of(at.x);
    places->row[cid] = (uint8_t)tti_band_of(at.y);
}

/* Returns the window with all places that are at most `reach` away on both axes. One pixel more
 * makes up for the rounding of places; one band more for places inside of their bands. */
static inline tti_window tti_window_around(tti_pair at, float reach)
{
    float wide = reach + 1;
    uint32_t bands = tti_band_of(wide) + 1;
    uint8_t more = (uint8_t)(bands < UINT8_MAX / 2 ? 2 * bands : UINT8_MAX);
    return (tti_window){.column = (uint8_t)(tti_band_of(at.x) - bands),
                        .columns = more,
                        .row = (uint8_t)(tti_band_of(at.y) - bands),
                        .rows = more};
}

/* Returns true when a tee is at most `reach` away on both axes. Nobody can guess which, so there is
 * no branch. */
static inline bool tti_places_is_near(const tti_places *places, int32_t cid, tti_pair at,
                                      float reach)
{
    tti_pair off = tti_pair_sub((tti_pair){places->x[cid], places->y[cid]}, at);
    bool is_in_columns = (off.x <= reach) & (off.x >= -reach);
    bool is_in_rows = (off.y <= reach) & (off.y >= -reach);
    return is_in_columns & is_in_rows;
}

#endif
