/* SPDX-License-Identifier: MIT
 *
 * Game messages that clients send, decoded into named fields and encoded from them.
 *
 *     varint v: v >> 1 is the id, v & 1 the system flag (0 for game messages)
 *     id 0: an extended message; 16 bytes of UUID follow
 *     then the fields one after the other
 *
 * The same number means different messages to a 0.6 and a 0.7 client, so the protocol has
 * to be known. The rows are in teetape/schema/messages.def. Example: examples/fields.c.
 */
#ifndef TEETAPE_MESSAGE_H
#define TEETAPE_MESSAGE_H

#include "teetape/schema.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Protocols that clients speak. */
typedef enum tt_protocol {
    TT_PROTOCOL_UNKNOWN = 0,
    TT_PROTOCOL_6 = 6, /**< Teeworlds 0.6 and DDNet */
    TT_PROTOCOL_7 = 7  /**< Teeworlds 0.7 */
} tt_protocol;

/** The kinds of messages, one for each row of messages.def: TT_MSG_CL_SAY, TT_MSG_CL7_SAY,
 * TT_MSG_CL_SHOW_DISTANCE, ... */
typedef enum tt_msg_kind {
#define TT_MSG(NAME, name, text, protocol, id, doc) TT_MSG_##NAME,
#define TT_MSG_BARE(NAME, name, text, protocol, id, doc) TT_MSG_##NAME,
#define TT_MSG_EX(NAME, name, text, ident, uuid, doc) TT_MSG_##NAME,
#include "teetape/schema/messages.def"
    TT_MSG_KINDS /**< number of kinds; also the kind of an unknown message */
} tt_msg_kind;

/** A struct for each row that has fields: struct tt_msg_cl_say, ... */
/* clang-format off */
#define TT_MSG(NAME, name, text, protocol, id, doc) struct tt_msg_##name {
#define TT_MSG_EX(NAME, name, text, ident, uuid, doc) struct tt_msg_##name {
#define TT_RANGE(name, field, min, max, doc) int32_t field;
#define TT_FIELD(name, type, field, doc) tt_field_##type field;
#define TT_LIST(name, type, field, count, doc) tt_field_##type field[count];
#define TT_FIELDS_END(name) };
#include "teetape/schema/messages.def"
/* clang-format on */

/** A decoded message: `kind` says which member is set. */
typedef struct tt_msg {
    tt_msg_kind kind; /**< kind of the message; TT_MSG_KINDS when it could not be decoded */
    union {
#define TT_MSG(NAME, name, text, protocol, id, doc) struct tt_msg_##name name;
#define TT_MSG_EX(NAME, name, text, ident, uuid, doc) struct tt_msg_##name name;
#include "teetape/schema/messages.def"
    } u; /**< fields of the message: the member that has the name of the kind */
} tt_msg;

/** Decodes a packed message of a client that speaks `protocol`; TT_PROTOCOL_UNKNOWN is read as
 * 0.6. Texts are views into `data`, raw: control bytes, blanks and length are as the client
 * sent them. Bytes after the last field are ignored, as every server does.
 *
 * TT_ERR_UNKNOWN: a system message, or an id or UUID without a row. TT_ERR_TRUNCATED: the
 * fields do not end inside the data. TT_ERR_RANGE: an int that makes a server reject the
 * message. msg->kind is then TT_MSG_KINDS. */
TT_API tt_status tt_msg_decode(tt_msg *msg, tt_bytes data, tt_protocol protocol);

/** Appends a message in the form of the network, from its kind and the member of its name. A
 * decoded message gets its bytes back, unless its ints were longer than needed or bytes followed
 * the last field. Texts are written as they are, and optional ints are written. On failure
 * nothing is written: TT_ERR_SPACE, TT_ERR_RANGE for an int that makes a receiver reject the
 * message, TT_ERR_ARGUMENT for a text with a NUL in it and for no such kind. */
TT_API void tt_msg_encode(tt_packer *p, const tt_msg *msg);

/** Returns the name and the fields of a kind, for tt_field_of(field, &msg->u). NULL when out of
 * range. */
TT_API const tt_type *tt_msg_type(tt_msg_kind kind);

/** Returns the UUID of an extended kind; NULL for the other kinds. */
TT_API const tt_uuid *tt_msg_uuid(tt_msg_kind kind);

#ifdef __cplusplus
}
#endif

#endif
