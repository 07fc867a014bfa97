/* SPDX-License-Identifier: MIT
 *
 * The ghosts of a film: the fastest runs of further recordings. They start together with the run of
 * the first recording.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "jobs/drawing.h"
#include "reading/inside.h"

/* Ticks of the film before the start and after the last finish. */
#define MARGIN (2 * TT_TICKS_PER_SECOND)

/* Sets the span to that of the runs if the user gave none. */
static void set_span(struct tti_drawing *w)
{
    struct tti_ghosts *g = &w->ghosts;
    int64_t end = 0;
    for (size_t i = 0; i < g->count; i++) {
        end = g->run[i].ticks > end ? g->run[i].ticks : end;
    }
    if (w->o.reading.from == NULL && w->o.reading.to == NULL) {
        int64_t start = g->run[0].start;
        snprintf(g->from, sizeof g->from, "%" PRId64, start > MARGIN ? start - MARGIN : 0);
        snprintf(g->to, sizeof g->to, "%" PRId64, start + end + MARGIN);
        w->o.reading.from = g->from;
        w->o.reading.to = g->to;
    }
}

bool tti_ghosts_read(struct tti_drawing *w)
{
    struct tti_ghosts *g = &w->ghosts;
    tt_io_reading_options how = {.index_folder = w->o.reading.index_folder,
                                 .no_index = w->o.reading.no_index,
                                 .data = w->o.data,
                                 .stop = w->o.reading.stop};
    if (!w->o.ghost) {
        return true;
    }
    if (w->files->count < 2 || w->files->count > TTI_GHOSTS_MAX) {
        return tti_job_fail(&w->voice, TT_ERR_ARGUMENT, NULL, "`ghost` needs 2 to %d recordings",
                            TTI_GHOSTS_MAX);
    }
    for (size_t i = 0; i < w->files->count; i++) {
        const char *path = w->files->entries[i].path;
        tt_io_error error;
        how.player = i > 0 ? NULL : tti_drawing_is_race(&w->o) ? w->o.reading.player : w->o.focus;
        if (!tti_ghost_read(&g->run[i], path, &how, &error)) {
            return tti_job_fail_with(&w->voice, &error, path);
        }
        g->count++;
        if (!tti_map_is_same(&g->run[0].map, &g->run[i].map)) {
            return tti_job_fail(&w->voice, TT_ERR_ARGUMENT, path,
                                "it was played on another map than the first file");
        }
    }
    if (tti_drawing_is_race(&w->o)) {
        return true;
    }
    if (w->o.focus == NULL) {
        snprintf(g->focus, sizeof g->focus, "name:%s", g->run[0].name);
        w->o.focus = g->focus;
    }
    set_span(w);
    return true;
}

/* Moves the ghosts. After the finish of the first run the gap is the difference of the times. */
void tti_ghosts_move(struct tti_drawing *w)
{
    struct tti_ghosts *g = &w->ghosts;
    const struct tti_ghost *own = &g->run[0];
    if (g->count == 0) {
        return;
    }
    int64_t time = w->time - own->start * (int64_t)TT_SCENE_ONE, x, y;
    int64_t tick = time / TT_SCENE_ONE;
    tti_ghost_at(own, tick * TT_SCENE_ONE, &x, &y);
    for (size_t i = 1; i < g->count; i++) {
        tt_draw_ghost *drawn = &g->drawn[i - 1];
        drawn->name = g->run[i].name;
        tti_ghost_at(&g->run[i], time, &drawn->x, &drawn->y);
        if (tick >= own->ticks) {
            drawn->has_gap = true;
            drawn->gap = own->ticks - g->run[i].ticks;
        } else if (tick > 0 && tti_ghost_nearest(&g->run[i], x, y, &g->nearest[i])) {
            drawn->has_gap = true;
            drawn->gap = (int32_t)tick - g->nearest[i];
        }
    }
    w->how.ghosts = g->drawn;
    w->how.ghost_count = g->count - 1;
}

void tti_ghosts_free(struct tti_ghosts *ghosts)
{
    for (size_t i = 0; i < ghosts->count; i++) {
        free(ghosts->run[i].place);
    }
}
