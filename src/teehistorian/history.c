/* SPDX-License-Identifier: MIT
 *
 * Follows the sessions of a recording, and the profiles that clients sent: start info, version,
 * rcon account. docs/format/teehistorian.md has the messages and the extensions.
 *
 * The world knows who is connected, and world/history.c has the rule of sessions. Everything is
 * kept by client id, so the cost of an event does not depend on the length of the recording.
 *
 * A client's message is packed again from its fields, which drops bytes after them and overlong
 * ints. Texts remain as they were sent, even if they are not UTF-8.
 */
#include "teehistorian/record.h"

#include "base/mem.h"
#include "teetape/string.h"
#include "teetape/varint.h"
#include "world/history.h"
#include "world/world.h"

/* A server keeps 23 bytes of the name of a skin or skin part. */
#define SKIN_MAX 23

typedef struct info {
    int32_t code;
    tt_bytes name, clan;
    int32_t country; /* ISO 3166-1 number, -1 for none */
    int32_t skins;
    tt_bytes skin[TT_SKIN_PARTS];
    int32_t use_colors[TT_SKIN_PARTS]; /* not 0 when the colours are used */
    int32_t colors[TT_SKIN_PARTS];     /* colours; in 0.6: body, feet */
} info;

static void info_of_6(info *i, const struct tt_msg_cl_start_info *msg)
{
    i->code = TTI_TH_START_INFO_6;
    i->name = msg->name;
    i->clan = msg->clan;
    i->country = msg->country;
    i->skins = 1;
    i->skin[0] = msg->skin;
    i->use_colors[0] = msg->use_custom_color;
    i->colors[0] = msg->color_body;
    i->colors[1] = msg->color_feet;
}

static void set_skin_of_7(info *i, const tt_bytes *names, const int32_t *used,
                          const int32_t *colors)
{
    i->skins = TT_SKIN_PARTS;
    for (int part = 0; part < TT_SKIN_PARTS; part++) {
        i->skin[part] = names[part];
        i->use_colors[part] = used[part];
        i->colors[part] = colors[part];
    }
}

static void info_of_7(info *i, const struct tt_msg_cl7_start_info *msg)
{
    i->code = TTI_TH_START_INFO_7;
    i->name = msg->name;
    i->clan = msg->clan;
    i->country = msg->country;
    set_skin_of_7(i, msg->skin_part_names, msg->use_custom_colors, msg->skin_part_colors);
}

static bool info_read(info *i, tt_bytes bytes)
{
    tt_msg msg;
    tt_unpacker u = tt_unpacker_of(bytes.data, bytes.size);
    int32_t code = tt_unpack_int(&u);
    if (code == TTI_TH_START_INFO_6 && tt_msg_decode(&msg, bytes, TT_PROTOCOL_6) == TT_OK) {
        info_of_6(i, &msg.u.cl_start_info);
        return true;
    }
    if (code == TTI_TH_START_INFO_7 && tt_msg_decode(&msg, bytes, TT_PROTOCOL_7) == TT_OK) {
        info_of_7(i, &msg.u.cl7_start_info);
        return true;
    }
    return false;
}

static void profile_info_pack(tt_packer *p, const info *i)
{
    tt_pack_int(p, i->code);
    tti_th_text_pack(p, i->name);
    tti_th_text_pack(p, i->clan);
    tt_pack_int(p, i->country);
    for (int32_t n = 0; n < i->skins; n++) {
        tti_th_text_pack(p, i->skin[n]);
    }
    for (int32_t n = 0; n < i->skins; n++) {
        tt_pack_int(p, i->use_colors[n] != 0);
    }
    for (int32_t n = 0; n < (i->skins == 1 ? 2 : TT_SKIN_PARTS); n++) {
        tt_pack_int(p, i->colors[n]);
    }
}

/* Packs an info that is too long, with texts cut like a server cuts them. The result has at most
 * about 220 bytes, so it fits. */
