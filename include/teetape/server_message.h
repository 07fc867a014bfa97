/* SPDX-License-Identifier: MIT
 *
 * Game messages that servers send, such as chat, kills, votes and broadcasts: decoded into named
 * fields and encoded from them. message.h describes the form; the rows are in
 * teetape/schema/server_messages.def.
 *
 * In demos up to three zeros follow a message and are ignored. A list of ints (TT_TYPE_INTS)
 * ends at a count that games are known to send: 64 or 128 teams; 33, 38, 45 or 47 tunings. A
 * zero at its end that may be padding is left out. Example: examples/watch_demo.c.
 */
#ifndef TEETAPE_SERVER_MESSAGE_H
#define TEETAPE_SERVER_MESSAGE_H

#include "teetape/message.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The kinds of messages, one for each row of server_messages.def: TT_SV_CHAT, TT_SV7_CHAT,
 * TT_SV_TEAMS_STATE, ... */
typedef enum tt_sv_kind {
#define TT_SV(NAME, name, text, protocol, id, doc) TT_##NAME,
#define TT_SV_BARE(NAME, name, text, protocol, id, doc) TT_##NAME,
#define TT_SV_EX(NAME, name, text, ident, uuid, doc) TT_##NAME,
#define TT_SV_EX_BARE(NAME, name, text, ident, uuid, doc) TT_##NAME,
#include "teetape/schema/server_messages.def"
    TT_SV_KINDS /**< number of kinds; also the kind of an unknown message */
} tt_sv_kind;

/** A struct for each row that has fields: struct tt_sv_chat, ... */
/* clang-format off */
#define TT_SV(NAME, name, text, protocol, id, doc) struct tt_##name {
#define TT_SV_EX(NAME, name, text, ident, uuid, doc) struct tt_##name {
#define TT_RANGE(name, field, min, max, doc) int32_t field;
#define TT_FIELD(name, type, field, doc) tt_field_##type field;
#define TT_LIST(name, type, field, count, doc) tt_field_##type field[count];
#define TT_FIELDS_END(name) };
#include "teetape/schema/server_messages.def"
/* clang-format on */

/** A decoded message: `kind` says which member is set. */
typedef struct tt_sv_msg {
    tt_sv_kind kind; /**< kind of the message; TT_SV_KINDS when it could not be decoded */
    union {
#define TT_SV(NAME, name, text, protocol, id, doc) struct tt_##name name;
#define TT_SV_EX(NAME, name, text, ident, uuid, doc) struct tt_##name name;
#include "teetape/schema/server_messages.def"
    } u; /**< fields of the message: the member that has the name of the kind */
} tt_sv_msg;

/** The part of a packed message before its fields. */
typedef struct tt_sv_head {
    bool is_system; /**< true: a system message, which players of demos ignore */
    int32_t id;     /**< message id; 0 for an extended message, which has a UUID */
    tt_uuid uuid;   /**< UUID of an extended message; zeros for other messages */
} tt_sv_head;

/** Reads the head of a packed message. TT_ERR_TRUNCATED when it is cut, TT_ERR_RANGE for an id
 * below 0. */
TT_API tt_status tt_sv_head_of(tt_sv_head *head, tt_bytes data);

/** Returns the name of a system message with a UUID, such as "capabilities@ddnet.tw"; NULL for
 * others. */
TT_API const char *tt_sv_system_name(const tt_sv_head *head);

/** Decodes a packed message of a server that speaks `protocol`; TT_PROTOCOL_UNKNOWN is read as 0.6.
 * Texts are views into `data`, raw. Bytes after the last field are ignored, as every client does.
 *
 * TT_ERR_UNKNOWN: a system message, or an id or UUID without a row. TT_ERR_TRUNCATED: the fields do
 * not end inside the data. TT_ERR_RANGE: an int that makes a client reject the message. msg->kind
 * is then TT_SV_KINDS. */
TT_API tt_status tt_sv_decode(tt_sv_msg *msg, tt_bytes data, tt_protocol protocol);

/** Appends a message in the form of the network, from its kind and the member of its name. A
 * decoded message gets its bytes back, unless its ints were longer than needed or bytes followed
 * the last field. Texts are written as they are, and optional ints are written. On failure
 * nothing is written: TT_ERR_SPACE, TT_ERR_RANGE for an int that makes a receiver reject the
 * message, TT_ERR_ARGUMENT for a text with a NUL in it and for no such kind. */
TT_API void tt_sv_encode(tt_packer *p, const tt_sv_msg *msg);

/** Returns the name and the fields of a kind, for tt_field_of(field, &msg->u). NULL when out of
 * range. */
TT_API const tt_type *tt_sv_type(tt_sv_kind kind);

/** Returns the bit of a kind in the member only_messages of a reader of demos (demo.h): 1 << id,
 * and 1 for all kinds with a UUID; 0 when out of range. The kinds of both protocols share the ids.
 */
TT_API uint64_t tt_sv_bit(tt_sv_kind kind);

#ifdef __cplusplus
}
#endif

#endif
