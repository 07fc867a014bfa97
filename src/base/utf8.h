/* SPDX-License-Identifier: MIT
 *
 * Characters that are not seen.
 */
#ifndef TTI_BASE_UTF8_H
#define TTI_BASE_UTF8_H

#include "base/private_api.h"
#include "teetape/string.h"

/* True for a code point from U+0080 on that does something instead of being seen: control
 * characters, line and paragraph separators, marks of direction, and the byte order mark. Shown as
 * it is, it could move the cursor of a terminal, or make a line read as another. */
TT_PRIVATE_API bool tti_utf8_is_unseen(int32_t point);

#endif
