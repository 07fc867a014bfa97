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

#include "host/error.h"
#include "host/stop.h"
#include "teetape/bytes.h"
#include "teetape/hash.h"

struct archive_sums {
    size_t chunk; /* bytes */
    uint64_t *list;
    size_t count, space;
    uint64_t bytes; /* of all */
    tt_xxh64 open;  /* of the chunk that is not full */
};

void archive_sums_start(struct archive_sums *sums, size_t chunk);
bool archive_sums_add(struct archive_sums *sums, tt_bytes bytes); /* false: no memory */
bool archive_sums_end(struct archive_sums *sums);
void archive_sums_free(struct archive_sums *sums);

/* How a file is compared. */
struct archive_compare {
    const char *path;
    const struct archive_sums *sums;
    uint64_t granularity; /* at most this one is expected */
    unsigned threads;
    const struct host_stop *stop;
    void (*progress)(void *user, uint64_t raw); /* the caller's thread alone; may be NULL */
    void *user;
};

/* Reads the file at `path` from many places at once. False when it does not hold exactly what
 * was summed up, with *error; or when stopped, then of kind HOST_ERROR_NONE. */
bool archive_compare(const struct archive_compare *compare, struct host_error *error);

#endif
