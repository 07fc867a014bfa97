/* SPDX-License-Identifier: MIT
 *
 * Locks on files, so that two runs over one folder do not work on the same file. Others may still
 * read and write the file. A lock is gone with its process.
 */
#ifndef HOST_FILE_LOCK_H
#define HOST_FILE_LOCK_H

#include <stdint.h>

#include "teetape/io/stop.h"

enum host_lock_status {
    HOST_LOCK_HELD,    /* until tti_host_file_unlock */
    HOST_LOCK_OTHERS,  /* another process holds it */
    HOST_LOCK_STOPPED, /* the stop flag was raised while another thread of ours held it */
    HOST_LOCK_FAILED   /* the file cannot be opened: errno says why */
};

/* Must not be moved while it is held. */
struct tti_host_file_lock {
    int fd;                  /* open while it is held; the lock of the system belongs to it */
    uint64_t device, number; /* device and number of the file */
    struct tti_host_file_lock *next; /* the next held lock of this process */
};

/* Locks the file that `path` leads to. Waits while another thread of ours holds it, maybe by
 * another name, but not for another process. A file that took its place meanwhile is the one that
 * is locked. On a file system without locks every file counts as free. */
enum host_lock_status tti_host_file_lock(struct tti_host_file_lock *lock, const char *path,
                                         const tt_io_stop *stop);

/* Gives the lock back. To be called only after HOST_LOCK_HELD. */
void tti_host_file_unlock(struct tti_host_file_lock *lock);

#endif
