/* SPDX-License-Identifier: MIT
 *
 * Files that can be read at any place.
 */
#include "host/posix.h"

#include "host/plain.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/fd.h"
#include "host/nameless.h"

/* Opens the file itself if it is plain. 0, -1 when it has to be copied, or an errno value. */
static int open_itself(struct host_plain *plain, const char *path, const char *codec)
{
    struct stat facts;
    if (strcmp(path, "-") == 0 || strcmp(codec, "plain") != 0) {
        return -1;
    }
    /* Without O_NONBLOCK a fifo whose writer is done already would be waited for, for ever. */
    plain->fd = host_fd_open(path, O_RDONLY | O_NONBLOCK, 0);
    if (plain->fd < 0 || fstat(plain->fd, &facts) != 0) {
        return errno;
    }
    if (!S_ISREG(facts.st_mode)) {
        close(plain->fd);
        return -1;
    }
    plain->size = (uint64_t)facts.st_size;
    return 0;
}

/* Writes what `in` gives, of which `piece` came already, to a temporary file. */
static bool copy(struct host_plain *plain, struct host_input *in, tt_bytes piece,
                 host_plain_progress_fn *progress, void *user, struct host_error *error)
{
    enum host_input_status status = HOST_INPUT_PIECE;
    int failed = 0;
    plain->fd = host_nameless_open();
    if (plain->fd < 0) {
        host_error_system(error, errno, "no temporary file can be made (TMPDIR says where)");
        return false;
    }
    while (status == HOST_INPUT_PIECE && failed == 0) {
        failed = host_fd_write(plain->fd, piece);
        plain->size += piece.size;
        progress(user, host_input_count(in).read);
        status = host_input_next(in, &piece);
    }
    if (failed != 0) {
        host_error_system(error, failed,
                          "the temporary file (TMPDIR says where) cannot be "
                          "written");
        return false;
    }
    if (status == HOST_INPUT_FAILED && host_input_error(in)->status != TT_ERR_COMPRESSED_DATA) {
        *error = *host_input_error(in);
        return false;
    }
    if (status == HOST_INPUT_FAILED) {
        plain->damage = *host_input_error(in);
    }
    return status == HOST_INPUT_FAILED || status == HOST_INPUT_END;
}

bool host_plain_open(struct host_plain *plain, const char *path, struct host_input *in,
                     host_plain_progress_fn *progress, void *user, struct host_error *error)
{
    tt_bytes piece = {NULL, 0};
    memset(plain, 0, sizeof *plain);
    host_error_clear(error);
    plain->fd = -1;
    enum host_input_status status = host_input_next(in, &piece); /* shows the codec */
    if (status == HOST_INPUT_STOPPED || status == HOST_INPUT_IDLE) {
        return false;
    }
    int failed = status == HOST_INPUT_PIECE ? open_itself(plain, path, host_input_codec(in)) : -1;
    bool is_open = failed == 0;
    if (failed > 0) {
        host_error_system(error, failed, "cannot be opened");
    } else if (failed < 0 && status == HOST_INPUT_PIECE) {
        is_open = copy(plain, in, piece, progress, user, error);
    } else if (failed < 0) { /* there is nothing, or nothing that can be decompressed */
        is_open =
            status == HOST_INPUT_END || host_input_error(in)->status == TT_ERR_COMPRESSED_DATA;
        *(is_open ? &plain->damage : error) = *host_input_error(in);
    }
    if (!is_open) {
        host_plain_close(plain);
    }
    return is_open;
}

void host_plain_close(struct host_plain *plain)
{
    if (plain->fd >= 0) {
        close(plain->fd);
        plain->fd = -1;
    }
}

size_t host_plain_read(struct host_plain *plain, uint64_t offset, uint8_t *dst, size_t size)
{
    size_t done = 0;
    int failed = plain->fd >= 0 ? host_fd_read_at(plain->fd, offset, dst, size, &done) : 0;
    if (failed != 0) {
        host_error_system(&plain->error, failed, "cannot be read");
    }
    return done;
}
