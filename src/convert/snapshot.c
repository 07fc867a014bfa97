/* SPDX-License-Identifier: MIT
 *
 * The snapshot of a tick: the rules of the game, and the items of every client. It is made anew
 * only where a client comes by items or loses some; else those that may have changed are put over
 * the ones of the snapshot before.
 *
 * To put an item over is a copy of its ints; to build a snapshot looks up and enters each key in an
 * index. What makes that safe: c->wakes and c->tee_wakes say from which tick on the items of a
 * client may be others, each function that makes them says when that is next, and parts_of says
 * whether they are still the same ones.
 */
#include "convert/body.h"
#include "convert/items.h"

/* Which items a client has, kept in tt_convert_client.parts. Events lie in one snapshot only, so a
 * client that has one is built anew in this snapshot and the next. */
enum {
    HAS_PLAYER = 1, /* three items of add_player, in the game */
    HAS_TEE = 2,    /* two of add_tee, after them */
    HAS_DEATH = 4,  /* it died since the last snapshot */
    HAS_SPAWN = 8,  /* its tee appeared since then */
    HAS_EVENTS = HAS_DEATH | HAS_SPAWN
};

/* Whether something happened since the last snapshot: with c->every at 2 an event of the tick
 * between shows in the next one. */
static int is_new(const tti_making *m, int32_t tick)
{
    return tick >= 0 && m->tick - tick < (m->c->every > 1 ? m->c->every : 1);
}

/* Which items a client has in this tick. A tee never comes without its player: clients draw none
 * that has no name and skin. */
static unsigned parts_of(const tti_making *m, int32_t cid, const tt_convert_look *look)
{
    const tt_convert_client *client = &m->c->client[cid];
    int is_alive = m->world->tee[cid].alive;
    if (!tti_is_shown(m->c, m->world, cid, look)) {
        return 0;
    }
    return HAS_PLAYER | (is_alive ? HAS_TEE : 0u) | (is_new(m, client->dead) ? HAS_DEATH : 0u) |
           (is_new(m, client->born) && is_alive ? HAS_SPAWN : 0u);
}

/* Begins with items of a client: when they may be others is found out while they are made, in
 * m->wake. Without a reason it is never. */
static void begin_part(tti_making *m, int32_t cid, unsigned parts)
{
    int has_changed = m->c->client[cid].changed == m->tick && tti_is_wanted(m->c, cid);
    m->wake = INT32_MAX;
    if (has_changed || parts & HAS_EVENTS) {
        /* the change shows then, the events do not any more */
        tti_making_wake(m, tti_later(m->tick, 1));
    }
}

/* Player and tee have a time each: a tee that moves is made again in each tick, and its player,
 * with 17 ints of name and skin, is not. */
static void make_player(tti_making *m, int32_t cid, unsigned parts, const tt_convert_look *look)
{
    begin_part(m, cid, parts);
    if (parts & HAS_PLAYER) {
        tti_add_player(m, cid, look);
    }
    m->c->wakes[cid] = m->wake;
}

/* A tee that moved has another velocity in the next tick, also when it then stands. */
static void make_tee(tti_making *m, int32_t cid, unsigned parts, const tt_convert_look *look)
{
    const tt_convert_client *client = &m->c->client[cid];
    begin_part(m, cid, parts);
    if (parts & HAS_TEE) {
        if (client->moved == m->tick || (client->body.state & TTI_BODY_BUSY)) {
            tti_making_wake(m, tti_later(m->tick, 1));
        }
        tti_add_tee(m, cid, look);
    }
    m->c->tee_wakes[cid] = m->wake;
}

/* All items of a client, into a new snapshot. Their places are noted, for put_client. Also for one
 * that has none: its times have to be set. */
static void add_client(tti_making *m, int32_t cid)
{
    tt_convert_client *client = &m->c->client[cid];
    const tt_convert_look *look = tti_look_at(m->c, cid, m->tick);
    unsigned parts = parts_of(m, cid, look);
    client->parts = (uint8_t)parts;
    client->place = m->b.size;
    make_player(m, cid, parts, look);
    client->tee_place = m->b.size;
    make_tee(m, cid, parts, look);
    if (parts & HAS_DEATH) {
        tti_add_death(m, cid);
    }
    if (parts & HAS_SPAWN) {
        tti_add_spawn(m, cid);
    }
}

/* Puts those items of a client over the ones of before that may be others now. Returns 0 when it
 * has not the same items as before. A client whose times have not come is not looked at. */
