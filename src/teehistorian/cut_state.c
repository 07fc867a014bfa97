/* SPDX-License-Identifier: MIT
 *
 * The records at the beginning of a cut: they bring about the state that the whole recording has
 * there. They are all in the tick before the span (docs/cut.md, "The state").
 *
 * The order is one in which a reader of the cut comes to the right state with each record: first
 * who is there, then names, teams, practice, then tees upwards, inputs, and the DROPs of slots that
 * have only something left.
 */
#include "schema/fields.h"
#include "teehistorian/cut.h"
#include "teetape/string.h"
#include "teetape/varint.h"

/* What is done for each client, one after the other, so that what somebody says can depend on what
 * others have said before. */
typedef tt_status step(tt_th_cut *cut, const tti_th_cut_at *at, int32_t cid);

/* Connected, and wanted. */
static int is_there(const tt_th_cut *cut, const tti_th_cut_at *at, int32_t cid)
{
    return at->world->client[cid].connected && tti_th_cut_wants_slot(cut, at, cid);
}

/* A slot without a client can have a tee, an input and a protocol, of the one before or the next
 * one. A selection of people leaves that out. */
static int is_left(const tt_th_cut *cut, const tti_th_cut_at *at, int32_t cid)
{
    return cut->options.wants == NULL && !at->world->client[cid].connected;
}

/* AUTH_LOGIN, not AUTH_INIT: newer servers write it at the start of a file for the same purpose. */
static tt_status put_login(tt_th_cut *cut, const tti_th_cut_at *at, int32_t cid)
{
    const tt_th_profile *profile = &at->history->profile[cid];
    tt_th_event event = {.kind = TT_TH_AUTH_LOGIN, .cid = cid};
    event.u.auth_login.cid = cid;
    event.u.auth_login.level = at->world->client[cid].rcon_level;
    event.u.auth_login.auth_name = (tt_bytes){profile->account, profile->account_size};
    return event.u.auth_login.level != 0 ? tti_th_cut_put(cut, &event) : TT_OK;
}

/* Who the client is. The JOINVER comes directly before its JOIN, as servers write it. */
static tt_status step_join(tt_th_cut *cut, const tti_th_cut_at *at, int32_t cid)
{
    if (!is_there(cut, at, cid)) {
        return TT_OK;
    }
    tt_status status = tti_th_cut_put_protocol(cut, cid, at->world->client[cid].protocol);
    if (status == TT_OK) {
        status = tti_th_cut_put_cid(cut, TT_TH_JOIN, cid);
    }
    if (status == TT_OK) {
        status = put_login(cut, at, cid);
    }
    return status == TT_OK ? tti_th_cut_put_version(cut, cid, at->world, &at->history->profile[cid])
                           : status;
}

/* Names that a client asked for are reported before the others: then nobody has them yet, as it was
 * when the server gave them. */
static tt_status step_request(tt_th_cut *cut, const tti_th_cut_at *at, int32_t cid)
{
    const tt_client *client = &at->world->client[cid];
    if (!is_there(cut, at, cid) || client->info_tick < 0 ||
        client->name_source != TT_NAME_REQUESTED) {
        return TT_OK;
    }
    return tti_th_cut_put_info(cut, cid, at->world, &at->history->profile[cid]);
}

/* Names that the server recorded, and those that a request would not bring about. A client without
 * any info message, but with a recorded name, has the PLAYER_NAME alone. */
static tt_status step_name(tt_th_cut *cut, const tti_th_cut_at *at, int32_t cid)
{
    const tt_client *client = &at->world->client[cid];
    tt_status status = TT_OK;
    if (!is_there(cut, at, cid)) {
        return TT_OK;
    }
    if (client->info_tick >= 0 && client->name_source != TT_NAME_REQUESTED) {
        status = tti_th_cut_put_info(cut, cid, at->world, &at->history->profile[cid]);
    }
    if (status == TT_OK && !tti_th_cut_info_suffices(client)) {
        status = tti_th_cut_put_name(cut, cid, client->name);
    }
    return status;
}

