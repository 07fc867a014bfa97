/* SPDX-License-Identifier: MIT
 *
 * Goes through the events that the user asked for.
 */
#include "cli/read/visit.h"

#include <string.h>

#include "cli/read/jump.h"
#include "cli/read/outside.h"
#include "host/message.h"

static void note_name(struct visit *v, int32_t cid)
{
    memcpy(v->names[cid], v->r.world->client[cid].name, TT_NAME_CAP);
}

/* Names change with these events only. Who starts over bears the old one until the new is known. */
static void follow_name(struct visit *v, const tt_th_event *event)
{
    bool may_tell = event->kind == TT_TH_MESSAGE || event->kind == TT_TH_PLAYER_NAME;
    if (v->change.began || (may_tell && v->r.world->client[event->cid].name[0] != 0)) {
        note_name(v, event->cid);
    }
    if (v->change.began2) {
        note_name(v, event->u.player_switch.cid2);
    }
}

/* The same from facts. A JOIN begins without a name. */
static void on_name(void *user, const tt_fact *fact)
{
    struct visit *v = user;
    tt_bytes name = {NULL, 0};
    if (fact->cid < 0) {
        return;
    }
    if (fact->kind == TT_FACT_NAME && fact->u.name.name.size < TT_NAME_CAP) {
        name = fact->u.name.name;
    }
    memcpy(v->names[fact->cid], name.size != 0 ? name.data : (const uint8_t *)"", name.size);
    v->names[fact->cid][name.size] = 0;
}

/* The facts of the blocks before `block`, back to the begin of the oldest session that `past`
 * knows. */
static bool each_before(struct archive_index *index, uint32_t block, const tt_th_past *past,
                        uint64_t kinds, archive_fact_fn *on_fact, void *user)
{
    int32_t since = INT32_MAX;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        if (past->slot[cid].session != TT_SESSION_NONE && past->slot[cid].since < since) {
            since = past->slot[cid].since;
        }
    }
    return archive_index_each(index, archive_index_find(index, since), block, kinds, on_fact, user);
}

bool visit_before(struct visit *v, uint64_t kinds, archive_fact_fn *on_fact, void *user)
{
    return each_before(v->r.index, v->block, &v->past, kinds, on_fact, user);
}

/* With an index, goes to the last place in it before the span. What would have been remembered on
 * the way comes from its facts. */
static void jump_to_span(struct visit *v, bool must_see)
{
    struct jump jump;
    if (!jump_open(&jump, &v->r, v->select.from)) {
        return;
    }
    if (!must_see) {
        jump_take(&jump, NULL);
        return;
    }
    uint64_t kinds = TT_FACT_BIT(TT_FACT_JOIN) | TT_FACT_BIT(TT_FACT_NAME);
    if (each_before(jump.index, jump.block, jump.past, kinds, on_name, v)) {
        v->has_jumped = true;
        v->block = jump.block;
        jump_take(&jump, &v->past);
    } else {
        memset(v->names, 0, sizeof v->names);
        jump_drop(&jump);
        jump_forget(&v->r, ARCHIVE_INDEX_DAMAGED);
    }
}

/* Without stays to follow, everything before the span can be passed over at full speed. */
static void skip_to_span(struct visit *v)
{
    bool must_see =
        v->select.by == SELECT_NAME || (v->wants & (VISIT_SESSIONS | VISIT_BEFORE)) != 0;
    if (v->select.from <= 0) {
        return;
    }
    jump_to_span(v, must_see);
    if (must_see) {
        return;
    }
    recording_advance(&v->r, (int32_t)(v->select.from - 1));
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        note_name(v, cid);
    }
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

/* Of one of many it is counted alone. */
static void note_outside(struct visit *v)
{
    if (!v->is_open || !outside_of_recording(&v->r, v->select.from, v->select.to)) {
        return;
    }
    v->r.job->outcome = JOB_NOTHING;
    if (!v->r.job->is_one_of_many) {
        outside_report(&v->r, false);
    }
}

enum exit_status visit_close(struct visit *v)
{
    note_outside(v);
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
