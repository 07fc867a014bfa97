/* SPDX-License-Identifier: MIT
 *
 * Private functions for the messages of clients and servers.
 */
#ifndef TTI_MSG_INSIDE_H
#define TTI_MSG_INSIDE_H

#include "base/private_api.h"
#include "teetape/message.h"
#include "teetape/secret.h"
#include "teetape/server_message.h"

/* Returns true when a chat line of a client is secret: it is a command with secret arguments
 * ("/timeout ..."), or has such a command inside. */
bool tti_secret_chat(tt_bytes line);

/* Returns true when a packed message has a secret, so that its bytes must not be shown either.
 * System messages count as secret. So does a message with bytes after its fields, and an
 * undecodable one that may be a typed command. Other undecodable messages are searched for secret
 * words. */
bool tti_secret_msg_data(tt_bytes data, tt_protocol protocol);

/* Returns true when the value of a setting or tuning in a header is secret: because of its name, or
 * because it is not listed and the value is no number. `name` and `value` are without escapes. */
bool tti_secret_setting(tt_bytes name, tt_bytes value);

/* Writes the id, or 0 and the UUID, at the begin of a message of this kind. Writes nothing for a
 * kind that is out of range. */
void tti_sv_pack_id(tt_packer *p, tt_sv_kind kind);

/* Returns the UUID of an extended kind; NULL for the other kinds. */
const tt_uuid *tti_sv_uuid(tt_sv_kind kind);

/* Decodes a message of a client. With TT_OK, `*rest` becomes the bytes after the last field;
 * otherwise the result is that of tt_msg_decode. */
tt_status tti_msg_decode(tt_msg *msg, tt_bytes data, tt_protocol protocol, tt_bytes *rest);

/* Decodes a message of a demo. The padding of the chunk is no part of a list of ints. With TT_OK,
 * `*rest` becomes the bytes after the last field, padding included; otherwise the result is that of
 * tt_sv_decode. */
tt_status tti_sv_decode(tt_sv_msg *msg, tt_bytes data, tt_protocol protocol, tt_bytes *rest);

/* Returns true when this version has a kind, or at least a name, for the UUID in the head of a
 * message. */
bool tti_sv_knows(const tt_sv_head *head);

/* Returns true when all bytes are zeros, which hide nothing. */
static inline bool tti_is_padding(tt_bytes rest)
{
    for (size_t i = 0; i < rest.size; i++) {
        if (rest.data[i] != 0) {
            return false;
        }
    }
    return true;
}

/* Returns true when a packed message has the input of a player (Sv_PreInput), even one that cannot
 * be decoded. A holder of the demo may read the input; published output leaves it out. */
TT_PRIVATE_API bool tti_secret_sv_input(tt_bytes data);

/* Returns how many bytes of a text (chat, a vote, the reason of a drop) may be shown. A text that
 * names a command, as in "Use '/load CODE' to continue", is shown up to the argument. The text of a
 * whisper that the server wrote as a chat line is not shown. */
size_t tti_secret_sv_chat(tt_bytes text);

#endif
