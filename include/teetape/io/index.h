/* SPDX-License-Identifier: MIT
 *
 * An index file: opened, checked, and asked for access points and facts. tt_io_reading uses the
 * index beside a recording by itself; this is for programs that look into one.
 *
 *     char *path = tt_io_index_path(recording, NULL);
 *     tt_io_index *index = tt_io_index_open(path, &status, &error);
 *     if (index != NULL)
 *         good = tt_io_index_each(index, 0, tt_io_index_foot(index)->blocks, kinds, on_fact, user);
 *     tt_io_index_close(index);
 *
 * The file is read block by block. One that changes meanwhile counts as damaged. Memory: its
 * tables, and one block. One index belongs to one thread at a time. docs/format/index.md describes
 * the format, teetape/index.h reads the same from memory.
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

/** What is appended to the name of a recording. */
#define TT_IO_INDEX_SUFFIX ".ttidx"

/** Largest tables that are read, in bytes: enough for a recording of 500 GiB. */
#define TT_IO_INDEX_TABLES_MAX ((uint64_t)64 << 20)

/** What an index is like. */
typedef enum tt_io_index_status {
    TT_IO_INDEX_GOOD,    /**< it can be used */
    TT_IO_INDEX_NONE,    /**< there is no such file */
    TT_IO_INDEX_NO_FILE, /**< its name is that of a folder, FIFO, socket or device */
    TT_IO_INDEX_OLD,     /**< an older version, which is not read */
    TT_IO_INDEX_DAMAGED, /**< no index, one of a later version, or a damaged one */
    TT_IO_INDEX_OTHER,   /**< of another recording, or the recording was changed */
    TT_IO_INDEX_GREW,    /**< the recording has grown since */
    TT_IO_INDEX_DIFFERS, /**< it is not what would be built of the recording now; said by those who
                            compare (index_check.h) */
    TT_IO_INDEX_SYSTEM   /**< it, or the recording, cannot be read */
} tt_io_index_status;

/** An open index. */
typedef struct tt_io_index tt_io_index;

/** The path of a recording's index: beside it, or in `folder` (may be NULL) under the absolute path
 * of the recording, so that no two recordings share one. To be freed with free(). NULL when there
 * is no memory, or no such recording: errno says which. */
TT_IO_API char *tt_io_index_path(const char *recording, const char *folder);

/** Creates the folders on the way to the file `path` that are missing. False on failure, with
 * *error filled. */
TT_IO_API bool tt_io_index_make_folders(const char *path, tt_io_error *error);

/** Opens an index and checks its head, tables and foot. NULL when it is not good: *status says why,
 * and for TT_IO_INDEX_SYSTEM *error. */
TT_IO_API tt_io_index *tt_io_index_open(const char *path, tt_io_index_status *status,
                                        tt_io_error *error);

/** Reads the first bytes of a recording for tt_io_index_fits: as many as the header of the indexed
 * recording has, or all when there are fewer. *size is how many. To be freed with free(). NULL when
 * the recording cannot be opened or there is no memory. `stop` may be NULL. */
TT_IO_API uint8_t *tt_io_index_header(const tt_io_index *index, const char *recording,
                                      const tt_io_stop *stop, size_t *size);

/** Compares the index with the recording at `path` by size and header: TT_IO_INDEX_GOOD,
 * TT_IO_INDEX_OTHER, TT_IO_INDEX_GREW (of a recording that can grow only) or TT_IO_INDEX_SYSTEM.
 * `header` is the raw bytes of the recording from its first one to the end of its header, or more.
 */
TT_IO_API tt_io_index_status tt_io_index_fits(tt_io_index *index, const char *path,
                                              tt_bytes header);

/** Why the last call with this index failed. Status TT_OK: it could be read, and is damaged. Valid
 * until the next call. */
TT_IO_API const tt_io_error *tt_io_index_error(const tt_io_index *index);

/** What the index says of the recording. Valid until the close. */
TT_IO_API const tt_index_foot *tt_io_index_foot(const tt_io_index *index);

/** Size of the index file in bytes. */
TT_IO_API uint64_t tt_io_index_size(const tt_io_index *index);

/** The block from which a tick is reached: see tt_index_find. */
TT_IO_API uint32_t tt_io_index_find(const tt_io_index *index, int32_t tick);

/** A row of the table of blocks: see tt_index_block_at. */
TT_IO_API tt_index_block tt_io_index_block(const tt_io_index *index, uint32_t block);

/** The state at the begin of a block, for tt_recording_resume; its checksum is checked. False when
 * it is damaged or cannot be read. Valid until the next call that reads from the index. */
TT_IO_API bool tt_io_index_state(tt_io_index *index, uint32_t block, tt_bytes *state);

/** The facts of a block, for tt_index_fact_next; their checksum is checked. False when they are
 * damaged or cannot be read. Valid until the next call that reads from the index. */
TT_IO_API bool tt_io_index_facts(tt_io_index *index, uint32_t block, tt_bytes *facts);

/** Takes a fact, which is valid during the call only. Called by the thread that asks. */
typedef void tt_io_fact_fn(void *user, const tt_fact *fact);

/** Calls `on_fact` for the facts of blocks [from, to) whose kinds are in `kinds`, a sum of
 * TT_FACT_BIT. False when a block is damaged or cannot be read: facts that were given before may be
 * wrong then. */
TT_IO_API bool tt_io_index_each(tt_io_index *index, uint32_t from, uint32_t to, uint64_t kinds,
                                tt_io_fact_fn *on_fact, void *user);

/** The last access point at or before raw byte `offset`, for tt_io_input_seek. *count is 1, or 0
 * when there is none. False when it is damaged or cannot be read. Its window is valid until the
 * next call of this function. */
TT_IO_API bool tt_io_index_access_point(tt_io_index *index, uint64_t offset,
                                        tt_io_access_point *point, size_t *count);

/** Most raw bytes that are decompressed and dropped to reach a place: the largest distance between
 * two places where decompression can begin. 0 for a plain file. */
TT_IO_API uint64_t tt_io_index_granularity(const tt_io_index *index);

/** Copies bytes [from, to) of the index file to `out`. False when they cannot be read; a failure of
 * `out` is reported by `out`. */
TT_IO_API bool tt_io_index_copy(tt_io_index *index, uint64_t from, uint64_t to, tt_io_output *out);

/** Closes and frees it. NULL is fine. */
TT_IO_API void tt_io_index_close(tt_io_index *index);

#ifdef __cplusplus
}
#endif

#endif
