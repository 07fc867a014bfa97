/* SPDX-License-Identifier: MIT
 *
 * Packs and unpacks the state of a recording between two records. docs/format/index.md has the
 * meaning and the range of each number.
 *
 *     form                  int: TTI_TH_STATE_FORM
 *     flags                 int: TTI_TH_STATE_FINISHED, ...
 *     offset                u64: bytes of the recording before the next record
 *     tick, last_cid        int
 *     practice              int count, then as many ints: the teams upwards
 *     sessions              u64
 *     most_open             int
 *     slots                 int count, then as many slots, client ids upwards:
 *         cid, what         int, int: the parts that follow, a set of TTI_TH_HAS_*
 *         place             int x, y
 *         input             TT_INPUT_INTS ints
 *         session           u64 number, int tick in which it began
 *         since             int
 *         team, rcon level  int
 *         name              int source, text and NUL
 *         clan              text and NUL
 *         info              int tick, int size, bytes
 *         version           int size, bytes
 *         account           text and NUL
 *
 * Ints are those of varint.h, u64 those of wire/checked.h, always in their shortest form. A part is
 * present exactly when its value differs from that at the start of a recording, and no value is
 * stored twice. A state therefore has one form only, and all other bytes are refused.
 *
 * Size and cost grow with the clients, not with the recording. Packed bytes may be damaged or
 * forged. The first wrong value sets the unpacker's status, and all values after it are 0. The
 * status is checked before each count or index, and at the end.
 */
#include "base/mem.h"
#include "teehistorian/record.h"
#include "teetape/varint.h"
#include "wire/checked.h"
#include "world/world.h"

/* A state of another form is refused. States are a cache and can be made again from the
 * recording. */
#define TTI_TH_STATE_FORM 1

enum {
    TTI_TH_STATE_FINISHED = 1,
    TTI_TH_STATE_AFTER = 2 /* the bytes after FINISH were already reported */
};

enum {
    TTI_TH_HAS_OPEN = 1 << 0,
    TTI_TH_HAS_JOINED = 1 << 1,
    TTI_TH_HAS_ALIVE = 1 << 2,
    /* at most one of the next two bits is set; without them the protocol is unknown */
    TTI_TH_HAS_PROTOCOL_6 = 1 << 3,
    TTI_TH_HAS_PROTOCOL_7 = 1 << 4,
    TTI_TH_HAS_PLACE = 1 << 5,   /* the last known position of the tee is not (0, 0) */
    TTI_TH_HAS_INPUT = 1 << 6,   /* the slot has an input, perhaps of an earlier client */
    TTI_TH_HAS_SESSION = 1 << 7, /* the slot has or had a session */
    TTI_TH_HAS_SINCE = 1 << 8,   /* client.since is packed: it differs from the session's `since` */
    TTI_TH_HAS_TEAM = 1 << 9,
    TTI_TH_HAS_RCON = 1 << 10,
    TTI_TH_HAS_NAME = 1 << 11, /* the name was requested, or recorded by the server */
    TTI_TH_HAS_CLAN = 1 << 12,
    TTI_TH_HAS_INFO = 1 << 13, /* the server took an info message */
    TTI_TH_HAS_VERSION = 1 << 14,
    TTI_TH_HAS_VERSION_OLD = 1 << 15, /* from a DDNETVER_OLD; never with HAS_VERSION */
    TTI_TH_HAS_ACCOUNT = 1 << 16,
    TTI_TH_HAS_OTHERS_INPUT = 1 << 17 /* the input is from an earlier client in the slot */
};

#define TTI_TH_HAS_ALL ((1 << 18) - 1)

/* A DROP clears these parts, so they need TTI_TH_HAS_OPEN. */
#define TTI_TH_HAS_OF_OPEN                                                                         \
    (TTI_TH_HAS_RCON | TTI_TH_HAS_NAME | TTI_TH_HAS_CLAN | TTI_TH_HAS_INFO | TTI_TH_HAS_VERSION |  \
     TTI_TH_HAS_VERSION_OLD | TTI_TH_HAS_ACCOUNT | TTI_TH_HAS_OTHERS_INPUT)

