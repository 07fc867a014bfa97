/* SPDX-License-Identifier: MIT
 *
 * The other end of a descriptor: a terminal or not, how wide, in colour or not.
 */
#ifndef CLI_TERMINAL_H
#define CLI_TERMINAL_H

#include <stdbool.h>

/* For main: the locale says how wide characters are. A Windows console learns escape sequences. */
void terminal_start(void);

bool terminal_is(int fd);

/* The terminal's own width, else COLUMNS, else 80; 0 when `fd` is no terminal. May change. */
unsigned terminal_width(int fd);

/* TERM is set and is not "dumb". */
bool terminal_smart(int fd);

/* terminal_smart, and NO_COLOR is unset or empty (no-color.org). */
bool terminal_colour(int fd);

#endif
