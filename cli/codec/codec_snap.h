/* SPDX-License-Identifier: MIT
 *
 * Shared by the rows of snapshots and deltas: ints in hex, and JSON.
 */
#ifndef CLI_CODEC_SNAP_H
#define CLI_CODEC_SNAP_H

#include "cli/codec/codec.h"
#include "teetape/delta.h"
#include "teetape/snap_json.h"

/* A part of the line, hex or JSON, which begins at `at`. */
struct codec_part {
    tt_bytes text; /* a view of the line; of size 0 when there is none */
    size_t at;     /* in bytes, which errors call characters */
};

/* Room for one snapshot, hex or JSON. */
struct codec_snap_room {
    tt_snap_space space;            /* what JSON is built in, or a delta applied */
    tt_snap_index index;            /* of `ints` */
    int32_t ints[TT_SNAP_MAX_INTS]; /* what hex is unpacked to */
};

/* --protocol. */
tt_dialect codec_dialect(const struct codec *c);

/* Without the blanks around it. */
struct codec_part codec_part_trim(struct codec_part part);
bool codec_part_is_json(struct codec_part part);

/* Hex (or with --raw bytes) to at most `cap` ints. `*bytes` remain until the next call. */
bool codec_unpack(struct codec *c, struct codec_part part, int32_t *dst, size_t cap, size_t *count,
                  tt_bytes *bytes);

/* To c->result. */
bool codec_pack(struct codec *c, const int32_t *ints, size_t count);

/* Fails for an error that counts ints. `bytes` are from codec_unpack, or empty. */
bool codec_fail_int(struct codec *c, tt_bytes bytes, const tt_error *error);

/* Hex, JSON or "-". `*snap` may point into `*room`. */
bool codec_read_snap(struct codec *c, struct codec_part part, struct codec_snap_room *room,
                     tt_snap *snap);

/* The snapshot in hex, to c->result. */
bool codec_write_snap(struct codec *c, const tt_snap *snap);

/* The snapshot as JSON, to c->result. */
bool codec_snap_json(struct codec *c, const tt_snap *snap);

/* JSON in CODEC_SPACE_RESULT, to c->result; fails when packing did. */
bool codec_take_json(struct codec *c, const tt_packer *p, tt_status status);

/* The line fails inside `part`, where a reader of it met an error. Returns false. */
bool codec_json_fail(struct codec *c, struct codec_part part, const tt_error *error);

/* The value of a member, a string without its quotation marks; no text when it is missing. */
struct codec_part codec_json_text(struct codec_part object, const tt_json_member *member);

/* Parts the object that a part begins with from the rest. */
bool codec_json_cut(struct codec *c, struct codec_part part, struct codec_part *object,
                    struct codec_part *rest);

/* The name of an object's first member; of no bytes without one. */
tt_bytes codec_json_first(struct codec_part object);

#endif
