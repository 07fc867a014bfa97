/* SPDX-License-Identifier: MIT
 *
 * Private functions of a file that gets its name when it is complete, for example a copy in another
 * format.
 */
#ifndef HOST_FILE_INSIDE_H
#define HOST_FILE_INSIDE_H

#include "teetape/io/access_point.h"
#include "teetape/io/file.h"

struct stat;

/* Gives the file the rights, times and, if allowed, the owner of the file at `path`, which it
 * copies. Does nothing for stdout and files that are written directly. A file for which this is
 * called is opened with `mode` 0600, so that nobody else reads it before. */
void tti_host_file_keep(tt_io_file *f, const char *path, const struct stat *like);

/* Ends writing. All bytes, compressed to the end, are then readable by the path of
 * tti_host_file_temporary. The commit also does this. After a failure only tt_io_file_discard may
 * be called. */
bool tti_host_file_finish(tt_io_file *f, tt_io_error *error);

/* Returns the path of the finished file, valid until the commit; NULL for stdout and files that are
 * written directly. Its bytes are those that are stored. */
const char *tti_host_file_temporary(const tt_io_file *f);
uint64_t tti_host_file_stored(const tt_io_file *f);

/* Returns the path of an empty file that the caller may write by other means; valid until the
 * commit. NULL for stdout, and for files that are written directly or compressed. */
const char *tti_host_file_place(const tt_io_file *f);

/* Makes the finished bytes durable, which the commit then need not do. The commit reports a
 * failure. */
void tti_host_file_sync(tt_io_file *f);

/* Lets the name wait for that of other files (host/durable.h). */
void tti_host_file_wait(tt_io_file *f);

/* Makes a file durable, its bytes and its name, that another program wrote. Returns 0 or an errno
 * value. */
int tti_host_file_settle(const char *path);

/* Begins a file that waits in a temporary file without a name. The commit gives its bytes to `put`,
 * and fails with what `put` returns. NULL on failure, with *error filled. */
tt_io_file *tti_host_file_into(tt_sink_fn *put, void *user, tt_io_error *error);

/* The access points and sizes of a tape that was written, for the index inside it. */
struct host_tape_points {
    const tt_io_access_point *list; /* about one a mebibyte, in ascending order */
    size_t count;
    uint64_t blocks;     /* number of blocks of the tape */
    uint64_t stored;     /* bytes of the tape before its footer */
    tt_io_output *index; /* takes the bytes of the index */
};

/* Ends the recording in a tape. What was written is then readable from front to back, and
 * points->index takes the index of the recording. The members of `points` remain valid until
 * tti_host_file_end_index. False with *error when writing failed. */
bool tti_host_file_begin_index(tt_io_file *f, struct host_tape_points *points, tt_io_error *error);

/* Ends the index. Without `is_whole` the tape has none. tti_host_file_finish reports a failure. */
void tti_host_file_end_index(tt_io_file *f, bool is_whole);

/* Begins a file that is written nowhere: after tti_host_file_finish, tti_host_file_stored returns
 * the bytes that it would have. NULL on failure, with *error filled. */
tt_io_file *tti_host_file_measure(const tt_io_file_options *options, tt_io_error *error);

/* Overwrites bytes at `offset`, counted before compression; all of them must have been written
 * before. Needs the option `patches`. tt_io_output_error and the commit report a failure. */
void tti_file_patch(tt_io_file *f, uint64_t offset, tt_bytes bytes);

#endif
