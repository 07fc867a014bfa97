/* SPDX-License-Identifier: MIT
 *
 * What pack and unpack have in common.
 */
#ifndef CLI_PACKING_H
#define CLI_PACKING_H

#include "cli/shell/command.h"
#include "host/compress.h"

/* Paragraph of the manuals of both. */
#define PACKING_ABOUT_REPLACE                                                                      \
    "--replace removes only whole recordings. A damaged one is refused. One without an end (no "   \
    "FINISH, no length in the header of a demo) needs --unfinished, and --force does not replace " \
    "that option: a server may still write it. A file that another program has open for writing "  \
    "is left unchanged, if the system reports it. If the result of an interrupted run exists and " \
    "is equal, the next run removes the original. Two runs over one folder share the files. The "  \
    "last line counts the files that were left unchanged."

#define PACKING_ROW_OUTPUT                                                                         \
    {                                                                                              \
        'o', "output", "OUT", OPTION_TEXT, offsetof(struct settings, output),                      \
            "write to this file; '-' is stdout", 0, 0, NULL                                        \
    }

#define PACKING_ROW_REPLACE                                                                        \
    {                                                                                              \
        0, "replace", NULL, OPTION_FLAG, offsetof(struct settings, replace),                       \
            "remove the original and its index after the comparison", 0, 0, NULL                   \
    }

#define PACKING_ROW_UNFINISHED                                                                     \
    {                                                                                              \
        0, "unfinished", NULL, OPTION_FLAG, offsetof(struct settings, unfinished),                 \
            "also replace recordings without an end", 0, 0, NULL                                   \
    }

#define PACKING_ROW_FORCE(help)                                                                    \
    {                                                                                              \
        0, "force", NULL, OPTION_FLAG, offsetof(struct settings, force), help, 0, 0, NULL          \
    }

/* Rows of the JSON tables of both. */
#define PACKING_JSON_KEYS                                                                          \
    {"file", "text", "as it was named"}, {"result", "text", "\"done\", \"already\" or \"left\""},  \
        {"left", "text",                                                                           \
         "why it is left unchanged: \"unfinished\", \"in_use\" (open for writing), "               \
         "\"other_run\""},                                                                         \
        {"output", "text", "the file that was written, or was there already"},                     \
        {"format", "text", "of the output, or of the file: \"plain\", \"xz\", \"zstd\", ..."},     \
        {"bytes_before", "number", "of the file as it was stored; 0 for stdin"},                   \
        {"bytes_stored", "number", "of the output"},                                               \
        {"bytes", "number", "of the recording, after decompression"},                              \
        {"blocks", "number", "that can be decompressed alone; 0 for plain"},                       \
        {"index_removed", "boolean",                                                               \
         "the original was replaced, and its index, which became useless, was removed"},           \
    {                                                                                              \
        "ratio", "number", "bytes by bytes_stored"                                                 \
    }

/* What is wrong with the settings of either, or with so many files; or NULL. */
const char *packing_check(const struct settings *settings);
const char *packing_check_count(const struct settings *settings, size_t count);

/* Packs one file, or unpacks it when `format` is NULL, and tells the user. */
enum exit_status packing_treat(struct job *job, const struct host_compressor *format);

/* Tells how many files were left alone, and why. */
void packing_sum_up(const struct settings *settings);

#endif
