/* SPDX-License-Identifier: MIT
 *
 * More calls for a file that gets its name when it is complete, for copies of a file in another
 * form.
 */
#ifndef HOST_FILE_INSIDE_H
#define HOST_FILE_INSIDE_H

#include "teetape/io/file.h"

struct stat;

/* Gives the file rights, owner (where we may) and times of another, of which it is a copy in
 * another form. Does nothing for stdout and what is written directly. */
void tti_host_file_keep(tt_io_file *f, const struct stat *like);

/* Ends writing: all bytes are where others can read them, compressed to the end. The commit does
 * it, too. After a failure only tt_io_file_discard is left to do. */
bool tti_host_file_finish(tt_io_file *f, tt_io_error *error);

/* The path of what was finished, NULL for stdout and what is written directly, valid until the
 * commit; and its bytes as they are stored. */
const char *tti_host_file_temporary(const tt_io_file *f);
uint64_t tti_host_file_stored(const tt_io_file *f);

/* The path of an empty file, for writing by other means than its output; valid until the commit.
 * NULL for stdout, what is written directly, and what is compressed. */
const char *tti_host_file_place(const tt_io_file *f);

/* Makes what was finished durable, so that the commit takes no time. The commit reports a failure.
 */
void tti_host_file_sync(tt_io_file *f);

/* Makes a file that another program wrote, and its name, durable as a commit does. 0 or an errno
 * value. */
int tti_host_file_settle(const char *path);

/* Overwrites bytes at `offset`, counted before compression; all of them must have been written
 * before. Needs the option `patches`. A failure is reported by tt_io_output_error and by the
 * commit. */
void tti_file_patch(tt_io_file *f, uint64_t offset, tt_bytes bytes);

#endif
