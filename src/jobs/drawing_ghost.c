/* SPDX-License-Identifier: MIT
 *
 * The ghosts of a film: the fastest runs of further recordings. They start together with the run of
 * the first recording.
 */
#include <stdio.h>
#include <stdlib.h>

#include "jobs/drawing.h"

/* Computes the tables of gaps. Returns false after a report. */
static bool compute_gaps(struct tti_drawing *w)
{
    struct tti_ghosts *g = &w->ghosts;
    const struct tti_ghost *own = &g->race.run[0];
    for (size_t i = 1; i < g->race.count; i++) {
        g->gaps[i] = malloc((size_t)own->count * sizeof *g->gaps[i]);
        if (g->gaps[i] == NULL) {
            return tti_job_fail(&w->voice, TT_ERR_SYSTEM, NULL, "there is not enough memory");
        }
        tti_ghost_gaps(own, &g->race.run[i], g->gaps[i]);
    }
    return true;
}

bool tti_ghosts_read(struct tti_drawing *w)
{
    struct tti_ghosts *g = &w->ghosts;
    const char *paths[TTI_RUNS_MAX];
    const tt_io_reading_options how = {.index_folder = w->o.reading.index_folder,
                                       .no_index = w->o.reading.no_index,
                                       .data = w->o.data,
                                       .stop = w->o.reading.stop};
    if (!w->o.ghost) {
        return true;
    }
    for (size_t i = 0; i < w->files->count && i < TTI_RUNS_MAX; i++) {
        paths[i] = w->files->entries[i].path;
    }
    bool is_still = tti_drawing_is_race(&w->o);
    const char *player = w->o.reading.player != NULL ? w->o.reading.player : w->o.focus;
    if (!tti_race_read(&g->race, paths, w->files->count, player, &how, &w->voice)) {
        return false;
    }
    if (is_still) {
        return true;
    }
    if (w->o.focus == NULL) {
        snprintf(g->focus, sizeof g->focus, "name:%s", g->race.run[0].name);
        w->o.focus = g->focus;
    }
    if (w->o.reading.from == NULL && w->o.reading.to == NULL) {
        w->o.reading.from = g->race.from;
        w->o.reading.to = g->race.to;
    }
    return compute_gaps(w);
}

void tti_ghosts_move(struct tti_drawing *w)
{
    struct tti_ghosts *g = &w->ghosts;
    const struct tti_ghost *own = &g->race.run[0];
    if (g->race.count == 0) {
        return;
    }
    int64_t time = w->time - own->start * (int64_t)TT_SCENE_ONE;
    for (size_t i = 1; i < g->race.count; i++) {
        tti_ghost_draw(&g->drawn[i - 1], own, &g->race.run[i], g->gaps[i], time);
    }
    w->how.ghosts = g->drawn;
    w->how.ghost_count = g->race.count - 1;
}

void tti_ghosts_free(struct tti_ghosts *ghosts)
{
    for (size_t i = 0; i < ghosts->race.count; i++) {
        free(ghosts->gaps[i]);
    }
    tti_race_free(&ghosts->race);
}
