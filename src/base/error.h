/* SPDX-License-Identifier: MIT
 *
 * Fills a tt_error in one line: `return tti_fail(error, TT_ERR_SPACE, offset);` `what` must be
 * static, because an error has only the pointer.
 */
#ifndef TTI_BASE_ERROR_H
#define TTI_BASE_ERROR_H

#include <stddef.h>

#include "teetape/status.h"

static inline tt_status tti_fail(tt_error *error, tt_status status, uint64_t offset)
{
    if (error != NULL) {
        error->status = status;
        error->offset = offset;
        error->what = tt_status_text(status);
    }
    return status;
}

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
