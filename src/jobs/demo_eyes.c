/* SPDX-License-Identifier: MIT
 *
 * Chooses the client whose view a demo of the option `as` has. A name selects every session of
 * everyone who ever had it. The client who has the name now comes first, and a client who was
 * chosen with the name remains chosen until the session ends.
 *
 * Selected sessions are kept by slot, and the choice is made only when a slot changes.
 */
#include "jobs/demo.h"

#include <stdio.h>
#include <string.h>

void tti_demo_eyes_init(struct demo_eyes *eyes, const tt_io_people *meant)
{
    memset(eyes, 0, sizeof *eyes);
    eyes->meant = meant;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        eyes->slot[cid].session = TT_SESSION_NONE;
    }
    eyes->session = TT_SESSION_NONE;
    eyes->cid = eyes->shown = eyes->other = -1;
}

/* Returns the client who has the name now, else the one that is seen already, else the lowest
 * client id; -1 for nobody. Ranks add up: 1 for being selected, 1 for being seen already, 2 for
 * having the name now. */
static int32_t choose(const struct demo_eyes *eyes)
{
    int32_t best = -1;
    int best_rank = 0;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        uint64_t session = eyes->slot[cid].session;
        bool is_seen = cid == eyes->cid && session == eyes->session;
        int rank = session == TT_SESSION_NONE ? 0 : 1 + is_seen + 2 * eyes->slot[cid].has_name;
        if (rank > best_rank) {
            best = cid;
            best_rank = rank;
        }
    }
    return best;
}

/* Chooses the view again after a slot changed. When the client has left, the demo gets no ticks
 * until somebody else (`is_taken`) takes the slot. A choice by name remains in the span while its
 * session lasts. */
static void look(struct demo_eyes *eyes, bool is_taken, bool in_span)
{
    bool is_there = eyes->cid >= 0 && eyes->session != TT_SESSION_NONE &&
                    eyes->slot[eyes->cid].session == eyes->session;
    if (is_there && eyes->is_settled && in_span) {
        return;
    }
    int32_t cid = choose(eyes);
    if (cid < 0) {
        eyes->cid = is_taken ? -1 : eyes->cid;
        return;
    }
    bool is_same = is_there && cid == eyes->cid;
    eyes->is_settled = (is_same && eyes->is_settled) || eyes->slot[cid].has_name;
    eyes->cid = cid;
    eyes->session = eyes->slot[cid].session;
}

static bool is_now(const tt_io_people *p, int32_t cid, const char *name)
{
    for (size_t i = 0; i < p->count; i++) {
        const tt_io_person *person = &p->person[i];
        if (person->name != NULL ? tti_people_is(p, person, tt_bytes_of(name))
                                 : person->cid == cid) {
            return true;
        }
    }
    return false;
}

void tti_demo_eyes_follow(struct demo_eyes *eyes, const tt_recording *rec, int32_t cid,
                          bool in_span)
{
    tt_session now = tt_recording_session(rec, cid);
    bool is_meant = now.open && tti_io_people_have(eyes->meant, now.number, cid);
    uint64_t session = is_meant ? now.number : TT_SESSION_NONE;
    bool has_name = is_meant && is_now(eyes->meant, cid, now.name);
    if (session != eyes->slot[cid].session || has_name != eyes->slot[cid].has_name ||
        (cid == eyes->cid && now.open && !is_meant)) {
        eyes->count += is_meant;
        eyes->count -= eyes->slot[cid].session != TT_SESSION_NONE;
        eyes->slot[cid].session = session;
        eyes->slot[cid].has_name = has_name;
        look(eyes, cid == eyes->cid && now.open && !is_meant, in_span);
    }
}

void tti_demo_eyes_show(struct demo_eyes *eyes, const tt_recording *rec)
{
    if (eyes->cid < 0) {
        return;
    }
    if (eyes->shown < 0) {
        eyes->shown = eyes->cid;
        snprintf(eyes->name, sizeof eyes->name, "%s", tt_recording_session(rec, eyes->cid).name);
    }
    for (int32_t cid = 0; cid < TT_CIDS && eyes->count > 1 && eyes->other < 0; cid++) {
        if (cid != eyes->cid && eyes->slot[cid].session != TT_SESSION_NONE) {
            eyes->other = cid;
        }
    }
}
