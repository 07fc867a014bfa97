/* SPDX-License-Identifier: MIT
 *
 * What only the library calls of this room.
 */
#ifndef TTI_MSG_INSIDE_H
#define TTI_MSG_INSIDE_H

#include "teetape/message.h"
#include "teetape/secret.h"
#include "teetape/server_message.h"

/* 1 when a chat line of a client is secret: a command ("/timeout ...") whose arguments are, or a
 * line with such a command inside. */
int tti_secret_chat(tt_bytes line);

/* 1 when a packed message holds something secret, so that its bytes must not be shown either.
 * System messages count as secret, and so does a message that has bytes after its fields, or does
 * not parse but might be such a command. Of other messages that do not parse the words count. */
int tti_secret_msg_data(tt_bytes data, tt_protocol protocol);

/* 1 when the value of this setting or tuning is secret, as a member of the header's config and
 * tuning: because of its name, or because it is not listed and the value is no number. Both without
 * escapes. */
int tti_secret_setting(tt_bytes name, tt_bytes value);

/* Writes the id, or 0 and the UUID, that a message of this kind begins with. Nothing for a kind
 * that is out of range. */
void tti_sv_pack_id(tt_packer *p, tt_sv_kind kind);

/* The UUID of an extended kind; NULL for the other kinds. */
const tt_uuid *tti_sv_uuid(tt_sv_kind kind);

/* tt_msg_decode; `*rest` becomes the bytes after the last field when the result is TT_OK. */
tt_status tti_msg_decode(tt_msg *msg, tt_bytes data, tt_protocol protocol, tt_bytes *rest);

/* tt_sv_decode of a message in a demo, where the padding of the chunk is no part of a list of ints.
 * `*rest` as above, with the padding. */
tt_status tti_sv_decode(tt_sv_msg *msg, tt_bytes data, tt_protocol protocol, tt_bytes *rest);

/* This version has a kind, or at least a name, for a message whose head has a UUID. */
int tti_sv_knows(const tt_sv_head *head);

/* Nothing can be hidden in zeros. */
static inline int tti_is_padding(tt_bytes rest)
{
    for (size_t i = 0; i < rest.size; i++) {
        if (rest.data[i] != 0) {
            return 0;
        }
    }
    return 1;
}

#endif
