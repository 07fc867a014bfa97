/* SPDX-License-Identifier: MIT
 *
 * Reads lines with read(2) into one buffer that grows with the longest of them.
 */
#include "host/posix.h"

#include "host/lines.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Bytes asked for at once. */
#define PIECE ((size_t)64 * 1024)

/* How long one wait lasts at most: the signal that raises the stop flag may go to another thread,
 * or come just before the wait. */
#define WAIT_MS 150

void host_lines_open(struct host_lines *lines, int fd, const struct host_stop *stop)
{
    memset(lines, 0, sizeof *lines);
    lines->fd = fd;
    lines->stop = stop;
    host_error_clear(&lines->error);
}

/* Makes room for one more piece: by moving what is left to the front, or by growing. */
static bool make_room(struct host_lines *lines)
{
    if (lines->begin > 0) {
        memmove(lines->buffer, lines->buffer + lines->begin, lines->end - lines->begin);
        lines->end -= lines->begin;
        lines->searched -= lines->begin;
        lines->begin = 0;
    }
    if (lines->cap - lines->end >= PIECE) {
        return true;
    }
    size_t cap = lines->cap < PIECE ? 2 * PIECE : 2 * lines->cap;
    uint8_t *buffer = cap > lines->cap ? realloc(lines->buffer, cap) : NULL;
    if (buffer == NULL) {
        host_error_system(&lines->error, ENOMEM, "the input is too large");
        return false;
    }
    lines->buffer = buffer;
    lines->cap = cap;
    return true;
}

/* Waits until there is something to read. False when the stop flag was raised. */
static bool await_bytes(const struct host_lines *lines)
{
    struct pollfd poller = {lines->fd, POLLIN, 0};
    while (!host_stop_wanted(lines->stop)) {
        int count = poll(&poller, 1, WAIT_MS);
        if (count > 0 || (count < 0 && errno != EINTR) || lines->fd < 0) {
            return true; /* also on an error: read(2) will name it */
        }
    }
    return false;
}

/* Reads once. GOOD: there are more bytes, or is_over is set now. */
static enum host_lines_status read_more(struct host_lines *lines)
{
    if (!make_room(lines)) {
        return HOST_LINES_FAILED;
    }
    for (;;) {
        if (!await_bytes(lines)) {
            return HOST_LINES_STOPPED;
        }
        ssize_t size = read(lines->fd, lines->buffer + lines->end, PIECE);
        if (size >= 0) {
            lines->end += (size_t)size;
            lines->is_over = size == 0;
            return HOST_LINES_GOOD;
        }
        /* Who shares the descriptor may have made it non-blocking, and been faster. */
        if (errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK) {
            host_error_system(&lines->error, errno, "cannot be read");
            return HOST_LINES_FAILED;
        }
    }
}

/* The end of the line that is begun; NULL when it has not come yet. */
static const uint8_t *find_end(struct host_lines *lines)
{
    size_t size = lines->end - lines->searched;
    const uint8_t *end = size > 0 ? memchr(lines->buffer + lines->searched, '\n', size) : NULL;
    lines->searched = end != NULL ? (size_t)(end - lines->buffer) : lines->end;
    return end;
}

bool host_lines_ready(struct host_lines *lines)
{
    return lines->is_over || find_end(lines) != NULL;
}

enum host_lines_status host_lines_next(struct host_lines *lines, tt_bytes *line)
{
    const uint8_t *end;
    while ((end = find_end(lines)) == NULL && !lines->is_over) {
        enum host_lines_status status = read_more(lines);
        if (status != HOST_LINES_GOOD) {
            return status;
        }
    }
    if (end == NULL && lines->begin == lines->end) {
        return HOST_LINES_END;
    }
    const uint8_t *begin = lines->buffer + lines->begin;
    *line = (tt_bytes){begin, (size_t)((end != NULL ? end : lines->buffer + lines->end) - begin)};
    lines->begin += line->size + (end != NULL);
    lines->searched = lines->begin;
    return HOST_LINES_GOOD;
}

enum host_lines_status host_lines_all(struct host_lines *lines, tt_bytes *all)
{
    while (!lines->is_over) {
        enum host_lines_status status = read_more(lines);
        if (status != HOST_LINES_GOOD) {
            return status;
        }
    }
    *all = (tt_bytes){lines->buffer + lines->begin, lines->end - lines->begin};
    return HOST_LINES_GOOD;
}

void host_lines_close(struct host_lines *lines)
{
    free(lines->buffer);
    lines->buffer = NULL;
    lines->cap = lines->begin = lines->end = lines->searched = 0;
    lines->is_over = true;
}
