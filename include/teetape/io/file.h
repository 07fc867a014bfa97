/* SPDX-License-Identifier: MIT
 *
 * A file that appears under its name only when it is whole. What is written goes to a temporary
 * file in the same folder; tt_io_file_commit gives it its name, and whatever goes wrong before
 * leaves nothing there.
 *
 *     f = tt_io_file_open(path, &options, &error);
 *     tt_io_output_bytes(tt_io_file_out(f), bytes) ...
 *     good ? tt_io_file_commit(f, &error) : tt_io_file_discard(f);
 *
 * "-" is stdout: then the bytes go there as they come. So they do to what is not a regular file,
 * such as /dev/null or a fifo. A link remains, and the file it points to is replaced. A replaced
 * file keeps its rights, and its owner where we may; other hard links to it keep the old content.
 * A file that another program has open for writing is not replaced, as far as the system tells
 * (in_use.h): system ETXTBSY.
 */
#ifndef TEETAPE_IO_FILE_H
#define TEETAPE_IO_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "teetape/io/error.h"
#include "teetape/io/export.h"
#include "teetape/io/output.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tt_io_file tt_io_file;

/** All zero is the default. */
typedef struct tt_io_file_options {
    /** An existing file is replaced. Without it such a file is a failure at the open, and again at
     * the commit: system EEXIST. */
    bool replace;
    /** tt_io_file_patch will be called: what cannot be written over in place (stdout, a pipe, a
     * compressed file) waits in a file without a name until the commit, where TMPDIR says. */
    bool patches;
    /** A file of ours beside one of the user's: a regular file is replaced, or nothing. A link is
     * not followed, and nothing else is opened: system EEXIST, and a sentence that says what is
     * there. */
    bool own;
    const char
        *format;      /**< "plain", "xz", "zstd" or "gzip"; NULL: what the name's ending asks for */
    int level;        /**< of the compression; 0 is the format's own default */
    unsigned threads; /**< that compress; 0 is one for each core. The bytes are the same for any */
} tt_io_file_options;

/** Begins a file; `options` may be NULL and are copied. NULL on failure, with *error filled. */
TT_IO_API tt_io_file *tt_io_file_open(const char *path, const tt_io_file_options *options,
                                      tt_io_error *error);

/** Where its bytes are written. */
TT_IO_API tt_io_output *tt_io_file_out(tt_io_file *f);

/** The same for the writers of the core, with the file as `user`: a tt_sink_fn. 0 or the errno
 * value of the first failure, which the commit tells too. */
TT_IO_API int tt_io_file_put(void *file, tt_bytes bytes);

/** Writes over the bytes at `offset`, which must have been written. A failure is reported by the
 * commit, and by tt_io_output_error. */
TT_IO_API void tt_io_file_patch(tt_io_file *f, uint64_t offset, tt_bytes bytes);

/** Everything was written: makes it durable and gives it its name. False when that, or any write
 * before, failed: then the temporary file is gone, and what was there before under the name is
 * untouched. Either way `f` is closed and freed. */
TT_IO_API bool tt_io_file_commit(tt_io_file *f, tt_io_error *error);

/** Forgets what was written. NULL is fine. */
TT_IO_API void tt_io_file_discard(tt_io_file *f);

/** For the handler of a signal that ends the program: removes the temporary files of all that is
 * open. Safe there. */
TT_IO_API void tt_io_file_remove_temporary(void);

#ifdef __cplusplus
}
#endif

#endif
