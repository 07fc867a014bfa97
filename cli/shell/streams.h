/* SPDX-License-Identifier: MIT
 *
 * The three streams of the program.
 */
#ifndef CLI_STREAMS_H
#define CLI_STREAMS_H

/* For the start of main: occupies stdin, stdout and stderr if the caller of the program closed
 * them, so that no file opened later is taken for one of them. Using them is an error as before. */
void streams_guard(void);

#endif
