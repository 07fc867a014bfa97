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

struct archive_sums {
    size_t chunk; /* bytes */
    uint64_t *list;
    size_t count, space;
    uint64_t bytes; /* of all */
    tt_xxh64 open;  /* of the chunk that is not full */
};

void tti_archive_sums_start(struct archive_sums *sums, size_t chunk);
bool tti_archive_sums_add(struct archive_sums *sums, tt_bytes bytes); /* false: no memory */
bool tti_archive_sums_end(struct archive_sums *sums);
void tti_archive_sums_free(struct archive_sums *sums);

/* How a file is compared. */
struct tti_archive_compare {
    const char *path;
    const struct archive_sums *sums;
    uint64_t granularity; /* at most this one is expected */
    unsigned threads;
    const tt_io_stop *stop;
    void (*progress)(void *user, uint64_t raw); /* the caller's thread alone; may be NULL */
    void *user;
};

/* Reads the file at `path` from many places at once. False when it does not hold exactly what
 * was summed up, with *error; or when stopped, then with status TT_OK. */
bool tti_archive_compare(const struct tti_archive_compare *compare, tt_io_error *error);

#endif
