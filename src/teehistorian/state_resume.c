/* SPDX-License-Identifier: MIT
 *
 * tt_th_resume: reader, world and history from bytes, which may be damaged or made up. Every value
 * is checked against what a recording can bring about, and what could be said in two ways is taken
 * in one of them alone. The layout is in state.h.
 *
 * The first thing that is wrong sets the unpacker's status; what is read after it is 0 and
 * harmless, and the status is looked at where a count or an index would follow, and at the end.
 */
#include "base/mem.h"
#include "base/u64.h"
#include "teehistorian/profile.h"
#include "teehistorian/record.h"
#include "teehistorian/state.h"
#include "teetape/varint.h"
#include "wire/checked.h"

/* An int that would not be there if it were the same as `usual`: so a state has one form alone. */
static int32_t other_unpack(tt_unpacker *u, int32_t usual)
{
    int32_t value = tt_unpack_int(u);
    tti_require(u, value != usual);
    return value;
}

/* A size from 1 to `max` and as many bytes. */
static uint16_t sized_unpack(tt_unpacker *u, uint8_t *dst, int32_t max)
{
    int32_t size = tti_unpack_between(u, 1, max);
    tt_bytes bytes = tt_unpack_raw(u, (size_t)size);
    tti_copy(dst, bytes.data, bytes.size);
    return (uint16_t)bytes.size;
}

/* `settled` is not packed: it follows from the session and from whose input it is. */
static void tee_unpack(tt_unpacker *u, int32_t what, tt_tee *tee)
{
    tee->alive = (what & TTI_TH_HAS_ALIVE) != 0;
    tee->has_input = (what & TTI_TH_HAS_INPUT) != 0;
    int is_others = (what & TTI_TH_HAS_OTHERS_INPUT) != 0;
    /* An input of somebody else needs an input. */
    tti_require(u, tee->has_input || !is_others);
    tee->settled = tee->has_input && (what & TTI_TH_HAS_OPEN) != 0 && !is_others;
    if ((what & TTI_TH_HAS_PLACE) != 0) {
        tee->x = tt_unpack_int(u);
        tee->y = tt_unpack_int(u);
        tti_require(u, (tee->x | tee->y) != 0);
    }
    for (int i = 0; i < TT_INPUT_INTS && tee->has_input; i++) {
        tee->input[i] = tt_unpack_int(u);
    }
}

/* client->since has the tick of the session already; the part is there only where it is another
 * one. */
static void client_unpack(tt_unpacker *u, int32_t what, tt_client *client, int32_t tick)
{
    if ((what & TTI_TH_HAS_PROTOCOL_6) != 0) {
        client->protocol = TT_PROTOCOL_6;
    } else if ((what & TTI_TH_HAS_PROTOCOL_7) != 0) {
        client->protocol = TT_PROTOCOL_7;
    }
    client->connected = (what & TTI_TH_HAS_OPEN) != 0;
    client->joined = client->connected && (what & TTI_TH_HAS_JOINED) != 0;
    if ((what & TTI_TH_HAS_SINCE) != 0) {
        /* The part is there for another tick alone, so the same one said twice is refused. */
        int32_t usual = client->since;
        client->since = tti_unpack_between(u, 0, tick);
        tti_require(u, client->since != usual);
    }
    client->team = (what & TTI_TH_HAS_TEAM) != 0 ? other_unpack(u, 0) : 0;
    client->rcon_level = (what & TTI_TH_HAS_RCON) != 0 ? other_unpack(u, 0) : 0;
    if ((what & TTI_TH_HAS_NAME) != 0) {
        client->name_source = (uint8_t)tti_unpack_between(u, TT_NAME_REQUESTED, TT_NAME_RECORDED);
        tti_unpack_text(u, client->name, 0, TT_NAME_CAP - 1);
    }
    if ((what & TTI_TH_HAS_CLAN) != 0) {
        tti_unpack_text(u, client->clan, 1, TT_NAME_CAP - 1);
    }
}

/* The bytes are packed again and compared in the last check, so that a later reader of the profile
 * need not expect bad ones. */
static void profile_unpack(tt_unpacker *u, int32_t what, tt_th_profile *profile)
{
    if ((what & TTI_TH_HAS_INFO) != 0) {
        profile->info_size = sized_unpack(u, profile->info, TT_TH_INFO_MAX);
    }
    if ((what & (TTI_TH_HAS_VERSION | TTI_TH_HAS_VERSION_OLD)) != 0) {
        int is_old = (what & TTI_TH_HAS_VERSION_OLD) != 0;
        profile->version_kind = is_old ? TT_TH_DDNETVER_OLD : TT_TH_DDNETVER;
        profile->version_size = sized_unpack(u, profile->version, TT_TH_VERSION_MAX);
    }
    if ((what & TTI_TH_HAS_ACCOUNT) != 0) {
        profile->account_size =
            (uint16_t)tti_unpack_text(u, profile->account, 1, TT_TH_ACCOUNT_MAX);
    }
    tti_require(u, u->status != TT_OK || tti_th_profile_is_good(profile));
}

/* Which parts can be together. A slot in which nothing is set must not be there. */
static int what_is_good(int32_t what)
{
    int32_t protocols = TTI_TH_HAS_PROTOCOL_6 | TTI_TH_HAS_PROTOCOL_7;
    int32_t versions = TTI_TH_HAS_VERSION | TTI_TH_HAS_VERSION_OLD;
    if (what <= 0 || what > TTI_TH_HAS_ALL || (what & protocols) == protocols ||
        (what & versions) == versions) {
        return 0;
    }
    if ((what & TTI_TH_HAS_SESSION) == 0 && (what & (TTI_TH_HAS_OPEN | TTI_TH_HAS_JOINED)) != 0) {
        return 0;
    }
    return (what & TTI_TH_HAS_OPEN) != 0 || (what & TTI_TH_HAS_OF_OPEN) == 0;
}

