/* SPDX-License-Identifier: MIT
 *
 * Temporary files.
 */
#include "host/posix.h"

#include "host/nameless.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Not tmpfile(3), which knows no TMPDIR. Once this returns nothing has to be removed, not even
 * after a crash. */
int tti_host_nameless_open(void)
{
    const char *folder = getenv("TMPDIR");
    char path[PATH_MAX];
    int size = snprintf(path, sizeof path, "%s/teetape-XXXXXX",
                        folder != NULL && folder[0] != 0 ? folder : "/tmp");
    if (size < 0 || (size_t)size >= sizeof path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    sigset_t all, before;
    sigfillset(&all);
    /* Whatever signal comes, it does not come between these two. */
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int fd = mkstemp(path), failed = errno;
    if (fd >= 0) {
        unlink(path);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = failed;
    if (fd >= 0) {
        (void)fcntl(fd, F_SETFD, FD_CLOEXEC);
    }
    return fd;
}
