/* SPDX-License-Identifier: MIT
 *
 * teetape cut: a part of a recording, as a recording.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/cut/cut_write.h"
#include "cli/cut/demo_cut.h"
#include "cli/cut/demo_plan.h"
#include "cli/shell/cmd.h"
#include "cli/shell/memory.h"
#include "cli/shell/option_rows.h"
#include "cli/shell/target.h"
#include "host/message.h"

static const char *const description[] = {
    "Writes a part of a recording as a recording that every reader takes. Ticks and the start time "
    "stay as they were. At its beginning stands what brings about the state there: who is "
    "connected, names, versions, rcon levels, teams, practice, where the tees are, and the last "
    "input of everybody; then the records as they were. So everything in it is as it was at "
    "every tick.",
    "The cut has its own game_uuid, which is always the same for the same part of the same game, "
    "and the header key cut_of with the game_uuid of the original. The cut of a cut is the same "
    "as the cut of the original.",
    "With --player or --team it holds the records of these players alone. A team is everybody who "
    "was in it at some time of the span, with all they did in the span; what teams do is kept "
    "while "
    "one of the players is in them.",
    "With --finish it holds a run: from --before seconds before its start to --after seconds "
    "behind "
    "its finish. When there are several finishes they are listed, and --finish-number chooses one. "
    "Everybody is in it unless --player or --team says otherwise.",
    "With --split it makes pieces that follow each other. They have the number of the piece before "
    "the ending of the name: OUT.001.teehistorian, OUT.002.teehistorian. A piece in which nothing "
    "happens is not written, but it counts.",
    "FILE can be stdin unless the recording has to be read twice: for --finish, --team, "
    "--around-chat and the name of a player.",
    "The cut of a demo begins with a full snapshot, and with what a viewer has to know from "
    "before: "
    "teams, tunings, a vote that runs, and who is there. Ticks stay as they were; length and "
    "markers in the header are those of the cut. With --player everybody else is left out, with "
    "--hide those players are; what others and the server say of them stays. --hide and --rename "
    "can be given several times.",
    NULL,
};

static const struct option options[] = {
    {'o', "output", "OUT", OPTION_TEXT, offsetof(struct settings, output),
     "write here; '-' is stdout", 0, 0, NULL},
    OPTION_ROW_FROM,
    OPTION_ROW_TO,
    OPTION_ROW_PLAYER,
    {0, "team", "N", OPTION_TEXT, offsetof(struct settings, team),
     "only those who were in this team", 0, 0, NULL},
    {0, "finish", "PLAYER", OPTION_OPTIONAL, offsetof(struct settings, finish),
     "the run that ends with a finish, of this client id or name or of whoever it is", 0, 0, NULL},
    {0, "finish-number", "N", OPTION_NUMBER, offsetof(struct settings, number),
     "which one of several finishes, in the order of time", 1, INT32_MAX, NULL},
    {0, "before", "TIME", OPTION_TEXT, offsetof(struct settings, before),
     "begin so long before the run, in seconds or as 1:00; " CUT_BEFORE " if not given", 0, 0,
     NULL},
    {0, "after", "TIME", OPTION_TEXT, offsetof(struct settings, after),
     "end so long behind the finish; " CUT_AFTER " if not given", 0, 0, NULL},
    {0, "split", "TIME", OPTION_TEXT, offsetof(struct settings, split),
     "make pieces of this length, in seconds or as 1:00:00", 0, 0, NULL},
    {0, "around-chat", "TEXT", OPTION_TEXT, offsetof(struct settings, around_chat),
     "demos: the part around the chat line with this text, as long as --before and "
     "--after say",
     0, 0, NULL},
    {0, "chat-number", "N", OPTION_NUMBER, offsetof(struct settings, number),
     "demos: which one of several lines, in the order of time", 1, INT32_MAX, NULL},
    {0, "drop-chat", NULL, OPTION_FLAG, offsetof(struct settings, drop_chat),
     "demos: leave out what players say", 0, 0, NULL},
    {0, "hide", "PLAYER", OPTION_TEXTS, offsetof(struct settings, hide),
     "demos: leave out this player, a client id or name", 0, 0, NULL},
    {0, "rename", "OLD=NEW", OPTION_TEXTS, offsetof(struct settings, renames),
     "demos: give whoever has this name another one", 0, 0, NULL},
    {0, "strip-map", NULL, OPTION_FLAG, offsetof(struct settings, strip_map),
     "demos: leave out the embedded map", 0, 0, NULL},
    {0, "attach-map", "MAP", OPTION_TEXT, offsetof(struct settings, attach_map),
     "demos: embed this map file, which has to be the demo's own; with --force any one", 0, 0,
     NULL},
    OPTION_ROW_INDEX_DIR,
    OPTION_ROW_NO_INDEX,
    {0, "force", NULL, OPTION_FLAG, offsetof(struct settings, force),
     "replace an output that exists", 0, 0, NULL},
};

static const struct example examples[] = {
    {"Two minutes of a recording:", "cut --from 1:02:00 --to 1:04:00 -o part.teehistorian FILE"},
    {"What one player did in an hour:",
     "cut --from 20:00:00 --to 21:00:00 --player nameless -o one.teehistorian FILE"},
    {"The run of a player that ended with a finish:",
     "cut --finish=nameless --before 5 --after 3 -o run.teehistorian FILE"},
    {"A server day in hours:", "cut --split 1:00:00 -o day.teehistorian FILE"},
    {"What happened when somebody said it, without his name:",
     "cut --around-chat 'gg' --rename nameless=somebody -o gg.demo FILE.demo"},
    {"From the first marker of a demo to its second one:",
     "cut --from marker:1 --to marker:2 -o part.demo FILE.demo"},
};

static const char *const json_intro[] = {
    "One object a piece. For a demo it has output, first_tick, last_tick, bytes, snapshots, "
    "messages, markers and left_out, as for teetape-concat(1); for a teehistorian file:",
    NULL};

static const struct json_key json_keys[] = {
    {"output", "text", "the file that was written"},
    {"from", "number", "its first tick"},
    {"to", "number", "the tick after its last one; null for the end of the recording"},
    {"ticks", "number", "how many it has"},
    {"bytes", "number", "of the cut, before compression"},
    {"events", "number", "records taken from the original"},
    {"players", "number", "stays in it"},
    {"left_out", "number", "records that no reader would take"},
    {"game_uuid", "text", "of the cut"},
    {"cut_of", "text", "game_uuid of the first original"},
};

static const char *const exit_status[] = {
    "0|The cut was written.",
    "1|The recording is damaged; what can be read of it is in the cut.",
    "2|Wrong usage, or OUT exists and --force was not given, or the recording has nothing of what "
    "was "
    "asked for. Then nothing is written.",
    "3|The system failed: a file cannot be read or written.",
    NULL,
};

static const char *check(const struct settings *settings)
{
    const char *problem = target_check(settings);
    if (problem == NULL && settings->split != NULL && strcmp(settings->output, "-") == 0) {
        problem = "--split makes several files: -o needs a name";
    }
    problem = problem != NULL ? problem : demo_plan_check(settings);
    return problem != NULL ? problem : cut_plan_check(settings);
}

static const char *check_count(const struct settings *settings, size_t count)
{
    if (count == 0) {
        return "which file? '-' is stdin";
    }
    if (count > 1 && settings->finish != NULL && settings->finish[0] == 0) {
        return "cut takes one file; the player of --finish stands in the same word: "
               "--finish=PLAYER";
    }
    return count > 1 ? "cut takes one file" : NULL;
}

/* Options that say nothing about teehistorian files, which this is. */
static bool refuse_demo_options(struct cut_work *w)
{
    const struct settings *s = w->r.job->settings;
    if (s->around_chat == NULL && !s->drop_chat && s->hide.count == 0 && s->renames.count == 0 &&
        !s->strip_map && s->attach_map == NULL) {
        return false;
    }
    host_message(HOST_MESSAGE_ERROR, w->r.job->path,
                 "this is a teehistorian file; --around-chat, --drop-chat, --hide, --rename, "
                 "--strip-map and --attach-map are for demos");
    w->status = EXIT_USAGE;
    return true;
}

