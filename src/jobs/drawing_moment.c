/* SPDX-License-Identifier: MIT
 *
 * Draws a moment of a recording as the game shows it, or a film of moments as Y4M.
 *
 * The scene follows the recording up to the moment. At the first snapshot at or after it, the
 * camera is aimed, and the list of shapes is drawn and written.
 *
 * For a film the scene keeps two snapshots, and each frame is drawn at its time between them. One
 * thread draws frames in order, and threads of the studio paint them.
 */
#include <inttypes.h>
#include <string.h>

#include "jobs/drawing.h"
#include "reading/inside.h"
#include "studio/studio_inside.h"
#include "teetape/io/player.h"

/* Finds the client of the focus by the names at the moment of the picture. */
static int32_t find_focus(const struct tti_drawing *w)
{
    int32_t cid = -1;
    const char *name;
    tt_io_player_parse(w->o.focus, &cid, &name);
    const tt_scene_player *player = tt_scene_look(&w->scene).player;
    for (int32_t i = 0; name != NULL && i < TT_CIDS; i++) {
        if (player[i].is_known && strcmp(player[i].name, name) == 0) {
            return i;
        }
    }
    return cid;
}

static tt_status draw(void *drawing, tt_shapes *list)
{
    const struct tti_drawing *w = drawing;
    return tt_draw(list, &w->scene, w->time, &w->camera, tt_io_studio_map(w->studio), &w->how);
}

/* Moves the camera to `focus`, or else to the client whom the scene follows. Returns false when
 * that client is not in the world. With `center` the camera remains and the result is true; the
 * focus still marks who is in view. */
static bool aim(struct tti_drawing *w)
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

static void begin(struct tti_drawing *w, int64_t tick)
{
    w->stage.from = tick > TTI_DRAWING_BEFORE ? (int32_t)(tick - TTI_DRAWING_BEFORE) : 0;
    tt_scene_set(&w->scene, &w->stage);
}

static bool is_there(struct tti_drawing *w, const tt_io_reading *r)
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

static bool is_outside(struct tti_drawing *w, const tt_io_reading *r, const char *from)
{
    tt_io_error error;
    return tt_io_spans_outside(r, from, w->o.reading.to, &error) &&
           !tti_job_fail_with(&w->voice, &error, w->path);
}

/* Returns true when the picture was made, or cannot be made. `at` is -1 for the first snapshot with
 * a tee in view. A gap shows the earlier snapshot with its motion continued. A demo may begin after
 * the moment: `first` is its first tick marker. */
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
    if (!aim(w)) {
        return at >= 0 &&
               !tti_job_fail(&w->voice, TT_ERR_PLACE, w->path,
                             "%s is%s in the world at tick %" PRId64,
                             focus != NULL ? focus : "nobody", focus != NULL ? " not" : "", tick);
    }
    w->d->tick = w->time / TT_SCENE_ONE;
    tti_drawing_write(w, draw);
    return true;
}

/* In a demo the tick of `at` may be known only after the first marker; until then it is
 * INT32_MAX. */
bool tti_drawing_moment(struct tti_drawing *w, tt_io_reading *r)
{
    const char *focus = w->o.focus;
    int64_t at = w->o.at == NULL ? -1 : r->has_span ? r->from : INT32_MAX;
    if (!is_there(w, r)) {
        return false;
    }
    begin(w, at);
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
    if (tt_io_stop_wanted(w->o.reading.stop) || (at >= 0 && is_outside(w, r, w->o.at))) {
        return false;
    }
    return at >= 0
               ? tti_job_fail(&w->voice, TT_ERR_PLACE, w->path, "the recording ends before `at`")
               : tti_job_fail(&w->voice, TT_ERR_PLACE, w->path,
                              "%s has %s tee in it; `center` X,Y shows a place",
                              focus != NULL ? focus : "nobody", focus != NULL ? "no" : "a");
}

struct film {
    struct tti_drawing *w;
    tt_io_reading *r;
    tt_io_film *io;
    int64_t begin;
    int64_t all; /* the number of frames of the film; 0 when unknown */
    bool has_aim;
};

/* Computes each time from the first frame, so that rounding does not add up. */
static int64_t time_of(const struct film *f, int64_t frame)
{
    return f->begin * TT_SCENE_ONE + frame * TT_TICKS_PER_SECOND * TT_SCENE_ONE / f->w->o.fps;
}

static void tell(const struct film *f)
{
    const tt_io_drawing_options *o = &f->w->o;
    if (o->on_frame != NULL) {
        o->on_frame(o->user, f->w->d->frames, f->all);
    }
}

static int64_t end_of(const struct film *f)
{
    const tt_io_reading_options *mine = &f->w->o.reading;
    const tt_io_reading_options how = {.from = mine->from,
                                       .to = mine->to,
                                       .index_folder = mine->index_folder,
                                       .no_index = mine->no_index,
                                       .stop = mine->stop};
    tt_io_reading r;
    int64_t end = 0;
    if (tt_io_reading_open(&r, f->w->path, &how)) {
        tti_io_reading_skip(&r, f->r->to);
        end = (int64_t)tt_io_reading_last_tick(&r) + 1;
    }
    tt_io_reading_close(&r);
    return end < f->r->to ? end : f->r->to;
}

