/* SPDX-License-Identifier: MIT
 *
 * For file.h: a file under a hidden name, and the ways to its own; see there for what holds for
 * links, rights and what is not a regular file.
 */
#ifndef HOST_FILE_OUTPUT_H
#define HOST_FILE_OUTPUT_H

#include <stdbool.h>
#include <stdint.h>

#include "teetape/io/error.h"
#include "teetape/io/file.h"
#include "teetape/io/output.h"

/* How the names of temporary files begin. */
#define HOST_FILE_OUTPUT_PREFIX ".teetape-"

struct stat;

/* The caller places it and may use `out`; it must not be moved while it is open. */
struct host_file_output {
    tt_io_output out;

    /* for file_output.c */
    char *path;      /* NULL for stdout */
    char *temporary; /* NULL when bytes go to their place as they come */
    int fd;          /* -1 for stdout, and once closed */
    bool replace;    /* as the caller wants it: asked for at the open and at the commit */
    bool has_times;  /* and the commit sets them */
    struct { /* no timespec: on 32 bits it has another shape where host/posix.h is not read */
        int64_t seconds;
        int32_t nanoseconds;
    } accessed, modified;
};

/* Begins a file; of the options `replace`, `regular` and `mode` count. Without `replace` an
 * existing one is a failure now (and again at the commit): system EEXIST. False on failure, with
 * *error filled; nothing has to be closed then. */
bool tti_host_file_output_open(struct host_file_output *f, const char *path,
                               const tt_io_file_options *options, tt_io_error *error);

/* The same for a file of ours beside one of the user's: only a regular file is replaced, or
 * nothing. A link is not followed, and nothing else is opened: system EEXIST, and a sentence that
 * says what is there. */
bool tti_host_file_output_open_own(struct host_file_output *f, const char *path,
                                   tt_io_error *error);

/* The file gets rights, owner (where we may) and times of another one, of which it is a copy in
 * another form. Nothing for stdout and what is written directly. */
void tti_host_file_output_keep(struct host_file_output *f, const struct stat *like);

/* Whether bytes that were written can be written over before the commit: not on stdout, and not
 * where they go to their place as they come. */
bool tti_host_file_output_can_patch(const struct host_file_output *f);

/* Writes over the bytes at `offset`, which must have been written. A failure is reported by the
 * commit. */
void tti_host_file_output_patch(struct host_file_output *f, uint64_t offset, tt_bytes bytes);

/* Where what was flushed can be read before the commit; NULL for stdout and what is written
 * directly. Valid until the commit. */
const char *tti_host_file_output_temporary(const struct host_file_output *f);

/* Makes what was written so far durable, so that the commit after it takes no time. A failure is
 * reported by the commit. */
void tti_host_file_output_sync(struct host_file_output *f);

/* Everything was written: makes it durable and gives it its name. False when that, or any write
 * before, failed: then the temporary file is gone, and what was there before under the name is
 * untouched. Either way `f` is closed. */
bool tti_host_file_output_commit(struct host_file_output *f, tt_io_error *error);

/* Makes a file that somebody else wrote, and its name, as durable as a commit does. 0 or an errno
 * value. */
int tti_host_file_output_settle(const char *path);

/* Forgets what was written. */
void tti_host_file_output_discard(struct host_file_output *f);

#endif
