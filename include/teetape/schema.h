/* SPDX-License-Identifier: MIT
 *
 * Descriptions of structs: what a record or a message is made of, as data.
 *
 * The rows in teetape/schema/ name every field once. The structs of the other headers are made
 * from them, and so are the descriptions here. With these a program prints, filters or converts
 * any struct without knowing its type:
 *
 *     for (i = 0; i < type->field_count; i++)
 *         print(type->fields[i].name, tt_field_of(&type->fields[i], object));
 *
 * Example: examples/fields.c.
 */
#ifndef TEETAPE_SCHEMA_H
#define TEETAPE_SCHEMA_H

#include "teetape/bytes.h"
#include "teetape/uuid.h"

#ifdef __cplusplus
extern "C" {
#endif

struct tt_msg;

/** Most clients of a server; client ids are 0 to 127. DDNet before 19.0 had 64. */
#define TT_CIDS 128

/** Stands for no session. Sessions are numbered from 0 in the order in which they begin. */
#define TT_SESSION_NONE UINT64_MAX

/** Ints of an input: direction, target x, target y, jump, fire, hook, player flags, wanted
 * weapon, next weapon, previous weapon. */
#define TT_INPUT_INTS 10

/** Strings one after the other, each with its NUL. */
typedef struct tt_texts {
    int32_t count;   /**< number of strings that tt_texts_next has not taken yet */
    tt_bytes packed; /**< strings that tt_texts_next has not taken yet, with their NULs */
} tt_texts;

/** Takes the first string off `*texts` and returns it without its NUL; an empty view with
 * data NULL when none is left. */
TT_API tt_bytes tt_texts_next(tt_texts *texts);

/** Ints one after the other, to the end of a message. */
typedef struct tt_ints {
    tt_bytes packed; /**< varints; the last one may be cut */
} tt_ints;

/** Takes the first int off `*ints`: true and `*value`, or false when no whole one is left. */
TT_API bool tt_ints_next(tt_ints *ints, int32_t *value);

/** Stands for an unknown position, as x and as y. */
#define TT_NO_PLACE INT32_MIN

/** The types of fields, with the C type that a member of this type has. */
typedef int32_t tt_field_INT; /**< any int32 */
typedef int32_t
    tt_field_OPT_INT; /**< an int32 that may be missing at the end of a message, and is 0 then */
typedef int32_t tt_field_BOOL;    /**< 0 or 1 */
typedef int32_t tt_field_CID;     /**< a client id, 0 to TT_CIDS - 1 */
typedef int32_t tt_field_ANY_CID; /**< a client id, or a negative number for nobody */
typedef int32_t tt_field_PLACE;   /**< x or y in world units, 32 a tile, or TT_NO_PLACE */
typedef tt_bytes tt_field_TEXT;   /**< a string, raw, without its NUL */
typedef tt_bytes tt_field_DATA;   /**< bytes to the end, or as many as the size before them says */
typedef tt_uuid tt_field_UUID;    /**< 16 bytes */
typedef tt_texts tt_field_TEXTS;  /**< a count and as many strings */
typedef tt_ints tt_field_INTS;    /**< all ints to the end of the message */
typedef const int32_t *tt_field_INPUT;     /**< TT_INPUT_INTS ints */
typedef const struct tt_msg *tt_field_MSG; /**< a decoded message, NULL if it cannot be decoded */

/** The type of a field; the C type of TT_TYPE_x is tt_field_x, which says what it holds. */
typedef enum tt_field_type {
    TT_TYPE_INT,
    TT_TYPE_OPT_INT,
    TT_TYPE_BOOL,
    TT_TYPE_CID,
    TT_TYPE_ANY_CID,
    TT_TYPE_TEXT,
    TT_TYPE_DATA,
    TT_TYPE_UUID,
    TT_TYPE_TEXTS,
    TT_TYPE_INTS,
    TT_TYPE_INPUT,
    TT_TYPE_MSG,
    TT_TYPE_PLACE
} tt_field_type;

/** Describes one member of a struct. */
typedef struct tt_field {
    const char *name;   /**< name in C and in JSON */
    tt_field_type type; /**< says how to read the member */
    uint16_t offset;    /**< offset of the member in the struct */
    uint16_t count;     /**< number of elements: 1, or the length of an array */
    bool derived;       /**< true: the reader computes the value, which is not in the bytes */
    int32_t min, max;   /**< range of an int that receivers accept */
    const char *doc;    /**< a few words about the field */
} tt_field;

/** Describes a struct, such as a record, a fact or a message. */
typedef struct tt_type {
    const char *name;       /**< such as "player_diff" of a record, "Cl_StartInfo" of a message */
    const char *doc;        /**< a few words about the record or message */
    const tt_field *fields; /**< fields in the order of the bytes; NULL when there are none */
    size_t field_count;     /**< number of fields */
} tt_type;

/** Returns a pointer to member `field` of the struct at `object`, or to the first of its `count`
 * elements. */
TT_API const void *tt_field_of(const tt_field *field, const void *object);

#ifdef __cplusplus
}
#endif

#endif
