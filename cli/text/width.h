/* SPDX-License-Identifier: MIT
 *
 * How wide the system says that characters are on a terminal.
 */
#ifndef CLI_WIDTH_H
#define CLI_WIDTH_H

#include <stdbool.h>
#include <stdint.h>

/* Whether it can be asked: the locale is one of UTF-8. */
bool width_known(void);

/* Columns of a code point from U+0080 on; -1 when the system does not know it. */
int width_of(int32_t point);

#endif
