/* SPDX-License-Identifier: MIT
 *
 * An output whose bytes a test can look at.
 */
#ifndef TEST_CLI_CAPTURE_H
#define TEST_CLI_CAPTURE_H

#include <stdbool.h>
#include <string.h>

#include "teetape/io/output.h"

struct capture {
    tt_io_output out;
    char text[65536];
    size_t size;
};

static inline int capture_sink(void *user, tt_bytes bytes)
{
    struct capture *capture = user;
    size_t room = sizeof capture->text - 1 - capture->size;
    size_t size = bytes.size < room ? bytes.size : room;
    memcpy(capture->text + capture->size, bytes.data, size);
    capture->size += size;
    return 0;
}

static inline void capture_begin(struct capture *capture)
{
    capture->size = 0;
    tt_io_output_open(&capture->out, capture_sink, capture);
}

/* Returns everything that was written. The capture owns the text. */
static inline const char *capture_end(struct capture *capture)
{
    tt_io_output_close(&capture->out);
    capture->text[capture->size] = '\0';
    return capture->text;
}

#endif
