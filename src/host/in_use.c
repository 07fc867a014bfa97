/* SPDX-License-Identifier: MIT
 *
 * Finds out if a program writes a file. The kernel refuses a lease F_RDLCK while any open file of
 * the system can write to the file. The descriptor must read only. The lease is held for no longer
 * than the answer takes.
 */
#ifdef __linux__
/* NOLINTNEXTLINE(bugprone-reserved-identifier): leases are Linux's own */
#define _GNU_SOURCE
#endif
#include "host/posix.h"

#include "host/in_use.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/fd.h"

/* Asks by a lease. The result is HOST_USE_UNKNOWN when the system does not grant leases on this
 * file. */
static enum host_use ask_lease(int fd)
{
#ifdef __linux__
    /* A program that opens the file for writing in the meantime waits until the lease is released.
     * The signal that asks for the release is SIGIO, which would end this process; SIGURG is
     * ignored. */
    if (fcntl(fd, F_SETSIG, SIGURG) < 0) {
        return HOST_USE_UNKNOWN;
    }
    if (fcntl(fd, F_SETLEASE, F_RDLCK) >= 0) {
        (void)fcntl(fd, F_SETLEASE, F_UNLCK);
        return HOST_USE_NONE;
    }
    return errno == EAGAIN ? HOST_USE_WRITTEN : HOST_USE_UNKNOWN;
#else
    (void)fd;
    return HOST_USE_UNKNOWN;
#endif
}

/* Looks for the file in /proc/PID/fd: each entry is a link to an open file, and its rights are the
 * direction. Closes `folder_fd`, which may be -1. Returns false if the system denies access. */
static bool has_open(int folder_fd, const struct stat *file)
{
    const struct dirent *child;
    bool found = false;
    DIR *folder = folder_fd < 0 ? NULL : fdopendir(folder_fd);
    if (folder == NULL) {
        if (folder_fd >= 0) {
            close(folder_fd);
        }
        return false;
    }
    while (!found && (child = readdir(folder)) != NULL) {
        struct stat link, open_file;
        found = fstatat(folder_fd, child->d_name, &link, AT_SYMLINK_NOFOLLOW) == 0 &&
                S_ISLNK(link.st_mode) && (link.st_mode & S_IWUSR) != 0 &&
                fstatat(folder_fd, child->d_name, &open_file, 0) == 0 &&
                open_file.st_dev == file->st_dev && open_file.st_ino == file->st_ino;
    }
    closedir(folder);
    return found;
}

/* Asks the processes in /proc. Those of other users may be hidden, so their absence proves
 * nothing. The owner of the file most likely writes it. Linear in the open files of all visible
 * processes. */
static enum host_use ask_processes(const struct stat *file)
{
    const struct dirent *child;
    bool found = false, has_processes = false;
    DIR *processes = opendir("/proc");
    while (!found && processes != NULL && (child = readdir(processes)) != NULL) {
        char path[300];
        if (child->d_name[0] >= '1' && child->d_name[0] <= '9') {
            snprintf(path, sizeof path, "/proc/%s/fd", child->d_name);
            found = has_open(tti_host_fd_open(path, O_RDONLY | O_DIRECTORY, 0), file);
            has_processes = true;
        }
    }
    if (processes != NULL) {
        closedir(processes);
    }
    bool is_owner = geteuid() == 0 || geteuid() == file->st_uid;
    return found ? HOST_USE_WRITTEN : has_processes && is_owner ? HOST_USE_NONE : HOST_USE_UNKNOWN;
}

enum host_use tti_host_use_by_lease(const char *path)
{
    int fd = tti_host_fd_open(path, O_RDONLY | O_NONBLOCK, 0);
    enum host_use use = fd < 0 ? HOST_USE_UNKNOWN : ask_lease(fd);
    if (fd >= 0) {
        close(fd);
    }
    return use;
}

/* Finds out if a program writes the file. The lease comes first: it is one call, and knows all
 * processes. */
enum host_use tti_host_use_of(const char *path)
{
    struct stat file;
    if (stat(path, &file) != 0 || !S_ISREG(file.st_mode)) {
        return HOST_USE_UNKNOWN;
    }
    enum host_use use = tti_host_use_by_lease(path);
    return use == HOST_USE_UNKNOWN ? ask_processes(&file) : use;
}
