/* SPDX-License-Identifier: MIT
 *
 * The bytes of a recording: from a path, stdin, an open file or memory, decompressed, and handed
 * out piece by piece.
 *
 *     struct host_input *in = host_input_open(path, NULL, &error);
 *     while ((status = host_input_next(in, &piece)) == HOST_INPUT_PIECE) ...
 *     if (status == HOST_INPUT_FAILED) ... host_input_error(in)->text
 *     host_input_close(in);
 *
 * It reads with read(2) into a buffer of its own and maps nothing, so a file that grows or
 * shrinks meanwhile is harmless. Memory: 320 KiB and the decompressor's (codec.h). One
 * input belongs to one thread at a time.
 */
#ifndef HOST_INPUT_H
#define HOST_INPUT_H

#include <stdbool.h>
#include <stdint.h>

#include "host/access_point.h"
#include "host/error.h"
#include "host/stop.h"
#include "teetape/bytes.h"

struct host_input;

/* All zero is the default. */
struct host_input_options {
    /* At the end of a regular file wait for more, because a server may still be writing it.
     * The end of a pipe is an end in any case. */
    bool follow;
    unsigned wait_ms;             /* how long one wait for more lasts at most; 0 is 150 */
    const struct host_stop *stop; /* ends waiting and reading early; may be NULL */
    /* Hears of the places where decompression could begin, each at the latest before the piece
     * that begins there. For .xz only if the file has its table at the end. May be NULL. */
    host_access_point_fn *on_access_point;
    void *access_point_user;     /* handed to on_access_point */
    uint64_t access_point_every; /* raw bytes between two access points at least; 0 is 1 MiB */
};

enum host_input_status {
    HOST_INPUT_PIECE,   /* a piece of at least one byte */
    HOST_INPUT_END,     /* the end; the same again on every later call */
    HOST_INPUT_IDLE,    /* following: nothing new came during one wait. Call again, or stop */
    HOST_INPUT_STOPPED, /* the stop flag was raised; calling again goes on with the same */
    HOST_INPUT_FAILED   /* see host_input_error; the same again on every later call */
};

/* Opens `path`, "-" for stdin. `options` may be NULL and is copied. NULL on failure, with
 * *error filled; a folder is a failure too. Nothing is read yet, so compressed data that this
 * build cannot read is only found by host_input_next. */
struct host_input *host_input_open(const char *path, const struct host_input_options *options,
                                   struct host_error *error);

/* The same for a file or pipe that is open already, from its place on. It is read with read(2) and
 * lseek(2) of `fd`, which remains open and the caller's. `name` is for errors; it may be NULL. */
struct host_input *host_input_open_fd(int fd, const char *name,
                                      const struct host_input_options *options,
                                      struct host_error *error);

/* The same for bytes in memory, compressed or not, which remain the caller's and must not change
 * until the input is closed. They can be sought in like a file, and are never followed. */
struct host_input *host_input_open_bytes(tt_bytes bytes, const struct host_input_options *options,
                                         struct host_error *error);

/* The next bytes after decompression. The piece remains valid until the next call. Everything
 * that could be decompressed before a damage is given before HOST_INPUT_FAILED. */
enum host_input_status host_input_next(struct host_input *in, tt_bytes *piece);

/* The next call of host_input_next gives once more what the last one gave, which must have been a
 * piece: for a caller that looks at a piece to find out who shall read it. */
void host_input_again(struct host_input *in);

/* Goes on at raw byte `offset` (0 is the start; not after the end), back or forth: host_input_next
 * gives what lies there. Plain files, .xz and .zst with a seek table know their places themselves;
 * for others `points`, `count` places in ascending order such as on_access_point told, say where
 * decompression can begin (NULL and 0: nowhere but at the start). From the best place on, what
 * comes before `offset` is decompressed and dropped: by host_input_next, so a damage on the way is
 * reported there. Every place is checked as far as the format allows: what the table says against
 * the blocks and frames themselves, and their checksums; after a gzip access point there is no
 * checksum before the next member. False when the file cannot be sought in (a pipe, or one that is
 * followed) or on a failure: see host_input_error; then it has to be opened again. */
bool host_input_seek(struct host_input *in, uint64_t offset, const struct host_access_point *points,
                     size_t count);

/* After HOST_INPUT_FAILED by damage: goes on at the next place that the file itself knows, a block
 * of .xz or a frame of .zst with a seek table. *missing: how many raw bytes before it were not
 * given. False when there is none, or the file cannot be sought in; then everything is as it was.
 */
bool host_input_pass(struct host_input *in, uint64_t *missing);

/* How many raw bytes have to be decompressed and dropped at most before a place, with `points` as
 * above: the largest distance of two places to begin at, 0 for a plain file. For one .xz block that
 * is all of it. UINT64_MAX when it is not known: then a seek costs as much as reading to the place.
 */
uint64_t host_input_granularity(struct host_input *in, const struct host_access_point *points,
                                size_t count);

/* Why the last call failed, with the path; status TT_OK when it did not. Valid until close. */
const struct host_error *host_input_error(const struct host_input *in);

/* Turns following on or off. Off: what is there is read to its end, which then is
 * HOST_INPUT_END, or for compressed data perhaps a failure. */
void host_input_follow(struct host_input *in, bool follow);

/* How far it is. */
struct host_input_counts {
    uint64_t size;  /* of the file when it was opened, as stored; 0 when not known */
    uint64_t read;  /* bytes read, as stored */
    uint64_t given; /* bytes handed out by host_input_next */
};
struct host_input_counts host_input_count(const struct host_input *in);

/* "plain", "xz", "zstd" or "gzip"; "" before the first bytes were seen. */
const char *host_input_codec(const struct host_input *in);

/* Frees everything; does not close stdin. NULL is fine. */
void host_input_close(struct host_input *in);

#endif
