/* SPDX-License-Identifier: MIT
 *
 * Where results go: a buffered writer with appends that need no printf. Its first error
 * sticks: appends after it do nothing, and flush and close report it. So a command writes a whole
 * line and looks once, now and then, whether to go on.
 *
 * The bytes leave through a sink: a file descriptor here, a turn in an ordered output in
 * sequence.h. One output belongs to one thread at a time.
 */
#ifndef HOST_OUTPUT_H
#define HOST_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "teetape/sink.h"

/* Bytes kept back before the sink is called. */
#define HOST_OUTPUT_BUFFER ((size_t)64 * 1024)

/* The caller places it; the fields are for this module. */
struct host_output {
    uint8_t *buffer; /* HOST_OUTPUT_BUFFER bytes */
    size_t used;
    tt_sink_fn *sink;
    void *user;
    int fd;           /* closed at the end, -1 if there is none to close */
    int error;        /* 0 or the first errno value */
    uint64_t flushed; /* bytes that the sink took */
};

/* An output to a file descriptor, which must remain open. With `owned` host_output_close closes
 * it, and this is wanted for stdout too: some errors are only told then. False when there is no
 * memory: the output has the error ENOMEM and may be used and closed like any other. */
bool host_output_open_fd(struct host_output *out, int fd, bool owned);

/* An output to a sink of the caller, which fails with an errno value. The rest as above. */
bool host_output_open(struct host_output *out, tt_sink_fn *sink, void *user);

/* Appends. Numbers are decimal; hex is lower case without blanks. */
void host_output_bytes(struct host_output *out, tt_bytes bytes);
void host_output_text(struct host_output *out, const char *text);
void host_output_byte(struct host_output *out, uint8_t byte);
void host_output_repeat(struct host_output *out, uint8_t byte, size_t count);
void host_output_int(struct host_output *out, int64_t value);
void host_output_uint(struct host_output *out, uint64_t value);
void host_output_hex(struct host_output *out, tt_bytes bytes);

/* Room for `size` bytes, at most HOST_OUTPUT_BUFFER, to be written in place, for example with
 * a tt_packer. NULL after an error. host_output_advance says how many were written. */
uint8_t *host_output_reserve(struct host_output *out, size_t size);
void host_output_advance(struct host_output *out, size_t size);

/* Hands everything to the sink. False when this or anything before it failed. */
bool host_output_flush(struct host_output *out);

/* 0, or the errno value of the first failure. */
int host_output_error(const struct host_output *out);

/* The reader of our pipe left, which is no failure of the command. */
bool host_output_pipe_closed(const struct host_output *out);

/* Flushes, closes an owned descriptor and frees the buffer. The result is the first errno
 * value of all, 0 when everything was written. Doing it twice is fine; appends to a closed
 * output do nothing. */
int host_output_close(struct host_output *out);

#endif
