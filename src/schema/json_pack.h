/* SPDX-License-Identifier: MIT
 *
 * Pieces of JSON for the writers of items and snapshots. The packer keeps the first failure, so
 * callers write piece after piece and check once.
 */
#ifndef TTI_SCHEMA_JSON_PACK_H
#define TTI_SCHEMA_JSON_PACK_H

#include "teetape/bytes.h"

/* Suffixes that follow the name of a member in keys of an item's JSON: one for the name of its enum
 * value, one for the names of its flags. TTI_OBJ_EXTRA is the array of ints without a member. */
#define TTI_OBJ_NAME "_name"
#define TTI_OBJ_NAMES "_names"
#define TTI_OBJ_EXTRA "extra"

static inline void tti_json_put(tt_packer *p, const char *text)
{
    tt_pack_raw(p, tt_bytes_of(text));
}

/* Writes a number. The magnitude of -2147483648 does not fit an int32, so the digits come from an
 * unsigned number. The longest text has 11 characters. */
static inline void tti_json_put_number(tt_packer *p, int32_t value)
{
    uint8_t digits[11];
    size_t at = sizeof digits;
    uint32_t rest = value < 0 ? 0u - (uint32_t)value : (uint32_t)value;
    do {
        digits[--at] = (uint8_t)('0' + rest % 10);
        rest /= 10;
    } while (rest != 0);
    if (value < 0) {
        digits[--at] = '-';
    }
    tt_pack_raw(p, (tt_bytes){digits + at, sizeof digits - at});
}

static inline void tti_json_put_numbers(tt_packer *p, const int32_t *ints, size_t count)
{
    tti_json_put(p, "[");
    for (size_t i = 0; i < count; i++) {
        tti_json_put(p, i == 0 ? "" : ",");
        tti_json_put_number(p, ints[i]);
    }
    tti_json_put(p, "]");
}

/* Writes `name` and `suffix` as a key, after a comma unless it follows a '{'. */
static inline void tti_json_put_key(tt_packer *p, const char *name, const char *suffix)
{
    /* a packer without room has no byte before `at` */
    tti_json_put(p, p->at == p->begin || p->at[-1] == '{' ? "\"" : ",\"");
    tti_json_put(p, name);
    tti_json_put(p, suffix);
    tti_json_put(p, "\":");
}

#endif
