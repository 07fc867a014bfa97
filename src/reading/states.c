/* SPDX-License-Identifier: MIT
 *
 * Follows the states of tees for a reading, and loads the map of a demo, which advancing old cores
 * needs.
 */
#include "reading/inside.h"

#include <stdlib.h>

#include "host/map.h"

struct tti_reading_states {
    tt_follow follow;
    tt_terrain terrain;
    tt_fact fact; /* the last one, with its position */
};

static void add(tt_demo_new_map *map, size_t *room, const tt_item *item)
{
    if (map != NULL && item->kind == TT_ITEM_RECORD && item->demo->kind == TT_DEMO_MAP) {
        (void)tt_io_map_file_add(map, room, item->demo->data);
    }
}

/* Pieces of the map are records, and no other records precede the end of the map. */
void tti_reading_pass_map(tt_io_reading *r, tt_demo_new_map *map, size_t *room)
{
    uint64_t end = r->inside->header.size + (uint64_t)tt_recording_demo_header(r->rec)->map_size;
    r->inside->split_at = end;
    while (!r->is_ended && tt_recording_offset(r->rec) < end) {
        tt_status status = tt_recording_next(r->rec, &r->item);
        bool is_over = status == TT_MORE && tt_recording_offset(r->rec) >= end;
        if (status == TT_OK) {
            add(map, room, &r->item);
        } else if (is_over || !tti_reading_source_more(r, status)) {
            break;
        }
    }
    r->inside->split_at = 0;
}

/* A map that is damaged, or larger than the limit, counts as none. */
static void load_inside(tt_io_reading *r, tt_terrain *terrain)
{
    tt_demo_new_map map = {0};
    size_t room = 0;
    tt_recording_want(r->rec, TT_WANT_RECORDS, 0);
    tti_reading_pass_map(r, &map, &room);
    tti_reading_set_wants(r);
    (void)tti_map_terrain_load(terrain, map.bytes);
    tti_map_file_free(&map);
}

static void load_found(const tt_io_reading *r, const tt_demo_header *header, tt_terrain *terrain)
{
    tti_map_found found;
    const tt_io_reading_options *options = &r->inside->options;
    if (tti_map_find(&found, options->data, header, options->stop)) {
        (void)tti_map_terrain_load(terrain, found.map.bytes);
    }
    tti_map_found_free(&found);
}

static void load(tt_io_reading *r, const tt_demo_header *header, tt_terrain *terrain)
{
    if (header->map_size != 0) {
        load_inside(r, terrain);
    } else {
        load_found(r, header, terrain);
    }
}

/* Facts of a teehistorian file have all positions. */
static bool needs_states(const tt_io_reading *r)
{
    const tt_io_reading_options *options = &r->inside->options;
    bool wants_deaths =
        (options->wants & TT_WANT_FACTS) != 0 && (options->facts & TT_FACT_BIT(TT_FACT_DEATH)) != 0;
    return (options->wants & TT_WANT_TICKS) != 0 ||
           (wants_deaths && tt_io_reading_format(r) == TT_FORMAT_DEMO);
}

bool tti_reading_states_open(tt_io_reading *r)
{
    if (!needs_states(r)) {
        return true;
    }
    struct tti_reading_states *states = calloc(1, sizeof *states);
    if (states == NULL) {
        return tti_reading_no_memory(r);
    }
    r->inside->states = states;
    const tt_terrain *terrain = r->inside->options.terrain;
    if (terrain == NULL && tt_recording_demo_header(r->rec) != NULL) {
        load(r, tt_recording_demo_header(r->rec), &states->terrain);
        terrain = states->terrain.width != 0 ? &states->terrain : NULL;
    }
    tt_follow_init(&states->follow, terrain);
    return true;
}

/* Copies a fact, because those of the reader must not be changed. */
void tti_reading_states_take(tt_io_reading *r)
{
    struct tti_reading_states *states = r->inside->states;
    if (r->item.kind == TT_ITEM_TICK) {
        tt_follow_take(&states->follow, r->rec, r->item.tick);
    } else if (r->item.kind == TT_ITEM_FACT) {
        states->fact = *r->item.fact;
        tt_follow_fact(&states->follow, r->rec, &states->fact);
        r->item.fact = &states->fact;
    }
}

void tti_reading_states_close(tt_io_reading *r)
{
    tti_map_terrain_free(&r->inside->states->terrain);
    free(r->inside->states);
    r->inside->states = NULL;
}

bool tti_reading_tee(tt_io_reading *r, int32_t cid, int32_t tick, tt_tee_state *state)
{
    bool is_there = tt_follow_tee(&r->inside->states->follow, cid, tick, state);
    r->lacks_map = r->lacks_map || (is_there && state->place == TT_UNKNOWN);
    return is_there;
}
