/* SPDX-License-Identifier: MIT
 *
 * An index file that is there: opened, checked, and asked for places and facts. It is read with
 * pread, part by part; a file that changes meanwhile is a damaged one. Memory: its tables, and one
 * block.
 *
 * Nothing is reported to the user here; ARCHIVE_INDEX_* says what to report.
 */
#ifndef TEETAPE_IO_INDEX_H
#define TEETAPE_IO_INDEX_H

#include <stdbool.h>
#include <stdint.h>

#include "teetape/index.h"
#include "teetape/io/error.h"
#include "teetape/io/export.h"
#include "teetape/io/input.h"
#include "teetape/io/output.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What follows the name of a recording. */
#define TT_IO_INDEX_SUFFIX ".ttidx"

/** Tables above this are not read: those of recordings of 500 GiB have it. */
#define TT_IO_INDEX_TABLES_MAX ((uint64_t)64 << 20)

typedef enum tt_io_index_status {
    TT_IO_INDEX_GOOD,
    TT_IO_INDEX_NONE,    /**< there is no such file */
    TT_IO_INDEX_NO_FILE, /**< of its name there is a folder, FIFO, socket or device: no index */
    TT_IO_INDEX_OLD,     /**< it is of an older version */
    TT_IO_INDEX_DAMAGED, /**< it is no index, one of a later version, or damaged */
    TT_IO_INDEX_OTHER,   /**< of another recording, or the recording was changed */
    TT_IO_INDEX_GREW,    /**< the recording has grown since */
    TT_IO_INDEX_DIFFERS, /**< for verify: it is not what an index of the recording would be */
    TT_IO_INDEX_SYSTEM   /**< it, or the recording, cannot be read */
} tt_io_index_status;

typedef struct tt_io_index tt_io_index;

/** The name of a recording's index file: beside it, or in `folder` (may be NULL) under the
 * recording's whole path, so that no two can have the same. NULL when there is no memory, or no
 * such recording: errno says why. To be freed. */
TT_IO_API char *tt_io_index_path(const char *recording, const char *folder);

/** Makes the folders that a path goes through, where they are missing. */
TT_IO_API bool tt_io_index_make_folders(const char *path, tt_io_error *error);

/** Opens an index and checks head, tables and foot. NULL when it is not good: then `*status` says
 * why, and for SYSTEM `*error`. */
TT_IO_API tt_io_index *tt_io_index_open(const char *path, tt_io_index_status *status,
                                        tt_io_error *error);

/** The first bytes of a recording, as many as the header of the indexed one has, in new memory;
 * fewer when it has no more. For tt_io_index_fits. NULL when it cannot be read. */
TT_IO_API uint8_t *tt_io_index_header(const tt_io_index *index, const char *recording,
                                      const tt_io_stop *stop, size_t *size);

/** Whether it is of the recording at `path` with this header, as far as size and header show: GOOD,
 * OTHER, GREW or SYSTEM. GREW is said only of a recording that can grow. `header` are the first
 * bytes of the recording, up to the end of its header (see index.h) or more. */
TT_IO_API tt_io_index_status tt_io_index_fits(tt_io_index *index, const char *path,
                                              tt_bytes header);

/** Why the last call below or above that failed could not read; status TT_OK when it could,
 * and what it read is damaged. */
TT_IO_API const tt_io_error *tt_io_index_error(const tt_io_index *index);

TT_IO_API const tt_index_foot *tt_io_index_foot(const tt_io_index *index);
TT_IO_API uint64_t tt_io_index_size(const tt_io_index *index);

/** See tt_index_find and tt_index_block_at. */
TT_IO_API uint32_t tt_io_index_find(const tt_io_index *index, int32_t tick);
TT_IO_API tt_index_block tt_io_index_block(const tt_io_index *index, uint32_t block);

/** The state or the facts of a block, with the right sum. False when they are damaged or cannot be
 * read. Valid until the next of the calls from here to tt_io_index_copy that reads: they share
 * one buffer. */
TT_IO_API bool tt_io_index_state(tt_io_index *index, uint32_t block, tt_bytes *state);
TT_IO_API bool tt_io_index_facts(tt_io_index *index, uint32_t block, tt_bytes *facts);

/** Takes a fact. It remains valid during the call alone. */
typedef void tt_io_fact_fn(void *user, const tt_fact *fact);

/** Calls `on_fact` for the facts of the kinds in `kinds` (a sum of TT_FACT_BIT) of the blocks
 * [from, to). False when a block is damaged. Facts that were given before that may be wrong. */
TT_IO_API bool tt_io_index_each(tt_io_index *index, uint32_t from, uint32_t to, uint64_t kinds,
                                tt_io_fact_fn *on_fact, void *user);

/** The last access point that is not after raw byte `offset`, with its window, for
 * tt_io_input_seek: `count` is 0 or 1. False when it is damaged or cannot be read. The window
 * remains until the next such call. */
TT_IO_API bool tt_io_index_access_point(tt_io_index *index, uint64_t offset,
                                        tt_io_access_point *point, size_t *count);

/** Bytes of the recording that are decompressed and dropped at most to go to a place: the largest
 * distance of two places to begin at. 0 for a plain file. */
TT_IO_API uint64_t tt_io_index_granularity(const tt_io_index *index);

/** Copies bytes [from, to) of the index file. False when it cannot be read. */
TT_IO_API bool tt_io_index_copy(tt_io_index *index, uint64_t from, uint64_t to, tt_io_output *out);

TT_IO_API void tt_io_index_close(tt_io_index *index);

#ifdef __cplusplus
}
#endif

#endif
