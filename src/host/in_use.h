/* SPDX-License-Identifier: MIT
 *
 * If somebody writes a file: a game server keeps its recording open until the map changes, and an
 * idle one writes nothing to it for hours.
 *
 * On Linux a lease (F_SETLEASE) shows every process of this machine that has the file open for
 * writing, under any name, in containers too. Where leases are refused (files of another user,
 * file systems without them) only the processes are seen whose descriptors we may look at in /proc.
 * On Windows every program is seen, by the sharing mode.
 *
 * A writer on another machine, one that opens the file after we looked, and all writers on other
 * systems are not seen.
 */
#ifndef HOST_IN_USE_H
#define HOST_IN_USE_H

enum host_use {
    HOST_USE_NONE,    /* nobody has the file open for writing */
    HOST_USE_WRITTEN, /* somebody has the file open for writing */
    HOST_USE_UNKNOWN  /* neither the system nor the owner's processes can be asked */
};

/* The answer of the kernel alone. HOST_USE_NONE is certain at this moment. */
enum host_use tti_host_use_by_lease(const char *path);

/* Looks at the regular file that `path` leads to, which is neither read nor changed. */
enum host_use tti_host_use_of(const char *path);

#endif
