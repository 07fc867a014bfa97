/* SPDX-License-Identifier: MIT
 *
 * tt_th_state_pack: reader, world and history as bytes, for an index or for a program that wants to
 * come back to a place. The layout is in state.h. Cost and size grow with the clients, not with the
 * recording.
 */
#include "base/mem.h"
#include "base/u64.h"
#include "teehistorian/profile.h"
#include "teehistorian/record.h"
#include "teehistorian/state.h"
#include "teetape/varint.h"

/* One slot, from all the places where it is kept. Views, valid during the call. */
typedef struct slot {
    const tt_tee *tee;                        /* of the world */
    const tt_client *client;                  /* of the world */
    const struct tt_th_history_slot *history; /* whose session it is */
    const tt_th_profile *profile;             /* what the client said */
} slot;

static slot slot_of(const tt_world *world, const tt_th_history *history, int32_t cid)
{
    return (slot){&world->tee[cid], &world->client[cid], &history->slot[cid],
                  &history->profile[cid]};
}

/* World and history say the same of what both have; only one of them is packed. It is so as long as
 * the history was given every event. Where it was not, packing fails: the state would be one that
 * no reader comes to. */
static int agrees(const slot *s)
{
    const tt_client *client = s->client;
    int same_session = s->history->open == client->connected &&
                       (!client->connected || s->history->joined == client->joined);
    int same_info = s->history->info_tick == client->info_tick &&
                    (client->info_tick >= 0) == (s->profile->info_size != 0);
    return same_session && same_info && tti_th_profile_version(s->profile) == client->version;
}

/* The bits without a part. */
static int32_t flags_of(const slot *s)
{
    int32_t what = 0;
    what |= s->history->open ? TTI_TH_HAS_OPEN : 0;
    what |= s->history->joined ? TTI_TH_HAS_JOINED : 0;
    what |= s->tee->alive ? TTI_TH_HAS_ALIVE : 0;
    what |= s->client->protocol == TT_PROTOCOL_6 ? TTI_TH_HAS_PROTOCOL_6 : 0;
    what |= s->client->protocol == TT_PROTOCOL_7 ? TTI_TH_HAS_PROTOCOL_7 : 0;
    return what;
}

/* The flags and the parts that have something to say. 0: the slot is as at the start of a
 * recording, and is left out. */
static int32_t what_of(const slot *s)
{
    const tt_th_profile *profile = s->profile;
    int32_t what = flags_of(s);
    what |= (s->tee->x | s->tee->y) != 0 ? TTI_TH_HAS_PLACE : 0;
    what |= s->tee->has_input ? TTI_TH_HAS_INPUT : 0;
    what |= s->history->open && s->tee->has_input && !s->tee->settled ? TTI_TH_HAS_OTHERS_INPUT : 0;
    what |= s->history->session != TT_SESSION_NONE ? TTI_TH_HAS_SESSION : 0;
    what |= s->client->since != s->history->since ? TTI_TH_HAS_SINCE : 0;
    what |= s->client->team != 0 ? TTI_TH_HAS_TEAM : 0;
    what |= s->client->rcon_level != 0 ? TTI_TH_HAS_RCON : 0;
    what |= s->client->name_source != TT_NAME_NONE ? TTI_TH_HAS_NAME : 0;
    what |= s->client->clan[0] != 0 ? TTI_TH_HAS_CLAN : 0;
    what |= profile->info_size != 0 ? TTI_TH_HAS_INFO : 0;
    what |= profile->version_kind == TT_TH_DDNETVER ? TTI_TH_HAS_VERSION : 0;
    what |= profile->version_kind == TT_TH_DDNETVER_OLD ? TTI_TH_HAS_VERSION_OLD : 0;
    what |= profile->account_size != 0 ? TTI_TH_HAS_ACCOUNT : 0;
    return what;
}

/* A text as it is, and its NUL; tt_pack_string would replace what is not UTF-8. */
static void text_pack(tt_packer *p, const void *text, size_t size)
{
    static const uint8_t nul[1] = {0};
    tt_pack_raw(p, (tt_bytes){text, size});
    tt_pack_raw(p, (tt_bytes){nul, 1});
}

static void sized_pack(tt_packer *p, const uint8_t *data, size_t size)
{
    tt_pack_int(p, (int32_t)size);
    tt_pack_raw(p, (tt_bytes){data, size});
}

/* Where the tee is, or was at last; then the last input of the slot, also that of an earlier
 * client. */
