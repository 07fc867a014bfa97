/* SPDX-License-Identifier: MIT
 *
 * Shared by the rows of snapshots and deltas: ints in hex, and JSON.
 */
#ifndef CLI_CODEC_SNAP_H
#define CLI_CODEC_SNAP_H

#include "cli/codec/codec.h"
#include "teetape/delta.h"
#include "teetape/snap_json.h"

/* A part of the line, hex or JSON. */
struct codec_part {
    tt_bytes text; /* a view of the line; empty when the part is missing */
    size_t at;     /* offset in the line, in bytes; errors call them characters */
};

struct codec_snap_room {
    tt_snap_space space;            /* room in which JSON is built and deltas are applied */
    tt_snap_index index;            /* the index of `ints` */
    int32_t ints[TT_SNAP_MAX_INTS]; /* the ints that hex is unpacked to */
};

/* Returns the dialect that --protocol names. */
tt_dialect codec_dialect(const struct codec *c);

/* Returns the part without the blanks around it. */
struct codec_part codec_part_trim(struct codec_part part);
bool codec_part_is_json(struct codec_part part);

/* Unpacks hex, or bytes with --raw, to at most `cap` ints. `*bytes` is valid until the next call.
 */
bool codec_unpack(struct codec *c, struct codec_part part, int32_t *dst, size_t cap, size_t *count,
                  tt_bytes *bytes);

/* Packs ints into c->result. */
bool codec_pack(struct codec *c, const int32_t *ints, size_t count);

/* Fails the line for an error that counts ints. `bytes` come from codec_unpack, or are empty. */
bool codec_fail_int(struct codec *c, tt_bytes bytes, const tt_error *error);

/* Reads a snapshot from hex, JSON or "-". `*snap` may point into `*room`. */
bool codec_read_snap(struct codec *c, struct codec_part part, struct codec_snap_room *room,
                     tt_snap *snap);

/* Sets c->result to the snapshot in hex. */
bool codec_write_snap(struct codec *c, const tt_snap *snap);

/* Sets c->result to the snapshot as JSON. */
bool codec_snap_json(struct codec *c, const tt_snap *snap);

/* Sets c->result to JSON that was packed in CODEC_SPACE_RESULT. Fails the line when packing failed.
 */
bool codec_take_json(struct codec *c, const tt_packer *p, tt_status status);

/* Fails the line inside `part`, where a JSON reader met an error. Returns false. */
bool codec_json_fail(struct codec *c, struct codec_part part, const tt_error *error);

/* Returns the value of a member, a string without its quotation marks. Empty when the member is
 * missing. */
struct codec_part codec_json_text(struct codec_part object, const tt_json_member *member);

/* Splits a part into the object that it begins with and the rest. */
bool codec_json_cut(struct codec *c, struct codec_part part, struct codec_part *object,
                    struct codec_part *rest);

/* Returns the name of an object's first member, or an empty one. */
tt_bytes codec_json_first(struct codec_part object);

#endif
