/* SPDX-License-Identifier: MIT
 *
 * Goes through the events of a demo that the user asked for.
 */
#include "cli/read/demo_visit.h"

#include <string.h>

#include "cli/read/outside.h"
#include "cli/read/span.h"
#include "cli/shell/memory.h"
#include "host/message.h"

/* Notes who came, who left, and who bears which name. */
static void follow_clients(struct demo_visit *v)
{
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        const tt_client *client = &v->world.client[cid];
        if (client->connected && !v->slot[cid].open) {
            v->slot[cid].open = true;
            v->slot[cid].session = v->sessions++;
            v->slot[cid].name[0] = 0;
            v->open_sessions++;
        } else if (!client->connected && v->slot[cid].open) {
            v->slot[cid].open = false;
            v->open_sessions--;
        }
        if (client->connected && client->name[0] != 0) {
            memcpy(v->slot[cid].name, client->name, TT_NAME_CAP);
            if (v->select.by == SELECT_NAME && strcmp(client->name, v->select.name) == 0) {
                select_choose(&v->select, v->slot[cid].session);
            }
        }
    }
    v->most_open = v->open_sessions > v->most_open ? v->open_sessions : v->most_open;
}

static void follow(struct demo_visit *v)
{
    if (v->is_lazy && !demo_lazy_keep(&v->lazy, &v->r.event)) {
        v->select.no_memory = true;
    }
    bool is_kept =
        v->is_lazy && (v->r.event.kind == TT_DEMO_SNAPSHOT || v->r.event.kind == TT_DEMO_DELTA);
    v->changes = is_kept ? 0 : tt_demo_world_follow(&v->follower, &v->r.demo, &v->r.event);
    if ((v->changes & TT_DEMO_WORLD_CLIENTS) != 0) {
        follow_clients(v);
    }
}

void demo_visit_catch_up(struct demo_visit *v)
{
    if (v->is_lazy) {
        demo_lazy_catch_up(&v->lazy);
        follow_clients(v);
    }
}

static bool resolve(struct demo_visit *v, const char *text, int32_t first_tick, int64_t *tick)
{
    return text == NULL || demo_recording_place(&v->r, text, first_tick, tick, &v->status);
}

/* The span counts from the first tick. Without --from and --to it is all. */
static bool find_span(struct demo_visit *v, int32_t first_tick)
{
    const struct span_options *span = v->r.job->span;
    v->has_span = true;
    v->select.from = 0;
    if (!resolve(v, span->from, first_tick, &v->select.from) ||
        !resolve(v, span->to, first_tick, &v->select.to)) {
        return false;
    }
    v->starts_at_once = v->select.from <= first_tick && first_tick < v->select.to;
    if (v->select.from >= v->select.to && v->r.job->is_one_of_many) {
        v->r.job->outcome = JOB_NOTHING;
    } else if (v->select.from >= v->select.to && (v->wants & DEMO_VISIT_QUIET) == 0) {
        host_message(HOST_MESSAGE_NOTE, v->r.job->path, "there is nothing from %s to %s",
                     span->from != NULL ? span->from : "0",
                     span->to != NULL ? span->to : "the end");
    }
    return true;
}

static void open_slots(struct demo_visit *v)
{
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        v->slot[cid].session = TT_SESSION_NONE;
    }
}

void demo_visit_only(struct demo_visit *v, uint64_t messages)
{
    if (v->follower.protocol == TT_PROTOCOL_7) {
        messages |= tt_sv_bit(TT_SV7_CLIENT_INFO) | tt_sv_bit(TT_SV7_CLIENT_DROP);
    }
    v->r.demo.skip_messages = messages == 0;
    v->r.demo.only_messages = messages;
}

/* NOLINTBEGIN(misc-no-recursion): the pass of a pass does not look for names, so it is two deep */

/* Goes through the whole demo for the stays that bear the name. False when the system failed, which
 * the user was told. */
static bool find_sessions(struct demo_visit *v)
{
    struct settings settings = *v->r.job->settings;
    struct span_options span = {.player = v->r.job->span->player};
    struct job job = *v->r.job;
    struct demo_visit pass;
    settings.follow = false;
    job.settings = &settings;
    job.span = &span;
    if (demo_visit_open(&pass, &job, DEMO_VISIT_QUIET)) {
        demo_visit_only(&pass, 0);
        while (demo_visit_next(&pass) && !pass.select.no_memory) {
        }
    }
    v->select.chosen = pass.select.chosen;
    v->select.chosen_size = pass.select.chosen_size;
    v->select.no_memory = pass.select.no_memory;
    pass.select.chosen = NULL;
    bool is_read = demo_visit_close(&pass) != EXIT_SYSTEM;
    if (v->select.no_memory) {
        memory_tell(v->r.job->path);
    }
    return is_read && !v->select.no_memory;
}

