/* SPDX-License-Identifier: MIT
 *
 * Filling a host_error. Nothing is read or written here.
 */
#include "host/posix.h"

#include "host/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void host_error_clear(struct host_error *error)
{
    memset(error, 0, sizeof(*error));
}

void host_error_system(struct host_error *error, int number, const char *what)
{
    char words[120] = "";
    /* Not strerror: two threads may fail at the same time. */
    if (strerror_r(number, words, sizeof(words)) != 0 || words[0] == '\0') {
        snprintf(words, sizeof(words), "error %d", number);
    }
    host_error_clear(error);
    error->kind = HOST_ERROR_SYSTEM;
    error->system = number;
    snprintf(error->text, sizeof(error->text), "%s: %s", what, words);
}

void host_error_say(struct host_error *error, enum host_error_kind kind, const char *format, ...)
{
    host_error_clear(error);
    error->kind = kind;
    va_list args;
    va_start(args, format);
    vsnprintf(error->text, sizeof(error->text), format, args);
    va_end(args);
}

bool host_error_is_full(const struct host_error *error)
{
    bool is_quota = false;
#ifdef EDQUOT
    is_quota = error->system == EDQUOT;
#endif
    return error->kind == HOST_ERROR_SYSTEM && (error->system == ENOSPC || is_quota);
}
