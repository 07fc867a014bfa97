/* SPDX-License-Identifier: MIT
 *
 * Code that the commands pack and unpack share.
 */
#ifndef CLI_PACKING_H
#define CLI_PACKING_H

#include "cli/shell/option_rows.h"
#include "cli/shell/run.h"
#include "cli/show/rows.h"
#include "teetape/io/compress.h"

/* `unpack` uses neither format, level nor estimate. */
struct packing_options {
    bool replace;
    bool unfinished;
    const char *format;
    int64_t level;
    bool estimate;
};

#define PACKING_ROW_REPLACE                                                                        \
    ROW_FLAG(0, "replace", struct packing_options, replace,                                        \
             "remove the original once the output is read and equal")
#define PACKING_ROW_UNFINISHED                                                                     \
    ROW_FLAG(0, "unfinished", struct packing_options, unfinished,                                  \
             "also replace recordings without an end")

extern const struct column packing_columns[];

/* Returns a sentence about wrong usage, or NULL. */
const char *packing_check(const struct shell *sh);

/* Packs into `format`, or unpacks when it is NULL. */
enum exit_status packing_run(struct shell *sh, const tt_io_compressor *format,
                             const struct total_words *totals, const char *problem);

extern const struct column estimate_columns[];

/* Estimates what packing would give. Writes nothing. */
enum exit_status estimate_run(struct shell *sh, const char *problem);

#endif
