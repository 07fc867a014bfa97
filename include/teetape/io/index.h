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

/** What follows the name of a recording. */
#define TT_IO_INDEX_SUFFIX ".ttidx"

/** What an index file is like. */
typedef enum tt_io_index_status {
    TT_IO_INDEX_GOOD,    /**< it can be used */
    TT_IO_INDEX_NONE,    /**< there is no such file */
    TT_IO_INDEX_NO_FILE, /**< its name is that of a folder, FIFO, socket or device */
    TT_IO_INDEX_OLD,     /**< an older version, which is not read */
    TT_IO_INDEX_DAMAGED, /**< no index, one of a later version, or a damaged one */
    TT_IO_INDEX_OTHER,   /**< of another recording, or the recording was changed */
    TT_IO_INDEX_GREW,    /**< the recording has grown since */
    TT_IO_INDEX_DIFFERS, /**< it is not what an index of the recording would be: see index_check.h
                          */
    TT_IO_INDEX_SYSTEM   /**< it, or the recording, cannot be read */
} tt_io_index_status;

/** An open index. */
typedef struct tt_io_index tt_io_index;

/** The name of a recording's index file: beside it, or in `folder` (may be NULL) under the
 * recording's whole path, so that no two can have the same. NULL, with *error filled, when there is
 * no memory, or with a folder no such recording. To be freed with free(). */
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

/** Whether it is of the recording at `path`, as far as the size and the header of that show: GOOD,
 * OTHER, GREW or SYSTEM. GREW is said only of a recording that can grow. The recording is opened
 * and its header read; `stop` may be NULL, and gives SYSTEM when it is raised. */
TT_IO_API tt_io_index_status tt_io_index_fits(tt_io_index *index, const char *path,
                                              const tt_io_stop *stop);

/** Why the last of the calls of this index that failed did so, tt_io_index_fits too; status TT_OK
 * when none has. Remains as long as the index. */
TT_IO_API const tt_io_error *tt_io_index_error(const tt_io_index *index);

/** What the whole recording is like. Remains as long as the index. */
TT_IO_API const tt_index_foot *tt_io_index_foot(const tt_io_index *index);

/** The block to begin with for what is at `tick` or later: see tt_index_find. */
TT_IO_API uint32_t tt_io_index_find(const tt_io_index *index, int32_t tick);

/** What the tables have of a block, which must be below foot->blocks. */
TT_IO_API tt_index_block tt_io_index_block(const tt_io_index *index, uint32_t block);

/** Takes a fact. It remains valid during the call alone. */
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
