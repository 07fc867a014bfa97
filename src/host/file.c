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
#include "host/nameless.h"
#include "teetape/io/jobs.h"

/* Bytes that are copied at a time. */
#define COPY TT_IO_OUTPUT_BUFFER

/* Each stage that is not needed is left out, and `out` is the first one that there is. The stages
 * are in the struct itself, as outputs must not be moved. */
struct tt_io_file {
    tt_io_output *out; /* takes what is written: the first on the way that there is */
    tt_io_output waiting;
    struct host_compress compress;
    struct host_file_output file;
    int fd;             /* of what waits; -1 when nothing does */
    bool is_compressed; /* and not finished */
    bool is_finished;
    char path[TT_IO_PATH_CAP];
};

/* Puts a compressor before the file if one is wanted. The format of the options decides, else the
 * ending of the name. False, with *error, for a format that does not exist or that this build
 * lacks. */
static bool open_compressor(tt_io_file *f, const char *path, const tt_io_file_options *options,
                            tt_io_error *error)
{
    const tt_io_compressor *kind = options->format == NULL
                                       ? tt_io_compressor_of(path)
                                       : tt_io_compressor_named(options->format);
    const struct host_compress_options how = {
        options->level, options->threads == 0 ? tt_io_jobs_cores() : options->threads};
    if (kind == NULL) {
        bool is_plain = options->format == NULL || strcmp(options->format, "plain") == 0;
        if (!is_plain) {
            tt_io_error_say(error, TT_ERR_UNSUPPORTED, "there is no format %s", options->format);
        }
        return is_plain;
    }
    if (!tti_host_compress_open(&f->compress, kind, &how, &f->file.out, error)) {
        return false;
    }
    f->is_compressed = true;
    f->out = &f->compress.out;
    return true;
}

/* Lets everything wait that cannot be written over: compressed bytes cannot be changed afterwards,
 * and what a pipe took is gone. */
static bool open_waiting(tt_io_file *f, tt_io_error *error)
{
    if (!f->is_compressed && tti_host_file_output_can_patch(&f->file)) {
        return true;
    }
    f->fd = tti_host_nameless_open();
    int failed = f->fd < 0 ? errno : 0;
    if (failed == 0 && !tt_io_output_open_fd(&f->waiting, f->fd, true)) {
        failed = ENOMEM;
    }
    if (failed != 0) {
        tt_io_error_system(error, failed, "no temporary file can be made (TMPDIR says where)");
        return false;
    }
    f->out = &f->waiting;
    return true;
}

/* The way is built from its end: each stage writes into the one that was opened before it. */
static tt_io_file *new_file(const char *path, const tt_io_file_options *options, tt_io_error *error)
{
    tt_io_file *f = calloc(1, sizeof(*f));
    if (f == NULL) {
        tt_io_error_system(error, ENOMEM, "cannot be written");
        return NULL;
    }
    f->fd = -1;
    tt_io_path_copy(f->path, path);
    bool is_open = options->own ? tti_host_file_output_open_own(&f->file, path, error)
                                : tti_host_file_output_open(&f->file, path, options, error);
    if (!is_open) {
        free(f);
        return NULL;
    }
    f->out = &f->file.out;
    if (!open_compressor(f, path, options, error) ||
        (options->patches && !open_waiting(f, error))) {
        tt_io_file_discard(f);
        return NULL;
    }
    return f;
}

/* The path goes into the error here, for all ways in which new_file fails. */
tt_io_file *tt_io_file_open(const char *path, const tt_io_file_options *options, tt_io_error *error)
{
    static const tt_io_file_options usual;
    tt_io_file *f = new_file(path, options == NULL ? &usual : options, error);
    if (f == NULL) {
        tt_io_error_of(error, path);
    }
    return f;
}

tt_io_output *tt_io_file_out(tt_io_file *f)
{
    return f->out;
}

int tt_io_file_put(void *file, tt_bytes bytes)
{
    tt_io_file *f = file;
    tt_io_output_bytes(f->out, bytes);
    return tt_io_output_error(f->out);
}

/* Flushes before it writes: the bytes to be changed may still be in the buffer, which would then
 * overwrite them again. A failure is left in the output, where the commit finds it. */
