/* SPDX-License-Identifier: MIT
 *
 * Reads the system's random device, which every Unix has.
 */
#include "host/posix.h"

#include "host/random.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <unistd.h>

bool host_random(void *dst, size_t size)
{
    uint8_t *at = dst;
    int fd = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return false;
    }
    while (size != 0) {
        ssize_t count = read(fd, at, size);
        if (count <= 0) {
            if (count < 0 && errno == EINTR) {
                continue;
            }
            break;
        }
        at += count;
        size -= (size_t)count;
    }
    close(fd);
    return size == 0;
}
