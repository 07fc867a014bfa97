/* SPDX-License-Identifier: MIT
 *
 * What is at the other end of a descriptor: a terminal or not, how wide, in colour or not. What a
 * text looks like there is cli/text/text.h.
 */
#ifndef CLI_TERMINAL_H
#define CLI_TERMINAL_H

#include <stdbool.h>

/* For main: lets the locale say how wide characters are, and nothing else: numbers look the same
 * everywhere. On Windows the console learns UTF-8 and escape sequences besides. */
void terminal_start(void);

/* Whether the descriptor is a terminal. */
bool terminal_is(int fd);

/* Its width in columns: of the terminal itself, else from COLUMNS, else 80. 0 when `fd` is
 * no terminal: then nothing is cut. Asks anew each time, so a window may change. */
unsigned terminal_width(int fd);

/* It is a terminal that understands escape sequences: TERM is set and is not "dumb". */
bool terminal_smart(int fd);

/* As above, and the user did not switch colour off: NO_COLOR is unset or empty. */
bool terminal_colour(int fd);

#endif
