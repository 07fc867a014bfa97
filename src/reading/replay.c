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
    return tt_io_error_system(error, ENOMEM, "there is not enough memory for the game of this map");
}

/* The most late inputs that are noted of a recording. Ten hours of a busy server have half as
 * many. */
#define HINTS 65536

/* The search ends when more moves are wrong than this number plus one in a hundred of the exact
 * ones. Late inputs do not explain that many, and each wrong move costs a search. */
#define MISSES 500

/* The longest silence that is computed: one day, in ticks. A damaged file may claim 500 days. */
#define SILENCE (24 * 60 * 60 * TT_TICKS_PER_SECOND)

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
        tti_arena_settings(&p->arena, p->tables, settings);
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
    size_t hint_count = p->hints != NULL ? p->replay->hint_count : 0;
    tti_physics_init(p->world, &p->arena, &p->rules);
    tti_replay_init(p->replay, p->world);
    p->replay->hints = p->hints;
    p->replay->hint_count = hint_count;
}

bool tti_reading_replay_resume(tti_reading_replay *p, tt_bytes packed)
{
    return tti_replay_unpack(p->replay, packed);
}

bool tti_reading_replay_needs_search(const tti_reading_replay *p)
{
    enum { ONE_INPUT_A_TICK = 11 }; /* from this version_minor on no input counts late */
    return p->world->rules.minor < ONE_INPUT_A_TICK;
}

static bool is_hopeless(const tti_search *s)
{
    return s->replay.wrong > MISSES + s->replay.count[TTI_EXACT] / 100;
}

static void search(tti_search *s, tt_io_reading *r, uint8_t *words)
{
    tti_action actions[TTI_ACTIONS_MAX];
    int32_t last = 0;
    while (tti_reading_source_next(r) && r->item.tick - last <= SILENCE && !is_hopeless(s)) {
        last = r->item.tick > last ? r->item.tick : last;
        int count = r->item.th == NULL
                        ? 0
                        : tti_actions_of(actions, words, r->item.th, tt_recording_world(r->rec));
        for (int i = 0; i < count; i++) {
            tti_search_take(s, &actions[i]);
        }
    }
    if (!is_hopeless(s)) {
        tti_search_flush(s);
    }
}

/* Takes the inputs that the index of the recording has. */
static bool take_known(tti_reading_replay *p, const struct tti_reading *in, bool no_index)
{
    tt_io_error error;
    tt_io_index_status status;
    size_t count = 0;
    tt_io_index *index = no_index ? NULL : tti_reading_index_open(in, &status, &error);
    bool is_known = index != NULL && tti_index_hints(index, p->hints, HINTS, &count);
    tti_index_close(index);
    p->replay->hints = p->hints;
    p->replay->hint_count = count;
    return is_known;
}

bool tti_reading_replay_search(tti_reading_replay *p, const char *path,
                               const tt_io_reading_options *how)
{
    tt_io_reading r = {.rec = NULL};
    tt_io_reading_options options = {.wants = TT_WANT_RECORDS,
                                     .no_index = true,
                                     .index_folder = how->index_folder,
                                     .stop = how->stop,
                                     .on_progress = how->on_progress,
                                     .user = how->user};
    tti_search *s = malloc(sizeof *s);
    void *memory = malloc(tti_search_size(&p->arena));
    p->hints = malloc(HINTS * sizeof *p->hints);
    bool is_good = s != NULL && memory != NULL && p->hints != NULL;
    if (is_good && tti_reading_source_open(&r, path, &options, true) &&
        !take_known(p, r.inside, how->no_index)) {
        tti_search_init(s, &p->arena, &p->world->rules, memory, p->hints, HINTS);
        search(s, &r, p->words);
        p->replay->hints = p->hints;
        p->replay->hint_count = s->hint_count;
    }
    tti_reading_source_close(&r);
    free(memory);
    free(s);
    return is_good && !(how->stop != NULL && tt_io_stop_wanted(how->stop));
}

bool tti_reading_replay_may_go(tti_reading_replay *p, int32_t tick)
{
    p->is_lost = p->is_lost || tick - p->world->tick > SILENCE;
    return !p->is_lost;
}

void tti_reading_replay_take(tti_reading_replay *p, const tt_th_event *event, const tt_world *file)
{
    tti_action actions[TTI_ACTIONS_MAX];
    if (!tti_reading_replay_may_go(p, event->tick)) {
        return;
    }
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
    free(p->hints);
    memset(p, 0, sizeof *p);
}
