/* SPDX-License-Identifier: MIT
 *
 * Reads and writes snapshots as hex and JSON, and ints as hex.
 *
 * Hex becomes ints (varints, or four bytes each), and the ints become a checked view of a
 * snapshot. Errors of the view count ints and are converted to offsets in bytes.
 */
#include "cli/codec/codec_snap.h"

#include <string.h>

#include "teetape/varint.h"

/* Words of --protocol; the first one is the default. */
static const struct {
    const char *word;
    tt_dialect dialect;
} protocols[] = {{"ddnet", TT_DIALECT_DDNET}, {"6", TT_DIALECT_6}, {"7", TT_DIALECT_7}};

const char *codec_protocol_word(size_t index)
{
    return index < sizeof protocols / sizeof protocols[0] ? protocols[index].word : NULL;
}

/* Returns the dialect of --protocol. A snapshot's bytes do not name their protocol, and 0.7 has
 * other item types than 0.6. */
tt_dialect codec_dialect(const struct codec *c)
{
    const char *word = c->options->protocol;
    for (size_t i = 0; word != NULL && i < sizeof protocols / sizeof protocols[0]; i++) {
        if (strcmp(protocols[i].word, word) == 0) {
            return protocols[i].dialect;
        }
    }
    return TT_DIALECT_DDNET;
}

bool codec_part_is_json(struct codec_part part)
{
    return part.text.size > 0 && part.text.data[0] == '{';
}

/* Unpacks ints of four bytes, lowest byte first, as debuggers and crash dumps show them. */
static bool unpack_little_endian(struct codec *c, int32_t *dst, size_t cap, size_t *count,
                                 tt_bytes bytes)
{
    tt_unpacker u = tt_unpacker_of(bytes.data, bytes.size);
    for (*count = 0; *count < cap && tt_unpacker_left(&u) >= 4; ++*count) {
        tt_bytes four = tt_unpack_raw(&u, 4);
        dst[*count] = (int32_t)((uint32_t)four.data[0] | (uint32_t)four.data[1] << 8 |
                                (uint32_t)four.data[2] << 16 | (uint32_t)four.data[3] << 24);
    }
    if (tt_unpacker_left(&u) == 0) {
        return true;
    }
    return codec_fail(c, "byte", bytes.size - tt_unpacker_left(&u), "%s",
                      tt_unpacker_left(&u) < 4 ? "the data ends inside an int"
                                               : "there are more ints than the format allows");
}

/* Unpacks ints from hex. `cap` is the limit of the format, so a larger input fails before it
 * allocates. */
bool codec_unpack(struct codec *c, struct codec_part part, int32_t *dst, size_t cap, size_t *count,
                  tt_bytes *bytes)
{
    tt_error error;
    *count = 0;
    *bytes = part.text;
    if (!c->options->raw && !codec_read_hex(c, CODEC_SPACE_BYTES, part.text, bytes)) {
        c->place += part.at; /* an offset in hex digits; raw bytes have no such offset */
        return false;
    }
    if (c->options->little_endian) {
        return unpack_little_endian(c, dst, cap, count, *bytes);
    }
    tt_status status = tt_varints_decode(dst, cap, count, bytes->data, bytes->size, &error);
    if (status == TT_ERR_SPACE) {
        return codec_fail(c, "byte", error.offset, "there are more ints than the format allows");
    }
    return status == TT_OK || codec_fail(c, "byte", error.offset, "%s", error.what);
}

/* Packs ints as varints or as four bytes each. An int takes 4 bytes, or up to TT_VARINT_MAX (5) as
 * a varint. */
bool codec_pack(struct codec *c, const int32_t *ints, size_t count)
{
    size_t size, cap = count * TT_VARINT_MAX;
    uint8_t *dst = codec_space(c, CODEC_SPACE_RESULT, cap + 1);
    if (dst == NULL) {
        return false;
    }
    if (c->options->little_endian) {
        for (size = 0; size < 4 * count; size++) {
            dst[size] = (uint8_t)((uint32_t)ints[size / 4] >> 8 * (size % 4));
        }
    } else {
        tt_varints_encode(dst, cap, &size, ints, count);
    }
    c->result.bytes = (tt_bytes){dst, size};
    return true;
}

/* Fails the line at an int. Errors of a snapshot count ints, but a user counts bytes, so the
 * varints are walked again. JSON and an empty input have no bytes: the error then names the int. */
bool codec_fail_int(struct codec *c, tt_bytes bytes, const tt_error *error)
{
    uint64_t left = error->offset;
    tt_unpacker u = tt_unpacker_of(bytes.data, bytes.size);
    if (bytes.size == 0) {
        return codec_fail(c, "number", left, "%s", error->what);
    }
    if (c->options->little_endian) {
        return codec_fail(c, "byte", 4 * left, "%s", error->what);
    }
    for (; left > 0 && tt_unpacker_left(&u) > 0; left--) {
        tt_unpack_int(&u);
    }
    return codec_fail(c, "byte", bytes.size - tt_unpacker_left(&u), "%s", error->what);
}

