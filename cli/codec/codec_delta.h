/* SPDX-License-Identifier: MIT
 *
 * teetape codec delta: a line between codec_delta.c, which makes something of it, and
 * codec_delta_print.c.
 */
#ifndef CLI_CODEC_DELTA_H
#define CLI_CODEC_DELTA_H

#include "cli/codec/codec_snap.h"

/* Everything of one line, in CODEC_SPACE_SNAPS. */
struct codec_delta_place {
    bool has_from;
    const tt_snap_sizes *sizes;
    tt_snap from, to;
    tt_delta delta;
    tt_bytes bytes; /* of the delta, where it came as hex */
    struct codec_snap_room from_room, to_room;
    int32_t ints[TT_DELTA_BOUND];
};

/* The line {"removed":[...],"updates":[...]} of the delta that is in CODEC_SPACE_SNAPS. It was
 * found good. */
void codec_delta_print(struct codec *c);

#endif
