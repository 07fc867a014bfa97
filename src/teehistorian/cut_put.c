/* SPDX-License-Identifier: MIT
 *
 * Gives records of a cut to the writer, and decides whose records are in it.
 *
 * The writer checks new events like those of a reader, except for their size, which is 0.
 *
 * A selection knows sessions, not client ids: a slot has many sessions one after the other. When a
 * slot changes from a wanted session to an unwanted one, or back, extra records are written.
 * Without a selection every open session is wanted.
 */
#include "teehistorian/cut.h"
#include "teehistorian/write.h"
#include "teetape/string.h"
#include "teetape/varint.h"

tt_status tti_th_cut_note_refusal(tti_th_cut *cut, tt_status status)
{
    if (status == TT_OK || status == TT_ERR_TH_WRITE_PUT || status == TT_ERR_TH_WRITE_STATE) {
        return status;
    }
    cut->done.left_out++;
    return TT_OK;
}

tt_status tti_th_cut_put(tti_th_cut *cut, tt_th_event *event)
{
    event->tick = tti_th_writer_seen(cut->writer)->tick;
    return tti_th_cut_note_refusal(cut, tt_th_write_event(cut->writer, event));
}

tt_status tti_th_cut_put_cid(tti_th_cut *cut, tt_th_kind kind, int32_t cid)
{
    tt_th_event event = {.kind = kind, .cid = cid};
    event.u.join.cid = cid; /* the structs of all these records have only a cid */
    return tti_th_cut_put(cut, &event);
}

tt_status tti_th_cut_put_protocol(tti_th_cut *cut, int32_t cid, int32_t protocol)
{
    switch (protocol) {
    case TT_PROTOCOL_6:
        return tti_th_cut_put_cid(cut, TT_TH_JOINVER6, cid);
    case TT_PROTOCOL_7:
        return tti_th_cut_put_cid(cut, TT_TH_JOINVER7, cid);
    default:
        return TT_OK;
    }
}

/* Writes a DROP that ends a session which a mention began in the same tick. The history of a cut
 * ignores such a session. */
tt_status tti_th_cut_put_drop(tti_th_cut *cut, int32_t cid)
{
    tt_th_event event = {.kind = TT_TH_DROP, .cid = cid, .u.drop = {cid, {NULL, 0}}};
    return tti_th_cut_put(cut, &event);
}

tt_status tti_th_cut_put_message(tti_th_cut *cut, int32_t cid, tt_bytes msg)
{
    tt_th_event event = {.kind = TT_TH_MESSAGE, .cid = cid};
    event.u.message = (struct tt_th_message){cid, (int32_t)msg.size, msg, NULL};
    return tti_th_cut_put(cut, &event);
}

tt_status tti_th_cut_put_name(tti_th_cut *cut, int32_t cid, const char *name)
{
    tt_th_event event = {.kind = TT_TH_PLAYER_NAME, .cid = cid};
    event.u.player_name = (struct tt_th_player_name){cid, tt_bytes_of(name)};
    return tti_th_cut_put(cut, &event);
}

tt_status tti_th_cut_put_team(tti_th_cut *cut, int32_t cid, int32_t team)
{
    tt_th_event event = {.kind = TT_TH_PLAYER_TEAM, .cid = cid, .u.player_team = {cid, team}};
    return tti_th_cut_put(cut, &event);
}

tt_status tti_th_cut_put_practice(tti_th_cut *cut, int32_t team, bool on)
{
    tt_th_event event = {.kind = TT_TH_TEAM_PRACTICE, .cid = -1, .u.team_practice = {team, on}};
    return tti_th_cut_put(cut, &event);
}

static tt_status put_version_number(tti_th_cut *cut, int32_t cid, int32_t version)
{
    tt_th_event event = {.kind = TT_TH_DDNETVER_OLD, .cid = cid, .u.ddnetver_old = {cid, version}};
    return tti_th_cut_put(cut, &event);
}

