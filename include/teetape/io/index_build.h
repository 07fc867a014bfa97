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

/** The outcome of a build. The index exists after the first three. */
typedef enum tt_io_index_outcome {
    TT_IO_INDEX_BUILT,        /**< a new index was written */
    TT_IO_INDEX_EXTENDED,     /**< the new part of the recording was added to the index */
    TT_IO_INDEX_KEPT,         /**< the existing index is up to date; nothing was written */
    TT_IO_INDEX_NO_RECORDING, /**< the file has no header that can be read; nothing was written */
    TT_IO_INDEX_STOPPED,      /**< `stop` was raised; nothing was written */
    TT_IO_INDEX_UNREADABLE,   /**< the recording cannot be opened or read; nothing was written */
    TT_IO_INDEX_UNWRITABLE    /**< the index cannot be written; an earlier one remains */
} tt_io_index_outcome;

/** Options of tt_io_index_build. Zeros are the defaults of all members but `recording`. */
typedef struct tt_io_index_options {
    const char *recording; /**< path of the recording, not "-" */
    const char *index;     /**< path of the index; NULL: beside the recording (tt_io_index_path) */
    bool force;            /**< builds a new index even if there is a good one */
    bool only_checks; /**< writes nothing: the outcome is BUILT where a call without it would begin
                         to build or extend, otherwise KEPT */
    bool physics;     /**< computes the game of a teehistorian file with its map. The index then has
                         states of the game, from which drawings and readings with wants_replay
                         continue. The build takes longer by the time of the computation */
    const char *map;  /**< physics: path of the map; NULL: it is searched for */
    const tt_io_stop *stop; /**< ends the build early; may be NULL */
    tt_issue_fn *on_issue;  /**< receives issues of the part that is read; may be NULL */
    /** Receives the bytes of the recording, as stored, that were read so far; may be NULL. */
    void (*on_progress)(void *user, uint64_t read);
    void *user; /**< handed to on_issue and on_progress, which the calling thread calls */
} tt_io_index_options;

/** The report of a build. Members that do not go with the outcome are 0. */
typedef struct tt_io_index_report {
    tt_io_index_outcome outcome; /**< the result of tt_io_index_build */
    /** The error: TT_OK with BUILT, EXTENDED and KEPT; TT_ERR_FORMAT with NO_RECORDING;
     * TT_ERR_STOPPED with STOPPED. When the compressed data of the recording is damaged it is
     * TT_ERR_COMPRESSED_DATA, also with BUILT and EXTENDED, and the index ends there. */
    tt_io_error error;
    tt_index_foot foot;   /**< foot of the index; set with BUILT, EXTENDED and KEPT */
    uint64_t size;        /**< bytes of the index file */
    uint64_t granularity; /**< most bytes that a seek decompresses and drops; 0 for a plain file */
    bool lacks_map; /**< physics: the map was not found, so that the index has no states of the game
                     */
    bool is_inside; /**< the index is inside the recording, a tape; with KEPT only */
    tt_io_index_status old; /**< state of the previous index; NONE with `force` */
} tt_io_index_report;

/** Builds the index of a recording. Returns report->outcome. The file gets its name when it is
 * complete, and then replaces an existing one. Several threads may build indexes, each of another
 * recording. */
TT_IO_API tt_io_index_outcome tt_io_index_build(const tt_io_index_options *options,
                                                tt_io_index_report *report);

#ifdef __cplusplus
}
#endif

#endif
