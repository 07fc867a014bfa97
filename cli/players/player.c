/* SPDX-License-Identifier: MIT
 *
 * Gathers what there is to say of a session.
 *
 * In a teehistorian file lives come from records, and ways mostly from the tally of the reading; in
 * a demo both come from the world at the end of each tick.
 */
#include "cli/players/player.h"

#include <math.h>
#include <string.h>

#include "teetape/string.h"

/* The tee in the slot of the session; another session's when this one has ended. */
static const tt_tee *tee_of(const struct player *p, const struct reading *r)
{
    return &tt_recording_world(r->io.rec)->tee[p->session.cid];
}

/* Once there are more than PLAYER_NAMES, the last one replaces the one before it. A name that the
 * session has already is no new one. */
static void take_name(struct player *p)
{
    const char *name = p->session.name;
    if (p->name_count > 0 && strcmp(p->names[p->name_count - 1], name) == 0) {
        return;
    }
    p->name_count += p->name_count < PLAYER_NAMES;
    memcpy(p->names[p->name_count - 1], name, TT_NAME_CAP);
}

/* How many of the ticks of this life lie in the span. Twice is fine: a life that has ended has no
 * begin. */
static void end_life(struct player *p, const struct reading *r, int32_t tick)
{
    int64_t from = p->alive_since > r->io.from ? p->alive_since : r->io.from;
    int64_t to = tick < r->io.to ? tick : r->io.to;
    if (p->alive_since >= 0 && to > from) {
        p->alive_ticks += to - from;
    }
    p->alive_since = -1;
}

/* After a record or tick: a tee that came or went begins or ends a life. */
static void follow_life(struct player *p, const struct reading *r)
{
    if (!tee_of(p, r)->alive) {
        end_life(p, r, r->io.item.tick);
    } else if (p->alive_since < 0) {
        p->alive_since = r->io.item.tick;
    }
}

/* A jump of more than ten tiles in a tick is no way that a tee went: it died, or a teleporter moved
 * it. In a demo several ticks may lie between two looks. In floating point, as a damaged recording
 * may have any position. */
static void move(struct player *p, const struct reading *r, double dx, double dy, int32_t ticks)
{
    double far = sqrt(dx * dx + dy * dy);
    p->distance += r->io.in_span && far <= (double)TT_TEE_JUMP * ticks ? far : 0;
}

/* A session may begin with a tee that is there already (one without a JOIN). The tally is that of
 * the slot, so its state is remembered, and its way begins at 0. */
void player_begin(struct player *p, const struct reading *r)
{
    const tt_tee *tee = tee_of(p, r);
    p->protocol = tt_recording_world(r->io.rec)->client[p->session.cid].protocol;
    p->country = -1;
    p->alive_since = -1;
    p->x = tee->x;
    p->y = tee->y;
    p->inputs_before = r->options.tally->inputs[p->session.cid];
    r->options.tally->way[p->session.cid] = 0;
    follow_life(p, r);
}

/* What the reading counted meanwhile, in a slot where nobody else was. */
static void take_tally(struct player *p, const tt_th_tally *tally)
{
    int32_t cid = p->session.cid;
    p->inputs += tally->inputs[cid] - p->inputs_before;
    p->distance += tally->way[cid];
}

/* A life that lasts ends with the session. The reason is cut between characters; the rest of the
 * array is zeros, so it ends with a NUL. */
void player_end(struct player *p, const struct reading *r, const tt_fact *leave)
{
    end_life(p, r, p->session.ended);
    take_tally(p, r->options.tally);
    if (leave != NULL) {
        tt_bytes reason = leave->u.leave.reason;
        memcpy(p->reason, reason.size != 0 ? (const char *)reason.data : "",
               tt_utf8_cut(reason, PLAYER_REASON));
    }
}

/* In a teehistorian file an empty clan is one that is not known. One that does not fit is passed
 * over. */
static void take_clan(struct player *p, const struct reading *r, tt_bytes clan)
{
    bool is_known = clan.size != 0 || reading_is_demo(r);
    if (is_known && clan.size < sizeof p->clan) {
        memset(p->clan, 0, sizeof p->clan);
        memcpy(p->clan, clan.size != 0 ? (const char *)clan.data : "", clan.size);
    }
}

/* Facts say what is known of the session, whenever it was said; only commands are counted in the
 * span. A fact without a protocol or version leaves what was known. */
void player_take_fact(struct player *p, const struct reading *r, const tt_fact *fact)
{
    switch (fact->kind) {
    case TT_FACT_JOIN:
        p->protocol = fact->u.join.protocol != 0 ? fact->u.join.protocol : p->protocol;
        break;
    case TT_FACT_NAME:
        take_name(p);
        break;
    case TT_FACT_CLAN:
        take_clan(p, r, fact->u.clan.clan);
        break;
    case TT_FACT_COUNTRY:
        p->country = fact->u.country.country;
        break;
    case TT_FACT_VERSION:
        p->version = fact->u.version.version != 0 ? fact->u.version.version : p->version;
        break;
    case TT_FACT_COMMAND:
        p->commands += r->io.in_span;
        break;
    default:
        break;
    }
}

/* PLAYER_DIFF and INPUT_DIFF come as records only where the tally does not have them: the first
 * that speaks of a client. Other records may bring or take a tee, or say the protocol. */
void player_take_record(struct player *p, const struct reading *r)
{
    const tt_th_event *event = r->io.item.th;
    const tt_client *client = &tt_recording_world(r->io.rec)->client[p->session.cid];
    switch (event->kind) {
    case TT_TH_PLAYER_DIFF:
        move(p, r, event->u.player_diff.dx, event->u.player_diff.dy, 1);
        break;
    case TT_TH_INPUT_DIFF:
    case TT_TH_INPUT_NEW:
        p->inputs += r->io.in_span;
        break;
    default:
        p->protocol = client->protocol != 0 ? client->protocol : p->protocol;
        follow_life(p, r);
        break;
    }
}

/* A tee that was not there at the last look has come from nowhere: no way is counted. */
void player_take_tee(struct player *p, const struct reading *r, int32_t ticks)
{
    const tt_tee *tee = tee_of(p, r);
    if (tee->alive && p->alive_since >= 0) {
        move(p, r, (double)tee->x - p->x, (double)tee->y - p->y, ticks);
    }
    follow_life(p, r);
    p->x = tee->x;
    p->y = tee->y;
}
