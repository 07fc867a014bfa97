/* SPDX-License-Identifier: MIT
 *
 * teetape repair: the readable part of a damaged recording.
 */
#include <stdlib.h>

#include "cli/repair/demo_repair.h"
#include "cli/repair/repair_teehistorian.h"
#include "cli/repair/repair_tell.h"
#include "cli/shell/cmd.h"
#include "cli/shell/memory.h"
#include "cli/shell/source.h"

static const char *const description[] = {
    ("Writes what can be read of a damaged or unfinished recording, byte for byte as it was, and "
     "closes it with FINISH. Records that are errors are left out, with all ticks as they were; "
     "what cannot be decoded ends the recording. One that is undamaged is copied as it is. Of "
     "compressed data that is damaged or cut, everything is used that can be decompressed; the "
     "last of it may be wrong, because the damage is noticed late."),
    ("With --resync the recording goes on behind damage, at the next place from where many records "
     "in a row are such as a server writes them. At such a gap all tees end. A player is there "
     "again from the next record that tells a position, and an input from the next one that tells "
     "all of it; what comes before builds on what was lost and is left out. Ticks go on from the "
     "last known one, so all later ones are too early by what was lost. Of a damaged .xz or .zst "
     "of "
     "independent blocks, as teetape-pack(1) makes them, the next good block is such a place, too, "
     "unless it comes through a pipe. docs/repair.md explains "
     "how it is done, and what cannot be found: nobody can notice a changed number."),
    ("A demo becomes one that plays: chunks whose content is damaged are left out, with the "
     "snapshots "
     "that build on them; where the sizes of chunks are damaged it goes on at the next keyframe, "
     "with or without --resync. Its header gets the length, and a map that is damaged is left "
     "out."),
    ("What was lost is said on stderr. The id of the game stays the same. If the header is "
     "damaged, nothing can be done."),
    NULL,
};

static const struct option options[] = {
    {'o', "output", "OUT", OPTION_TEXT, offsetof(struct settings, output),
     "write to this file, compressed when it ends in .xz, .zst or .gz; into this folder, named as "
     "FILE; '-' is stdout",
     0, 0, NULL},
    {0, "force", NULL, OPTION_FLAG, offsetof(struct settings, force),
     "replace a file that exists already, but never the damaged one itself", 0, 0, NULL},
    {0, "resync", NULL, OPTION_FLAG, offsetof(struct settings, resync),
     "go on behind what cannot be decoded", 0, 0, NULL},
};

static const struct example examples[] = {
    {"Close a recording whose server was killed:", "repair FILE -o whole.teehistorian"},
    {"Save what is left after a disk failure:", "repair FILE.xz -o saved.teehistorian.xz --resync"},
    {"All recordings of a folder:", "repair -r -o repaired/ archive/"},
    {"How much of it is damaged:", "repair FILE --resync --json -o /dev/null"},
};

static const char *const json_intro[] = {
    "One object a recording. For a demo it has output, first_tick, last_tick, bytes, snapshots, "
    "messages, markers and left_out as for teetape-concat(1), gaps (places where it went on at the "
    "next keyframe), lost_bytes (in them), damaged_chunks (left out by themselves) and map_lost "
    "(the "
    "map was left out). For a teehistorian file:",
    NULL};

static const char *const exit_status[] = {
    "0|The repaired recording was written, whatever was lost. Also: there was nothing to repair.",
    "1|Nothing can be read of it: it is no recording, its header is damaged, a demo is empty.",
    "2|Wrong usage, or OUT exists and --force was not given.",
    "3|The system failed: a file cannot be read or written.",
    NULL,
};

/* By the first bytes. What is told to be nothing else is taken for a teehistorian file whose first
 * bytes are damaged, but not if it only lies in a folder and its name says nothing. */
static void repair(struct repair_work *w)
{
    struct host_first first = {.size = 0};
    host_first_add(&first, w->first);
    if (!repair_is_teehistorian(w) && source_is_passed_over(w->job, host_first_kind(&first))) {
        return;
    }
    if (repair_work_output(w)) {
        repair_teehistorian(w);
    }
}

static enum exit_status treat(struct job *job)
{
    struct repair_work *w = memory_zeros(job->path, sizeof *w);
    if (w == NULL) {
        return EXIT_SYSTEM;
    }
    if (repair_work_open(w, job)) {
        repair(w);
    }
    enum exit_status status = repair_work_close(w);
    free(w);
    return status;
}

const struct command cmd_repair = {
    .name = "repair",
    .summary = "the readable part of a damaged recording, closed properly",
    .description = description,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .examples = examples,
    .example_count = sizeof examples / sizeof examples[0],
    .json_text = json_intro,
    .json_keys = repair_json_keys,
    .json_key_count = REPAIR_JSON_KEYS,
    .usage = "-o OUT [OPTION...] FILE...",
    .check = out_path_check,
    .check_count = out_path_check_count,
    .treat = treat,
    .treat_demo = demo_repair,
    .takes_all = true,
    .exit_status = exit_status,
};
