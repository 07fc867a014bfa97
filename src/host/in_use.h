/* SPDX-License-Identifier: MIT
 *
 * Finds out if a program is writing a file. A game server keeps its recording open until the map
 * changes, and writes nothing for hours while it is idle.
 *
 * On Linux a lease (F_SETLEASE) detects every process of this machine that has the file open for
 * writing, under any name, in containers too. Leases may be refused (files of another user, some
 * file systems). Then only processes whose descriptors are readable in /proc are detected. On
 * Windows the sharing mode detects every program.
 *
 * A writer on another machine, one that opens the file later, and any writer on other systems are
 * not detected.
 */
#ifndef HOST_IN_USE_H
#define HOST_IN_USE_H

enum host_use {
    HOST_USE_NONE,    /* nobody has the file open for writing */
    HOST_USE_WRITTEN, /* a process has the file open for writing */
    HOST_USE_UNKNOWN  /* neither the system nor the owner's processes can be asked */
};

/* Asks only the kernel. HOST_USE_NONE holds for the moment of the call. */
enum host_use tti_host_use_by_lease(const char *path);

/* Examines the regular file that `path` leads to, which is neither read nor changed. */
enum host_use tti_host_use_of(const char *path);

#endif
