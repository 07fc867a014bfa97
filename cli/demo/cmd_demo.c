/* SPDX-License-Identifier: MIT
 *
 * teetape demo: a teehistorian recording as a demo that the game plays.
 */
#include <stdlib.h>

#include "cli/cut/cut_finish.h"
#include "cli/demo/convert_report.h"
#include "cli/demo/convert_work.h"
#include "cli/demo/split_plan.h"
#include "cli/demo/split_write.h"
#include "cli/shell/cmd.h"
#include "cli/shell/memory.h"
#include "cli/shell/option_rows.h"
#include "cli/shell/target.h"

static const char *const description[] = {
    ("Writes a teehistorian recording as a demo, which the game plays. It has every tee "
     "at every tick, names, skins, teams, chat commands, emoticons, requested kills and "
     "finishes. Secrets are hidden."),
    NULL,
};

static const char *const details[] = {
    ("Aim, direction, weapon and eyes are derived from inputs; hooks, freezing and "
     "pickups from inputs and the map. Nothing else is made up: a recording has no shots "
     "and no plain chat, so the demo has none."),
    ("A plain demo takes one FILE. With --split there may be several, and folders with "
     "-r."),
    ("The game opens the demo on the player of --player. Without it, on the player who "
     "has played longest and is not away; while that player is absent, on another one. "
     "The viewer can choose another player or move freely, as in every demo; --free opens "
     "it that way. With --as it shows what one player saw."),
    ("With --player, the joins, deaths and finishes of this player get timeline markers. "
     "Without it, the finishes of all players do. With --only, all other players are left "
     "out."),
    ("With --split there is one demo for each session of a player, or for each finish, "
     "from some seconds before the run to some seconds after it. The player is in focus. "
     "The demos go to the folder OUT, as RECORDING.FROM-TO.CID.NAME.demo, with the first "
     "tick and the tick after the last one; .finish follows the name for a finish. FILE "
     "cannot be stdin then. With --as each demo shows what its player saw."),
    ("The demo contains the map if it is found: where the game keeps its maps, and in the "
     "folders of the environment variable TEETAPE_MAP_PATH, separated by colons. The "
     "SHA-256 of the file must be that of the recording; this is so for --map, too. "
     "Without its map the demo plays where the viewer has it."),
    ("--skip-idle leaves out spans of more than a second in which no player plays. "
     "Silences of more than an hour are left out unless --whole is given. Later ticks are "
     "lower by what is left out."),
    NULL,
};

static const struct option options[] = {
    {'o', "output", "OUT", OPTION_TEXT, offsetof(struct settings, output),
     "write to this file; '-' is stdout; with --split: a folder", 0, 0, NULL},
    OPTION_ROW_FROM,
    OPTION_ROW_TO,
    {'p', "player", "PLAYER", OPTION_TEXT, offsetof(struct settings, player),
     "the player in focus: a client id or name", 0, 0, NULL},
    {0, "only", NULL, OPTION_FLAG, offsetof(struct settings, only),
     "leave out all players who are not in focus", 0, 0, NULL},
    {0, "as", "PLAYER", OPTION_TEXT, offsetof(struct settings, as),
     "what this player saw, as a demo of a client", 0, 0, NULL},
    {0, "free", NULL, OPTION_FLAG, offsetof(struct settings, free_view),
     "open with a free view at the origin of the map", 0, 0, NULL},
    {0, "split", "WHAT,...", OPTION_LIST, offsetof(struct settings, split),
     "a demo for each session of a player or each finish", 0, 0, split_word},
    {0, "before", "TIME", OPTION_TEXT, offsetof(struct settings, before),
     "finishes: begin this long before it; default: " CUT_BEFORE, 0, 0, NULL},
    {0, "after", "TIME", OPTION_TEXT, offsetof(struct settings, after),
     "finishes: end this long after it; default: " CUT_AFTER, 0, 0, NULL},
    {0, "map", "FILE", OPTION_TEXT, offsetof(struct settings, map),
     "embed this map file, which must be that of the recording", 0, 0, NULL},
    {0, "no-map", NULL, OPTION_FLAG, offsetof(struct settings, no_map),
     "embed no map; it is still used for hooks and the like", 0, 0, NULL},
    {0, "skip-idle", NULL, OPTION_FLAG, offsetof(struct settings, skip_idle),
     "leave out more than a second without a playing player", 0, 0, NULL},
    {0, "whole", NULL, OPTION_FLAG, offsetof(struct settings, whole),
     "keep silences of more than an hour", 0, 0, NULL},
    {0, "every", "N", OPTION_NUMBER, offsetof(struct settings, every),
     "a snapshot every N ticks, 1 or 2; 2 is smaller", 1, 2, NULL},
    {0, "force", NULL, OPTION_FLAG, offsetof(struct settings, force),
     "replace an output that exists", 0, 0, NULL},
};

