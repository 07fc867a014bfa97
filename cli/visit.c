/* SPDX-License-Identifier: MIT
 *
 * Goes through the events that the user asked for.
 */
#include "cli/visit.h"

#include <string.h>

#include "host/message.h"

static void note_name(struct visit *v, int32_t cid)
{
    memcpy(v->names[cid], v->r.world->client[cid].name, TT_NAME_CAP);
}

/* Names change with these events only. */
static void follow_name(struct visit *v, const tt_th_event *event)
{
    if (v->change.began || event->kind == TT_TH_MESSAGE || event->kind == TT_TH_PLAYER_NAME) {
        note_name(v, event->cid);
    }
    if (v->change.began2) {
        note_name(v, event->u.player_switch.cid2);
    }
}

/* Without stays to follow, everything before the span can be passed over at full speed. */
static bool skip_to_span(struct visit *v)
{
    bool must_see = v->select.by == SELECT_NAME || (v->wants & (VISIT_STAYS | VISIT_BEFORE)) != 0;
    if (must_see || v->select.from <= 0) {
        return true;
    }
    bool is_there = recording_advance(&v->r, v->select.from - 1);
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        note_name(v, cid);
    }
    return is_there;
}

bool visit_open(struct visit *v, struct job *job, unsigned wants)
{
    *v = (struct visit){0};
    v->wants = wants;
    tt_th_past_init(&v->past);
    if (!recording_open(&v->r, job) || !select_open(&v->select, &v->r, &v->status)) {
        return false;
    }
    v->is_open = true;
    v->status = EXIT_GOOD;
    skip_to_span(v);
    return true;
}

bool visit_next(struct visit *v)
{
    while (recording_next(&v->r)) {
        const tt_th_event *event = &v->r.event;
        if (event->tick >= v->select.to) {
            recording_stop(&v->r);
            return false;
        }
        v->change = tt_th_past_follow(&v->past, event, v->r.world);
        select_follow(&v->select, event, v->r.world, &v->change);
        follow_name(v, event);
        v->in_span = event->tick >= v->select.from;
        bool is_wanted = v->in_span || (v->wants & VISIT_BEFORE) != 0;
        if (is_wanted &&
            ((v->wants & VISIT_EVERYBODY) != 0 || select_player(&v->select, event, &v->change))) {
            return true;
        }
    }
    return false;
}

enum exit_status visit_close(struct visit *v)
{
    if (v->is_open && !v->r.job->is_one_of_many && !select_found(&v->select)) {
        host_message(HOST_MESSAGE_NOTE, v->r.job->path, "nobody here bears the name %s",
                     v->select.name);
    }
    enum exit_status status = recording_close(&v->r);
    select_close(&v->select);
    return status > v->status ? status : v->status;
}

const char *visit_name(const struct visit *v, int32_t cid)
{
    return cid >= 0 ? v->names[cid] : "";
}
