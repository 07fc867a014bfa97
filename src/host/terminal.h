/* SPDX-License-Identifier: MIT
 *
 * What is at the other end of a descriptor: a terminal or not, how wide, in colour or
 * not. What a text looks like there is text.h.
 */
#ifndef HOST_TERMINAL_H
#define HOST_TERMINAL_H

#include <stdbool.h>

/* Whether the descriptor is a terminal. */
bool host_terminal_is(int fd);

/* Its width in columns: of the terminal itself, else from COLUMNS, else 80. 0 when `fd` is
 * no terminal: then nothing is cut. Asks anew each time, so a window may change. */
unsigned host_terminal_width(int fd);

/* It is a terminal that understands escape sequences: TERM is set and is not "dumb". */
bool host_terminal_smart(int fd);

/* As above, and the user did not switch colour off: NO_COLOR is unset or empty. */
bool host_terminal_colour(int fd);

#endif
