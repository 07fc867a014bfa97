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
    "--replace takes away whole recordings alone. One that is damaged is refused. One without an " \
    "end (no FINISH, no length in the header of a demo) needs --unfinished, which --force does "   \
    "not stand for: a server may still write it. One that a program has open for writing is left " \
    "alone in any case, as far as the system tells. Where the result of an interrupted run is "    \
    "there and equal, the next run takes the original away. Two runs over one folder share the "   \
    "files; counts of what was left alone come at the end."

#define PACKING_ROW_OUTPUT                                                                         \
    {                                                                                              \
        'o', "output", "OUT", OPTION_TEXT, offsetof(struct settings, output),                      \
            "write to this file; '-' is stdout", 0, 0, NULL                                        \
    }

#define PACKING_ROW_REPLACE                                                                        \
    {                                                                                              \
        0, "replace", NULL, OPTION_FLAG, offsetof(struct settings, replace),                       \
            "remove the original, and an index beside it, once the result was read back and "      \
            "found "                                                                               \
            "equal",                                                                               \
            0, 0, NULL                                                                             \
    }

#define PACKING_ROW_UNFINISHED                                                                     \
    {                                                                                              \
        0, "unfinished", NULL, OPTION_FLAG, offsetof(struct settings, unfinished),                 \
            "replace also recordings without an end: no FINISH, or no length in the header of a "  \
            "demo",                                                                                \
            0, 0, NULL                                                                             \
    }

#define PACKING_ROW_FORCE(help)                                                                    \
    {                                                                                              \
        0, "force", NULL, OPTION_FLAG, offsetof(struct settings, force), help, 0, 0, NULL          \
    }

/* Rows of the JSON tables of both. */
#define PACKING_JSON_KEYS                                                                          \
    {"file", "text", "as it was named"}, {"result", "text", "\"done\", \"already\" or \"left\""},  \
        {"left", "text",                                                                           \
         "why it is left alone: \"unfinished\", \"in_use\" (somebody has it open for writing), "   \
         "\"other_run\""},                                                                         \
        {"output", "text", "the file that was written, or was there already"},                     \
        {"format", "text", "of the output, or of the file: \"plain\", \"xz\", \"zstd\", ..."},     \
        {"bytes_before", "number", "of the file as it was stored; 0 for stdin"},                   \
        {"bytes_stored", "number", "of the output"},                                               \
        {"bytes", "number", "of the recording, after decompression"},                              \
        {"blocks", "number", "that can be decompressed alone; 0 for plain"},                       \
        {"index_removed", "boolean",                                                               \
         "the original was replaced, and its index, which was of no use any more, is gone"},       \
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
