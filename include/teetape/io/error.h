/* SPDX-License-Identifier: MIT
 *
 * What can go wrong outside of the recordings: the system, compressed data, a build
 * without a library. The status decides the command's exit status.
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

typedef struct tt_io_error {
    tt_status status; /**< TT_OK, TT_ERR_SYSTEM, TT_ERR_COMPRESSED_DATA or TT_ERR_UNSUPPORTED */
    int system;       /**< the errno value when the status is TT_ERR_SYSTEM, else 0 */
    uint64_t offset;  /**< bytes of the file as it is stored, before decompression */
    char path[TT_IO_PATH_CAP]; /**< of the file, as the caller named it; "" when it has no name */
    char text[200];            /**< a sentence without a full stop, which does not name the file */
} tt_io_error;

/** Empties an error. */
TT_IO_API void tt_io_error_clear(tt_io_error *error);

/** "`what`: the system's own words", such as "cannot be opened: Permission denied". */
TT_IO_API void tt_io_error_system(tt_io_error *error, int number, const char *what);

/** Whether it says that a disk is full, or that the user may have no more of it. */
TT_IO_API bool tt_io_error_is_full(const tt_io_error *error);

/** Writes an error of any status; the sentence is cut when it is too long. Offset and path are
 * empty until the function that knows them sets them. */
TT_IO_API void tt_io_error_say(tt_io_error *error, tt_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/** Says which file an error is about. Nothing when there is no error, when it has a path, and for
 * NULL. The result is false, so that a function that fails can return it. */
TT_IO_API bool tt_io_error_of(tt_io_error *error, const char *path);

/** A path as an error has it: of a longer one the end, after "...". */
TT_IO_API void tt_io_path_copy(char dst[TT_IO_PATH_CAP], const char *path);

#ifdef __cplusplus
}
#endif

#endif
