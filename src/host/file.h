/* SPDX-License-Identifier: MIT
 *
 * A file that appears under its name only when it is whole. What is written goes to a temporary
 * file in the same folder; host_file_commit gives it its name, and whatever goes wrong before
 * leaves nothing there.
 *
 *     f = host_file_open(path, &options, &error);
 *     host_output_bytes(host_file_out(f), bytes) ...
 *     good ? host_file_commit(f, &error) : host_file_discard(f);
 *
 * "-" is stdout: then the bytes go there as they come. So they do to what is not a regular file,
 * such as /dev/null or a fifo. A link remains, and the file it points to is replaced. A replaced
 * file keeps its rights, and its owner where we may; other hard links to it keep the old content.
 * A file that another program has open for writing is not replaced, as far as the system tells
 * (in_use.h): system ETXTBSY.
 */
#ifndef HOST_FILE_H
#define HOST_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "host/error.h"
#include "host/output.h"

struct host_file;

/* All zero is the default. */
struct host_file_options {
    /* An existing file is replaced. Without it such a file is a failure at the open, and again at
     * the commit: system EEXIST. */
    bool replace;
    /* host_file_patch will be called: what cannot be written over in place (stdout, a pipe, a
     * compressed file) waits in a file without a name until the commit, where TMPDIR says. */
    bool patches;
    /* A file of ours beside one of the user's: a regular file is replaced, or nothing. A link is
     * not followed, and nothing else is opened: system EEXIST, and a sentence that says what is
     * there. */
    bool own;
    const char *format; /* "plain", "xz", "zstd" or "gzip"; NULL: what the name's ending asks for */
    int level;          /* of the compression; 0 is the format's own default */
    unsigned threads;   /* that compress; 0 is one for each core. The bytes are the same for any */
};

/* Begins a file; `options` may be NULL and are copied. NULL on failure, with *error filled. */
struct host_file *host_file_open(const char *path, const struct host_file_options *options,
                                 struct host_error *error);

/* Where its bytes are written. */
struct host_output *host_file_out(struct host_file *f);

/* The same for the writers of the core, with the file as `user`: a tt_sink_fn. 0 or the errno value
 * of the first failure, which the commit tells too. */
int host_file_put(void *file, tt_bytes bytes);

/* Writes over the bytes at `offset`, which must have been written. A failure is reported by the
 * commit, and by host_output_error. */
void host_file_patch(struct host_file *f, uint64_t offset, tt_bytes bytes);

/* Everything was written: makes it durable and gives it its name. False when that, or any write
 * before, failed: then the temporary file is gone, and what was there before under the name is
 * untouched. Either way `f` is closed and freed. */
bool host_file_commit(struct host_file *f, struct host_error *error);

/* Forgets what was written. NULL is fine. */
void host_file_discard(struct host_file *f);

/* For the handler of a signal that ends the program: removes the temporary files of all that is
 * open. Safe there. */
void host_temporary_remove_all(void);

#endif
