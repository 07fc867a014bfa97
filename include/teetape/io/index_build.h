/* SPDX-License-Identifier: MIT
 *
 * Builds the index of a recording, or makes one longer whose recording has grown.
 *
 * A recording is read once, from front to back; the index is written as it comes and gets its name
 * when it is whole. Of a damaged recording everything up to the damage is indexed.
 */
#ifndef TEETAPE_IO_INDEX_BUILD_H
#define TEETAPE_IO_INDEX_BUILD_H

#include "teetape/io/export.h"
#include "teetape/io/index.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum tt_io_index_outcome {
    TT_IO_INDEX_BUILT,
    TT_IO_INDEX_EXTENDED,
    TT_IO_INDEX_KEPT,         /**< the one that is there is up to date */
    TT_IO_INDEX_NO_RECORDING, /**< the file has no header that can be read; nothing was written */
    TT_IO_INDEX_STOPPED,      /**< by `stop`; nothing was written */
    TT_IO_INDEX_UNREADABLE,   /**< the recording cannot be opened or read: see error */
    TT_IO_INDEX_UNWRITABLE    /**< the index cannot be written: see error */
} tt_io_index_outcome;

typedef struct tt_io_index_options {
    const char *recording, *index; /**< paths */
    bool force;                    /**< a new one in any case */
    const tt_io_stop *stop;        /**< may be NULL */
    tt_issue_fn *on_issue;         /**< issues of what is read of the recording; may be NULL */
    /** This many bytes of the stored recording are read by now; may be NULL. */
    void (*on_progress)(void *user, uint64_t read);
    void *user; /**< handed to both */
} tt_io_index_options;

typedef struct tt_io_index_report {
    tt_io_index_outcome outcome;
    tt_io_error error;    /**< status TT_OK, or why it is UN*; of damaged compression also when the
                                   index was BUILT: then it ends there */
    tt_index_foot foot;   /**< of BUILT, EXTENDED and KEPT */
    uint64_t size;        /**< of the index file */
    uint64_t granularity; /**< see tt_io_input_granularity; 0 for a plain file */
    tt_io_index_status old; /**< what the index was like that was there before */
} tt_io_index_report;

/** Does it; the result is report->outcome. */
TT_IO_API tt_io_index_outcome tt_io_index_build(const tt_io_index_options *wish,
                                                tt_io_index_report *report);

#ifdef __cplusplus
}
#endif

#endif
