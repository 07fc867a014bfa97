/* SPDX-License-Identifier: MIT
 *
 * Compression through one struct of functions: one file per format, one table (codec.c).
 * input.c feeds them. Apart from it only seeking (input_seek.c) and copying (plain.c) ask which
 * one is at work, and they ask no more than whether the data is plain.
 *
 * A format is recognized by the first bytes of the data, never by a file's name. Several
 * compressed members in a row are one stream, as the tools of each format have it.
 */
#ifndef HOST_CODEC_H
#define HOST_CODEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "teetape/bytes.h"
#include "teetape/io/access_point.h"
#include "teetape/io/error.h"

/* This many first bytes decide the format: those of the longest magic, which is that of xz. */
#define HOST_CODEC_PROBE 6

/* The most memory that decompressing one file may take: xz -9 needs 65 MiB, zstd --long=27
 * 128 MiB. More is only found in files made to be awkward. */
#define HOST_CODEC_MEMORY_MIB 256
#define HOST_CODEC_MEMORY ((uint64_t)HOST_CODEC_MEMORY_MIB << 20)
/* The window that zstd accepts without being asked for more, as a power of two: 128 MiB. It is also
 * what `zstd --long` writes. */
#define HOST_CODEC_ZSTD_WINDOW_LOG 27

/* What one step came to. */
enum host_codec_status {
    HOST_CODEC_GO,    /* call again, with more input if it was all used */
    HOST_CODEC_END,   /* all members are over and the input is at its end */
    HOST_CODEC_FAILED /* the error is filled; `given` may still hold good bytes */
};

/* Somebody who wants to know where decompression could begin. Codecs offer every place that they
 * meet, and codec_common.c leaves out those that come too soon, so a codec needs no arithmetic of
 * its own. */
struct host_codec_watch {
    tt_io_access_point_fn *tell; /* NULL: nobody */
    void *user;
    uint64_t every; /* raw bytes between two of them at least */
    uint64_t last;  /* raw offset of the one told last */
};

/* For codecs: whether a place at `raw` is far enough from the last; and reporting one if it is. */
bool tti_host_codec_wants(const struct host_codec_watch *watch, uint64_t raw);
void tti_host_codec_tell(struct host_codec_watch *watch, const tt_io_access_point *point);

/* Data that can be read at any place: of a file, or in memory. Tables, and the few bytes that a
 * seek has to look at, are read this way. The data itself comes through read(2), whose position is
 * not moved by this. */
struct host_codec_file {
    int fd;
    const uint8_t *memory; /* the data itself; NULL for a file */
    uint64_t begin;        /* where in the file the data begins */
    uint64_t size;         /* of the data */
};

/* All of `size` bytes at `offset` of the data. False with an error; one of status
 * TT_ERR_COMPRESSED_DATA when the file is shorter. */
bool tti_host_codec_read_at(const struct host_codec_file *file, uint64_t offset, uint8_t *dst,
                            size_t size, tt_io_error *error);

/* One step's bytes. The input makes one for each step and looks afterwards at what of `in` is left.
 * A step need not use all of `in`, nor fill `out`. */
struct host_codec_io {
    tt_bytes in; /* input that was not used yet; a step moves its begin forward */
    bool last;   /* nothing comes after `in` */
    uint8_t *out;
    size_t out_size;
    tt_bytes given;                 /* result: in `out`, or for plain data in the input itself */
    struct host_codec_watch *watch; /* never NULL */
};

/* A compression format. The first half is what reading from front to back takes, and every format
 * that this build has the library for has it. The second half is for seeking. */
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
    void *(*open)(tt_io_error *error);

    /* Uses some of io->in and gives some bytes. Without a result of either kind it is
     * because io->in is empty and not the last, or because of END or FAILED. */
    enum host_codec_status (*step)(void *state, struct host_codec_io *io, tt_io_error *error);

    /* Makes a state as new, for another input; cheaper than close and open. False when it cannot:
     * it is to be closed then. May be NULL. */
    bool (*reset)(void *state);

    /* Frees what open made. */
    void (*close)(void *state);

    /* Below: what it takes to begin in the middle. Each may be NULL.
     *
     * Reads the places that the file itself names. NULL with status TT_OK when it has no
     * table that can be relied on, NULL with another one when the system failed. */
    void *(*map_open)(const struct host_codec_file *file, tt_io_error *error);
    void (*map_close)(void *map);

    /* The last place at or before `raw`, and the first after `raw`, if there is one. */
    tt_io_access_point (*map_find)(const void *map, uint64_t raw);
    bool (*map_next)(const void *map, uint64_t raw, tt_io_access_point *place);
    bool map_tells; /* its decoder does not notice where it could begin, so the map has to report */

    /* The largest distance between two places. */
    uint64_t (*map_widest)(const void *map);

    /* Makes a new state begin at `place` instead of the start: the next step gets what is stored
     * there. The place comes from `map`, or from a stranger when that is NULL. `before` is
     * the byte in front of it if place->bits is not 0. The map outlives the state. */
    bool needs_map; /* a stranger's place is not enough */
    bool (*begin_at)(void *state, const void *map, const tt_io_access_point *place, uint8_t before,
                     tt_io_error *error);
};

/* The formats. Plain data is the last: it takes what no other wants. */
extern const struct host_codec tti_host_codec_xz;
extern const struct host_codec tti_host_codec_zstd;
extern const struct host_codec tti_host_codec_gz;
extern const struct host_codec tti_host_codec_plain;

/* The table, ended by NULL, for `teetape --version`. */
extern const struct host_codec *const tti_host_codecs[];

/* The format of data that begins with `first` (see probe). Never NULL; whether this build can read
 * it is another question (`open`). */
const struct host_codec *tti_host_codec_find(tt_bytes first);

/* Whether `first` agrees with `magic` as far as both go. For the probes. */
bool tti_host_codec_begins(tt_bytes first, const uint8_t *magic, size_t size);

#endif
