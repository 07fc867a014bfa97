/* SPDX-License-Identifier: MIT
 *
 * One record at a place of the window. It has a file of its own because repair_record.c takes
 * records with it, and repair_find.c tries places.
 */
#include "teehistorian/record.h"
#include "teehistorian/repair.h"

/* A record that is truncated after `max` bytes, or says that it needs more, is too long, not cut:
 * without this a size that damage made would let the repair wait for the end of the input. */
tt_status tti_th_repair_decode(const tt_th_repair *repair, size_t at, size_t max,
                               tti_th_found *found)
{
    tti_th_need need;
    size_t there = repair->filled - at;
    if (there > max) {
        there = max;
    }
    tt_unpacker u = tt_unpacker_of(repair->window + at, there);
    tt_status status = tti_th_record_decode(&found->event, found->ints, &u, max, &need);
    found->size = tt_unpacker_offset(&u);
    found->odd = u.odd;
    if (status == TT_ERR_TRUNCATED && need.size > max) {
        return TT_ERR_TH_SIZE;
    }
    if (status == TT_ERR_TRUNCATED && there == max) {
        return TT_ERR_TH_STRING;
    }
    return status;
}
