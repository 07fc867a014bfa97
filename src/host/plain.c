/* SPDX-License-Identifier: MIT
 *
 * Gives access to the decompressed bytes of a recording at any offset.
 */
#include "host/posix.h"

#include "host/error.h"
#include "teetape/io/plain.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "host/fd.h"
#include "host/input_state.h"
#include "host/inside.h"
#include "teetape/io/output.h"

/* Uses the recording's own file if it holds plain data and can be read at any offset. Returns 0, -1
 * when the data has to be copied, or an errno value. The descriptor is copied, because the input
 * may be closed earlier; both share one position. */
static int use_itself(tt_io_plain *plain, tt_io_input *in)
{
    struct host_codec_file file;
    if (!in->regular || in->codec != &tti_host_codec_plain) {
        return -1;
    }
    if (!tti_host_input_file(in, &file)) {
        return in->error.system;
    }
    plain->memory = file.memory;
    plain->begin = file.begin;
    plain->size = file.size;
    plain->fd = file.memory == NULL ? tti_host_fd_copy(file.fd) : -1;
    return file.memory != NULL || plain->fd >= 0 ? 0 : errno;
}

/* Writes the bytes of `in`, whose first ones are `piece`, to a temporary file. Damage of the
 * compressed data ends the copy but is no failure. Returns false without an error after a stop. */
static bool copy(tt_io_plain *plain, tt_io_input *in, tt_bytes piece,
                 tt_io_plain_progress_fn *progress, void *user, tt_io_error *error)
{
    tt_io_input_status status = TT_IO_INPUT_PIECE;
    int failed = 0;
    plain->fd = tti_host_nameless_open();
    if (plain->fd < 0) {
        return tt_io_error_system(error, errno,
                                  "no temporary file can be made (TMPDIR says where)");
    }
    while (status == TT_IO_INPUT_PIECE && failed == 0) {
        failed = tt_io_fd_write(plain->fd, piece);
        plain->size += piece.size;
        if (progress != NULL) {
            progress(user, tt_io_input_count(in).read);
        }
        status = tt_io_input_next(in, &piece);
    }
    if (failed != 0) {
        return tt_io_error_system(error, failed,
                                  "the temporary file (TMPDIR says where) cannot be written");
    }
    if (status == TT_IO_INPUT_FAILED && tt_io_input_error(in)->status != TT_ERR_COMPRESSED_DATA) {
        *error = *tt_io_input_error(in);
        return false;
    }
    if (status == TT_IO_INPUT_FAILED) {
        plain->damage = *tt_io_input_error(in);
    }
    return status == TT_IO_INPUT_FAILED || status == TT_IO_INPUT_END;
}

/* Opens the bytes. The first piece shows whether the data is compressed. Plain data remains in its
 * own file, and is read from the start again. */
bool tt_io_plain_open(tt_io_plain *plain, tt_io_input *in, tt_io_plain_progress_fn *progress,
                      void *user, tt_io_error *error)
{
    tt_bytes piece = {NULL, 0};
    memset(plain, 0, sizeof *plain);
    tti_error_clear(error);
    plain->fd = -1;
    tt_io_input_status status = tt_io_input_next(in, &piece);
    if (status == TT_IO_INPUT_STOPPED || status == TT_IO_INPUT_IDLE) {
        return false;
    }
    int failed = status == TT_IO_INPUT_PIECE ? use_itself(plain, in) : -1;
    bool is_open = failed == 0;
    if (failed > 0) {
        tt_io_error_system(error, failed, "cannot be opened");
    } else if (failed < 0 && status == TT_IO_INPUT_PIECE) {
        is_open = copy(plain, in, piece, progress, user, error);
    } else if (failed < 0) { /* nothing to copy, or nothing that can be decompressed */
        is_open =
            status == TT_IO_INPUT_END || tt_io_input_error(in)->status == TT_ERR_COMPRESSED_DATA;
        *(is_open ? &plain->damage : error) = *tt_io_input_error(in);
    }
    tti_path_copy(plain->path, in->path);
    if (!is_open) {
        tti_error_of(error, plain->path);
        tt_io_plain_close(plain);
    }
    return is_open;
}

void tt_io_plain_close(tt_io_plain *plain)
{
    if (plain->fd >= 0) {
        close(plain->fd);
    }
    plain->fd = -1;
    plain->memory = NULL;
}

/* Reads bytes. After a failed open there is neither memory nor a descriptor, so the call reads
 * nothing and reports no error. */
size_t tt_io_plain_read(tt_io_plain *plain, uint64_t offset, uint8_t *dst, size_t size)
{
    size_t done = 0;
    if (plain->memory != NULL) {
        if (offset < plain->size) {
            uint64_t left = plain->size - offset;
            done = size < left ? size : (size_t)left;
            memcpy(dst, plain->memory + offset, done);
        }
        return done;
    }
    int failed = plain->fd >= 0
                     ? tti_host_fd_read_at(plain->fd, plain->begin + offset, dst, size, &done)
                     : 0;
    if (failed != 0) {
        tt_io_error_system(&plain->error, failed, "cannot be read");
        tti_error_of(&plain->error, plain->path);
    }
    return done;
}
