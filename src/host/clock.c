/* SPDX-License-Identifier: MIT
 *
 * The monotonic clock of the system.
 */
#include "host/posix.h"

#include "host/clock.h"

#include <time.h>

uint64_t tti_host_clock_ms(void)
{
    struct timespec now = {0, 0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000u + (uint64_t)now.tv_nsec / 1000000u;
}
