/* SPDX-License-Identifier: MIT
 *
 * Syncs files, and the folders of their names.
 *
 * A name is durable when its folder is. Jobs write files folder by folder, and a sync of a folder
 * takes milliseconds, so names that can wait remember their folder. It is synced when a file of
 * another folder comes, and after the last job:
 *
 *     a/1 a/2 a/3 b/1 b/2 end
 *                 |       |
 *                 a       b
 */
#include "host/posix.h"

#include "host/durable.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/fd.h"

static struct {
    pthread_mutex_t lock;
    unsigned runs; /* number of tt_io_jobs_run that are under way */
    char *folder;  /* has names that wait; NULL for none */
} waiting = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* Some file systems lack fsync; that is no failure. */
int tti_host_durable_bytes(int fd)
{
    int result;
    do {
        result = fsync(fd);
    } while (result != 0 && errno == EINTR);
    return result != 0 && errno != EINVAL && errno != ENOTSUP && errno != ENOSYS ? errno : 0;
}

/* Syncs a folder and frees its path. The names exist already, so a failure cannot be reported any
 * more. */
static void sync_folder(char *folder)
{
    int fd = folder != NULL ? tti_host_fd_open(folder, O_RDONLY | O_DIRECTORY, 0) : -1;
    if (fd >= 0) {
        tti_host_durable_bytes(fd);
        close(fd);
    }
    free(folder);
}

static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? strdup(".") : strndup(path, (size_t)(slash - path) + 1);
}

void tti_host_durable_name(const char *path, bool can_wait)
{
    char *folder = folder_of(path), *due = folder;
    pthread_mutex_lock(&waiting.lock);
    if (can_wait && waiting.runs > 0 && folder != NULL) {
        due = waiting.folder;
        waiting.folder = folder;
        if (due != NULL && strcmp(due, folder) == 0) {
            free(due);
            due = NULL;
        }
    }
    pthread_mutex_unlock(&waiting.lock);
    sync_folder(due);
}

void tti_host_durable_begin(void)
{
    pthread_mutex_lock(&waiting.lock);
    waiting.runs++;
    pthread_mutex_unlock(&waiting.lock);
}

void tti_host_durable_end(void)
{
    char *due = NULL;
    pthread_mutex_lock(&waiting.lock);
    if (--waiting.runs == 0) {
        due = waiting.folder;
        waiting.folder = NULL;
    }
    pthread_mutex_unlock(&waiting.lock);
    sync_folder(due);
}
