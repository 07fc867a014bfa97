/* SPDX-License-Identifier: MIT
 *
 * The libraries of other people that this build has or goes without.
 */
#ifndef TEETAPE_IO_LIBRARIES_H
#define TEETAPE_IO_LIBRARIES_H

#include "teetape/io/export.h"
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tt_io_library {
    const char *use;     /**< "xz", "zstd", "gzip" (files compressed so), "sqlite" (archives) */
    const char *name;    /**< "liblzma" */
    const char *version; /**< of what is linked; NULL: this build goes without it */
} tt_io_library;

/** Number `index`, from 0. False when there is none of this number. */
TT_IO_API bool tt_io_library_at(size_t index, tt_io_library *library);

#ifdef __cplusplus
}
#endif

#endif
