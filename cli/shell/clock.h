/* SPDX-License-Identifier: MIT
 *
 * Time for rates, and for how soon a second signal comes; never for what is written to an output.
 */
#ifndef CLI_CLOCK_H
#define CLI_CLOCK_H

#include <stdint.h>

/* Milliseconds since some fixed point; never goes back, whatever is done to the date. Safe in a
 * signal handler. */
uint64_t clock_ms(void);

#endif
