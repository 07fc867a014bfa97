/* SPDX-License-Identifier: MIT
 *
 * What is to be cut.
 */
#include "cli/cut/cut_plan.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cut/cut_moment.h"
#include "cli/cut/cut_team.h"
#include "cli/shell/memory.h"
#include "host/message.h"

/* The pass that is made before the cut. */
struct survey {
    struct cut_plan *plan;
    const struct cut_options *options;
    struct job *job;
    struct reading r;
    struct cut_people finisher; /* everybody unless there is one */
    struct cut_moments moments;
    struct cut_team team;
    char names[TT_CIDS][TT_NAME_CAP]; /* as they are at the current fact */
};

static bool complain(const struct job *job, const char *text)
{
    host_message(HOST_MESSAGE_ERROR, job->path, "%s", text);
    return false;
}

static uint64_t facts_of(const struct cut_options *o)
{
    uint64_t facts = TT_FACT_BIT(TT_FACT_JOIN) | TT_FACT_BIT(TT_FACT_NAME);
    if (o->finish != NULL) {
        facts |= TT_FACT_BIT(o->team != NULL ? TT_FACT_TEAM_FINISH : TT_FACT_FINISH);
    }
    if (o->around_chat != NULL) {
        facts |= TT_FACT_BIT(TT_FACT_CHAT) | TT_FACT_BIT(TT_FACT_SERVER_MESSAGE);
    }
    return facts | (o->team != NULL ? CUT_TEAM_FACTS : 0);
}

/* Finishes and lines count in the span only. */
static void take_moment(struct survey *s, const tt_fact *fact)
{
    const char *name = fact->cid >= 0 ? s->names[fact->cid] : "";
    if (fact->tick < s->r.io.from || fact->tick >= s->r.io.to) {
        return;
    }
    switch (fact->kind) {
    case TT_FACT_TEAM_FINISH:
        if (fact->u.team_finish.team == s->team.team) {
            cut_moments_add_finish(&s->moments, fact, name);
        }
        break;
    case TT_FACT_FINISH:
        cut_moments_add_finish(&s->moments, fact, name);
        break;
    case TT_FACT_CHAT:
    case TT_FACT_SERVER_MESSAGE:
        cut_moments_add_chat(&s->moments, fact, name, s->options->around_chat);
        break;
    default:
        break;
    }
}

/* A session begins without a name. */
static void take_client(struct survey *s, const tt_fact *fact)
{
    uint64_t *first = &s->plan->first[fact->cid];
    if (fact->kind == TT_FACT_JOIN) {
        *first = *first == TT_SESSION_NONE ? fact->session : *first;
        s->names[fact->cid][0] = 0;
    } else if (fact->kind == TT_FACT_NAME) {
        tt_bytes name = fact->u.name.name;
        snprintf(s->names[fact->cid], TT_NAME_CAP, "%.*s", (int)name.size, (const char *)name.data);
    }
}

static void take(struct survey *s, const tt_fact *fact)
{
    if (fact->cid >= 0) {
        take_client(s, fact);
    }
    cut_people_take(&s->plan->kept, fact);
    cut_people_take(&s->plan->hidden, fact);
    cut_people_take(&s->finisher, fact);
    if (s->options->team != NULL) {
        cut_team_take(&s->team, fact);
    }
    take_moment(s, fact);
}

static bool has_no_memory(const struct survey *s)
{
    return s->moments.no_memory || s->team.no_memory || s->plan->kept.no_memory ||
           s->plan->hidden.no_memory || s->finisher.no_memory;
}

/* All facts that matter: names in the whole recording, the rest up to the end of the span. What is
 * wrong with the recording is reported by the reading that writes. */
static void read_facts(struct survey *s, bool has_names)
{
    const struct reading_options how = {.span = &s->plan->span,
                                        .wants = TT_WANT_FACTS,
                                        .facts = facts_of(s->options),
                                        .wants_all = true,
                                        .is_quiet = true};
    if (!reading_open(&s->r, s->job, &how)) {
        return;
    }
    while (!has_no_memory(s) && reading_next(&s->r)) {
        if (!has_names && s->r.io.item.tick >= s->r.io.to) {
            break;
        }
        if (s->r.io.item.kind == TT_ITEM_FACT) {
            take(s, s->r.io.item.fact);
        }
    }
}

/* Of all finishes those of the player. */
static void select_finishes(struct survey *s)
{
    struct cut_moments *m = &s->moments;
    size_t count = 0;
    for (size_t i = 0; i < m->count; i++) {
        const struct cut_moment *moment = &m->found[i];
        if (s->options->team != NULL || s->finisher.count == 0 ||
            cut_people_have(&s->finisher, moment->session, moment->cid)) {
            m->found[count++] = *moment;
        }
    }
    m->count = count;
}

/* Reads it once more, for the user to hear what is wrong with it. */
static enum exit_status report_damage(struct job *job)
{
    struct reading r;
    if (reading_open(&r, job, NULL)) {
        while (reading_next(&r)) {
        }
    }
    return reading_close(&r);
}

