/* SPDX-License-Identifier: MIT
 *
 * Reads the JSON header of a teehistorian file.
 *
 *     {"comment":"...","version":"2", ... ,"config":{...},"tuning":{...},"uuids":[...]}
 *
 * Each row of schema/th_header.def describes a key: its name, the kind of its value, and the member
 * of struct tt_th_header with the same name. The text is read once; the order of the keys does not
 * matter.
 */
#include "teehistorian/header.h"
#include "base/ascii.h"
#include "base/date.h"
#include "base/error.h"
#include "base/json_int.h"
#include "base/mem.h"
#include "teetape/game.h"
#include "teetape/teehistorian_header.h"
#include "wire/uuid.h"

typedef enum value_type {
    TYPE_TEXT,
    TYPE_INT,
    TYPE_UUID,
    TYPE_SHA256,
    TYPE_CRC,
    TYPE_TIME,
    TYPE_OBJECT,
    TYPE_ARRAY
} value_type;

typedef struct key_row {
    const char *name;
    value_type type;
    size_t offset;
} key_row;

static const key_row key_rows[TT_TH_KEYS] = {
#define TT_TH_KEY(name, type, since, doc) {#name, TYPE_##type, offsetof(tt_th_header, name)},
#include "teetape/schema/th_header.def"
};

_Static_assert(TT_TH_KEYS <= 32, "has, bad and twice have one bit per key");

/* The magic: 699db17b-8efb-34ff-b1d8-da6f60c15dd1, the version 3 UUID of teehistorian@ddnet.tw. */
const tt_uuid tt_th_magic = {{0x69, 0x9d, 0xb1, 0x7b, 0x8e, 0xfb, 0x34, 0xff, 0xb1, 0xd8, 0xda,
                              0x6f, 0x60, 0xc1, 0x5d, 0xd1}};

/* Returns the number of a key's row, TT_TH_KEYS for an unknown key. Compares about twenty rows. */
static unsigned find_row(tt_bytes key)
{
    unsigned i = 0;
    while (i < TT_TH_KEYS && !tt_json_equal(key, key_rows[i].name)) {
        i++;
    }
    return i;
}