/* A team remains with the slot of a client who has gone, until a record takes it away. */
static tt_status step_team(tt_th_cut *cut, const tti_th_cut_at *at, int32_t cid)
{
    int32_t team = at->world->client[cid].team;
    if (team == 0 || !(is_there(cut, at, cid) || is_left(cut, at, cid))) {
        return TT_OK;
    }
    return tti_th_cut_put_team(cut, cid, team);
}

/* Called with the ids upwards, as the tees of a tick have to be. */
static tt_status step_tee(tt_th_cut *cut, const tti_th_cut_at *at, int32_t cid)
{
    const tt_tee *tee = &at->world->tee[cid];
    tt_th_event event = {.kind = TT_TH_PLAYER_NEW, .cid = cid};
    if (!tee->alive || !(is_there(cut, at, cid) || is_left(cut, at, cid))) {
        return TT_OK;
    }
    event.u.player_new = (struct tt_th_player_new){cid, tee->x, tee->y};
    return tti_th_cut_put(cut, &event);
}

/* Always whole: there is nothing in the cut to which a difference could be. */
static tt_status step_input(tt_th_cut *cut, const tti_th_cut_at *at, int32_t cid)
{
    const tt_tee *tee = &at->world->tee[cid];
    tt_th_event event = {.kind = TT_TH_INPUT_NEW, .cid = cid};
    if (!tee->has_input || !(is_there(cut, at, cid) || is_left(cut, at, cid))) {
        return TT_OK;
    }
    event.u.input_new = (struct tt_th_input_new){cid, tee->input};
    return tti_th_cut_put(cut, &event);
}

/* The tee and the input of a slot without a client have brought one in: a DROP in the same tick
 * takes it out again. A JOINVER after it keeps the protocol for the JOIN that may come. */
static tt_status step_leave(tt_th_cut *cut, const tti_th_cut_at *at, int32_t cid)
{
    const tt_tee *tee = &at->world->tee[cid];
    tt_status status = TT_OK;
    if (!is_left(cut, at, cid)) {
        return TT_OK;
    }
    if (tee->alive || tee->has_input) {
        status = tti_th_cut_put_drop(cut, cid);
    }
    return status == TT_OK ? tti_th_cut_put_protocol(cut, cid, at->world->client[cid].protocol)
                           : status;
}

/* After the teams, and before the tees: any order of the two would do, this is the one of
 * docs/cut.md. */
static tt_status put_practice(tt_th_cut *cut, const tti_th_cut_at *at)
{
    tt_status status = TT_OK;
    for (int32_t team = 0; status == TT_OK && team < TT_TEAMS; team++) {
        if (at->world->practice[team] &&
            (cut->options.wants == NULL || tti_th_cut_wants_team(cut, at, team))) {
            status = tti_th_cut_put_practice(cut, team, 1);
        }
    }
    return status;
}

/* All clients for the first step, then all for the second, and so on. */
static tt_status take(tt_th_cut *cut, const tti_th_cut_at *at, step *const *steps, size_t count)
{
    tt_status status = TT_OK;
    for (size_t i = 0; i < count; i++) {
        for (int32_t cid = 0; status == TT_OK && cid < TT_CIDS; cid++) {
            status = steps[i](cut, at, cid);
        }
    }
    return status;
}

/* Once for a cut: cut->began says that it was done, whatever came of it. */
tt_status tt_th_cut_state(tt_th_cut *cut, const tt_world *world, const tt_th_history *history)
{
    static step *const people[] = {step_join, step_request, step_name, step_team};
    static step *const tees[] = {step_tee, step_input, step_leave};
    tti_th_cut_at at = {.world = world, .history = history};
    tt_status status = TT_OK;
    cut->began = 1;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        tti_th_cut_note(cut, world, cid);
    }
    if (cut->options.from == 0) {
        return TT_OK; /* nothing can have been before */
    }
    /* What is in tick 0 has no mark. */
    if (cut->options.from > 1) {
        status = tt_th_write_begin_tick(cut->writer, cut->options.from - 1);
    }
    if (status == TT_OK) {
        status = take(cut, &at, people, TTI_COUNT(people));
    }
    if (status == TT_OK) {
        status = put_practice(cut, &at);
    }
    return status == TT_OK ? take(cut, &at, tees, TTI_COUNT(tees)) : status;
}
