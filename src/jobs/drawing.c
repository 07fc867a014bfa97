/* SPDX-License-Identifier: MIT
 *
 * The public calls of a drawing, its options for a reading, and the search for the map: embedded in
 * a demo, named by the user, or in the game's folders.
 *
 * The studio has the map and the images for every picture. It is opened once, before the recording
 * is followed.
 */
#include "jobs/drawing.h"
#include "host/map.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/inside.h"
#include "jobs/page.h"
#include "reading/inside.h"
#include "studio/studio_inside.h"

/* Collects the embedded map. Memory grows with the pieces, because the header may claim any size.
 * An incomplete map counts as none. */
static bool take_embedded(struct tti_drawing *w, tt_io_reading *r, size_t size)
{
    size_t room = 0;
    int failed = 0;
    while (failed == 0 && w->embedded.bytes.size < size && tt_io_reading_next(r) &&
           r->item.demo != NULL && r->item.demo->kind == TT_DEMO_MAP) {
        failed = tt_io_map_file_add(&w->embedded, &room, r->item.demo->data);
    }
    if (failed == ENOMEM) {
        tt_io_error error;
        tt_io_error_system(&error, failed, "the map cannot be kept");
        return tti_job_fail_with(&w->voice, &error, w->path);
    }
    if (w->embedded.bytes.size == size) {
        w->studio_how.map = w->embedded.bytes;
    }
    return true;
}

static bool look_in(struct tti_drawing *w, tt_io_reading *r)
{
    const tt_io_map_ask ask = {.file = w->o.map,
                               .data = w->o.data,
                               .stop = w->o.reading.stop,
                               .without = ", so a plain grid is drawn",
                               .on_say = tti_job_say,
                               .user = &w->voice};
    const tt_demo_header *demo = tt_recording_demo_header(r->rec);
    w->is_computed = demo == NULL;
    if (!tti_io_map_of(&w->found, r, w->path, &ask)) {
        return false;
    }
    if (!w->o.map_only && !tti_drawing_is_way(&w->o)) {
        tti_job_tell_cut(&w->voice, r, w->path);
    }
    w->studio_how.map = w->found.map.bytes;
    w->d->map = w->found.path;
    return demo == NULL || demo->map_size == 0 || w->o.map != NULL ||
           take_embedded(w, r, demo->map_size);
}

/* Looks for the map in a pass of its own, because the studio needs it before the first picture. A
 * pipe allows only one pass. Damage is reported by the pass that draws. */
static bool look_for_map(struct tti_drawing *w)
{
    const tt_io_reading_options how = {
        .wants = TT_WANT_RECORDS, .wants_map = true, .no_index = true, .stop = w->o.reading.stop};
    tt_io_reading r = {.rec = NULL};
    bool good =
        !tt_io_reading_is_file(w->path) || !tt_io_reading_open(&r, w->path, &how) || look_in(w, &r);
    if (good && r.error.status == TT_ERR_SYSTEM) {
        good = tti_job_fail_with(&w->voice, &r.error, w->path);
    }
    tt_io_reading_close(&r);
    return good;
}

/* Finds the map. The game may be able to read a map that teetape cannot read: the picture is then
 * drawn without a map. */
static bool find_map(struct tti_drawing *w)
{
    tt_io_error error;
    w->studio_how.data = w->o.data;
    w->studio_how.font = w->o.font;
    if (!look_for_map(w)) {
        return false;
    }
    w->studio = tt_io_studio_open(&w->studio_how, &error);
    if (w->studio == NULL && error.status != TT_ERR_SYSTEM) {
        tti_job_tell(&w->voice, TT_LEVEL_WARNING, w->d->map != NULL ? w->d->map : w->path,
                     "the map cannot be drawn: %s", error.text);
        w->studio_how.map = (tt_bytes){NULL, 0};
        w->studio = tt_io_studio_open(&w->studio_how, &error);
    }
    return w->studio != NULL || tti_job_fail_with(&w->voice, &error, w->path);
}

