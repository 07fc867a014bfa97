/* SPDX-License-Identifier: MIT
 *
 * A file that appears under its name only when it is whole. What is written goes to a temporary
 * file in the same folder; host_file_output_commit gives it its name, and whatever goes wrong
 * before leaves nothing behind.
 *
 *     if (!host_file_output_open(&f, path, false, &error)) ...
 *     host_output_bytes(&f.out, bytes) ...
 *     good ? host_file_output_commit(&f, &error) : host_file_output_discard(&f);
 *
 * "-" is stdout: then the bytes go there as they come.
 */
#ifndef HOST_FILE_OUTPUT_H
#define HOST_FILE_OUTPUT_H

#include <stdbool.h>
#include <sys/types.h>

#include "host/error.h"
#include "host/output.h"

/* The caller places it and may use `out`; it must not be moved while it is open. */
struct host_file_output {
    struct host_output out;

    /* for file_output.c */
    char *path, *temporary; /* NULL for stdout */
    int fd;
    bool replace;
};

/* Begins a file. Without `replace` an existing one is a failure now (and again at the commit):
 * system EEXIST. False on failure, with *error filled; nothing has to be closed then. A file that
 * is replaced keeps its access rights. */
bool host_file_output_open(struct host_file_output *f, const char *path, bool replace,
                           struct host_error *error);

/* Everything was written: makes it durable and gives it its name. False when that, or any write
 * before, failed: then the temporary file is gone, and what was there before under the name is
 * untouched. Either way `f` is closed. */
bool host_file_output_commit(struct host_file_output *f, struct host_error *error);

/* Forgets what was written. */
void host_file_output_discard(struct host_file_output *f);

#endif
