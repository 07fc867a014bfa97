/* SPDX-License-Identifier: MIT
 *
 * Reads and writes the header of a demo, and converts its start time.
 */
#include "base/date.h"
#include "base/mem.h"
#include "demo/demo.h"
#include "demo/parts.h"

const uint8_t tti_demo_magic[TT_DEMO_MAGIC_SIZE] = {'T', 'W', 'D', 'E', 'M', 'O', 0};

/* 6be6da4a-cebd-380c-9b5b-1289c842d780, the version 3 UUID of "demoitem-sha256@ddnet.tw" */
static const tt_uuid sha256_uuid = {{0x6b, 0xe6, 0xda, 0x4a, 0xce, 0xbd, 0x38, 0x0c, 0x9b, 0x5b,
                                     0x12, 0x89, 0xc8, 0x42, 0xd7, 0x80}};

/* Offsets of the fields, and the header sizes of versions. AT_VERSION follows the magic.
 * docs/format/demo.md has the same as a table. */
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

/* Copies a text, and returns true when it has no NUL. DDNet refuses such a header, older programs
 * do not, so the text is read without its last byte. */
static bool read_head_text(char *dst, const uint8_t *src, size_t cap)
{
    const uint8_t *nul = tti_find_byte(src, cap, 0);
    size_t size = nul != NULL ? (size_t)(nul - src) : cap - 1;
    tti_copy(dst, src, size);
    return nul == NULL;
}

static int32_t read_head_int(const uint8_t *src)
{
    return tti_signed(tti_load_be32(src));
}

/* Reads the timeline markers. Returns true when the count was out of range; the game clamps it. All
 * 64 are read, so that a header can be written again with the same bytes. */
static bool read_markers(tt_demo_header *header, const uint8_t *p)
{
    int32_t count = read_head_int(p + AT_MARKER_COUNT);
    header->marker_count = count < 0 ? 0 : count > TT_DEMO_MARKERS ? TT_DEMO_MARKERS : count;
    for (int i = 0; i < TT_DEMO_MARKERS; i++) {
        header->markers[i] = read_head_int(p + AT_MARKERS + (ptrdiff_t)4 * i);
    }
    return header->marker_count != count;
}

/* Returns the size of a version 6 header, with or without the UUID of the SHA-256. The first byte
 * that differs from the UUID decides, because a whole demo without the UUID can be shorter than a
 * header with it. */
static size_t size_of_6(tt_bytes bytes)
{
    size_t uuid = 0;
    while (uuid < sizeof sha256_uuid && AT_UUID + uuid < bytes.size) {
        if (bytes.data[AT_UUID + uuid] != sha256_uuid.bytes[uuid]) {
            return SIZE_4;
        }
        uuid++;
    }
    return uuid < sizeof sha256_uuid ? AT_UUID + uuid + 1 : TT_DEMO_HEADER_MAX;
}

tt_status tt_demo_header_parse(tt_demo_header *header, size_t *size, tt_bytes bytes, int *odd)
{
    tti_fill(header, 0, sizeof *header);
    *size = 0;
    size_t there = bytes.size < sizeof tti_demo_magic ? bytes.size : sizeof tti_demo_magic;
    const uint8_t *p = bytes.data;
    if (!tti_equal(p, tti_demo_magic, there)) {
        return TT_ERR_DEMO_MAGIC;
    }
    if (bytes.size <= AT_VERSION) {
        return TT_ERR_TRUNCATED;
    }
    header->version = p[AT_VERSION];
    if (header->version < 3) {
        return TT_ERR_DEMO_VERSION;
    }
    /* versions above 6 are read like 6, as in the game */
    *size = header->version == 3 ? SIZE_3 : header->version < 6 ? SIZE_4 : size_of_6(bytes);
    if (bytes.size < *size) {
        return TT_ERR_TRUNCATED;
    }
    bool is_odd =
        read_head_text(header->net_version, p + AT_NET_VERSION, sizeof header->net_version);
    is_odd |= read_head_text(header->map_name, p + AT_MAP_NAME, sizeof header->map_name);
    is_odd |= read_head_text(header->type, p + AT_TYPE, sizeof header->type);
    is_odd |= read_head_text(header->start_time, p + AT_START_TIME, sizeof header->start_time);
    header->map_size = tti_load_be32(p + AT_MAP_SIZE);
    header->map_crc = tti_load_be32(p + AT_MAP_CRC);
    header->length = read_head_int(p + AT_LENGTH);
    if (header->version >= 4) {
        is_odd |= read_markers(header, p);
    }
    header->has_sha256 = *size == TT_DEMO_HEADER_MAX;
    tti_copy(header->map_sha256.bytes, p + AT_SHA256, header->has_sha256 ? 32 : 0);
    if (odd != NULL) {
        *odd = is_odd;
    }
    return TT_OK;
}