static const struct example examples[] = {
    {"Two minutes of a game, with one player in focus:",
     "demo --from 0:10:00 --to 0:12:00 --player nameless -o out.demo FILE"},
    {"What one player saw:", "demo --as nameless -o out.demo FILE"},
    {"A run that ended with a finish, as a demo:",
     "cut --finish=nameless -o - FILE | teetape demo -o run.demo -"},
    {"Every finish of a recording, each in its own demo:", "demo --split finish -o finishes FILE"},
    {"All sessions of one player, without the other players:",
     "demo --split player --player nameless --only -o demos FILE"},
};

static const char *const json_intro[] = {"One object a demo:", NULL};

/* A folder, or a name for one that is not there yet. */
static const char *check_folder(const struct settings *settings)
{
    const char *path = settings->output;
    if (path == NULL || path[0] == 0) {
        return "where to? -o FOLDER";
    }
    return out_path_is_file(path) ? "with --split, -o is a folder, and this is a file" : NULL;
}

static const char *check(const struct settings *settings)
{
    if (settings->only && settings->player == NULL && settings->split == NULL) {
        return "--only goes with --player or --split";
    }
    if (settings->free_view && settings->as != NULL) {
        return "--as and --free do not go together";
    }
    if (settings->map != NULL && settings->no_map) {
        return "--map and --no-map do not go together";
    }
    if (settings->skip_idle && settings->whole) {
        return "--skip-idle and --whole do not go together";
    }
    const char *problem = split_check(settings);
    if (problem == NULL) {
        problem = settings->split != NULL ? check_folder(settings) : target_check(settings);
    }
    if (problem == NULL && settings->as != NULL) {
        problem = select_check_player(settings->as);
    }
    return problem != NULL ? problem : select_check(settings);
}

static const char *check_count(const struct settings *settings, size_t count)
{
    if (count == 0) {
        return "which file? '-' is stdin";
    }
    if (settings->split != NULL) {
        return NULL;
    }
    return count > 1 || settings->recursive ? "demo takes one file; several go with --split" : NULL;
}

static enum exit_status process(struct job *job)
{
    if (job->settings->split != NULL) {
        return split_write(job);
    }
    if (!target_is_good(job->settings->output, job)) {
        return EXIT_USAGE;
    }
    struct convert_work *w = memory_zeros(job->path, sizeof *w);
    if (w == NULL) {
        return EXIT_SYSTEM;
    }
    enum exit_status status = convert_work_run(w, job);
    free(w);
    return status;
}

const struct command cmd_demo = {
    .name = "demo",
    .usage = "-o OUT [--split WHAT] [OPTION...] FILE...",
    .summary = "make a demo that the game plays",
    .description = description,
    .details = details,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .examples = examples,
    .example_count = sizeof examples / sizeof examples[0],
    .json_text = json_intro,
    .json_keys = convert_json_keys,
    .json_key_count = CONVERT_JSON_KEYS,
    .check = check,
    .check_count = check_count,
    .process = process,
    .reads = READS_TEEHISTORIANS,
};