static void info_pack_cut(tt_packer *p, info *i)
{
    char name[TT_NAME_CAP], clan[TT_NAME_CAP];
    tti_name_clean(name, i->name, TTI_NAME_MAX);
    tti_name_clean(clan, i->clan, TTI_CLAN_MAX);
    i->name = tt_bytes_of(name);
    i->clan = tt_bytes_of(clan);
    for (int32_t n = 0; n < i->skins; n++) {
        i->skin[n].size = tt_utf8_cut(i->skin[n], SKIN_MAX);
    }
    profile_info_pack(p, i);
}

/* Stores the info. The bytes after it become zeros, so that equal histories have equal bytes. */
static void info_keep(tti_th_profile *profile, info *i)
{
    uint8_t bytes[TTI_TH_INFO_MAX]; /* the views of `i` may point into profile->info */
    tt_packer p = tt_packer_of(bytes, sizeof bytes);
    profile_info_pack(&p, i);
    if (p.status != TT_OK) {
        p = tt_packer_of(bytes, sizeof bytes);
        info_pack_cut(&p, i);
    }
    tt_bytes packed = tt_packer_bytes(&p);
    tti_fill(profile->info, 0, sizeof profile->info);
    tti_copy(profile->info, packed.data, packed.size);
    profile->info_size = (uint16_t)packed.size;
}

/* Updates the info. A Cl_ChangeInfo is kept as a Cl_StartInfo, which has the same fields. A
 * Cl_SkinChange needs an earlier start info of 0.7. */
static void update_info(tti_th_profile *profile, const tt_msg *msg, bool is_taken)
{
    info i;
    switch (msg->kind) {
    case TT_MSG_CL_START_INFO:
    case TT_MSG_CL_CHANGE_INFO:
        info_of_6(&i, &msg->u.cl_start_info);
        break;
    case TT_MSG_CL7_START_INFO:
        info_of_7(&i, &msg->u.cl7_start_info);
        break;
    case TT_MSG_CL7_SKIN_CHANGE:
        /* The server's delay between two skin changes is ignored: a skin affects no other value. */
        is_taken = info_read(&i, (tt_bytes){profile->info, profile->info_size}) &&
                   i.code == TTI_TH_START_INFO_7;
        set_skin_of_7(&i, msg->u.cl7_skin_change.skin_part_names,
                      msg->u.cl7_skin_change.use_custom_colors,
                      msg->u.cl7_skin_change.skin_part_colors);
        break;
    default:
        return;
    }
    if (is_taken) {
        info_keep(profile, &i);
    }
}

static void version_forget(tti_th_profile *profile)
{
    tti_fill(profile->version, 0, sizeof profile->version);
    profile->version_size = 0;
    profile->version_kind = 0;
}

static void follow_version(tti_th_profile *profile, const struct tt_th_ddnetver *ver)
{
    version_forget(profile);
    tt_packer p = tt_packer_of(profile->version, sizeof profile->version);
    tt_pack_raw(&p, (tt_bytes){ver->connection_id.bytes, sizeof ver->connection_id.bytes});
    tt_pack_int(&p, ver->version);
    tt_bytes text = ver->version_str;
    text.size = tt_utf8_cut(text, sizeof profile->version - tt_packer_bytes(&p).size - 1);
    tti_th_text_pack(&p, text);
    profile->version_kind = TT_TH_DDNETVER;
    profile->version_size = (uint16_t)tt_packer_bytes(&p).size;
}

static void account_keep(tti_th_profile *profile, tt_bytes name)
{
    size_t size = tt_utf8_cut(name, sizeof profile->account);
    tti_fill(profile->account, 0, sizeof profile->account);
    tti_copy(profile->account, name.data, size);
    profile->account_size = (uint16_t)size;
}

/* Updates the profile of a client. Both ends of a session clear the profile, because a JOIN may
 * come without a DROP. */