/* What is wrong with `what` ends it at once, because it says which parts follow. Ticks are checked
 * against that of the world, session numbers against their count: both were read before. */
static void slot_unpack(tt_unpacker *u, int32_t cid, tt_world *world, tt_th_history *history)
{
    struct tt_th_history_slot *slot = &history->slot[cid];
    tt_client *client = &world->client[cid];
    int32_t what = tt_unpack_int(u);
    tti_require(u, what_is_good(what));
    if (u->status != TT_OK) {
        return;
    }
    slot->open = (what & TTI_TH_HAS_OPEN) != 0;
    slot->joined = (what & TTI_TH_HAS_JOINED) != 0;
    history->open_sessions += slot->open;
    tee_unpack(u, what, &world->tee[cid]);
    if ((what & TTI_TH_HAS_SESSION) != 0) {
        slot->session = tti_unpack_u64(u);
        slot->since = tti_unpack_between(u, 0, world->tick);
        tti_require(u, slot->session < history->sessions);
    }
    client->since = slot->since;
    client_unpack(u, what, client, world->tick);
    if ((what & TTI_TH_HAS_INFO) != 0) {
        slot->info_tick = client->info_tick = tti_unpack_between(u, 0, world->tick);
    }
    profile_unpack(u, what, &history->profile[cid]);
    if (u->status == TT_OK) {
        client->version = tti_th_profile_version(&history->profile[cid]);
    }
}

/* Every session has a record of its own, of at least two bytes; only a PLAYER_SWITCH, which
 * is longer, may begin two. So no number that is made up makes anybody count far. */
static void history_unpack(tt_unpacker *u, tt_world *world, tt_th_history *history,
                           uint64_t record_bytes)
{
    history->sessions = tti_unpack_u64(u);
    history->most_open = (uint32_t)tti_unpack_between(u, 0, TT_CIDS);
    tti_require(u,
                history->sessions <= record_bytes / 2 && history->most_open <= history->sessions);
    int32_t cid = -1;
    for (int32_t left = tti_unpack_between(u, 0, TT_CIDS); left > 0 && u->status == TT_OK; left--) {
        cid = tti_unpack_between(u, cid + 1, TT_CIDS - 1);
        if (u->status == TT_OK) {
            slot_unpack(u, cid, world, history);
        }
    }
    tti_require(u, history->open_sessions <= history->most_open);
}

/* Teams go upwards, so that each has one place in one order; the same for the slots above. */
static void practice_unpack(tt_unpacker *u, uint8_t practice[TT_TEAMS])
{
    int32_t team = -1;
    for (int32_t left = tti_unpack_between(u, 0, TT_TEAMS); left > 0 && u->status == TT_OK;
         left--) {
        team = tti_unpack_between(u, team + 1, TT_TEAMS - 1);
        practice[team] = u->status == TT_OK;
    }
}

/* last_cid may be any int: in a recording with ids out of range a reader has come to any. */
static void reader_unpack(tt_unpacker *u, tt_th *th, uint64_t first_record)
{
    int32_t flags;
    tti_unpack_between(u, TTI_TH_STATE_FORM, TTI_TH_STATE_FORM);
    flags = tti_unpack_between(u, 0, TTI_TH_STATE_FINISHED | TTI_TH_STATE_AFTER);
    th->finished = (flags & TTI_TH_STATE_FINISHED) != 0;
    th->told_after_finish = (flags & TTI_TH_STATE_AFTER) != 0;
    tti_require(u, th->finished || !th->told_after_finish);
    th->state = th->finished ? TTI_TH_DONE : TTI_TH_RECORDS;
    th->offset = tti_unpack_u64(u);
    tti_require(u, th->offset >= first_record && th->offset <= INT64_MAX);
    th->world->tick = tti_unpack_between(u, 0, INT32_MAX);
    th->last_cid = tt_unpack_int(u);
}

/* The header is parsed again, because views into its text cannot be packed, and its warnings are
 * not reported again. Where the state fails, world and history are undefined, and the reader has
 * failed. */
tt_status tt_th_resume(tt_th *th, tt_world *world, void *scratch, size_t scratch_size,
                       tt_bytes header_json, tt_th_history *history, tt_bytes state)
{
    tt_error error = {TT_OK, 0, NULL};
    tt_status status = tt_th_init(th, world, scratch, scratch_size);
    if (status != TT_OK) {
        return status;
    }
    tt_th_history_init(history);
    status = tti_th_take_header(th, header_json, &error);
    if (status != TT_OK) {
        return tti_th_fail(th, status, sizeof tt_th_magic.bytes + error.offset);
    }
    uint64_t first_record = sizeof tt_th_magic.bytes + (uint64_t)header_json.size + 1;
    tt_unpacker u = tt_unpacker_of(state.data, state.size);
    reader_unpack(&u, th, first_record);
    practice_unpack(&u, world->practice);
    /* An offset that failed is 0, and below the first record: the difference would wrap around. */
    history_unpack(&u, world, history, u.status == TT_OK ? th->offset - first_record : 0);
    /* `odd` is set by an int that is longer than needed: the same state in other bytes. */
    if (u.status != TT_OK || u.odd != 0 || tt_unpacker_left(&u) != 0) {
        return tti_th_fail(th, TT_ERR_TH_STATE, th->offset);
    }
    return TT_OK;
}
