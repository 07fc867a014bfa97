/* SPDX-License-Identifier: MIT
 *
 * The header of a teehistorian file: one JSON object between the magic and a NUL.
 *
 *     699db17b-8efb-34ff-b1d8-da6f60c15dd1 | {"comment":"teehistorian@ddnet.tw", ... } | 00
 *     16 bytes                               2 to 10 KiB of JSON
 *
 * The keys are in teetape/schema/th_header.def. DDNet writes numbers as JSON strings;
 * numbers are accepted too. Only `version` is required. Texts may be cut inside a UTF-8
 * sequence; that is no fault of a header. Example: examples/fields.c.
 */
#ifndef TEETAPE_TEEHISTORIAN_HEADER_H
#define TEETAPE_TEEHISTORIAN_HEADER_H

#include "teetape/json.h"
#include "teetape/uuid.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The first 16 bytes of every teehistorian file. */
TT_API extern const tt_uuid tt_th_magic;

/** Longest header that a tool should look for. Real ones have 2 to 10 KiB. */
#define TT_TH_HEADER_MAX ((size_t)1 << 20)

/** A SHA-256 sum. */
typedef struct tt_sha256 {
    uint8_t bytes[32]; /**< bytes in the order in which they are printed */
} tt_sha256;

/** A local time with its offset from UTC. */
typedef struct tt_th_time {
    int64_t unix_time; /**< seconds since 1970-01-01 00:00 UTC */
    int32_t zone;      /**< zone of the time, in seconds east of UTC */
} tt_th_time;

/** Numbers of the keys: TT_TH_KEY_comment, TT_TH_KEY_version, ... */
typedef enum tt_th_key {
#define TT_TH_KEY(name, type, since, doc) TT_TH_KEY_##name,
#include "teetape/schema/th_header.def"
    TT_TH_KEYS /**< number of keys */
} tt_th_key;

/* The C types of the members, by the `type` column of th_header.def. */
typedef tt_bytes tt_th_key_TEXT;    /**< a string without its quotation marks, still escaped */
typedef int64_t tt_th_key_INT;      /**< a whole number */
typedef tt_uuid tt_th_key_UUID;     /**< a UUID, in text form in the JSON */
typedef tt_sha256 tt_th_key_SHA256; /**< 64 hexadecimal digits */
typedef uint32_t tt_th_key_CRC;     /**< 8 hexadecimal digits */
typedef tt_th_time tt_th_key_TIME;  /**< date and time with the offset from UTC */
typedef tt_bytes
    tt_th_key_OBJECT; /**< JSON text of the object with its braces; tt_th_iter_of reads it */
typedef tt_bytes
    tt_th_key_ARRAY; /**< JSON text of the array with its brackets; tt_th_iter_of reads it */

/** A parsed header. All views point into the JSON text it was parsed from. */
typedef struct tt_th_header {
    tt_bytes json; /**< the JSON text of the header */
    uint32_t has;  /**< bit 1 << TT_TH_KEY_x: the key is there and its member is set */
    uint32_t bad;  /**< bit 1 << TT_TH_KEY_x: the key is there, but its value is not of its type */
    uint32_t
        twice; /**< bit 1 << TT_TH_KEY_x: the key is there more than once; the first one counts */
    tt_bytes raw[TT_TH_KEYS]; /**< the value of each key as it stands: text inside the quotation
                                 marks, digits, or the whole container; size 0 if absent */
    tt_json_kind kind[TT_TH_KEYS]; /**< JSON kind of each value that is there */
#define TT_TH_KEY(name, type, since, doc) tt_th_key_##type name;
#include "teetape/schema/th_header.def"
} tt_th_header;

/** Is 1 when key `x` (written as in the rows) is there with a good value, else 0. */
#define TT_TH_HAS(header, x) (((header)->has >> TT_TH_KEY_##x) & 1u)

/** Returns the name of a key, such as "map_name"; NULL when out of range. */
TT_API const char *tt_th_key_name(tt_th_key key);

/** The parts of a header that an iterator can visit. */
typedef enum tt_th_part {
    TT_TH_CONFIG, /**< members of `config`: setting and value */
    TT_TH_TUNING, /**< members of `tuning`: tuning and value times 100 */
    TT_TH_UUIDS,  /**< strings of `uuids`; key is empty */
    TT_TH_OTHERS  /**< members of the header that are in no row; a container is given whole */
} tt_th_part;

/** Goes through one part of a header. Fields are for the library. */
typedef struct tt_th_iter {
    /** @cond library */
    tt_json json;
    tt_th_part part;
    /** @endcond */
} tt_th_iter;

/** A member of the header. Both views point into the header's text; `key` and a STRING's `value`
 * are still escaped. */
typedef struct tt_th_member {
    tt_bytes key;      /**< name of the member */
    tt_bytes value;    /**< a string without its quotation marks, an object or array whole */
    tt_json_kind kind; /**< JSON kind of the value */
} tt_th_member;

/** Starts at the first member of `part`. The header must be parsed and remain. */
TT_API tt_th_iter tt_th_iter_of(const tt_th_header *header, tt_th_part part);

/** Reads the next member: true, or false when there is no further one. */
TT_API bool tt_th_iter_next(tt_th_iter *iter, tt_th_member *member);

#ifdef __cplusplus
}
#endif

#endif