static enum exit_status cut(struct cut_work *w, struct job *job)
{
    tt_th_past_init(&w->past);
    if (recording_open(&w->r, job) && !refuse_demo_options(w) &&
        cut_plan_make(&w->plan, &w->r, &w->status)) {
        cut_write(w);
    }
    recording_stop(&w->r);
    enum exit_status status = recording_close(&w->r);
    cut_plan_free(&w->plan);
    return status > w->status ? status : w->status;
}

static enum exit_status treat(struct job *job)
{
    if (!target_is_good(job->settings->output, job)) {
        return EXIT_USAGE;
    }
    struct cut_work *w = memory_zeros(job->path, sizeof *w);
    if (w == NULL) {
        return EXIT_SYSTEM;
    }
    enum exit_status status = cut(w, job);
    free(w);
    return status;
}

const struct command cmd_cut = {
    .name = "cut",
    .summary = "a part of a recording, as a recording",
    .description = description,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .examples = examples,
    .example_count = sizeof examples / sizeof examples[0],
    .json_text = json_intro,
    .json_keys = json_keys,
    .json_key_count = sizeof json_keys / sizeof json_keys[0],
    .usage = "-o OUT [OPTION...] FILE",
    .check = check,
    .check_count = check_count,
    .treat = treat,
    .takes_one = true,
    .treat_demo = demo_cut,
    .exit_status = exit_status,
};
