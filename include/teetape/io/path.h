/* SPDX-License-Identifier: MIT
 *
 * Paths of files: the meaning of an ending, and where an output may go. Some systems and programs
 * write endings in capitals: A.DEMO is a.demo.
 *
 *     if (tt_io_ending_of("out.demo.xz") == TT_IO_ENDING_DEMO)
 *         puts("a demo");
 */
#ifndef TEETAPE_IO_PATH_H
#define TEETAPE_IO_PATH_H

#include <stdbool.h>

#include "teetape/bytes.h"
#include "teetape/io/export.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Returns true when `name` has this ending and something before it. `ending` is in lower case;
 * ASCII capitals of `name` count as lower case. */
TT_IO_API bool tt_io_ending_is(tt_bytes name, const char *ending);

/** Meanings of the endings of file names. */
typedef enum tt_io_ending {
    TT_IO_ENDING_OTHER,        /**< another ending, or none */
    TT_IO_ENDING_TEEHISTORIAN, /**< a teehistorian file */
    TT_IO_ENDING_DEMO,         /**< a demo */
    TT_IO_ENDING_FILM,         /**< a film: a video, or its frames */
    TT_IO_ENDING_PICTURE,      /**< a picture */
    TT_IO_ENDING_PAGE,         /**< a page */
    TT_IO_ENDING_TABLE,        /**< a table */
    TT_IO_ENDINGS              /**< number of endings */
} tt_io_ending;

/** Returns the meaning of a path's ending; an ending of compression after it is ignored. */
TT_IO_API tt_io_ending tt_io_ending_of(const char *path);

/** Returns why nothing may be written to `output`, as a sentence, or NULL. The output may not be a
 * folder. It may not be the same file as `input`, a recording that is read, or as `other`, a file
 * that an option names; these two may be NULL. Files are compared by device and number, so also
 * through links. "-" is stdout for `output`, stdin for the other two. */
TT_IO_API const char *tt_io_output_problem(const char *output, const char *input,
                                           const char *other);

#ifdef __cplusplus
}
#endif

#endif
