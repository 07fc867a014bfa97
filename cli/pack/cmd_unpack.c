/* SPDX-License-Identifier: MIT
 *
 * teetape unpack: decompresses recordings.
 */
#include "cli/pack/packing.h"
#include "cli/shell/command.h"

static const struct option options[] = {
    OPTION_ROW_OUTPUT("write to this file, or into this folder; '-' is stdout"),
    PACKING_ROW_REPLACE,
    PACKING_ROW_UNFINISHED,
    OPTION_ROW_FORCE,
    OPTION_ROW_JOBS,
};

static enum exit_status run(struct shell *sh)
{
    static const struct total_words totals = {"unpacked", "left unchanged", NULL};
    return packing_run(sh, NULL, &totals, packing_check(sh));
}

const struct command cmd_unpack = {
    .name = "unpack",
    .summary = "decompress recordings",
    .description = {(
        "Decompresses recordings: .xz, .zst and .gz files of any program, and .tape files. Without "
        "-o the output "
        "is beside the original and has its name without the ending. --replace removes the "
        "original when the output was read back and is equal.")},
    .options = OPTION_TABLE(options, struct packing_options),
    .examples = {{"The plain recording:", "unpack FILE.xz"},
                 {"To another program:", "unpack FILE.zst -o - | wc -c"}},
    .json_text = {("One object a file. A file that is left unchanged lacks the keys from "
                   "\"bytes_stored\" on.")},
    .columns = packing_columns,
    .run = run,
};
