/* SPDX-License-Identifier: MIT
 *
 * Mutation of teehistorian files, record by record, and int by int inside of them.
 */
#include <string.h>

#include "must.h"
#include "mutate.h"
#include "teehistorian/write.h"
#include "teetape/teehistorian.h"
#include "teetape/varint.h"

/* The header, then each record that a reader takes, then what it does not take. */
static size_t split(size_t *ends, size_t most, const uint8_t *data, size_t size)
{
    static tt_th th;
    static tt_world world;
    static uint8_t scratch[TT_TH_SCRATCH_MIN];
    size_t count = 0;
    tt_th_event event;
    MUST(tt_th_init(&th, &world, scratch, sizeof scratch) == TT_OK);
    tt_th_set(&th, &(tt_th_options){.recover = true});
    tt_th_feed(&th, data, size);
    while (count + 1 < most && tt_th_next(&th, &event) == TT_OK) {
        ends[count++] = (size_t)(event.offset + event.size);
    }
    if (count == 0 || ends[count - 1] < size) {
        ends[count++] = size;
    }
    return count;
}

/* Another value for one of the ints, if all bytes were ints. */
static size_t change_int(uint8_t *piece, size_t size, size_t cap, uint64_t *state)
{
    size_t at = 0, used;
    int32_t value;
    unsigned odd;
    uint8_t bytes[8];
    size_t steps = mutate_below(state, 8);
    while (steps-- > 0 && at < size &&
           (used = tt_varint_decode(piece + at, size - at, &value, &odd)) != 0 &&
           used + at < size) {
        at += used;
    }
    used = tt_varint_decode(piece + at, size - at, &value, &odd);
    if (used == 0) {
        return size;
    }
    value = mutate_below(state, 2) ? mutate_int(state)
                                   : (int32_t)((uint32_t)value + mutate_below(state, 5) - 2u);
    size_t wanted = tt_varint_encode(bytes, value);
    if (size - used + wanted > cap) {
        return size;
    }
    memmove(piece + at + wanted, piece + at + used, size - at - used);
    memcpy(piece + at, bytes, wanted);
    return size - used + wanted;
}

static size_t change(uint8_t *piece, size_t size, size_t cap, uint64_t *state)
{
    if (mutate_below(state, 4) == 0) {
        return LLVMFuzzerMutate(piece, size, cap);
    }
    return change_int(piece, size, cap, state);
}

static void pack_texts(tt_packer *p, size_t count, uint64_t *state)
{
    static const char *const texts[] = {"", "a", "nameless tee", "save", "sv_name", "\xff\x80"};
    for (; count > 0; count--) {
        tt_pack_raw(p, tt_bytes_of(texts[mutate_below(state, sizeof texts / sizeof *texts)]));
        tt_pack_raw(p, (tt_bytes){(const uint8_t *)"", 1});
    }
}

static void pack_ints(tt_packer *p, size_t count, uint64_t *state)
{
    for (; count > 0; count--) {
        tt_pack_int(p, mutate_int(state));
    }
}

static void pack_bytes(tt_packer *p, size_t count, uint64_t *state)
{
    for (; count > 0; count--) {
        uint8_t byte = (uint8_t)mutate_random(state);
        tt_pack_raw(p, (tt_bytes){&byte, 1});
    }
}

/* Any value of a field. */
static void pack_field(tt_packer *p, const tt_field *field, uint64_t *state)
{
    size_t count = mutate_below(state, 4);
    switch (field->type) {
    case TT_TYPE_CID:
    case TT_TYPE_ANY_CID:
        tt_pack_int(p, (int32_t)mutate_below(state, 8) - (mutate_below(state, 8) == 0));
        break;
    case TT_TYPE_TEXT:
        pack_texts(p, 1, state);
        break;
    case TT_TYPE_TEXTS:
        tt_pack_int(p, (int32_t)count);
        pack_texts(p, count, state);
        break;
    case TT_TYPE_DATA:
        pack_bytes(p, count, state);
        break;
    case TT_TYPE_UUID:
        pack_bytes(p, sizeof(tt_uuid), state);
        break;
    case TT_TYPE_INPUT:
        pack_ints(p, TT_INPUT_INTS, state);
        break;
    default:
        pack_ints(p, 1, state);
        break;
    }
}

static void pack_fields(tt_packer *p, tt_th_kind kind, uint64_t *state)
{
    const tt_type *type = tt_th_type(kind);
    for (size_t i = 0; i < type->field_count; i++) {
        if (!type->fields[i].derived) {
            pack_field(p, &type->fields[i], state);
        }
    }
}

/* A MESSAGE with some bytes; its size comes before them. */
static void pack_message(tt_packer *p, uint64_t *state)
{
    size_t size = 1 + mutate_below(state, 12);
    tt_pack_int(p, (int32_t)mutate_below(state, 8));
    tt_pack_int(p, (int32_t)size);
    pack_bytes(p, size, state);
}

/* A known extension, or one with another UUID, and its payload, in which now and then ints are
 * missing or too many. */
static void pack_extension(tt_packer *p, tt_th_kind kind, uint64_t *state)
{
    uint8_t payload[256];
    tt_packer inside = tt_packer_of(payload, sizeof payload);
    pack_fields(&inside, kind, state);
    if (mutate_below(state, 8) == 0) {
        pack_ints(&inside, 1, state);
    }
    tt_bytes data = tt_packer_bytes(&inside);
    const tt_uuid *uuid = tti_th_ex_uuid(kind);
    static const tt_uuid unknown = {{1, 2, 3}};
    tt_pack_raw(p, (tt_bytes){(uuid != NULL ? uuid : &unknown)->bytes, sizeof *uuid});
    tt_pack_int(p, (int32_t)data.size);
    tt_pack_raw(p, data);
}

/* The number in front of a record; 0 for the extensions that are known. */
static const int8_t codes[TT_TH_KINDS] = {
#define TT_TH_RECORD(NAME, name, code, doc) [TT_TH_##NAME] = code,
#define TT_TH_BARE(NAME, name, code, doc) [TT_TH_##NAME] = code,
#define TT_TH_EX(NAME, name, text, uuid, since, doc)
#define TT_TH_EX_BARE(NAME, name, text, uuid, since, doc)
#include "teetape/schema/teehistorian.def"
};

/* A record of any kind. */
static size_t make(uint8_t *piece, size_t size, size_t cap, uint64_t *state)
{
    tt_th_kind kind = (tt_th_kind)(1 + mutate_below(state, TT_TH_KINDS - 1u)); /* no HEADER */
    tt_packer p = tt_packer_of(piece, cap);
    (void)size;
    if (kind == TT_TH_PLAYER_DIFF) {
        pack_fields(&p, kind, state); /* its client id is the code */
    } else if (codes[kind] == 0 || kind == TT_TH_EX) {
        tt_pack_int(&p, codes[TT_TH_EX]);
        pack_extension(&p, kind, state);
    } else {
        tt_pack_int(&p, codes[kind]);
        if (kind == TT_TH_MESSAGE) {
            pack_message(&p, state);
        } else {
            pack_fields(&p, kind, state);
        }
    }
    return tt_packer_bytes(&p).size;
}

size_t mutate_teehistorian(uint8_t *data, size_t size, size_t max_size, uint64_t *state)
{
    static const mutate_shape shape = {split, change, make};
    /* the header is one of the pieces, but left alone most of the time */
    return mutate_pieces(&shape, mutate_below(state, 16) != 0, data, size, max_size, state);
}