static int put_client(tti_making *m, int32_t cid)
{
    const tt_convert_client *client = &m->c->client[cid];
    const tt_convert_look *look = tti_look_at(m->c, cid, m->tick);
    unsigned parts = parts_of(m, cid, look);
    if (parts != client->parts || parts & HAS_EVENTS) {
        return 0;
    }
    /* the places are known without the items between: only what is due is made */
    if (m->tick >= m->c->wakes[cid]) {
        m->place = m->c->space.items + client->place;
        make_player(m, cid, parts, look);
    }
    if (m->tick >= m->c->tee_wakes[cid]) {
        m->place = m->c->space.items + client->tee_place;
        make_tee(m, cid, parts, look);
    }
    return 1;
}

/* A new snapshot. c->has_layout says whether the next one may be put over it: not after a failure,
 * as some items are missing then. Linear in the client ids and in what is shown. */
static tt_status make(tti_making *m)
{
    tt_convert *c = m->c;
    uint32_t types = c->types.count;
    m->place = NULL;
    tt_snap_builder_init(&m->b, &c->space, &c->types);
    tti_making_fail(m, tti_game_add(c, &m->b));
    if (tti_view_is_empty(c)) {
        tti_add_viewer(m);
    }
    c->placed = 0;
    for (int32_t cid = 0; cid < tti_cids(c); cid++) {
        add_client(m, cid);
        c->placed += c->client[cid].parts != 0;
    }
    c->snap = tt_snap_builder_finish(&m->b);
    /* a new type is declared in front of its first item, and at the front in later snapshots */
    c->has_layout = m->status == TT_OK && types == c->types.count;
    return m->status;
}

/* Makes the snapshot of before into the one of this tick. Returns 0 when not all of its items are
 * the same ones; then what it has in them is of no use, and make() builds it. With c->only the
 * flags of the caller may have changed, so clients that have items are counted. */
static int make_over(tti_making *m)
{
    tt_convert *c = m->c;
    int32_t placed = 0, end = tti_cids(c);
    for (int32_t cid = tti_next_wanted(c, 0); cid < end; cid = tti_next_wanted(c, cid + 1)) {
        if ((m->tick >= c->wakes[cid] || m->tick >= c->tee_wakes[cid]) && !put_client(m, cid)) {
            return 0;
        }
        placed += c->only && c->client[cid].parts != 0;
    }
    return !c->only || placed == c->placed; /* else somebody is not in the demo any more */
}

/* What the caller may set at any time makes all items others: it has no call for a change, so the
 * values of the last snapshot are compared. With c->only all of the few clients are woken each
 * time, as focus may be another. */
static void look_at_settings(tt_convert *c, int32_t tick)
{
    if (!c->only && (c->was_only || c->shift != c->was_shift || c->local != c->was_local)) {
        tti_wake_all(c, tick);
    }
    for (int32_t cid = tti_next_wanted(c, 0); c->only && cid < TT_CIDS;
         cid = tti_next_wanted(c, cid + 1)) {
        tti_wake(c, cid, tick);
    }
    if (tti_view_is_empty(c) != c->was_view) {
        c->has_layout = 0; /* an item more or less */
    }
    c->was_only = c->only;
    c->was_shift = c->shift;
    c->was_local = c->local;
    c->was_view = tti_view_is_empty(c);
}

/* When the next snapshot is due: the least of all times of those in the demo. The first loop is
 * that of nearly all conversions, and has no branches in it, so that compilers take several clients
 * at once. */
static int32_t next_wake(const tt_convert *c)
{
    int32_t wake = INT32_MAX;
    for (int32_t cid = 0; !c->only && cid < TT_CIDS; cid++) {
        wake = tti_lesser(wake, tti_lesser(c->wakes[cid], c->tee_wakes[cid]));
    }
    for (int32_t cid = tti_next_wanted(c, 0); c->only && cid < TT_CIDS;
         cid = tti_next_wanted(c, cid + 1)) {
        wake = tti_lesser(wake, tti_lesser(c->wakes[cid], c->tee_wakes[cid]));
    }
    return wake;
}

/* Only called from c->wake on. A failure of make() leaves the items that found room in c->snap; the
 * next call builds it anew. */
tt_status tti_snapshot_make(tt_convert *c, const tt_world *world, int32_t tick)
{
    tti_making m = {.c = c, .world = world, .tick = tick, .status = TT_OK};
    tt_status status = TT_OK;
    look_at_settings(c, tick);
    if (!c->has_layout || !make_over(&m)) {
        status = make(&m);
    }
    c->wake = next_wake(c);
    return status;
}
