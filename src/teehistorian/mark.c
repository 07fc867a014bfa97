/* SPDX-License-Identifier: MIT
 *
 * What people look for in a recording, told one by one.
 */
#include "teetape/mark.h"

#include "base/mem.h"
#include "schema/fields.h"

static const char *const names[TT_MARK_KINDS] = {
#define TT_MARK(NAME, name, doc) name,
#include "teetape/schema/marks.def"
};

static const char *const docs[TT_MARK_KINDS] = {
#define TT_MARK(NAME, name, doc) doc,
#include "teetape/schema/marks.def"
};

const char *tt_mark_name(tt_mark_kind kind)
{
    return (unsigned)kind < TT_MARK_KINDS ? names[kind] : NULL;
}

const char *tt_mark_doc(tt_mark_kind kind)
{
    return (unsigned)kind < TT_MARK_KINDS ? docs[kind] : NULL;
}

/* Values of `alive`: the tee in the slot is that of the client who is there now, or still that of
 * the one before, which goes at the end of the tick. */
enum { NO_TEE, OWN_TEE, OTHERS_TEE };

/* One event and what belongs to it. */
struct told {
    tt_th_marker *marker;
    const tt_th_event *event;
    const tt_world *world;
    const tt_th_change *change;
};

/* A mark of nobody; the caller fills in the rest and passes it on. */
static tt_mark mark_of(const struct told *t, tt_mark_kind kind, int32_t value)
{
    tt_mark mark;
    tti_fill(&mark, 0, sizeof mark);
    mark.kind = kind;
    mark.tick = t->event->tick;
    mark.cid = -1;
    mark.value = value;
    mark.offset = t->event->offset;
    mark.session = TT_SESSION_NONE;
    return mark;
}

static void tell(const struct told *t, const tt_mark *mark)
{
    t->marker->on_mark(t->marker->user, mark);
}

/* A mark of the event's client. */
static tt_mark client_mark_of(const struct told *t, tt_mark_kind kind, int32_t value)
{
    tt_mark mark = mark_of(t, kind, value);
    mark.cid = t->event->cid;
    mark.session = t->change->session;
    return mark;
}

static void tell_client(const struct told *t, tt_mark_kind kind, int32_t value, tt_bytes text)
{
    tt_mark mark = client_mark_of(t, kind, value);
    mark.text = text;
    tell(t, &mark);
}

static const tt_bytes no_text = {NULL, 0};

/* A mark whose text is a DDRace team. */
static void tell_team(const struct told *t, tt_mark_kind kind, int32_t value, int32_t team)
{
    uint8_t digits[12];
    size_t at = sizeof digits;
    tt_mark mark = mark_of(t, kind, value);
    uint32_t rest = team < 0 ? 0u - (uint32_t)team : (uint32_t)team;
    do {
        digits[--at] = (uint8_t)('0' + rest % 10);
        rest /= 10;
    } while (rest != 0);
    if (team < 0) {
        digits[--at] = '-';
    }
    mark.text = (tt_bytes){digits + at, sizeof digits - at};
    tell(t, &mark);
}

static void tell_with_uuid(const struct told *t, tt_mark mark, const tt_uuid *uuid)
{
    mark.uuid = *uuid;
    tell(t, &mark);
}

/* Stays that end and begin with the event, in this order. */
static void tell_sessions(const struct told *t)
{
    if (t->change->broken != TT_SESSION_NONE) {
        tt_mark mark = client_mark_of(t, TT_MARK_LEAVE, TT_LEAVE_REPLACED);
        mark.session = t->change->broken;
        tell(t, &mark);
    }
    if (t->change->began) {
        tell_client(t, TT_MARK_JOIN, t->event->kind == TT_TH_JOIN, no_text);
    }
    if (t->change->began2) {
        tt_mark mark = mark_of(t, TT_MARK_JOIN, 0);
        mark.cid = t->event->u.player_switch.cid2;
        mark.session = t->change->session2;
        tell(t, &mark);
    }
    if (t->change->ended) {
        tell_client(t, TT_MARK_LEAVE, t->change->remnant ? TT_LEAVE_REMNANT : TT_LEAVE_DROP,
                    t->event->u.drop.reason);
    }
}

/* Copies a text that is another one now. */
static int replace(char dst[TT_NAME_CAP], const char *text)
{
    if (tti_equal(dst, text, TT_NAME_CAP)) {
        return 0;
    }
    size_t size = tti_strlen(text);
    int is_new = tti_strlen(dst) != size || !tti_equal(dst, text, size);
    tti_copy(dst, text, TT_NAME_CAP);
    return is_new;
}

/* The world's word, whatever brought it about. It forgets a name when the client goes or starts
 * over; that is no name. A clan can really be given up. */
static void tell_names(const struct told *t)
{
    const tt_client *client = &t->world->client[t->event->cid];
    struct tt_th_marker_slot *slot = &t->marker->slot[t->event->cid];
    if (replace(slot->name, client->name) && client->name[0] != 0) {
        tell_client(t, TT_MARK_NAME, client->name_source, tt_bytes_of(client->name));
    }
    if (replace(slot->clan, client->clan) &&
        (client->clan[0] != 0 || t->event->kind == TT_TH_MESSAGE)) {
        tell_client(t, TT_MARK_CLAN, 0, tt_bytes_of(client->clan));
    }
}

static void tell_change_of_team(const struct told *t)
{
    int32_t team = t->world->client[t->event->cid].team;
    struct tt_th_marker_slot *slot = &t->marker->slot[t->event->cid];
    if (slot->team != team) {
        slot->team = team;
        tell_client(t, TT_MARK_TEAM, team, no_text);
    }
}

