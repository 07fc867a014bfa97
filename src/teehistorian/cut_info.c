/* SPDX-License-Identifier: MIT
 *
 * Writes info messages of a cut, with the effect that they had in the whole recording.
 *
 *     Cl_StartInfo, Cl_ChangeInfo    id, name, clan, the rest (country, skin, colours)
 *
 * The messages are made from the present name, clan and rest, and not from the original message. So
 * the cut of a cut equals the cut of the original.
 */
#include "teehistorian/cut.h"
#include "teehistorian/record.h"
#include "teetape/string.h"
#include "teetape/varint.h"
#include "world/world.h"

/* The id of the game message; its lowest bit is 0. */
enum { CHANGE_INFO_6 = 21 << 1 };

/* The country, skin and colours of a client whose info message is unknown: country -1, skin
 * "default", no colours; in 0.7 six parts without a name. */
static const uint8_t rest_of_6[] = {0x40, 'd', 'e', 'f', 'a', 'u', 'l', 't', 0, 0, 0, 0};
static const uint8_t rest_of_7[19] = {0x40};

static void cut_info_pack(tt_packer *p, int32_t code, const tt_client *client, tt_bytes rest)
{
    tt_pack_int(p, code);
    tti_th_text_pack(p, tt_bytes_of(client->name));
    tti_th_text_pack(p, tt_bytes_of(client->clan));
    tt_pack_raw(p, rest);
}

static tt_bytes rest_of(tt_bytes msg, int32_t code)
{
    tt_unpacker u = tt_unpacker_of(msg.data, msg.size);
    if (tt_unpack_int(&u) != code) {
        return (tt_bytes){NULL, 0};
    }
    tt_unpack_string(&u);
    tt_unpack_string(&u);
    return tt_unpack_raw(&u, tt_unpacker_left(&u));
}

/* Returns the code of the message to write. The kept message has another protocol than the client
 * only if a damaged file changed the protocol of a session. */
static int32_t kept_code(tt_bytes kept, int32_t code)
{
    int32_t other = code == TTI_TH_START_INFO_7 ? TTI_TH_START_INFO_6 : TTI_TH_START_INFO_7;
    return code != CHANGE_INFO_6 && rest_of(kept, other).size != 0 ? other : code;
}

/* Writes a message of the other protocol between two JOINVER, so that a reader of the cut keeps the
 * same message as a reader of the original. */
static tt_status put_info_between(tti_th_cut *cut, int32_t cid, int32_t protocol, tt_bytes msg)
{
    int32_t other = protocol == TT_PROTOCOL_7 ? TT_PROTOCOL_6 : TT_PROTOCOL_7;
    tt_status status = tti_th_cut_put_protocol(cut, cid, other);
    if (status == TT_OK) {
        status = tti_th_cut_put_message(cut, cid, msg);
    }
    return status == TT_OK ? tti_th_cut_put_protocol(cut, cid, protocol) : status;
}

/* Writes name and clan from the world, because the server may have refused or changed the
 * request. */
tt_status tti_th_cut_put_info(tti_th_cut *cut, int32_t cid, const tt_world *world,
                              const tti_th_profile *profile)
{
    const tt_client *client = &world->client[cid];
    uint8_t bytes[TTI_TH_CUT_INFO];
    tt_packer p = tt_packer_of(bytes, sizeof bytes);
    tt_bytes kept = {profile->info, profile->info_size};
    /* a Cl_StartInfo would show a protocol that a reader of the original does not know */
    int32_t now = client->protocol == TT_PROTOCOL_6   ? TTI_TH_START_INFO_6
                  : client->protocol == TT_PROTOCOL_7 ? TTI_TH_START_INFO_7
                                                      : CHANGE_INFO_6;
    int32_t code = kept_code(kept, now);
    tt_bytes rest =
        rest_of(kept, code == TTI_TH_START_INFO_7 ? TTI_TH_START_INFO_7 : TTI_TH_START_INFO_6);
    if (rest.size == 0 && code == TTI_TH_START_INFO_7) {
        rest = (tt_bytes){rest_of_7, sizeof rest_of_7};
    } else if (rest.size == 0) {
        rest = (tt_bytes){rest_of_6, sizeof rest_of_6};
    }
    cut_info_pack(&p, code, client, rest);
    return code == now ? tti_th_cut_put_message(cut, cid, tt_packer_bytes(&p))
                       : put_info_between(cut, cid, client->protocol, tt_packer_bytes(&p));
}

/* Returns true when the info message alone gives the right name. A recorded name needs its
 * PLAYER_NAME. So does a name that got a number in front and was cut after a blank: cleaning would
 * remove the blank. */
bool tti_th_cut_info_suffices(const tt_client *client)
{
    char clean[TT_NAME_CAP];
    tt_bytes name = tt_bytes_of(client->name);
    if (client->name_source != TT_NAME_REQUESTED) {
        return client->name_source == TT_NAME_NONE;
    }
    tti_name_clean(clean, name, TTI_NAME_MAX);
    return tt_bytes_equal(tt_bytes_of(clean), name);
}

