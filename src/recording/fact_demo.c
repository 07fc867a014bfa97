/* SPDX-License-Identifier: MIT
 *
 * Makes the facts of a demo. First come the differences between the known state of each client and
 * the world after a snapshot (or a message of 0.7), then the facts of the message itself
 * (fact_message.c). Several changes between two snapshots are one difference, and a change that was
 * undone is none.
 *
 * The order of facts is: deaths and finishes of earlier messages that are now decided; damage and
 * silence; a pause of the game; the facts of each client, by ascending ids, from leaving to
 * pausing; the message. A call gives one fact and notes its step in the cursor.
 */
#include "demo/parts.h"
#include "recording/recording.h"

/* The functions from here to forget_placed find the positions where tees die and spawn. A kill
 * message gives the client, and a Death item within TT_DEATH_TICKS gives the position; the death
 * waits in tti_known for the item. Without an item the position is unknown: the tee may have moved
 * far since the last snapshot, and DDNet's next snapshot often has the next tee already. Servers of
 * DDNet 20 send events only in even ticks. */

/* Returns the next item of either kind from `*at` on, or NULL. The two kinds have the same form. */
static const int32_t *next_of_kinds(const tti_demo_stream *d, const tt_obj_kind kinds[2],
                                    uint32_t ints, uint32_t *at)
{
    while (tti_demo_is_snapshot(d) && *at < tti_demo_seen(&d->demo)->snap.count) {
        tt_snap_item item = tt_snap_item_at(&tti_demo_seen(&d->demo)->snap, (*at)++);
        tt_obj_kind kind = tti_demo_world_kind(tti_demo_world_seen(&d->follower), item.type);
        if ((kind == kinds[0] || kind == kinds[1]) && item.size >= ints) {
            return item.data;
        }
    }
    return NULL;
}

/* Returns a Death item of the client, or NULL. The item has the ints x, y, client id. Its own id is
 * the number of the event. */
static const int32_t *death_item(const tti_demo_stream *d, int32_t cid)
{
    static const tt_obj_kind kinds[2] = {TT_OBJ_DEATH, TT_OBJ_TW7_DEATH};
    const int32_t *item;
    uint32_t at = 0;
    while ((item = next_of_kinds(d, kinds, 3, &at)) != NULL && item[2] != cid) {
    }
    return item;
}

/* Returns a Spawn item at the client's tee, or NULL. The item has the ints x, y and no client. A
 * tee may fall by one unit in its first tick. */
static const int32_t *spawn_item(const tti_recording *r, int32_t cid)
{
    static const tt_obj_kind kinds[2] = {TT_OBJ_SPAWN, TT_OBJ_TW7_SPAWN};
    const tti_demo_stream *d = &r->u.demo;
    const tt_tee *tee = &r->world.tee[cid];
    const int32_t *item;
    uint32_t at = 0;
    if (tti_demo_world_seen(&d->follower)->core_tick[cid] != tti_demo_seen(&d->demo)->snap_tick) {
        return NULL;
    }
    while ((item = next_of_kinds(d, kinds, 2, &at)) != NULL &&
           (item[0] != tee->x || (item[1] != tee->y && item[1] != (int64_t)tee->y - 1))) {
    }
    return item;
}

/* Returns true when the position of a death is known, or can no longer become known. Items in the
 * snapshot of the kill message's own tick belong to earlier deaths. */
static bool is_decided(const tti_demo_stream *d, int32_t cid, int32_t killed, const int32_t **item)
{
    int64_t ticks = (int64_t)d->event.tick - killed;
    bool is_marker = d->event.kind == TT_DEMO_TICK && d->event.status == TT_OK;
    *item = ticks > 0 ? death_item(d, cid) : NULL;
    return *item != NULL || (tti_demo_is_snapshot(d) && ticks >= TT_DEATH_TICKS) ||
           (is_marker && (ticks > TT_DEATH_TICKS || ticks < 0));
}

static bool placed(tti_recording *r, tt_fact *fact)
{
    const int32_t *item;
    for (int32_t cid = 0; r->has_killed && cid < TT_CIDS; cid++) {
        const tti_killed *death = &r->known[cid].killed;
        if (death->is == TTI_KILLED && is_decided(&r->u.demo, cid, death->tick, &item)) {
            return tti_demo_killed(r, fact, cid, item);
        }
    }
    return false;
}

