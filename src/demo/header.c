/* SPDX-License-Identifier: MIT
 *
 * The header of a demo, from bytes and to bytes. One table has the place of every field.
 */
#include "teetape/demo_header.h"

#include "base/mem.h"

const uint8_t tt_demo_magic[TT_DEMO_MAGIC_SIZE] = {'T', 'W', 'D', 'E', 'M', 'O', 0};

/* 6be6da4a-cebd-380c-9b5b-1289c842d780, the version 3 UUID of "demoitem-sha256@ddnet.tw" */
const tt_uuid tt_demo_sha256_uuid = {{0x6b, 0xe6, 0xda, 0x4a, 0xce, 0xbd, 0x38, 0x0c, 0x9b, 0x5b,
                                      0x12, 0x89, 0xc8, 0x42, 0xd7, 0x80}};

/* Where the fields are, in bytes from the start of the file, and where the header of a version
 * ends. The gap before AT_VERSION is the magic. docs/format/demo.md has the same as a table. */
enum {
    AT_VERSION = 7,
    AT_NET_VERSION = 8,
    AT_MAP_NAME = 72,
    AT_MAP_SIZE = 136,
    AT_MAP_CRC = 140,
    AT_TYPE = 144,
    AT_LENGTH = 152,
    AT_START_TIME = 156,
    SIZE_3 = 176,
    AT_MARKER_COUNT = 176,
    AT_MARKERS = 180,
    SIZE_4 = 436,
    AT_UUID = 436,
    AT_SHA256 = 452
};

/* By magic and version alone, which eight bytes say. Of version 6 it is the most; whether the sum
 * is there only its UUID says (size_of_6). Versions above 6 are read like 6, as the game does
 * it. */
size_t tt_demo_header_size(tt_bytes first)
{
    if (first.size <= AT_VERSION || !tti_equal(first.data, tt_demo_magic, sizeof tt_demo_magic) ||
        first.data[AT_VERSION] < 3) {
        return 0;
    }
    uint8_t version = first.data[AT_VERSION];
    return version == 3 ? SIZE_3 : version < 6 ? SIZE_4 : TT_DEMO_HEADER_MAX;
}

/* Returns 1 when the field has no NUL. What follows a NUL is not kept. A text without a NUL is odd,
 * since DDNet refuses such a header; older programs do not look, so it is read, but for its last
 * byte, which has to be a NUL here. */
static int read_text(char *dst, const uint8_t *src, size_t cap)
{
    const uint8_t *nul = tti_find_byte(src, cap, 0);
    size_t size = nul != NULL ? (size_t)(nul - src) : cap - 1;
    tti_copy(dst, src, size);
    return nul == NULL;
}

static int32_t read_int(const uint8_t *src)
{
    return tti_signed(tti_load_be32(src));
}

/* The game brings a count that is out of range into it. All 64 are read whatever the count says, so
 * that a header can be written again with the same bytes. Returns 1 when the count was out of
 * range. */
static int read_markers(tt_demo_header *header, const uint8_t *p)
{
    int32_t count = read_int(p + AT_MARKER_COUNT);
    header->marker_count = count < 0 ? 0 : count > TT_DEMO_MARKERS ? TT_DEMO_MARKERS : count;
    for (int i = 0; i < TT_DEMO_MARKERS; i++) {
        header->markers[i] = read_int(p + AT_MARKERS + (ptrdiff_t)4 * i);
    }
    return header->marker_count != count;
}

/* How many bytes it takes to know where a header of version 6 ends, and that place once they are
 * there: the first byte of the UUID that differs says that there is none. A demo without it can be
 * shorter than a header with it. */
static size_t size_of_6(tt_bytes bytes)
{
    size_t uuid = 0;
    while (uuid < sizeof tt_demo_sha256_uuid && AT_UUID + uuid < bytes.size) {
        if (bytes.data[AT_UUID + uuid] != tt_demo_sha256_uuid.bytes[uuid]) {
            return SIZE_4;
        }
        uuid++;
    }
    return uuid < sizeof tt_demo_sha256_uuid ? AT_UUID + uuid + 1 : TT_DEMO_HEADER_MAX;
}

/* `*size` is how many bytes are needed, as far as the bytes that are there can say. As much of the
 * magic is compared as there is, so that one wrong byte is enough to refuse a file, and a pipe that
 * is no demo is not waited for. */
