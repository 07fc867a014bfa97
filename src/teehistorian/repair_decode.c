/* SPDX-License-Identifier: MIT
 *
 * One record at a place of the window.
 */
#include "teehistorian/record.h"
#include "teehistorian/repair.h"

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
