/* SPDX-License-Identifier: MIT
 *
 * Makes the facts of a teehistorian file's extensions: versions, logins, swaps, finishes, and
 * events of teams.
 *
 * An extension is a record with a UUID, which a reader may not know. These facts come from the
 * record alone and are not compared with the known state.
 */
#include "recording/recording.h"

static const tt_th_event *extension_event(const tti_recording *r)
{
    return &r->u.th.event;
}

/* Begins a fact of a record. A negative client id means that the server or the game ran a command.
 * Before its JOIN a client gets the session that comes next. */
bool tti_fact_of_record(const tti_recording *r, tt_fact *fact, tt_fact_kind kind)
{
    tti_fact_begin(r, fact, kind);
    fact->cid = extension_event(r)->cid >= 0 ? extension_event(r)->cid : -1;
    fact->session = r->u.th.change.session;
    return true;
}

/* Gives at most one fact for a record. */
bool tti_fact_extension(tti_recording *r, tt_fact *fact)
{
    const tt_th_event *event = extension_event(r);
    switch (event->kind) {
    case TT_TH_DDNETVER_OLD:
        tti_fact_of_record(r, fact, TT_FACT_VERSION);
        fact->u.version.version = event->u.ddnetver_old.version;
        return true;
    case TT_TH_DDNETVER:
        tti_fact_of_record(r, fact, TT_FACT_VERSION);
        fact->u.version.version = event->u.ddnetver.version;
        fact->u.version.connection_id = event->u.ddnetver.connection_id;
        fact->u.version.text = event->u.ddnetver.version_str;
        return true;
    case TT_TH_AUTH_INIT: /* has the fields of AUTH_LOGIN */
    case TT_TH_AUTH_LOGIN:
        tti_fact_of_record(r, fact, TT_FACT_LOGIN);
        fact->u.login.level = event->u.auth_login.level;
        fact->u.login.account = event->u.auth_login.auth_name;
        fact->u.login.before = event->kind == TT_TH_AUTH_INIT;
        return true;
    case TT_TH_AUTH_LOGOUT:
        return tti_fact_of_record(r, fact, TT_FACT_LOGOUT);
    case TT_TH_PLAYER_SWITCH:
        tti_fact_of_record(r, fact, TT_FACT_SWAP);
        fact->u.swap.other = event->u.player_switch.cid2;
        return true;
    case TT_TH_PLAYER_FINISH:
        tti_fact_of_record(r, fact, TT_FACT_FINISH);
        fact->u.finish.ticks = event->u.player_finish.ticks;
        return true;
    default:
        return false;
    }
}

bool tti_fact_team(tti_recording *r, tt_fact *fact)
{
    const tt_th_event *event = extension_event(r);
    switch (event->kind) {
    case TT_TH_SAVE_SUCCESS:
        tti_fact_begin(r, fact, TT_FACT_SAVE);
        fact->u.save.team = event->u.save_success.team;
        fact->u.save.save_id = event->u.save_success.save_id;
        return true;
    case TT_TH_SAVE_FAILURE:
        tti_fact_begin(r, fact, TT_FACT_SAVE_FAILURE);
        fact->u.save_failure.team = event->u.save_failure.team;
        return true;
    case TT_TH_LOAD_SUCCESS:
        tti_fact_begin(r, fact, TT_FACT_LOAD);
        fact->u.load.team = event->u.load_success.team;
        fact->u.load.save_id = event->u.load_success.save_id;
        return true;
    case TT_TH_LOAD_FAILURE:
        tti_fact_begin(r, fact, TT_FACT_LOAD_FAILURE);
        fact->u.load_failure.team = event->u.load_failure.team;
        return true;
    case TT_TH_TEAM_PRACTICE:
        tti_fact_begin(r, fact, TT_FACT_PRACTICE);
        fact->u.practice.team = event->u.team_practice.team;
        fact->u.practice.on = event->u.team_practice.practice != 0;
        return true;
    case TT_TH_TEAM_FINISH:
        tti_fact_begin(r, fact, TT_FACT_TEAM_FINISH);
        fact->u.team_finish.team = event->u.team_finish.team;
        fact->u.team_finish.ticks = event->u.team_finish.ticks;
        return true;
    default:
        return false;
    }
}

bool tti_fact_swap_second(tti_recording *r, tt_fact *fact)
{
    const tt_th_event *event = extension_event(r);
    if (event->kind != TT_TH_PLAYER_SWITCH) {
        return false;
    }
    tti_fact_of_record(r, fact, TT_FACT_SWAP);
    fact->cid = event->u.player_switch.cid2;
    fact->session = r->u.th.change.session2;
    fact->u.swap.other = event->u.player_switch.cid1;
    return true;
}
