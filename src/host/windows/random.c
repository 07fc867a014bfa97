/* SPDX-License-Identifier: MIT
 *
 * Replaces host/random.c: Windows has a call instead of a device.
 */
#include "host/posix.h"

#include "host/inside.h"

#include <windows.h>

#include <bcrypt.h>

bool tti_io_random(void *dst, size_t size)
{
    return size <= ULONG_MAX &&
           BCryptGenRandom(NULL, dst, (ULONG)size, BCRYPT_USE_SYSTEM_PREFERRED_RNG) == 0;
}