static bool find_player(struct demo_visit *v)
{
    bool is_first_pass = (v->wants & DEMO_VISIT_QUIET) != 0;
    select_parse_player(&v->select, v->r.job->span);
    bool is_looked_for =
        v->select.by == SELECT_NAME && !is_first_pass && select_is_file(v->r.job->path);
    return !is_looked_for || find_sessions(v);
}

/* Who bears a name is in the snapshots, and in 0.7 they belong together with messages. */
static bool open_lazily(struct demo_visit *v)
{
    v->is_lazy = (v->wants & DEMO_VISIT_LAZY) != 0 && v->select.by != SELECT_NAME &&
                 v->follower.protocol == TT_PROTOCOL_6;
    v->r.demo.skip_snapshots = v->is_lazy;
    return !v->is_lazy || demo_lazy_open(&v->lazy, &v->r.demo, &v->follower);
}

bool demo_visit_open(struct demo_visit *v, struct job *job, unsigned wants)
{
    int32_t first_tick;
    bool is_quiet = (wants & DEMO_VISIT_QUIET) != 0;
    memset(v, 0, sizeof *v);
    v->wants = wants;
    v->select.to = PLACE_END;
    v->starts_at_once = job->span->from == NULL;
    tt_demo_world_init(&v->follower, &v->world);
    open_slots(v);
    if (!demo_recording_open(&v->r, job, is_quiet ? DEMO_WANTS_QUIET : 0)) {
        return false;
    }
    follow(v); /* the header */
    if (!find_player(v)) {
        v->status = EXIT_SYSTEM;
        return false;
    }
    if (!open_lazily(v)) {
        memory_tell(job->path);
        v->status = EXIT_SYSTEM;
        return false;
    }
    if (demo_recording_look_ahead(&v->r, &first_tick) && !find_span(v, first_tick)) {
        return false;
    }
    v->is_open = true;
    return true;
}

/* NOLINTEND(misc-no-recursion) */

bool demo_visit_next(struct demo_visit *v)
{
    while (demo_recording_next(&v->r) && !v->select.no_memory) {
        int32_t tick = v->r.event.tick;
        if (!v->has_span && v->r.first_tick >= 0 && !find_span(v, v->r.first_tick)) {
            return false;
        }
        if (tick >= v->select.to) {
            demo_recording_stop(&v->r);
            return false;
        }
        follow(v);
        v->in_span = tick >= v->select.from || (tick < 0 && v->starts_at_once);
        if (v->in_span || (v->wants & DEMO_VISIT_BEFORE) != 0) {
            return true;
        }
    }
    return false;
}

bool demo_visit_is_chosen(const struct demo_visit *v, int32_t cid)
{
    return v->select.by == SELECT_ALL ||
           (cid >= 0 && cid < TT_CIDS && select_session(&v->select, v->slot[cid].session, cid));
}

const char *demo_visit_name(const struct demo_visit *v, int32_t cid)
{
    return cid >= 0 && cid < TT_CIDS ? v->slot[cid].name : "";
}

const char *demo_visit_clock(const struct demo_visit *v, char text[PLACE_CLOCK_TEXT], int32_t tick)
{
    bool is_wanted = v->r.job->span->wall && tick >= 0;
    int32_t time = demo_recording_time(&v->r, tick);
    return is_wanted && place_demo_clock_format(text, &v->r.demo.header, time) ? text : NULL;
}

/* Of one of many it is counted alone. */
static void note_outside(struct demo_visit *v)
{
    if (!v->is_open || !v->has_span || !outside_of_demo(&v->r, v->select.from, v->select.to)) {
        return;
    }
    v->r.job->outcome = JOB_NOTHING;
    if (!v->r.job->is_one_of_many) {
        outside_report_demo(&v->r, false);
    }
}

enum exit_status demo_visit_close(struct demo_visit *v)
{
    bool is_quiet = (v->wants & DEMO_VISIT_QUIET) != 0;
    if (!is_quiet) {
        note_outside(v);
    }
    if (v->select.no_memory && !is_quiet && v->is_open) {
        memory_tell(v->r.job->path);
        v->status = EXIT_SYSTEM;
    }
    if (v->is_open && !is_quiet && !v->r.job->is_one_of_many && !select_found(&v->select)) {
        host_message(HOST_MESSAGE_NOTE, v->r.job->path, "nobody here bears the name %s",
                     v->select.name);
    }
    enum exit_status status = demo_recording_close(&v->r);
    demo_lazy_close(&v->lazy);
    select_close(&v->select);
    return status > v->status ? status : v->status;
}
