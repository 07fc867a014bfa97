/* SPDX-License-Identifier: MIT
 *
 * The lines of a descriptor, of any length, as they come: from a pipe, a terminal or a file.
 */
#ifndef CLI_LINES_H
#define CLI_LINES_H

#include <stdbool.h>

#include "teetape/bytes.h"
#include "teetape/io/error.h"
#include "teetape/io/stop.h"

struct lines {
    int fd;
    const tt_io_stop *stop;
    uint8_t *buffer;
    size_t cap, begin, end; /* [begin, end) was read and not handed out yet */
    size_t searched;        /* no line ends before here */
    bool is_over;           /* the descriptor has nothing more */
    tt_io_error error;
};

enum lines_status {
    LINES_GOOD,    /* a line, or everything */
    LINES_END,     /* there are no more lines */
    LINES_STOPPED, /* the stop flag was raised */
    LINES_FAILED   /* the system failed: lines->error */
};

/* `fd` remains the caller's. `stop` may be NULL. */
void lines_open(struct lines *lines, int fd, const tt_io_stop *stop);

/* The next call has an answer without waiting. The caller writes held back output before others. */
bool lines_ready(struct lines *lines);

/* Without its '\n', which the last one may lack. Valid until the next call. */
enum lines_status lines_next(struct lines *lines, tt_bytes *line);

/* Everything up to the end, valid until the close. */
enum lines_status lines_all(struct lines *lines, tt_bytes *all);

void lines_close(struct lines *lines);

#endif
