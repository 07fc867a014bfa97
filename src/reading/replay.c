/* SPDX-License-Identifier: MIT
 *
 * Loads what the physics needs of a map file, and hands it the records of a recording. A game has
 * some megabytes; its size depends on the map, and never on the recording.
 */
#include "reading/replay.h"

#include "follow/search.h"
#include "reading/inside.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "host/error.h"
#include "host/map.h"

static bool no_memory(tt_io_error *error)
{
    tt_io_error_system(error, ENOMEM, "cannot hold the game of this map");
    return false;
}

/* The most late inputs that are noted of a recording. Ten hours of a busy server have half as
 * many. */
#define HINTS 65536

bool tti_reading_replay_open(tti_reading_replay *p, tt_bytes map, const tt_th_header *header,
                             tt_io_error *error)
{
    tt_bytes settings;
    memset(p, 0, sizeof *p);
    if (!tti_map_terrain_load(&p->terrain, map, error) ||
        !tti_map_settings_load(&settings, map, error)) {
        return false;
    }
    p->tables = malloc(tti_arena_size(&p->terrain));
    if (p->tables != NULL) {
        tti_arena_init(&p->arena, &p->terrain, p->tables);
        tti_arena_settings(&p->arena, NULL, p->tables, settings);
    }
    free((void *)settings.data);
    if (p->tables == NULL) {
        return no_memory(error);
    }
    p->world = malloc(tti_physics_size(&p->arena));
    p->replay = malloc(sizeof *p->replay);
    if (p->world == NULL || p->replay == NULL) {
        return no_memory(error);
    }
    tti_rules_of(&p->rules, header);
    tti_reading_replay_restart(p);
    return true;
}

void tti_reading_replay_restart(tti_reading_replay *p)
{
    tti_physics_init(p->world, &p->arena, &p->rules);
    tti_replay_init(p->replay, p->world);
    p->replay->hints = p->hints.list;
    p->replay->hint_count = p->hints.count;
}

bool tti_reading_replay_resume(tti_reading_replay *p, tt_bytes packed)
{
    return tti_replay_unpack(p->replay, packed);
}

bool tti_reading_replay_needs_search(const tti_reading_replay *p)
{
    /* from this version_minor on a server takes one input a tick, so none counts late */
    enum { ONE_INPUT_A_TICK = 11 };
    return p->world->rules.minor < ONE_INPUT_A_TICK;
}

/* Searches the hints up to `end`. An input that counted late before `end` shows in positions up to
 * TTI_SEARCH_AHEAD ticks later. */
static void search(tti_search *s, tt_io_reading *r, uint8_t *words, int64_t end)
{
    tti_action actions[TTI_ACTIONS_MAX];
    while (tti_reading_source_next(r) && !tti_search_is_hopeless(s) &&
           (int64_t)r->item.tick - TTI_SEARCH_AHEAD < end) {
        int count = r->item.th == NULL
                        ? 0
                        : tti_actions_of(actions, words, r->item.th, tt_recording_world(r->rec));
        for (int i = 0; i < count; i++) {
            tti_search_take(s, &actions[i]);
        }
    }
    if (!tti_search_is_hopeless(s)) {
        tti_search_flush(s);
    }
}

static bool stops(void *user)
{
    const tt_io_reading_options *how = user;
    return tt_io_stop_wanted(how->stop);
}

/* Takes the late inputs from the index of the recording, if it has them. */
static bool take_known(tti_reading_replay *p, const struct tti_reading *in, bool no_index)
{
    tt_io_error error;
    tt_io_index_status status;
    tt_io_index *index = no_index ? NULL : tti_reading_index_open(in, &status, &error);
    bool is_known = index != NULL && tti_index_hints(index, p->hints.list, HINTS, &p->hints.count);
    tti_index_close(index);
    return is_known;
}

/* Finds the late inputs: from the index, or by reading the file once. */
static bool find(tti_reading_replay *p, const tt_io_reading *of, int64_t end, tt_io_error *error)
{
    const tt_io_reading_options *how = &of->inside->options;
    tt_io_reading_options options = {.wants = TT_WANT_RECORDS,
                                     .no_index = true,
                                     .index_folder = how->index_folder,
                                     .stop = how->stop,
                                     .on_progress = how->on_progress,
                                     .user = how->user};
    tt_io_reading r = {.rec = NULL};
    tti_search *s = malloc(sizeof *s);
    void *memory = malloc(tti_search_size(&p->arena));
    p->hints.list = malloc(HINTS * sizeof *p->hints.list);
    bool is_good = s != NULL && memory != NULL && p->hints.list != NULL;
    if (is_good && tti_reading_source_open(&r, of->inside->path, &options, true) &&
        !take_known(p, r.inside, how->no_index)) {
        tti_search_init(s, &p->arena, &p->world->rules, memory, p->hints.list, HINTS);
        s->stops = stops;
        s->user = &options;
        search(s, &r, p->words, end);
        p->hints.count = s->hint_count;
    }
    if (!is_good) {
        tti_error_say(error, TT_ERR_SYSTEM, "there is not enough memory");
    } else if (r.error.status == TT_ERR_SYSTEM) {
        *error = r.error;
        is_good = false;
    }
    of->inside->was_damaged = r.errors != 0;
    tti_reading_source_close(&r);
    free(memory);
    free(s);
    if (how->on_progress != NULL) {
        how->on_progress(how->user, 0);
    }
    return is_good && !(how->stop != NULL && tt_io_stop_wanted(how->stop));
}

bool tti_reading_replay_search(tti_reading_replay *p, const tt_io_reading *r, int64_t end,
                               tt_io_error *error)
{
    if (!tti_reading_replay_needs_search(p) || !tt_io_reading_is_file(r->inside->path)) {
        return true;
    }
    bool is_good = find(p, r, end, error);
    p->replay->hints = p->hints.list;
    p->replay->hint_count = p->hints.count;
    return is_good;
}

bool tti_reading_hints(tti_hints *hints, const tt_io_reading *r, tt_bytes map, int64_t end,
                       tt_io_error *error)
{
    tti_reading_replay p;
    *hints = (tti_hints){NULL, 0};
    if (map.size == 0 || tt_io_reading_format(r) != TT_FORMAT_TEEHISTORIAN) {
        return true;
    }
    bool is_open = tti_reading_replay_open(&p, map, &r->th_header, error);
    bool is_good =
        is_open ? tti_reading_replay_search(&p, r, end, error) : error->status != TT_ERR_SYSTEM;
    *hints = p.hints;
    p.hints.list = NULL;
    tti_reading_replay_close(&p);
    return is_good;
}

void tti_hints_free(tti_hints *hints)
{
    free(hints->list);
    *hints = (tti_hints){NULL, 0};
}

void tti_reading_replay_take(tti_reading_replay *p, const tt_th_event *event, const tt_world *file)
{
    tti_action actions[TTI_ACTIONS_MAX];
    int count = tti_actions_of(actions, p->words, event, file);
    for (int i = 0; i < count; i++) {
        tti_replay_take(p->replay, &actions[i]);
    }
}

void tti_reading_replay_close(tti_reading_replay *p)
{
    tti_map_terrain_free(&p->terrain);
    free(p->tables);
    free(p->world);
    free(p->replay);
    tti_hints_free(&p->hints);
    memset(p, 0, sizeof *p);
}
