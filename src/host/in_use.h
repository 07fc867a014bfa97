/* SPDX-License-Identifier: MIT
 *
 * Whether somebody writes a file: a game server keeps its recording open until the map changes, and
 * an idle one writes nothing to it for hours.
 *
 * What is seen: on Linux every process of this machine that has the file open for writing, under
 * any name, in containers too, by asking for a lease (F_SETLEASE). Where leases are refused (files
 * of another user unless we are root, file systems without them) only the processes are seen whose
 * descriptors we may look at in /proc: all for root, else our user's own, which is an answer when
 * the file is ours. On Windows every program, by the sharing mode.
 *
 * What is not seen: a writer on another machine that has the file by a network; a process that
 * opens it after we looked; and on other systems nothing at all.
 */
#ifndef HOST_IN_USE_H
#define HOST_IN_USE_H

/* What can be said of a file at this moment; a moment later it may be another answer. */
enum host_use {
    HOST_USE_NONE,    /* nobody has it open for writing */
    HOST_USE_WRITTEN, /* somebody has */
    HOST_USE_UNKNOWN  /* neither the system nor the owner's processes can be asked */
};

/* The answer of the kernel alone, of which HOST_USE_NONE is certain at this moment. */
enum host_use tti_host_use_by_lease(const char *path);

/* Looks at the regular file that `path` leads to. It is neither read nor changed. */
enum host_use tti_host_use_of(const char *path);

#endif