bool tti_demo_last_fact(tti_recording *r, tt_fact *fact)
{
    for (int32_t cid = 0; r->has_killed && cid < TT_CIDS; cid++) {
        if (r->known[cid].killed.is == TTI_KILLED) {
            return tti_demo_killed(r, fact, cid, NULL);
        }
    }
    return tti_demo_finished(r, fact, true);
}

/* Forgets kills whose death was given, after the next snapshot. Until then they show that a missing
 * tee is no second death. */
static void forget_placed(tti_recording *r)
{
    bool has_killed = false;
    for (int32_t cid = 0; r->has_killed && cid < TT_CIDS; cid++) {
        tti_killed *killed = &r->known[cid].killed;
        killed->is = killed->is == TTI_PLACED && tti_demo_is_snapshot(&r->u.demo) ? 0 : killed->is;
        has_killed |= killed->is;
    }
    r->has_killed = has_killed;
}

static bool demo_map(tti_recording *r, tt_fact *fact)
{
    const tt_demo_header *header = &tti_demo_seen(&r->u.demo.demo)->header;
    tti_fact_begin(r, fact, TT_FACT_MAP);
    fact->u.map.name = tt_bytes_of(header->map_name);
    fact->u.map.size = header->map_size <= INT32_MAX ? (int32_t)header->map_size : 0;
    tti_fact_map_crc(r, fact, header->map_crc);
    if (header->has_sha256) {
        fact->u.map.sha256 = (tt_bytes){header->map_sha256.bytes, sizeof header->map_sha256.bytes};
    }
    return true;
}

static bool demo_damage(tti_recording *r, tt_fact *fact)
{
    return r->u.demo.event.status == TT_OK && tti_fact_damage(r, fact);
}

/* Returns true for a tick marker long after the one before. Both markers must be good. A server
 * without players still records once a second. */
static bool is_silence(const tti_demo_stream *d)
{
    bool is_marker = d->event.kind == TT_DEMO_TICK && d->event.status == TT_OK;
    return is_marker && d->tick >= 0 && d->event.tick - d->tick > TT_GAP_TICKS;
}

static bool silence(tti_recording *r, tt_fact *fact)
{
    const tti_demo_stream *d = &r->u.demo;
    return is_silence(d) && tti_fact_gap(r, fact, d->event.tick - d->tick - 1, TT_GAP_SILENCE);
}

static bool game_pause(tti_recording *r, tt_fact *fact)
{
    tti_demo_stream *d = &r->u.demo;
    if (d->game_paused == tti_demo_world_seen(&d->follower)->game_paused) {
        return false;
    }
    d->game_paused = tti_demo_world_seen(&d->follower)->game_paused;
    tti_fact_begin(r, fact, TT_FACT_PAUSE);
    fact->u.pause.on = d->game_paused;
    return true;
}

typedef bool demo_fact_fn(tti_recording *r, tt_fact *fact);
typedef bool client_step_fn(tti_recording *r, tt_fact *fact, int32_t cid);

static demo_fact_fn *const first_steps[] = {demo_damage, silence, game_pause};

/* Makes the fact of a client that left. In 0.7 it is silent unless a message says otherwise. The
 * client is forgotten, but not its tee and team, which later steps of this chunk need. */
static bool demo_leave(tti_recording *r, tt_fact *fact, int32_t cid)
{
    tti_demo_stream *d = &r->u.demo;
    const tt_sv_msg *msg = &tti_demo_world_seen(&d->follower)->message;
    if (!d->ended[cid]) {
        return false;
    }
    d->ended[cid] = 0;
    tti_known before = r->known[cid];
    tti_known_init(&r->known[cid]);
    r->known[cid].alive = before.alive;
    r->known[cid].team = before.team;
    r->known[cid].killed = before.killed;
    tti_fact_of(r, fact, TT_FACT_LEAVE, cid);
    fact->u.leave.silent = tti_demo_world_seen(&d->follower)->protocol == TT_PROTOCOL_7;
    if (msg->kind == TT_SV7_CLIENT_DROP && msg->u.sv7_client_drop.cid == cid) {
        fact->u.leave.reason = msg->u.sv7_client_drop.reason;
        fact->u.leave.silent = msg->u.sv7_client_drop.silent;
    }
    return true;
}

/* Makes the fact of a client that joined. The known team becomes 0: the world may already have the
 * new client's team, which then gives a fact. */
