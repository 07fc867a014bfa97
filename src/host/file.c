/* SPDX-License-Identifier: MIT
 *
 * A file on its way to its name. What has to be patched and cannot be in place waits first:
 *
 *     out -> waiting (nameless.h) -> compressor (compress.h) -> temporary file (file_output.h)
 */
#include "host/posix.h"

#include "host/file_inside.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "host/compress_calls.h"
#include "host/fd.h"
#include "host/file_output.h"
#include "host/jobs.h"
#include "host/nameless.h"

/* Bytes that are copied at a time. */
#define COPY HOST_OUTPUT_BUFFER

struct host_file {
    struct host_output *out; /* takes what is written: the first on the way that there is */
    struct host_output waiting;
    struct host_compress compress;
    struct host_file_output file;
    int fd;             /* of what waits; -1 when nothing does */
    bool is_compressed; /* and not finished */
    bool is_finished;
    char path[HOST_PATH_CAP];
};

/* Puts a compressor before the file if one is wanted. */
static bool open_compressor(struct host_file *f, const char *path,
                            const struct host_file_options *options, struct host_error *error)
{
    const struct host_compressor *kind =
        options->format == NULL ? host_compressor_of(path) : host_compressor_named(options->format);
    const struct host_compress_options how = {
        options->level, options->threads == 0 ? host_jobs_cores() : options->threads};
    if (kind == NULL) {
        bool is_plain = options->format == NULL || strcmp(options->format, "plain") == 0;
        if (!is_plain) {
            host_error_say(error, TT_ERR_UNSUPPORTED, "there is no format %s", options->format);
        }
        return is_plain;
    }
    if (!host_compress_open(&f->compress, kind, &how, &f->file.out, error)) {
        return false;
    }
    f->is_compressed = true;
    f->out = &f->compress.out;
    return true;
}

/* Lets everything wait that cannot be written over. */
static bool open_waiting(struct host_file *f, struct host_error *error)
{
    if (!f->is_compressed && host_file_output_can_patch(&f->file)) {
        return true;
    }
    f->fd = host_nameless_open();
    int failed = f->fd < 0 ? errno : 0;
    if (failed == 0 && !host_output_open_fd(&f->waiting, f->fd, true)) {
        failed = ENOMEM;
    }
    if (failed != 0) {
        host_error_system(error, failed, "no temporary file can be made (TMPDIR says where)");
        return false;
    }
    f->out = &f->waiting;
    return true;
}

static struct host_file *new_file(const char *path, const struct host_file_options *options,
                                  struct host_error *error)
{
    struct host_file *f = calloc(1, sizeof(*f));
    if (f == NULL) {
        host_error_system(error, ENOMEM, "cannot be written");
        return NULL;
    }
    f->fd = -1;
    host_path_copy(f->path, path);
    bool is_open = options->own ? host_file_output_open_own(&f->file, path, error)
                                : host_file_output_open(&f->file, path, options->replace, error);
    if (!is_open) {
        free(f);
        return NULL;
    }
    f->out = &f->file.out;
    if (!open_compressor(f, path, options, error) ||
        (options->patches && !open_waiting(f, error))) {
        host_file_discard(f);
        return NULL;
    }
    return f;
}

struct host_file *host_file_open(const char *path, const struct host_file_options *options,
                                 struct host_error *error)
{
    static const struct host_file_options usual;
    struct host_file *f = new_file(path, options == NULL ? &usual : options, error);
    if (f == NULL) {
        host_error_of(error, path);
    }
    return f;
}

struct host_output *host_file_out(struct host_file *f)
{
    return f->out;
}

int host_file_put(void *file, tt_bytes bytes)
{
    struct host_file *f = file;
    host_output_bytes(f->out, bytes);
    return host_output_error(f->out);
}

void host_file_patch(struct host_file *f, uint64_t offset, tt_bytes bytes)
{
    if (f->fd < 0) {
        host_file_output_patch(&f->file, offset, bytes);
    } else if (host_output_flush(&f->waiting)) {
        f->waiting.error = host_fd_write_at(f->fd, offset, bytes);
    }
}

void host_file_keep(struct host_file *f, const struct stat *like)
{
    host_file_output_keep(&f->file, like);
}

/* What has waited goes on its way; 0 or an errno value. */
static int copy(struct host_file *f)
{
    struct host_output *next = f->is_compressed ? &f->compress.out : &f->file.out;
    uint64_t offset = 0;
    while (offset < f->waiting.flushed) {
        uint8_t *to = host_output_reserve(next, COPY);
        if (to == NULL) {
            return host_output_error(next);
        }
        size_t got;
        int failed = host_fd_read_at(f->fd, offset, to, COPY, &got);
        if (failed != 0 || got == 0) {
            return failed != 0 ? failed : EIO;
        }
        host_output_advance(next, got);
        offset += got;
    }
    return 0;
}

/* 0 or an errno value. */
static int end_waiting(struct host_file *f)
{
    if (f->fd < 0) {
        return 0;
    }
    int failed = host_output_flush(&f->waiting) ? copy(f) : host_output_error(&f->waiting);
    int closing = host_output_close(&f->waiting);
    f->fd = -1;
    return failed != 0 ? failed : closing;
}

bool host_file_finish(struct host_file *f, struct host_error *error)
{
    host_error_clear(error);
    int failed = end_waiting(f);
    if (failed == 0 && f->is_compressed) {
        f->is_compressed = false; /* closed, whatever it says */
        if (!host_compress_close(&f->compress, error)) {
            return host_error_of(error, f->path);
        }
    }
    if (failed == 0 && !host_output_flush(&f->file.out)) {
        failed = host_output_error(&f->file.out);
    }
    if (failed != 0) {
        host_error_system(error, failed, "cannot be written");
        return host_error_of(error, f->path);
    }
    f->out = &f->file.out;
    f->is_finished = true;
    return true;
}

const char *host_file_temporary(const struct host_file *f)
{
    return host_file_output_temporary(&f->file);
}

uint64_t host_file_stored(const struct host_file *f)
{
    return f->file.out.flushed;
}

void host_file_sync(struct host_file *f)
{
    host_file_output_sync(&f->file);
}

bool host_file_commit(struct host_file *f, struct host_error *error)
{
    if (!f->is_finished && !host_file_finish(f, error)) {
        host_file_discard(f);
        return false;
    }
    bool good = host_file_output_commit(&f->file, error) || host_error_of(error, f->path);
    free(f);
    return good;
}

void host_file_discard(struct host_file *f)
{
    if (f == NULL) {
        return;
    }
    if (f->fd >= 0) {
        f->waiting.used = 0;
        host_output_close(&f->waiting);
    }
    if (f->is_compressed) {
        host_compress_discard(&f->compress);
    }
    host_file_output_discard(&f->file);
    free(f);
}

int host_file_settle(const char *path)
{
    return host_file_output_settle(path);
}
