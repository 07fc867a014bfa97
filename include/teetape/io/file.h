/* SPDX-License-Identifier: MIT
 *
 * Writes a file that appears under its name only when it is complete. The bytes go to a temporary
 * file in the same folder, and the commit gives it its name. A failure, or an end of the program,
 * before the commit leaves what was there before.
 *
 *     tt_io_file *f = tt_io_file_open(path, NULL, &error);
 *     if (f == NULL) ...
 *     tt_io_output_text(tt_io_file_out(f), "...");
 *     if (!tt_io_file_commit(f, &error)) ...            or tt_io_file_discard(f)
 *
 * "-" is stdout. What goes to stdout, or to a path that is no regular file (/dev/null, a FIFO),
 * is written at once. A symbolic link remains, and the file it points to is replaced. A replaced
 * file keeps its permissions, and its owner where the user may set it; other hard links to it
 * keep the old content. A file that another program has open for writing is not replaced where
 * the system can say so: TT_ERR_SYSTEM with ETXTBSY.
 *
 * One file belongs to one thread at a time; different files may be written by different threads.
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

/** A file that is being written. */
typedef struct tt_io_file tt_io_file;

/** Options of a file. Zeros are the defaults. */
typedef struct tt_io_file_options {
    /** True: an existing file is replaced. False: it makes tt_io_file_open fail, or
     * tt_io_file_commit when it appeared later: TT_ERR_SYSTEM with EEXIST. */
    bool replace;
    /** For the library: it changes bytes that are written already. An output that cannot be changed
     * in place (stdout, a pipe, compressed data) then waits until the commit in a temporary file
     * without a name, in the folder of TMPDIR. */
    bool patches;
    /** The file is one of the program's own beside a file of the user: only a regular file is
     * replaced. A link is not followed, and nothing else is opened: TT_ERR_SYSTEM with EEXIST. */
    bool own;
    /** Greatest permissions of the file, as for chmod(2); 0: as the umask says. This limit protects
     * a file that has the secrets of another one. No effect on Windows. */
    unsigned mode;
    bool regular; /**< refuses everything but a regular file, also stdout, before it is opened:
                     TT_ERR_ARGUMENT. The open then never waits for the reader of a FIFO */
    const char
        *format; /**< "plain", "xz", "zstd", "gzip" or "tape"; NULL: by the ending of the name */
    int level;   /**< level of compression, in the format's range; 0: its usual one */
    unsigned threads; /**< threads that compress; 0: one per core. The bytes are the same for any
                         number */
} tt_io_file_options;

/** Returns the permissions of a file, or 0777 when there is none: for the option `mode` of a file
 * that is made from it. "-" is stdin. */
TT_IO_API unsigned tt_io_file_rights(const char *path);

/** Begins a file. `options` may be NULL and is copied. NULL on failure, with *error filled: then
 * nothing was changed. */
TT_IO_API tt_io_file *tt_io_file_open(const char *path, const tt_io_file_options *options,
                                      tt_io_error *error);

/** Returns the output for the bytes of the file. Owned by `f`, which flushes and closes it. */
TT_IO_API tt_io_output *tt_io_file_out(tt_io_file *f);

/** Appends bytes: a tt_sink_fn for the writers of the core, with a tt_io_file as `file`. 0, or the
 * errno value of the first failure, which the commit reports too. */
TT_IO_API int tt_io_file_put(void *file, tt_bytes bytes);

/** Ends the file: makes its bytes durable and gives it its name. Returns false when this or an
 * earlier write failed, with *error filled: then the temporary file is removed, and what had the
 * name before is unchanged. `f` is freed in both cases. */
TT_IO_API bool tt_io_file_commit(tt_io_file *f, tt_io_error *error);

/** Discards what was written, and frees `f`. The file that had the name before is unchanged. NULL
 * is fine. */
TT_IO_API void tt_io_file_discard(tt_io_file *f);

/** Removes the temporary files of all open tt_io_file of the process, for a signal handler that
 * ends the program. Async-signal-safe. None of them can be committed after it. */
TT_IO_API void tt_io_file_remove_temporary(void);

#ifdef __cplusplus
}
#endif

#endif
