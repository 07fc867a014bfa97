/* SPDX-License-Identifier: MIT
 *
 * The monotonic clock of the system.
 */
#include "cli/shell/clock.h"

#include <time.h>

/* clock_gettime is one of the calls that POSIX allows in a signal handler, which signals.c needs. A
 * failure leaves 0: then progress is not drawn, and a second signal counts as the first one. */
uint64_t clock_ms(void)
{
    struct timespec now = {0, 0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000u + (uint64_t)now.tv_nsec / 1000000u;
}
