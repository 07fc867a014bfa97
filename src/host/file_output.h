/* SPDX-License-Identifier: MIT
 *
 * Writes a file under a hidden name, and gives it its final name. host/file.c adds compression to
 * it.
 */
#ifndef HOST_FILE_OUTPUT_H
#define HOST_FILE_OUTPUT_H

#include <stdbool.h>
#include <stdint.h>

#include "teetape/io/error.h"
#include "teetape/io/file.h"
#include "teetape/io/output.h"

/* The beginning of the names of temporary files. */
#define HOST_FILE_OUTPUT_PREFIX ".teetape-"

struct stat;

/* A file that is being written. The caller may use `out` and read `temporary`. The struct must not
 * be moved while it is open. */
struct host_file_output {
    tt_io_output out;

    /* The other members are for file_output.c. */
    char *path;      /* path of the output; NULL for stdout */
    char *temporary; /* path that is readable before the commit; NULL when bytes are written
                        directly */
    int fd;          /* descriptor of the output; -1 for stdout, and after closing */
    bool replace;
    bool is_settled; /* bytes and times are on the disk, and nothing is written any more */
    bool can_wait;   /* for tti_host_durable_name */
    bool has_times;
    struct { /* not a timespec, whose size on 32-bit systems depends on host/posix.h */
        int64_t seconds;
        int32_t nanoseconds;
    } accessed, modified;
};

/* Opens a file for writing. Uses the options `replace`, `regular` and `mode`, or `own` and `mode`.
 * Without `replace` an existing file is a failure now, and again at the commit: EEXIST. `own` is
 * for a file that teetape keeps beside one of the user's: only a regular file is replaced, a link
 * is not followed, and anything else is EEXIST with a sentence that says what is there. After a
 * failure nothing has to be closed. */
bool tti_host_file_output_open(struct host_file_output *f, const char *path,
                               const tt_io_file_options *options, tt_io_error *error);

/* Does the work of tti_host_file_keep. */
void tti_host_file_output_keep(struct host_file_output *f, const char *path,
                               const struct stat *like);

/* Returns true for a file with an access control list. */
bool tti_host_file_has_list(const char *path);

/* Overwrites bytes at `offset` that were already written. `temporary` must not be NULL. The commit
 * reports a failure. */
void tti_host_file_output_patch(struct host_file_output *f, uint64_t offset, tt_bytes bytes);

/* Does the work of tti_host_file_sync. */
void tti_host_file_output_sync(struct host_file_output *f);

/* Makes the file durable and gives it its name. After a failure the temporary file is removed, and
 * the file that had the name is unchanged. Either way `f` is closed. */
bool tti_host_file_output_commit(struct host_file_output *f, tt_io_error *error);

/* Closes the output and removes the temporary file. */
void tti_host_file_output_discard(struct host_file_output *f);

#endif
