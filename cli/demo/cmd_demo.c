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
    "Writes a teehistorian recording as a demo, which the game plays. Every tee is where it was at "
    "every tick; who is there, names, skins, teams, chat commands, emoticons, kills that players "
    "asked for and finishes are in it too. Aim, direction, weapon and eyes are derived from what "
    "players pressed; from that and the map hooks, freezing and what tees pick up. What a "
    "recording "
    "does not hold is not made up: there are no shots, no ordinary chat. Secrets are hidden.",
    "A plain demo takes one FILE. With --split there may be several, and folders with -r.",
    "In the game the demo opens on the player of --player, else on the player who has been playing "
    "for the longest time and is not away; while he is not there, on another one. The viewer can "
    "choose somebody else or move freely, as in every demo; with --free that is how it opens. With "
    "--as it is seen through one player's eyes.",
    "With --player the joins, deaths and finishes of this player get markers on the timeline, "
    "without it the finishes of everybody. With --only everybody else is left out.",
    "With --split there is a demo for each stay of a player, from when he came until he left, or "
    "for "
    "each finish, from some seconds before the run until behind it; he is in focus. They go to the "
    "folder OUT, as RECORDING.FROM-TO.CID.NAME.demo, with the ticks from which up to which they "
    "go, "
    "and .finish behind the name for a finish. FILE cannot be stdin then. With --as each demo is "
    "that of a client, through the eyes of whom it is about.",
    "The map is put into the demo when it is found: where the game keeps its maps, and in the "
    "folders of the environment variable TEETAPE_MAP_PATH, with colons between them. A file counts "
    "when its SHA-256 is the one of the recording. Without its map the demo plays where the player "
    "has it.",
    NULL,
};

static const struct option options[] = {
    {'o', "output", "OUT", OPTION_TEXT, offsetof(struct settings, output),
     "write here; '-' is stdout; with --split a folder", 0, 0, NULL},
    OPTION_ROW_FROM,
    OPTION_ROW_TO,
    {'p', "player", "PLAYER", OPTION_TEXT, offsetof(struct settings, player),
     "whom it is about: a client id or a name", 0, 0, NULL},
    {0, "only", NULL, OPTION_FLAG, offsetof(struct settings, only),
     "leave out everybody but that player, or with --split everybody but whom each is about", 0, 0,
     NULL},
    {0, "as", "PLAYER", OPTION_TEXT, offsetof(struct settings, as),
     "the demo of a client: what this player saw", 0, 0, NULL},
    {0, "free", NULL, OPTION_FLAG, offsetof(struct settings, free_view),
     "open with a free view at the origin of the map, on nobody", 0, 0, NULL},
    {0, "split", "WHAT,...", OPTION_LIST, offsetof(struct settings, split),
     "make a demo for each stay of a player, for each finish, or both; --player chooses whose", 0,
     0, split_word},
    {0, "before", "TIME", OPTION_TEXT, offsetof(struct settings, before),
     "finishes: begin so long before the run, in seconds or as 1:00; " CUT_BEFORE " if not given",
     0, 0, NULL},
    {0, "after", "TIME", OPTION_TEXT, offsetof(struct settings, after),
     "finishes: end so long behind the finish; " CUT_AFTER " if not given", 0, 0, NULL},
    {0, "map", "FILE", OPTION_TEXT, offsetof(struct settings, map),
     "put this map file in, which has to be the recording's own", 0, 0, NULL},
    {0, "no-map", NULL, OPTION_FLAG, offsetof(struct settings, no_map),
     "put no map in; it is used for hooks and the like if it is found", 0, 0, NULL},
    {0, "skip-idle", NULL, OPTION_FLAG, offsetof(struct settings, skip_idle),
     "leave out what is longer than a second and has nobody in it who plays; ticks behind it are "
     "lower by that",
     0, 0, NULL},
    {0, "whole", NULL, OPTION_FLAG, offsetof(struct settings, whole),
     "keep silences of more than an hour, which are left out otherwise; ticks after them are lower "
     "by that",
     0, 0, NULL},
    {0, "every", "N", OPTION_NUMBER, offsetof(struct settings, every),
     "a snapshot every N ticks, 1 or 2; 2 makes a smaller file", 1, 2, NULL},
    {0, "force", NULL, OPTION_FLAG, offsetof(struct settings, force),
     "replace an output that exists", 0, 0, NULL},
};

static const struct example examples[] = {
    {"Two minutes of a game, about one player:",
     "demo --from 0:10:00 --to 0:12:00 --player nameless -o out.demo FILE"},
    {"What one player saw:", "demo --as nameless -o out.demo FILE"},
    {"A run that ended with a finish, as a demo:",
     "cut --finish=nameless -o - FILE | teetape demo -o run.demo -"},
    {"Every finish of a recording, each in a demo of its own:",
     "demo --split finish -o finishes FILE"},
    {"All that one player did, in demos with nobody else in them:",
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

static enum exit_status treat(struct job *job)
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
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .examples = examples,
    .example_count = sizeof examples / sizeof examples[0],
    .json_text = json_intro,
    .json_keys = convert_json_keys,
    .json_key_count = CONVERT_JSON_KEYS,
    .check = check,
    .check_count = check_count,
    .treat = treat,
    .reads = READS_TEEHISTORIANS,
};
