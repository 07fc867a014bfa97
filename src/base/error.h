/* SPDX-License-Identifier: MIT
 *
 * Filling in a tt_error, in one line: `return tti_fail(error, TT_ERR_SPACE, offset);`
 *
 * `what` is a sentence that is static: an error holds a pointer, and the library allocates nothing.
 */
#ifndef TTI_BASE_ERROR_H
#define TTI_BASE_ERROR_H

#include <stddef.h>

#include "teetape/status.h"

/* Returns `status`, and fills `error` (may be NULL) with the sentence that every
 * status has. */
static inline tt_status tti_fail(tt_error *error, tt_status status, uint64_t offset)
{
    if (error != NULL) {
        error->status = status;
        error->offset = offset;
        error->what = tt_status_text(status);
    }
    return status;
}

/* The same with a sentence that says more. */
static inline tt_status tti_fail_with(tt_error *error, tt_status status, uint64_t offset,
                                      const char *what)
{
    tti_fail(error, status, offset);
    if (error != NULL) {
        error->what = what;
    }
    return status;
}

#endif
