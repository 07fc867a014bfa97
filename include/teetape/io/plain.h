/* SPDX-License-Identifier: MIT
 *
 * The bytes of a recording for access at any offset, in any order.
 *
 *     tt_io_plain plain;
 *     if (tt_io_plain_open(&plain, in, NULL, NULL, &error)) {
 *         size_t got = tt_io_plain_read(&plain, offset, buffer, sizeof(buffer));
 *         tt_io_plain_close(&plain);
 *     }
 *
 * A plain file and plain bytes in memory are read where they are. Compressed data and the data
 * of a pipe are first written to a temporary file without a name, in the folder of TMPDIR. A
 * tt_io_plain belongs to one thread at a time.
 */
#ifndef TEETAPE_IO_PLAIN_H
#define TEETAPE_IO_PLAIN_H

#include "teetape/io/export.h"
#include "teetape/io/input.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The bytes of a recording. The caller places it and reads the first three members; the others are
 * for the library. */
typedef struct tt_io_plain {
    uint64_t size; /**< number of bytes after decompression */
    tt_io_error
        damage;        /**< damage of the compressed data, at which the bytes end; TT_OK for none */
    tt_io_error error; /**< error of the last read; its status is TT_OK without one */

    /** @cond library */
    int fd;                /**< descriptor of the file; -1 for none */
    const uint8_t *memory; /**< bytes in memory; NULL for none */
    uint64_t begin;        /**< offset of the first byte in the file */
    char path[TT_IO_PATH_CAP];
    /** @endcond */
} tt_io_plain;

/** Receives the bytes of the file, as stored, that were read so far. The opening thread calls it.
 * */
typedef void tt_io_plain_progress_fn(void *user, uint64_t read_so_far);

/** Takes the bytes of `in`, an input that has given nothing yet. Calls `progress` (may be NULL)
 * while bytes are copied. `in` remains the caller's and may be closed before `plain`; bytes in
 * memory must remain valid until tt_io_plain_close. False on failure, with *error filled, and when
 * the stop of `in` was raised: then the status of *error is TT_OK. After false nothing has to be
 * closed. */
TT_IO_API bool tt_io_plain_open(tt_io_plain *plain, tt_io_input *in,
                                tt_io_plain_progress_fn *progress, void *user, tt_io_error *error);

/** Frees what the tt_io_plain owns. A second call is fine. */
TT_IO_API void tt_io_plain_close(tt_io_plain *plain);

/** Reads up to `size` bytes at `offset`, and returns their number. It is below `size` at the end,
 * and when reading fails; plain->error then says why. */
TT_IO_API size_t tt_io_plain_read(tt_io_plain *plain, uint64_t offset, uint8_t *dst, size_t size);

#ifdef __cplusplus
}
#endif

#endif
