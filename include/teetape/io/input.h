/* SPDX-License-Identifier: MIT
 *
 * Reads the bytes of a recording from a path or stdin, piece by piece, and decompresses them.
 * The first bytes of the file, not its name, decide how it is compressed.
 *
 *     tt_io_input *in = tt_io_input_open(path, NULL, &error);
 *     if (in == NULL) ...                      // error.text
 *     while ((status = tt_io_input_next(in, &piece)) == TT_IO_INPUT_PIECE)
 *         use(piece);
 *     if (status == TT_IO_INPUT_FAILED)
 *         fprintf(stderr, "%s: %s\n", path, tt_io_input_error(in)->text);
 *     tt_io_input_close(in);
 *
 * An input uses read(2) and no mapping, so a file may grow or shrink meanwhile. Memory: 320 KiB,
 * plus that of the decompressor. One input belongs to one thread at a time; different inputs may
 * be read by different threads.
 *
 * teetape/input.h is something else: what players press.
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

/** An open input. */
typedef struct tt_io_input tt_io_input;

/** Options of an input. Zeros are the defaults. */
typedef struct tt_io_input_options {
    /** Waits for more bytes at the end of a regular file, because a server may still be writing it.
     * The end of a pipe is always an end. */
    bool follow;
    unsigned wait_ms; /**< longest wait of one call for more bytes, in milliseconds; 0: 150 */
    /** Ends waiting and reading early; must remain valid until the close. NULL: tt_io_stop_all ends
     * waiting. */
    const tt_io_stop *stop;
    /** Compares the recording with its checksum in a tape. Every other checksum is always compared.
     */
    bool checks_sum;
    bool as_stored; /**< gives the bytes of the file without decompression */
    /** Receives the places where decompression can begin, each before the piece that begins there.
     * For .xz only if the file has its table at the end. May be NULL. */
    tt_io_access_point_fn *on_access_point;
    void *access_point_user;     /**< handed to on_access_point */
    uint64_t access_point_every; /**< least distance of two access points, in raw bytes; 0: 1 MiB */
} tt_io_input_options;

/** The results of tt_io_input_next. */
typedef enum tt_io_input_status {
    TT_IO_INPUT_PIECE, /**< a piece of at least one byte */
    TT_IO_INPUT_END,   /**< the end, now and on every later call */
    TT_IO_INPUT_IDLE,  /**< `follow`: nothing new came during one wait. The caller may call again */
    TT_IO_INPUT_STOPPED, /**< the stop was raised. Later calls give this too while it is raised;
                            no bytes are lost */
    TT_IO_INPUT_FAILED   /**< a failure, now and on every later call; see tt_io_input_error */
} tt_io_input_status;

/** Opens `path`; "-" is stdin. `options` may be NULL and is copied. NULL on failure, with *error
 * filled; a folder is a failure too. Nothing is read yet: data that is compressed in a format that
 * this build lacks is reported by tt_io_input_next, with TT_ERR_UNSUPPORTED. */
TT_IO_API tt_io_input *tt_io_input_open(const char *path, const tt_io_input_options *options,
                                        tt_io_error *error);

/** Gives the next bytes after decompression. The piece is valid until the next call with this
 * input. Everything before a damage is given before TT_IO_INPUT_FAILED. */
TT_IO_API tt_io_input_status tt_io_input_next(tt_io_input *in, tt_bytes *piece);

/** Makes the next call of tt_io_input_next give the last piece again. The last call must have given
 * a piece. For a caller that looks at the first piece to choose a reader. */
TT_IO_API void tt_io_input_again(tt_io_input *in);

/** Moves to the next block of .xz or .tape, or to the next frame of .zst with a seek table, after
 * TT_IO_INPUT_FAILED with TT_ERR_COMPRESSED_DATA. *missing is the number of raw bytes that are
 * left out. False, with nothing changed, when there is no further block, or when the input
 * cannot seek. */
TT_IO_API bool tt_io_input_pass(tt_io_input *in, uint64_t *missing);

/** Returns the error of the last call, with the path; status TT_OK when the call did not fail.
 * Owned by the input, valid until the close. */
TT_IO_API const tt_io_error *tt_io_input_error(const tt_io_input *in);

/** Counts of the bytes of an input. */
typedef struct tt_io_input_counts {
    uint64_t size;  /**< bytes of the file as stored, when it was opened; 0 when unknown */
    uint64_t read;  /**< bytes read so far, as stored */
    uint64_t given; /**< bytes given by tt_io_input_next so far, after decompression */
} tt_io_input_counts;

/** Returns how many bytes were read and given so far. */
TT_IO_API tt_io_input_counts tt_io_input_count(const tt_io_input *in);

/** Closes and frees an input. stdin remains open. NULL is fine. */
TT_IO_API void tt_io_input_close(tt_io_input *in);

#ifdef __cplusplus
}
#endif

#endif
