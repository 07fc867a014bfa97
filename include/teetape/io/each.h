/* SPDX-License-Identifier: MIT
 *
 * Calls a function for each recording in files and folders, on many cores, with one ordered
 * output.
 *
 *     static void count(void *user, tt_io_reading *r, const char *path, tt_io_output *out)
 *     {
 *         while (tt_io_reading_next(r)) ...
 *         tt_io_output_text(out, path);
 *     }
 *
 *     tt_io_each_options how = {.reading = {.wants = TT_WANT_FACTS, .facts = TT_FACTS_ALL},
 *                               .out = &out};
 *     if (!tt_io_each(paths, path_count, &how, count, NULL, &error)) ... error.path, error.text
 *
 * tt_io_each is made of the calls of walk.h, jobs.h, sequence.h and reading.h.
 */
#ifndef TEETAPE_IO_EACH_H
#define TEETAPE_IO_EACH_H

#include <stdbool.h>
#include <stddef.h>

#include "teetape/io/error.h"
#include "teetape/io/export.h"
#include "teetape/io/output.h"
#include "teetape/io/reading.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Processes a recording, which tt_io_each opens and closes. A recording that cannot be read is
 * given, too: then r->error says why, and tt_io_reading_next gives false at once. What is written
 * to `out` comes after everything that the recordings before it have written. Several threads call
 * it at the same time, each with its own reading and output; `user` is the same for all. */
typedef void tt_io_each_fn(void *user, tt_io_reading *r, const char *path, tt_io_output *out);

/** Options of tt_io_each. Zeros are the defaults: a thread for each core, and no output. */
typedef struct tt_io_each_options {
    /** Options of the reading of each recording; `input` has to be NULL. Several threads call its
     * callbacks. Its `stop` ends the whole call: no further recording is begun, and open ones end
     * early. */
    tt_io_reading_options reading;
    unsigned threads;  /**< number of threads; 0: one for each core */
    tt_io_output *out; /**< receives what the function writes; NULL: it is discarded */
} tt_io_each_options;

/** Calls `fn` for each recording that the paths name, begun in their order: for files, "-" for
 * stdin, and for what is below folders, sorted by path. Files below folders that are no recordings
 * are passed over, unless they have the name of a recording and are cut off, empty or full of
 * zeros. The call returns when all calls of `fn` have returned.
 *
 * False, with the first *error, when a folder could not be read (the rest is done), `out` failed or
 * there was not enough memory. What is wrong with a recording is for `fn`, and does not count. */
TT_IO_API bool tt_io_each(const char *const *paths, size_t count, const tt_io_each_options *options,
                          tt_io_each_fn *fn, void *user, tt_io_error *error);

#ifdef __cplusplus
}
#endif

#endif