static void tee_pack(tt_packer *p, int32_t what, const tt_tee *tee)
{
    if ((what & TTI_TH_HAS_PLACE) != 0) {
        tt_pack_int(p, tee->x);
        tt_pack_int(p, tee->y);
    }
    for (int i = 0; i < TT_INPUT_INTS && (what & TTI_TH_HAS_INPUT) != 0; i++) {
        tt_pack_int(p, tee->input[i]);
    }
}

/* What the world has of a client, but for what the profile has too. */
static void client_pack(tt_packer *p, int32_t what, const tt_client *client)
{
    if ((what & TTI_TH_HAS_SINCE) != 0) {
        tt_pack_int(p, client->since);
    }
    if ((what & TTI_TH_HAS_TEAM) != 0) {
        tt_pack_int(p, client->team);
    }
    if ((what & TTI_TH_HAS_RCON) != 0) {
        tt_pack_int(p, client->rcon_level);
    }
    if ((what & TTI_TH_HAS_NAME) != 0) {
        tt_pack_int(p, client->name_source);
        text_pack(p, client->name, tti_strlen(client->name));
    }
    if ((what & TTI_TH_HAS_CLAN) != 0) {
        text_pack(p, client->clan, tti_strlen(client->clan));
    }
}

/* The order of the parts is that of state.h, not that of the structs. */
static void slot_pack(tt_packer *p, int32_t cid, const slot *s)
{
    int32_t what = what_of(s);
    const tt_th_profile *profile = s->profile;
    tt_pack_int(p, cid);
    tt_pack_int(p, what);
    tee_pack(p, what, s->tee);
    if ((what & TTI_TH_HAS_SESSION) != 0) {
        tti_pack_u64(p, s->history->session);
        tt_pack_int(p, s->history->since);
    }
    client_pack(p, what, s->client);
    if ((what & TTI_TH_HAS_INFO) != 0) {
        tt_pack_int(p, s->client->info_tick);
        sized_pack(p, profile->info, profile->info_size);
    }
    if ((what & (TTI_TH_HAS_VERSION | TTI_TH_HAS_VERSION_OLD)) != 0) {
        sized_pack(p, profile->version, profile->version_size);
    }
    if ((what & TTI_TH_HAS_ACCOUNT) != 0) {
        text_pack(p, profile->account, profile->account_size);
    }
}

/* Two passes, because the count comes first. The first one also refuses what does not agree, before
 * a slot is written. */
static void slots_pack(tt_packer *p, const tt_world *world, const tt_th_history *history)
{
    int32_t count = 0;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        slot s = slot_of(world, history, cid);
        count += what_of(&s) != 0;
        if (!agrees(&s)) {
            p->status = TT_ERR_ARGUMENT;
            return;
        }
    }
    tt_pack_int(p, count);
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        slot s = slot_of(world, history, cid);
        if (what_of(&s) != 0) {
            slot_pack(p, cid, &s);
        }
    }
}

/* Two passes for the same reason as above. */
static void practice_pack(tt_packer *p, const uint8_t practice[TT_TEAMS])
{
    int32_t count = 0;
    for (int32_t team = 0; team < TT_TEAMS; team++) {
        count += practice[team] != 0;
    }
    tt_pack_int(p, count);
    for (int32_t team = 0; team < TT_TEAMS; team++) {
        if (practice[team] != 0) {
            tt_pack_int(p, team);
        }
    }
}

/* A reader that stopped at the end without FINISH has no flag: to one that resumes, the recording
 * may have grown. */
void tt_th_state_pack(tt_packer *packer, const tt_th *th, const tt_th_history *history)
{
    int32_t flags = 0;
    if (packer->status != TT_OK) {
        return;
    }
    if (th->state != TTI_TH_RECORDS && th->state != TTI_TH_DONE) {
        packer->status = TT_ERR_ARGUMENT;
        return;
    }
    if (th->finished) {
        flags = TTI_TH_STATE_FINISHED | (th->told_after_finish ? TTI_TH_STATE_AFTER : 0);
    }
    tt_pack_int(packer, TTI_TH_STATE_FORM);
    tt_pack_int(packer, flags);
    tti_pack_u64(packer, th->offset);
    tt_pack_int(packer, th->world->tick);
    tt_pack_int(packer, th->last_cid);
    practice_pack(packer, th->world->practice);
    tti_pack_u64(packer, history->sessions);
    tt_pack_int(packer, (int32_t)history->most_open);
    slots_pack(packer, th->world, history);
}
