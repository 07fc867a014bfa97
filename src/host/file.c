/* SPDX-License-Identifier: MIT
 *
 * Writes a file that gets its name when it is complete. Bytes that cannot be patched in place later
 * wait in a temporary file first:
 *
 *     out -> waiting (temporary.c) -> compressor (compress.h) -> temporary file (file_output.h)
 */
#include "host/posix.h"

#include "host/error.h"
#include "host/file_inside.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/compress_calls.h"
#include "host/fd.h"
#include "host/file_output.h"
#include "host/inside.h"
#include "teetape/io/jobs.h"

/* A file that is being written. `out` is its first stage. The stages are members of the struct,
 * because outputs must not be moved. */
struct tt_io_file {
    tt_io_output *out;
    tt_io_output waiting;
    struct host_compress compress;
    struct host_file_output file;
    int fd; /* descriptor of the bytes that wait; -1 when none do */
    bool is_compressed;
    bool is_finished;
    char path[TT_IO_PATH_CAP];
};

static bool open_compressor(tt_io_file *f, const char *path, const tt_io_file_options *options,
                            tt_io_error *error)
{
    const tt_io_compressor *kind = options->format == NULL
                                       ? tt_io_compressor_of(path)
                                       : tti_host_compressor_named(options->format);
    const struct host_compress_options how = {
        options->level, options->threads == 0 ? tt_io_jobs_cores() : options->threads};
    if (kind == NULL) {
        bool is_plain = options->format == NULL || strcmp(options->format, "plain") == 0;
        if (!is_plain) {
            tti_error_say(error, TT_ERR_UNSUPPORTED, "there is no format %s", options->format);
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

/* Puts a temporary file in front of an output that cannot be patched: compressed bytes, and bytes
 * that a pipe took, cannot be changed afterwards. */
static bool open_waiting(tt_io_file *f, tt_io_error *error)
{
    if (!f->is_compressed && f->file.temporary != NULL) {
        return true;
    }
    f->fd = tti_host_nameless_open();
    int failed = f->fd < 0 ? errno : 0;
    if (failed == 0 && !tt_io_output_open_fd(&f->waiting, f->fd, true)) {
        failed = ENOMEM;
    }
    if (failed != 0) {
        return tt_io_error_system(error, failed,
                                  "no temporary file can be made (TMPDIR says where)");
    }
    f->out = &f->waiting;
    return true;
}

/* Builds the stages from the last one: each writes into the one that was opened before it. */
static tt_io_file *new_file(const char *path, const tt_io_file_options *options, tt_io_error *error)
{
    tt_io_file *f = calloc(1, sizeof(*f));
    if (f == NULL) {
        tt_io_error_system(error, ENOMEM, "cannot be written");
        return NULL;
    }
    f->fd = -1;
    tti_path_copy(f->path, path);
    if (!tti_host_file_output_open(&f->file, path, options, error)) {
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

tt_io_file *tt_io_file_open(const char *path, const tt_io_file_options *options, tt_io_error *error)
{
    static const tt_io_file_options usual;
    tt_io_file *f = new_file(path, options == NULL ? &usual : options, error);
    if (f == NULL) {
        tti_error_of(error, path);
    }
    return f;
}

/* Makes a file whose last stage is a function. */
static tt_io_file *new_sink(tt_sink_fn *put, void *user, tt_io_error *error)
{
    tt_io_file *f = calloc(1, sizeof(*f));
    bool is_open = f != NULL && tt_io_output_open(&f->file.out, put, user);
    if (!is_open) {
        tt_io_error_system(error, ENOMEM, "cannot be written");
    }
    if (f == NULL) {
        return NULL;
    }
    f->fd = f->file.fd = -1;
    f->out = &f->file.out;
    if (!is_open) {
        tt_io_file_discard(f);
        return NULL;
    }
    return f;
}

tt_io_file *tti_host_file_into(tt_sink_fn *put, void *user, tt_io_error *error)
{
    tt_io_file *f = new_sink(put, user, error);
    if (f != NULL && !open_waiting(f, error)) {
        tt_io_file_discard(f);
        f = NULL;
    }
    return f;
}

static int drop(void *user, tt_bytes bytes)
{
    (void)user, (void)bytes;
    return 0;
}

tt_io_file *tti_host_file_measure(const tt_io_file_options *options, tt_io_error *error)
{
    tt_io_file *f = new_sink(drop, NULL, error);
    if (f != NULL && !open_compressor(f, "", options, error)) {
        tt_io_file_discard(f);
        f = NULL;
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

/* Overwrites bytes. The buffer is flushed first, because the bytes may still be in it. A failure
 * remains in the output, where the commit finds it. */
void tti_file_patch(tt_io_file *f, uint64_t offset, tt_bytes bytes)
{
    if (f->fd < 0) {
        tti_host_file_output_patch(&f->file, offset, bytes);
    } else if (tt_io_output_flush(&f->waiting)) {
        f->waiting.error = tti_host_fd_write_at(f->fd, offset, bytes);
    }
}

void tti_host_file_keep(tt_io_file *f, const char *path, const struct stat *like)
{
    tti_host_file_output_keep(&f->file, path, like);
}

/* Copies the bytes that waited to the next stage. Returns 0 or an errno value. An early end is a
 * failure of the disk. */
static int copy(tt_io_file *f)
{
    tt_io_output *next = f->is_compressed ? &f->compress.out : &f->file.out;
    uint64_t offset = 0;
    while (offset < f->waiting.flushed) {
        uint8_t *to = tt_io_output_reserve(next, TT_IO_OUTPUT_BUFFER);
        if (to == NULL) {
            return tt_io_output_error(next);
        }
        size_t got;
        int failed = tti_host_fd_read_at(f->fd, offset, to, TT_IO_OUTPUT_BUFFER, &got);
        if (failed != 0 || got == 0) {
            return failed != 0 ? failed : EIO;
        }
        tt_io_output_advance(next, got);
        offset += got;
    }
    return 0;
}

bool tti_host_file_finish(tt_io_file *f, tt_io_error *error)
{
    tti_error_clear(error);
    int failed = 0;
    if (f->fd >= 0) {
        failed = tt_io_output_flush(&f->waiting) ? copy(f) : tt_io_output_error(&f->waiting);
        int closing = tt_io_output_close(&f->waiting);
        failed = failed != 0 ? failed : closing;
        f->fd = -1;
    }
    if (failed == 0 && f->is_compressed) {
        f->is_compressed = false;
        if (!tti_host_compress_close(&f->compress, error)) {
            return tti_error_of(error, f->path);
        }
    }
    if (failed == 0 && !tt_io_output_flush(&f->file.out)) {
        failed = tt_io_output_error(&f->file.out);
    }
    if (failed != 0) {
        tt_io_error_system(error, failed, "cannot be written");
        return tti_error_of(error, f->path);
    }
    f->out = &f->file.out;
    f->is_finished = true;
    return true;
}

bool tti_host_file_begin_index(tt_io_file *f, struct host_tape_points *points, tt_io_error *error)
{
    struct host_compress *c = &f->compress;
    int failed = tt_io_output_flush(&c->out) ? c->kind->calls->begin_index(c->state, points)
                                             : tt_io_output_error(&c->out);
    if (failed == 0 && !tt_io_output_flush(&f->file.out)) {
        failed = tt_io_output_error(&f->file.out);
    }
    return failed == 0 || tt_io_error_system(error, failed, "cannot be written");
}

void tti_host_file_end_index(tt_io_file *f, bool is_whole)
{
    f->compress.kind->calls->end_index(f->compress.state, is_whole);
}

const char *tti_host_file_temporary(const tt_io_file *f)
{
    return f->file.temporary;
}

const char *tti_host_file_place(const tt_io_file *f)
{
    return f->is_compressed ? NULL : f->file.temporary;
}

uint64_t tti_host_file_stored(const tt_io_file *f)
{
    return f->file.out.flushed;
}

void tti_host_file_sync(tt_io_file *f)
{
    tti_host_file_output_sync(&f->file);
}

void tti_host_file_wait(tt_io_file *f)
{
    f->file.can_wait = true;
}

/* Returns the most rights that a copy of the file may have. A pipe or a missing file does not limit
 * them. The copy may belong to another group, so rights of the group are not passed on. */
unsigned tt_io_file_rights(const char *path)
{
#ifdef _WIN32
    (void)path;
    return 0777; /* the file is missing: the folder decides */
#else
    struct stat facts;
    if ((strcmp(path, "-") == 0 ? fstat(0, &facts) : stat(path, &facts)) != 0 ||
        !S_ISREG(facts.st_mode)) {
        return 0777;
    }
    unsigned rights = (unsigned)facts.st_mode & 0777;
    bool is_own = facts.st_gid == getegid() && !tti_host_file_has_list(path);
    return is_own ? rights : (rights & 0707) | (rights & 07) << 3;
#endif
}

bool tt_io_file_commit(tt_io_file *f, tt_io_error *error)
{
    if (!f->is_finished && !tti_host_file_finish(f, error)) {
        tt_io_file_discard(f);
        return false;
    }
    bool good = tti_host_file_output_commit(&f->file, error) || tti_error_of(error, f->path);
    free(f);
    return good;
}

/* Discards the file. Buffers are dropped without a flush: into a pipe they would be half a
 * result. */
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
