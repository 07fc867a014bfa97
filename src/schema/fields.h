/* SPDX-License-Identifier: MIT
 *
 * The walks over a struct's fields: it is filled from bytes, and bytes are made of it.
 */
#ifndef TTI_SCHEMA_FIELDS_H
#define TTI_SCHEMA_FIELDS_H

#include "teetape/schema.h"

#include <limits.h>

/* The count of an array's rows. */
#define TTI_COUNT(array) (sizeof(array) / sizeof(array)[0])

/* What an int of each type may be, for the tt_field rows. By the name of the type, so that a row of
 * a .def file makes its range by pasting: TTI_MIN_##type. A client id above TT_CIDS - 1 would be an
 * index out of range in all that follows. */
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

/* Reads the fields of `type`, derived ones left out, from `u` into the struct at `object`. Stops at
 * the first failure, which is in the result and in u->status: TT_ERR_TRUNCATED, or TT_ERR_RANGE for
 * an int that no receiver accepts. A type with TEXTS, INPUT or MSG cannot be read this way
 * (TT_ERR_ARGUMENT): those are in records of their own framing only. */
tt_status tti_fields_unpack(const tt_type *type, tt_unpacker *u, void *object);

/* The other way. Stops at the first failure, which is in p->status: TT_ERR_SPACE, TT_ERR_RANGE for
 * an int that no receiver accepts, TT_ERR_ARGUMENT for a text with a NUL in it and for types that
 * cannot be read this way. */
void tti_fields_pack(const tt_type *type, tt_packer *p, const void *object);

#endif
