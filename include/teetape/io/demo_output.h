/* SPDX-License-Identifier: MIT
 *
 * Writes a demo into a file that appears when it is complete. The events of a reader go into a
 * cut of the core, whose writer gives the bytes to the file.
 *
 *     out.file = tt_io_file_open(path, &(tt_io_file_options){.patches = true}, &error);
 *     if (tt_io_demo_output_begin(&out, &options)) {
 *         while (tt_demo_next(&demo, &event) == TT_OK &&
 *                tt_demo_cut_event(&out.cut, &demo, &event) == TT_OK) {
 *         }
 *     }
 *     tt_io_demo_output_end(&out, &demo, true, &error);
 */
#ifndef TEETAPE_IO_DEMO_OUTPUT_H
#define TEETAPE_IO_DEMO_OUTPUT_H

#include "teetape/demo_cut.h"
#include "teetape/io/file.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A demo that is being written; about a mebibyte, and must not be moved. The header has length and
 * markers, which are known only at the end, so the file is opened with the option `patches`. */
typedef struct tt_io_demo_output {
    tt_io_file *file;            /**< set by the caller; NULL: no output is open */
    tt_demo_cut cut;             /**< the cut, which takes the events of the reader */
    tt_demo_writer writer;       /**< receives what `cut` makes */
    tt_demo_write_memory memory; /**< memory of `writer` */
} tt_io_demo_output;

/** Begins a demo in `file`. Returns false when there is no file, or the span of the options is
 * negative. */
TT_IO_API bool tt_io_demo_output_begin(tt_io_demo_output *out, const tt_demo_cut_options *options);

/** Completes the demo and gives the file its name, or discards the file when `is_wanted` is false.
 * `demo` is the reader of the last event. Returns true when the file exists. False with *error
 * empty when it is not wanted, or when no file is open. TT_ERR_DEMO_EMPTY: the demo would have no
 * snapshot, and the game would not play it. */
TT_IO_API bool tt_io_demo_output_end(tt_io_demo_output *out, const tt_demo *demo, bool is_wanted,
                                     tt_io_error *error);

#ifdef __cplusplus
}
#endif

#endif