static unsigned shown(const tt_io_drawing_options *o)
{
    unsigned show = TT_DRAW_ALL;
    (void)tti_drawing_hud(o, &show);
    show &= o->no_note ? ~(unsigned)TT_DRAW_ORIGIN : ~0u;
    show |= o->scoreboard ? TT_DRAW_SCOREBOARD : 0;
    show |= o->keys ? TT_DRAW_KEYS : 0;
    show |= o->speedometer ? TT_DRAW_SPEED : 0;
    show |= o->aim ? TT_DRAW_AIM : 0;
    show |= o->names != NULL && strcmp(o->names, "focus") == 0 ? TT_DRAW_NAME_FOCUS : 0;
    return o->map_only || tti_drawing_is_way(o) ? TT_DRAW_MAP : show;
}

/* Replaces `at` "best" by the best moment, with its player in the middle. */
static bool find_best(struct tti_drawing *w)
{
    struct page_look look;
    if (!tti_drawing_is_best(&w->o)) {
        return true;
    }
    if (!tti_best_look(w->path, w->o.focus, w->o.reading.stop, &w->voice, &look)) {
        return false;
    }
    snprintf(w->best_at, sizeof w->best_at, "%" PRId32, look.tick);
    snprintf(w->best_focus, sizeof w->best_focus, "%" PRId32, look.cid);
    w->o.at = w->best_at;
    w->o.focus = w->best_focus;
    snprintf(w->d->title, sizeof w->d->title, "%s", look.title);
    return true;
}

static bool begin(struct tti_drawing *w)
{
    const char *problem = tti_drawing_check(&w->o);
    if (problem != NULL) {
        return tti_job_fail(&w->voice, TT_ERR_ARGUMENT, w->path, "%s", problem);
    }
    if (tti_drawing_is_race(&w->o) && w->o.paths == NULL) {
        w->o.paths = "player";
    }
    (void)tti_drawing_view(&w->o, &w->camera);
    w->d->width = w->camera.width;
    w->d->height = w->camera.height;
    tt_scene_init(&w->scene);
    w->stage.show_secrets = w->o.show_secrets;
    w->how = (tt_draw_options){.show = shown(&w->o), .focus = -1};
    if (!tti_drawing_may_write(w) || !tti_drawing_read_camera(w) || !tti_ghosts_read(w) ||
        !find_best(w) || !find_map(w)) {
        return false;
    }
    tt_io_error error;
    if (!tti_io_studio_stage(w->studio, &w->stage, &error)) {
        return tti_job_fail_with(&w->voice, &error, w->path);
    }
    w->ways.heat.stage = &w->stage;
    w->ways.heat.kind = w->o.heat != NULL ? tti_drawing_heat_of(w->o.heat) : TTI_HEAT_POSITIONS;
    tti_drawing_equip(w);
    return true;
}

static bool has_scene(const struct tti_drawing *w)
{
    return !tti_drawing_is_way(&w->o) || (w->o.heat != NULL && w->ways.heat.kind == TTI_HEAT_HOOKS);
}

/* Sets what the reading gives. A heat map of hooks needs the scene, which begins before the span. A
 * moment needs chat, kills and hooks from before it. With the map, a teehistorian file is read from
 * its start, because the game is computed, or from a state of the game in its index. The focus
 * becomes the player of the reading only to check that this player exists: everybody is drawn. */
