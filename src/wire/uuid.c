/* SPDX-License-Identifier: MIT
 *
 * UUIDs from a name, as text, as bytes. The wire has 16 bytes in the order in which they are
 * printed, never little-endian.
 */
#include "teetape/uuid.h"

#include "base/ascii.h"
#include "base/mem.h"
#include "wire/uuid.h"

/* e05ddaaa-c4e6-4cfb-b642-5d48e80c0029, the namespace of all names of the game. */
static const tt_uuid game_namespace = {{0xe0, 0x5d, 0xda, 0xaa, 0xc4, 0xe6, 0x4c, 0xfb, 0xb6, 0x42,
                                        0x5d, 0x48, 0xe8, 0x0c, 0x00, 0x29}};

/* Returns true before bytes that follow a dash: the groups of the text have 8, 4, 4, 4 and 12
 * digits. */
static bool dash_precedes(size_t i)
{
    return i == 4 || i == 6 || i == 8 || i == 10;
}

tt_uuid tti_uuid_from_name_in(const tt_uuid *space, tt_bytes name)
{
    tti_md5 md5;
    tt_uuid uuid;
    tti_md5_start(&md5);
    tti_md5_add(&md5, space->bytes, sizeof space->bytes);
    tti_md5_add(&md5, name.data, name.size);
    tti_md5_finish(&md5, uuid.bytes);
    /* RFC 4122 puts the version, 3, in the high half of byte 6, and the variant, the bits 10, on
     * top of byte 8. */
    uuid.bytes[6] = (uint8_t)((uuid.bytes[6] & 0x0f) | 0x30);
    uuid.bytes[8] = (uint8_t)((uuid.bytes[8] & 0x3f) | 0x80);
    return uuid;
}

tt_uuid tt_uuid_from_name(tt_bytes name)
{
    return tti_uuid_from_name_in(&game_namespace, name);
}

/* Writes a UUID in lower case, so texts of equal UUIDs are equal. */
void tt_uuid_format(char dst[TT_UUID_TEXT], const tt_uuid *uuid)
{
    for (size_t i = 0; i < sizeof uuid->bytes; i++) {
        if (dash_precedes(i)) {
            *dst++ = '-';
        }
        tti_hex_put(dst, &uuid->bytes[i], 1);
        dst += 2;
    }
    *dst = 0;
}

/* Reads the text form. Each branch takes a fixed number of characters, so `at` cannot pass the
 * checked size. */
tt_status tti_uuid_parse(tt_uuid *uuid, tt_bytes text)
{
    tt_uuid result;
    size_t at = 0;
    tti_fill(uuid->bytes, 0, sizeof uuid->bytes);
    if (text.size != TT_UUID_TEXT - 1) {
        return TT_ERR_SYNTAX;
    }
    for (size_t i = 0; i < sizeof result.bytes; i++) {
        if (dash_precedes(i) && text.data[at++] != '-') {
            return TT_ERR_SYNTAX;
        }
        int high = tti_hex_value(text.data[at++]);
        int low = tti_hex_value(text.data[at++]);
        if (high < 0 || low < 0) {
            return TT_ERR_SYNTAX;
        }
        result.bytes[i] = (uint8_t)(high << 4 | low);
    }
    *uuid = result;
    return TT_OK;
}

bool tti_uuid_equal(const tt_uuid *a, const tt_uuid *b)
{
    return tti_equal(a->bytes, b->bytes, sizeof a->bytes);
}

tt_uuid tt_unpack_uuid(tt_unpacker *u)
{
    tt_uuid uuid = {{0}};
    tt_bytes raw = tt_unpack_raw(u, sizeof uuid.bytes);
    tti_copy(uuid.bytes, raw.data, raw.size); /* `raw` is empty after a failure */
    return uuid;
}

void tt_pack_uuid(tt_packer *p, const tt_uuid *uuid)
{
    tt_pack_raw(p, (tt_bytes){uuid->bytes, sizeof uuid->bytes});
}
