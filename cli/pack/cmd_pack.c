/* SPDX-License-Identifier: MIT
 *
 * teetape pack: compresses recordings so that readers can seek in them.
 */
#include "cli/pack/packing.h"
#include "cli/shell/command.h"
#include "cli/shell/compressor.h"

static const struct option options[] = {
    OPTION_ROW_OUTPUT("write to this file, or into this folder; '-' is stdout"),
    PACKING_ROW_REPLACE,
    PACKING_ROW_UNFINISHED,
    OPTION_ROW_FORCE_TO("replace an output that exists; pack packed files again"),
    ROW_TEXT(0, "format", "FORMAT", struct packing_options, format,
             "xz, zst or tape; default: by the name of -o, or xz"),
    ROW_NUMBER(0, "level", "N", struct packing_options, level, 1, 19,
               "1 is fast, 9 (zst, tape: 19) is small"),
    ROW_FLAG(0, "estimate", struct packing_options, estimate,
             "write nothing: say what each format would give"),
    OPTION_ROW_JOBS,
};

/* Returns the format of --format, else that of the ending of -o, else .xz. Returns NULL for an
 * unknown word. */
static const tt_io_compressor *format_of(const struct settings *settings,
                                         const struct packing_options *own)
{
    const tt_io_compressor *by_name =
        settings->output == NULL ? NULL : tt_io_compressor_of(settings->output);
    return own->format == NULL && by_name != NULL ? by_name : compressor_of(own->format);
}

static const char *check(const struct shell *sh, const tt_io_compressor *format)
{
    const struct packing_options *own = sh->options;
    const char *problem = compressor_check(format, own->level);
    problem = problem == NULL && own->replace ? compressor_check_replace(format) : problem;
    return problem != NULL ? problem : packing_check(sh);
}

static enum exit_status run(struct shell *sh)
{
    static const struct total_words totals = {"packed", "left unchanged", NULL};
    const struct packing_options *own = sh->options;
    const tt_io_compressor *format = format_of(sh->settings, own);
    if (own->estimate) {
        return estimate_run(sh, check(sh, format));
    }
    return packing_run(sh, format, &totals, check(sh, format));
}

const struct command cmd_pack = {
    .name = "pack",
    .summary = "compress recordings, with fast access to any tick",
    .description =
        {("Compresses recordings so that reading can begin anywhere in them: .xz with "
          "independent blocks, .zst with a seek table, or a .tape. All programs that read .xz or "
          ".zst read these files. A .tape is the smallest and has its index inside, but only "
          "teetape reads it. Without -o the output is FILE.xz, FILE.zst or FILE.tape, beside the "
          "original."),
         ("-o FOLDER/ makes copies in a folder, with the subfolders of the folder that was given. "
          "Packed recordings are packed anew. A copy that an earlier run made is kept, and a "
          "recording that a program has open for writing is left for a later run."),
         ("--replace removes the original when the output was read back and is equal, also when "
          "the output is larger: a file of `xz -9` grows by some percent as .xz, and by up to a "
          "third as .zst. With --format tape it is refused: this release is the first that reads "
          "tapes, and should be out for a while before a tape is the only copy."),
         ("--estimate writes nothing. It packs a sample of the recordings in memory, and says what "
          "each format would give for all of them, and by how much that may be wrong.")},
    .options = OPTION_TABLE(options, struct packing_options),
    .examples = {{"Make a recording seekable, and keep the original:", "pack FILE"},
                 {"Repack an archive in place:", "pack --replace archive/"},
                 {"Make or complete a second copy as tapes:",
                  "pack --format tape -o copy/ archive/"},
                 {"Pack for the fastest access:", "pack --format zst FILE -o OUT.zst"},
                 {"What would each format save?", "pack --estimate archive/"}},
    .json_text = {("One object a file. A file that is left unchanged lacks the keys from "
                   "\"bytes_stored\" on. With --estimate: one object a format, with the keys from "
                   "\"format\" on.")},
    .columns = packing_columns,
    .more_columns = {estimate_columns},
    .run = run,
};
