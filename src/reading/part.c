/* SPDX-License-Identifier: MIT
 *
 * How a reading ends where its part does.
 *
 * A part is a number of bytes, not of ticks: its end is an access point, which is between two
 * records. The reader asks for more bytes exactly when it has taken all records of the part.
 */
#include "reading/inside.h"

/* Asked before each read. Ending here is no end of the recording: the reader is not told that there
 * are no more bytes, so it can go on when the index was wrong (parts.c). */
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

/* What is cut off is lost for this reading; tt_io_parts_end goes back to it if it is needed. */
tt_bytes tti_reading_part_of(tt_io_reading *r, tt_bytes piece)
{
    struct tti_reading *in = r->inside;
    if (in->is_part) {
        piece.size = piece.size < in->part_left ? piece.size : (size_t)in->part_left;
        in->part_left -= in->part_left != UINT64_MAX ? piece.size : 0;
    }
    return piece;
}

/* A map that was left out has no pieces, but is of the part. */
void tti_reading_part_skip(tt_io_reading *r, uint64_t size)
{
    struct tti_reading *in = r->inside;
    if (in->is_part && in->part_left != UINT64_MAX) {
        in->part_left -= size < in->part_left ? size : in->part_left;
    }
}
