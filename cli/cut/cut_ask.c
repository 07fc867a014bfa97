/* SPDX-License-Identifier: MIT
 *
 * From the options of teetape cut to what is looked for, and from what was found to what is cut.
 *
 * It is the first step after the checks, and it is called back at the end of the survey. What it
 * decides is in struct cut_work: a span, who is kept, and how long pieces are.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/cut/cut_write.h"
#include "cli/shell/message.h"

/* The span around the finish or the line. After the survey: narrows the span of the cut, and that
 * of the survey's reading, to the one finish or line that is meant. False when there is none or
 * more than one, which was reported. The survey is quiet, so where it found nothing in a damaged
 * recording the damage is read once more for the user: the finish may be in what was lost. A header
 * that cannot be read leaves nothing to look for. */
static bool find_moment(struct cut_work *w, struct reading *r, enum exit_status *status)
{
    const struct cut_options *o = w->options;
    if (w->plan.parts.count == 0 && r->issues.errors != 0) {
        enum exit_status damaged = cut_plan_report_damage(w->job); /* it may be where nothing can be
                                                                      read */
        if (!r->io.has_header) {
            *status = damaged;
            return false;
        }
    }
    const struct cut_part *part =
        cut_parts_choose(&w->plan, r, o->around_chat != NULL ? o->chat_number : o->finish_number);
    if (part == NULL) {
        return false;
    }
    /* Places are texts in the options, so the ticks go the same way; a recording without an end has
     * no text for it. */
    snprintf(w->from_text, sizeof w->from_text, "%" PRId64, part->from);
    snprintf(w->to_text, sizeof w->to_text, "%" PRId64, part->to);
    w->span.from = w->from_text;
    w->span.to = part->to < TT_IO_PLACE_END ? w->to_text : NULL;
    r->io.from = part->from;
    r->io.to = part->to;
    return true;
}

/* The judge of the plan (struct cut_ask): after the pass, what was found becomes what is cut. The
 * members of a team can be chosen only now, as --finish may have changed the span in which they had
 * to be in the team. *status is EXIT_USAGE for all that is refused here, as the recording does not
 * have what was asked for. */
static bool judge(struct cut_plan *plan, struct reading *r, enum exit_status *status)
{
    struct cut_work *w = plan->ask->user;
    const struct cut_parts *teams = &plan->teams;
    *status = EXIT_USAGE;
    if (r->io.has_header && r->io.from >= r->io.to) {
        reading_refuse_empty(w->job);
        return false;
    }
    /* The finish or line decides the span before teams are compared with it. */
    if ((plan->ask->has_finishes || plan->ask->around_chat != NULL) && !find_moment(w, r, status)) {
        return false;
    }
    /* who leaves the team in the first tick was in it when that began */
    for (size_t i = 0; i < teams->count; i++) {
        if (teams->found[i].from < r->io.to && teams->found[i].to >= r->io.from) {
            cut_people_choose(&plan->kept, teams->found[i].session);
        }
    }
    *status = EXIT_GOOD;
    return true;
}

/* Splits the options into those of the survey (who, what, around what) and those of the cut. The
 * span of the reading has no player: who is kept is decided record by record with w->plan.kept, so
 * that the world of everybody is known. `finder` narrows finishes and lines to those of a player:
 * that of --finish=PLAYER, else that of --player. */
void cut_ask(struct cut_work *w, bool is_demo)
{
    const struct cut_options *o = w->options;
    const char *player = o->span.player;
    const char *finder = o->finish != NULL && o->finish[0] != 0 ? o->finish : player;
    w->span = o->span;
    w->span.player = NULL;
    w->keeps_some = player != NULL || o->team != NULL;
    if (o->split != NULL) {
        tt_io_place_length(o->split, &w->split);
    }
    if (w->keeps_some) {
        snprintf(w->selection, sizeof w->selection, "%s%s", o->team != NULL ? "team:" : "",
                 o->team != NULL ? o->team : player);
    }
    w->ask = (struct cut_ask){
        .span = w->span,
        .kept = {{player}, player != NULL},
        .hidden = o->hide,
        .needs_all = true,
        .has_finishes = o->finish != NULL,
        .has_team = o->team != NULL,
        .team = o->team != NULL ? (int32_t)atoi(o->team) : -1,
        .around_chat = o->around_chat,
        .before = o->before,
        .after = o->after,
        .may_learn = is_demo,
        .what = "--finish, --team, --around-chat and the name of a --player take two passes, and "
                "this can be read only once; a client id takes one",
        .judge = judge,
        .user = w,
    };
    /* "name:" makes OLD a name even where it looks like a client id: --rename is about names
     * only. */
    w->ask.renamed.count = o->renames.count;
    for (size_t i = 0; i < o->renames.count; i++) {
        const char *text = o->renames.text[i];
        snprintf(w->renamed[i], CUT_RENAMED, "name:%.*s", (int)(cut_options_equals(text) - text),
                 text);
        w->ask.renamed.text[i] = w->renamed[i];
    }
    if (finder != NULL && (o->finish != NULL || o->around_chat != NULL)) {
        w->ask.finder = (struct texts){{finder}, 1};
    }
}