static void write_text(uint8_t *dst, const char *src, size_t cap)
{
    size_t size = 0;
    while (size + 1 < cap && src[size] != 0) {
        size++;
    }
    tti_copy(dst, src, size);
}

/* Writes a header. A version 6 without a sum has no UUID, and is shorter: the cut of such a demo
 * has the same form. */
size_t tti_demo_header_write(uint8_t dst[TT_DEMO_HEADER_MAX], const tt_demo_header *header)
{
    if (header->version < 3 || header->version > 6 || header->marker_count < 0 ||
        header->marker_count > TT_DEMO_MARKERS) {
        return 0;
    }
    tti_fill(dst, 0, TT_DEMO_HEADER_MAX);
    tti_copy(dst, tti_demo_magic, sizeof tti_demo_magic);
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
    tti_copy(dst + AT_UUID, sha256_uuid.bytes, 16);
    tti_copy(dst + AT_SHA256, header->map_sha256.bytes, 32);
    return TT_DEMO_HEADER_MAX;
}

/* Returns the protocol of a demo. The game's player decides by the first three letters. */
tt_protocol tt_demo_protocol(const tt_demo_header *header)
{
    return tti_equal(header->net_version, "0.7", 3) ? TT_PROTOCOL_7 : TT_PROTOCOL_6;
}

bool tt_demo_is_server(const tt_demo_header *header)
{
    return tti_equal(header->type, "server", 7);
}

#define SECONDS_OF_DAY 86400

enum {
    YEAR_AT = 0,
    MONTH_AT = 5,
    DAY_AT = 8,
    HOUR_AT = 11,
    MINUTE_AT = 14,
    SECOND_AT = 17,
    LENGTH = 19
};

/* Reads a number of `digits` digits, or returns -1 when a digit is missing. The field has 20 bytes
 * with a NUL, so a text that is too short has no digits here. */
static int32_t date_number(const char *text, int digits)
{
    int32_t value = 0;
    for (int i = 0; i < digits; i++) {
        if (text[i] < '0' || text[i] > '9') {
            return -1;
        }
        value = value * 10 + (text[i] - '0');
    }
    return value;
}

static void put_number(char *dst, int32_t value, int digits)
{
    while (digits > 0) {
        dst[--digits] = (char)('0' + value % 10);
        value /= 10;
    }
}

bool tt_demo_start_time(const tt_demo_header *header, int64_t *seconds)
{
    const char *text = header->start_time;
    int32_t year = date_number(text + YEAR_AT, 4), month = date_number(text + MONTH_AT, 2);
    int32_t day = date_number(text + DAY_AT, 2), hour = date_number(text + HOUR_AT, 2);
    int32_t minute = date_number(text + MINUTE_AT, 2), second = date_number(text + SECOND_AT, 2);
    if (text[LENGTH] != 0 || !tti_date_valid(year, month, day) ||
        !tti_date_clock_valid(hour, minute, second)) {
        return false;
    }
    *seconds =
        tti_date_to_days(year, month, day) * SECONDS_OF_DAY + hour * 3600 + minute * 60 + second;
    return true;
}

/* Rounds the day down also before 1970, hence the sum and the second remainder. */
bool tti_demo_set_start_time(tt_demo_header *header, int64_t seconds)
{
    int64_t second = (seconds % SECONDS_OF_DAY + SECONDS_OF_DAY) % SECONDS_OF_DAY;
    int32_t year, month, day, clock = (int32_t)second;
    char *text = header->start_time;
    if (!tti_date_from_days((seconds - second) / SECONDS_OF_DAY, &year, &month, &day)) {
        return false;
    }
    tti_copy(text, "0000-00-00_00-00-00", LENGTH + 1);
    put_number(text + YEAR_AT, year, 4);
    put_number(text + MONTH_AT, month, 2);
    put_number(text + DAY_AT, day, 2);
    put_number(text + HOUR_AT, clock / 3600, 2);
    put_number(text + MINUTE_AT, clock / 60 % 60, 2);
    put_number(text + SECOND_AT, clock % 60, 2);
    return true;
}
