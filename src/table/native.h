/* SPDX-License-Identifier: MIT
 *
 * How ClickHouse keeps our types: the one place for Native and for DDL.
 */
#ifndef TABLE_NATIVE_H
#define TABLE_NATIVE_H

#include "table/format.h"

/* Bytes of a type's name, with its NUL. */
#define NATIVE_TYPE 32

/* The type of a column, as in "Nullable(Int32)". Kinds are String, not Enum8: a new kind would
 * change the type of every table there is. Times are microseconds in an Int64: version 18.16 has
 * nothing finer than seconds. */
void tti_native_type(char dst[NATIVE_TYPE], const tt_io_column *column);

#endif
