/* SPDX-License-Identifier: MIT
 *
 * The lines of a descriptor, of any length, as they come: from a pipe, a terminal or a file.
 */
#ifndef HOST_LINES_H
#define HOST_LINES_H

#include <stdbool.h>

#include "host/error.h"
#include "host/stop.h"
#include "teetape/bytes.h"

/* The caller places it; the fields are for this module. */
struct host_lines {
    int fd;
    const struct host_stop *stop;
    uint8_t *buffer;
    size_t cap, begin, end; /* [begin, end) was read and not handed out yet */
    size_t searched;        /* no line ends before here */
    bool is_over;           /* the descriptor has nothing more */
    struct host_error error;
};

enum host_lines_status {
    HOST_LINES_GOOD,    /* a line, or everything */
    HOST_LINES_END,     /* there are no more lines */
    HOST_LINES_STOPPED, /* the stop flag was raised */
    HOST_LINES_FAILED   /* the system failed: lines->error */
};

/* Begins reading from `fd`, which remains the caller's. `stop` may be NULL. */
void host_lines_open(struct host_lines *lines, int fd, const struct host_stop *stop);

/* Whether the next call has an answer without reading, that is without waiting. A caller that has
 * kept back output writes it when this is false. */
bool host_lines_ready(struct host_lines *lines);

/* The next line without its '\n'; the last one may lack it. Remains until the next call. */
enum host_lines_status host_lines_next(struct host_lines *lines, tt_bytes *line);

/* In place of lines, everything up to the end. Remains until the close. */
enum host_lines_status host_lines_all(struct host_lines *lines, tt_bytes *all);

/* Frees the memory. */
void host_lines_close(struct host_lines *lines);

#endif
