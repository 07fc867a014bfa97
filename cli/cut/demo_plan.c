/* SPDX-License-Identifier: MIT
 *
 * What is to be cut out of a demo.
 */
#include "cli/cut/demo_plan.h"

#include <stdlib.h>
#include <string.h>

#include "cli/cut/cut_options.h"
#include "cli/cut/cut_plan.h"
#include "cli/cut/demo_said.h"
#include "cli/read/place.h"
#include "cli/shell/memory.h"
#include "host/message.h"

/* Where the name ends in OLD=NEW: at the last '=', because names may have some, and are rarely
 * given one. */
static const char *find_equals(const char *text)
{
    const char *at = strrchr(text, '=');
    return at != NULL && at != text ? at : NULL;
}

static const char *check_renames(const struct texts *renames)
{
    for (size_t i = 0; i < renames->count; i++) {
        if (find_equals(renames->text[i]) == NULL) {
            return "--rename takes OLD=NEW";
        }
    }
    return NULL;
}

const char *demo_plan_check(const struct cut_options *options)
{
    for (size_t i = 0; i < options->hide.count; i++) {
        const char *problem = select_check_player(options->hide.text[i]);
        if (problem != NULL) {
            return problem;
        }
    }
    if (options->around_chat != NULL && options->around_chat[0] == 0) {
        return "--around-chat takes a part of a chat line";
    }
    if (options->strip_map && options->attach_map != NULL) {
        return "--strip-map and --attach-map do not go together";
    }
    return check_renames(&options->renames);
}

static bool complain(const struct demo_plan *plan, const char *text)
{
    host_message(HOST_MESSAGE_ERROR, plan->job->path, "%s", text);
    return false;
}

/* The tick of --from or --to. */
static bool resolve(const struct demo_recording *r, const char *text, int64_t otherwise,
                    int64_t *tick)
{
    enum exit_status status; /* cut takes one demo: wrong usage, as its callers say */
    *tick = otherwise;
    return text == NULL || demo_recording_place(r, text, r->first_tick, tick, &status);
}

/* What --from and --to say, once there was a tick. */
static bool resolve_span(struct demo_plan *plan, const struct demo_recording *r)
{
    const struct cut_options *s = plan->job->options;
    int64_t from, to;
    if (!resolve(r, s->span.from, 0, &from) || !resolve(r, s->span.to, TT_DEMO_TICK_END, &to)) {
        return false;
    }
    /* no demo has a tick at or above this one */
    plan->from = from < TT_DEMO_TICK_END ? (int32_t)from : TT_DEMO_TICK_END;
    plan->to = to < TT_DEMO_TICK_END ? (int32_t)to : TT_DEMO_TICK_END;
    plan->has_span = true;
    return plan->from < plan->to || complain(plan, "the span is empty");
}

/* Takes an event into the world. False when there is no memory. */
static bool follow(struct demo_plan *plan, const struct demo_recording *r)
{
    unsigned changes = tt_demo_world_follow(&plan->follower, &r->demo, &r->event);
    bool is_good = true;
    if ((changes & TT_DEMO_WORLD_CLIENTS) != 0) {
        is_good = demo_people_follow(&plan->hidden, &plan->world) &&
                  demo_people_follow(&plan->kept, &plan->world);
    }
    return is_good || complain(plan, "there is not enough memory");
}

static void around(struct demo_plan *plan, int32_t tick)
{
    const struct cut_options *s = plan->job->options;
    int32_t before = 0, after = 0;
    place_length(s->before != NULL ? s->before : CUT_BEFORE, &before);
    place_length(s->after != NULL ? s->after : CUT_AFTER, &after);
    int64_t to = (int64_t)tick + after + 1;
    plan->from = tick > before ? tick - before : 0;
    plan->to = to < TT_DEMO_TICK_END ? (int32_t)to : TT_DEMO_TICK_END;
}

/* All events of the first pass. */
static bool read_all(struct demo_plan *plan, struct demo_recording *r, struct demo_said *said,
                     enum exit_status *status)
{
    while (demo_recording_next(r)) {
        if (!follow(plan, r)) {
            *status = EXIT_SYSTEM;
            return false;
        }
        if (!plan->has_span && r->first_tick >= 0 && !resolve_span(plan, r)) {
            return false;
        }
        bool is_in_span = plan->has_span && r->event.tick >= plan->from && r->event.tick < plan->to;
        if (said->text != NULL && is_in_span && r->event.kind == TT_DEMO_MESSAGE) {
            demo_said_take(said, &plan->follower.message, &plan->world, r->event.tick);
        }
    }
    return true;
}

