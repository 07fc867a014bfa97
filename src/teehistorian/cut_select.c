/* SPDX-License-Identifier: MIT
 *
 * Whose records a cut holds, and what has to be said because a slot goes from somebody who is
 * wanted to somebody who is not, or back.
 *
 * A selection knows sessions, not client ids: a slot has many of them one after the other. Without
 * a selection only tti_th_cut_wants_slot is called, which then asks whether the session is open.
 */
#include "teehistorian/cut.h"

/* 1 when this session is wanted. What is of no session is wanted only where everything is. */
static int wants_session(const tt_th_cut *cut, uint64_t session, int32_t cid)
{
    if (cut->options.wants == NULL) {
        return 1;
    }
    return session != TT_SESSION_NONE && cut->options.wants(cut->options.user, session, cid);
}

/* A slot whose client has gone is not wanted, whatever its last session was. */
int tti_th_cut_wants_slot(const tt_th_cut *cut, const tti_th_cut_at *at, int32_t cid)
{
    return at->history->slot[cid].open && wants_session(cut, at->history->slot[cid].session, cid);
}

/* Linear in the client ids, and asked for records of teams only, which are few. */
int tti_th_cut_wants_team(const tt_th_cut *cut, const tti_th_cut_at *at, int32_t team)
{
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        if (at->world->client[cid].team == team && tti_th_cut_wants_slot(cut, at, cid)) {
            return 1;
        }
    }
    return 0;
}

/* The team of an event that is about one and names no client; -1 for the other events. */
static int32_t team_of(const tt_th_event *event)
{
    switch (event->kind) {
    case TT_TH_SAVE_SUCCESS:
        return event->u.save_success.team;
    case TT_TH_SAVE_FAILURE:
        return event->u.save_failure.team;
    case TT_TH_LOAD_SUCCESS:
        return event->u.load_success.team;
    case TT_TH_LOAD_FAILURE:
        return event->u.load_failure.team;
    case TT_TH_TEAM_PRACTICE:
        return event->u.team_practice.team;
    case TT_TH_TEAM_FINISH:
        return event->u.team_finish.team;
    default:
        return -1;
    }
}

/* Without a client: records of a team with somebody wanted in it, and nothing else. With one: by
 * the session to which the event belongs, also after its DROP. */
int tti_th_cut_wants_event(const tt_th_cut *cut, const tti_th_cut_at *at)
{
    const tt_th_event *event = at->event;
    if (event->cid < 0) {
        int32_t team = team_of(event);
        return team >= 0 && tti_th_cut_wants_team(cut, at, team);
    }
    if (event->kind == TT_TH_JOINVER6 || event->kind == TT_TH_JOINVER7) {
        /* Before somebody is there it cannot be said who it is: put_protocol writes it then. */
        return tti_th_cut_wants_slot(cut, at, event->cid);
    }
    if (!wants_session(cut, at->change->session, event->cid)) {
        return 0;
    }
    /* One that names somebody else would bring him in. */
    return event->kind != TT_TH_PLAYER_SWITCH ||
           wants_session(cut, at->change->session2, event->u.player_switch.cid2);
}

/* Somebody who is wanted comes into the slot, and it has a protocol that the cut does not know: a
 * JOIN keeps that of the one before, and a JOINVER is before it. */
static tt_status put_protocol(tt_th_cut *cut, int32_t cid)
{
    return tti_th_cut_put_protocol(cut, cid, cut->slot[cid].protocol);
}

/* A session begins, perhaps in a slot that somebody has without a DROP. Four cases: a wanted one
 * ends for one that is not, and gets the DROP that the original has not; a wanted one comes after
 * one that is not, and its protocol is said; both are wanted, or none, and the records say it all.
 */
static tt_status take_slot(tt_th_cut *cut, const tti_th_cut_at *at)
{
    int32_t cid = at->event->cid;
    int had_wanted = wants_session(cut, at->change->broken, cid);
    int has_wanted = wants_session(cut, at->change->session, cid);
    if (had_wanted && !has_wanted) {
        return tti_th_cut_put_drop(cut, cid);
    }
    return !had_wanted && has_wanted ? put_protocol(cut, cid) : TT_OK;
}