void tt_io_file_patch(tt_io_file *f, uint64_t offset, tt_bytes bytes)
{
    if (f->fd < 0) {
        tti_host_file_output_patch(&f->file, offset, bytes);
    } else if (tt_io_output_flush(&f->waiting)) {
        f->waiting.error = tti_host_fd_write_at(f->fd, offset, bytes);
    }
}

void tti_host_file_keep(tt_io_file *f, const struct stat *like)
{
    tti_host_file_output_keep(&f->file, like);
}

/* What has waited goes on its way; 0 or an errno value. Nothing may end early: what waits is in a
 * file of ours without a name, so a read of nothing before the end is a failure of the disk. */
static int copy(tt_io_file *f)
{
    tt_io_output *next = f->is_compressed ? &f->compress.out : &f->file.out;
    uint64_t offset = 0;
    while (offset < f->waiting.flushed) {
        uint8_t *to = tt_io_output_reserve(next, COPY);
        if (to == NULL) {
            return tt_io_output_error(next);
        }
        size_t got;
        int failed = tti_host_fd_read_at(f->fd, offset, to, COPY, &got);
        if (failed != 0 || got == 0) {
            return failed != 0 ? failed : EIO;
        }
        tt_io_output_advance(next, got);
        offset += got;
    }
    return 0;
}

/* What waited is complete: hands it on and closes it. The file without a name is gone then. 0 or an
 * errno value, of the first failure. */
static int end_waiting(tt_io_file *f)
{
    if (f->fd < 0) {
        return 0;
    }
    int failed = tt_io_output_flush(&f->waiting) ? copy(f) : tt_io_output_error(&f->waiting);
    int closing = tt_io_output_close(&f->waiting);
    f->fd = -1;
    return failed != 0 ? failed : closing;
}

/* From the first stage to the last, as each flush fills the next one. After a failure the file is
 * still open and can only be discarded. */
bool tti_host_file_finish(tt_io_file *f, tt_io_error *error)
{
    tt_io_error_clear(error);
    int failed = end_waiting(f);
    if (failed == 0 && f->is_compressed) {
        f->is_compressed = false; /* closed, whatever it says */
        if (!tti_host_compress_close(&f->compress, error)) {
            return tt_io_error_of(error, f->path);
        }
    }
    if (failed == 0 && !tt_io_output_flush(&f->file.out)) {
        failed = tt_io_output_error(&f->file.out);
    }
    if (failed != 0) {
        tt_io_error_system(error, failed, "cannot be written");
        return tt_io_error_of(error, f->path);
    }
    f->out = &f->file.out;
    f->is_finished = true;
    return true;
}

const char *tti_host_file_temporary(const tt_io_file *f)
{
    return tti_host_file_output_temporary(&f->file);
}

const char *tti_host_file_place(const tt_io_file *f)
{
    return f->is_compressed ? NULL : tti_host_file_output_temporary(&f->file);
}

uint64_t tti_host_file_stored(const tt_io_file *f)
{
    return f->file.out.flushed;
}

void tti_host_file_sync(tt_io_file *f)
{
    tti_host_file_output_sync(&f->file);
}

/* Frees `f` in every case, so that callers have one way out. */
bool tt_io_file_commit(tt_io_file *f, tt_io_error *error)
{
    if (!f->is_finished && !tti_host_file_finish(f, error)) {
        tt_io_file_discard(f);
        return false;
    }
    bool good = tti_host_file_output_commit(&f->file, error) || tt_io_error_of(error, f->path);
    free(f);
    return good;
}

/* What is in the buffers is thrown away and not flushed: into a pipe it would be half a result. */
void tt_io_file_discard(tt_io_file *f)
{
    if (f == NULL) {
        return;
    }
    if (f->fd >= 0) {
        f->waiting.used = 0;
        tt_io_output_close(&f->waiting);
    }
    if (f->is_compressed) {
        tti_host_compress_discard(&f->compress);
    }
    tti_host_file_output_discard(&f->file);
    free(f);
}

int tti_host_file_settle(const char *path)
{
    return tti_host_file_output_settle(path);
}
