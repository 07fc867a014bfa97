/* SPDX-License-Identifier: MIT
 *
 * A file output (file_output.h, compressed when its name asks for it) of which some bytes are only
 * known at the end: a demo, whose header has its length.
 *
 *     if (!host_patched_file_open(&f, path, replace, &error)) ...
 *     host_output_bytes(f.out, bytes) ...
 *     host_patched_file_patch(&f, 0, header);
 *     good ? host_patched_file_commit(&f, &error) : host_patched_file_discard(&f);
 *
 * A plain file is written over in place. What goes to stdout, a pipe or a compressor waits in a
 * temporary file without a name until the commit.
 */
#ifndef HOST_PATCHED_FILE_H
#define HOST_PATCHED_FILE_H

#include "host/compress.h"

/* The caller places it and may use `out`; it must not be moved while it is open. */
struct host_patched_file {
    struct host_output *out; /* write here */

    /* for patched_file.c */
    struct host_compressed_file file;
    struct host_output waiting; /* in use when `out` is it */
    int fd;                     /* of what waits; -1 for none */
};

/* As host_file_output_open; the temporary file goes where TMPDIR says, or to /tmp. */
bool host_patched_file_open(struct host_patched_file *f, const char *path, bool replace,
                            struct host_error *error);

/* Writes over the bytes at `offset`, which must have been written. A failure is reported by the
 * commit, and by host_output_error. */
void host_patched_file_patch(struct host_patched_file *f, uint64_t offset, tt_bytes bytes);

/* As host_file_output_commit and _discard. */
bool host_patched_file_commit(struct host_patched_file *f, struct host_error *error);
void host_patched_file_discard(struct host_patched_file *f);

#endif
