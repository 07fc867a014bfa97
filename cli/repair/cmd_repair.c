/* SPDX-License-Identifier: MIT
 *
 * teetape repair: saves the readable part of a damaged recording.
 *
 * This file has the options, and chooses between repair_teehistorian.c and repair_demo.c.
 * docs/repair.md says what becomes of damage.
 */

#include "cli/repair/repair.h"
#include "cli/shell/issues.h"
#include "cli/shell/option_rows.h"
#include "cli/shell/run.h"
#include "cli/shell/source.h"

static const struct option options[] = {
    OPTION_ROW_OUTPUT("write to this file (.xz, .zst, .gz, .tape: compressed) or into this folder, "
                      "named as FILE; '-' is stdout"),
    OPTION_ROW_FORCE_TO("replace an output that exists, but never FILE itself"),
    ROW_FLAG(0, "resync", struct repair_options, resync,
             "resume after bytes that cannot be decoded"),
    OPTION_ROW_RECURSIVE,
    OPTION_ROW_JOBS,
};

/* Chooses the repair by the format. The first bytes of a teehistorian file may be damaged, so every
 * file that is no demo counts as one. A pipe works, because the repair uses the input that was
 * looked at. */
static void repair(struct repair *r)
{
    tt_io_error error;
    bool is_demo = source_look(r->job) == TT_FORMAT_DEMO;
    r->input = source_open(r->job, &error);
    if (r->input == NULL) {
        repair_fail(r, EXIT_SYSTEM, r->job->path, error.text);
    } else if (is_demo) {
        repair_demo(r);
    } else {
        repair_teehistorian(r);
    }
    tt_io_input_close(r->input);
}

static enum exit_status repair_file(struct job *job)
{
    struct repair r = {.job = job};
    repair(&r);
    return r.status;
}

const struct command cmd_repair = {
    .name = "repair",
    .summary = "save the readable part of a damaged recording",
    .description = {(
        "Writes the readable part of a damaged or unfinished recording, byte for byte, and "
        "closes it with FINISH. For a demo it writes the undamaged chunks as a playable "
        "demo. It reports lost parts on stderr.")},
    .options = OPTION_TABLE(options, struct repair_options),
    .examples = {{"Close a recording whose server was killed:",
                  "repair FILE -o whole.teehistorian"},
                 {"Save what is left after a disk failure:",
                  "repair FILE.xz -o saved.teehistorian.xz --resync"},
                 {"All recordings of a folder:", "repair -o repaired/ archive/"},
                 {"Measure the damage:", "repair FILE --resync --json -o /dev/null"}},
    .json_text = {"One object a recording:"},
    .columns = repair_columns,
    .usage = "-o OUT [OPTION...] FILE|DIR...",
    .exit_status =
        {"0|The repaired recording was written, with or without losses.",
         ("1|Nothing can be read: FILE is not a recording, its header is damaged, or a demo is "
          "empty."),
         "2|Wrong usage, or OUT exists and --force was not given.",
         "3|The system failed: a file cannot be read or written."},
    .check = out_path_check,
    .how = &(const struct run_how){.process = repair_file, .keeps_secrets = true},
};
