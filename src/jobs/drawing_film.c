/* SPDX-License-Identifier: MIT
 *
 * Draws a film of moments as Y4M, or gives it to an encoder. The scene keeps two snapshots, and
 * each frame is drawn at its time between them. One thread draws frames in order, and threads of
 * the studio paint them.
 */
#include <inttypes.h>

#include "jobs/drawing.h"
#include "reading/inside.h"
#include "studio/studio_inside.h"

struct film {
    struct tti_drawing *w;
    tt_io_reading *r;
    tt_io_film *io;
    int64_t begin;
    int64_t first; /* tick of the game time 0 */
    int64_t all;   /* the number of frames of the film; 0 when unknown */
    bool has_aim;
    int32_t speed; /* the factor of the playing speed, in TT_SCENE_ONE-ths */
    struct tti_program encoder;
};

/* Returns the time of a frame, computed from the first frame, so that rounding does not add up. */
static int64_t time_of(const struct film *f, int64_t frame)
{
    return f->begin * TT_SCENE_ONE + frame * TT_TICKS_PER_SECOND * f->speed / f->w->o.fps;
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
        int64_t parts = ticks > 0 ? ticks * f->w->o.fps * TT_SCENE_ONE : 0;
        int64_t part = (int64_t)TT_TICKS_PER_SECOND * f->speed;
        f->all = (parts + part - 1) / part;
        tell(f);
    }
}

static void move(const struct film *f)
{
    if (f->w->way.count > 0) {
        tti_drawing_follow_camera(f->w, f->first);
    }
    if (f->w->o.smooth) {
        tti_drawing_smooth(f->w);
    }
}

/* Makes the frames before `end`, in TT_SCENE_ONE-ths of a tick. In a gap a frame shows the nearer
 * snapshot. The note that the recording is reconstructed is in the frames of the first two seconds
 * only. Returns false after a stop, or when the encoder has closed the pipe. */
static bool make_frames(struct film *f, int64_t end)
{
    struct tti_drawing *w = f->w;
    const tt_scene_state scene = tt_scene_look(&w->scene);
    int64_t first = (int64_t)scene.before_tick * TT_SCENE_ONE;
    int64_t last = (int64_t)scene.tick * TT_SCENE_ONE;
    for (int64_t time; (time = time_of(f, w->d->frames)) < end; w->d->frames++, tell(f)) {
        w->time = time < first ? first : time > last ? last : time;
        f->has_aim = tti_drawing_aim(w) || f->has_aim;
        move(f);
        tti_ghosts_move(w);
        w->how.show &= w->d->frames < 2 * w->o.fps ? ~0u : ~(unsigned)TT_DRAW_ORIGIN;
        if (tt_io_stop_wanted(w->o.reading.stop) || !tt_io_film_frame(f->io, tti_drawing_draw, w)) {
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
        f->first = tick - tt_io_reading_time(f->r, tick);
        count_frames(f);
    }
    return make_frames(f, (int64_t)tick * TT_SCENE_ONE + 1);
}

/* Follows the recording and makes the frames; tt_io_film_make, whose threads paint the frames,
 * calls it. One item may lead to several snapshots. */
static void follow(void *user, tt_io_film *io)
{
    struct film *f = user;
    tt_io_reading *r = f->r;
    tt_scene *scene = &f->w->scene;
    bool has_from = f->w->o.reading.from != NULL;
    f->io = io;
    f->begin = has_from && r->has_span ? r->from : -1;
    tti_drawing_begin(f->w, f->begin);
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

/* Ends a film. A span without a frame is wrong usage, a stop is not. A film of a recording that the
 * system cannot read to its end has no file. A film in which nobody is seen gets a warning. */
static bool end(struct film *f, tt_io_file *file, bool is_whole, tt_io_error *error)
{
    struct tti_drawing *w = f->w;
    const char *focus = w->o.focus;
    bool is_empty = w->d->frames == 0, is_ended = tti_job_is_ended(f->r, w->o.reading.stop);
    if (!is_whole || is_empty || is_ended) {
        tt_io_file_discard(file);
    } else {
        is_whole = w->d->is_made = tt_io_file_commit(file, error);
    }
    if (!is_whole) {
        return tti_drawing_fail_output(w, error);
    }
    if (!w->d->is_made) {
        return is_empty && !is_ended && !tti_drawing_is_outside(w, f->r, w->o.reading.from) &&
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

/* Makes the size even, which video encoders need. The size of Y4M is kept, because its reader may
 * be another program. */
static void make_even(struct tti_drawing *w)
{
    int32_t width = w->camera.width, height = w->camera.height;
    if (tti_drawing_is_encoded(w->o.output)) {
        w->d->width = w->camera.width = width + width % 2;
        w->d->height = w->camera.height = height + height % 2;
    } else if (width % 2 != 0 || height % 2 != 0) {
        tti_job_tell(&w->voice, TT_LEVEL_WARNING, NULL,
                     "most encoders refuse a size that is not even: %" PRId32 "x%" PRId32
                     " in place of %" PRId32 "x%" PRId32,
                     width + width % 2, height + height % 2, width, height);
    }
}

/* Makes the film. The encoder ends before the file gets its name. A failure of the encoder is
 * reported before that of the pipe that it closed. */
static bool make(struct film *f, const tt_io_film_options *how, tt_io_file *file,
                 tt_io_error *error)
{
    struct tti_drawing *w = f->w;
    tt_io_error failed = {.status = TT_OK};
    bool is_encoded = tti_drawing_is_encoded(w->o.output);
    if (is_encoded && !tti_drawing_encode(&f->encoder, w->o.output, file, error)) {
        return false;
    }
    tt_io_output *out = is_encoded ? &f->encoder.out : tt_io_file_out(file);
    bool is_whole = tt_io_film_make(w->studio, how, out, follow, f, error);
    if (!tti_program_end(&f->encoder, &failed) && !tt_io_stop_wanted(w->o.reading.stop) &&
        w->d->frames > 0) {
        *error = failed;
        return false;
    }
    return is_whole;
}

/* Makes a film. A recording that cannot be read leaves no file. Y4M has no length at its begin. */
bool tti_drawing_film(struct tti_drawing *w, tt_io_reading *r)
{
    struct film f = {.w = w, .r = r, .begin = -1};
    make_even(w);
    const tt_io_film_options how = {.width = (uint32_t)w->camera.width,
                                    .height = (uint32_t)w->camera.height,
                                    .rate = (uint32_t)w->o.fps,
                                    .background = {128, 128, 128, 255},
                                    .threads = w->o.threads};
    tt_io_error error;
    (void)tti_drawing_speed(&w->o, &f.speed);
    tt_io_file *file = tti_drawing_has_focus(w, r) ? tti_drawing_open_file(w) : NULL;
    if (file == NULL) {
        return false;
    }
    bool is_whole = make(&f, &how, file, &error);
    return end(&f, file, is_whole, &error);
}
