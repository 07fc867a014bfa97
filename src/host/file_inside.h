/* SPDX-License-Identifier: MIT
 *
 * More of a file that appears when it is whole: for copies of a file in another form.
 */
#ifndef HOST_FILE_INSIDE_H
#define HOST_FILE_INSIDE_H

#include "teetape/io/file.h"

struct stat;

/* It gets rights, owner (where we may) and times of another file, of which it is a copy in another
 * form. Nothing for stdout and what is written directly. */
void tti_host_file_keep(tt_io_file *f, const struct stat *like);

/* Nothing is written any more: all bytes are where others can read them, compressed to the end.
 * False when that, or any write before, failed: then only tt_io_file_discard is left to do. The
 * commit does it, too; it is for who wants to see the result before. */
bool tti_host_file_finish(tt_io_file *f, tt_io_error *error);

/* What was finished, before the commit: its path, NULL for stdout and what is written directly,
 * valid until the commit; and its bytes as they are stored. */
const char *tti_host_file_temporary(const tt_io_file *f);
uint64_t tti_host_file_stored(const tt_io_file *f);

/* Where to write the file by other means than its output, to which nothing may be written then: the
 * path of an empty file, valid until the commit. NULL for stdout, what is written directly, and
 * what is compressed. */
const char *tti_host_file_place(const tt_io_file *f);

/* Makes what was finished durable, so that the commit takes no time. A failure is reported by the
 * commit. */
void tti_host_file_sync(tt_io_file *f);

/* Makes a file that another program wrote, and its name, as durable as a commit does. 0 or an errno
 * value. */
int tti_host_file_settle(const char *path);

#endif
