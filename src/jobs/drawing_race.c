/* SPDX-License-Identifier: MIT
 *
 * The runs of a picture with ghosts: the fastest run of each recording becomes a path of
 * drawing_paths.c, from its start to its finish. The legend begins with the times, and how much
 * later each run finished than the first one, because long names of files are cut.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jobs/drawing.h"

static bool fail_memory(struct tti_drawing *w)
{
    return tti_job_fail(&w->voice, TT_ERR_SYSTEM, w->path, "there is not enough memory");
}

/* Adds a run. The ticks count from its start, so that the colours of times fit together. A run that
 * the recording has to its end gets a flag. */
static bool add_run(struct tti_paths *paths, const struct tti_ghost *run, size_t file)
{
    struct tti_path *path = &paths->path[paths->count];
    tt_path_filter filter;
    *path = (struct tti_path){.file = file};
    path->places = malloc(((size_t)run->count + 1) * sizeof *path->places);
    if (path->places == NULL) {
        return false;
    }
    memcpy(path->name, run->name, sizeof path->name);
    memcpy(path->first_name, run->name, sizeof path->first_name);
    tt_path_filter_init(&filter);
    for (int32_t i = 0; i < run->count; i++) {
        const struct tti_ghost_place *at = &run->place[i];
        tt_path_place out[2] = {{0}}, place = {i, at->x, at->y, i == 0};
        size_t count = tt_path_filter_take(&filter, place, out);
        memcpy(path->places + path->count, out, count * sizeof *out);
        path->count += count;
        tti_paths_widen(paths, at->x, at->y, file == 0 && i == 0);
    }
    path->count += tt_path_filter_end(&filter, path->places + path->count);
    const struct tti_ghost_place *last = &run->place[run->count - 1];
    paths->mark[paths->mark_count++] = (struct tti_path_mark){
        TT_MARK_START, run->start, run->place->x, run->place->y, paths->count};
    if (run->count > run->ticks) {
        paths->mark[paths->mark_count++] = (struct tti_path_mark){
            TT_MARK_FINISH, run->start + run->ticks, last->x, last->y, paths->count};
    }
    paths->count++;
    return true;
}

bool tti_race_paths(struct tti_drawing *w)
{
    struct tti_paths *paths = &w->ways.paths;
    size_t count = w->ghosts.race.count;
    paths->path = calloc(count, sizeof *paths->path);
    paths->mark = calloc(2 * count, sizeof *paths->mark);
    if (paths->path == NULL || paths->mark == NULL) {
        return fail_memory(w);
    }
    for (size_t i = 0; i < count; i++) {
        if (!add_run(paths, &w->ghosts.race.run[i], i)) {
            return fail_memory(w);
        }
    }
    return true;
}

/* Appends a time in minutes, seconds and hundredths. */
static void append_time(char *text, size_t size, const char *before, int32_t ticks)
{
    size_t used = strlen(text);
    int32_t seconds = ticks / TT_TICKS_PER_SECOND;
    snprintf(text + used, size - used, "%s%" PRId32 ":%02" PRId32 ".%02" PRId32, before,
             seconds / 60, seconds % 60, ticks % TT_TICKS_PER_SECOND * 2);
}

void tti_race_legend(struct tti_drawing *w)
{
    struct tti_legend *legend = &w->ways.legend;
    const struct tti_ghost *runs = w->ghosts.race.run;
    for (size_t i = 0; i < legend->count; i++) {
        char names[sizeof legend->player[i].text];
        size_t size = sizeof names;
        char *text = legend->player[i].text;
        const struct tti_ghost *run = &runs[legend->player[i].path->file];
        int32_t gap = tti_ghost_gap(&runs[0], run);
        memcpy(names, text, size);
        text[0] = '\0';
        append_time(text, size, "", run->ticks);
        if (i > 0) {
            append_time(text, size, gap < 0 ? ", -" : ", +", abs(gap));
        }
        size_t used = strlen(text);
        snprintf(text + used, size - used, ", %s", names);
        legend->lines[i].text = tt_bytes_of(text);
    }
}
