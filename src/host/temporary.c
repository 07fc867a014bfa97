/* SPDX-License-Identifier: MIT
 *
 * A table of paths without a lock, because a signal handler could not wait for one. The function
 * that exchanges a path for NULL owns it.
 */
#include "host/posix.h"

#include "host/inside.h"
#include "teetape/io/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Each thread has at most two files. A file that found the table full is removed only by its owner,
 * not by the signal handler. */
#define PLACES 256

/* The paths. They are global, because a signal handler gets no argument. */
static atomic_uintptr_t places[PLACES];

void tti_host_temporary_note(const char *path)
{
    for (size_t i = 0; i < PLACES; i++) {
        uintptr_t none = 0;
        if (atomic_compare_exchange_strong(&places[i], &none, (uintptr_t)path)) {
            return;
        }
    }
}

/* Takes a path out of the table. A path that is not there was removed by the signal handler, or was
 * never in it because the table was full. The second is assumed only while the table is full. A
 * wrong answer costs only memory that is never freed. */
bool tti_host_temporary_forget(const char *path)
{
    bool was_full = true;
    for (size_t i = 0; i < PLACES; i++) {
        uintptr_t own = (uintptr_t)path;
        if (atomic_compare_exchange_strong(&places[i], &own, 0)) {
            return true;
        }
        was_full = was_full && own != 0;
    }
    return was_full;
}

/* Removes all files of the table. A signal handler may call this: it uses only atomic exchanges and
 * unlink(2). Paths are not freed, because the interrupted thread may be using them. */
void tt_io_file_remove_temporary(void)
{
    for (size_t i = 0; i < PLACES; i++) {
        const char *path = (const char *)atomic_exchange(&places[i], 0);
        if (path != NULL) {
            unlink(path);
        }
    }
}

/* Makes a file without a name. tmpfile(3) ignores TMPDIR. Signals are blocked between making the
 * file and removing its name. */
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
