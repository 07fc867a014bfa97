/* SPDX-License-Identifier: MIT
 *
 * Characters that do something instead of being seen. Shown as they are, they could move the
 * cursor of a terminal, end a line of JavaScript, or make a line read as another. One list for
 * terminals and for JSON.
 */
#ifndef TTI_BASE_UNSEEN_H
#define TTI_BASE_UNSEEN_H

#include <stdint.h>

/* 1 for a code point from U+0080 on: control characters, line and paragraph separators, marks of
 * direction, and the byte order mark. Those below U+0080 are escaped by their own rules where they
 * matter. */
static inline int tti_is_unseen(int32_t point)
{
    return (point >= 0x80 && point <= 0x9f) || (point >= 0x2028 && point <= 0x202e) ||
           (point >= 0x2066 && point <= 0x2069) || point == 0x61c || point == 0x200e ||
           point == 0x200f || point == 0xfeff;
}

#endif
