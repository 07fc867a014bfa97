/* SPDX-License-Identifier: MIT
 *
 * The compressed formats that files can be written in. What comes out is what the usual tools of
 * each format read; .xz and .zst are made of pieces that can be decompressed alone, so that
 * input.h can seek in them. Who writes a file takes file.h, which compresses as the name asks.
 */
#ifndef HOST_COMPRESS_H
#define HOST_COMPRESS_H

#include <stddef.h>

struct host_compressor_calls;

/* A format. */
struct host_compressor {
    const char *name;       /* "xz", "zstd" or "gzip" */
    const char *ending;     /* of file names: ".xz" */
    const char *library;    /* what it needs: "liblzma" */
    int least, most, usual; /* levels */
    size_t block; /* raw bytes of each piece that can be decompressed alone; 0: there are none */
    const struct host_compressor_calls *calls; /* NULL: this build goes without the library */
};

extern const struct host_compressor host_compressor_xz;
extern const struct host_compressor host_compressor_zstd;
extern const struct host_compressor host_compressor_gz;

/* All of them, ended by NULL. */
extern const struct host_compressor *const host_compressors[];

/* The format that a file's name asks for by its ending (ending.h), NULL for none. */
const struct host_compressor *host_compressor_of(const char *path);

/* The format of this name, NULL for none. */
const struct host_compressor *host_compressor_named(const char *name);

#endif