tt_status tti_th_cut_put_version(tti_th_cut *cut, int32_t cid, const tt_world *world,
                                 const tti_th_profile *profile)
{
    int32_t version = world->client[cid].version;
    tt_unpacker u = tt_unpacker_of(profile->version, profile->version_size);
    if (profile->version_kind != TT_TH_DDNETVER) {
        return version != 0 || profile->version_size != 0 ? put_version_number(cut, cid, version)
                                                          : TT_OK;
    }
    tt_th_event event = {.kind = TT_TH_DDNETVER, .cid = cid};
    event.u.ddnetver.cid = cid;
    event.u.ddnetver.connection_id = tt_unpack_uuid(&u);
    event.u.ddnetver.version = tt_unpack_int(&u);
    event.u.ddnetver.version_str = tt_unpack_string(&u);
    if (u.status != TT_OK || event.u.ddnetver.version != version) {
        return put_version_number(cut, cid, version);
    }
    return tti_th_cut_put(cut, &event);
}

/* Writes the event, or copies its bytes if they are longer than DDNet would write them. */
tt_status tti_th_cut_copy(tti_th_cut *cut, const tti_th_cut_at *at)
{
    tt_status status = tt_th_write_event(cut->writer, at->event);
    if (status == TT_ERR_TH_WRITE_SAME) {
        status = tt_th_write_copy(cut->writer, at->event, at->record);
    }
    return tti_th_cut_note_refusal(cut, status);
}

void tti_th_cut_note(tti_th_cut *cut, const tt_world *world, int32_t cid)
{
    if (cid >= 0) {
        cut->slot[cid].info_tick = world->client[cid].info_tick;
        cut->slot[cid].protocol = world->client[cid].protocol;
    }
}

static bool wants_session(const tti_th_cut *cut, uint64_t session, int32_t cid)
{
    if (cut->options.wants == NULL) {
        return true;
    }
    return session != TT_SESSION_NONE && cut->options.wants(cut->options.user, session, cid);
}

bool tti_th_cut_wants_slot(const tti_th_cut *cut, const tti_th_cut_at *at, int32_t cid)
{
    return at->history->slot[cid].open && wants_session(cut, at->history->slot[cid].session, cid);
}

bool tti_th_cut_wants_team(const tti_th_cut *cut, const tti_th_cut_at *at, int32_t team)
{
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        if (at->world->client[cid].team == team && tti_th_cut_wants_slot(cut, at, cid)) {
            return true;
        }
    }
    return false;
}

static int32_t team_of(const tt_th_event *event)
{
    switch (event->kind) {
    case TT_TH_SAVE_SUCCESS:
    case TT_TH_SAVE_FAILURE:
    case TT_TH_LOAD_SUCCESS:
    case TT_TH_LOAD_FAILURE:
    case TT_TH_TEAM_PRACTICE:
    case TT_TH_TEAM_FINISH:
        return event->u.save_failure.team; /* team is the first field of all of them */
    default:
        return -1;
    }
}

/* Decides if an event belongs to the selection. An event without a client belongs to it if it is
 * about the team of a wanted client. */
bool tti_th_cut_wants_event(const tti_th_cut *cut, const tti_th_cut_at *at)
{
    const tt_th_event *event = at->event;
    if (event->cid < 0) {
        int32_t team = team_of(event);
        return team >= 0 && tti_th_cut_wants_team(cut, at, team);
    }
    if (event->kind == TT_TH_JOINVER6 || event->kind == TT_TH_JOINVER7) {
        return tti_th_cut_wants_slot(cut, at, event->cid);
    }
    if (!wants_session(cut, at->change->session, event->cid)) {
        return false;
    }
    /* A PLAYER_SWITCH that names an unwanted client would bring that client into the cut. */
    return event->kind != TT_TH_PLAYER_SWITCH ||
           wants_session(cut, at->change->session2, event->u.player_switch.cid2);
}

/* Writes what a session needs when it takes over a slot. A wanted session that ends without a DROP
 * gets a DROP. A wanted session after an unwanted one gets its protocol, because a JOIN keeps that
 * of the previous client. */
