/* SPDX-License-Identifier: MIT
 *
 * An index file that is there: opened, checked, and asked for places and facts. It is read with
 * pread, part by part; a file that changes meanwhile is a damaged one. Memory: its tables, and one
 * block.
 *
 * Nothing is reported to the user here; ARCHIVE_INDEX_* says what to report.
 */
#ifndef ARCHIVE_INDEX_OPEN_H
#define ARCHIVE_INDEX_OPEN_H

#include <stdbool.h>
#include <stdint.h>

#include "host/error.h"
#include "host/input.h"
#include "teetape/index.h"

/* What follows the name of a recording. */
#define ARCHIVE_INDEX_SUFFIX ".ttidx"

/* Tables above this are not read: those of recordings of 500 GiB have it. */
#define ARCHIVE_INDEX_TABLES_MAX ((uint64_t)64 << 20)

enum archive_index_status {
    ARCHIVE_INDEX_GOOD,
    ARCHIVE_INDEX_NONE,    /* there is no such file */
    ARCHIVE_INDEX_NO_FILE, /* of its name there is a folder, FIFO, socket or device: no index */
    ARCHIVE_INDEX_OLD,     /* it is of an older version */
    ARCHIVE_INDEX_DAMAGED, /* it is no index, one of a later version, or damaged */
    ARCHIVE_INDEX_OTHER,   /* of another recording, or the recording was changed */
    ARCHIVE_INDEX_GREW,    /* the recording has grown since */
    ARCHIVE_INDEX_DIFFERS, /* for verify: it is not what an index of the recording would be */
    ARCHIVE_INDEX_SYSTEM   /* it, or the recording, cannot be read */
};

struct archive_index;

/* The name of a recording's index file: beside it, or in `folder` (may be NULL) under the
 * recording's whole path, so that no two can have the same. NULL when there is no memory, or no
 * such recording: errno says why. To be freed. */
char *archive_index_path(const char *recording, const char *folder);

/* Makes the folders that a path goes through, where they are missing. */
bool archive_index_make_folders(const char *path, struct host_error *error);

/* Opens an index and checks head, tables and foot. NULL when it is not good: then `*status` says
 * why, and for SYSTEM `*error`. */
struct archive_index *archive_index_open(const char *path, enum archive_index_status *status,
                                         struct host_error *error);

/* The first bytes of a recording, as many as the header of the indexed one has, in new memory;
 * fewer when it has no more. For archive_index_fits. NULL when it cannot be read. */
uint8_t *archive_index_header(const struct archive_index *index, const char *recording,
                              const struct host_stop *stop, size_t *size);

/* Whether it is of the recording at `path` with this header, as far as size and header show: GOOD,
 * OTHER, GREW or SYSTEM. GREW is said only of a recording that can grow. `header` are the first
 * bytes of the recording, up to the end of its header (see index.h) or more. */
enum archive_index_status archive_index_fits(struct archive_index *index, const char *path,
                                             tt_bytes header);

/* Why the last call below or above that failed could not read; status TT_OK when it could,
 * and what it read is damaged. */
const struct host_error *archive_index_error(const struct archive_index *index);

const tt_index_foot *archive_index_foot(const struct archive_index *index);
uint64_t archive_index_size(const struct archive_index *index);

/* See tt_index_find and tt_index_block_at. */
uint32_t archive_index_find(const struct archive_index *index, int32_t tick);
tt_index_block archive_index_block(const struct archive_index *index, uint32_t block);

/* The state or the facts of a block, with the right sum. False when they are damaged or cannot be
 * read. Valid until the next of the calls from here to archive_index_copy that reads: they share
 * one buffer. */
bool archive_index_state(struct archive_index *index, uint32_t block, tt_bytes *state);
bool archive_index_facts(struct archive_index *index, uint32_t block, tt_bytes *facts);

/* Takes a fact. It remains valid during the call alone. */
typedef void archive_fact_fn(void *user, const tt_fact *fact);

/* Calls `on_fact` for the facts of the kinds in `kinds` (a sum of TT_FACT_BIT) of the blocks
 * [from, to). False when a block is damaged. Facts that were given before that may be wrong. */
bool archive_index_each(struct archive_index *index, uint32_t from, uint32_t to, uint64_t kinds,
                        archive_fact_fn *on_fact, void *user);

/* The last access point that is not after raw byte `offset`, with its window, for
 * host_input_seek: `count` is 0 or 1. False when it is damaged or cannot be read. The window
 * remains until the next such call. */
bool archive_index_access_point(struct archive_index *index, uint64_t offset,
                                struct host_access_point *point, size_t *count);

/* Bytes of the recording that are decompressed and dropped at most to go to a place: the largest
 * distance of two places to begin at. 0 for a plain file. */
uint64_t archive_index_granularity(const struct archive_index *index);

/* Copies bytes [from, to) of the index file. False when it cannot be read. */
struct host_output;
bool archive_index_copy(struct archive_index *index, uint64_t from, uint64_t to,
                        struct host_output *out);

void archive_index_close(struct archive_index *index);

#endif