/* The other one of a PLAYER_SWITCH. No JOIN is in this record, so no session can be broken by it.
 */
static tt_status take_other_slot(tt_th_cut *cut, const tti_th_cut_at *at)
{
    int32_t cid = at->event->u.player_switch.cid2;
    return wants_session(cut, at->change->session2, cid) ? put_protocol(cut, cid) : TT_OK;
}

/* A tee that lingers goes in the place of the first record of another one in its slot: there the
 * order of the client ids is right. */
static tt_status end_tee(tt_th_cut *cut, int32_t cid)
{
    if (!cut->slot[cid].lingers) {
        return TT_OK;
    }
    cut->slot[cid].lingers = 0;
    return cut->writer->slot[cid].alive ? tti_th_cut_put_cid(cut, TT_TH_PLAYER_OLD, cid) : TT_OK;
}

/* Before the event: the slot is handed over, and a tee that is left over goes. A record of a tee
 * that is wanted ends the lingering: put_tee moves the tee from there. */
tt_status tti_th_cut_before(tt_th_cut *cut, const tti_th_cut_at *at, int is_wanted)
{
    int32_t cid = at->event->cid;
    tt_status status = TT_OK;
    if (cid < 0) {
        return TT_OK;
    }
    if (at->change->began) {
        status = take_slot(cut, at);
    }
    if (status == TT_OK && at->change->began2) {
        status = take_other_slot(cut, at);
    }
    if (status != TT_OK) {
        return status;
    }
    switch (at->event->kind) {
    case TT_TH_PLAYER_NEW:
    case TT_TH_PLAYER_DIFF:
    case TT_TH_PLAYER_OLD:
        if (is_wanted) {
            cut->slot[cid].lingers = 0;
            return TT_OK;
        }
        return end_tee(cut, cid);
    default:
        return TT_OK;
    }
}

/* The team of somebody who is wanted, and its practice mode, as far as the cut does not have them:
 * they may have changed while nobody in it was wanted. */
static tt_status join_team(tt_th_cut *cut, const tti_th_cut_at *at, int32_t cid)
{
    int32_t team = at->world->client[cid].team;
    tt_status status = TT_OK;
    if (cut->writer->slot[cid].team != team) {
        status = tti_th_cut_put_team(cut, cid, team);
    }
    if (status == TT_OK && team >= 0 && team < TT_TEAMS &&
        cut->writer->practice[team] != at->world->practice[team]) {
        status = tti_th_cut_put_practice(cut, team, at->world->practice[team]);
    }
    return status;
}

/* After the event. Where the new client is not wanted, a tee that is still in its slot is nobody's
 * in the cut: it lingers until a record of the next tee comes, because a PLAYER_OLD at this place
 * would be out of the order of the client ids. */
static tt_status begin_session(tt_th_cut *cut, const tti_th_cut_at *at, int32_t cid, int is_wanted)
{
    tt_status status = TT_OK;
    if (!tti_th_cut_wants_slot(cut, at, cid)) {
        cut->slot[cid].lingers = cut->writer->slot[cid].alive;
        return TT_OK;
    }
    /* A switch of places with somebody who is not wanted. */
    if (!is_wanted) {
        status = tti_th_cut_put_cid(cut, TT_TH_JOIN, cid);
    }
    return status == TT_OK ? join_team(cut, at, cid) : status;
}

/* After the event, because a session that begins must be in the cut before its team is said. */
tt_status tti_th_cut_after(tt_th_cut *cut, const tti_th_cut_at *at, int is_wanted)
{
    tt_status status = TT_OK;
    int32_t cid = at->event->cid;
    if (at->change->began) {
        status = begin_session(cut, at, cid, is_wanted);
    } else if (at->event->kind == TT_TH_PLAYER_TEAM && tti_th_cut_wants_slot(cut, at, cid)) {
        status = join_team(cut, at, cid);
    }
    if (status == TT_OK && at->change->began2) {
        status = begin_session(cut, at, at->event->u.player_switch.cid2, is_wanted);
    }
    return status;
}
