/* SPDX-License-Identifier: MIT
 *
 * Finds the index files of recordings, and names their states.
 *
 *     char *path = tt_io_index_path("run.teehistorian", NULL, &error);
 *     ... tt_io_index_build (index_build.h), tt_io_index_check_open (index_check.h) ...
 *     free(path);
 *
 * A tt_io_reading uses the index beside its recording by itself. teetape/index.h describes the
 * content of an index file.
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

/** States of an index file. */
typedef enum tt_io_index_status {
    TT_IO_INDEX_GOOD,    /**< the index can be used */
    TT_IO_INDEX_NONE,    /**< there is no such file */
    TT_IO_INDEX_NO_FILE, /**< a folder, FIFO, socket or device has the name of the index */
    TT_IO_INDEX_OLD,     /**< the index has an older version, which is not read */
    TT_IO_INDEX_DAMAGED, /**< the file is damaged, is no index, or has a later version */
    TT_IO_INDEX_OTHER, /**< the index belongs to another recording, or to an earlier content of this
                          one */
    TT_IO_INDEX_GREW,  /**< the recording has grown since the index was built */
    TT_IO_INDEX_DIFFERS, /**< the content differs from that of a new index of the recording: see
                            index_check.h */
    TT_IO_INDEX_SYSTEM   /**< the index or the recording cannot be read */
} tt_io_index_status;

/** Returns the path of a recording's index file: beside the recording, or in `folder` (may be NULL)
 * under its whole path, so that no two are equal. NULL, with *error filled, when there is no
 * memory, or with a folder when the recording does not exist. The caller frees it with free(). */
TT_IO_API char *tt_io_index_path(const char *recording, const char *folder, tt_io_error *error);

/** Removes the index `path` when its name is that of an index, it begins as one does, and no
 * recording is beside it. An index that lies in a folder of indexes remains. Returns false when
 * nothing was removed. */
TT_IO_API bool tt_io_index_remove_orphan(const char *path);

/** Creates the folders on the way to the file `path` that are missing. False on failure, with
 * *error filled. */
TT_IO_API bool tt_io_index_make_folders(const char *path, tt_io_error *error);

#ifdef __cplusplus
}
#endif

#endif
