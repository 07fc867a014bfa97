/* SPDX-License-Identifier: MIT
 *
 * What a file is: by what its name says, and by its first bytes. A name that says "recording" over
 * bytes that are none is damage; any other file may be what it likes.
 */
#ifndef TEETAPE_IO_KIND_H
#define TEETAPE_IO_KIND_H

#include <stdbool.h>

#include "teetape/bytes.h"
#include "teetape/io/export.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum tt_io_kind {
    TT_IO_KIND_TEEHISTORIAN,
    TT_IO_KIND_DEMO,
    TT_IO_KIND_EMPTY,
    TT_IO_KIND_CUT,   /**< ends inside a magic, or only zeros follow the begin of one */
    TT_IO_KIND_ZEROS, /**< what a file system leaves of a file that was never written out */
    TT_IO_KIND_OTHER
} tt_io_kind;

/** Bytes that decide. */
#define TT_IO_KIND_FIRST 16

/** The first bytes of a recording, collected from pieces of any size. All zero is the beginning. */
typedef struct tt_io_first {
    uint8_t bytes[TT_IO_KIND_FIRST];
    size_t size;
} tt_io_first;

/** Takes the next piece after decompression; what is not needed is ignored. */
TT_IO_API void tt_io_first_add(tt_io_first *first, tt_bytes piece);

/** The kind, once everything was added that there is, or TT_IO_KIND_FIRST bytes. */
TT_IO_API tt_io_kind tt_io_first_kind(const tt_io_first *first);

/** Why a file of this kind is no recording, with the offset; NULL for a recording. */
TT_IO_API const char *tt_io_kind_reason(tt_io_kind kind);

/** Whether the name says that it is a recording: .teehistorian or .demo, and perhaps the ending of
 * a compressor after it, in small letters or capitals (ending.h). */
TT_IO_API bool tt_io_kind_is_named(const char *path);

/** Whether a file of this name and kind is a damaged recording: named as one, and empty, cut in the
 * magic or zeros. */
TT_IO_API bool tt_io_kind_is_damage(const char *path, tt_io_kind kind);

#ifdef __cplusplus
}
#endif

#endif