/* Reads hex digits. After a failure `dst` has zeros. */
static bool read_hex(uint8_t *dst, size_t size, tt_bytes text)
{
    if (text.size != 2 * size) {
        return false;
    }
    for (size_t i = 0; i < size; i++) {
        int high = tti_hex_value(text.data[2 * i]);
        int low = tti_hex_value(text.data[2 * i + 1]);
        if (high < 0 || low < 0) {
            tti_fill(dst, 0, size);
            return false;
        }
        dst[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}

/* Stores a value in its member. DDNet writes scalars as strings; builds before the first release
 * wrote some as numbers. */
static bool store_member(void *member, value_type type, tt_json_kind kind, tt_bytes text)
{
    uint8_t crc[4] = {0};
    bool is_good;
    if (type == TYPE_OBJECT || type == TYPE_ARRAY) {
        if (kind != (type == TYPE_OBJECT ? TT_JSON_OBJECT : TT_JSON_ARRAY)) {
            return false;
        }
        *(tt_bytes *)member = text;
        return true;
    }
    if (type == TYPE_INT) {
        return (kind == TT_JSON_STRING || kind == TT_JSON_NUMBER) &&
               tti_json_int(member, text) == TT_OK;
    }
    if (kind != TT_JSON_STRING) {
        return false;
    }
    switch (type) {
    case TYPE_UUID:
        return tti_uuid_parse(member, text) == TT_OK;
    case TYPE_SHA256:
        return read_hex(((tt_sha256 *)member)->bytes, sizeof(tt_sha256), text);
    case TYPE_CRC:
        is_good = read_hex(crc, sizeof crc, text);
        *(uint32_t *)member = tti_load_be32(crc);
        return is_good;
    case TYPE_TIME:
        return tti_th_time_parse(member, text) == TT_OK;
    default:
        *(tt_bytes *)member = text;
        return true;
    }
}

/* Reads a value and everything inside. `*value` is its first token, whose text becomes that of the
 * whole value. */
static tt_status read_whole(tt_json *j, tt_json_token *value)
{
    tt_status status = tt_json_next(j, value);
    if (status != TT_OK) {
        return status;
    }
    tt_bytes whole;
    status = tt_json_value(j, value, &whole);
    if (value->kind == TT_JSON_OBJECT || value->kind == TT_JSON_ARRAY) {
        value->text.size = whole.size;
    }
    return status;
}

/* Stores a member. The first of repeated keys counts, even if it was bad. `*version_at` becomes the
 * offset of the version. */
static tt_status read_header_member(tt_th_header *header, tt_json *j, const tt_json_token *key,
                                    size_t *version_at)
{
    tt_json_token value;
    tt_status status = read_whole(j, &value);
    unsigned row = find_row(key->text);
    if (status != TT_OK || row == TT_TH_KEYS) {
        return status;
    }

    uint32_t bit = UINT32_C(1) << row;
    if ((header->has | header->bad) & bit) {
        header->twice |= bit;
        return TT_OK;
    }
    header->raw[row] = value.text;
    header->kind[row] = value.kind;
    void *member = (uint8_t *)header + key_rows[row].offset;
    if (store_member(member, key_rows[row].type, value.kind, value.text)) {
        header->has |= bit;
    } else {
        header->bad |= bit;
    }
    if (row == TT_TH_KEY_version) {
        *version_at = value.offset;
    }
    return TT_OK;
}

tt_status tti_th_header_parse(tt_th_header *header, tt_bytes json, tt_error *error)
{
    tti_fill(header, 0, sizeof *header);
    header->json = json;
    tt_json j = tt_json_of(json);
    tt_json_token token;
    size_t version_at = 0;
    tt_status status = tt_json_next(&j, &token);
    if (status == TT_OK && token.kind != TT_JSON_OBJECT) {
        return tti_fail(error, TT_ERR_JSON_TYPE, token.offset);
    }
    while (status == TT_OK) {
        status = tt_json_next(&j, &token);
        if (status == TT_OK && token.kind == TT_JSON_KEY) {
            status = read_header_member(header, &j, &token, &version_at);
        }
    }
    if (status != TT_END) {
        if (error) {
            *error = j.error;
        }
        return status;
    }
    /* The version is checked last: a text that is no JSON gets its own error. */
    if (!((header->has | header->bad) >> TT_TH_KEY_version & 1u)) {
        return tti_fail(error, TT_ERR_TH_NO_VERSION, 0);
    }
    if (header->version != 1 && header->version != 2) {
        return tti_fail(error, TT_ERR_TH_VERSION, version_at);
    }
    return TT_OK;
}

const char *tt_th_key_name(tt_th_key key)
{
    return (unsigned)key < TT_TH_KEYS ? key_rows[key].name : NULL;
}

tt_th_iter tt_th_iter_of(const tt_th_header *header, tt_th_part part)
{
    const tt_bytes texts[] = {[TT_TH_CONFIG] = header->config,
                              [TT_TH_TUNING] = header->tuning,
                              [TT_TH_UUIDS] = header->uuids,
                              [TT_TH_OTHERS] = header->json};
    tt_bytes none = {NULL, 0};
    return (tt_th_iter){
        .json = tt_json_of((unsigned)part < sizeof texts / sizeof texts[0] ? texts[part] : none),
        .part = part};
}

int64_t tti_th_header_setting(const tt_th_header *header, const char *name, int64_t usual)
{
    tt_th_member member;
    for (tt_th_iter i = tt_th_iter_of(header, TT_TH_CONFIG); tt_th_iter_next(&i, &member);) {
        int64_t value;
        if (tt_json_equal(member.key, name) && tti_json_int(&value, member.value) == TT_OK) {
            usual = value;
        }
    }
    return usual;
}

int32_t tti_th_header_delay(const tt_th_header *header, const char *name, int32_t usual)
{
    enum { MOST = 9999 };
    int64_t seconds = tti_th_header_setting(header, name, usual);
    return (int32_t)(seconds < 0 ? 0 : seconds > MOST ? MOST : seconds) * TT_TICKS_PER_SECOND;
}

bool tt_th_iter_next(tt_th_iter *iter, tt_th_member *member)
{
    tt_json_token token;
    while (tt_json_next(&iter->json, &token) == TT_OK) {
        if (token.depth == 0) {
            continue;
        }
        tt_json_token value = token;
        tt_bytes key = {NULL, 0}, whole;
        if (token.kind == TT_JSON_KEY) {
            key = token.text;
            if (read_whole(&iter->json, &value) != TT_OK) {
                return false;
            }
            if (iter->part == TT_TH_OTHERS && find_row(key) < TT_TH_KEYS) {
                continue;
            }
        } else {
            if (tt_json_value(&iter->json, &token, &whole) != TT_OK) {
                return false;
            }
            if (iter->part != TT_TH_UUIDS || token.kind != TT_JSON_STRING) {
                continue;
            }
        }
        *member = (tt_th_member){key, value.text, value.kind};
        return true;
    }
    return false;
}

/* The forms of a start time: 0 is a digit, + is a sign, other characters are themselves. */
static const char form_1[] = "0000-00-00 00:00:00 +0000";
static const char form_2[] = "0000-00-00T00:00:00+0000";

/* Offsets of the zone in the two forms of a start time, which differ only after the seconds. */
enum { ZONE_1 = 20, ZONE_2 = 19 };

static bool fits_pattern(uint8_t byte, char pattern)
{
    if (pattern == '0') {
        return byte >= '0' && byte <= '9';
    }
    if (pattern == '+') {
        return byte == '+' || byte == '-';
    }
    return byte == (uint8_t)pattern;
}

static bool has_form(tt_bytes text, const char *form, size_t size)
{
    size_t i = 0;
    while (i < size && i < text.size && fits_pattern(text.data[i], form[i])) {
        i++;
    }
    return i == size && text.size == size;
}

static int32_t header_number(tt_bytes text, size_t at, size_t count)
{
    int32_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        sum = sum * 10 + (text.data[at + i] - '0');
    }
    return sum;
}

/* Reads a start time. A month of 13 or an hour of 24 is refused. `*time` then remains zeros. */
tt_status tti_th_time_parse(tt_th_time *time, tt_bytes text)
{
    *time = (tt_th_time){0, 0};
    size_t zone = 0;
    if (has_form(text, form_1, sizeof form_1 - 1)) {
        zone = ZONE_1;
    } else if (has_form(text, form_2, sizeof form_2 - 1)) {
        zone = ZONE_2;
    } else {
        return TT_ERR_SYNTAX;
    }

    int32_t year = header_number(text, 0, 4), month = header_number(text, 5, 2),
            day = header_number(text, 8, 2);
    int32_t hour = header_number(text, 11, 2), minute = header_number(text, 14, 2),
            second = header_number(text, 17, 2);
    int32_t zone_hour = header_number(text, zone + 1, 2),
            zone_minute = header_number(text, zone + 3, 2);
    if (!tti_date_valid(year, month, day) || !tti_date_clock_valid(hour, minute, second) ||
        !tti_date_clock_valid(zone_hour, zone_minute, 0)) {
        return TT_ERR_SYNTAX;
    }

    int32_t east = (zone_hour * 60 + zone_minute) * 60;
    time->zone = text.data[zone] == '-' ? -east : east;
    time->unix_time = tti_date_to_days(year, month, day) * 86400 + (hour * 60 + minute) * 60 +
                      second - time->zone;
    return TT_OK;
}
