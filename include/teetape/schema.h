/* SPDX-License-Identifier: MIT
 *
 * Descriptions of structs: what a record or a message is made of, as data.
 *
 * The rows in teetape/schema/ name every field once. From them come the structs of the
 * other headers, and the descriptions here, through which a program prints, filters or
 * converts any of them without knowing its type:
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

/** Clients on a server, and so client ids: 0 to 127. DDNet before 19.0 had 64. */
#define TT_CIDS 128

/** The number of no session. Sessions are numbered from 0 in the order in which they begin. */
#define TT_SESSION_NONE UINT64_MAX

/** Ints of an input: direction, target x, target y, jump, fire, hook, player flags, wanted
 * weapon, next weapon, previous weapon. */
#define TT_INPUT_INTS 10

/** Strings one after the other, each with its NUL. */
typedef struct tt_texts {
    int32_t count;   /**< how many there are */
    tt_bytes packed; /**< the strings and their NULs */
} tt_texts;

/** Takes the first string off `*texts` and returns it without its NUL; an empty view with
 * data NULL when none is left. */
TT_API tt_bytes tt_texts_next(tt_texts *texts);

/** Ints one after the other, to the end of a message. */
typedef struct tt_ints {
    tt_bytes packed; /**< varints; the last one may be cut */
} tt_ints;

/** Takes the first int off `*ints`: 1 and `*value`, or 0 when no whole one is left. */
TT_API int tt_ints_next(tt_ints *ints, int32_t *value);

/** A place that is not known, as x and as y. */
#define TT_NO_PLACE INT32_MIN

/** The types of fields, with the C type that a member of this type has. */
typedef int32_t tt_field_INT;          /**< any int32 */
typedef int32_t tt_field_OPT_INT;      /**< an int32 that may be left out at the end: then 0 */
typedef int32_t tt_field_BOOL;         /**< 0 or 1 */
typedef int32_t tt_field_CID;          /**< a client id, 0 to TT_CIDS - 1 */
typedef int32_t tt_field_ANY_CID;      /**< a client id, or a negative number for nobody */
typedef int32_t tt_field_PLACE;        /**< x or y in world units, 32 a tile, or TT_NO_PLACE */
typedef tt_bytes tt_field_TEXT;        /**< a string, raw, without its NUL */
typedef tt_bytes tt_field_DATA;        /**< bytes to the end, or as many as the size before them */
typedef tt_uuid tt_field_UUID;         /**< 16 bytes */
typedef tt_texts tt_field_TEXTS;       /**< a count and as many strings */
typedef tt_ints tt_field_INTS;         /**< all ints to the end */
typedef const int32_t *tt_field_INPUT; /**< TT_INPUT_INTS ints */
typedef const struct tt_msg *tt_field_MSG; /**< a decoded message, NULL if it does not parse */

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

/** One member of a struct. */
typedef struct tt_field {
    const char *name;   /**< as in C and in JSON */
    tt_field_type type; /**< which C type is there */
    uint16_t offset;    /**< in the struct */
    uint16_t count;     /**< 1, or the length of an array */
    int derived;        /**< 1: added by the reader, not in the bytes */
    int32_t min, max;   /**< of ints: what a receiver accepts */
    const char *doc;    /**< what it is, in a few words */
} tt_field;

/** One struct. */
typedef struct tt_type {
    const char *name;       /**< of a record "player_diff", of a message "Cl_StartInfo" */
    const char *doc;        /**< what it says, in a few words */
    const tt_field *fields; /**< in the order of the bytes; NULL when there are none */
    size_t field_count;     /**< how many of them */
} tt_type;

/** Where member `field` is in the struct at `object`: a pointer to its C type, or to the
 * first of `count`. */
TT_API const void *tt_field_of(const tt_field *field, const void *object);

#ifdef __cplusplus
}
#endif

#endif
