/* SPDX-License-Identifier: MIT
 *
 * Decoding of messages with what is left over.
 */
#ifndef TTI_MSG_DECODE_H
#define TTI_MSG_DECODE_H

#include "teetape/server_message.h"

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