static bool demo_join(tti_recording *r, tt_fact *fact, int32_t cid)
{
    tti_demo_stream *d = &r->u.demo;
    const tt_sv_msg *msg = &tti_demo_world_seen(&d->follower)->message;
    if (!d->began[cid]) {
        return false;
    }
    d->began[cid] = 0;
    r->known[cid].team = 0;
    tti_fact_of(r, fact, TT_FACT_JOIN, cid);
    fact->u.join.recorded = d->slot[cid].joined;
    fact->u.join.protocol = (int32_t)tti_demo_world_seen(&d->follower)->protocol;
    fact->u.join.silent = tti_demo_world_seen(&d->follower)->protocol == TT_PROTOCOL_7;
    if (msg->kind == TT_SV7_CLIENT_INFO && msg->u.sv7_client_info.cid == cid) {
        fact->u.join.silent = msg->u.sv7_client_info.silent;
    }
    return true;
}

static bool is_here(const tti_recording *r, int32_t cid)
{
    return r->world.client[cid].connected;
}

static bool demo_clan(tti_recording *r, tt_fact *fact, int32_t cid)
{
    return tti_fact_clan(r, fact, cid, is_here(r, cid));
}

static bool demo_country(tti_recording *r, tt_fact *fact, int32_t cid)
{
    return tti_fact_country(r, fact, cid, r->world.client[cid].country, is_here(r, cid));
}

static bool demo_skin(tti_recording *r, tt_fact *fact, int32_t cid)
{
    return tti_fact_skin(r, fact, cid, &tti_demo_world_seen(&r->u.demo.follower)->skin[cid],
                         is_here(r, cid));
}

/* Makes the fact of a login. An rcon level in the first snapshot was set before the recording
 * began. */
static bool login(tti_recording *r, tt_fact *fact, int32_t cid)
{
    int32_t level = r->world.client[cid].rcon_level;
    if (r->known[cid].rcon_level == level) {
        return false;
    }
    r->known[cid].rcon_level = level;
    if (!is_here(r, cid)) {
        return false;
    }
    tti_fact_of(r, fact, level != 0 ? TT_FACT_LOGIN : TT_FACT_LOGOUT, cid);
    if (level != 0) {
        fact->u.login.level = level;
        fact->u.login.before = tti_demo_seen(&r->u.demo.demo)->snap_tick == r->first_tick;
    }
    return true;
}

/* Makes the fact of a change of team. Empty slots have teams too, but a fact needs a client. */
static bool demo_team(tti_recording *r, tt_fact *fact, int32_t cid)
{
    int32_t now = r->world.client[cid].team;
    if (!is_here(r, cid) || r->known[cid].team == now) {
        return false;
    }
    r->known[cid].team = now;
    tti_fact_of(r, fact, TT_FACT_TEAM, cid);
    fact->u.team.team = now;
    return true;
}

/* Makes the fact of a death without a message. In a demo of a client a missing tee may only be out
 * of view, so this needs a demo of a server. A kill message or the end of a session already
 * explains the missing tee. */
static bool demo_death(tti_recording *r, tt_fact *fact, int32_t cid)
{
    if (!r->known[cid].alive || r->world.tee[cid].alive || r->known[cid].killed.is ||
        !is_here(r, cid) || !tt_demo_is_server(&tti_demo_seen(&r->u.demo.demo)->header)) {
        return false;
    }
    const int32_t *item = death_item(&r->u.demo, cid);
    r->known[cid].alive = TTI_NO_TEE;
    tti_fact_of(r, fact, TT_FACT_DEATH, cid);
    fact->u.death.x = item != NULL ? item[0] : TT_NO_PLACE;
    fact->u.death.y = item != NULL ? item[1] : TT_NO_PLACE;
    return true;
}

/* Makes the fact of a spawn. In a demo of a client the tee may only come into view. When a tee was
 * killed and the next snapshot has a tee again, only a Spawn item shows that it is a new one. This
 * step notes the tee, so it must follow that of deaths. */
static bool demo_spawn(tti_recording *r, tt_fact *fact, int32_t cid)
{
    const tt_tee *tee = &r->world.tee[cid];
    uint8_t was_alive = r->known[cid].alive;
    const int32_t *item = NULL;
    r->known[cid].alive = tee->alive ? TTI_OWN_TEE : TTI_NO_TEE;
    if (tee->alive && (!was_alive || r->known[cid].killed.is)) {
        item = spawn_item(r, cid);
    }
    if (!tee->alive || (was_alive && item == NULL)) {
        return false;
    }
    tti_fact_of(r, fact, TT_FACT_SPAWN, cid);
    fact->u.spawn.x = item != NULL ? item[0] : tee->x;
    fact->u.spawn.y = item != NULL ? item[1] : tee->y;
    return true;
}

