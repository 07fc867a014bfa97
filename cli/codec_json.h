/* SPDX-License-Identifier: MIT
 *
 * teetape codec: reads the JSON of snapshots and deltas, as codec_snap.c and codec_delta.c print
 * it.
 */
#ifndef CLI_CODEC_JSON_H
#define CLI_CODEC_JSON_H

#include "cli/codec_snap.h"

/* The values of some members of an object; a string without its quotation marks. */
struct codec_member {
    const char *name; /* may have any value */
    bool is_there;
    bool is_string;
    struct codec_part value;
};

/* Finds the members of the object `part`; others than these are an error. */
bool codec_json_members(struct codec *c, struct codec_part part, struct codec_member *members,
                        size_t count);

/* Reads a snapshot. `*snap` becomes a view of `*space`. */
bool codec_json_snap(struct codec *c, struct codec_part part, tt_snap_space *space, tt_snap *snap);

/* Reads a delta to at most `cap` ints. */
bool codec_json_delta(struct codec *c, struct codec_part part, const tt_snap_sizes *sizes,
                      int32_t *dst, size_t cap, size_t *count);

#endif
