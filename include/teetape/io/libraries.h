/* SPDX-License-Identifier: MIT
 *
 * The optional libraries that this build of libteetape-io uses or lacks.
 *
 *     tt_io_library library;
 *     for (size_t i = 0; tt_io_library_at(i, &library); i++)
 *         printf("%s: %s\n", library.name, library.version != NULL ? library.version : "none");
 */
#ifndef TEETAPE_IO_LIBRARIES_H
#define TEETAPE_IO_LIBRARIES_H

#include <stdbool.h>
#include <stddef.h>

#include "teetape/io/export.h"

#ifdef __cplusplus
extern "C" {
#endif

/** An optional library. All texts are constants. */
typedef struct tt_io_library {
    const char *use;  /**< "xz", "zstd", "gzip" or "tape": files in this format; "fonts": letters of
                         further fonts in pictures; "sqlite": archives */
    const char *name; /**< name of the library, such as "liblzma" */
    const char *version; /**< version of the linked library; NULL: this build lacks it */
} tt_io_library;

/** Fills *library with number `index`, from 0. Returns false when there is no such number: then
 * *library is of no meaning. Any thread. */
TT_IO_API bool tt_io_library_at(size_t index, tt_io_library *library);

#ifdef __cplusplus
}
#endif

#endif