/* Reads it once more, for the user to hear what is wrong with it. */
static enum exit_status tell_damage(struct job *job)
{
    struct demo_recording r;
    if (demo_recording_open(&r, job, 0)) {
        while (demo_recording_next(&r)) {
        }
    }
    return demo_recording_close(&r);
}

/* The pass before. What is wrong with the demo is told by the one that writes, if there is one. */
static bool make_pass(struct demo_plan *plan, enum exit_status *status)
{
    struct demo_said said;
    struct demo_recording *r = memory_zeros(plan->job->path, sizeof *r);
    if (r == NULL) {
        *status = EXIT_SYSTEM;
        return false;
    }
    demo_said_init(&said, plan->job->options);
    bool is_open = demo_recording_open(r, plan->job, DEMO_WANTS_QUIET);
    bool is_good = !is_open || read_all(plan, r, &said, status);
    int32_t first_tick = r->first_tick;
    demo_recording_stop(r);
    enum exit_status read = demo_recording_close(r);
    free(r);
    if (read == EXIT_SYSTEM || host_stop_wanted(plan->job->stop)) {
        *status = read == EXIT_SYSTEM ? read : EXIT_GOOD; /* the former was told */
        return false;
    }
    if (is_good && said.text != NULL) {
        if (said.count == 0 && read == EXIT_DAMAGED) {
            read = tell_damage(plan->job); /* it may stand where nothing can be read */
            *status = is_open && read < *status ? *status : read;
        }
        is_good = is_open && demo_said_found(&said, plan->job, first_tick);
        around(plan, said.tick);
    }
    return is_good;
}

/* Nobody is there any more: the demo begins again. */
static void begin(struct demo_plan *plan)
{
    tt_demo_world_init(&plan->follower, &plan->world);
    demo_people_begin(&plan->hidden);
    demo_people_begin(&plan->kept);
}

bool demo_plan_open(struct demo_plan *plan, struct job *job, enum exit_status *status)
{
    const struct cut_options *s = job->options;
    struct texts kept = {{s->span.player}, s->span.player != NULL};
    memset(plan, 0, sizeof *plan);
    plan->job = job;
    plan->to = TT_DEMO_TICK_END;
    demo_people_init(&plan->hidden, &s->hide);
    demo_people_init(&plan->kept, &kept);
    for (size_t i = 0; i < s->renames.count; i++) {
        const char *text = s->renames.text[i], *equals = find_equals(text);
        plan->renames[i].from = (tt_bytes){(const uint8_t *)text, (size_t)(equals - text)};
        plan->renames[i].to = tt_bytes_of(equals + 1);
    }
    *status = EXIT_USAGE;
    begin(plan);
    bool has_names = demo_people_have_names(&plan->hidden) || demo_people_have_names(&plan->kept);
    if (s->around_chat != NULL && !select_is_file(job->path)) {
        return complain(plan, "--around-chat takes two passes, and this can be read only once");
    }
    if (s->around_chat != NULL || (has_names && select_is_file(job->path))) {
        if (!make_pass(plan, status)) {
            return false;
        }
        begin(plan);
    }
    *status = EXIT_GOOD;
    return true;
}

void demo_plan_close(struct demo_plan *plan)
{
    demo_people_close(&plan->hidden);
    demo_people_close(&plan->kept);
}

bool demo_plan_follow(struct demo_plan *plan, const struct demo_recording *r,
                      tt_demo_cut_options *options, enum exit_status *status)
{
    if (!plan->has_span && r->first_tick >= 0 && !resolve_span(plan, r)) {
        *status = EXIT_USAGE;
        return false;
    }
    if (plan->has_span) {
        options->from = plan->from;
        options->to = plan->to;
    }
    if (plan->hidden.count == 0 && plan->kept.count == 0) {
        return true;
    }
    if (!follow(plan, r)) {
        *status = EXIT_SYSTEM;
        return false;
    }
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        options->hide[cid] = demo_people_has(&plan->hidden, cid) ||
                             (plan->kept.count != 0 && !demo_people_has(&plan->kept, cid));
    }
    return true;
}

static void tell(const struct demo_plan *plan, const struct demo_people *people)
{
    const struct demo_person *missing = demo_people_missing(people);
    if (missing != NULL && missing->name == NULL) {
        host_message(HOST_MESSAGE_WARNING, plan->job->path, "client %s is not in it",
                     missing->text);
    } else if (missing != NULL) {
        host_message(HOST_MESSAGE_WARNING, plan->job->path, "no player has the name '%s'",
                     missing->name);
    }
}

void demo_plan_tell(const struct demo_plan *plan)
{
    tell(plan, &plan->hidden);
    tell(plan, &plan->kept);
}
