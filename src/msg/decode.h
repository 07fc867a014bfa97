/* SPDX-License-Identifier: MIT
 *
 * Decoding of messages that says what is left over.
 */
#ifndef TTI_MSG_DECODE_H
#define TTI_MSG_DECODE_H

#include "teetape/message.h"

/* tt_msg_decode; `*rest` becomes the bytes after the last field, and is for TT_OK only. */
tt_status tti_msg_decode(tt_msg *msg, tt_bytes data, tt_protocol protocol, tt_bytes *rest);

#endif