static void ask(const struct tti_drawing *w, tt_io_reading_options *how)
{
    bool is_way = tti_drawing_is_way(&w->o), is_scene = has_scene(w);
    *how = w->o.reading;
    how->wants = is_scene ? TT_SCENE_WANTS : TTI_PATHS_WANTS;
    how->facts = !is_way ? TT_SCENE_FACTS : is_scene ? 0 : TTI_PATHS_FACTS;
    how->wants_before = is_scene;
    bool is_computed = is_scene && w->is_computed && w->stage.terrain != NULL;
    how->no_seek = is_computed && is_way;
    how->wants_game = is_computed;
    how->wants_everybody = is_scene;
    how->wants_states = !is_scene;
    how->terrain = w->o.map != NULL ? w->stage.terrain : NULL;
    how->data = w->o.data;
    if (!is_way) {
        how->from = w->o.fps == 0 ? w->o.at : how->from;
        how->player = w->o.focus;
        how->lead = TTI_DRAWING_BEFORE;
    }
}

bool tt_io_drawing_open(tt_io_drawing *d, const tt_io_list *files,
                        const tt_io_drawing_options *options, tt_io_reading_options *how)
{
    if (how == NULL) {
        *d = (tt_io_drawing){.tick = -1};
        return tti_job_check(tti_drawing_check(options), &d->error);
    }
    const char *path = files->entries[0].path;
    struct job_voice voice = {&d->error, options->on_say, options->user};
    struct tti_drawing *w = calloc(1, sizeof *w);
    *d = (tt_io_drawing){.output = options->output, .tick = -1, .inside = w};
    if (w == NULL) {
        return tti_job_fail(&voice, TT_ERR_SYSTEM, path, "there is not enough memory");
    }
    w->d = d;
    w->voice = voice;
    w->o = *options;
    w->files = files;
    w->path = path;
    if (!begin(w)) {
        return false;
    }
    ask(w, how);
    return true;
}

/* Returns the tick before which the scene must be right. For the first picture with a tee this is
 * 0, because that tee has met nobody yet. */
static int64_t end_of(const struct tti_drawing *w, const tt_io_reading *r)
{
    if (w->o.fps != 0 || tti_drawing_is_way(&w->o)) {
        return r->to;
    }
    return w->o.at != NULL ? r->from : w->o.focus != NULL ? INT64_MAX : 0;
}

static bool find_hints(struct tti_drawing *w, const tt_io_reading *r)
{
    if (!has_scene(w)) {
        return true;
    }
    tti_hints_free(&w->hints);
    tt_io_error error;
    bool is_good = tti_reading_hints(&w->hints, r, w->studio_how.map, end_of(w, r), &error);
    w->stage.hints = w->hints.list;
    w->stage.hint_count = w->hints.count;
    return is_good || tt_io_stop_wanted(w->o.reading.stop) ||
           tti_job_fail_with(&w->voice, &error, w->path);
}

bool tt_io_drawing_read(tt_io_drawing *d, tt_io_reading *r, size_t index)
{
    struct tti_drawing *w = d->inside;
    if (w->o.ghost && (index > 0 || tti_drawing_is_race(&w->o))) {
        return true;
    }
    w->stage.game = tti_reading_game(r);
    bool is_good = find_hints(w, r) && (tti_drawing_is_way(&w->o) ? tti_ways_read(w, r, index)
                                        : w->o.fps == 0           ? tti_drawing_moment(w, r)
                                                                  : tti_drawing_film(w, r));
    tt_io_reading_stop(r);
    return tti_job_end(is_good, &d->error, r, w->path);
}

bool tt_io_drawing_end(tt_io_drawing *d)
{
    return tti_drawing_is_way(&d->inside->o) ? tti_ways_write(d->inside) : d->is_made;
}

void tt_io_drawing_close(tt_io_drawing *d)
{
    struct tti_drawing *w = d->inside;
    if (w != NULL) {
        tt_io_studio_close(w->studio);
        tti_map_found_free(&w->found);
        tti_map_file_free(&w->embedded);
        tti_camera_way_free(&w->way);
        tti_ghosts_free(&w->ghosts);
        tti_ways_free(&w->ways);
        tti_hints_free(&w->hints);
    }
    free(w);
    d->inside = NULL;
}
