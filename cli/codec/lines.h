/* SPDX-License-Identifier: MIT
 *
 * Reads lines of any length from a pipe, a terminal or a file, as soon as they are complete.
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
    size_t cap, begin, end; /* the bytes of [begin, end) were read and not handed out yet */
    size_t searched;        /* offset up to which no line end was found */
    bool is_over;           /* the descriptor is at its end */
    tt_io_error error;
};

enum lines_status {
    LINES_GOOD,
    LINES_END,
    LINES_STOPPED, /* the stop flag was raised */
    LINES_FAILED   /* lines->error has the reason */
};

/* Begins to read lines from `fd`, which remains the caller's to close. `stop` may be NULL. */
void lines_open(struct lines *lines, int fd, const tt_io_stop *stop);

/* Returns true when the next call of lines_next will not wait. If false, the caller flushes its
 * output first. */
bool lines_ready(struct lines *lines);

/* Gives the next line without its '\n', which the last line may lack. Valid until the next call. */
enum lines_status lines_next(struct lines *lines, tt_bytes *line);

/* Gives everything up to the end of the input. Valid until the close. */
enum lines_status lines_all(struct lines *lines, tt_bytes *all);

void lines_close(struct lines *lines);

#endif
