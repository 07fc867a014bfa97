/* SPDX-License-Identifier: MIT
 *
 * A moment of a recording, as the game shows it.
 *
 * The scene follows the recording up to the moment; at the first snapshot at or after it the camera
 * is placed, and the list of shapes is drawn and written.
 */
#include <inttypes.h>
#include <string.h>

#include "jobs/drawing.h"
#include "studio/studio_inside.h"
#include "teetape/io/player.h"

/* A picture shows one moment, so a name is compared with those of now. */
static int32_t find_focus(const struct tti_drawing *w)
{
    int32_t cid = -1;
    const char *name;
    tt_io_player_parse(w->o.focus, &cid, &name);
    for (int32_t i = 0; name != NULL && i < TT_CIDS; i++) {
        if (w->scene.player[i].is_known && strcmp(w->scene.player[i].name, name) == 0) {
            return i;
        }
    }
    return cid;
}

tt_status tti_moment_draw(void *drawing, tt_shapes *list)
{
    const struct tti_drawing *w = drawing;
    return tt_draw(list, &w->scene, w->time, &w->camera, tt_io_studio_map(w->studio), &w->how);
}

/* `center` holds the camera; the focus still marks who is in view. */
bool tti_moment_aim(struct tti_drawing *w)
{
    int64_t x, y;
    int32_t focus = w->o.focus != NULL ? find_focus(w) : tt_scene_view(&w->scene, w->time);
    bool is_there = focus >= 0 && tt_scene_place(&w->scene, w->time, focus, &x, &y);
    w->how.focus = is_there ? focus : -1;
    if (is_there && w->o.center == NULL) {
        w->camera.x = x;
        w->camera.y = y;
    }
    return is_there || w->o.center != NULL;
}

void tti_moment_begin(struct tti_drawing *w, int64_t tick)
{
    w->scene.from = tick > TTI_DRAWING_BEFORE ? (int32_t)(tick - TTI_DRAWING_BEFORE) : 0;
}

bool tti_moment_is_there(struct tti_drawing *w, const tt_io_reading *r)
{
    tt_io_error error;
    int32_t cid;
    const char *name;
    if (tt_selection_found(&r->selection) || !tt_io_reading_is_file(w->path)) {
        return true;
    }
    tt_io_player_parse(w->o.focus, &cid, &name);
    tt_io_player_none(&error, w->path, name, w->o.reading.stop);
    return tti_job_fail_with(&w->voice, &error, w->path);
}

bool tti_moment_is_outside(struct tti_drawing *w, const tt_io_reading *r, const char *from)
{
    tt_io_error error;
    return tt_io_spans_outside(r, from, w->o.reading.to, &error) &&
           !tti_job_fail_with(&w->voice, &error, w->path);
}

/* True when the picture was made, or cannot be. `at` is -1 for the first snapshot in which somebody
 * is seen. A gap shows the earlier snapshot, moved on. A demo may begin after the moment: `first`
 * is its first tick marker. */
static bool take_snapshot(struct tti_drawing *w, const tt_io_reading *r, int64_t at)
{
    const char *focus = w->o.focus;
    char begin[TT_IO_PLACE_TIME_TEXT];
    int32_t now = w->scene.tick, first = now - tt_io_reading_time(r, now);
    if (now < at) {
        return false;
    }
    if (at >= 0 && at < first) {
        return !tti_job_fail(&w->voice, TT_ERR_PLACE, w->path,
                             "the recording begins at tick %" PRId32 " (%s)", first,
                             tt_io_place_time(begin, 0));
    }
    int64_t tick = at > w->scene.before_tick ? at : w->scene.before_tick;
    w->time = (at < 0 ? now : tick) * TT_SCENE_ONE;
    if (!tti_moment_aim(w)) {
        return at >= 0 &&
               !tti_job_fail(&w->voice, TT_ERR_PLACE, w->path,
                             "%s is%s in the world at tick %" PRId64,
                             focus != NULL ? focus : "nobody", focus != NULL ? " not" : "", tick);
    }
    w->d->tick = w->time / TT_SCENE_ONE;
    tti_drawing_write(w, tti_moment_draw);
    return true;
}

/* The tick of `at` may be known only after the first marker of a demo: INT32_MAX until then. */
bool tti_drawing_moment(struct tti_drawing *w, tt_io_reading *r)
{
    const char *focus = w->o.focus;
    int64_t at = w->o.at == NULL ? -1 : r->has_span ? r->from : INT32_MAX;
    if (!tti_moment_is_there(w, r)) {
        return false;
    }
    tti_moment_begin(w, at);
    while (tt_io_reading_next(r)) {
        bool has_more = tt_scene_follow(&w->scene, r->rec, &r->item) != 0;
        while (has_more) {
            if (take_snapshot(w, r, at)) {
                return w->d->is_made;
            }
            has_more = tt_scene_advance(&w->scene, r->rec) != 0;
        }
        at = w->o.at != NULL && r->has_span ? r->from : at;
    }
    if (tt_io_stop_wanted(w->o.reading.stop) || (at >= 0 && tti_moment_is_outside(w, r, w->o.at))) {
        return false;
    }
    return at >= 0
               ? tti_job_fail(&w->voice, TT_ERR_PLACE, w->path, "it ends before the moment of `at`")
               : tti_job_fail(&w->voice, TT_ERR_PLACE, w->path,
                              "%s has %s tee in it; `center` X,Y shows a place",
                              focus != NULL ? focus : "nobody", focus != NULL ? "no" : "a");
}
