/* SPDX-License-Identifier: MIT
 *
 * Follows the states of tees for a reading. Finds and loads the map that this needs.
 */
#include "reading/inside.h"

#include <stdlib.h>
#include <string.h>

#include "host/error.h"
#include "host/grow.h"
#include "host/inside.h"
#include "host/map.h"
#include "reading/replay.h"
#include "teetape/convert.h"

/* A change of a tee's direction in a tick without records. */
struct change {
    int32_t tick, cid;
    int8_t direction;
};

/* The game of a teehistorian file. Several ticks can pass without a record (a silence). The caller
 * asks for their tees after the record that ends it, so the changes of directions in a silence are
 * kept. */
struct game {
    tti_reading_replay replay;
    int32_t tick;           /* tick of the last item of kind TT_ITEM_TICK; -1 before the first */
    int8_t before[TT_CIDS]; /* directions in the tick before the silence, or UNKNOWN */
    struct change *changes;
    size_t count, room;
    bool no_memory;
};

#define UNKNOWN INT8_MAX

struct tti_reading_states {
    tt_follow follow;
    tt_terrain terrain;
    bool has_map;      /* `follow` has a terrain */
    tt_fact fact;      /* copy of the last fact, with its position */
    struct game *game; /* the computed game; NULL when there is none */
};

/* Makes the header of a demo, which names the map. The conversion to a demo translates the header
 * of a teehistorian file. A tt_convert has 135 KiB, so it is on the heap. */
bool tti_io_map_of_header(tt_demo_header *header, const tt_io_reading *r, tt_io_error *error)
{
    const tt_demo_header *demo = tt_recording_demo_header(r->rec);
    tt_convert *convert;
    tti_error_clear(error);
    if (demo != NULL) {
        *header = *demo;
    } else if (!r->has_header) {
        return false;
    } else if ((convert = calloc(1, sizeof *convert)) != NULL) {
        tt_convert_init(convert);
        tt_convert_header(convert, &r->th_header, header);
        free(convert);
    } else {
        tti_error_say(error, TT_ERR_SYSTEM, "there is not enough memory");
    }
    return error->status == TT_OK;
}

static void add(tt_demo_new_map *map, size_t *room, const tt_item *item)
{
    if (map != NULL && item->kind == TT_ITEM_RECORD && item->demo->kind == TT_DEMO_MAP) {
        (void)tt_io_map_file_add(map, room, item->demo->data);
    }
}

/* Keeps the fact MAP, which comes before the map, for the caller. Its texts are in the reader. */
static void keep_fact(tt_io_reading *r, tt_item *kept)
{
    r->inside->kept = *r->item.fact;
    *kept = r->item;
    kept->fact = &r->inside->kept;
    r->inside->is_kept = true;
}

/* Reads the map. Its pieces are records, and only the fact of the header precedes its end. */
void tti_reading_pass_map(tt_io_reading *r, tt_demo_new_map *map, size_t *room)
{
    uint64_t end = r->inside->header.size + (uint64_t)tt_recording_demo_header(r->rec)->map_size;
    tt_item kept = r->item;
    r->inside->split_at = end;
    while (!r->is_ended && tt_recording_look(r->rec).offset < end) {
        tt_status status = tt_recording_next(r->rec, &r->item);
        bool is_over = status == TT_MORE && tt_recording_look(r->rec).offset >= end;
        if (status == TT_OK && r->item.kind == TT_ITEM_FACT) {
            keep_fact(r, &kept);
        } else if (status == TT_OK) {
            add(map, room, &r->item);
        } else if (is_over || !tti_reading_source_more(r, status)) {
            break;
        }
    }
    r->item = kept;
    r->inside->split_at = 0;
}

/* Loads the map inside a demo. A map that is damaged, or larger than the limit, counts as none. */
static void load_inside(tt_io_reading *r, tt_terrain *terrain)
{
    tt_demo_new_map map = {0};
    size_t room = 0;
    tt_io_error error;
    tt_recording_want(r->rec, TT_WANT_RECORDS, 0);
    tti_reading_pass_map(r, &map, &room);
    tti_reading_set_wants(r);
    (void)tti_map_terrain_load(terrain, map.bytes, &error);
    tti_map_file_free(&map);
}

/* Finds the map outside of the recording. Returns false without one; r->error then has a status if
 * the caller named a file. */
static bool find(tt_io_reading *r, tti_map_found *found, const tt_demo_header *header)
{
    const tt_io_reading_options *options = &r->inside->options;
    if (options->map == NULL) {
        return tti_map_find(found, options->data, header, options->stop);
    }
    if (tti_io_map_find_at(found, options->map, header, options->stop)) {
        return true;
    }
    tti_error_say(&r->error, found->is_system ? TT_ERR_SYSTEM : TT_ERR_ARGUMENT, "%s", found->why);
    r->error.system = found->system;
    tti_error_of(&r->error, options->map);
    return false;
}

