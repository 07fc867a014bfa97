/* SPDX-License-Identifier: MIT
 *
 * Builds the index of a recording, or extends one whose recording has grown.
 *
 *     tt_io_index_options options = {.recording = path};
 *     tt_io_index_report report;
 *     if (tt_io_index_build(&options, &report) >= TT_IO_INDEX_NO_RECORDING)
 *         fprintf(stderr, "%s: %s\n", report.error.path, report.error.text);
 *
 * The recording is read once, from front to back. Of a damaged recording everything before the
 * damage is indexed.
 */
#ifndef TEETAPE_IO_INDEX_BUILD_H
#define TEETAPE_IO_INDEX_BUILD_H

#include "teetape/io/export.h"
#include "teetape/io/index.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What became of it. Only the first three mean that there is an index now. */
typedef enum tt_io_index_outcome {
    TT_IO_INDEX_BUILT,        /**< a new index was written */
    TT_IO_INDEX_EXTENDED,     /**< the new part of the recording was added to the index */
    TT_IO_INDEX_KEPT,         /**< the existing index is up to date; nothing was written */
    TT_IO_INDEX_NO_RECORDING, /**< the file has no header that can be read; nothing was written */
    TT_IO_INDEX_STOPPED,      /**< by `stop`; nothing was written */
    TT_IO_INDEX_UNREADABLE,   /**< the recording cannot be opened or read; nothing was written */
    TT_IO_INDEX_UNWRITABLE    /**< the index cannot be written; one that was there remains */
} tt_io_index_outcome;

/** Which index is built, and how. All zero but `recording` is a good beginning. */
typedef struct tt_io_index_options {
    const char *recording;  /**< a path, not "-" */
    const char *index;      /**< a path; NULL: beside the recording (tt_io_index_path) */
    bool force;             /**< a new one in any case */
    const tt_io_stop *stop; /**< may be NULL */
    tt_issue_fn *on_issue;  /**< takes issues of what is read of the recording; may be NULL */
    /** This many bytes of the recording, as stored, were read; may be NULL. */
    void (*on_progress)(void *user, uint64_t read);
    void *user; /**< handed to both, which are called by the thread that called */
} tt_io_index_options;

/** What came of it. What does not go with the outcome is 0. */
typedef struct tt_io_index_report {
    tt_io_index_outcome outcome; /**< what became of it */
    /** Why there is no index: status TT_OK with BUILT, EXTENDED and KEPT; with NO_RECORDING
     * TT_ERR_FORMAT, with STOPPED TT_ERR_STOPPED. Of a recording whose compressed data is damaged
     * it is TT_ERR_COMPRESSED_DATA, also with BUILT and EXTENDED: the index ends there. */
    tt_io_error error;
    tt_index_foot foot;     /**< of BUILT, EXTENDED and KEPT */
    uint64_t size;          /**< of the index file, in bytes */
    uint64_t granularity;   /**< bytes of the recording that are decompressed and dropped at most
                               to go to a place; 0 for a plain file */
    tt_io_index_status old; /**< what the previous index was like; NONE with `force` */
} tt_io_index_report;

/** Builds it; the result is report->outcome. The file gets its name when it is whole, and then
 * replaces one that is there. Threads may build indexes at the same time, each of a recording of
 * its own. */
TT_IO_API tt_io_index_outcome tt_io_index_build(const tt_io_index_options *options,
                                                tt_io_index_report *report);

#ifdef __cplusplus
}
#endif

#endif
