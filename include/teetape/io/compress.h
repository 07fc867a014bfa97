/* SPDX-License-Identifier: MIT
 *
 * The compressed formats in which files can be written. Other programs of each format read the
 * result. .xz and .zst consist of blocks that can be decompressed alone, so that tt_io_input_seek
 * is fast in them. tt_io_file writes a file in one of the formats (file.h), tt_io_pack compresses a
 * recording (pack.h).
 *
 *     const tt_io_compressor *format = tt_io_compressor_named("zstd");
 *     if (format == NULL || format->calls == NULL)
 *         ... unknown, or this build has no libzstd ...
 *     tt_io_pack_options options = {.format = format, .level = format->most, .threads = 1};
 *
 * Everything here is constant and may be read by any thread.
 */
#ifndef TEETAPE_IO_COMPRESS_H
#define TEETAPE_IO_COMPRESS_H

#include <stddef.h>

#include <stdbool.h>

#include "teetape/io/error.h"
#include "teetape/io/export.h"
#include "teetape/io/output.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How a format is written; for the library only. */
struct tt_io_compressor_calls;

/** A format. */
typedef struct tt_io_compressor {
    const char *name;    /**< "xz", "zstd" or "gzip" */
    const char *ending;  /**< of file names: ".xz", ".zst" or ".gz" */
    const char *library; /**< the library that it needs: "liblzma", "libzstd" or "zlib" */
    int least;           /**< lowest level: fastest */
    int most;            /**< highest level: smallest */
    int usual;           /**< the level that level 0 of the options stands for */
    size_t block;        /**< raw bytes of a block that can be decompressed alone; 0: no blocks */
    const struct tt_io_compressor_calls *calls; /**< NULL: this build lacks the library. What it
                                                   points to is for the library only */
} tt_io_compressor;

/** .xz */
extern TT_IO_API const tt_io_compressor tt_io_compressor_xz;

/** .zst, with a seek table */
extern TT_IO_API const tt_io_compressor tt_io_compressor_zstd;

/** .gz */
extern TT_IO_API const tt_io_compressor tt_io_compressor_gz;

/** All formats; NULL ends the list. */
extern TT_IO_API const tt_io_compressor *const tt_io_compressors[];

/** The format of a file name's ending, in small letters or capitals; NULL for no format. */
TT_IO_API const tt_io_compressor *tt_io_compressor_of(const char *path);

/** The format with this `name`; NULL for no format. */
TT_IO_API const tt_io_compressor *tt_io_compressor_named(const char *name);

/** A filter: what is written to its output arrives compressed in another one. */
typedef struct tt_io_compression tt_io_compression;

/** Puts a compressor of `kind` in front of `to`, which remains open and the caller's, and must
 * remain where it is. `level` is in the format's range, 0 its usual one. NULL on failure, with
 * *error filled: TT_ERR_UNSUPPORTED when this build lacks the library. */
TT_IO_API tt_io_compression *tt_io_compression_open(const tt_io_compressor *kind, int level,
                                                    tt_io_output *to, tt_io_error *error);

/** Where to write the raw bytes. Owned by `c`. */
TT_IO_API tt_io_output *tt_io_compression_out(tt_io_compression *c);

/** Writes what is left and the end of the format, and frees `c`. False when that or an earlier
 * write failed, with *error filled. The other output is not flushed. */
TT_IO_API bool tt_io_compression_close(tt_io_compression *c, tt_io_error *error);

/** Frees `c` without an end. NULL is fine. */
TT_IO_API void tt_io_compression_discard(tt_io_compression *c);

#ifdef __cplusplus
}
#endif

#endif
