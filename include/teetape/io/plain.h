/* SPDX-License-Identifier: MIT
 *
 * The bytes of a recording, all of them in reach: to be read at any place in any order.
 *
 * A plain file, or plain bytes in memory, are read where they are. What is compressed, or comes
 * through a pipe, is written to a temporary file (nameless.h) first, as far as it can be had.
 */
#ifndef TEETAPE_IO_PLAIN_H
#define TEETAPE_IO_PLAIN_H

#include "teetape/io/export.h"
#include "teetape/io/input.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The caller places it. Members that are not described are for the library. */
typedef struct tt_io_plain {
    uint64_t size;      /**< bytes */
    tt_io_error damage; /**< of the compressed data; status TT_OK when there is none */
    tt_io_error error;  /**< of the last read that failed; the same */

    /** @cond library */
    int fd;                /**< -1 for none */
    const uint8_t *memory; /**< NULL for none */
    uint64_t begin;        /**< where in the file they begin */
    char path[TT_IO_PATH_CAP];
    /** @endcond */
} tt_io_plain;

/** Told how many bytes of the file, as it is stored, are read by now. */
typedef void tt_io_plain_progress_fn(void *user, uint64_t read_so_far);

/** Takes the bytes of `in`, an input of any kind of which nothing was handed out yet. It remains
 * the caller's and may be closed before `plain`; but bytes in memory must not go. False on failure,
 * and when the user wants to leave (then *error has status TT_OK): nothing has to be closed. */
TT_IO_API bool tt_io_plain_open(tt_io_plain *plain, tt_io_input *in,
                                tt_io_plain_progress_fn *progress, void *user, tt_io_error *error);
TT_IO_API void tt_io_plain_close(tt_io_plain *plain);

/** Reads up to `size` bytes at `offset`. The result is how many; fewer than `size` at the end, and
 * when reading fails: then plain->error says why. */
TT_IO_API size_t tt_io_plain_read(tt_io_plain *plain, uint64_t offset, uint8_t *dst, size_t size);

#ifdef __cplusplus
}
#endif

#endif
