/* SPDX-License-Identifier: MIT
 *
 * The widths of characters on a terminal, as the system knows them.
 */
#ifndef CLI_WIDTH_H
#define CLI_WIDTH_H

#include <stdbool.h>
#include <stdint.h>

/* Returns true when width_of can be used: the locale is UTF-8. */
bool width_known(void);

/* Returns the columns of a code point from U+0080 on, or -1 when the system does not know it. */
int width_of(int32_t point);

#endif
