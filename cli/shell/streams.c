/* SPDX-License-Identifier: MIT
 *
 * Occupies descriptors. A program that is started with stdout closed would give number 1 to the
 * first file that it opens, such as a recording, and its results would be written into that.
 */
#include "cli/shell/streams.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

void streams_guard(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF) {
            /* The lowest free number is taken, which is `fd`. Stdin gets the wrong direction as
             * well, so that using any of them is still an error. */
            int opened = open("/dev/null", (fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) | O_CLOEXEC);
            (void)opened;
        }
    }
}
