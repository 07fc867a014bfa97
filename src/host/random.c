/* SPDX-License-Identifier: MIT
 *
 * Reads the system's random device, which every Unix has.
 */
#include "host/posix.h"

#include <fcntl.h>

#include "host/fd.h"
#include "host/inside.h"

/* Reads random bytes. getrandom(2) is not in POSIX. The device never waits after the system's
 * start; fewer bytes than wanted count as none. */
bool tti_io_random(void *dst, size_t size)
{
    size_t got = 0;
    int fd = tti_host_fd_open("/dev/urandom", O_RDONLY, 0);
    if (fd < 0) {
        return false;
    }
    bool good = tti_host_fd_read(fd, dst, size, &got) == 0 && got == size;
    tti_host_fd_close(fd);
    return good;
}
