/* SPDX-License-Identifier: MIT
 *
 * teetape codec: ints in hex and back, snapshots from hex, items to JSON. Two steps lead from a
 * line to a snapshot, hex to ints (varints, or four bytes each) and ints to a checked view; an
 * error of the second is counted back to the bytes of the first.
 */
#include "cli/codec/codec_snap.h"

#include <string.h>

#include "cli/codec/codec_json.h"
#include "teetape/varint.h"

/* The words of --protocol, the default first. */
static const struct {
    const char *word;
    tt_dialect dialect;
} protocols[] = {{"ddnet", TT_DIALECT_DDNET}, {"6", TT_DIALECT_6}, {"7", TT_DIALECT_7}};

const char *codec_protocol_word(size_t index)
{
    return index < sizeof protocols / sizeof protocols[0] ? protocols[index].word : NULL;
}

/* The same item type has another meaning in 0.7; in bytes nothing says which protocol it is. */
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

/* `at` moves with the beginning, so places of later errors remain those of the line. */
struct codec_part codec_part_trim(struct codec_part part)
{
    while (part.text.size > 0 && codec_is_blank(part.text.data[part.text.size - 1])) {
        part.text.size--;
    }
    while (part.text.size > 0 && codec_is_blank(part.text.data[0])) {
        part.text.data++;
        part.text.size--;
        part.at++;
    }
    return part;
}

/* No hex begins like that. */
bool codec_part_is_json(struct codec_part part)
{
    return part.text.size > 0 && part.text.data[0] == '{';
}

/* As the memory of a PC has a snapshot: what debuggers and crash dumps show. */
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
    return codec_fail(c, "byte", tt_unpacker_offset(&u), "%s",
                      tt_unpacker_left(&u) < 4 ? "the data ends inside an int"
                                               : "more ints than there can be");
}

/* `cap` is what the format allows, so an input that is larger than that fails here and cannot make
 * anything grow. */
bool codec_unpack(struct codec *c, struct codec_part part, int32_t *dst, size_t cap, size_t *count,
                  tt_bytes *bytes)
{
    tt_error error;
    *count = 0;
    *bytes = part.text;
    if (!c->options->raw && !codec_read_hex(c, CODEC_SPACE_BYTES, part.text, bytes)) {
        c->place += part.at; /* the failure counts characters, or nothing */
        return false;
    }
    if (c->options->little_endian) {
        return unpack_little_endian(c, dst, cap, count, *bytes);
    }
    tt_status status = tt_varints_decode(dst, cap, count, bytes->data, bytes->size, &error);
    if (status == TT_ERR_SPACE) {
        return codec_fail(c, "byte", error.offset, "more ints than there can be");
    }
    return status == TT_OK || codec_fail(c, "byte", error.offset, "%s", error.what);
}

/* Of 4 and TT_VARINT_MAX (5) bytes an int, the room for the larger one. */
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

/* An error of a snapshot counts ints, a user counts bytes: varints are walked again to the int that
 * is wrong. Without bytes, as the value came as JSON or is empty, the number of the int is all
 * there is. */
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
    return codec_fail(c, "byte", tt_unpacker_offset(&u), "%s", error->what);
}

/* No bytes are the empty snapshot only where a line says so with "-": with --raw an empty input is
 * more likely a slip, and tt_snap_open says what is missing. */
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

/* The ints need a space of their own: codec_pack puts the bytes into CODEC_SPACE_RESULT. */
bool codec_write_snap(struct codec *c, const tt_snap *snap)
{
    size_t count, cap = tt_snap_write_size(snap);
    int32_t *ints = codec_space(c, CODEC_SPACE_ITEM, cap * sizeof *ints);
    if (ints == NULL) {
        return false;
    }
    tt_snap_write(ints, cap, &count, snap);
    return codec_pack(c, ints, count);
}

/* A row that makes JSON by itself sets is_json, so that the frame prints it as it is, with or
 * without --json. */
bool codec_take_json(struct codec *c, const tt_packer *p, tt_status status)
{
    c->result.bytes = tt_packer_bytes(p);
    c->is_json = true;
    return status == TT_OK || codec_fail(c, NULL, 0, "%s", tt_status_text(status));
}

/* With the names of values and flags beside the numbers. Reading understands them, so what is
 * printed here can be the input of the next line. */
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
