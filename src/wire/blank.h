/* SPDX-License-Identifier: MIT
 *
 * The code points that the game takes for white space. The game's list is longer than Unicode's:
 * for example, it has fillers and variation selectors (docs/format/string.md).
 */
#ifndef TTI_WIRE_BLANK_H
#define TTI_WIRE_BLANK_H

#include <stdbool.h>
#include <stdint.h>

/* Returns true when DDNet drops this code point at the start of a NetStringStrict and at both ends
 * of a name. A value that is no code point is no blank. */
bool tti_is_blank(int32_t point);

#endif
