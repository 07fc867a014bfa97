/* SPDX-License-Identifier: MIT
 *
 * The error of every call of libteetape-io. A call that can fail takes a tt_io_error of the caller,
 * or its object has one.
 *
 *     tt_io_error error;
 *     tt_io_input *in = tt_io_input_open(path, NULL, &error);
 *     if (in == NULL)
 *         fprintf(stderr, "%s: %s\n", error.path, error.text);
 *
 * What holds for all errors:
 *
 *   - `status` is TT_OK when nothing failed, else a negative tt_status, whose number never changes
 *     its meaning. TT_ERR_SYSTEM: the system refused something. TT_ERR_COMPRESSED_DATA: compressed
 *     data is damaged. TT_ERR_UNSUPPORTED: this build lacks a library. Each header names its other
 * statuses.
 *   - `system` is the errno value of TT_ERR_SYSTEM, else 0.
 *   - `offset` counts bytes of the file as stored, before decompression; 0 when there is none.
 *   - `path` is the file, as the caller named it.
 *   - `text` is one sentence in English without a full stop. It does not name the file, and it may
 *     change from release to release.
 *
 * An error of a recording itself (a record that the game would reject) is a tt_issue of the core,
 * not one of these.
 */
#ifndef TEETAPE_IO_ERROR_H
#define TEETAPE_IO_ERROR_H

#include <stdbool.h>
#include <stdint.h>

#include "teetape/io/export.h"
#include "teetape/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Bytes of a path in an error, with its NUL. */
#define TT_IO_PATH_CAP 1024

/** An error. It owns nothing and may be copied. */
typedef struct tt_io_error {
    tt_status status;          /**< TT_OK, or the status of the error */
    int system;                /**< errno value for TT_ERR_SYSTEM, else 0 */
    uint64_t offset;           /**< offset in bytes of the file as stored */
    char path[TT_IO_PATH_CAP]; /**< path as the caller named the file; a long one is "..." and its
                                  end; "" for none */
    char text[300];            /**< a sentence, with its NUL; "" for TT_OK */
} tt_io_error;

/** Fills an error with TT_ERR_SYSTEM, the errno value `number` and the sentence "`what`: the
 * system's message", such as "cannot be opened: Permission denied". Offset and path become empty.
 * Returns false, so that a function that fails can return the call. */
TT_IO_API bool tt_io_error_system(tt_io_error *error, int number, const char *what);

/** Returns true when a disk is full, or the user's quota is used up. */
TT_IO_API bool tt_io_error_is_full(const tt_io_error *error);

/** Returns how bad an error is, as the exit status of `teetape`: 0 no error; 1 a recording is
 * damaged; 2 a request is wrong or names something that a recording does not have, or an output
 * exists; 3 the system refused something, or a file does not exist. */
TT_IO_API int tt_io_error_rank(const tt_io_error *error);

/** Bytes of the text of tt_io_error_text, with its NUL. */
#define TT_IO_ERROR_TEXT 340

/** Writes the sentence of an error with its offset: "byte `offset` of the file: `text`", or the
 * text alone where there is no offset. Returns `dst`. */
TT_IO_API const char *tt_io_error_text(char dst[TT_IO_ERROR_TEXT], const tt_io_error *error);

#ifdef __cplusplus
}
#endif

#endif
