/* SPDX-License-Identifier: MIT
 *
 * Compressors for outputs: one source for each format, one table of them (compress.c).
 */
#ifndef HOST_COMPRESS_CALLS_H
#define HOST_COMPRESS_CALLS_H

#include <stdbool.h>

#include "teetape/bytes.h"
#include "teetape/io/compress.h"
#include "teetape/io/error.h"
#include "teetape/io/output.h"

/* Options of a compressor. Zeros are the defaults. A NULL pointer to the options means the
 * defaults, too. */
struct host_compress_options {
    int level;        /* level of compression; 0 is the format's own default */
    unsigned threads; /* number of threads; 0 counts as 1; the result is the same for any number */
};

struct host_tape_points;

/* The functions of a compressor: raw bytes go in, compressed ones go to the other output. They
 * return 0 or an errno value. */
struct tt_io_compressor_calls {
    /* Makes a compressor that writes to `to`; NULL without memory. */
    void *(*open)(const struct host_compress_options *options, tt_io_output *to);
    int (*add)(void *state, tt_bytes raw);
    int (*finish)(void *state);
    void (*close)(void *state); /* frees the state, finished or not */

    /* Tapes alone, else NULL: see tti_host_file_begin_index. begin_index returns 0 or an errno
     * value. */
    int (*begin_index)(void *state, struct host_tape_points *points);
    void (*end_index)(void *state, bool is_whole);
};

/* All compressors; NULL ends the list. */
extern const tt_io_compressor *const tti_host_compressors[];

extern const tt_io_compressor tti_host_compressor_gz;

/* Finds the compressor with this `name`; NULL when there is none. */
const tt_io_compressor *tti_host_compressor_named(const char *name);

/* A filter: bytes written to `out` arrive compressed in another output. The struct must not be
 * moved while it is open. */
struct host_compress {
    tt_io_output out; /* takes raw bytes; reports the errors of both outputs */

    /* Only compress.c uses the members from here on. */
    const tt_io_compressor *kind;
    void *state;
};

/* Puts a compressor in front of `to`, which remains the caller's. After a failure nothing has to be
 * closed. */
bool tti_host_compress_open(struct host_compress *c, const tt_io_compressor *kind,
                            const struct host_compress_options *options, tt_io_output *to,
                            tt_io_error *error);

/* Writes the rest and the end of the format. Returns false when this write or an earlier one
 * failed. `to` is not flushed. */
bool tti_host_compress_close(struct host_compress *c, tt_io_error *error);

/* Closes the compressor without writing the end of the format. */
void tti_host_compress_discard(struct host_compress *c);

extern const tt_io_compressor tti_compressor_xz;

/* Writes .zst files with a seek table. */
extern const tt_io_compressor tti_compressor_zstd;

extern const tt_io_compressor tti_compressor_tape;

#endif
