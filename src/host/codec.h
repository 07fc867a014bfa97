/* SPDX-License-Identifier: MIT
 *
 * Compression behind one struct of functions: one file per format, one table (codec.c).
 * input.c feeds them; nobody else has to know which one is at work.
 *
 * A format is told by the first bytes of the data, never by a file's name. Several
 * compressed members in a row are one stream, as the tools of each format have it.
 */
#ifndef HOST_CODEC_H
#define HOST_CODEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/error.h"
#include "teetape/bytes.h"

/* So many first bytes decide the format. */
#define HOST_CODEC_PROBE 6

/* The most memory that decompressing one file may take: xz -9 needs 65 MiB, zstd --long=27
 * 128 MiB. More is only found in files made to be awkward. */
#define HOST_CODEC_MEMORY_MIB 256
#define HOST_CODEC_ZSTD_WINDOW_LOG 27

enum host_codec_status {
    HOST_CODEC_GO,    /* call again, with more input if it was all used */
    HOST_CODEC_END,   /* all members are over and the input is at its end */
    HOST_CODEC_FAILED /* the error is filled; `given` may still hold good bytes */
};

/* One step's bytes. */
struct host_codec_io {
    tt_bytes in; /* input that was not used yet; a step moves its begin forward */
    bool last;   /* nothing comes after `in` */
    uint8_t *out;
    size_t out_size;
    tt_bytes given; /* result: in `out`, or for plain data in the input itself */
};

struct host_codec {
    const char *name;    /* "xz" */
    const char *library; /* "liblzma", NULL when none is needed */

    /* The version of the library that is linked. NULL when this build goes without it. */
    const char *(*version)(void);

    /* Whether data with these first bytes is of this format. There are HOST_CODEC_PROBE
     * of them, or fewer when that is the whole input: the beginning of a magic is then enough, so
     * that a file that was cut there is called damaged. Never called with none. */
    bool (*probe)(tt_bytes first);

    /* A new decompressor, NULL and an error when it cannot be had. The member itself is
     * NULL when this build goes without the library. */
    void *(*open)(struct host_error *error);

    /* Uses some of io->in and gives some bytes. Without a result of either kind it is
     * because io->in is empty and not the last, or because of END or FAILED. */
    enum host_codec_status (*step)(void *state, struct host_codec_io *io, struct host_error *error);

    /* Frees what open made. */
    void (*close)(void *state);
};

/* The formats. Plain data is the last: it takes what no other wants. */
extern const struct host_codec host_codec_xz;
extern const struct host_codec host_codec_zstd;
extern const struct host_codec host_codec_gz;
extern const struct host_codec host_codec_plain;

/* The table, ended by NULL, for `teetape --version`. */
extern const struct host_codec *const host_codecs[];

/* The format of data that begins with `first` (see probe). Never NULL; whether this build can read
 * it is another question (`open`). */
const struct host_codec *host_codec_find(tt_bytes first);

/* Whether `first` agrees with `magic` as far as both go. For the probes. */
bool host_codec_begins(tt_bytes first, const uint8_t *magic, size_t size);

#endif
