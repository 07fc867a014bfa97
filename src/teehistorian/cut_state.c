/* SPDX-License-Identifier: MIT
 *
 * The records at the beginning of a cut: the state of the whole recording, in the tick before the
 * span (docs/cut.md, "The state").
 *
 * The order brings a reader to the right state with each record: clients, names, teams, practice,
 * tees upwards, inputs, and the DROPs of slots that have only something left.
 */
#include "schema/fields.h"
#include "teehistorian/cut.h"
#include "teetape/string.h"
#include "teetape/varint.h"

/* Called for each client before the next step begins. */
typedef tt_status step(tt_th_cut *cut, const tti_th_cut_at *at, int32_t cid);

static int is_there(const tt_th_cut *cut, const tti_th_cut_at *at, int32_t cid)
{
    return at->world->client[cid].connected && tti_th_cut_wants_slot(cut, at, cid);
}

/* A slot without a client can have a tee, an input and a protocol. A selection leaves that out. */
static int is_left(const tt_th_cut *cut, const tti_th_cut_at *at, int32_t cid)
{
    return cut->options.wants == NULL && !at->world->client[cid].connected;
}

/* AUTH_LOGIN and not AUTH_INIT: newer servers write it at the start of a file. */
static tt_status put_login(tt_th_cut *cut, const tti_th_cut_at *at, int32_t cid)
{
    const tt_th_profile *profile = &at->history->profile[cid];
    tt_th_event event = {.kind = TT_TH_AUTH_LOGIN, .cid = cid};
    event.u.auth_login.cid = cid;
    event.u.auth_login.level = at->world->client[cid].rcon_level;
    event.u.auth_login.auth_name = (tt_bytes){profile->account, profile->account_size};
    return event.u.auth_login.level != 0 ? tti_th_cut_put(cut, &event) : TT_OK;
}

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

/* Requested names come before recorded ones: then they are free, as they were on the server. */
static tt_status step_request(tt_th_cut *cut, const tti_th_cut_at *at, int32_t cid)
{
    const tt_client *client = &at->world->client[cid];
    if (!is_there(cut, at, cid) || client->info_tick < 0 ||
        client->name_source != TT_NAME_REQUESTED) {
        return TT_OK;
    }
    return tti_th_cut_put_info(cut, cid, at->world, &at->history->profile[cid]);
}

/* Without an info message the PLAYER_NAME is alone. */
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

static tt_status step_team(tt_th_cut *cut, const tti_th_cut_at *at, int32_t cid)
{
    int32_t team = at->world->client[cid].team;
    if (team == 0 || !(is_there(cut, at, cid) || is_left(cut, at, cid))) {
        return TT_OK;
    }
    return tti_th_cut_put_team(cut, cid, team);
}

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

/* A DROP in the same tick removes the client that tee and input brought in. A JOINVER after it
 * keeps the protocol for the JOIN. */
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
