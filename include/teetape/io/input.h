/* SPDX-License-Identifier: MIT
 *
 * The bytes of a recording: from a path, stdin, an open file or memory, decompressed, and handed
 * out piece by piece.
 *
 *     tt_io_input *in = tt_io_input_open(path, NULL, &error);
 *     while ((status = tt_io_input_next(in, &piece)) == TT_IO_INPUT_PIECE) ...
 *     if (status == TT_IO_INPUT_FAILED) ... tt_io_input_error(in)->text
 *     tt_io_input_close(in);
 *
 * It reads with read(2) into a buffer of its own and maps nothing, so a file that grows or
 * shrinks meanwhile is harmless. Memory: 320 KiB and the decompressor's (codec.h). One
 * input belongs to one thread at a time.
 */
#ifndef TEETAPE_IO_INPUT_H
#define TEETAPE_IO_INPUT_H

#include <stdbool.h>
#include <stdint.h>

#include "teetape/bytes.h"
#include "teetape/io/access_point.h"
#include "teetape/io/error.h"
#include "teetape/io/export.h"
#include "teetape/io/stop.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tt_io_input tt_io_input;

/** All zero is the default. */
typedef struct tt_io_input_options {
    /** At the end of a regular file wait for more, because a server may still be writing it.
     * The end of a pipe is an end in any case. */
    bool follow;
    unsigned wait_ms; /**< how long one wait for more lasts at most; 0 is 150 */
    /** Ends waiting and reading early. NULL: tt_io_stop_all does so, but for waiting alone. */
    const tt_io_stop *stop;
    /** The bytes as the file has them: nothing is decompressed. */
    bool as_stored;
    /** Hears of the places where decompression could begin, each at the latest before the piece
     * that begins there. For .xz only if the file has its table at the end. May be NULL. */
    tt_io_access_point_fn *on_access_point;
    void *access_point_user;     /**< handed to on_access_point */
    uint64_t access_point_every; /**< raw bytes between two access points at least; 0 is 1 MiB */
} tt_io_input_options;

typedef enum tt_io_input_status {
    TT_IO_INPUT_PIECE,   /**< a piece of at least one byte */
    TT_IO_INPUT_END,     /**< the end; the same again on every later call */
    TT_IO_INPUT_IDLE,    /**< following: nothing new came during one wait. Call again, or stop */
    TT_IO_INPUT_STOPPED, /**< the stop flag was raised; calling again goes on with the same */
    TT_IO_INPUT_FAILED   /**< see tt_io_input_error; the same again on every later call */
} tt_io_input_status;

/** Opens `path`, "-" for stdin. `options` may be NULL and is copied. NULL on failure, with
 * *error filled; a folder is a failure too. Nothing is read yet, so compressed data that this
 * build cannot read is only found by tt_io_input_next. */
TT_IO_API tt_io_input *tt_io_input_open(const char *path, const tt_io_input_options *options,
                                        tt_io_error *error);

/** The same for a file or pipe that is open already, from its place on. It is read with read(2) and
 * lseek(2) of `fd`, which remains open and the caller's. `name` is for errors; it may be NULL. */
TT_IO_API tt_io_input *tt_io_input_open_fd(int fd, const char *name,
                                           const tt_io_input_options *options, tt_io_error *error);

/** The same for bytes in memory, compressed or not, which remain the caller's and must not change
 * until the input is closed. They can be sought in like a file, and are never followed. */
TT_IO_API tt_io_input *tt_io_input_open_bytes(tt_bytes bytes, const tt_io_input_options *options,
                                              tt_io_error *error);

/** The next bytes after decompression. The piece remains valid until the next call. Everything
 * that could be decompressed before a damage is given before TT_IO_INPUT_FAILED. */
TT_IO_API tt_io_input_status tt_io_input_next(tt_io_input *in, tt_bytes *piece);

/** The next call of tt_io_input_next gives once more what the last one gave, which must have been a
 * piece: for a caller that looks at a piece to find out who shall read it. */
TT_IO_API void tt_io_input_again(tt_io_input *in);

/** Goes on at raw byte `offset` (0 is the start; not after the end), back or forth:
 * tt_io_input_next gives what lies there. Plain files, .xz and .zst with a seek table know their
 * places themselves; for others `points`, `count` places in ascending order such as on_access_point
 * told, say where decompression can begin (NULL and 0: nowhere but at the start). From the best
 * place on, what comes before `offset` is decompressed and dropped: by tt_io_input_next, so a
 * damage on the way is reported there. Every place is checked as far as the format allows: what the
 * table says against the blocks and frames themselves, and their checksums; after a gzip access
 * point there is no checksum before the next member. False when the file cannot be sought in (a
 * pipe, or one that is followed) or on a failure: see tt_io_input_error; then it has to be opened
 * again. */
TT_IO_API bool tt_io_input_seek(tt_io_input *in, uint64_t offset, const tt_io_access_point *points,
                                size_t count);

/** After TT_IO_INPUT_FAILED by damage: goes on at the next place that the file itself knows, a
 * block of .xz or a frame of .zst with a seek table. *missing: how many raw bytes before it were
 * not given. False when there is none, or the file cannot be sought in; then everything is as it
 * was.
 */
TT_IO_API bool tt_io_input_pass(tt_io_input *in, uint64_t *missing);

/** How many raw bytes have to be decompressed and dropped at most before a place, with `points` as
 * above: the largest distance of two places to begin at, 0 for a plain file. For one .xz block that
 * is all of it. UINT64_MAX when it is not known: then a seek costs as much as reading to the place.
 */
TT_IO_API uint64_t tt_io_input_granularity(tt_io_input *in, const tt_io_access_point *points,
                                           size_t count);

/** Why the last call failed, with the path; status TT_OK when it did not. Valid until close. */
TT_IO_API const tt_io_error *tt_io_input_error(const tt_io_input *in);

/** Turns following on or off. Off: what is there is read to its end, which then is
 * TT_IO_INPUT_END, or for compressed data perhaps a failure. */
TT_IO_API void tt_io_input_follow(tt_io_input *in, bool follow);

/** How far it is. */
typedef struct tt_io_input_counts {
    uint64_t size;  /**< of the file when it was opened, as stored; 0 when not known */
    uint64_t read;  /**< bytes read, as stored */
    uint64_t given; /**< bytes handed out by tt_io_input_next */
} tt_io_input_counts;
TT_IO_API tt_io_input_counts tt_io_input_count(const tt_io_input *in);

/** "plain", "xz", "zstd" or "gzip"; "" before the first bytes were seen. */
TT_IO_API const char *tt_io_input_codec(const tt_io_input *in);

/** Frees everything; does not close stdin. NULL is fine. */
TT_IO_API void tt_io_input_close(tt_io_input *in);

#ifdef __cplusplus
}
#endif

#endif
