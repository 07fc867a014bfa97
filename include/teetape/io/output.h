/* SPDX-License-Identifier: MIT
 *
 * A buffered output. The first error sticks: later appends do nothing, and flush and close
 * report it, so a program writes many lines and checks once.
 *
 *     tt_io_output out;
 *     tt_io_output_open_fd(&out, 1, true);
 *     tt_io_output_text(&out, "tick ");
 *     tt_io_output_int(&out, tick);
 *     if (tt_io_output_close(&out) != 0) ... an errno value ...
 *
 * The bytes go to a file descriptor, to a callback, into a file (file.h) or into an ordered
 * output (sequence.h). One output belongs to one thread at a time.
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

/** Bytes of an output's buffer. */
#define TT_IO_OUTPUT_BUFFER ((size_t)64 * 1024)

/** An output. The caller places it; all members are for the library, which owns what they point to.
 */
typedef struct tt_io_output {
    /** @cond library */
    uint8_t *buffer; /**< room for TT_IO_OUTPUT_BUFFER bytes */
    size_t used;
    tt_sink_fn *sink;
    void *user;
    int fd;           /**< closed at the end, -1 if there is none to close */
    int error;        /**< errno value of the first failure; 0 without one */
    uint64_t flushed; /**< bytes that the sink took */
    /** @endcond */
} tt_io_output;

/** Writes all of `bytes` to a file descriptor at once, without a buffer. Returns 0 or an errno
 * value. The call continues after a signal, and waits while a pipe is full. */
TT_IO_API int tt_io_fd_write(int fd, tt_bytes bytes);

/** Opens an output to a file descriptor, which must remain open until the close. `owned`: the close
 * closes it; a program wants this for stdout too, because some errors are reported only then.
 * Returns false when there is no memory: then the output has the error ENOMEM, and may be used and
 * closed like any other. */
TT_IO_API bool tt_io_output_open_fd(tt_io_output *out, int fd, bool owned);

/** Opens an output to a callback, which returns 0 or an errno value; `user` is handed to it. The
 * result is as in tt_io_output_open_fd. */
TT_IO_API bool tt_io_output_open(tt_io_output *out, tt_sink_fn *sink, void *user);

/** Appends all of `bytes`. Like every append, does nothing after an error. */
TT_IO_API void tt_io_output_bytes(tt_io_output *out, tt_bytes bytes);

/** Appends a text without its NUL. */
TT_IO_API void tt_io_output_text(tt_io_output *out, const char *text);

/** Appends one byte. */
TT_IO_API void tt_io_output_byte(tt_io_output *out, uint8_t byte);

/** Appends `value` in decimal, with a minus sign when it is negative. */
TT_IO_API void tt_io_output_int(tt_io_output *out, int64_t value);

/** Appends `value` in decimal, without leading zeros. */
TT_IO_API void tt_io_output_uint(tt_io_output *out, uint64_t value);

/** Appends bytes in hex: two lower case digits each, no blanks. */
TT_IO_API void tt_io_output_hex(tt_io_output *out, tt_bytes bytes);

/** Gives space for `size` bytes, at most TT_IO_OUTPUT_BUFFER, to be filled in place, such as with a
 * tt_packer, and then appended by tt_io_output_advance. NULL after an error. Valid until the next
 * call with this output. */
TT_IO_API uint8_t *tt_io_output_reserve(tt_io_output *out, size_t size);

/** Appends the first `size` bytes of the space that tt_io_output_reserve gave. */
TT_IO_API void tt_io_output_advance(tt_io_output *out, size_t size);

/** Passes the buffered bytes on. Returns false when this or an earlier call failed. */
TT_IO_API bool tt_io_output_flush(tt_io_output *out);

/** Returns how many bytes were appended; after an error, how many of them the sink took. */
TT_IO_API uint64_t tt_io_output_count(const tt_io_output *out);

/** Returns the errno value of the first failure; 0 for none. EPIPE: the reader of a pipe closed
 * it. */
TT_IO_API int tt_io_output_error(const tt_io_output *out);

/** Flushes, closes an owned descriptor, and frees the buffer. The result is the errno value of the
 * first failure; 0 when everything was written. A second close is fine; appends to a closed output
 * do nothing. */
TT_IO_API int tt_io_output_close(tt_io_output *out);

#ifdef __cplusplus
}
#endif

#endif
