/* SPDX-License-Identifier: MIT
 *
 * How a reading ends where its part does.
 */
#include "reading/inside.h"

bool tti_reading_part_is_over(tt_io_reading *r)
{
    struct tti_reading *in = r->inside;
    if (!in->is_part || in->part_left != 0) {
        return false;
    }
    in->is_part_over = true;
    tti_reading_end(r, NULL);
    return true;
}

tt_bytes tti_reading_part_of(tt_io_reading *r, tt_bytes piece)
{
    struct tti_reading *in = r->inside;
    if (in->is_part) {
        piece.size = piece.size < in->part_left ? piece.size : (size_t)in->part_left;
        in->part_left -= in->part_left != UINT64_MAX ? piece.size : 0;
    }
    return piece;
}

void tti_reading_part_skip(tt_io_reading *r, uint64_t size)
{
    struct tti_reading *in = r->inside;
    if (in->is_part && in->part_left != UINT64_MAX) {
        in->part_left -= size < in->part_left ? size : in->part_left;
    }
}
