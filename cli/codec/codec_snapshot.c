/* SPDX-License-Identifier: MIT
 *
 * teetape codec snapshot: the serialized snapshot of a keyframe to JSON, and back.
 */
#include "cli/codec/codec_snap.h"

/* Everything of a line, in CODEC_SPACE_SNAPS. */
struct place {
    struct codec_snap_room room;
    tt_snap snap;
};

static struct place *read_items(struct codec *c)
{
    struct place *place = codec_space(c, CODEC_SPACE_SNAPS, sizeof *place);
    struct codec_part all = {c->in.bytes, 0};
    all = c->options->raw ? all : codec_part_trim(all);
    return place != NULL && codec_read_snap(c, all, &place->room, &place->snap) ? place : NULL;
}

static bool decode(struct codec *c)
{
    const struct place *place = read_items(c);
    return place != NULL && codec_snap_json(c, &place->snap);
}

static bool encode(struct codec *c)
{
    struct place *place = read_items(c);
    return place != NULL && codec_write_snap(c, &place->snap);
}

#define TAKES (CODEC_TAKES_LITTLE_ENDIAN | CODEC_TAKES_PROTOCOL)

const struct codec_row codec_snapshot_decode = {CODEC_OWN, CODEC_OWN, TAKES | CODEC_TAKES_RAW,
                                                decode};
const struct codec_row codec_snapshot_encode = {CODEC_OWN, CODEC_HEX, TAKES, encode};
