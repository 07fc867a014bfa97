/* SPDX-License-Identifier: MIT
 *
 * teetape demo: a teehistorian recording as a demo that the game plays.
 *
 * Here are the words of the command and the checks of its options. The work begins in demo_pass.c.
 */
#include "cli/demo/demo.h"
#include "cli/shell/cmd.h"
#include "cli/shell/option_rows.h"
#include "cli/shell/target.h"
#include "teetape/io/player.h"
#include "teetape/io/spans.h"

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
     "it that way. With --as it shows what one player saw: of several whom a name means, the one "
     "who has it at that time, until the session ends."),
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
    OPTION_ROW_OUTPUT("write to this file; '-' is stdout; with --split: a folder"),
    OPTION_ROW_FROM,
    OPTION_ROW_TO,
    OPTION_ROW_PLAYER_OF("the player in focus: a client id or name"),
    ROW_FLAG(0, "only", struct demo_options, only, "leave out all players who are not in focus"),
    ROW_TEXT(0, "as", "PLAYER", struct demo_options, as,
             "what this player saw, as a demo of a client"),
    ROW_FLAG(0, "free", struct demo_options, free_view,
             "open with a free view at the origin of the map"),
    ROW_LIST(0, "split", "WHAT,...", struct demo_options, split, split_word,
             "a demo for each session of a player or each finish"),
    ROW_TEXT(0, "before", "TIME", struct demo_options, before,
             "finishes: begin this long before it; default: " TT_IO_SPANS_BEFORE),
    ROW_TEXT(0, "after", "TIME", struct demo_options, after,
             "finishes: end this long after it; default: " TT_IO_SPANS_AFTER),
    ROW_FILE(0, "map", "FILE", struct demo_options, map,
             "embed this map file, which must be that of the recording"),
    ROW_FLAG(0, "no-map", struct demo_options, no_map,
             "embed no map; it is still used for hooks and the like"),
    ROW_FLAG(0, "skip-idle", struct demo_options, skip_idle,
             "leave out more than a second without a playing player"),
    ROW_FLAG(0, "whole", struct demo_options, whole, "keep silences of more than an hour"),
    ROW_NUMBER(0, "every", "N", struct demo_options, every, 1, 2,
               "a snapshot every N ticks, 1 or 2; 2 is smaller"),
    OPTION_ROW_FORCE,
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

/* A file is never replaced by a folder, also not with --force. */
static const char *check_folder(const struct settings *settings)
{
    const char *path = settings->output;
    if (path == NULL || path[0] == 0) {
        return "where to? -o FOLDER";
    }
    return out_path_is_file(path) ? "with --split, -o is a folder, and this is a file" : NULL;
}

static const char *check(const struct settings *settings, const void *given)
{
    const struct demo_options *own = given;
    if (own->only && settings->reading.player == NULL && own->split == NULL) {
        return "--only goes with --player or --split";
    }
    if (own->free_view && own->as != NULL) {
        return "--as and --free do not go together";
    }
    if (own->map != NULL && own->no_map) {
        return "--map and --no-map do not go together";
    }
    if (own->skip_idle && own->whole) {
        return "--skip-idle and --whole do not go together";
    }
    const char *problem = split_check(settings, own);
    if (problem == NULL) {
        problem = own->split != NULL ? check_folder(settings) : target_check(settings, given);
    }
    if (problem == NULL && own->split == NULL) {
        problem = target_check_ending(settings, TT_FORMAT_DEMO);
    }
    if (problem == NULL && own->as != NULL) {
        problem = tt_io_player_check(own->as);
    }
    return problem;
}

static const char *check_count(const struct settings *settings, const void *given, size_t count)
{
    const struct demo_options *own = given;
    if (own->split != NULL) {
        return NULL;
    }
    return count > 1 || settings->recursive ? "demo takes one file; several go with --split" : NULL;
}

const struct command cmd_demo = {
    .name = "demo",
    .usage = "-o OUT [--split WHAT] [OPTION...] FILE...",
    .summary = "make a demo that the game plays",
    .description = description,
    .details = details,
    .options = OPTION_TABLE(options, struct demo_options),
    .examples = EXAMPLE_TABLE(examples),
    .json_text = json_intro,
    .columns = convert_columns,
    .check = check,
    .check_count = check_count,
    .process = demo_process,
    .keeps_secrets = true,
    .reads = READS_TEEHISTORIANS,
};