tt_status tt_demo_header_parse(tt_demo_header *header, size_t *size, tt_bytes bytes, int *odd)
{
    tti_fill(header, 0, sizeof *header);
    *size = 0;
    size_t there = bytes.size < sizeof tt_demo_magic ? bytes.size : sizeof tt_demo_magic;
    const uint8_t *p = bytes.data;
    if (!tti_equal(p, tt_demo_magic, there)) {
        return TT_ERR_DEMO_MAGIC;
    }
    if (bytes.size <= AT_VERSION) {
        return TT_ERR_TRUNCATED;
    }
    *size = tt_demo_header_size(bytes);
    if (*size == 0) {
        return TT_ERR_DEMO_VERSION;
    }
    header->version = p[AT_VERSION];
    *size = header->version >= 6 ? size_of_6(bytes) : *size;
    if (bytes.size < *size) {
        return TT_ERR_TRUNCATED;
    }
    int is_odd = read_text(header->net_version, p + AT_NET_VERSION, sizeof header->net_version);
    is_odd |= read_text(header->map_name, p + AT_MAP_NAME, sizeof header->map_name);
    is_odd |= read_text(header->type, p + AT_TYPE, sizeof header->type);
    is_odd |= read_text(header->start_time, p + AT_START_TIME, sizeof header->start_time);
    header->map_size = tti_load_be32(p + AT_MAP_SIZE);
    header->map_crc = tti_load_be32(p + AT_MAP_CRC);
    header->length = read_int(p + AT_LENGTH);
    if (header->version >= 4) {
        is_odd |= read_markers(header, p);
    }
    /* size_of_6 gives this size for the right UUID alone */
    header->has_sha256 = *size == TT_DEMO_HEADER_MAX;
    tti_copy(header->map_sha256.bytes, p + AT_SHA256, header->has_sha256 ? 32 : 0);
    if (odd != NULL) {
        *odd = is_odd;
    }
    return TT_OK;
}

/* At least one NUL ends the field: a text that fills it is cut. The bytes after it are zeros
 * already. */
static void write_text(uint8_t *dst, const char *src, size_t cap)
{
    size_t size = 0;
    while (size + 1 < cap && src[size] != 0) {
        size++;
    }
    tti_copy(dst, src, size);
}

/* A version 6 without a sum is written without the UUID, and its map begins where that would be:
 * where such a demo was read, its cut has the same form. What a version does not have is left out,
 * and the header is as much shorter. */
size_t tt_demo_header_write(uint8_t dst[TT_DEMO_HEADER_MAX], const tt_demo_header *header)
{
    if (header->version < 3 || header->version > 6 || header->marker_count < 0 ||
        header->marker_count > TT_DEMO_MARKERS) {
        return 0;
    }
    tti_fill(dst, 0, TT_DEMO_HEADER_MAX);
    tti_copy(dst, tt_demo_magic, sizeof tt_demo_magic);
    dst[AT_VERSION] = (uint8_t)header->version;
    write_text(dst + AT_NET_VERSION, header->net_version, sizeof header->net_version);
    write_text(dst + AT_MAP_NAME, header->map_name, sizeof header->map_name);
    tti_store_be32(dst + AT_MAP_SIZE, header->map_size);
    tti_store_be32(dst + AT_MAP_CRC, header->map_crc);
    write_text(dst + AT_TYPE, header->type, sizeof header->type);
    tti_store_be32(dst + AT_LENGTH, (uint32_t)header->length);
    write_text(dst + AT_START_TIME, header->start_time, sizeof header->start_time);
    if (header->version == 3) {
        return SIZE_3;
    }
    tti_store_be32(dst + AT_MARKER_COUNT, (uint32_t)header->marker_count);
    for (int i = 0; i < TT_DEMO_MARKERS; i++) {
        tti_store_be32(dst + AT_MARKERS + (ptrdiff_t)4 * i, (uint32_t)header->markers[i]);
    }
    if (header->version < 6 || !header->has_sha256) {
        return SIZE_4;
    }
    tti_copy(dst + AT_UUID, tt_demo_sha256_uuid.bytes, 16);
    tti_copy(dst + AT_SHA256, header->map_sha256.bytes, 32);
    return TT_DEMO_HEADER_MAX;
}

/* As the game's player decides it: by the first three letters. Item types, their sizes and the ids
 * of messages differ between the two. */
tt_protocol tt_demo_protocol(const tt_demo_header *header)
{
    return tti_equal(header->net_version, "0.7", 3) ? TT_PROTOCOL_7 : TT_PROTOCOL_6;
}

int tt_demo_is_server(const tt_demo_header *header)
{
    return tti_equal(header->type, "server", 7);
}
