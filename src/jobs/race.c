/* SPDX-License-Identifier: MIT
 *
 * Reads the runs of a race, which start together.
 */
#include "jobs/race.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reading/inside.h"

/* Ticks before the start and after the last finish. */
#define MARGIN (2 * TT_TICKS_PER_SECOND)

static void set_span(struct tti_race *race)
{
    int64_t start = race->run[0].start, longest = 0;
    for (size_t i = 0; i < race->count; i++) {
        longest = race->run[i].ticks > longest ? race->run[i].ticks : longest;
    }
    snprintf(race->from, sizeof race->from, "%" PRId64, start > MARGIN ? start - MARGIN : 0);
    snprintf(race->to, sizeof race->to, "%" PRId64, start + longest + MARGIN);
}

const char *tti_maps_differ(char text[TTI_MAPS_TEXT], const tt_demo_header *first,
                            const tt_demo_header *other)
{
    if (strcmp(first->map_name, other->map_name) == 0) {
        snprintf(text, TTI_MAPS_TEXT, "this is another version of the map '%s' of the first file",
                 first->map_name);
    } else {
        snprintf(text, TTI_MAPS_TEXT, "the map is '%s', but the map of the first file is '%s'",
                 other->map_name, first->map_name);
    }
    return text;
}

bool tti_race_read(struct tti_race *race, const char *const *paths, size_t count,
                   const char *player, const tt_io_reading_options *how, struct job_voice *voice)
{
    tt_demo_header map = {0}, other = {0};
    *race = (struct tti_race){.count = 0};
    if (count < 2 || count > TTI_RUNS_MAX) {
        return tti_job_fail(voice, TT_ERR_ARGUMENT, NULL,
                            "`ghost` needs 2 to %d recordings, not %zu", TTI_RUNS_MAX, count);
    }
    for (size_t i = 0; i < count; i++) {
        tt_io_reading_options own = *how;
        tt_io_error error;
        tt_demo_header *of = i == 0 ? &map : &other;
        own.player = player;
        bool is_read = tti_ghost_read(&race->run[i], of, paths[i], &own, &error);
        if (!is_read && i > 0 && player != NULL && error.status == TT_ERR_PLACE) {
            own.player = NULL;
            is_read = tti_ghost_read(&race->run[i], of, paths[i], &own, &error);
        }
        if (!is_read) {
            return tti_job_fail_with(voice, &error, paths[i]);
        }
        race->count++;
        if (i > 0 && !tti_map_is_same(&map, &other)) {
            char maps[TTI_MAPS_TEXT];
            return tti_job_fail(voice, TT_ERR_ARGUMENT, paths[i], "%s; a race needs one map",
                                tti_maps_differ(maps, &map, &other));
        }
    }
    set_span(race);
    return true;
}

void tti_race_free(struct tti_race *race)
{
    for (size_t i = 0; i < race->count; i++) {
        free(race->run[i].place);
    }
    race->count = 0;
}
