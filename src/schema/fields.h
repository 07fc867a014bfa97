/* SPDX-License-Identifier: MIT
 *
 * Packs and unpacks structs by the rows of their fields, and has the UUIDs of .def rows.
 */
#ifndef TTI_SCHEMA_FIELDS_H
#define TTI_SCHEMA_FIELDS_H

#include "teetape/schema.h"
#include "teetape/snap_object.h"

/* TTI_DOC says what a row means. The page shows it nowhere, and leaves it out to be small. */
#ifdef TT_WITHOUT_DOCS
#define TTI_DOC(doc) ""
#else
#define TTI_DOC(doc) doc
#endif

#define TTI_COUNT(array) (sizeof(array) / sizeof(array)[0])

/* The range of an int of each type, for the tt_field rows; rows paste TTI_MIN_##type. A client id
 * above TT_CIDS - 1 would be an index out of range. */
#define TTI_MIN_INT INT32_MIN
#define TTI_MAX_INT INT32_MAX
#define TTI_MIN_OPT_INT INT32_MIN
#define TTI_MAX_OPT_INT INT32_MAX
#define TTI_MIN_BOOL 0
#define TTI_MAX_BOOL 1
#define TTI_MIN_CID 0
#define TTI_MAX_CID (TT_CIDS - 1)
#define TTI_MIN_ANY_CID INT32_MIN
#define TTI_MAX_ANY_CID (TT_CIDS - 1)
#define TTI_MIN_PLACE INT32_MIN
#define TTI_MAX_PLACE INT32_MAX
#define TTI_MIN_TEXT 0
#define TTI_MAX_TEXT 0
#define TTI_MIN_DATA 0
#define TTI_MAX_DATA 0
#define TTI_MIN_UUID 0
#define TTI_MAX_UUID 0
#define TTI_MIN_TEXTS 0
#define TTI_MAX_TEXTS 0
#define TTI_MIN_INTS INT32_MIN
#define TTI_MAX_INTS INT32_MAX
#define TTI_MIN_INPUT INT32_MIN
#define TTI_MAX_INPUT INT32_MAX
#define TTI_MIN_MSG 0
#define TTI_MAX_MSG 0

/* TT_UUID(...) makes the bytes of the UUID column of a .def row, which is written like in its
 * source: five groups of hex digits, pasted to hex numbers. */
#define TTI_HEX_BYTE(digits, shift) (uint8_t)((0x##digits##ull >> (shift)) & 0xffu)
#define TTI_HEX_BYTES2(digits) TTI_HEX_BYTE(digits, 8), TTI_HEX_BYTE(digits, 0)

/* clang-format off */
#define TT_UUID(a, b, c, d, e)                                                                     \
    {{TTI_HEX_BYTE(a, 24), TTI_HEX_BYTE(a, 16), TTI_HEX_BYTES2(a), TTI_HEX_BYTES2(b),              \
      TTI_HEX_BYTES2(c), TTI_HEX_BYTES2(d), TTI_HEX_BYTE(e, 40), TTI_HEX_BYTE(e, 32),              \
      TTI_HEX_BYTE(e, 24), TTI_HEX_BYTE(e, 16), TTI_HEX_BYTES2(e)}}
/* clang-format on */

/* Reads the fields of `type`, except derived ones, from `u` into the struct at `object`. The result
 * and u->status have the first failure: TT_ERR_TRUNCATED, TT_ERR_RANGE for an int that no receiver
 * accepts, TT_ERR_ARGUMENT for a type with TEXTS, INPUT or MSG. */
tt_status tti_fields_unpack(const tt_type *type, tt_unpacker *u, void *object);

/* Writes the fields of the struct at `object`. Stops at the first failure, which is in p->status:
 * TT_ERR_SPACE, TT_ERR_RANGE for an int that no receiver accepts, TT_ERR_ARGUMENT for a text with a
 * NUL in it or a type that tti_fields_unpack refuses. */
void tti_fields_pack(const tt_type *type, tt_packer *p, const void *object);

/* Returns the size of the struct of a kind in ints; 0 when the kind is out of range. */
size_t tti_obj_ints(tt_obj_kind kind);

/* Writes the first `count` ints of the struct at `object`. TT_ERR_ARGUMENT, writing nothing, when
 * the kind does not exist, has fewer ints or needs more. */
tt_status tti_obj_pack(int32_t *ints, size_t count, tt_obj_kind kind, const void *object);

/* Returns the kind with this UUID, TT_OBJ_KINDS when it is unknown. Linear in the number of
 * kinds. */
tt_obj_kind tti_obj_find_uuid(const tt_uuid *uuid);

/* Returns the name from which the UUID of a UUID type is made; NULL for the others. */
const char *tti_obj_uuid_name(tt_obj_kind kind);

/* Returns the UUID of a UUID type; NULL for other kinds. */
const tt_uuid *tti_obj_uuid(tt_obj_kind kind);

/* Compares `count` ints with a kind. TT_OK: the counts are equal. TT_NOTE_OBJ_SHORTER: members
 * added later are missing (an older server). TT_NOTE_OBJ_LONGER: there are more ints than this
 * library knows (a newer server). TT_ERR_OBJ_SHORT: a member without default is missing; the game
 * skips such an item, which still counts for delta and checksum. TT_ERR_ARGUMENT: `kind` is out of
 * range. */
tt_status tti_obj_fit(tt_obj_kind kind, size_t count);

#endif
