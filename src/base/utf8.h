/* SPDX-License-Identifier: MIT
 *
 * Finds invisible characters, which outputs have to escape.
 */
#ifndef TTI_BASE_UTF8_H
#define TTI_BASE_UTF8_H

#include "base/private_api.h"
#include "teetape/string.h"

/* Returns true for an invisible code point from U+0080 on: control characters, line and paragraph
 * separators, marks of direction, and the byte order mark. Such a code point, printed unchanged,
 * could move the cursor of a terminal, or make a line look like another. */
TT_PRIVATE_API bool tti_utf8_is_unseen(int32_t point);

#endif
