/* SPDX-License-Identifier: MIT
 *
 * Distinguishes files by their first bytes and their name. A file that is named like a recording,
 * but is empty, cut or full of zeros, is a damaged recording. So is a file named .teehistorian
 * with any other content. Other files are no recordings.
 *
 *     tt_io_first first = {.size = 0};
 *     while (tt_io_input_next(in, &piece) == TT_IO_INPUT_PIECE && first.size < TT_IO_KIND_FIRST)
 *         tt_io_first_add(&first, piece);
 *     tt_io_kind kind = tt_io_first_kind(&first);
 *     if (tt_io_kind_is_damage(path, kind))
 *         puts(tt_io_kind_reason(kind));
 */
#ifndef TEETAPE_IO_KIND_H
#define TEETAPE_IO_KIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "teetape/bytes.h"
#include "teetape/io/export.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The kind of a file by its first bytes. */
typedef enum tt_io_kind {
    TT_IO_KIND_TEEHISTORIAN, /**< begins with the UUID of teehistorian files */
    TT_IO_KIND_DEMO,         /**< begins with the magic of demos */
    TT_IO_KIND_EMPTY,        /**< a file without bytes */
    TT_IO_KIND_CUT,   /**< a file that ends inside a magic, or has only zeros after a part of one */
    TT_IO_KIND_ZEROS, /**< a file of zeros, as a crash of the system leaves it */
    TT_IO_KIND_OTHER, /**< any other file */
    TT_IO_KIND_PACKED /**< begins as .zip, .7z, .rar and .bz2 do, which are not unpacked */
} tt_io_kind;

/** Number of first bytes that decide the kind. */
#define TT_IO_KIND_FIRST 16

/** Collects the first bytes from pieces of any size. The caller zeroes it at the start,
 * and may read it. */
typedef struct tt_io_first {
    uint8_t bytes[TT_IO_KIND_FIRST]; /**< the bytes so far */
    size_t size;                     /**< bytes collected, 0 to TT_IO_KIND_FIRST */
} tt_io_first;

/** Adds the next piece, after decompression; bytes after the first ones are ignored. */
TT_IO_API void tt_io_first_add(tt_io_first *first, tt_bytes piece);

/** Returns the kind. TT_IO_KIND_FIRST bytes, or all bytes of the file, must have been added. */
TT_IO_API tt_io_kind tt_io_first_kind(const tt_io_first *first);

/** Returns why a file of this kind is no recording, as a constant sentence with the offset; NULL
 * for a recording. */
TT_IO_API const char *tt_io_kind_reason(tt_io_kind kind);

/** Returns true when the path is named like a recording: it ends in .teehistorian or .demo, and
 * perhaps the ending of a compressed format after it, in small letters or capitals. */
TT_IO_API bool tt_io_kind_is_named(const char *path);

/** Returns true when a file with this name and kind is a damaged recording. A file that is named
 * like a recording is damaged when it is empty, cut in the magic, or zeros. A file named
 * .teehistorian is damaged when it is anything else. A file named .demo is not, because other games
 * use that name. */
TT_IO_API bool tt_io_kind_is_damage(const char *path, tt_io_kind kind);

#ifdef __cplusplus
}
#endif

#endif
