/* SPDX-License-Identifier: MIT
 *
 * The libraries of other people that this build has or goes without.
 */
#ifndef ARCHIVE_LIBRARIES_H
#define ARCHIVE_LIBRARIES_H

#include <stdbool.h>
#include <stddef.h>

struct archive_library {
    const char *use;     /* "xz", "zstd", "gzip" (files compressed so), "sqlite" (archives) */
    const char *name;    /* "liblzma" */
    const char *version; /* of what is linked; NULL: this build goes without it */
};

/* Number `index`, from 0. False when there is none of this number. */
bool archive_library_at(size_t index, struct archive_library *library);

#endif
