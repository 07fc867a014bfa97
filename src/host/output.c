/* SPDX-License-Identifier: MIT
 *
 * Writes results to a descriptor or a sink, in blocks. After an error the buffer is still emptied,
 * so that appending remains cheap and has no effect.
 */
#include "host/posix.h"

#include "teetape/io/output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "host/fd.h"
#include "host/inside.h"

/* The sink for a descriptor. out->fd is set only for a descriptor that tt_io_output_close must
 * close. Otherwise `user` is the descriptor. */
static int sink_fd(void *user, tt_bytes bytes)
{
    const tt_io_output *out = user;
    return tt_io_fd_write(out->fd, bytes);
}

static int sink_borrowed_fd(void *user, tt_bytes bytes)
{
    return tt_io_fd_write((int)(intptr_t)user, bytes);
}

static bool usable(const tt_io_output *out)
{
    return out->error == 0 && out->buffer != NULL;
}

static void keep_error(tt_io_output *out, int error)
{
    if (out->error == 0) {
        out->error = error;
    }
}

/* Gives bytes to the sink. `flushed` counts only blocks that the sink took as a whole. */
static void hand_on(tt_io_output *out, tt_bytes bytes)
{
    if (out->error == 0 && bytes.size > 0) {
        keep_error(out, out->sink(out->user, bytes));
        out->flushed += out->error == 0 ? bytes.size : 0;
    }
}

static void drain(tt_io_output *out)
{
    const tt_bytes all = {out->buffer, out->used};
    hand_on(out, all);
    out->used = 0;
}

void tti_host_output_pass(tt_io_output *out, tt_bytes bytes)
{
    drain(out);
    hand_on(out, bytes);
}

/* Opens an output even without memory: it then has an error from the start, so that a caller may go
 * on and check at the end. */
bool tt_io_output_open(tt_io_output *out, tt_sink_fn *sink, void *user)
{
    memset(out, 0, sizeof(*out));
    out->fd = -1;
    out->sink = sink;
    out->user = user;
    out->buffer = malloc(TT_IO_OUTPUT_BUFFER);
    if (out->buffer == NULL) {
        out->error = ENOMEM;
    }
    return out->buffer != NULL;
}

bool tt_io_output_open_fd(tt_io_output *out, int fd, bool owned)
{
    bool good = tt_io_output_open(out, sink_borrowed_fd, (void *)(intptr_t)fd);
    if (owned) {
        out->sink = sink_fd;
        out->user = out;
        out->fd = fd;
    }
    return good;
}

/* Makes room in the buffer. A size of the whole buffer empties it, so bytes that are filled in
 * place begin a block of their own. */
uint8_t *tt_io_output_reserve(tt_io_output *out, size_t size)
{
    if (TT_IO_OUTPUT_BUFFER - out->used < size) {
        drain(out);
    }
    if (!usable(out) || size > TT_IO_OUTPUT_BUFFER) {
        return NULL;
    }
    return out->buffer + out->used;
}

void tt_io_output_advance(tt_io_output *out, size_t size)
{
    if (usable(out)) {
        out->used += size;
    }
}

void tt_io_output_bytes(tt_io_output *out, tt_bytes bytes)
{
    while (bytes.size > 0 && usable(out)) {
        if (out->used == TT_IO_OUTPUT_BUFFER) {
            drain(out);
            continue;
        }
        size_t room = TT_IO_OUTPUT_BUFFER - out->used;
        size_t part = bytes.size < room ? bytes.size : room;
        memcpy(out->buffer + out->used, bytes.data, part);
        out->used += part;
        bytes.data += part;
        bytes.size -= part;
    }
}

void tt_io_output_text(tt_io_output *out, const char *text)
{
    const tt_bytes bytes = {(const uint8_t *)text, strlen(text)};
    tt_io_output_bytes(out, bytes);
}

void tt_io_output_byte(tt_io_output *out, uint8_t byte)
{
    uint8_t *at = tt_io_output_reserve(out, 1);
    if (at != NULL) {
        *at = byte;
        out->used++;
    }
}

/* Digits of the largest number, 2^64 - 1. */
#define DIGITS_MOST 20

static void number(tt_io_output *out, bool is_negative, uint64_t value)
{
    uint8_t digits[1 + DIGITS_MOST], *end = digits + sizeof(digits), *begin = end;
    do {
        *--begin = (uint8_t)('0' + value % 10);
        value /= 10;
    } while (value > 0);
    if (is_negative) {
        *--begin = '-';
    }
    const tt_bytes bytes = {begin, (size_t)(end - begin)};
    tt_io_output_bytes(out, bytes);
}

void tt_io_output_uint(tt_io_output *out, uint64_t value)
{
    number(out, false, value);
}

void tt_io_output_int(tt_io_output *out, int64_t value)
{
    /* INT64_MIN has no positive counterpart, so it is negated as an unsigned number */
    number(out, value < 0, value < 0 ? 0u - (uint64_t)value : (uint64_t)value);
}

/* The number of bytes that are written as hex digits at once. */
#define HEX_PART ((size_t)4096)

void tt_io_output_hex(tt_io_output *out, tt_bytes bytes)
{
    while (bytes.size > 0) {
        size_t part = bytes.size < HEX_PART ? bytes.size : HEX_PART;
        uint8_t *at = tt_io_output_reserve(out, 2 * part);
        if (at == NULL) {
            return;
        }
        tti_hex_put((char *)at, bytes.data, part);
        out->used += 2 * part;
        bytes.data += part;
        bytes.size -= part;
    }
}

bool tt_io_output_flush(tt_io_output *out)
{
    drain(out);
    return out->error == 0;
}

uint64_t tt_io_output_count(const tt_io_output *out)
{
    return out->flushed + out->used;
}

int tt_io_output_error(const tt_io_output *out)
{
    return out->error;
}

/* Closes the output. An error of close(2), such as a full disk of another machine, is an error of
 * the output. The buffer is NULL afterwards, so that later appends and another close have no
 * effect. */
int tt_io_output_close(tt_io_output *out)
{
    drain(out);
    int failed = out->fd >= 0 ? tti_host_fd_close(out->fd) : 0;
    keep_error(out, failed);
    out->fd = -1;
    free(out->buffer);
    out->buffer = NULL;
    return out->error;
}
