/* SPDX-License-Identifier: MIT
 *
 * Where the output of a job goes. A recording is often the only copy, so nothing replaces an input.
 */
#ifndef JOBS_OUTPUT_H
#define JOBS_OUTPUT_H

#include "teetape/format.h"
#include "teetape/io/file.h"

/* Checks that `output` leads neither to a folder nor to a file that is read: `input`, or `other`
 * (may be NULL); by links and hard links, as stdin and stdout, too. TT_ERR_ARGUMENT. */
bool tti_output_is_good(const char *output, const char *input, const char *other,
                        tt_io_error *error);

/* Opens an output of which this is true. It can be read by nobody who may not read the input. */
tt_io_file *tti_output_open(const char *output, const char *input, const char *other,
                            const tt_io_file_options *options, tt_io_error *error);

/* Makes it an error of the output: of an input "-" is stdin. */
void tti_output_failed(tt_io_error *error, const char *output);

#endif
