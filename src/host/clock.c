/* SPDX-License-Identifier: MIT
 *
 * The monotonic clock of the system.
 */
#include "host/posix.h"

#include "host/clock.h"

#include <time.h>

/* Not CLOCK_REALTIME: when somebody sets the date, a wait by that clock would end early or last for
 * hours. The call has no way to fail here that a caller could do something about. */
uint64_t tti_host_clock_ms(void)
{
    struct timespec now = {0, 0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000u + (uint64_t)now.tv_nsec / 1000000u;
}
