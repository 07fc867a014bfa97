/* SPDX-License-Identifier: MIT
 *
 * An index file that is there: opened, checked, and asked for facts. It is read part by part; a
 * file that changes meanwhile is a damaged one. Memory: its tables, and one block.
 *
 *     tt_io_index *index = tt_io_index_open(path, &status, &error);
 *     if (index != NULL && tt_io_index_fits(index, recording, NULL) == TT_IO_INDEX_GOOD) {
 *         tt_io_index_each(index, 0, tt_io_index_foot(index)->blocks, kinds, on_fact, user);
 *     }
 *     tt_io_index_close(index);
 *
 * One thread at a time may use an index; several may each open the same file. What an index file
 * consists of is in teetape/index.h of the core.
 */
#ifndef TEETAPE_IO_INDEX_H
#define TEETAPE_IO_INDEX_H

#include <stdbool.h>
#include <stdint.h>

#include "teetape/index.h"
#include "teetape/io/error.h"
#include "teetape/io/export.h"
#include "teetape/io/stop.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Suffix of an index file, after the name of its recording. */
#define TT_IO_INDEX_SUFFIX ".ttidx"

/** The state of an index file. */
typedef enum tt_io_index_status {
    TT_IO_INDEX_GOOD,    /**< usable */
    TT_IO_INDEX_NONE,    /**< there is no such file */
    TT_IO_INDEX_NO_FILE, /**< a folder, FIFO, socket or device has its name */
    TT_IO_INDEX_OLD,     /**< an older version, which is not read */
    TT_IO_INDEX_DAMAGED, /**< no index, one of a later version, or a damaged one */
    TT_IO_INDEX_OTHER,   /**< an index of another recording, or of an earlier content of this one */
    TT_IO_INDEX_GREW,    /**< the recording has grown since */
    TT_IO_INDEX_DIFFERS, /**< its content is not what an index of the recording would have: see
                            index_check.h */
    TT_IO_INDEX_SYSTEM   /**< the index or the recording cannot be read */
} tt_io_index_status;

/** An open index. */
typedef struct tt_io_index tt_io_index;

/** Returns the path of a recording's index file: beside the recording, or in `folder` (may be NULL)
 * under its whole path, so that no two are equal. NULL, with *error filled, when there is no
 * memory, or with a folder when the recording does not exist. The caller frees it with free(). */
TT_IO_API char *tt_io_index_path(const char *recording, const char *folder, tt_io_error *error);

/** Removes the index `path` when its name is that of an index, it begins as one does, and no
 * recording is beside it. An index that lies in a folder of indexes remains. False when nothing was
 * removed. */
TT_IO_API bool tt_io_index_remove_orphan(const char *path);

/** Creates the folders on the way to the file `path` that are missing. False on failure, with
 * *error filled. */
TT_IO_API bool tt_io_index_make_folders(const char *path, tt_io_error *error);

/** Opens an index and checks head, tables and foot. NULL when it is not good: then `*status` and
 * `*error` say why. */
TT_IO_API tt_io_index *tt_io_index_open(const char *path, tt_io_index_status *status,
                                        tt_io_error *error);

/** Closes and frees it. NULL is fine. */
TT_IO_API void tt_io_index_close(tt_io_index *index);

/** Checks that the index belongs to the recording at `path`, by the recording's size and header:
 * GOOD, OTHER, GREW or SYSTEM. GREW is only for a recording that can grow. The recording is opened
 * and its header read. `stop` may be NULL; a raised one gives SYSTEM. */
TT_IO_API tt_io_index_status tt_io_index_fits(tt_io_index *index, const char *path,
                                              const tt_io_stop *stop);

/** Returns the error of the last call with this index that failed, tt_io_index_fits included;
 * status TT_OK when none has. Remains as long as the index. */
TT_IO_API const tt_io_error *tt_io_index_error(const tt_io_index *index);

/** Returns the summary of the recording. Remains as long as the index. */
TT_IO_API const tt_index_foot *tt_io_index_foot(const tt_io_index *index);

/** Returns the first block to read for facts at `tick` or later: see tt_index_find. */
TT_IO_API uint32_t tt_io_index_find(const tt_io_index *index, int32_t tick);

/** Returns the entry of a block in the tables. `block` must be below foot->blocks. */
TT_IO_API tt_index_block tt_io_index_block(const tt_io_index *index, uint32_t block);

/** Receives a fact, which is valid during the call only. */
typedef void tt_io_fact_fn(void *user, const tt_fact *fact);

/** Calls `on_fact` for the facts of the kinds in `kinds` (a sum of TT_FACT_BIT) of the blocks
 * [from, to), in their order. False when a block is damaged or cannot be read. Facts that were
 * given before that may be wrong. */
TT_IO_API bool tt_io_index_each(tt_io_index *index, uint32_t from, uint32_t to, uint64_t kinds,
                                tt_io_fact_fn *on_fact, void *user);

#ifdef __cplusplus
}
#endif

#endif
