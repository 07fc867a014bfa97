/* SPDX-License-Identifier: MIT
 *
 * Reads the JSON header of a teehistorian file.
 *
 *     {"comment":"...","version":"2", ... ,"config":{...},"tuning":{...},"uuids":[...]}
 *
 * What is known about a key is in its row of schema/th_header.def: its name, what its
 * value has to be, and through the name where in struct tt_th_header it goes. The text is
 * gone through once; the order of the keys does not matter.
 */
#include "teetape/teehistorian_header.h"

#include "base/ascii.h"
#include "base/error.h"
#include "base/mem.h"

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
    size_t offset; /* of the member in struct tt_th_header */
} key_row;

static const key_row rows[TT_TH_KEYS] = {
#define TT_TH_KEY(name, type, since, doc) {#name, TYPE_##type, offsetof(tt_th_header, name)},
#include "teetape/schema/th_header.def"
};

_Static_assert(TT_TH_KEYS <= 32, "has, bad and twice have one bit per key");

const tt_uuid tt_th_magic = {{0x69, 0x9d, 0xb1, 0x7b, 0x8e, 0xfb, 0x34, 0xff, 0xb1, 0xd8, 0xda,
                              0x6f, 0x60, 0xc1, 0x5d, 0xd1}};

/* The row of a key, or TT_TH_KEYS. */
static unsigned find_row(tt_bytes key)
{
    unsigned i = 0;
    while (i < TT_TH_KEYS && !tt_json_equal(key, rows[i].name)) {
        i++;
    }
    return i;
}

/* Reads exactly 2 * size hex digits. 0 otherwise; `dst` is then undefined. */
static int read_hex(uint8_t *dst, size_t size, tt_bytes text)
{
    if (text.size != 2 * size) {
        return 0;
    }
    for (size_t i = 0; i < size; i++) {
        int high = tti_hex_value(text.data[2 * i]);
        int low = tti_hex_value(text.data[2 * i + 1]);
        if (high < 0 || low < 0) {
            return 0;
        }
        dst[i] = (uint8_t)(high << 4 | low);
    }
    return 1;
}

static int read_sha256(void *member, tt_bytes text)
{
    tt_sha256 sum;
    if (!read_hex(sum.bytes, sizeof sum.bytes, text)) {
        return 0;
    }
    *(tt_sha256 *)member = sum;
    return 1;
}

static int read_crc(void *member, tt_bytes text)
{
    uint8_t bytes[4];
    if (!read_hex(bytes, sizeof bytes, text)) {
        return 0;
    }
    *(uint32_t *)member = tti_load_be32(bytes);
    return 1;
}

/* Stores a value in its member. 0 when it is not of the row's type; the member then remains
 * zero. DDNet writes every scalar as a string, early builds wrote some as numbers. */
static int store(void *member, value_type type, tt_json_kind kind, tt_bytes text)
{
    if (type == TYPE_OBJECT || type == TYPE_ARRAY) {
        if (kind != (type == TYPE_OBJECT ? TT_JSON_OBJECT : TT_JSON_ARRAY)) {
            return 0;
        }
        *(tt_bytes *)member = text;
        return 1;
    }
    if (type == TYPE_INT) {
        return (kind == TT_JSON_STRING || kind == TT_JSON_NUMBER) &&
               tt_json_int(member, text) == TT_OK;
    }
    if (kind != TT_JSON_STRING) {
        return 0;
    }
    switch (type) {
    case TYPE_UUID:
        return tt_uuid_parse(member, text) == TT_OK;
    case TYPE_SHA256:
        return read_sha256(member, text);
    case TYPE_CRC:
        return read_crc(member, text);
    case TYPE_TIME:
        return tt_th_time_parse(member, text) == TT_OK;
    default:
        *(tt_bytes *)member = text;
        return 1;
    }
}

/* Reads the value after a key: its first token into `*value`, and as its text all of it. */
static tt_status read_whole(tt_json *j, tt_json_token *value)
{
    tt_status status = tt_json_next(j, value);
    if (status != TT_OK) {
        return status;
    }
    status = tt_json_skip(j, value);
    if (value->kind == TT_JSON_OBJECT || value->kind == TT_JSON_ARRAY) {
        value->text.size = j->at - value->offset;
    }
    return status;
}

/* Reads the value of the key token `key`. `*version_at` becomes the offset of the value when
 * the key is `version`. */
static tt_status read_member(tt_th_header *header, tt_json *j, const tt_json_token *key,
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
    void *member = (uint8_t *)header + rows[row].offset;
    if (store(member, rows[row].type, value.kind, value.text)) {
        header->has |= bit;
    } else {
        header->bad |= bit;
    }
    if (row == TT_TH_KEY_version) {
        *version_at = value.offset;
    }
    return TT_OK;
}

tt_status tt_th_header_parse(tt_th_header *header, tt_bytes json, tt_error *error)
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
            status = read_member(header, &j, &token, &version_at);
        }
    }
    if (status != TT_END) {
        if (error) {
            *error = j.error;
        }
        return status;
    }
    /* Only now, so that a text that is no JSON is said to be that, whatever its version. */
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
    return (unsigned)key < TT_TH_KEYS ? rows[key].name : NULL;
}

tt_th_iter tt_th_iter_of(const tt_th_header *header, tt_th_part part)
{
    tt_bytes text = {NULL, 0}; /* an absent part has no members */
    switch (part) {
    case TT_TH_CONFIG:
        text = header->config;
        break;
    case TT_TH_TUNING:
        text = header->tuning;
        break;
    case TT_TH_UUIDS:
        text = header->uuids;
        break;
    case TT_TH_OTHERS:
        text = header->json;
        break;
    }
    return (tt_th_iter){.json = tt_json_of(text), .part = part};
}

int tt_th_iter_next(tt_th_iter *iter, tt_th_member *member)
{
    tt_json_token token;
    while (tt_json_next(&iter->json, &token) == TT_OK) {
        if (token.depth == 0) { /* the brackets of the part itself */
            continue;
        }
        tt_json_token value = token;
        tt_bytes key = {NULL, 0};
        if (token.kind == TT_JSON_KEY) {
            key = token.text;
            if (read_whole(&iter->json, &value) != TT_OK) {
                return 0;
            }
            if (iter->part == TT_TH_OTHERS && find_row(key) < TT_TH_KEYS) {
                continue;
            }
        } else {
            /* Something in an array: only strings in `uuids` are what they should be. */
            if (tt_json_skip(&iter->json, &token) != TT_OK) {
                return 0;
            }
            if (iter->part != TT_TH_UUIDS || token.kind != TT_JSON_STRING) {
                continue;
            }
        }
        *member = (tt_th_member){key, value.text, value.kind};
        return 1;
    }
    return 0;
}
