/* SPDX-License-Identifier: MIT
 *
 * teetape codec: what snapshots and deltas have in common. Ints in hex, and JSON.
 */
#ifndef CLI_CODEC_SNAP_H
#define CLI_CODEC_SNAP_H

#include "cli/codec/codec.h"
#include "teetape/delta.h"
#include "teetape/snap_json.h"

/* A part of the line: hex or JSON. `at` is where it begins in the line. */
struct codec_part {
    tt_bytes text; /* a view of the line; of size 0 when there is none */
    size_t at;     /* in bytes, which errors call characters */
};

/* Room for one snapshot, whether it comes as hex or as JSON. */
struct codec_snap_room {
    tt_snap_space space;            /* what JSON is built in, or a delta applied */
    tt_snap_index index;            /* of `ints` */
    int32_t ints[TT_SNAP_MAX_INTS]; /* what hex is unpacked to */
};

/* What --protocol says. */
tt_dialect codec_dialect(const struct codec *c);

/* What stands around a JSON text or a hex text is left out. */
struct codec_part codec_part_trim(struct codec_part part);
bool codec_part_is_json(struct codec_part part);

/* Hex (or with --raw bytes) to at most `cap` ints. `*bytes` remain until the next call. */
bool codec_unpack(struct codec *c, struct codec_part part, int32_t *dst, size_t cap, size_t *count,
                  tt_bytes *bytes);

/* The other way, to c->result. */
bool codec_pack(struct codec *c, const int32_t *ints, size_t count);

/* Fails for an error that counts ints. `bytes` are what codec_unpack gave, or empty. */
bool codec_fail_int(struct codec *c, tt_bytes bytes, const tt_error *error);

/* Reads a snapshot, hex or JSON; - is the empty one. `*snap` may point into `*room`. */
bool codec_read_snap(struct codec *c, struct codec_part part, struct codec_snap_room *room,
                     tt_snap *snap);

/* c->result: the snapshot in hex. */
bool codec_write_snap(struct codec *c, const tt_snap *snap);

/* c->result: the snapshot as JSON. */
bool codec_snap_json(struct codec *c, const tt_snap *snap);

/* The same of JSON that was packed into CODEC_SPACE_RESULT; it fails when packing did. */
bool codec_take_json(struct codec *c, const tt_packer *p, tt_status status);

#endif
