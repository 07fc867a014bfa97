/* SPDX-License-Identifier: MIT
 *
 * What becomes a demo of its own.
 *
 * It is a plan as that of teetape cut (cut_plan.h) with other questions: all sessions, or all
 * finishes, and a bound on how many.
 */
#include "cli/demo/split_plan.h"

#include <stdio.h>
#include <string.h>

#include "cli/demo/convert_pace.h"
#include "cli/demo/demo_options.h"
#include "cli/read/no_player.h"
#include "cli/shell/message.h"
#include "cli/shell/outcome.h"
#include "cli/shell/word_list.h"

static const char *const words[] = {"player", "finish", NULL};

const char *split_word(size_t index)
{
    return words[index];
}

static bool has_word(const struct demo_options *options, const char *word)
{
    return word_list_has(options->split, word);
}

/* --as with --split means the players of the demos, so it takes the place of --player. */
const char *split_check(const struct settings *settings, const struct demo_options *options)
{
    if ((options->before != NULL || options->after != NULL) && !has_word(options, "finish")) {
        return "--before and --after go with --split finish";
    }
    const char *problem = cut_part_check_around(options->before, options->after);
    if (problem != NULL || options->split == NULL) {
        return problem;
    }
    if (settings->output != NULL && strcmp(settings->output, "-") == 0) {
        return "--split makes several files: -o FOLDER";
    }
    return options->as != NULL && options->span.player != NULL
               ? "with --split, --as selects the players of the demos: leave --player out"
               : NULL;
}

/* The name that was asked for, so that all that somebody did is found together. Only where one name
 * was asked for; each part then has it, also under other names of the session. */
static void name_parts(struct cut_plan *plan)
{
    const char *asked = plan->finder.count != 0 ? plan->finder.person[0].name : NULL;
    for (size_t i = 0; asked != NULL && i < plan->parts.count; i++) {
        snprintf(plan->parts.found[i].name, TT_NAME_CAP, "%s", asked);
    }
}

/* Nothing is to be made. One recording of many is counted only (outcome_nothing). The most certain
 * reason comes first. */
static enum exit_status report_none(const struct cut_plan *plan, const struct reading *r)
{
    const struct cut_people *finder = &plan->finder;
    const struct cut_person *missing =
        cut_people_have_names(finder) ? cut_people_missing(finder) : NULL;
    if (missing != NULL) {
        char text[NO_PLAYER_TEXT];
        return outcome_nothing(r->job, "%s", no_player_named(r->job, missing->name, text));
    }
    if (reading_is_outside(r)) {
        char text[READING_OUTSIDE_TEXT];
        return outcome_nothing(r->job, "%s", reading_outside_text(r, text));
    }
    if (plan->ask->has_sessions) {
        return outcome_nothing(r->job, "the chosen player is not in this span");
    }
    return outcome_nothing(r->job, "no such finish is in it%s", cut_parts_why_none(r, false));
}

/* The judge of the plan (struct cut_ask): refuses a span without ticks and too many demos, and puts
 * the parts into the order in which the pass comes to them. A damaged recording without any part is
 * read again for what is wrong with it: its sessions may be in what was lost. */
static bool judge(struct cut_plan *plan, struct reading *r, enum exit_status *status)
{
    struct job *job = plan->job;
    if (r->io.has_header && r->io.from >= r->io.to) {
        reading_report_empty(r);
        *status = reading_refuse_empty(job);
    } else if (plan->parts.count > SPLIT_MOST) {
        message_say(MESSAGE_ERROR, job->path,
                    "these would be more than %d demos: choose some with --player, --from and --to",
                    SPLIT_MOST);
        *status = EXIT_USAGE;
    } else if (plan->parts.count == 0) {
        *status = r->io.has_header ? report_none(plan, r) : EXIT_GOOD;
        *status = r->issues.errors != 0 ? cut_plan_report_damage(job) : *status;
    }
    name_parts(plan);
    cut_parts_sort(&plan->parts);
    return *status == EXIT_GOOD;
}

/* With --split: spans of sessions and finishes, in two passes, which a pipe cannot have. Without it
 * nothing but names is looked for, and a pipe may learn them on the way. An index is not used as it
 * has no PLAYER_READY, which says who entered the game. */
enum exit_status split_plan_make(struct cut_plan *plan, struct cut_ask *ask, struct job *job)
{
    const struct demo_options *o = job->options;
    const char *finder = o->as != NULL ? o->as : o->span.player;
    enum exit_status status;
    *ask = (struct cut_ask){
        .span = o->span,
        .finder = {{finder}, finder != NULL},
        .has_sessions = has_word(o, "player"),
        .has_finishes = has_word(o, "finish"),
        .team = -1,
        .before = o->before,
        .after = o->after,
        .every = o->every,
        .least = CONVERT_FEWEST,
        .most = SPLIT_MOST,
        .what = "--split takes two passes, and this can be read only once",
        .judge = judge,
    };
    ask->span.player = NULL;
    ask->span.no_index = true; /* it has no PLAYER_READY */
    if (o->split == NULL) {
        *ask = (struct cut_ask){.kept = {{o->span.player}, o->span.player != NULL},
                                .hidden = {{o->as}, o->as != NULL},
                                .may_learn = true};
    }
    cut_plan_open(plan, job, ask, &status);
    return status;
}