static void follow_profile(tti_th_profile *profile, const tt_th_event *event, bool is_taken)
{
    switch (event->kind) {
    case TT_TH_JOIN:
    case TT_TH_DROP:
        tti_fill(profile, 0, sizeof *profile);
        break;
    case TT_TH_PLAYER_REJOIN: /* the login remains, as it does in tti_world_rejoin */
        tti_fill(profile->info, 0, sizeof profile->info);
        profile->info_size = 0;
        version_forget(profile);
        break;
    case TT_TH_MESSAGE:
        if (event->u.message.decoded != NULL) {
            update_info(profile, event->u.message.decoded, is_taken);
        }
        break;
    case TT_TH_DDNETVER_OLD:
        version_forget(profile);
        profile->version_kind = TT_TH_DDNETVER_OLD;
        profile->version_size =
            (uint16_t)tt_varint_encode(profile->version, event->u.ddnetver_old.version);
        break;
    case TT_TH_DDNETVER:
        follow_version(profile, &event->u.ddnetver);
        break;
    case TT_TH_AUTH_INIT: /* has the fields of AUTH_LOGIN */
    case TT_TH_AUTH_LOGIN:
        account_keep(profile, event->u.auth_login.auth_name);
        break;
    case TT_TH_AUTH_LOGOUT:
        account_keep(profile, tt_bytes_of(""));
        break;
    default:
        break;
    }
}

void tti_th_profile_looks(const tti_th_profile *profile, int32_t *country, tt_skin *skin)
{
    info i;
    *country = -1;
    tti_fill(skin, 0, sizeof *skin);
    if (!info_read(&i, (tt_bytes){profile->info, profile->info_size})) {
        return;
    }
    *country = i.country;
    tti_copy(skin->name, i.skin[0].data, tt_utf8_cut(i.skin[0], TT_SKIN_CAP - 1));
    skin->custom_colors = i.use_colors[0] != 0;
    skin->color_body = i.colors[0];
    skin->color_feet = i.colors[i.skins == 1 ? 1 : TT_SKIN_FEET];
}

/* Returns the DDNet version. A DDNETVER begins with the connection id, a DDNETVER_OLD with the
 * number. */
int32_t tti_th_profile_version(const tti_th_profile *profile)
{
    tt_unpacker u = tt_unpacker_of(profile->version, profile->version_size);
    if (profile->version_kind == TT_TH_DDNETVER) {
        tt_unpack_raw(&u, sizeof(tt_uuid));
    }
    return profile->version_size != 0 ? tt_unpack_int(&u) : 0;
}

static bool info_is_good(const tti_th_profile *profile)
{
    info i;
    uint8_t again[TTI_TH_INFO_MAX];
    tt_bytes bytes = {profile->info, profile->info_size};
    tt_packer p = tt_packer_of(again, sizeof again);
    if (bytes.size == 0) {
        return true;
    }
    if (bytes.size > sizeof profile->info || !info_read(&i, bytes)) {
        return false;
    }
    profile_info_pack(&p, &i);
    return p.status == TT_OK && tt_bytes_equal(tt_packer_bytes(&p), bytes);
}

static bool version_is_good(const tti_th_profile *profile)
{
    tt_unpacker u = tt_unpacker_of(profile->version, profile->version_size);
    switch (profile->version_kind) {
    case 0:
        return profile->version_size == 0;
    case TT_TH_DDNETVER:
        tt_unpack_raw(&u, sizeof(tt_uuid));
        tt_unpack_int(&u);
        tt_unpack_string(&u);
        break;
    case TT_TH_DDNETVER_OLD:
        tt_unpack_int(&u);
        break;
    default:
        return false;
    }
    return u.status == TT_OK && tt_unpacker_left(&u) == 0 && u.odd == 0;
}

/* Checks a profile. Sizes come first, because the other calls read that many bytes. */
bool tti_th_profile_is_good(const tti_th_profile *profile)
{
    return profile->version_size <= sizeof profile->version &&
           profile->account_size <= sizeof profile->account && info_is_good(profile) &&
           version_is_good(profile) &&
           tti_find_byte(profile->account, profile->account_size, 0) == NULL;
}

void tt_th_history_init(tt_th_history *outer)
{
    tti_th_history *history = tti_th_history_of(outer);
    tti_fill(history, 0, sizeof *history);
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        history->slot[cid].session = TT_SESSION_NONE;
        history->slot[cid].info_tick = -1;
    }
}