typedef struct slot_parts {
    const tt_tee *tee;
    const tt_client *client;
    const tti_th_history_slot *history;
    const tti_th_profile *profile;
} slot_parts;

static slot_parts slot_parts_of(const tt_world *world, const tti_th_history *history, int32_t cid)
{
    return (slot_parts){&world->tee[cid], &world->client[cid], &history->slot[cid],
                        &history->profile[cid]};
}

/* Returns true when world and history agree, as they do after every event of a reader. Otherwise
 * packing fails. */
static bool agrees(const slot_parts *s)
{
    const tt_client *client = s->client;
    bool same_session = s->history->open == client->connected &&
                        (!client->connected || s->history->joined == client->joined);
    bool same_info = s->history->info_tick == client->info_tick &&
                     (client->info_tick >= 0) == (s->profile->info_size != 0);
    return same_session && same_info && tti_th_profile_version(s->profile) == client->version;
}

static int32_t slot_parts_mask(const slot_parts *s)
{
    const tti_th_profile *profile = s->profile;
    int32_t what = 0;
    what |= s->history->open ? TTI_TH_HAS_OPEN : 0;
    what |= s->history->joined ? TTI_TH_HAS_JOINED : 0;
    what |= s->tee->alive ? TTI_TH_HAS_ALIVE : 0;
    what |= s->client->protocol == TT_PROTOCOL_6 ? TTI_TH_HAS_PROTOCOL_6 : 0;
    what |= s->client->protocol == TT_PROTOCOL_7 ? TTI_TH_HAS_PROTOCOL_7 : 0;
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

static void state_bytes_pack(tt_packer *p, const uint8_t *data, size_t size)
{
    tt_pack_int(p, (int32_t)size);
    tt_pack_raw(p, (tt_bytes){data, size});
}

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
        tti_th_text_pack(p, tt_bytes_of(client->name));
    }
    if ((what & TTI_TH_HAS_CLAN) != 0) {
        tti_th_text_pack(p, tt_bytes_of(client->clan));
    }
}

static void th_slot_pack(tt_packer *p, int32_t cid, const slot_parts *s)
{
    int32_t what = slot_parts_mask(s);
    const tti_th_profile *profile = s->profile;
    tt_pack_int(p, cid);
    tt_pack_int(p, what);
    if ((what & TTI_TH_HAS_PLACE) != 0) {
        tt_pack_int(p, s->tee->x);
        tt_pack_int(p, s->tee->y);
    }
    for (int i = 0; i < TT_INPUT_INTS && (what & TTI_TH_HAS_INPUT) != 0; i++) {
        tt_pack_int(p, s->tee->input[i]);
    }
    if ((what & TTI_TH_HAS_SESSION) != 0) {
        tti_pack_u64(p, s->history->session);
        tt_pack_int(p, s->history->since);
    }
    client_pack(p, what, s->client);
    if ((what & TTI_TH_HAS_INFO) != 0) {
        tt_pack_int(p, s->client->info_tick);
        state_bytes_pack(p, profile->info, profile->info_size);
    }
    if ((what & (TTI_TH_HAS_VERSION | TTI_TH_HAS_VERSION_OLD)) != 0) {
        state_bytes_pack(p, profile->version, profile->version_size);
    }
    if ((what & TTI_TH_HAS_ACCOUNT) != 0) {
        tti_th_text_pack(p, (tt_bytes){profile->account, profile->account_size});
    }
}

/* Packs the slots. The first pass counts the slots, and refuses one whose world and history do not
 * agree. */