/* Who left has his tee taken away; and who joins in his slot before that is not meant. */
static void tell_death(const struct told *t)
{
    if (t->marker->slot[t->event->cid].alive == OWN_TEE &&
        t->world->client[t->event->cid].connected) {
        tell_client(t, TT_MARK_DEATH, 0, no_text);
    }
}

static void follow_tee(const struct told *t)
{
    uint8_t *alive = &t->marker->slot[t->event->cid].alive;
    if (!t->world->tee[t->event->cid].alive) {
        *alive = NO_TEE;
    } else if (t->event->kind == TT_TH_PLAYER_NEW) {
        *alive = OWN_TEE;
    } else if (t->change->began) {
        *alive = OTHERS_TEE;
    }
}

static void tell_kill(const struct told *t)
{
    const tt_msg *msg = t->event->u.message.decoded;
    int is_kill = msg != NULL && (msg->kind == TT_MSG_CL_KILL || msg->kind == TT_MSG_CL7_KILL);
    if (is_kill && t->world->tee[t->event->cid].alive) {
        tell_client(t, TT_MARK_KILL, 0, no_text);
    }
}

static void tell_swap(const struct told *t)
{
    const struct tt_th_player_switch *swap = &t->event->u.player_switch;
    tell_client(t, TT_MARK_SWAP, swap->cid2, no_text);
    tt_mark mark = mark_of(t, TT_MARK_SWAP, swap->cid1);
    mark.cid = swap->cid2;
    mark.session = t->change->session2;
    tell(t, &mark);
}

/* The extensions. */
static void tell_extension(const struct told *t)
{
    const tt_th_event *event = t->event;
    static const tt_uuid no_uuid = {{0}};
    switch (event->kind) {
    case TT_TH_DDNETVER_OLD:
        tell_with_uuid(t, client_mark_of(t, TT_MARK_VERSION, event->u.ddnetver_old.version),
                       &no_uuid);
        break;
    case TT_TH_DDNETVER:
        tell_with_uuid(t, client_mark_of(t, TT_MARK_VERSION, event->u.ddnetver.version),
                       &event->u.ddnetver.connection_id);
        break;
    case TT_TH_AUTH_INIT:
        tell_client(t, TT_MARK_RCON, event->u.auth_init.level, event->u.auth_init.auth_name);
        break;
    case TT_TH_AUTH_LOGIN:
        tell_client(t, TT_MARK_RCON, event->u.auth_login.level, event->u.auth_login.auth_name);
        break;
    case TT_TH_AUTH_LOGOUT:
        tell_client(t, TT_MARK_RCON_OUT, 0, no_text);
        break;
    case TT_TH_SAVE_SUCCESS:
        tell_with_uuid(t, mark_of(t, TT_MARK_SAVE, event->u.save_success.team),
                       &event->u.save_success.save_id);
        break;
    case TT_TH_LOAD_SUCCESS:
        tell_with_uuid(t, mark_of(t, TT_MARK_LOAD, event->u.load_success.team),
                       &event->u.load_success.save_id);
        break;
    case TT_TH_PLAYER_TEAM:
        tell_change_of_team(t);
        break;
    case TT_TH_TEAM_PRACTICE:
        tell_team(t, TT_MARK_PRACTICE, event->u.team_practice.practice,
                  event->u.team_practice.team);
        break;
    case TT_TH_PLAYER_SWITCH:
        tell_swap(t);
        break;
    case TT_TH_PLAYER_FINISH:
        tell_client(t, TT_MARK_FINISH, event->u.player_finish.ticks, no_text);
        break;
    case TT_TH_TEAM_FINISH:
        tell_team(t, TT_MARK_TEAM_FINISH, event->u.team_finish.ticks, event->u.team_finish.team);
        break;
    default:
        break;
    }
}

void tt_th_marker_init(tt_th_marker *marker, tt_mark_fn *on_mark, void *user)
{
    tti_fill(marker, 0, sizeof *marker);
    marker->on_mark = on_mark;
    marker->user = user;
}

void tt_th_marker_resume(tt_th_marker *marker, const tt_world *world)
{
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        struct tt_th_marker_slot *slot = &marker->slot[cid];
        tti_copy(slot->name, world->client[cid].name, TT_NAME_CAP);
        tti_copy(slot->clan, world->client[cid].clan, TT_NAME_CAP);
        slot->team = world->client[cid].team;
        /* No server makes a tee in the tick in which its client joined. Behind the TICK_SKIP that
         * follows, this cannot be told any more: then one death too much is told. */
        int is_others = world->client[cid].joined && world->client[cid].since == world->tick;
        slot->alive = !world->tee[cid].alive ? NO_TEE : is_others ? OTHERS_TEE : OWN_TEE;
    }
}

void tt_th_marker_follow(tt_th_marker *marker, const tt_th_event *event, const tt_world *world,
                         const tt_th_change *change)
{
    struct told t = {marker, event, world, change};
    int has_client = event->cid >= 0 && event->cid < TT_CIDS;
    if (has_client) {
        tell_sessions(&t);
        tell_names(&t);
    }
    if (event->kind == TT_TH_PLAYER_OLD) {
        tell_death(&t);
    } else if (event->kind == TT_TH_MESSAGE) {
        tell_kill(&t);
    } else if (event->kind > TT_TH_EX) {
        tell_extension(&t);
    }
    if (has_client) {
        follow_tee(&t);
    }
}