/* Reads a snapshot. The empty one is "-", because an empty input with --raw is more likely a
 * mistake. */
bool codec_read_snap(struct codec *c, struct codec_part part, struct codec_snap_room *room,
                     tt_snap *snap)
{
    size_t count;
    tt_bytes bytes;
    tt_error error;
    *snap = tt_snap_empty();
    if (codec_part_is_json(part) && !c->options->raw) {
        return tt_snap_from_json(snap, &room->space, part.text, codec_dialect(c), &error) ==
                   TT_OK ||
               codec_json_fail(c, part, &error);
    }
    if (!codec_unpack(c, part, room->ints, TT_SNAP_MAX_INTS, &count, &bytes)) {
        return false;
    }
    if (bytes.size == 0 && !c->options->raw) {
        return true;
    }
    return tt_snap_open(snap, &room->index, room->ints, count, &error) == TT_OK ||
           codec_fail_int(c, bytes, &error);
}

/* Writes a snapshot as hex. codec_pack puts the bytes into CODEC_SPACE_RESULT, so the ints need
 * another space. */
bool codec_write_snap(struct codec *c, const tt_snap *snap)
{
    size_t count, cap = TT_SNAP_MAX_INTS;
    int32_t *ints = codec_space(c, CODEC_SPACE_ITEM, cap * sizeof *ints);
    if (ints == NULL) {
        return false;
    }
    tt_snap_write(ints, cap, &count, snap);
    return codec_pack(c, ints, count);
}

/* Takes JSON as the result. codec.c prints it unchanged, with or without --json. */
bool codec_take_json(struct codec *c, const tt_packer *p, tt_status status)
{
    c->result.bytes = tt_packer_bytes(p);
    c->is_json = true;
    return status == TT_OK || codec_fail(c, NULL, 0, "%s", tt_status_text(status));
}

/* Writes a snapshot as JSON. It has the names of values and flags beside their numbers; the reader
 * accepts both. */
bool codec_snap_json(struct codec *c, const tt_snap *snap)
{
    size_t cap = tt_snap_json_bound(snap);
    uint8_t *dst = codec_space(c, CODEC_SPACE_RESULT, cap);
    if (dst == NULL) {
        return false;
    }
    tt_packer p = tt_packer_of(dst, cap);
    tt_snap_json(&p, snap, codec_dialect(c), TT_OBJ_JSON_NAMES);
    return codec_take_json(c, &p, p.status);
}

bool codec_json_fail(struct codec *c, struct codec_part part, const tt_error *error)
{
    return codec_fail(c, "character", part.at + error->offset, "%s", error->what);
}

static struct codec_part inside(struct codec_part part, tt_bytes text)
{
    return (struct codec_part){text, part.at + (size_t)(text.data - part.text.data)};
}

/* Returns the text of a string. Hex has no escapes and the scanner has checked the value, so the
 * text is everything between the quotation marks. */
struct codec_part codec_json_text(struct codec_part object, const tt_json_member *member)
{
    tt_bytes value = member->value;
    if (value.data == NULL) {
        return (struct codec_part){{NULL, 0}, 0};
    }
    if (value.size >= 2 && value.data[0] == '"') {
        value = (tt_bytes){value.data + 1, value.size - 2};
    }
    return inside(object, value);
}

/* Splits a part after the object at its begin. The rest may be hex, another object, or nothing. */
bool codec_json_cut(struct codec *c, struct codec_part part, struct codec_part *object,
                    struct codec_part *rest)
{
    tt_json j = tt_json_of(part.text);
    tt_json_token token;
    tt_bytes text;
    if (tt_json_next(&j, &token) != TT_OK || tt_json_value(&j, &token, &text) != TT_OK) {
        return codec_json_fail(c, part, &j.error);
    }
    *object = inside(part, text);
    const uint8_t *end = text.data + text.size;
    *rest = inside(part, (tt_bytes){end, (size_t)(part.text.data + part.text.size - end)});
    return true;
}

/* Returns the name of the first member. A text that is no JSON gives an empty name; the caller's
 * reader then reports the error. */
tt_bytes codec_json_first(struct codec_part object)
{
    tt_json j = tt_json_of(object.text);
    tt_json_token token;
    bool is_there = tt_json_next(&j, &token) == TT_OK; /* false without the opening brace */
    is_there = is_there && tt_json_next(&j, &token) == TT_OK && token.kind == TT_JSON_KEY;
    return is_there ? token.text : (tt_bytes){NULL, 0};
}

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
