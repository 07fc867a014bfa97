/* SPDX-License-Identifier: MIT
 *
 * Decoding of messages that says what is left over.
 */
#ifndef TTI_MSG_DECODE_H
#define TTI_MSG_DECODE_H

#include "teetape/server_message.h"

/* tt_msg_decode; `*rest` becomes the bytes after the last field, and is for TT_OK only. */
tt_status tti_msg_decode(tt_msg *msg, tt_bytes data, tt_protocol protocol, tt_bytes *rest);

/* tt_sv_decode of a message in a demo: the padding of its chunk is no part of a list of ints.
 * `*rest` as above, with the padding. */
tt_status tti_sv_decode(tt_sv_msg *msg, tt_bytes data, tt_protocol protocol, tt_bytes *rest);

/* 1 unless there are bytes other than zeros: then nothing can be hidden in them. */
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
