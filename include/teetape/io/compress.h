/* SPDX-License-Identifier: MIT
 *
 * The compressed formats that files can be written in. What comes out is what the usual tools of
 * each format read; .xz and .zst are made of pieces that can be decompressed alone, so that
 * input.h can seek in them. Who writes a file takes file.h, which compresses as the name asks.
 */
#ifndef TEETAPE_IO_COMPRESS_H
#define TEETAPE_IO_COMPRESS_H

#include "teetape/io/export.h"
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct tt_io_compressor_calls;

/** A format. */
typedef struct tt_io_compressor {
    const char *name;       /**< "xz", "zstd" or "gzip" */
    const char *ending;     /**< of file names: ".xz" */
    const char *library;    /**< what it needs: "liblzma" */
    int least, most, usual; /**< levels */
    size_t block; /**< raw bytes of each piece that can be decompressed alone; 0: there are none */
    const struct tt_io_compressor_calls *calls; /**< NULL: this build goes without the library */
} tt_io_compressor;

extern TT_IO_API const tt_io_compressor tt_io_compressor_xz;
extern TT_IO_API const tt_io_compressor tt_io_compressor_zstd;
extern TT_IO_API const tt_io_compressor tt_io_compressor_gz;

/** All of them, ended by NULL. */
extern TT_IO_API const tt_io_compressor *const tt_io_compressors[];

/** The format that a file's name asks for by its ending (ending.h), NULL for none. */
TT_IO_API const tt_io_compressor *tt_io_compressor_of(const char *path);

/** The format of this name, NULL for none. */
TT_IO_API const tt_io_compressor *tt_io_compressor_named(const char *name);

#ifdef __cplusplus
}
#endif

#endif
