/* SPDX-License-Identifier: MIT
 *
 * Builds the index that a tape has in its footer.
 */
#ifndef TTI_READING_INDEX_INTO_H
#define TTI_READING_INDEX_INTO_H

#include "teetape/io/access_point.h"
#include "teetape/io/error.h"
#include "teetape/io/output.h"
#include "teetape/io/stop.h"

struct tti_index_into {
    const char *recording;            /* a file with the recording, compressed in any format */
    const tt_io_access_point *points; /* the access points of the tape */
    size_t count;
    uint64_t stored;   /* bytes of the tape before its footer */
    tt_io_output *out; /* takes the bytes of the index */
    const tt_io_stop *stop;
};

/* Reads the whole recording and writes its index. Returns false when no complete index was
 * written, with *error filled unless the file is no recording or the stop was raised. */
bool tti_index_build_into(const struct tti_index_into *into, tt_io_error *error);

#endif
