/* SPDX-License-Identifier: MIT
 *
 * Opens an input: from a path, an open file, or memory.
 */
#include "host/posix.h"

#include "host/error.h"
#include "host/input_state.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/fd.h"

/* The defaults of input.h. */
#define WAIT_MS 150u
#define ACCESS_POINT_EVERY ((uint64_t)1 << 20)

/* Resets an input but keeps its spare codec. The buffers, 320 KiB, are not zeroed: an archive opens
 * thousands of small files with the same input. */
static void set_up(tt_io_input *in, const char *name, const tt_io_input_options *options)
{
    const struct host_codec *spare_codec = in->spare_codec;
    void *spare = in->spare;
    memset(in, 0, offsetof(tt_io_input, stored));
    in->spare_codec = spare_codec;
    in->spare = spare;
    in->fd = -1;
    if (name != NULL) {
        tti_path_copy(in->path, name);
    }
    if (options != NULL) {
        in->options = *options;
        in->watch.tell = options->on_access_point;
        in->watch.user = options->access_point_user;
    }
    in->watch.every =
        in->options.access_point_every == 0 ? ACCESS_POINT_EVERY : in->options.access_point_every;
    if (in->options.wait_ms == 0) {
        in->options.wait_ms = WAIT_MS;
    }
}

static tt_io_input *new_input(void)
{
    tt_io_input *in = malloc(sizeof(*in));
    if (in != NULL) {
        in->spare_codec = NULL;
        in->spare = NULL;
    }
    return in;
}

static tt_io_input *fail_open(tt_io_error *error, int number, const char *name)
{
    bool is_address = number == ENOENT && strstr(name, "://") != NULL;
    tt_io_error_system(error, number,
                       is_address ? "cannot be opened (download it first, or pipe it to '-')"
                                  : "cannot be opened");
    tti_error_of(error, name);
    return NULL;
}

/* Opens a descriptor. A folder is refused: it can be opened and not be read. A regular file begins
 * at its current position: a shell may give a descriptor that another program has read from. */
tt_io_input *tti_host_input_open_fd(tt_io_input *in, int fd, const char *name,
                                    const tt_io_input_options *options, tt_io_error *error)
{
    struct stat facts;
    tti_error_clear(error);
    bool is_known = fstat(fd, &facts) == 0;
    int failed = !is_known ? errno : S_ISDIR(facts.st_mode) ? EISDIR : 0;
    in = failed == 0 && in == NULL ? new_input() : in;
    if (failed != 0 || in == NULL) {
        tt_io_input_close(in);
        return fail_open(error, failed != 0 ? failed : ENOMEM, name);
    }
    set_up(in, name, options);
    in->fd = fd;
    in->regular = S_ISREG(facts.st_mode);
    in->counts.size = in->regular ? (uint64_t)facts.st_size : 0;
    off_t base = in->regular ? lseek(fd, 0, SEEK_CUR) : 0;
    in->base = base > 0 ? (uint64_t)base : 0;
    return in;
}

/* Opens a file. O_NONBLOCK gives EAGAIN for a lease, and fd.c then waits so that a stop can end the
 * wait. input.c waits for the writer of a FIFO. */
static tt_io_input *open_file(tt_io_input *in, const char *path, const tt_io_input_options *options,
                              tt_io_error *error)
{
    tti_error_clear(error);
    int fd = tti_host_fd_open(path, O_RDONLY | O_NONBLOCK, 0);
    if (fd < 0 && errno == EAGAIN) {
        fd = tti_host_fd_open(path, O_RDONLY, 0);
    }
    if (fd < 0) {
        int failed = errno;
        tt_io_input_close(in);
        return fail_open(error, failed, path);
    }
    in = tti_host_input_open_fd(in, fd, path, options, error);
    if (in == NULL) {
        close(fd);
        return NULL;
    }
    in->owned = true;
    return in;
}

tt_io_input *tt_io_input_open(const char *path, const tt_io_input_options *options,
                              tt_io_error *error)
{
    return strcmp(path, "-") == 0 ? tti_host_input_open_fd(NULL, STDIN_FILENO, path, options, error)
                                  : open_file(NULL, path, options, error);
}

/* Opens bytes in memory. Only a non-NULL pointer marks memory, so empty memory gets a pointer to
 * something else. */
static tt_io_input *open_bytes(tt_io_input *in, const char *name, tt_bytes bytes,
                               const tt_io_input_options *options, tt_io_error *error)
{
    static const uint8_t nothing;
    tti_error_clear(error);
    in = in == NULL ? new_input() : in;
    if (in == NULL) {
        return fail_open(error, ENOMEM, name);
    }
    set_up(in, name, options);
    in->memory.data = bytes.size == 0 ? &nothing : bytes.data;
    in->memory.size = bytes.size;
    in->counts.size = bytes.size;
    in->regular = true;
    in->options.follow = false;
    return in;
}

/* Opens a file, or the bytes of a small one, which an archive has already read for the
 * fingerprint. */
tt_io_input *tti_host_input_reopen(tt_io_input *in, const char *path, tt_bytes bytes,
                                   const tt_io_input_options *options, tt_io_error *error)
{
    if (in != NULL) {
        tti_host_input_empty(in);
    }
    return bytes.data != NULL ? open_bytes(in, path, bytes, options, error)
                              : open_file(in, path, options, error);
}
