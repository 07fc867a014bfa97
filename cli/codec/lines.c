/* SPDX-License-Identifier: MIT
 *
 * Keeps begin <= searched <= end <= cap. lines_ready must know whether a line is there without
 * waiting, which stdio cannot say.
 */
#include "cli/codec/lines.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PIECE ((size_t)64 * 1024)

/* The wait is bounded: the signal that raises the stop flag may go to another thread, or come
 * just before the wait. */
#define WAIT_MS 150

void lines_open(struct lines *lines, int fd, const tt_io_stop *stop)
{
    memset(lines, 0, sizeof *lines);
    lines->fd = fd;
    lines->stop = stop;
    lines->error = (tt_io_error){.status = TT_OK};
}

/* Makes room for more bytes. Moves the unread bytes to the front, or doubles the buffer, so that
 * the total cost is linear. */
static bool make_room(struct lines *lines)
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
        return tt_io_error_system(&lines->error, ENOMEM,
                                  "a line of the input is too long for the memory");
    }
    lines->buffer = buffer;
    lines->cap = cap;
    return true;
}

static bool await_bytes(const struct lines *lines)
{
    struct pollfd poller = {lines->fd, POLLIN, 0};
    while (!tt_io_stop_wanted(lines->stop)) {
        int count = poll(&poller, 1, WAIT_MS);
        if (count > 0 || (count < 0 && errno != EINTR) || lines->fd < 0) {
            return true; /* true also on an error, which read(2) then reports */
        }
    }
    return false;
}

/* Returns LINES_GOOD after more bytes, or with is_over set. A terminal may give more bytes after
 * an end of file. */
static enum lines_status read_more(struct lines *lines)
{
    if (!make_room(lines)) {
        return LINES_FAILED;
    }
    for (;;) {
        if (!await_bytes(lines)) {
            return LINES_STOPPED;
        }
        ssize_t size = read(lines->fd, lines->buffer + lines->end, PIECE);
        if (size >= 0) {
            lines->end += (size_t)size;
            lines->is_over = size == 0;
            return LINES_GOOD;
        }
        /* Another program that shares the descriptor may have made it non-blocking and taken the
         * bytes. */
        if (errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK) {
            tt_io_error_system(&lines->error, errno, "cannot be read");
            return LINES_FAILED;
        }
    }
}

/* Returns the end of the next line, or NULL when the line is not complete. Bytes before `searched`
 * are not searched twice. */
static const uint8_t *find_end(struct lines *lines)
{
    size_t size = lines->end - lines->searched;
    const uint8_t *end = size > 0 ? memchr(lines->buffer + lines->searched, '\n', size) : NULL;
    lines->searched = end != NULL ? (size_t)(end - lines->buffer) : lines->end;
    return end;
}

bool lines_ready(struct lines *lines)
{
    return lines->is_over || find_end(lines) != NULL;
}

/* Gives the next line. A line end at the end of the file does not begin another line. */
enum lines_status lines_next(struct lines *lines, tt_bytes *line)
{
    const uint8_t *end;
    while ((end = find_end(lines)) == NULL && !lines->is_over) {
        enum lines_status status = read_more(lines);
        if (status != LINES_GOOD) {
            return status;
        }
    }
    if (end == NULL && lines->begin == lines->end) {
        return LINES_END;
    }
    const uint8_t *begin = lines->buffer + lines->begin;
    *line = (tt_bytes){begin, (size_t)((end != NULL ? end : lines->buffer + lines->end) - begin)};
    lines->begin += line->size + (end != NULL);
    lines->searched = lines->begin;
    return LINES_GOOD;
}

/* Gives the whole input. An empty input is an empty value and LINES_GOOD, not LINES_END. */
enum lines_status lines_all(struct lines *lines, tt_bytes *all)
{
    while (!lines->is_over) {
        enum lines_status status = read_more(lines);
        if (status != LINES_GOOD) {
            return status;
        }
    }
    *all = (tt_bytes){lines->buffer + lines->begin, lines->end - lines->begin};
    return LINES_GOOD;
}

void lines_close(struct lines *lines)
{
    free(lines->buffer);
    lines->buffer = NULL;
    lines->cap = lines->begin = lines->end = lines->searched = 0;
    lines->is_over = true;
}
