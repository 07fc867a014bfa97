/* SPDX-License-Identifier: MIT
 *
 * teetape codec: reads JSON. Values in general (codec_json.c), and snapshots and deltas as
 * codec_snap.c and codec_delta_print.c print them (codec_json_snap.c).
 */
#ifndef CLI_CODEC_JSON_H
#define CLI_CODEC_JSON_H

#include "cli/codec/codec_snap.h"

/* Members that codec_json_members looks for at most. */
#define CODEC_MEMBERS 4

/* A member of an object, and its value as it stands. */
struct codec_member {
    const char *name;
    bool is_there;
    struct codec_part value;
};

/* The line fails inside `part`, at `offset` in it or where a scanner of it met an error. The result
 * is false. */
bool codec_json_fail(struct codec *c, struct codec_part part, size_t offset, const char *what);
bool codec_json_fail_scan(struct codec *c, struct codec_part part, const tt_error *error);

/* Finds the members of the object `part`; others than these are an error. */
bool codec_json_members(struct codec *c, struct codec_part part, struct codec_member *members,
                        size_t count);

/* Calls `take` for each element of the array `part`, as long as that gives true. */
typedef bool codec_json_fn(struct codec *c, struct codec_part element, void *user);
bool codec_json_each(struct codec *c, struct codec_part part, codec_json_fn *take, void *user);

/* Reads a number that is an int. */
bool codec_json_int(struct codec *c, struct codec_part part, int32_t *value);

/* A string without its quotation marks; another value as it stands. */
struct codec_part codec_json_text(struct codec_part value);

/* Parts the object that a part begins with from what stands behind it. */
bool codec_json_cut(struct codec *c, struct codec_part part, struct codec_part *object,
                    struct codec_part *rest);

/* The name of an object's first member; of no bytes when there is none. */
tt_bytes codec_json_first(struct codec_part object);

/* Reads a snapshot. `*snap` becomes a view of `*space`. */
bool codec_json_snap(struct codec *c, struct codec_part part, tt_snap_space *space, tt_snap *snap);

/* Reads a delta to at most `cap` ints. */
bool codec_json_delta(struct codec *c, struct codec_part part, const tt_snap_sizes *sizes,
                      int32_t *dst, size_t cap, size_t *count);

#endif
