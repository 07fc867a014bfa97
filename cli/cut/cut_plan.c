/* SPDX-License-Identifier: MIT
 *
 * What is to be cut.
 */
#include "cli/cut/cut_plan.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli/cut/cut_finish.h"
#include "cli/cut/cut_options.h"
#include "cli/read/jump.h"
#include "cli/read/place.h"
#include "cli/shell/memory.h"
#include "host/message.h"
#include "teetape/teehistorian_past.h"

static bool is_team(const char *text)
{
    char *end;
    long team = strtol(text, &end, 10);
    return text[0] >= '0' && text[0] <= '9' && *end == 0 && team < TT_TEAMS;
}

static bool is_length(const char *text)
{
    int32_t ticks;
    return text == NULL || place_length(text, &ticks);
}

/* Options that only make sense with, or without, another one. */
static const char *check_together(const struct cut_options *s)
{
    if (s->finish == NULL && s->around_chat == NULL &&
        (s->before != NULL || s->after != NULL || s->number != 0)) {
        return "--before, --after and --finish-number go with --finish, and --before, --after and "
               "--chat-number with --around-chat";
    }
    if (s->finish != NULL && s->split != NULL) {
        return "--finish makes one piece: it does not go with --split";
    }
    if (s->span.player != NULL && s->team != NULL) {
        return "--player and --team do not go together";
    }
    return s->finish != NULL && s->finish[0] != 0 && s->team != NULL
               ? "the finish is that of a player or of a team: --finish=PLAYER or --team"
               : NULL;
}

const char *cut_plan_check(const struct cut_options *options)
{
    int32_t split;
    if (options->team != NULL && !is_team(options->team)) {
        return "--team takes the number of a team, 0 to 128";
    }
    if (!is_length(options->before) || !is_length(options->after)) {
        return "--before and --after take seconds (5, 0.5) or a game time (1:00)";
    }
    if (options->split != NULL && (!place_length(options->split, &split) || split == 0)) {
        return "--split takes seconds (60) or a game time (1:00:00)";
    }
    const char *problem = check_together(options);
    return problem != NULL ? problem : span_check(&options->span);
}

/* What needs a pass before the cut can begin. */
static bool needs_two_passes(const struct cut_plan *plan, const struct cut_options *options)
{
    return options->finish != NULL || options->team != NULL || plan->select.by == SELECT_NAME;
}

/* Chooses the open stays in the team. */
static void choose_members(struct select *s, const tt_th_past *past, const tt_world *world,
                           int32_t team)
{
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        if (past->slot[cid].open && world->client[cid].team == team) {
            select_choose(s, past->slot[cid].session);
        }
    }
}

/* A pass for the stays that are in the team in some tick of the span. False when the system failed,
 * which the user was told. */
static bool find_team(struct cut_plan *plan, struct job *job, tt_th_past *past)
{
    struct recording r;
    const struct cut_options *options = job->options;
    int32_t team = (int32_t)atoi(options->team);
    int32_t last = (int32_t)(plan->to - 1);
    plan->select.by = SELECT_SESSIONS;
    tt_th_past_init(past);
    if (recording_open_quietly(&r, job)) {
        struct jump jump;
        if (plan->from > 0 && jump_open(&jump, &r, plan->from)) {
            jump_take(&jump, past);
        }
        while (plan->from > 0 && recording_next_rare(&r, (int32_t)(plan->from - 1))) {
            tt_th_past_follow(past, &r.event, r.world);
        }
        choose_members(&plan->select, past, r.world, team);
        while (recording_next_rare(&r, last)) {
            tt_th_change change = tt_th_past_follow(past, &r.event, r.world);
            if (change.began || change.began2 || r.event.kind == TT_TH_PLAYER_TEAM) {
                choose_members(&plan->select, past, r.world, team);
            }
        }
    }
    bool is_read = recording_close(&r) != EXIT_SYSTEM;
    if (plan->select.no_memory) {
        memory_tell(job->path);
    }
    return is_read && !plan->select.no_memory;
}

static bool make_team(struct cut_plan *plan, struct job *job)
{
    tt_th_past *past = memory_zeros(job->path, sizeof *past);
    bool is_made = past != NULL && find_team(plan, job, past);
    free(past);
    return is_made;
}

static bool complain(const struct recording *r, const char *text)
{
    host_message(HOST_MESSAGE_ERROR, r->job->path, "%s", text);
    return false;
}

bool cut_plan_make(struct cut_plan *plan, struct recording *r, enum exit_status *status)
{
    const struct cut_options *options = r->job->options;
    struct cut_finish finish;
    *plan = (struct cut_plan){0};
    if (!select_open(&plan->select, r, status)) {
        return false;
    }
    *status = EXIT_USAGE;
    plan->from = plan->select.from;
    plan->to = plan->select.to;
    if (plan->from >= plan->to) {
        return complain(r, "the span is empty");
    }
    if (needs_two_passes(plan, options) && !select_is_file(r->job->path)) {
        return complain(r, "--finish, --team and the name of a --player take two passes, and this "
                           "can be read only once; a client id takes one");
    }
    if (options->finish != NULL) {
        if (!cut_finish_find(&finish, r, status)) {
            return false;
        }
        cut_finish_span(options->before, options->after, &finish, &plan->from, &plan->to);
    }
    if (options->split != NULL) {
        place_length(options->split, &plan->split);
    }
    if (options->span.player != NULL) {
        snprintf(plan->selection, sizeof plan->selection, "%s", options->span.player);
    }
    if (options->team != NULL) {
        snprintf(plan->selection, sizeof plan->selection, "team:%s", options->team);
        if (!make_team(plan, r->job)) {
            *status = EXIT_SYSTEM;
            return false;
        }
    }
    *status = EXIT_GOOD;
    return true;
}

void cut_plan_free(struct cut_plan *plan)
{
    select_close(&plan->select);
}
