/* SPDX-License-Identifier: MIT
 *
 * Compression on the way to a file, through one struct of functions: one file per format, one
 * table (compress.c). What comes out is what the usual tools of each format read; .xz and .zst are
 * made of pieces that can be decompressed alone, so that input.h can seek in them. Who writes a
 * file takes file.h, which compresses as the name asks.
 */
#ifndef HOST_COMPRESS_H
#define HOST_COMPRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/error.h"
#include "host/output.h"
#include "teetape/bytes.h"

/* All zero is the default. */
struct host_compress_options {
    int level;        /* 0 is the format's own default */
    unsigned threads; /* that compress; 0 is 1. The result is the same for any number */
};

/* A format. The functions give 0 or an errno value. */
struct host_compressor {
    const char *name;       /* as the codec of the same format has it */
    const char *ending;     /* of file names: ".xz" */
    const char *library;    /* what it needs */
    int least, most, usual; /* levels */
    size_t block; /* raw bytes of each piece that can be decompressed alone; 0: there are none */

    /* A new one that writes to `to`; NULL when there is no memory. The member itself is NULL when
     * this build goes without the library. */
    void *(*open)(const struct host_compress_options *options, struct host_output *to);
    int (*add)(void *state, tt_bytes raw);
    int (*finish)(void *state); /* after the last add */
    void (*close)(void *state); /* frees it, finished or not */
};

extern const struct host_compressor host_compressor_xz;
extern const struct host_compressor host_compressor_zstd;
extern const struct host_compressor host_compressor_gz;

/* The table, ended by NULL. */
extern const struct host_compressor *const host_compressors[];

/* The format that a file's name asks for by its ending (ending.h), NULL for none. */
const struct host_compressor *host_compressor_of(const char *path);

/* The format of this name, NULL for none. */
const struct host_compressor *host_compressor_named(const char *name);

/* A filter: what is written to `out` arrives compressed in another output. The caller places it;
 * it must not be moved while it is open. */
struct host_compress {
    struct host_output out; /* takes raw bytes; its errors are those of both outputs */

    /* for compress.c */
    const struct host_compressor *kind;
    void *state;
};

/* Puts a compressor in front of `to`, which remains open and the caller's. False on failure, with
 * *error filled; nothing has to be closed then. */
bool host_compress_open(struct host_compress *c, const struct host_compressor *kind,
                        const struct host_compress_options *options, struct host_output *to,
                        struct host_error *error);

/* Writes what is left and the end of the format. False when that, or any write before, failed. `to`
 * is not flushed. */
bool host_compress_close(struct host_compress *c, struct host_error *error);

/* Gives up without an end. */
void host_compress_discard(struct host_compress *c);

#endif