/* The span around the finish or the line. */
static bool find_moment(struct survey *s, enum exit_status *status)
{
    const struct cut_options *o = s->options;
    struct cut_plan *plan = s->plan;
    int64_t from, to;
    select_finishes(s);
    *status = EXIT_USAGE;
    if (s->moments.count == 0 && s->r.issues.errors != 0) {
        enum exit_status damaged = report_damage(s->job); /* it may be where nothing can be read */
        if (!s->r.io.has_header) {
            *status = damaged;
            return false;
        }
    }
    const struct cut_moment *moment =
        o->finish != NULL ? cut_moments_finish(&s->moments, &s->r, o->finish_number)
                          : cut_moments_chat(&s->moments, &s->r, o->around_chat, o->chat_number);
    if (moment == NULL) {
        return false;
    }
    cut_moment_span(o->before, o->after, moment, &from, &to);
    snprintf(plan->from, sizeof plan->from, "%" PRId64, from);
    snprintf(plan->to, sizeof plan->to, "%" PRId64, to);
    plan->span.from = plan->from;
    plan->span.to = to < TT_IO_PLACE_END ? plan->to : NULL;
    s->r.io.from = from;
    s->r.io.to = to;
    return true;
}

/* After the pass. */
static bool settle(struct survey *s, enum exit_status *status)
{
    const struct cut_options *o = s->options;
    *status = EXIT_USAGE;
    if (s->r.io.has_header && s->r.io.from >= s->r.io.to) {
        return complain(s->job, "the span is empty");
    }
    if ((o->finish != NULL || o->around_chat != NULL) && !find_moment(s, status)) {
        return false;
    }
    if (o->team != NULL) {
        cut_team_choose(&s->team, &s->plan->kept, s->r.io.from, s->r.io.to);
    }
    *status = EXIT_GOOD;
    return true;
}

/* Whether the cut can be planned after the pass. Damage is reported by who meets it next. */
static bool is_pass_good(const struct survey *s, bool has_names, enum exit_status *status)
{
    if (has_no_memory(s)) {
        memory_tell(s->job->path);
        *status = EXIT_SYSTEM;
        return false;
    }
    *status = s->r.status == EXIT_DAMAGED ? EXIT_GOOD : s->r.status;
    if (*status == EXIT_GOOD && has_names && s->r.io.has_header &&
        tt_io_reading_became_shorter(&s->r.io)) {
        *status = EXIT_DAMAGED;
        return complain(s->job, "the file became shorter while it was read");
    }
    return *status == EXIT_GOOD && !host_stop_wanted(s->job->stop);
}

static bool make_survey(struct survey *s, bool has_names, enum exit_status *status)
{
    read_facts(s, has_names);
    return is_pass_good(s, has_names, status) && settle(s, status);
}

static bool survey(struct cut_plan *plan, struct job *job, bool has_names, enum exit_status *status)
{
    const struct cut_options *o = job->options;
    struct texts finisher = {{o->finish}, o->finish != NULL && o->finish[0] != 0};
    struct survey *s = memory_zeros(job->path, sizeof *s);
    if (s == NULL) {
        *status = EXIT_SYSTEM;
        return false;
    }
    s->plan = plan;
    s->options = o;
    s->job = job;
    if (finisher.count == 0 && o->span.player != NULL) {
        finisher = (struct texts){{o->span.player}, 1};
    }
    cut_people_init(&s->finisher, &finisher);
    cut_team_init(&s->team, o->team != NULL ? (int32_t)atoi(o->team) : -1);
    bool is_good = make_survey(s, has_names, status);
    reading_close(&s->r);
    cut_people_close(&s->finisher);
    cut_moments_close(&s->moments);
    cut_team_close(&s->team);
    free(s);
    return is_good;
}

/* What the options say without the recording. */
static void init(struct cut_plan *plan, const struct cut_options *o)
{
    const struct texts kept = {{o->span.player}, o->span.player != NULL};
    memset(plan, 0, sizeof *plan);
    plan->span = o->span;
    plan->span.player = NULL;
    plan->keeps_some = o->span.player != NULL || o->team != NULL;
    cut_people_init(&plan->kept, &kept);
    cut_people_init(&plan->hidden, &o->hide);
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        plan->first[cid] = TT_SESSION_NONE;
    }
    if (o->split != NULL) {
        tt_io_place_length(o->split, &plan->split);
    }
    if (o->team != NULL) {
        snprintf(plan->selection, sizeof plan->selection, "team:%s", o->team);
    } else if (o->span.player != NULL) {
        snprintf(plan->selection, sizeof plan->selection, "%s", o->span.player);
    }
}

bool cut_plan_open(struct cut_plan *plan, struct job *job, bool is_demo, enum exit_status *status)
{
    const struct cut_options *o = job->options;
    int32_t cid;
    init(plan, o);
    bool has_names =
        cut_people_have_names(&plan->kept) || cut_people_have_names(&plan->hidden) ||
        (o->finish != NULL && o->finish[0] != 0 && span_read_player(o->finish, &cid) != NULL);
    bool has_pass = o->finish != NULL || o->team != NULL || o->around_chat != NULL;
    *status = EXIT_USAGE;
    if (!tt_io_reading_is_file(job->path)) {
        if (has_pass || (has_names && !is_demo)) {
            return complain(
                job, is_demo
                         ? "--around-chat takes two passes, and this can be read only once"
                         : "--finish, --team and the name of a --player take two passes, and this "
                           "can be read only once; a client id takes one");
        }
        plan->is_learning = has_names;
    }
    *status = EXIT_GOOD;
    return plan->is_learning || (!has_pass && !has_names) || survey(plan, job, has_names, status);
}

void cut_plan_close(struct cut_plan *plan)
{
    cut_people_close(&plan->kept);
    cut_people_close(&plan->hidden);
}
