/* SPDX-License-Identifier: MIT
 *
 * Writes over the beginning of a file that is still open, or of the temporary file in which it
 * waits.
 */
#include "host/posix.h"

#include "host/patched_file.h"

#include <errno.h>

#include "host/fd.h"
#include "host/nameless.h"

/* Bytes that are copied at a time. */
#define COPY HOST_OUTPUT_BUFFER

static bool is_waiting(const struct host_patched_file *f)
{
    return f->out == &f->waiting;
}

bool host_patched_file_open(struct host_patched_file *f, const char *path, bool replace,
                            struct host_error *error)
{
    f->fd = -1;
    if (!host_compressed_file_open(&f->file, path, replace, error)) {
        return false;
    }
    f->out = f->file.out;
    if (f->out == &f->file.file.out && host_file_output_can_patch(&f->file.file)) {
        return true;
    }
    f->fd = host_nameless_open();
    int failed = f->fd < 0 ? errno : 0;
    f->out = &f->waiting;
    if (failed == 0 && !host_output_open_fd(&f->waiting, f->fd, true)) {
        failed = ENOMEM;
    }
    if (failed != 0) {
        host_error_system(error, failed, "no temporary file can be made (TMPDIR says where)");
        if (f->fd >= 0) {
            host_output_close(&f->waiting);
        }
        host_compressed_file_discard(&f->file);
        return false;
    }
    return true;
}

void host_patched_file_patch(struct host_patched_file *f, uint64_t offset, tt_bytes bytes)
{
    if (!is_waiting(f)) {
        host_file_output_patch(&f->file.file, offset, bytes);
    } else if (host_output_flush(&f->waiting)) {
        f->waiting.error = host_fd_write_at(f->fd, offset, bytes);
    }
}

/* What has waited goes on its way; 0 or an errno value. */
static int copy(struct host_patched_file *f)
{
    uint64_t offset = 0;
    while (offset < f->waiting.flushed) {
        uint8_t *to = host_output_reserve(f->file.out, COPY);
        if (to == NULL) {
            return host_output_error(f->file.out);
        }
        size_t got;
        int failed = host_fd_read_at(f->fd, offset, to, COPY, &got);
        if (failed != 0 || got == 0) {
            return failed != 0 ? failed : EIO;
        }
        host_output_advance(f->file.out, got);
        offset += got;
    }
    return 0;
}

bool host_patched_file_commit(struct host_patched_file *f, struct host_error *error)
{
    if (is_waiting(f)) {
        int failed = host_output_flush(&f->waiting) ? copy(f) : host_output_error(&f->waiting);
        int closing = host_output_close(&f->waiting);
        failed = failed != 0 ? failed : closing;
        if (failed != 0) {
            host_error_system(error, failed, "cannot be written");
            host_compressed_file_discard(&f->file);
            return false;
        }
    }
    return host_compressed_file_commit(&f->file, error);
}

void host_patched_file_discard(struct host_patched_file *f)
{
    if (is_waiting(f)) {
        f->waiting.used = 0;
        host_output_close(&f->waiting);
    }
    host_compressed_file_discard(&f->file);
}
