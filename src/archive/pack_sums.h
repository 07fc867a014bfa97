/* SPDX-License-Identifier: MIT
 *
 * Sums of a file's raw bytes, one for each chunk of equal size, so that a copy can be compared by
 * many threads at once.
 */
#ifndef ARCHIVE_PACK_SUMS_H
#define ARCHIVE_PACK_SUMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "teetape/bytes.h"
#include "teetape/hash.h"
#include "teetape/io/error.h"
#include "teetape/io/stop.h"

/* Sums of a stream, as far as it was added. 8 bytes a chunk: 2 MiB for 256 GiB with chunks of a
 * MiB. */
struct archive_sums {
    size_t chunk;        /* bytes */
    uint64_t *list;      /* XXH64 of each full chunk; of malloc */
    size_t count, space; /* of `list`: used, and for how many there is memory */
    uint64_t bytes;      /* of all */
    tt_xxh64 open;       /* of the chunk that is not full */
};

/* Begins; to be freed in any case. `chunk` is not 0. */
void tti_archive_sums_start(struct archive_sums *sums, size_t chunk);
bool tti_archive_sums_add(struct archive_sums *sums, tt_bytes bytes); /* false: no memory */
/* The rest becomes a chunk of its own, if there is any. False without memory. */
bool tti_archive_sums_end(struct archive_sums *sums);
void tti_archive_sums_free(struct archive_sums *sums);

/* How a file is compared. */
struct tti_archive_compare {
    const char *path;                /* of the file that was written */
    const struct archive_sums *sums; /* what was meant, ended; its chunks divide the file */
    uint64_t granularity;            /* at most this one is expected */
    unsigned threads;                /* 1 or more */
    const tt_io_stop *stop;          /* may be NULL */
    void (*progress)(void *user, uint64_t raw); /* the caller's thread alone; may be NULL */
    void *user;                                 /* handed to `progress` */
};

/* Reads the file at `path` from many places at once. False when it does not hold exactly what
 * was summed up, with *error; or when stopped, then with status TT_OK. */
bool tti_archive_compare(const struct tti_archive_compare *compare, tt_io_error *error);

#endif
