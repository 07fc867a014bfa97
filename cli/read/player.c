/* SPDX-License-Identifier: MIT
 *
 * Gathers what is to be said of one stay.
 */
#include "cli/read/player.h"

#include <math.h>
#include <string.h>

#include "teetape/string.h"

/* Once more than PLAYER_NAMES, the last one takes the place of the one before. */
void player_note_name(struct player *p, const char *name)
{
    unsigned kept = p->name_count < PLAYER_NAMES ? p->name_count : PLAYER_NAMES;
    if (name[0] == 0 || (kept > 0 && strcmp(p->names[kept - 1], name) == 0)) {
        return;
    }
    unsigned slot = kept < PLAYER_NAMES ? kept : PLAYER_NAMES - 1;
    memcpy(p->names[slot], name, TT_NAME_CAP);
    p->name_count++;
}

/* What the world says of him now. After a DROP it says nothing any more. */
static void note_client(struct player *p, const tt_client *client)
{
    if (!client->connected) {
        return;
    }
    player_note_name(p, client->name);
    if (client->clan[0] != 0) {
        memcpy(p->clan, client->clan, sizeof p->clan);
    }
    if (client->protocol != TT_PROTOCOL_UNKNOWN) {
        p->protocol = client->protocol;
    }
    if (client->version != 0) {
        p->version = client->version;
    }
}

static void note_alive(struct player *p, const struct visit *v, bool alive, int32_t tick)
{
    if (alive && p->alive_since < 0) {
        p->alive_since = tick;
    } else if (!alive && p->alive_since >= 0) {
        p->alive_ticks += select_ticks(&v->select, p->alive_since, tick);
        p->alive_since = -1;
    }
}

void player_begin(struct player *p, uint64_t session, const tt_th_event *event, int32_t cid)
{
    *p = (struct player){0};
    p->session = session;
    p->cid = cid;
    p->joined = event->tick;
    /* A tee that is already there when he connects is still that of the one before. */
    p->alive_since = -1;
}

/* What the stay did before does not count, since it was not in the span. */
void player_resume(struct player *p, const struct visit *v, int32_t cid)
{
    const struct tt_th_past_slot *slot = &v->past.slot[cid];
    *p = (struct player){0};
    p->session = slot->session;
    p->cid = cid;
    p->joined = slot->since;
    p->by_join = slot->joined;
    p->alive_since = v->r.world->tee[cid].alive ? v->r.world->tick : -1;
}

/* False when it is too long for a name. */
static bool copy_name(char dst[TT_NAME_CAP], tt_bytes text)
{
    if (text.size >= TT_NAME_CAP) {
        return false;
    }
    memset(dst, 0, TT_NAME_CAP);
    memcpy(dst, text.size != 0 ? (const char *)text.data : "", text.size);
    return true;
}

void player_take_fact(struct player *p, const tt_fact *fact)
{
    char text[TT_NAME_CAP];
    if (fact->kind == TT_FACT_NAME && copy_name(text, fact->u.name.name)) {
        player_note_name(p, text);
    } else if (fact->kind == TT_FACT_CLAN && fact->u.clan.clan.size != 0 &&
               copy_name(text, fact->u.clan.clan)) {
        memcpy(p->clan, text, sizeof text);
    } else if (fact->kind == TT_FACT_VERSION && fact->u.version.version != 0) {
        p->version = fact->u.version.version;
    }
}

void player_take_world(struct player *p, const tt_world *world)
{
    note_client(p, &world->client[p->cid]);
}

static void count(struct player *p, const tt_th_event *event)
{
    double dx, dy, far;
    switch (event->kind) {
    case TT_TH_PLAYER_DIFF:
        dx = event->u.player_diff.dx;
        dy = event->u.player_diff.dy;
        far = sqrt(dx * dx + dy * dy);
        p->distance += far <= PLAYER_JUMP ? far : 0;
        break;
    case TT_TH_INPUT_DIFF:
    case TT_TH_INPUT_NEW:
        p->inputs++;
        break;
    case TT_TH_CONSOLE_COMMAND:
        p->commands++;
        break;
    default:
        break;
    }
}

void player_follow(struct player *p, const struct visit *v)
{
    const tt_th_event *event = &v->r.event;
    if (event->cid == p->cid) {
        p->by_join = p->by_join || event->kind == TT_TH_JOIN;
        note_client(p, &v->r.world->client[p->cid]);
        note_alive(p, v, v->r.world->tee[p->cid].alive, event->tick);
        if (event->kind == TT_TH_DROP) {
            tt_bytes reason = event->u.drop.reason;
            memcpy(p->reason, reason.data, tt_utf8_cut(reason, PLAYER_REASON));
        }
        if (v->in_span) {
            count(p, event);
        }
    }
}

void player_end(struct player *p, const struct visit *v, int32_t tick, enum player_left left)
{
    note_alive(p, v, false, tick);
    p->ended = tick;
    p->left = left;
}

const char *player_name(const struct player *p)
{
    unsigned kept = p->name_count < PLAYER_NAMES ? p->name_count : PLAYER_NAMES;
    return kept > 0 ? p->names[kept - 1] : NULL;
}