static void load_found(tt_io_reading *r, const tt_demo_header *header, tt_terrain *terrain)
{
    tti_map_found found;
    tt_io_error error;
    if (find(r, &found, header)) {
        (void)tti_map_terrain_load(terrain, found.map.bytes, &error);
    }
    tti_map_found_free(&found);
}

/* Loads the map of a demo. Returns false for a wrong `map` of the options. */
static bool load(tt_io_reading *r, const tt_demo_header *header, tt_terrain *terrain)
{
    if (header->map_size != 0 && r->inside->options.map == NULL) {
        load_inside(r, terrain);
    } else {
        load_found(r, header, terrain);
    }
    return r->error.status == TT_OK;
}

static bool take_game(tt_io_reading *r, tt_bytes packed)
{
    struct game *game = r->inside->states->game;
    bool is_good = packed.size > 0 && tti_reading_replay_resume(&game->replay, packed);
    if (packed.size == 0) {
        tti_reading_replay_restart(&game->replay);
    }
    game->tick = is_good ? game->replay.world->tick : -1;
    return is_good;
}

/* Opens the game. Without the map no game is computed, which is no failure: the reading sets
 * `lacks_map`. */
static bool open_game(tt_io_reading *r)
{
    const tt_io_reading_options *options = &r->inside->options;
    tti_map_found found;
    tt_demo_header header;
    tt_io_error error;
    if (!tti_io_map_of_header(&header, r, &error)) {
        return tti_reading_no_memory(r);
    }
    struct game *game = calloc(1, sizeof *game);
    if (game == NULL) {
        return tti_reading_no_memory(r);
    }
    r->inside->states->game = game;
    game->tick = -1;
    memset(game->before, UNKNOWN, sizeof game->before);
    tti_error_clear(&error);
    r->lacks_map = !find(r, &found, &header) ||
                   !tti_reading_replay_open(&game->replay, found.map.bytes, &r->th_header, &error);
    tti_map_found_free(&found);
    if (r->lacks_map) {
        tti_reading_replay_close(&game->replay);
        free(game);
        r->inside->states->game = NULL;
        bool is_full = error.status == TT_ERR_SYSTEM;
        return r->error.status == TT_OK && (!is_full || tti_reading_no_memory(r));
    }
    r->inside->replays = true;
    r->inside->take_game = take_game;
    bool is_good = tti_reading_replay_search(&game->replay, r, INT64_MAX, &error);
    if (!is_good && !tt_io_stop_wanted(options->stop)) {
        r->error = error;
        return false;
    }
    return true;
}

/* Returns true when ticks are wanted, or deaths of a demo. The facts of a teehistorian file have
 * all positions. */
static bool needs_states(const tt_io_reading *r)
{
    const tt_io_reading_options *options = &r->inside->options;
    bool wants_deaths =
        (options->wants & TT_WANT_FACTS) != 0 && (options->facts & TT_FACT_BIT(TT_FACT_DEATH)) != 0;
    return (options->wants & TT_WANT_TICKS) != 0 ||
           (wants_deaths && tt_io_reading_format(r) == TT_FORMAT_DEMO);
}

/* Checks the `map` of the options where nothing loads it. */
static bool is_map(tt_io_reading *r)
{
    tti_map_found found;
    tt_demo_header header;
    tt_io_error error;
    if (!tti_io_map_of_header(&header, r, &error)) {
        return tti_reading_no_memory(r);
    }
    bool is_good = find(r, &found, &header);
    tti_map_found_free(&found);
    return is_good;
}

bool tti_reading_states_open(tt_io_reading *r)
{
    const tt_io_reading_options *options = &r->inside->options;
    bool is_demo = tt_recording_demo_header(r->rec) != NULL;
    bool is_needed = needs_states(r);
    bool loads = is_needed && (is_demo ? options->terrain == NULL : options->wants_replay);
    if (options->map != NULL && !loads && !is_map(r)) {
        return false;
    }
    if (!is_needed) {
        return true;
    }
    struct tti_reading_states *states = calloc(1, sizeof *states);
    if (states == NULL) {
        return tti_reading_no_memory(r);
    }
    r->inside->states = states;
    const tt_terrain *terrain = options->terrain;
    if (terrain == NULL && is_demo) {
        if (!load(r, tt_recording_demo_header(r->rec), &states->terrain)) {
            return false;
        }
        terrain = states->terrain.width != 0 ? &states->terrain : NULL;
    }
    states->has_map = terrain != NULL;
    tt_follow_init(&states->follow, terrain);
    return !options->wants_replay || is_demo || open_game(r);
}

