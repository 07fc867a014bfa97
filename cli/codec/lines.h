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

/* The caller places it; the fields are for this module. */
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

/* Begins reading from `fd`, which remains the caller's. `stop` may be NULL. */
void lines_open(struct lines *lines, int fd, const tt_io_stop *stop);

/* Whether the next call has an answer without reading, that is without waiting. Who has kept
 * back output writes it when this is false. */
bool lines_ready(struct lines *lines);

/* The next line without its '\n'; the last one may lack it. Valid until the next call. */
enum lines_status lines_next(struct lines *lines, tt_bytes *line);

/* In place of lines, everything up to the end. Valid until the close. */
enum lines_status lines_all(struct lines *lines, tt_bytes *all);

/* Frees the memory. */
void lines_close(struct lines *lines);

#endif
