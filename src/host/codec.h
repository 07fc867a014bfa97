/* SPDX-License-Identifier: MIT
 *
 * Compression formats, each a struct of functions: one file per format, one table (codec.c). The
 * first bytes of the data decide the format, never a file's name. Several compressed members in a
 * row are one stream, as in the tools of each format.
 */
#ifndef HOST_CODEC_H
#define HOST_CODEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "teetape/bytes.h"
#include "teetape/io/access_point.h"
#include "teetape/io/error.h"

/* Bytes of the longest magic, that of xz. */
#define HOST_CODEC_PROBE 6

/* The most memory that decompressing one file may take: xz -9 needs 65 MiB, zstd --long=27 128 MiB.
 * Only hostile files need more. */
#define HOST_CODEC_MEMORY_MIB 256
#define HOST_CODEC_MEMORY ((uint64_t)HOST_CODEC_MEMORY_MIB << 20)
/* The window that zstd accepts and `zstd --long` writes, as a power of two: 128 MiB. */
#define HOST_CODEC_ZSTD_WINDOW_LOG 27

enum host_codec_status {
    HOST_CODEC_GO,    /* call again, with more input if it was all used */
    HOST_CODEC_END,   /* all members are over and the input is at its end */
    HOST_CODEC_FAILED /* the error is filled; `given` may still hold good bytes */
};

/* Asks for the access points of the data. Codecs offer every access point that they meet, and
 * codec_common.c leaves out those that come too soon. */
struct host_codec_watch {
    tt_io_access_point_fn *tell; /* receives each access point; NULL when nobody wants them */
    void *user;
    uint64_t every; /* the least raw bytes between two access points */
    uint64_t last;  /* raw offset of the last access point that was reported */
};

/* tti_host_codec_wants is true when an access point at `raw` is far enough from the last one.
 * tti_host_codec_tell reports the access point in that case. */
bool tti_host_codec_wants(const struct host_codec_watch *watch, uint64_t raw);
void tti_host_codec_tell(struct host_codec_watch *watch, const tt_io_access_point *point);

/* Data that can be read at any offset, in a file or in memory. Reading it does not move the file's
 * position. */
struct host_codec_file {
    int fd;
    const uint8_t *memory; /* the data in memory; NULL for a file */
    uint64_t begin;        /* offset in the file at which the data begins */
    uint64_t size;
};

/* Reads exactly `size` bytes. False with an error; TT_ERR_COMPRESSED_DATA when the file is
 * shorter. */
bool tti_host_codec_read_at(const struct host_codec_file *file, uint64_t offset, uint8_t *dst,
                            size_t size, tt_io_error *error);

/* Input and output of one step. A step need not use all of `in`, nor fill `out`. */
struct host_codec_io {
    tt_bytes in; /* input that is not used yet; a step moves its begin forward */
    bool last;   /* `in` holds the last bytes of the input */
    bool sums;   /* compare the checksum of the whole file, too, if the format has one that costs
                    time; the same in every step */
    uint8_t *out;
    size_t out_size;
    tt_bytes given; /* result of a step, in `out`; plain data remains in the input itself */
    struct host_codec_watch *watch;
};

/* A compression format. Every format of this build can be read from front to back; the functions
 * from map_open on are for seeking. */
struct host_codec {
    const char *name;
    const char *library; /* the library that the format needs, or NULL */

    /* Returns the version of the linked library; NULL in a build without it. */
    const char *(*version)(void);

    /* The first bytes of the format. If an input is shorter, the beginning of a magic is enough:
     * such a file was cut and is damaged. Plain data has no magic. */
    uint8_t magic[6];
    size_t magic_size;
    size_t least; /* the fewest first bytes that are a beginning of the magic */

    /* Recognizes a beginning other than the magic, from 1 to HOST_CODEC_PROBE first bytes. May be
     * NULL. */
    bool (*probe)(tt_bytes first);

    /* Returns a new decompressor, or NULL with an error. The member is NULL in a build without the
     * library. */
    void *(*open)(tt_io_error *error);

    /* Uses some of io->in and gives some bytes. A step that does neither has an empty io->in that
     * is not the last, or returns END or FAILED. */
    enum host_codec_status (*step)(void *state, struct host_codec_io *io, tt_io_error *error);

    /* Prepares a state for another input, which costs less than close and open. After false the
     * caller must close the state. May be NULL. */
    bool (*reset)(void *state);
    void (*close)(void *state);

    /* The following functions are for seeking, and may be NULL.
     *
     * Reads the access points that the file itself has. NULL with TT_OK means that it has no
     * reliable table; NULL with another status, that the system failed. */
    void *(*map_open)(const struct host_codec_file *file, tt_io_error *error);
    void (*map_close)(void *map);

    /* Finds the last access point at or before `raw`, and the first one after `raw`, if there is
     * one. */
    tt_io_access_point (*map_find)(const void *map, uint64_t raw);
    bool (*map_next)(const void *map, uint64_t raw, tt_io_access_point *place);
    bool map_tells; /* the map gives the access points, because the decoder does not notice them */

    /* Returns the largest distance between two access points. */
    uint64_t (*map_widest)(const void *map);

    bool fails_in_block; /* damage of a block shows before a byte of the block is given */
    bool needs_map;      /* begin_at takes only access points of the file's own map */

    /* Makes a new state begin at an access point. The point comes from `map`, or without a map from
     * a caller who may be wrong. If place->bits is not 0, `before` is the byte in front of it. The
     * map must outlive the state. */
    bool (*begin_at)(void *state, const void *map, const tt_io_access_point *place, uint8_t before,
                     tt_io_error *error);
};

/* The formats of this build. Plain data accepts any bytes, so it is the last one. */
extern const struct host_codec tti_host_codec_xz;
extern const struct host_codec tti_host_codec_zstd;
extern const struct host_codec tti_host_codec_gz;
extern const struct host_codec tti_host_codec_tape;
extern const struct host_codec tti_host_codec_plain;

/* All formats, in the order in which they are tried. NULL ends the list. */
extern const struct host_codec *const tti_host_codecs[];

/* Returns the format of data that begins with `first`, never NULL. Its `open` is NULL if this build
 * lacks the library. */
const struct host_codec *tti_host_codec_find(tt_bytes first);

/* Returns true when `first` and `magic` agree up to the end of the shorter one. */
bool tti_host_codec_begins(tt_bytes first, const uint8_t *magic, size_t size);

#endif