static void slots_pack(tt_packer *p, const tt_world *world, const tti_th_history *history)
{
    int32_t count = 0;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        slot_parts s = slot_parts_of(world, history, cid);
        count += slot_parts_mask(&s) != 0;
        if (!agrees(&s)) {
            p->status = TT_ERR_ARGUMENT;
            return;
        }
    }
    tt_pack_int(p, count);
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        slot_parts s = slot_parts_of(world, history, cid);
        if (slot_parts_mask(&s) != 0) {
            th_slot_pack(p, cid, &s);
        }
    }
}

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

/* Packs the state. A reader that stopped without FINISH sets no flag, because the recording may
 * have grown since. */
void tt_th_state_pack(tt_packer *packer, const tt_th *reader, const tt_th_history *sessions)
{
    const tti_th *th = tti_th_seen(reader);
    const tti_th_history *history = tti_th_history_seen(sessions);
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

static uint16_t state_bytes_unpack(tt_unpacker *u, uint8_t *dst, int32_t max)
{
    int32_t size = tti_unpack_between(u, 1, max);
    tt_bytes bytes = tt_unpack_raw(u, (size_t)size);
    tti_copy(dst, bytes.data, bytes.size);
    return (uint16_t)bytes.size;
}

/* Unpacks a tee. `settled` follows from the session and from the owner of the input. */
static void tee_unpack(tt_unpacker *u, int32_t what, tt_tee *tee)
{
    tee->alive = (what & TTI_TH_HAS_ALIVE) != 0;
    tee->has_input = (what & TTI_TH_HAS_INPUT) != 0;
    bool is_others = (what & TTI_TH_HAS_OTHERS_INPUT) != 0;
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

/* Reads a client. client->since already has the tick of the session. */
static void th_client_unpack(tt_unpacker *u, int32_t what, tt_client *client, int32_t tick)
{
    if ((what & TTI_TH_HAS_PROTOCOL_6) != 0) {
        client->protocol = TT_PROTOCOL_6;
    } else if ((what & TTI_TH_HAS_PROTOCOL_7) != 0) {
        client->protocol = TT_PROTOCOL_7;
    }
    client->connected = (what & TTI_TH_HAS_OPEN) != 0;
    client->joined = client->connected && (what & TTI_TH_HAS_JOINED) != 0;
    if ((what & TTI_TH_HAS_SINCE) != 0) {
        int32_t usual = client->since;
        client->since = tti_unpack_between(u, 0, tick);
        tti_require(u, client->since != usual);
    }
    /* A 0 is not stored, so that equal states have equal bytes. */
    if ((what & TTI_TH_HAS_TEAM) != 0) {
        client->team = tti_unpack_between(u, 1, TT_TEAMS - 1);
    }
    if ((what & TTI_TH_HAS_RCON) != 0) {
        client->rcon_level = tti_unpack_between(u, 1, TTI_RCON_LEVEL_MAX);
    }
    if ((what & TTI_TH_HAS_NAME) != 0) {
        client->name_source = (uint8_t)tti_unpack_between(u, TT_NAME_REQUESTED, TT_NAME_RECORDED);
        tti_unpack_text(u, client->name, 0, TT_NAME_CAP - 1);
    }
    if ((what & TTI_TH_HAS_CLAN) != 0) {
        tti_unpack_text(u, client->clan, 1, TT_NAME_CAP - 1);
    }
}

/* Reads the profile. It must be one that a reader makes, so that users of the profile need no
 * checks. */
static void profile_unpack(tt_unpacker *u, int32_t what, tti_th_profile *profile)
{
    if ((what & TTI_TH_HAS_INFO) != 0) {
        profile->info_size = state_bytes_unpack(u, profile->info, TTI_TH_INFO_MAX);
    }
    if ((what & (TTI_TH_HAS_VERSION | TTI_TH_HAS_VERSION_OLD)) != 0) {
        bool is_old = (what & TTI_TH_HAS_VERSION_OLD) != 0;
        profile->version_kind = is_old ? TT_TH_DDNETVER_OLD : TT_TH_DDNETVER;
        profile->version_size = state_bytes_unpack(u, profile->version, TTI_TH_VERSION_MAX);
    }
    if ((what & TTI_TH_HAS_ACCOUNT) != 0) {
        profile->account_size =
            (uint16_t)tti_unpack_text(u, profile->account, 1, TTI_TH_ACCOUNT_MAX);
    }
    tti_require(u, u->status != TT_OK || tti_th_profile_is_good(profile));
}

/* Refuses an impossible combination of parts, and a slot without parts. */
static bool what_is_good(int32_t what)
{
    int32_t protocols = TTI_TH_HAS_PROTOCOL_6 | TTI_TH_HAS_PROTOCOL_7;
    int32_t versions = TTI_TH_HAS_VERSION | TTI_TH_HAS_VERSION_OLD;
    if (what <= 0 || what > TTI_TH_HAS_ALL || (what & protocols) == protocols ||
        (what & versions) == versions) {
        return false;
    }
    if ((what & TTI_TH_HAS_SESSION) == 0 && (what & (TTI_TH_HAS_OPEN | TTI_TH_HAS_JOINED)) != 0) {
        return false;
    }
    return (what & TTI_TH_HAS_OPEN) != 0 || (what & TTI_TH_HAS_OF_OPEN) == 0;
}

/* Unpacks a slot. A wrong `what` ends the slot, because it determines the following parts. The
 * world's tick and the count of sessions were read before. */
static void th_slot_unpack(tt_unpacker *u, int32_t cid, tt_world *world, tti_th_history *history)
{
    tti_th_history_slot *slot = &history->slot[cid];
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
    th_client_unpack(u, what, client, world->tick);
    if ((what & TTI_TH_HAS_INFO) != 0) {
        slot->info_tick = client->info_tick = tti_unpack_between(u, 0, world->tick);
    }
    profile_unpack(u, what, &history->profile[cid]);
    if (u->status == TT_OK) {
        client->version = tti_th_profile_version(&history->profile[cid]);
    }
}

/* Reads the totals. They are limited by the size: every session has a record of two bytes or more,
 * and only the longer PLAYER_SWITCH begins two. */
static void history_unpack(tt_unpacker *u, tt_world *world, tti_th_history *history,
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
            th_slot_unpack(u, cid, world, history);
        }
    }
    tti_require(u, history->open_sessions <= history->most_open);
}

