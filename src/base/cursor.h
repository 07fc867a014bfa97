/* SPDX-License-Identifier: MIT
 *
 * The offset of a cursor.
 */
#ifndef TTI_BASE_CURSOR_H
#define TTI_BASE_CURSOR_H

#include "teetape/bytes.h"

/* Returns the bytes before the cursor; after an error, before the value that failed. */
size_t tti_unpacker_offset(const tt_unpacker *u);

#endif
