/* SPDX-License-Identifier: MIT
 *
 * The bytes of a recording, all of them in reach: to be read at any place in any order.
 *
 * A plain file, or plain bytes in memory, are read where they are. What is compressed, or comes
 * through a pipe, is written to a temporary file (nameless.h) first, as far as it can be had.
 */
#ifndef HOST_PLAIN_H
#define HOST_PLAIN_H

#include "host/input.h"

/* The caller places it. */
struct host_plain {
    uint64_t size;            /* bytes */
    struct host_error damage; /* of the compressed data; status TT_OK when there is none */
    struct host_error error;  /* of the last read that failed; the same */

    /* for plain.c */
    int fd;                /* -1 for none */
    const uint8_t *memory; /* NULL for none */
    uint64_t begin;        /* where in the file they begin */
    char path[HOST_PATH_CAP];
};

/* Told how many bytes of the file, as it is stored, are read by now. */
typedef void host_plain_progress_fn(void *user, uint64_t read_so_far);

/* Takes the bytes of `in`, an input of any kind of which nothing was handed out yet. It remains the
 * caller's and may be closed before `plain`; but bytes in memory must not go. False on failure, and
 * when the user wants to leave (then *error has status TT_OK): nothing has to be closed. */
bool host_plain_open(struct host_plain *plain, struct host_input *in,
                     host_plain_progress_fn *progress, void *user, struct host_error *error);
void host_plain_close(struct host_plain *plain);

/* Reads up to `size` bytes at `offset`. The result is how many; fewer than `size` at the end, and
 * when reading fails: then plain->error says why. */
size_t host_plain_read(struct host_plain *plain, uint64_t offset, uint8_t *dst, size_t size);

#endif
