/* SPDX-License-Identifier: MIT
 *
 * What the commands pack and unpack share.
 */
#ifndef CLI_PACKING_H
#define CLI_PACKING_H

#include "cli/shell/option_rows.h"
#include "cli/shell/run.h"
#include "cli/show/rows.h"
#include "teetape/io/compress.h"

#define PACKING_ABOUT_REPLACE                                                                      \
    "--replace removes only whole recordings. A damaged one is refused. One without an end (no "   \
    "FINISH, no length in the header of a demo) needs --unfinished, and --force does not replace " \
    "that option: a server may still write it. A file that another program has open for writing "  \
    "is left unchanged, and so is one without an end of which the system does not tell us that, "  \
    "such "                                                                                        \
    "as a file of another user. If the result of an interrupted run exists and "                   \
    "is equal, the next run removes the original. Two runs over one folder share the files. The "  \
    "last line counts the files that were left unchanged."

/* `unpack` uses neither format nor level. */
struct packing_options {
    bool replace;
    bool unfinished;
    const char *format;
    int64_t level;
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

#endif
