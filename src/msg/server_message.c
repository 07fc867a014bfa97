/* SPDX-License-Identifier: MIT
 *
 * Decodes and encodes the game messages of servers, which demos have.
 */
#include "teetape/server_message.h"
#include "wire/uuid.h"

#include "base/mem.h"
#include "msg/inside.h"
#include "msg/row.h"
#include "teetape/varint.h"

/* clang-format off */

/* Expands to the fields of each row: static const tt_field fields_sv_chat[] = { ... }; */
#define TT_SV(NAME, name, text, protocol, id, doc) static const tt_field fields_##name[] = {
#define TT_SV_EX(NAME, name, text, ident, uuid, doc) static const tt_field fields_##name[] = {
#define SERVER_ROW(name, type, field, count, min, max, doc)                                        \
    TTI_MSG_FIELD(tt_##name, type, field, count, min, max, doc)
#define TT_RANGE(name, field, min, max, doc) SERVER_ROW(name, INT, field, 1, min, max, doc)
#define TT_FIELD(name, type, field, doc)                                                           \
    SERVER_ROW(name, type, field, 1, TTI_MIN_##type, TTI_MAX_##type, doc)
#define TT_LIST(name, type, field, count, doc)                                                     \
    SERVER_ROW(name, type, field, count, TTI_MIN_##type, TTI_MAX_##type, doc)
#define TT_FIELDS_END(name) };
#include "teetape/schema/server_messages.def"

static const tti_msg_row server_messages[TT_SV_KINDS] = {
#define TT_SV(NAME, name, text, protocol, id, doc)                                                 \
    TTI_MSG_ROW(TTI_MSG_TYPE(name, text, doc), protocol, id)
#define TT_SV_BARE(NAME, name, text, protocol, id, doc)                                            \
    TTI_MSG_ROW(TTI_MSG_BARE(text, doc), protocol, id)
#define TT_SV_EX(NAME, name, text, ident, uuid, doc)                                               \
    TTI_MSG_ROW_EX(TTI_MSG_TYPE(name, text, doc), uuid)
#define TT_SV_EX_BARE(NAME, name, text, ident, uuid, doc)                                          \
    TTI_MSG_ROW_EX(TTI_MSG_BARE(text, doc), uuid)
#include "teetape/schema/server_messages.def"
};

/* clang-format on */

static const tti_msg_rows server_rows = {server_messages, TT_SV_KINDS};

/* Reads the id of a message, and the UUID after an id of 0, which system messages may have, too. A
 * negative id is refused. */
static tt_status unpack_head(tt_sv_head *head, tt_unpacker *u)
{
    int32_t v = tt_unpack_int(u);
    *head = (tt_sv_head){.is_system = v & 1, .id = v >> 1};
    if (u->status == TT_OK && v < 0) {
        return TT_ERR_RANGE;
    }
    if (u->status == TT_OK && head->id == 0) {
        head->uuid = tt_unpack_uuid(u);
    }
    return u->status;
}

tt_status tt_sv_head_of(tt_sv_head *head, tt_bytes data)
{
    tt_unpacker u = tt_unpacker_of(data.data, data.size);
    return unpack_head(head, &u);
}

/* Returns TT_SV_KINDS with u->status TT_OK for an unknown message. System messages have other
 * ids. */
static int server_kind_unpack(tt_unpacker *u, tt_protocol protocol)
{
    tt_sv_head head;
    if (unpack_head(&head, u) != TT_OK || head.is_system) {
        return TT_SV_KINDS;
    }
    return head.id != 0 ? tti_msg_by_id(&server_rows, head.id, protocol)
                        : tti_msg_by_uuid(&server_rows, &head.uuid);
}

/* The possible counts of ints in the list of a message, in ascending order. Tunings: 0.6, DDNet
 * with the hook's duration, with fire delays, and with elasticity. NULL: unknown. */
enum { END = UINT8_MAX };
static const uint8_t *counts_of(const tt_sv_msg *msg)
{
    static const uint8_t tunes[] = {33, 38, 45, 47, END}, tunes7[] = {32, END};
    static const uint8_t projectiles[] = {7, 31, END}; /* a number, and six ints for each */
    static const uint8_t teams[] = {16, 64, 128, END};
    /* by the number of the game message of 0.7 */
    static const uint8_t params[][2] = {{0, END}, {0, END}, {0, END}, {0, END}, {0, END}, {0, END},
                                        {1, END}, {1, END}, {1, END}, {3, END}, {1, END}};
    switch (msg->kind) {
    case TT_SV_TUNE_PARAMS:
        return tunes;
    case TT_SV7_TUNE_PARAMS:
        return tunes7;
    case TT_SV_TEAMS_STATE:
    case TT_SV_TEAMS_STATE_LEGACY:
        return teams;
    case TT_SV7_GAME_MSG:
        return (uint32_t)msg->u.sv7_game_msg.message < TTI_COUNT(params)
                   ? params[msg->u.sv7_game_msg.message]
                   : params[0];
    case TT_SV_EXTRA_PROJECTILE:
        return projectiles;
    default:
        return NULL;
    }
}

/* Counts ints. An int ends at a byte below 0x80. The product adds up the highest bits of eight
 * bytes. */
static size_t count_ints(tt_bytes all)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    size_t more = 0, at = 0;
    for (; all.size - at >= 8; at += 8) {
        more += (size_t)((tti_load_le64(all.data + at) >> 7 & ones) * ones >> 56);
    }
    for (; at < all.size; at++) {
        more += all.data[at] >> 7;
    }
    return all.size - more;
}

/* Returns the size of the first `count` ints. An int that is cut is left out. */
static size_t size_of_ints(tt_bytes all, size_t count)
{
    size_t at = 0, end = 0;
    while (count > 0 && at < all.size) {
        if (all.data[at++] < 0x80) {
            end = at;
            count--;
        }
    }
    return end;
}

/* Returns true when the last `zeros` bytes, at most three, are zeros: ints of one byte, or the
 * padding of a chunk. */
static bool ends_in_zeros(tt_bytes all, size_t zeros)
{
    return zeros < 4 && zeros <= all.size &&
           tti_is_padding((tt_bytes){all.data + all.size - zeros, zeros});
}

/* Ends a list at the first possible count after which only the padding of a demo's chunk follows,
 * or at the last count. Returns the bytes after the list. Some servers send such a message with
 * each snapshot, so no int is decoded. */
static tt_bytes end_ints(tt_ints *ints, const uint8_t *counts)
{
    tt_bytes all = ints->packed;
    size_t count = count_ints(all);
    bool is_whole = all.size == 0 || all.data[all.size - 1] < 0x80;
    while (counts[1] != END && !(is_whole && ends_in_zeros(all, count - *counts))) {
        counts++;
    }
    size_t zeros = count - *counts; /* `zeros` wraps to a huge number when there are fewer ints */
    size_t size =
        is_whole && ends_in_zeros(all, zeros) ? all.size - zeros : size_of_ints(all, *counts);
    ints->packed = (tt_bytes){all.data, size};
    return (tt_bytes){all.data + size, all.size - size};
}

/* Decodes a message. A newer game adds fields, so bytes after the last field are no error. */
static tt_status decode(tt_sv_msg *msg, tt_bytes data, tt_protocol protocol, tt_bytes *rest)
{
    tt_unpacker u = tt_unpacker_of(data.data, data.size);
    int kind = server_kind_unpack(&u, protocol);
    tt_status status = tti_msg_unpack(&server_rows, kind, &u, &msg->u);
    msg->kind = status == TT_OK ? (tt_sv_kind)kind : TT_SV_KINDS;
    *rest = (tt_bytes){u.at, (size_t)(u.end - u.at)};
    return status;
}

tt_status tti_sv_decode(tt_sv_msg *msg, tt_bytes data, tt_protocol protocol, tt_bytes *rest)
{
    tt_status status = decode(msg, data, protocol, rest);
    const uint8_t *counts = counts_of(msg);
    const tt_type *type = tt_sv_type(msg->kind);
    if (counts != NULL && type != NULL) {
        const tt_field *last = &type->fields[type->field_count - 1];
        *rest = end_ints((void *)((uint8_t *)&msg->u + last->offset), counts);
    }
    return status;
}

tt_status tt_sv_decode(tt_sv_msg *msg, tt_bytes data, tt_protocol protocol)
{
    tt_bytes rest;
    return decode(msg, data, protocol, &rest);
}

const char *tt_sv_system_name(const tt_sv_head *head)
{
    static const struct {
        const char *name;
        tt_uuid uuid;
    } system[] = {
#define TT_SYSTEM(name, ...) {name, __VA_ARGS__},
#include "msg/system.def"
    };
    for (size_t i = 0; head->is_system && head->id == 0 && i < TTI_COUNT(system); i++) {
        if (tti_uuid_equal(&system[i].uuid, &head->uuid)) {
            return system[i].name;
        }
    }
    return NULL;
}

bool tti_sv_knows(const tt_sv_head *head)
{
    return head->is_system ? tt_sv_system_name(head) != NULL
                           : tti_msg_by_uuid(&server_rows, &head->uuid) < TT_SV_KINDS;
}

void tti_sv_pack_id(tt_packer *p, tt_sv_kind kind)
{
    const tti_msg_row *row = tti_msg_row_of(&server_rows, (int)kind);
    if (row != NULL) {
        tti_msg_pack_id(row, p);
    }
}

void tt_sv_encode(tt_packer *p, const tt_sv_msg *msg)
{
    tti_msg_pack(&server_rows, (int)msg->kind, p, &msg->u);
}

/* Returns the bit of a message's id, all of which are below 64. Extended messages have id 0, and so
 * bit 0. */
uint64_t tt_sv_bit(tt_sv_kind kind)
{
    const tti_msg_row *row = tti_msg_row_of(&server_rows, (int)kind);
    return row != NULL ? (uint64_t)1 << row->id : 0;
}

const tt_type *tt_sv_type(tt_sv_kind kind)
{
    const tti_msg_row *row = tti_msg_row_of(&server_rows, (int)kind);
    return row != NULL ? &row->type : NULL;
}

const tt_uuid *tti_sv_uuid(tt_sv_kind kind)
{
    const tti_msg_row *row = tti_msg_row_of(&server_rows, (int)kind);
    return row != NULL && row->protocol == TT_PROTOCOL_UNKNOWN ? &row->uuid : NULL;
}
