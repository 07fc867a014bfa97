/* SPDX-License-Identifier: MIT
 *
 * Locks on files, so that two runs over one folder do not work on the same file. Others may still
 * read and write the file. The system releases a lock when its process ends.
 */
#ifndef HOST_FILE_LOCK_H
#define HOST_FILE_LOCK_H

#include <stdint.h>

#include "teetape/io/stop.h"

enum host_lock_status {
    HOST_LOCK_HELD, /* the caller has the lock until tti_host_file_unlock */
    HOST_LOCK_OTHERS,
    HOST_LOCK_STOPPED, /* a stop was raised while another thread of this process held the lock */
    HOST_LOCK_FAILED   /* the file cannot be opened; errno has the reason */
};

/* A lock. The struct must not be moved while the lock is held. */
struct tti_host_file_lock {
    int fd; /* open while the lock is held; the system's lock belongs to it */
    uint64_t device, number;
    struct tti_host_file_lock *next; /* the next held lock of this process */
};

/* Locks the file that `path` leads to. Waits while another thread of this process holds the lock,
 * by any name of the file, but does not wait for another process. If the file is replaced
 * meanwhile, the new one is locked. On a file system without locks every file counts as free. */
enum host_lock_status tti_host_file_lock(struct tti_host_file_lock *lock, const char *path,
                                         const tt_io_stop *stop);

/* Releases the lock, which must be HOST_LOCK_HELD. */
void tti_host_file_unlock(struct tti_host_file_lock *lock);

#endif
