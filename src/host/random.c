/* SPDX-License-Identifier: MIT
 *
 * Reads the system's random device, which every Unix has.
 */
#include "host/posix.h"

#include "teetape/io/random.h"

#include <fcntl.h>

#include "teetape/io/fd.h"

bool tt_io_random(void *dst, size_t size)
{
    size_t got = 0;
    int fd = tt_io_fd_open("/dev/urandom", O_RDONLY, 0);
    if (fd < 0) {
        return false;
    }
    bool good = tt_io_fd_read(fd, dst, size, &got) == 0 && got == size;
    tt_io_fd_close(fd);
    return good;
}
