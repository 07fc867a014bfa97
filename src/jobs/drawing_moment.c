/* SPDX-License-Identifier: MIT
 *
 * Draws a moment of a recording as the game shows it: the scene follows the recording up to the
 * moment. At the first snapshot at or after it, the camera is aimed, and the list of shapes is
 * drawn and written.
 */
#include <inttypes.h>
#include <string.h>

#include "jobs/drawing.h"
#include "reading/inside.h"
#include "studio/studio_inside.h"
#include "teetape/io/player.h"

/* Returns the client of a player, by the names at the moment of the picture; -1 when there is
 * none. */
int32_t tti_drawing_client(const struct tti_drawing *w, const char *text)
{
    int32_t cid = -1;
    const char *name;
    tt_io_player_parse(text, &cid, &name);
    const tt_scene_player *player = tt_scene_look(&w->scene).player;
    for (int32_t i = 0; name != NULL && i < TT_CIDS; i++) {
        if (player[i].is_known && strcmp(player[i].name, name) == 0) {
            return i;
        }
    }
    return cid;
}

tt_status tti_drawing_draw(void *drawing, tt_shapes *list)
{
    const struct tti_drawing *w = drawing;
    return tt_draw(list, &w->scene, w->time, &w->camera, tt_io_studio_map(w->studio), &w->how);
}

/* Moves the camera to `focus`, or else to the client whom the scene follows. Returns false when
 * that client is not in the world. With `center` the camera remains and the result is true; the
 * focus is still marked in the picture. */
bool tti_drawing_aim(struct tti_drawing *w)
{
    int64_t x, y;
    int32_t focus =
        w->o.focus != NULL ? tti_drawing_client(w, w->o.focus) : tt_scene_view(&w->scene, w->time);
    bool is_there = focus >= 0 && tt_scene_place(&w->scene, w->time, focus, &x, &y);
    w->how.focus = is_there ? focus : -1;
    if (is_there && w->o.center == NULL) {
        w->camera.x = x;
        w->camera.y = y;
    }
    return is_there || w->o.center != NULL;
}

void tti_drawing_begin(struct tti_drawing *w, int64_t tick)
{
    w->stage.from = tick > TTI_DRAWING_BEFORE ? (int32_t)(tick - TTI_DRAWING_BEFORE) : 0;
    tt_scene_set(&w->scene, &w->stage);
}

bool tti_drawing_has_focus(struct tti_drawing *w, const tt_io_reading *r)
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

bool tti_drawing_is_outside(struct tti_drawing *w, const tt_io_reading *r, const char *from)
{
    tt_io_error error;
    return tt_io_spans_outside(r, from, w->o.reading.to, &error) &&
           !tti_job_fail_with(&w->voice, &error, w->path);
}

/* Takes a snapshot. Returns true when the picture was made, or cannot be made. `at` is -1 for the
 * first snapshot with a tee in view. In a gap the picture shows the earlier snapshot with its
 * motion continued. A demo may begin after the moment: `first` is the tick of its first tick
 * marker. */
static bool take_snapshot(struct tti_drawing *w, const tt_io_reading *r, int64_t at)
{
    const char *focus = w->o.focus;
    char begin[TT_IO_PLACE_TIME_TEXT];
    const tt_scene_state scene = tt_scene_look(&w->scene);
    int32_t now = scene.tick, first = now - tt_io_reading_time(r, now);
    if (now < at) {
        return false;
    }
    if (at >= 0 && at < first) {
        return !tti_job_fail(&w->voice, TT_ERR_PLACE, w->path,
                             "the recording begins at tick %" PRId32 " (%s)", first,
                             tt_io_place_time(begin, 0));
    }
    int64_t tick = at > scene.before_tick ? at : scene.before_tick;
    w->time = (at < 0 ? now : tick) * TT_SCENE_ONE;
    if (!tti_drawing_aim(w)) {
        return at >= 0 &&
               !tti_job_fail(&w->voice, TT_ERR_PLACE, w->path,
                             "%s is%s in the world at tick %" PRId64,
                             focus != NULL ? focus : "nobody", focus != NULL ? " not" : "", tick);
    }
    w->d->tick = w->time / TT_SCENE_ONE;
    tti_drawing_write(w, tti_drawing_draw);
    return true;
}

/* Makes the picture of a moment. In a demo the tick of `at` may be known only after the first
 * marker; until then it is INT32_MAX. */
bool tti_drawing_moment(struct tti_drawing *w, tt_io_reading *r)
{
    const char *focus = w->o.focus;
    int64_t at = w->o.at == NULL ? -1 : r->has_span ? r->from : INT32_MAX;
    if (!tti_drawing_has_focus(w, r)) {
        return false;
    }
    tti_drawing_begin(w, at);
    while (tt_io_reading_next(r)) {
        bool has_more = tt_scene_follow(&w->scene, r->rec, &r->item);
        while (has_more) {
            if (take_snapshot(w, r, at)) {
                return w->d->is_made;
            }
            has_more = tt_scene_advance(&w->scene, r->rec);
        }
        at = w->o.at != NULL && r->has_span ? r->from : at;
    }
    if (tt_io_stop_wanted(w->o.reading.stop) ||
        (at >= 0 && tti_drawing_is_outside(w, r, w->o.at))) {
        return false;
    }
    if (at >= 0) {
        char end[TT_IO_PLACE_TIME_TEXT];
        int32_t last = tt_recording_look(r->rec).last_tick;
        return tti_job_fail(&w->voice, TT_ERR_PLACE, w->path,
                            "the recording shows nothing at `at`: it ends at tick %" PRId32 " (%s)",
                            last, tt_io_place_time(end, tt_io_reading_time(r, last)));
    }
    return tti_job_fail(&w->voice, TT_ERR_PLACE, w->path,
                        "%s has %s tee in it; `center` X,Y shows a place",
                        focus != NULL ? focus : "nobody", focus != NULL ? "no" : "a");
}
