/* SPDX-License-Identifier: MIT
 *
 * Builds the index of a recording, or extends one whose recording has grown.
 *
 *     char *path = tt_io_index_path(recording, NULL);
 *     tt_io_index_options options = {.recording = recording, .index = path};
 *     tt_io_index_report report;
 *     if (tt_io_index_build(&options, &report) >= TT_IO_INDEX_UNREADABLE)
 *         fprintf(stderr, "%s: %s\n", report.error.path, report.error.text);
 *
 * The recording is read once, from front to back. The index appears under its name when it is
 * complete. Of a damaged recording everything before the damage is indexed. Different builds may
 * run in different threads.
 */
#ifndef TEETAPE_IO_INDEX_BUILD_H
#define TEETAPE_IO_INDEX_BUILD_H

#include "teetape/io/export.h"
#include "teetape/io/index.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What became of it. */
typedef enum tt_io_index_outcome {
    TT_IO_INDEX_BUILT,        /**< a new index was written */
    TT_IO_INDEX_EXTENDED,     /**< the new part of the recording was added */
    TT_IO_INDEX_KEPT,         /**< the existing one is up to date; nothing was written */
    TT_IO_INDEX_NO_RECORDING, /**< the file has no readable header; nothing was written */
    TT_IO_INDEX_STOPPED,      /**< by `stop`; nothing was written */
    TT_IO_INDEX_UNREADABLE,   /**< the recording cannot be opened or read: see `error` */
    TT_IO_INDEX_UNWRITABLE    /**< the index cannot be written: see `error` */
} tt_io_index_outcome;

/** What is to be built. Texts remain the caller's. */
typedef struct tt_io_index_options {
    const char *recording;  /**< path of the recording, not "-" */
    const char *index;      /**< path of the index: see tt_io_index_path */
    bool force;             /**< builds a new one, even if the existing one is up to date */
    const tt_io_stop *stop; /**< ends the build early; may be NULL */
    tt_issue_fn *on_issue;  /**< takes errors, warnings and notes of the recording; may be NULL */
    /** So many bytes of the recording, as stored, were read; may be NULL. Called by the thread that
     * builds. */
    void (*on_progress)(void *user, uint64_t read);
    void *user; /**< handed to on_issue and on_progress */
} tt_io_index_options;

/** What was done. It owns nothing. */
typedef struct tt_io_index_report {
    tt_io_index_outcome outcome; /**< the result */
    tt_io_error error;    /**< why the outcome is TT_IO_INDEX_UNREADABLE or TT_IO_INDEX_UNWRITABLE;
                             with TT_IO_INDEX_BUILT the damage of the compressed data at which the
                             index ends; else TT_OK */
    tt_index_foot foot;   /**< of the index; for built, extended and kept ones */
    uint64_t size;        /**< of the index file, in bytes */
    uint64_t granularity; /**< see tt_io_input_granularity; 0 for a plain file */
    tt_io_index_status old; /**< what the previous index was like */
} tt_io_index_report;

/** Builds or extends an index. Fills *report; the result is its outcome. On failure an index that
 * existed is unchanged. */
TT_IO_API tt_io_index_outcome tt_io_index_build(const tt_io_index_options *wish,
                                                tt_io_index_report *report);

#ifdef __cplusplus
}
#endif

#endif