const tti_reading_replay *tti_reading_replay_of(const tt_io_reading *r)
{
    return r->inside->replays ? &r->inside->states->game->replay : NULL;
}

/* Returns the direction that moved a tee, or UNKNOWN. A tee that spawned in this tick has not moved
 * yet. An input that counted a tick late is not seen when a wall was beside the tee. */
static int8_t applied(const struct game *game, int32_t cid)
{
    const tti_replay *replay = game->replay.replay;
    const tti_tee *tee = &replay->world->tee[cid];
    int32_t direction = tee->in.direction;
    bool is_known = tee->is_alive && tee->spawn_tick < replay->world->tick;
    is_known = is_known && replay->doubt[cid] == 0 && !replay->hides_turn[cid];
    return is_known ? (int8_t)((direction > 0) - (direction < 0)) : UNKNOWN;
}

static void keep(struct game *game, int32_t tick, int32_t cid, int8_t direction)
{
    struct change *grown =
        tti_grow(game->changes, &game->room, game->count + 1, sizeof *game->changes);
    game->no_memory = game->no_memory || grown == NULL;
    if (grown != NULL) {
        game->changes = grown;
        grown[game->count++] = (struct change){tick, cid, direction};
    }
}

/* Computes the game in ticks without records, up to the tick before `tick`, and notes the changes
 * of directions. */
static void pass_silence(struct game *game, int32_t tick)
{
    tti_replay *replay = game->replay.replay;
    int8_t now[TT_CIDS];
    game->count = 0;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        now[cid] = game->before[cid] = applied(game, cid);
    }
    while (replay->world->tick + 1 < tick && !tti_replay_leaves_out(replay, tick)) {
        tti_replay_flush(replay, replay->world->tick + 1);
        for (int32_t cid = 0; cid < TT_CIDS; cid++) {
            int8_t next = applied(game, cid);
            if (next != now[cid]) {
                keep(game, replay->world->tick, cid, next);
                now[cid] = next;
            }
        }
    }
    for (int32_t cid = 0; cid < TT_CIDS && replay->world->tick + 1 < tick; cid++) {
        keep(game, replay->world->tick + 1, cid, UNKNOWN);
    }
}

static void take_record(struct game *game, const tt_io_reading *r)
{
    const tt_th_event *event = r->item.th;
    if (event->tick > game->tick) {
        tti_replay_flush(game->replay.replay, game->tick);
        pass_silence(game, event->tick);
        game->tick = event->tick;
    }
    tti_reading_replay_take(&game->replay, event, tt_recording_world(r->rec));
}

bool tti_reading_applied(tt_io_reading *r, int32_t cid, int32_t tick, int8_t *direction)
{
    struct game *game = r->inside->replays ? r->inside->states->game : NULL;
    if (game == NULL) {
        return false;
    }
    tti_replay *replay = game->replay.replay;
    if (tick > replay->world->tick) {
        tti_replay_flush(replay, tick);
    }
    *direction = tick < replay->world->tick ? game->before[cid] : applied(game, cid);
    for (size_t i = 0; i < game->count && game->changes[i].tick <= tick; i++) {
        if (game->changes[i].cid == cid && tick < replay->world->tick) {
            *direction = game->changes[i].direction;
        }
    }
    return *direction != UNKNOWN;
}

/* Follows the item. A fact that needs a position is copied first, because facts of the reader must
 * not be changed. */
void tti_reading_states_take(tt_io_reading *r)
{
    struct tti_reading_states *states = r->inside->states;
    if (states->game != NULL && r->item.kind == TT_ITEM_RECORD) {
        take_record(states->game, r);
    } else if (r->item.kind == TT_ITEM_TICK) {
        if (states->game != NULL) {
            tti_replay_flush(states->game->replay.replay, r->item.tick);
        }
        tt_follow_take(&states->follow, r->rec, r->item.tick);
    } else if (r->item.kind == TT_ITEM_FACT) {
        states->fact = *r->item.fact;
        tt_follow_fact(&states->follow, r->rec, &states->fact);
        r->item.fact = &states->fact;
    }
}

void tti_reading_states_close(tt_io_reading *r)
{
    struct game *game = r->inside->states->game;
    if (game != NULL) {
        tti_reading_replay_close(&game->replay);
        free(game->changes);
        free(game);
    }
    tti_map_terrain_free(&r->inside->states->terrain);
    free(r->inside->states);
    r->inside->states = NULL;
}

bool tt_io_reading_tee(tt_io_reading *r, int32_t cid, int32_t tick, tt_tee_state *state)
{
    struct tti_reading_states *states = r->inside != NULL ? r->inside->states : NULL;
    bool is_there = states != NULL && tt_follow_tee(&states->follow, cid, tick, state);
    r->lacks_map = r->lacks_map || (is_there && !states->has_map && state->place == TT_UNKNOWN);
    return is_there;
}
