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

/* The types of schema/th_header.def, in the column of that name; struct tt_th_header has a C type
 * for each. A header says them as JSON strings but for the last two. */
typedef enum value_type {
    TYPE_TEXT,   /* any string; kept escaped, as a view */
    TYPE_INT,    /* a whole number, as string or number */
    TYPE_UUID,   /* a UUID in text form */
    TYPE_SHA256, /* 64 hex digits */
    TYPE_CRC,    /* 8 hex digits */
    TYPE_TIME,   /* a local time, see header_time.c */
    TYPE_OBJECT, /* config, tuning: the whole container, as a view */
    TYPE_ARRAY   /* uuids: the same */
} value_type;

/* One row of the schema as the parser needs it. */
typedef struct key_row {
    const char *name; /* the key */
    value_type type;  /* what its value has to be */
    size_t offset;    /* of the member in struct tt_th_header */
} key_row;

/* In the order of tt_th_key, so a row's index is the number of its key and of its bits. */
static const key_row rows[TT_TH_KEYS] = {
#define TT_TH_KEY(name, type, since, doc) {#name, TYPE_##type, offsetof(tt_th_header, name)},
#include "teetape/schema/th_header.def"
};

_Static_assert(TT_TH_KEYS <= 32, "has, bad and twice have one bit per key");

/* The version 3 UUID of teehistorian@ddnet.tw: 699db17b-8efb-34ff-b1d8-da6f60c15dd1, in the order
 * in which it is printed. */
const tt_uuid tt_th_magic = {{0x69, 0x9d, 0xb1, 0x7b, 0x8e, 0xfb, 0x34, 0xff, 0xb1, 0xd8, 0xda,
                              0x6f, 0x60, 0xc1, 0x5d, 0xd1}};

/* The row of a key, or TT_TH_KEYS. One after the other: there are about twenty rows, so the time
 * remains linear in the text. Escapes in the key are resolved for it. */
static unsigned find_row(tt_bytes key)
{
    unsigned i = 0;
    while (i < TT_TH_KEYS && !tt_json_equal(key, rows[i].name)) {
        i++;
    }
    return i;
}

/* Reads exactly 2 * size hex digits, of either case. 0 otherwise; `dst` is then undefined. */
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

/* By way of a local one, so that a bad text leaves the member as it was; the same below. */
static int read_sha256(void *member, tt_bytes text)
{
    tt_sha256 sum;
    if (!read_hex(sum.bytes, sizeof sum.bytes, text)) {
        return 0;
    }
    *(tt_sha256 *)member = sum;
    return 1;
}

/* Printed with the highest digit first. */
static int read_crc(void *member, tt_bytes text)
{
    uint8_t bytes[4];
    if (!read_hex(bytes, sizeof bytes, text)) {
        return 0;
    }
    *(uint32_t *)member = tti_load_be32(bytes);
    return 1;
}

/* Stores a value in its member. 0 when it is not of the row's type; the member then remains zero.
 * DDNet writes every scalar as a string; builds from before the first release wrote some as
 * numbers, so a whole number may be either. */
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

/* Reads the value after a key: its first token into `*value`, and as its text all of it. Of a
 * container the first token is its bracket alone, which is where the text begins. */
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

/* Reads the value of the key token `key`. `*version_at` becomes the offset of the value when the
 * key is `version`. A value of the wrong type is marked, and so is a key that comes again, which
 * changes nothing: the first one counts, also where it was bad. Unknown keys are passed over. */
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

/* Only the outermost object gives keys here: read_member takes each value whole, so the tokens
 * inside of it never come to this loop. After its end, anything but blanks is an error of the
 * scanner. */
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
    /* A version that is no whole number is 0 here. */
    if (header->version != 1 && header->version != 2) {
        return tti_fail(error, TT_ERR_TH_VERSION, version_at);
    }
    return TT_OK;
}

const char *tt_th_key_name(tt_th_key key)
{
    return (unsigned)key < TT_TH_KEYS ? rows[key].name : NULL;
}

/* An iterator over a text of its own, so that several can run at a time. The others are members of
 * the whole header, so that one is gone through again. */
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

/* The text was parsed before, so a failure of the scanner is the end of it, or a part that is not
 * there. Values in an object are given whole; elements of `uuids` that are no strings are passed
 * over. */
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
