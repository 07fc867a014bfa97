/* SPDX-License-Identifier: MIT
 *
 * Where results go: a buffered writer with appends that need no printf. Its first error
 * sticks: appends after it do nothing, and flush and close report it. So a command writes a whole
 * line and looks once, now and then, whether to go on.
 *
 * The bytes leave through a sink: a file descriptor here, a turn in an ordered output in
 * sequence.h. One output belongs to one thread at a time.
 */
#ifndef TEETAPE_IO_OUTPUT_H
#define TEETAPE_IO_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "teetape/io/export.h"
#include "teetape/sink.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Bytes kept back before the sink is called. */
#define TT_IO_OUTPUT_BUFFER ((size_t)64 * 1024)

/** The caller places it; its members are for the library. */
typedef struct tt_io_output {
    /** @cond library */
    uint8_t *buffer; /**< TT_IO_OUTPUT_BUFFER bytes */
    size_t used;
    tt_sink_fn *sink;
    void *user;
    int fd;           /**< closed at the end, -1 if there is none to close */
    int error;        /**< 0 or the first errno value */
    uint64_t flushed; /**< bytes that the sink took */
    /** @endcond */
} tt_io_output;

/** Writes all of `bytes` to a file descriptor at once, without a buffer, however often it takes; 0
 * or an errno value. A signal in between is of no interest, and a full pipe is waited for. */
TT_IO_API int tt_io_fd_write(int fd, tt_bytes bytes);

/** An output to a file descriptor, which must remain open. With `owned` tt_io_output_close closes
 * it, and this is wanted for stdout too: some errors are only told then. False when there is no
 * memory: the output has the error ENOMEM and may be used and closed like any other. */
TT_IO_API bool tt_io_output_open_fd(tt_io_output *out, int fd, bool owned);

/** An output to a sink of the caller, which fails with an errno value. The rest as above. */
TT_IO_API bool tt_io_output_open(tt_io_output *out, tt_sink_fn *sink, void *user);

/** Appends. Numbers are decimal; hex is lower case without blanks. */
TT_IO_API void tt_io_output_bytes(tt_io_output *out, tt_bytes bytes);
TT_IO_API void tt_io_output_text(tt_io_output *out, const char *text);
TT_IO_API void tt_io_output_byte(tt_io_output *out, uint8_t byte);
TT_IO_API void tt_io_output_repeat(tt_io_output *out, uint8_t byte, size_t count);
TT_IO_API void tt_io_output_int(tt_io_output *out, int64_t value);
TT_IO_API void tt_io_output_uint(tt_io_output *out, uint64_t value);
TT_IO_API void tt_io_output_hex(tt_io_output *out, tt_bytes bytes);

/** Room for `size` bytes, at most TT_IO_OUTPUT_BUFFER, to be written in place, for example with
 * a tt_packer. NULL after an error. tt_io_output_advance says how many were written. */
TT_IO_API uint8_t *tt_io_output_reserve(tt_io_output *out, size_t size);
TT_IO_API void tt_io_output_advance(tt_io_output *out, size_t size);

/** Hands everything to the sink. False when this or anything before it failed. */
TT_IO_API bool tt_io_output_flush(tt_io_output *out);

/** How many bytes were appended; after an error, how many of them the sink took. */
TT_IO_API uint64_t tt_io_output_count(const tt_io_output *out);

/** 0, or the errno value of the first failure. */
TT_IO_API int tt_io_output_error(const tt_io_output *out);

/** The reader of our pipe left, which is no failure of the command. */
TT_IO_API bool tt_io_output_pipe_closed(const tt_io_output *out);

/** Flushes, closes an owned descriptor and frees the buffer. The result is the first errno
 * value of all, 0 when everything was written. Doing it twice is fine; appends to a closed
 * output do nothing. */
TT_IO_API int tt_io_output_close(tt_io_output *out);

#ifdef __cplusplus
}
#endif

#endif