static bool info_of(const tt_msg *msg, tt_bytes *name)
{
    if (msg == NULL) {
        return false;
    }
    switch (msg->kind) {
    case TT_MSG_CL_START_INFO: /* both messages have these fields */
    case TT_MSG_CL_CHANGE_INFO:
        *name = msg->u.cl_change_info.name;
        return true;
    case TT_MSG_CL7_START_INFO:
        *name = msg->u.cl7_start_info.name;
        return true;
    default:
        return false;
    }
}

/* Returns true when a reader of the cut would refuse a Cl_ChangeInfo that the server accepted: the
 * state of the cut has an info message in tick from - 1. */
static bool is_change_too_soon(const tti_th_cut *cut, const tti_th_cut_at *at)
{
    int32_t before = cut->slot[at->event->cid].info_tick;
    return at->event->u.message.decoded->kind == TT_MSG_CL_CHANGE_INFO && before >= 0 &&
           before < cut->options.from &&
           (int64_t)at->event->tick < (int64_t)cut->options.from - 1 + at->world->info_delay;
}

/* Returns true when a name needs a PLAYER_NAME: the selection may leave out the clients that made
 * the server change it. */
static bool needs_name(const tti_th_cut *cut, const tti_th_cut_at *at, tt_bytes request)
{
    const tt_client *client = &at->world->client[at->event->cid];
    char clean[TT_NAME_CAP];
    if (cut->options.wants == NULL || client->name_source != TT_NAME_REQUESTED) {
        return false;
    }
    tti_name_clean(clean, request, TTI_NAME_MAX);
    return !tt_bytes_equal(tt_bytes_of(clean), tt_bytes_of(client->name));
}

/* Writes a PLAYER_REJOIN and the client's info again. After it a Cl_ChangeInfo is not too soon, and
 * the protocol remains unknown. */
static tt_status start_over(tti_th_cut *cut, const tti_th_cut_at *at)
{
    int32_t cid = at->event->cid;
    const tti_th_profile *profile = &at->history->profile[cid];
    tt_status status = tti_th_cut_put_cid(cut, TT_TH_PLAYER_REJOIN, cid);
    if (status == TT_OK) {
        status = tti_th_cut_put_version(cut, cid, at->world, profile);
    }
    if (status == TT_OK) {
        status = tti_th_cut_put_info(cut, cid, at->world, profile);
    }
    if (status == TT_OK && !tti_th_cut_info_suffices(&at->world->client[cid])) {
        status = tti_th_cut_put_name(cut, cid, at->world->client[cid].name);
    }
    return status;
}

static tt_status write_changed(tti_th_cut *cut, const tti_th_cut_at *at, int32_t code,
                               bool with_name)
{
    uint8_t bytes[TTI_TH_CUT_MESSAGE + 2 * TT_NAME_CAP + 8];
    tt_packer p = tt_packer_of(bytes, sizeof bytes);
    tt_bytes msg = at->event->u.message.msg;
    int32_t cid = at->event->cid;
    if (msg.size > TTI_TH_CUT_MESSAGE) {
        return tti_th_cut_put_info(cut, cid, at->world, &at->history->profile[cid]);
    }
    tt_unpacker u = tt_unpacker_of(msg.data, msg.size);
    int32_t old_code = tt_unpack_int(&u);
    if (with_name) {
        cut_info_pack(&p, code, &at->world->client[cid], rest_of(msg, old_code));
    } else {
        tt_pack_int(&p, code);
        tt_pack_raw(&p, tt_unpack_raw(&u, tt_unpacker_left(&u)));
    }
    return tti_th_cut_put_message(cut, cid, tt_packer_bytes(&p));
}

tt_status tti_th_cut_message(tti_th_cut *cut, const tti_th_cut_at *at)
{
    const struct tt_th_message *message = &at->event->u.message;
    const tt_client *client = &at->world->client[message->cid];
    tt_bytes name;
    if (!info_of(message->decoded, &name) || client->info_tick != at->event->tick) {
        return tti_th_cut_copy(cut, at);
    }
    bool is_soon = is_change_too_soon(cut, at);
    bool with_name = needs_name(cut, at, name);
    if (!is_soon && !with_name) {
        return tti_th_cut_copy(cut, at);
    }
    if (is_soon && client->protocol == TT_PROTOCOL_UNKNOWN) {
        return start_over(cut, at);
    }
    int32_t code = TTI_TH_START_INFO_6;
    if (message->decoded->kind == TT_MSG_CL7_START_INFO) {
        code = TTI_TH_START_INFO_7;
    } else if (message->decoded->kind == TT_MSG_CL_CHANGE_INFO && !is_soon) {
        code = CHANGE_INFO_6;
    }
    tt_status status = write_changed(cut, at, code, with_name);
    if (status == TT_OK && with_name && !tti_th_cut_info_suffices(client)) {
        status = tti_th_cut_put_name(cut, message->cid, client->name);
    }
    return status;
}
