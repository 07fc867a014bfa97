/* SPDX-License-Identifier: MIT
 *
 * What can go wrong outside of the recordings: the system, compressed data, a build
 * without a library. The status decides the command's exit status.
 */
#ifndef HOST_ERROR_H
#define HOST_ERROR_H

#include <stdbool.h>
#include <stdint.h>

#include "teetape/status.h"

/* Bytes of a path in an error, with its NUL. */
#define HOST_PATH_CAP 1024

struct host_error {
    tt_status status; /* TT_OK, TT_ERR_SYSTEM, TT_ERR_COMPRESSED_DATA or TT_ERR_UNSUPPORTED */
    int system;       /* the errno value when the status is TT_ERR_SYSTEM, else 0 */
    uint64_t offset;  /* bytes of the file as it is stored, before decompression */
    char path[HOST_PATH_CAP]; /* of the file, as the caller named it; "" when it has no name */
    char text[200];           /* a sentence without a full stop, which does not name the file */
};

/* Empties an error. */
void host_error_clear(struct host_error *error);

/* "`what`: the system's own words", such as "cannot be opened: Permission denied". */
void host_error_system(struct host_error *error, int number, const char *what);

/* Whether it says that a disk is full, or that the user may have no more of it. */
bool host_error_is_full(const struct host_error *error);

/* Writes an error of any status; the sentence is cut when it is too long. Offset and path are
 * empty until the function that knows them sets them. */
void host_error_say(struct host_error *error, tt_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Says which file an error is about. Nothing when there is no error, when it has a path, and for
 * NULL. The result is false, so that a function that fails can return it. */
bool host_error_of(struct host_error *error, const char *path);

/* A path as an error has it: of a longer one the end, after "...". */
void host_path_copy(char dst[HOST_PATH_CAP], const char *path);

#endif