static void count_frames(struct film *f)
{
    if (f->w->o.on_frame != NULL) {
        int64_t ticks = tt_io_reading_is_file(f->w->path) ? end_of(f) - f->begin : 0;
        int64_t parts = ticks > 0 ? ticks * f->w->o.fps : 0;
        f->all = (parts + TT_TICKS_PER_SECOND - 1) / TT_TICKS_PER_SECOND;
        tell(f);
    }
}

/* Makes the frames before `end`, in TT_SCENE_ONE-ths of a tick. A gap shows the nearer snapshot.
 * After two seconds nothing says that the recording is reconstructed. Returns false after a stop,
 * or when the encoder has closed the pipe. */
static bool make_frames(struct film *f, int64_t end)
{
    struct tti_drawing *w = f->w;
    const tt_scene_state scene = tt_scene_look(&w->scene);
    int64_t first = (int64_t)scene.before_tick * TT_SCENE_ONE;
    int64_t last = (int64_t)scene.tick * TT_SCENE_ONE;
    for (int64_t time; (time = time_of(f, w->d->frames)) < end; w->d->frames++, tell(f)) {
        w->time = time < first ? first : time > last ? last : time;
        f->has_aim = aim(w) || f->has_aim;
        w->how.show &= w->d->frames < 2 * w->o.fps ? ~0u : ~(unsigned)TT_DRAW_ORIGIN;
        if (tt_io_stop_wanted(w->o.reading.stop) || !tt_io_film_frame(f->io, draw, w)) {
            return false;
        }
    }
    return true;
}

static bool show_snapshot(struct film *f)
{
    int32_t tick = tt_scene_look(&f->w->scene).tick;
    f->begin = f->begin < 0 ? tick : f->begin;
    if (f->w->d->frames == 0) {
        count_frames(f);
    }
    return make_frames(f, (int64_t)tick * TT_SCENE_ONE + 1);
}

/* Runs as the callback of tt_io_film_make, whose threads paint the frames. One item may lead to
 * several snapshots. */
static void follow(void *user, tt_io_film *io)
{
    struct film *f = user;
    tt_io_reading *r = f->r;
    tt_scene *scene = &f->w->scene;
    bool has_from = f->w->o.reading.from != NULL;
    f->io = io;
    f->begin = has_from && r->has_span ? r->from : -1;
    begin(f->w, f->begin);
    while (tt_io_reading_next(r)) {
        bool has_more = tt_scene_follow(scene, r->rec, &r->item);
        while (has_more && tt_scene_look(scene).tick < r->to) {
            if (tt_scene_look(scene).tick >= f->begin && !show_snapshot(f)) {
                return;
            }
            has_more = tt_scene_advance(scene, r->rec);
        }
        if (f->begin < 0 && has_from && r->has_span) {
            f->begin = r->from;
        }
    }
    if (r->is_later && tt_scene_look(scene).tick >= f->begin && f->w->d->frames > 0) {
        make_frames(f, r->to * TT_SCENE_ONE);
    }
}

/* A span without a frame is wrong usage, a stop is not. A film in which nobody is seen gets a
 * warning. */
static bool end(struct film *f, tt_io_file *file, bool is_whole, tt_io_error *error)
{
    struct tti_drawing *w = f->w;
    const char *focus = w->o.focus;
    bool is_empty = w->d->frames == 0;
    if (!is_whole || is_empty || tt_io_stop_wanted(w->o.reading.stop)) {
        tt_io_file_discard(file);
    } else {
        is_whole = w->d->is_made = tt_io_file_commit(file, error);
    }
    if (!is_whole) {
        return tti_drawing_fail_output(w, error);
    }
    if (!w->d->is_made) {
        return is_empty && !tt_io_stop_wanted(w->o.reading.stop) &&
               !is_outside(w, f->r, w->o.reading.from) &&
               tti_job_fail(&w->voice, TT_ERR_PLACE, w->path,
                            "the recording has nothing in this span");
    }
    tti_drawing_warn_of_boxes(w);
    if (!f->has_aim) {
        tti_job_tell(&w->voice, TT_LEVEL_WARNING, w->path, "%s %s in the world",
                     focus != NULL ? focus : "nobody", focus != NULL ? "is never" : "is ever");
    }
    return true;
}

/* Warns of odd sizes: video encoders usually need an even width and height. */
static void warn_of_size(struct tti_drawing *w)
{
    int32_t width = w->camera.width, height = w->camera.height;
    if (width % 2 != 0 || height % 2 != 0) {
        tti_job_tell(&w->voice, TT_LEVEL_WARNING, NULL,
                     "most encoders refuse a size that is not even: %" PRId32 "x%" PRId32
                     " in place of %" PRId32 "x%" PRId32,
                     width + width % 2, height + height % 2, width, height);
    }
}

/* A recording that cannot be read leaves no file. Y4M has no length at its begin. */
bool tti_drawing_film(struct tti_drawing *w, tt_io_reading *r)
{
    struct film f = {.w = w, .r = r, .begin = -1};
    const tt_io_film_options how = {.studio = w->studio_how,
                                    .width = (uint32_t)w->camera.width,
                                    .height = (uint32_t)w->camera.height,
                                    .rate = (uint32_t)w->o.fps,
                                    .background = {128, 128, 128, 255},
                                    .threads = w->o.threads};
    tt_io_error error;
    tt_io_file *file = is_there(w, r) ? tti_drawing_open_file(w) : NULL;
    if (file == NULL) {
        return false;
    }
    warn_of_size(w);
    bool is_whole = tt_io_film_make(w->studio, &how, tt_io_file_out(file), follow, &f, &error);
    return end(&f, file, is_whole, &error);
}