/* Makes the fact of a pause. The flag comes from /pause and /spec of DDNet. A client that joins
 * with the flag gets the fact in its first snapshot. */
static bool demo_pause(tti_recording *r, tt_fact *fact, int32_t cid)
{
    uint8_t now = tti_demo_world_seen(&r->u.demo.follower)->paused[cid];
    if (r->known[cid].paused == now) {
        return false;
    }
    r->known[cid].paused = now;
    if (!is_here(r, cid)) {
        return false;
    }
    tti_fact_of(r, fact, TT_FACT_PAUSE, cid);
    fact->u.pause.on = now;
    return true;
}

static client_step_fn *const client_steps[] = {demo_leave,   demo_join,  tti_fact_name, demo_clan,
                                               demo_country, demo_skin,  login,         demo_team,
                                               demo_death,   demo_spawn, demo_pause};

/* Values of cursor.step: below FIRST_STEPS one of first_steps, then one value for all client_steps,
 * then one for the message. */
enum {
    FIRST_STEPS = sizeof first_steps / sizeof first_steps[0],
    CLIENT_STEPS = sizeof client_steps / sizeof client_steps[0]
};

/* Returns true when the client's tee only moved. */
static bool is_quiet(const tti_recording *r, int32_t cid)
{
    unsigned others = r->u.demo.changes & ~(unsigned)TT_DEMO_WORLD_TEES;
    return others == 0 && !r->known[cid].killed.is &&
           (r->known[cid].alive != 0) == r->world.tee[cid].alive;
}

/* Returns false when tees only moved. The counts of spawns differ when one tee spawns while another
 * dies. */
static bool has_client_news(const tti_recording *r)
{
    const tti_demo_stream *d = &r->u.demo;
    return (d->changes & ~(unsigned)TT_DEMO_WORLD_TEES) != 0 ||
           d->spawns != tti_demo_world_seen(&d->follower)->spawns ||
           (r->has_killed && tti_demo_is_snapshot(d));
}

/* Makes the next fact of a client, from the cursor on. At the end the count of spawns is noted for
 * the next snapshot. */
static bool demo_client_fact(tti_recording *r, tt_fact *fact)
{
    tti_cursor *c = &r->cursor;
    for (; has_client_news(r) && c->cid < TT_CIDS; c->cid++, c->part = 0) {
        while (c->part < CLIENT_STEPS && !is_quiet(r, c->cid)) {
            if (client_steps[c->part++](r, fact, c->cid)) {
                return true;
            }
        }
    }
    r->u.demo.spawns = tti_demo_world_seen(&r->u.demo.follower)->spawns;
    return false;
}

/* Returns false for most chunks, which only move tees. While snapshots are skipped, only messages
 * have facts. */
bool tti_demo_has_news(const tti_recording *r)
{
    const tti_demo_stream *d = &r->u.demo;
    return r->is_header || tti_demo_message_has_facts(r) ||
           (d->finished_count > 0 && tti_demo_is_snapshot(d)) ||
           (!d->is_lazy &&
            (has_client_news(r) || r->damage.is_there || is_silence(d) || r->has_killed));
}

/* Makes the next fact of a chunk. The cursor starts again before the message, whose facts are
 * counted from 0. */
bool tti_demo_fact(tti_recording *r, tt_fact *fact)
{
    tti_cursor *c = &r->cursor;
    if (r->is_header) {
        return c->step++ == 0 && demo_map(r, fact);
    }
    if (r->u.demo.is_lazy) {
        return tti_demo_finished(r, fact, false) || tti_demo_message_fact(r, fact);
    }
    if (c->step == 0 && (placed(r, fact) || tti_demo_finished(r, fact, false))) {
        return true;
    }
    while (c->step < FIRST_STEPS) {
        if (first_steps[c->step++](r, fact)) {
            return true;
        }
    }
    if (c->step == FIRST_STEPS) {
        if (demo_client_fact(r, fact)) {
            return true;
        }
        forget_placed(r);
        *c = (tti_cursor){FIRST_STEPS + 1, 0, 0};
    }
    return tti_demo_message_fact(r, fact);
}