enum { JOINS, IS_MENTIONED, LEAVES };

/* Applies the rule of world/history.c. Its structs are not public, so the numbers are copied in and
 * out. Returns true when a session began or ended. */
static bool change_slot(tti_th_history *history, int32_t cid, int how, int32_t tick,
                        uint64_t *broken)
{
    tti_th_history_slot *own = &history->slot[cid];
    tti_sessions sessions = {history->sessions, history->open_sessions, history->most_open};
    tti_session_slot slot = {own->session, own->since, own->open, own->joined};
    bool is_other = how == JOINS          ? tti_session_join(&sessions, &slot, tick, broken)
                    : how == IS_MENTIONED ? tti_session_mention(&sessions, &slot, tick)
                                          : tti_session_leave(&sessions, &slot);
    history->sessions = sessions.count;
    history->open_sessions = sessions.open;
    history->most_open = sessions.most_open;
    own->session = slot.session;
    own->since = slot.since;
    own->open = slot.open;
    own->joined = slot.joined;
    return is_other;
}

static bool mention(tti_th_history *history, int32_t cid, const tt_world *world)
{
    return !history->slot[cid].open && world->client[cid].connected &&
           change_slot(history, cid, IS_MENTIONED, world->tick, NULL);
}

/* Notes the tick of the last accepted info message. Returns true when the server accepted this one:
 * the world then has its tick. A server with a delay refuses a second one in the same tick, but
 * never a Cl_StartInfo. */
static bool follow_info_tick(tti_th_history *history, const tt_th_event *event,
                             const tt_world *world)
{
    int32_t before = history->slot[event->cid].info_tick;
    int32_t after = world->client[event->cid].info_tick;
    history->slot[event->cid].info_tick = after;
    if (event->kind != TT_TH_MESSAGE || event->u.message.decoded == NULL) {
        return false;
    }
    bool is_change = event->u.message.decoded->kind == TT_MSG_CL_CHANGE_INFO;
    return !is_change || after != before || world->info_delay <= 0;
}

tt_th_change tt_th_history_follow(tt_th_history *outer, const tt_th_event *event,
                                  const tt_world *world)
{
    tti_th_history *history = tti_th_history_of(outer);
    tt_th_change change = {TT_SESSION_NONE, TT_SESSION_NONE, TT_SESSION_NONE, 0, 0, 0, 0};
    int32_t cid = event->cid;
    if (cid < 0 || cid >= TT_CIDS) {
        return change;
    }
    if (event->kind == TT_TH_JOIN) {
        change.began = change_slot(history, cid, JOINS, world->tick, &change.broken);
    } else {
        change.began = mention(history, cid, world);
    }
    change.session = history->slot[cid].session;
    /* A JOINVER connects no client. When a mention has opened the slot, the JOIN that follows
     * completes that session. */
    if ((event->kind == TT_TH_JOINVER6 || event->kind == TT_TH_JOINVER7) &&
        (!history->slot[cid].open || history->slot[cid].joined)) {
        /* the JOIN of the next session comes right after the JOINVER */
        change.session = history->sessions;
    }
    if (event->kind == TT_TH_PLAYER_SWITCH) {
        change.began2 = mention(history, event->u.player_switch.cid2, world);
        change.session2 = history->slot[event->u.player_switch.cid2].session;
    }
    if (event->kind == TT_TH_DROP && change_slot(history, cid, LEAVES, world->tick, NULL)) {
        change.ended = 1;
        /* A cut puts a tee or an input into an empty slot by a mention and, in the same tick, a
         * DROP without a reason. Such a session has no client. */
        change.no_client = world->is_cut && !history->slot[cid].joined &&
                           history->slot[cid].since == world->tick &&
                           event->u.drop.reason.size == 0;
    }
    if (event->kind == TT_TH_JOIN || event->kind == TT_TH_DROP || event->kind == TT_TH_MESSAGE ||
        event->kind > TT_TH_EX) {
        follow_profile(&history->profile[cid], event, follow_info_tick(history, event, world));
    }
    return change;
}
