/* SPDX-License-Identifier: MIT
 *
 * Reads a whole recording for the worker: gives facts as JSON, the positions of tees, and access
 * points for other readers.
 *
 * Facts go to the output, one a line. Positions of tees go to a table of 32-bit numbers:
 * session, tick, x, y, begins.
 */
#include "teetape/draw_paths.h"
#include "teetape/follow.h"
#include "web/facts.h"

/* Numbers of a position, and the most positions before the worker has to take them. */
#define PLACE 5
#define PLACES 16384

/* Bytes of a recording after which an access point is due, whatever the tick is. */
#define POINT_BYTES ((uint64_t)2 << 20)

/* Bytes of facts after which the worker has to take them. */
#define FULL ((size_t)512 << 10)

static struct way {
    tt_path_filter filter;
    uint64_t session;
    bool is_open;
} ways[TT_CIDS];

static tt_follow follow;
static int32_t places[PLACES * PLACE];
static size_t place_count;
static int32_t tick_now = -1, point_tick = INT32_MIN, every;
static uint64_t point_offset;
static bool is_at_point;

/* Starts a scan; call it after the map of a demo was opened. Access points are `ticks` ticks or
 * POINT_BYTES apart, whichever is sooner. */
CORE_EXPORT void scan_open(int32_t ticks)
{
    every = ticks;
    tt_follow_init(&follow, stage_terrain());
    tt_recording_want(core_recording, TT_WANT_FACTS | TT_WANT_TICKS, TT_FACTS_ALL);
}

static void put_places(const struct way *way, const tt_path_place *from, size_t count)
{
    for (size_t i = 0; i < count && place_count < PLACES; i++) {
        int32_t *place = places + PLACE * place_count++;
        place[0] = (int32_t)way->session;
        place[1] = from[i].tick;
        place[2] = from[i].x;
        place[3] = from[i].y;
        place[4] = from[i].begins;
    }
}

static void end_way(struct way *way)
{
    tt_path_place out[1];
    if (way->is_open) {
        put_places(way, out, tt_path_filter_end(&way->filter, out));
        way->is_open = false;
    }
}

static void follow_tee(int32_t cid, int32_t tick)
{
    struct way *way = &ways[cid];
    tt_path_place out[2];
    tt_tee_state tee;
    bool is_there = tt_follow_tee(&follow, cid, tick, &tee);
    uint64_t session = is_there ? tt_recording_session(core_recording, cid).number : 0;
    if (!is_there || (way->is_open && way->session != session)) {
        end_way(way);
    }
    if (!is_there || session == TT_SESSION_NONE) {
        return;
    }
    tt_path_place place = {tick, tee.x, tee.y, 0};
    if (!way->is_open) {
        tt_path_filter_init(&way->filter);
        way->is_open = true;
        way->session = session;
        place.begins = 1;
    }
    put_places(way, out, tt_path_filter_take(&way->filter, place, out));
}

static void follow_tees(int32_t tick)
{
    tt_follow_take(&follow, core_recording, tick);
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        follow_tee(cid, tick);
    }
}

/* Takes a fact after which the tee may be elsewhere in the next tick, which the filter of its path
 * needs to know. */
static void follow_fact(const tt_fact *fact, int32_t tick)
{
    if (fact->cid < 0 || fact->cid >= TT_CIDS || !ways[fact->cid].is_open) {
        return;
    }
    tt_path_filter *filter = &ways[fact->cid].filter;
    if (fact->kind == TT_FACT_KILL_REQUEST || fact->kind == TT_FACT_COMMAND) {
        tt_path_filter_ask(filter, tick);
    } else if (fact->kind == TT_FACT_KILL ||
               (fact->kind == TT_FACT_DEATH &&
                fact->tick == tt_recording_look(core_recording).tick)) {
        /* the kill message comes before the death of its tee */
        tt_tee_state tee = {0};
        (void)tt_follow_tee(&follow, fact->cid, fact->tick, &tee);
        tt_path_filter_die(filter, tee.x, tee.y);
    }
}

static void put_fact(const tt_fact *fact)
{
    uint8_t *room = core_out_room(FACTS_MAX + 1);
    if (room == NULL) {
        return;
    }
    tt_packer p = tt_packer_of(room, FACTS_MAX);
    const char *name = fact->cid >= 0 ? tt_recording_session(core_recording, fact->cid).name : "";
    facts_put(&p, fact, name);
    if (p.status == TT_OK) {
        size_t size = tt_packer_bytes(&p).size;
        room[size] = '\n';
        core_out.size += size + 1;
    }
}

/* Returns true when an access point is due: after enough ticks or bytes, where the reader can be
 * packed. */
static bool is_point_due(int32_t tick)
{
    uint64_t offset = tt_recording_look(core_recording).offset;
    bool is_far = (int64_t)tick - point_tick >= every || offset - point_offset >= POINT_BYTES;
    if (!is_far || !tt_recording_is_access_point(core_recording)) {
        return false;
    }
    point_tick = tick;
    point_offset = offset;
    is_at_point = true;
    return true;
}

/* Returns true when an access point is due: core_pack must be called before scan_run. */
CORE_EXPORT bool scan_is_at_point(void)
{
    bool is = is_at_point;
    is_at_point = false;
    return is;
}

/* Reads the next part. After TT_OK the worker takes the output and calls again. After TT_MORE it
 * also feeds a piece. CORE_HEADER comes once. TT_END and errors are those of tt_recording_next. */
CORE_EXPORT int scan_run(void)
{
    tt_item item;
    while (core_out.size < FULL && place_count + 3 * TT_CIDS < PLACES) {
        tt_status status = tt_recording_next(core_recording, &item);
        if (status != TT_OK) {
            for (int32_t cid = 0; status != TT_MORE && cid < TT_CIDS; cid++) {
                end_way(&ways[cid]);
            }
            return status;
        }
        if (item.kind == TT_ITEM_HEADER) {
            return CORE_HEADER;
        }
        if (item.kind == TT_ITEM_FACT) {
            tt_fact fact = *item.fact;
            tt_follow_fact(&follow, core_recording, &fact);
            put_fact(&fact);
            follow_fact(&fact, item.tick);
        } else if (item.kind == TT_ITEM_TICK) {
            tick_now = item.tick;
            follow_tees(item.tick);
            if (is_point_due(item.tick)) {
                return TT_OK;
            }
        }
    }
    return TT_OK;
}

CORE_EXPORT int32_t scan_tick(void)
{
    return tick_now;
}

CORE_EXPORT const int32_t *scan_places(void)
{
    return places;
}

CORE_EXPORT size_t scan_places_take(void)
{
    size_t count = place_count;
    place_count = 0;
    return count;
}
