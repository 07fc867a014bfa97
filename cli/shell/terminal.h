/* SPDX-License-Identifier: MIT
 *
 * Properties of the terminal that a descriptor leads to.
 */
#ifndef CLI_TERMINAL_H
#define CLI_TERMINAL_H

#include <stdbool.h>

/* Sets the locale for the widths of characters, and makes a Windows console accept escape
 * sequences. main calls this. */
void terminal_start(void);

bool terminal_is(int fd);

/* Returns the terminal's own width, else COLUMNS, else 80, and 0 when `fd` is no terminal. The
 * width may change between calls. */
unsigned terminal_width(int fd);

/* Returns true if TERM is set and is not "dumb". */
bool terminal_smart(int fd);

/* Returns true if terminal_smart is true and NO_COLOR is unset or empty (no-color.org). */
bool terminal_colour(int fd);

#endif
