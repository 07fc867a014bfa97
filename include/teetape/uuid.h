/* SPDX-License-Identifier: MIT
 *
 * UUIDs. DDNet names messages, snapshot items and teehistorian extensions by UUIDs of
 * version 3, that is by the MD5 sum of a namespace and a name such as
 * "teehistorian-test@ddnet.tw". Example: examples/pack_message.c.
 */
#ifndef TEETAPE_UUID_H
#define TEETAPE_UUID_H

#include "teetape/bytes.h"

#ifdef __cplusplus
extern "C" {
#endif

/** 16 bytes in the order in which they are printed. */
typedef struct tt_uuid {
    uint8_t bytes[16]; /**< "e05ddaaa-..." begins with 0xe0 */
} tt_uuid;

/** Room for the text form and its NUL. */
#define TT_UUID_TEXT 37

/** Returns the version 3 UUID of a name (without NUL) in the game's namespace,
 * e05ddaaa-c4e6-4cfb-b642-5d48e80c0029. */
TT_API tt_uuid tt_uuid_from_name(tt_bytes name);

/** Writes 36 lower case characters with dashes, and a NUL. */
TT_API void tt_uuid_format(char dst[TT_UUID_TEXT], const tt_uuid *uuid);

/** Reads the next 16 bytes; zeros and TT_ERR_TRUNCATED when there are fewer. */
TT_API tt_uuid tt_unpack_uuid(tt_unpacker *u);

/** Appends the 16 bytes. */
TT_API void tt_pack_uuid(tt_packer *p, const tt_uuid *uuid);

#ifdef __cplusplus
}
#endif

#endif