static tt_status take_slot(tti_th_cut *cut, const tti_th_cut_at *at)
{
    int32_t cid = at->event->cid;
    bool had_wanted = wants_session(cut, at->change->broken, cid);
    bool has_wanted = wants_session(cut, at->change->session, cid);
    if (had_wanted && !has_wanted) {
        return tti_th_cut_put_drop(cut, cid);
    }
    return !had_wanted && has_wanted ? tti_th_cut_put_protocol(cut, cid, cut->slot[cid].protocol)
                                     : TT_OK;
}

/* Writes records that are needed before an event. A lingering tee ends at the next tee's record,
 * where the order of client ids is right. If that record is wanted, put_tee moves the lingering tee
 * instead. */
tt_status tti_th_cut_before(tti_th_cut *cut, const tti_th_cut_at *at, bool is_wanted)
{
    int32_t cid = at->event->cid;
    tt_status status = TT_OK;
    if (cid < 0) {
        return TT_OK;
    }
    if (at->change->began) {
        status = take_slot(cut, at);
    }
    /* A PLAYER_SWITCH begins the session of its second client. No DROP is missing before it. */
    int32_t other = at->change->began2 ? at->event->u.player_switch.cid2 : -1;
    if (status == TT_OK && other >= 0 && wants_session(cut, at->change->session2, other)) {
        status = tti_th_cut_put_protocol(cut, other, cut->slot[other].protocol);
    }
    if (status != TT_OK || !tti_th_is_player(at->event->kind)) {
        return status;
    }
    bool ends =
        cut->slot[cid].lingers && !is_wanted && tti_th_writer_seen(cut->writer)->tee[cid].alive;
    cut->slot[cid].lingers = 0;
    return ends ? tti_th_cut_put_cid(cut, TT_TH_PLAYER_OLD, cid) : TT_OK;
}

/* Writes team and practice of a client, which may have changed while no wanted client was in the
 * team. */
static tt_status join_team(tti_th_cut *cut, const tti_th_cut_at *at, int32_t cid)
{
    int32_t team = at->world->client[cid].team;
    tt_status status = TT_OK;
    if (tti_th_writer_seen(cut->writer)->slot[cid].team != team) {
        status = tti_th_cut_put_team(cut, cid, team);
    }
    if (status == TT_OK && team >= 0 && team < TT_TEAMS &&
        tti_th_writer_seen(cut->writer)->practice[team] != at->world->practice[team]) {
        status = tti_th_cut_put_practice(cut, team, at->world->practice[team]);
    }
    return status;
}

/* Writes records that are needed after a session began. An unwanted session takes over the tee of a
 * wanted one: that tee lingers until the next tee's record, because a PLAYER_OLD here would break
 * the order of client ids. */
static tt_status put_session(tti_th_cut *cut, const tti_th_cut_at *at, int32_t cid, bool is_wanted)
{
    tt_status status = TT_OK;
    if (!tti_th_cut_wants_slot(cut, at, cid)) {
        cut->slot[cid].lingers = tti_th_writer_seen(cut->writer)->tee[cid].alive;
        return TT_OK;
    }
    if (!is_wanted) {
        status = tti_th_cut_put_cid(cut, TT_TH_JOIN, cid);
    }
    return status == TT_OK ? join_team(cut, at, cid) : status;
}

tt_status tti_th_cut_after(tti_th_cut *cut, const tti_th_cut_at *at, bool is_wanted)
{
    tt_status status = TT_OK;
    int32_t cid = at->event->cid;
    if (at->change->began) {
        status = put_session(cut, at, cid, is_wanted);
    } else if (at->event->kind == TT_TH_PLAYER_TEAM && tti_th_cut_wants_slot(cut, at, cid)) {
        status = join_team(cut, at, cid);
    }
    if (status == TT_OK && at->change->began2) {
        status = put_session(cut, at, at->event->u.player_switch.cid2, is_wanted);
    }
    return status;
}
