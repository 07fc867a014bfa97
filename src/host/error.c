/* SPDX-License-Identifier: MIT
 *
 * Fills a tt_io_error.
 */
#include "host/posix.h"

#include "host/error.h"
#include "teetape/io/error.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void tti_error_clear(tt_io_error *error)
{
    memset(error, 0, sizeof(*error));
}

/* Fills an error of the system. posix.h selects the strerror_r of POSIX, which returns an int; that
 * of GNU returns a text. strerror is not safe for threads. */
bool tt_io_error_system(tt_io_error *error, int number, const char *what)
{
    char words[120] = "";
    if (strerror_r(number, words, sizeof(words)) != 0 || words[0] == '\0') {
        snprintf(words, sizeof(words), "error %d", number);
    }
    tti_error_clear(error);
    error->status = TT_ERR_SYSTEM;
    error->system = number;
    snprintf(error->text, sizeof(error->text), "%s: %s", what, words);
    return false;
}

bool tti_error_say(tt_io_error *error, tt_status status, const char *format, ...)
{
    tti_error_clear(error);
    error->status = status;
    va_list args;
    va_start(args, format);
    vsnprintf(error->text, sizeof(error->text), format, args);
    va_end(args);
    return false;
}

const char *tt_io_error_text(char dst[TT_IO_ERROR_TEXT], const tt_io_error *error)
{
    if (error->offset != 0) {
        snprintf(dst, TT_IO_ERROR_TEXT, "byte %" PRIu64 " of the file: %s", error->offset,
                 error->text);
    } else {
        snprintf(dst, TT_IO_ERROR_TEXT, "%s", error->text);
    }
    return dst;
}

/* Copies a path. A long path becomes "..." and its end, cut between two characters. */
void tti_path_copy(char dst[TT_IO_PATH_CAP], const char *path)
{
    static const char dots[] = "...";
    size_t size = strlen(path) + 1;
    if (size <= TT_IO_PATH_CAP) {
        memcpy(dst, path, size);
        return;
    }
    const char *end = path + size;
    const char *from = end - (TT_IO_PATH_CAP - (sizeof(dots) - 1));
    while (((unsigned char)*from & 0xc0) == 0x80 && from < end) {
        from++; /* moves past the rest of a character that was cut */
    }
    memcpy(dst, dots, sizeof(dots) - 1);
    memcpy(dst + sizeof(dots) - 1, from, (size_t)(end - from));
}

/* Adds the path of the file. Functions that read or write do not know it, so the first caller that
 * does calls this. */
bool tti_error_of(tt_io_error *error, const char *path)
{
    if (path != NULL && error->status != TT_OK && error->path[0] == '\0') {
        tti_path_copy(error->path, path);
    }
    return false;
}

bool tt_io_error_is_full(const tt_io_error *error)
{
    return error->status == TT_ERR_SYSTEM && (error->system == ENOSPC || error->system == EDQUOT);
}

int tt_io_error_rank(const tt_io_error *error)
{
    switch (error->status) {
    case TT_OK:
        return 0;
    case TT_ERR_DEMO_EMPTY:
    case TT_ERR_CHANGED:
    case TT_ERR_COMPRESSED_DATA:
    case TT_ERR_FORMAT:
        return 1;
    case TT_ERR_PLACE:
    case TT_ERR_ARGUMENT:
        return 2;
    default:
        return error->system == EEXIST ? 2 : 3;
    }
}
