/* SPDX-License-Identifier: MIT
 *
 * The compressed formats in which files can be written. Other programs of each format read the
 * result, except that of a .tape, which holds a teehistorian file (docs/format/tape.md). .xz, .zst
 * and .tape consist of blocks that can be decompressed alone, so that a seek is fast in them.
 * tt_io_file writes a file in one of the formats (file.h), tt_io_pack compresses a recording
 * (pack.h).
 *
 *     const tt_io_compressor *format = tt_io_compressor_of("OUT.zst");
 *     if (format == NULL || format->calls == NULL)
 *         ... no format has this ending, or this build has no libzstd ...
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

/** The functions that write a format; for the library only. */
struct tt_io_compressor_calls;

/** A compressed format in which files can be written. */
typedef struct tt_io_compressor {
    const char *name;    /**< name of the format: "xz", "zstd", "gzip" or "tape" */
    const char *ending;  /**< ending of file names: ".xz", ".zst", ".gz" or ".tape" */
    const char *library; /**< library that writes the format: "liblzma", "libzstd" or "zlib" */
    int least;           /**< lowest level: fastest */
    int most;            /**< highest level: smallest */
    int usual;           /**< the level that level 0 of the options stands for */
    size_t block;        /**< raw bytes of a block that can be decompressed alone; 0: no blocks */
    /** Functions for libteetape-io alone. NULL: this build lacks `library`. */
    const struct tt_io_compressor_calls *calls;
} tt_io_compressor;

/** Returns the format of a file name's ending, in small letters or capitals; NULL for no format. */
TT_IO_API const tt_io_compressor *tt_io_compressor_of(const char *path);

#ifdef __cplusplus
}
#endif

#endif
