/* SPDX-License-Identifier: MIT
 *
 * Time for waiting; never for what is written to an output.
 */
#ifndef HOST_CLOCK_H
#define HOST_CLOCK_H

#include <stdint.h>

/* Milliseconds since some fixed point; never goes back, whatever is done to the date. */
uint64_t tti_host_clock_ms(void);

#endif
