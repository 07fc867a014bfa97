/* SPDX-License-Identifier: MIT
 *
 * The frames of a film: Y4M, one after the other, between the snapshots of the recording.
 *
 * The reading gives snapshots, the scene keeps two of them, and each frame is drawn at its time
 * between them. Drawing is in the order of the frames; painting is in threads of the studio.
 */
#include <inttypes.h>

#include "jobs/drawing.h"
#include "reading/inside.h"

struct film {
    struct tti_drawing *w;
    tt_io_reading *r;
    tt_io_film *io;
    int64_t begin;
    int64_t all; /* frames; 0: unknown */
    bool has_aim;
};

/* Computes each frame from the first one, so that rounding does not add up. */
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

/* Frames before `end`, in TT_SCENE_ONE-ths of a tick. In a gap the nearer snapshot is shown. False
 * after a stop, or when the encoder has left. */
static bool make_frames(struct film *f, int64_t end)
{
    struct tti_drawing *w = f->w;
    for (int64_t time; (time = time_of(f, w->d->frames)) < end; w->d->frames++, tell(f)) {
        int64_t first = (int64_t)w->scene.before_tick * TT_SCENE_ONE;
        int64_t last = (int64_t)w->scene.tick * TT_SCENE_ONE;
        w->time = time < first ? first : time > last ? last : time;
        f->has_aim = tti_moment_aim(w) || f->has_aim;
        if (tt_io_stop_wanted(w->o.reading.stop) || !tt_io_film_frame(f->io, tti_moment_draw, w)) {
            return false;
        }
    }
    return true;
}

static bool take_snapshot(struct film *f)
{
    f->begin = f->begin < 0 ? f->w->scene.tick : f->begin;
    if (f->w->d->frames == 0) {
        count_frames(f);
    }
    return make_frames(f, (int64_t)f->w->scene.tick * TT_SCENE_ONE + 1);
}

/* tt_io_film_make paints the frames in its threads. One item may lead to several snapshots. */
static void follow(void *user, tt_io_film *io)
{
    struct film *f = user;
    tt_io_reading *r = f->r;
    tt_scene *scene = &f->w->scene;
    bool has_from = f->w->o.reading.from != NULL;
    f->io = io;
    f->begin = has_from && r->has_span ? r->from : -1;
    tti_moment_begin(f->w, f->begin);
    while (tt_io_reading_next(r)) {
        bool has_more = tt_scene_follow(scene, r->rec, &r->item) != 0;
        while (has_more && scene->tick < r->to) {
            if (scene->tick >= f->begin && !take_snapshot(f)) {
                return;
            }
            has_more = tt_scene_advance(scene, r->rec) != 0;
        }
        if (f->begin < 0 && has_from && r->has_span) {
            f->begin = r->from;
        }
    }
    if (r->is_later && scene->tick >= f->begin && f->w->d->frames > 0) {
        make_frames(f, r->to * TT_SCENE_ONE);
    }
}

/* A span without a frame is wrong usage, a stop is not. Nobody in any frame is a warning. */
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
               !tti_moment_is_outside(w, f->r, w->o.reading.from) &&
               tti_job_fail(&w->voice, TT_ERR_PLACE, w->path, "nothing of it is in this time");
    }
    tti_drawing_warn_of_boxes(w);
    if (!f->has_aim) {
        tti_job_tell(&w->voice, TT_LEVEL_WARNING, w->path, "%s %s in the world",
                     focus != NULL ? focus : "nobody", focus != NULL ? "is never" : "is ever");
    }
    return true;
}

/* Encoders want halves of both sides to be whole. */
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

/* A recording that cannot be read leaves no file. Y4M has no length in its head. */
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
    tt_io_file *file = tti_moment_is_there(w, r) ? tti_drawing_open_file(w) : NULL;
    if (file == NULL) {
        return false;
    }
    warn_of_size(w);
    bool is_whole = tt_io_film_make(w->studio, &how, tt_io_file_out(file), follow, &f, &error);
    return end(&f, file, is_whole, &error);
}