static void practice_unpack(tt_unpacker *u, uint8_t practice[TT_TEAMS])
{
    int32_t team = -1;
    for (int32_t left = tti_unpack_between(u, 0, TT_TEAMS); left > 0 && u->status == TT_OK;
         left--) {
        team = tti_unpack_between(u, team + 1, TT_TEAMS - 1);
        practice[team] = u->status == TT_OK;
    }
}

/* Unpacks the reader. last_cid may be any int, because a reader accepts client ids out of range. */
static void reader_unpack(tt_unpacker *u, tti_th *th, uint64_t first_record)
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

/* Resumes a reader. Warnings of the header are not reported again. After a failure world and
 * history are undefined. */
tt_status tt_th_resume(tt_th *outer, tt_world *world, void *scratch, size_t scratch_size,
                       tt_bytes header_json, tt_th_history *history, tt_bytes state)
{
    tti_th *th = tti_th_of(outer);
    tt_error error = {TT_OK, 0, NULL};
    tt_status status = tt_th_init(outer, world, scratch, scratch_size);
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
    /* After a failure the offset is 0, and the difference would wrap. */
    history_unpack(&u, world, tti_th_history_of(history),
                   u.status == TT_OK ? th->offset - first_record : 0);
    if (u.status != TT_OK || u.odd != 0 || tt_unpacker_left(&u) != 0) {
        return tti_th_fail(th, TT_ERR_TH_STATE, th->offset);
    }
    return TT_OK;
}
