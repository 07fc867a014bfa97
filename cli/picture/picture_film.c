/* SPDX-License-Identifier: MIT
 *
 * The frames of a video: Y4M, one after the other, between the snapshots of the recording.
 *
 * The reading gives snapshots, the scene keeps two of them, and each frame is drawn at its time
 * between them. Drawing is in the order of the frames; painting is in threads of the library.
 */
#include <inttypes.h>

#include "cli/picture/picture.h"
#include "cli/shell/message.h"
#include "cli/shell/results.h"
#include "cli/shell/target.h"
#include "teetape/io/film.h"

struct film {
    struct moment m;
    struct picture *p;
    tt_io_film *io;
    int64_t begin;
    int64_t fps;
    int64_t frames;
    bool has_aim;
};

static const tt_rgba grey = {128, 128, 128, 255};

/* Each frame is computed from the first one, so that rounding does not add up. */
static int64_t time_of(const struct film *f, int64_t frame)
{
    return f->begin * TT_SCENE_ONE + frame * TT_TICKS_PER_SECOND * TT_SCENE_ONE / f->fps;
}

static int64_t end_of(const struct film *f)
{
    tt_io_reading_options how = f->p->job->settings->reading;
    how.stop = f->p->job->stop;
    tt_io_reading r;
    int64_t end = 0;
    if (tt_io_reading_open(&r, f->p->job->path, &how)) {
        tt_io_reading_skip(&r, f->m.r.io.to);
        end = (int64_t)tt_io_reading_last_tick(&r) + 1;
    }
    tt_io_reading_close(&r);
    return end < f->m.r.io.to ? end : f->m.r.io.to;
}

static void count_frames(const struct film *f)
{
    struct job *job = f->p->job;
    if (job->results->progress.enabled) {
        int64_t ticks = tt_io_reading_is_file(job->path) ? end_of(f) - f->begin : 0;
        int64_t parts = ticks > 0 ? ticks * f->fps : 0;
        int64_t all = (parts + TT_TICKS_PER_SECOND - 1) / TT_TICKS_PER_SECOND;
        progress_count(&job->results->progress, (uint64_t)all, "frames");
    }
}

/* Frames before `end`, in TT_SCENE_ONE-ths of a tick. In a gap the nearer snapshot is shown. False
 * after a stop, or when the encoder has left. */
static bool make_frames(struct film *f, int64_t end)
{
    const tt_scene *scene = f->m.scene;
    for (int64_t time; (time = time_of(f, f->frames)) < end; f->frames++) {
        int64_t first = (int64_t)scene->before_tick * TT_SCENE_ONE;
        int64_t last = (int64_t)scene->tick * TT_SCENE_ONE;
        f->m.time = time < first ? first : time > last ? last : time;
        f->has_aim = moment_aim(&f->m) || f->has_aim;
        if (tt_io_stop_wanted(f->p->job->stop) || !tt_io_film_frame(f->io, moment_draw, &f->m)) {
            return false;
        }
        progress_step(&f->p->job->results->progress);
    }
    return true;
}

static bool take_snapshot(struct film *f)
{
    const tt_scene *scene = f->m.scene;
    f->begin = f->begin < 0 ? scene->tick : f->begin;
    if (f->frames == 0) {
        count_frames(f);
    }
    return make_frames(f, (int64_t)scene->tick * TT_SCENE_ONE + 1);
}

/* tt_io_film_make paints the frames in its threads. One item may lead to several snapshots. */
static void follow(void *user, tt_io_film *io)
{
    struct film *f = user;
    struct reading *r = &f->m.r;
    f->io = io;
    f->begin = f->p->job->settings->reading.from != NULL && r->io.has_span ? r->io.from : -1;
    moment_begin(&f->m, f->begin);
    while (reading_next(r)) {
        bool has_more = tt_scene_follow(f->m.scene, r->io.rec, &r->io.item) != 0;
        while (has_more && f->m.scene->tick < r->io.to) {
            if (f->m.scene->tick >= f->begin && !take_snapshot(f)) {
                tt_io_reading_stop(&r->io);
                return;
            }
            has_more = tt_scene_advance(f->m.scene, r->io.rec) != 0;
        }
        if (f->begin < 0 && f->p->job->settings->reading.from != NULL && r->io.has_span) {
            f->begin = r->io.from;
        }
    }
    if (r->io.is_later && f->m.scene->tick >= f->begin && f->frames > 0) {
        make_frames(f, r->io.to * TT_SCENE_ONE);
    }
}

/* A span without a frame is wrong usage, a stop is not. Nobody in any frame is a warning. */
static void end(struct film *f, tt_io_file *file, bool is_whole, tt_io_error *error)
{
    const char *output = f->p->job->settings->output;
    bool is_stopped = tt_io_stop_wanted(f->p->job->stop);
    bool is_empty = is_whole && f->frames == 0;
    if (!is_whole || is_stopped || is_empty) {
        tt_io_file_discard(file);
    } else if (tt_io_file_commit(file, error)) {
        f->p->is_written = true;
    } else {
        is_whole = false;
    }
    if (!is_whole) {
        f->p->status = target_failed(f->p->job, output, error);
    }
    if (is_empty && !is_stopped && f->p->status == EXIT_GOOD && !reading_refuse_span(&f->m.r)) {
        message_say(MESSAGE_ERROR, f->p->job->path, "nothing of it is in this time");
        f->p->status = EXIT_USAGE;
    }
    if (f->p->is_written) {
        picture_warn_of_boxes(f->p);
    }
    if (f->p->is_written && !f->has_aim) {
        message_say(MESSAGE_WARNING, f->p->job->path, "%s %s in the world",
                    f->p->own->focus != NULL ? f->p->own->focus : "nobody",
                    f->p->own->focus != NULL ? "is never" : "is ever");
    }
}

static void make(struct film *f, tt_io_file *file)
{
    struct picture *p = f->p;
    const tt_io_film_options how = {.studio = p->studio_how,
                                    .width = (uint32_t)p->camera.width,
                                    .height = (uint32_t)p->camera.height,
                                    .rate = (uint32_t)f->fps,
                                    .background = grey,
                                    .threads = (unsigned)p->job->settings->jobs};
    tt_io_error error;
    bool is_whole = tt_io_film_make(p->studio, &how, tt_io_file_out(file), follow, f, &error);
    end(f, file, is_whole, &error);
}

/* Encoders want halves of both sides to be whole. */
static void warn_of_size(const struct picture *p)
{
    int32_t width = p->camera.width, height = p->camera.height;
    if (width % 2 != 0 || height % 2 != 0) {
        message_say(MESSAGE_WARNING, NULL,
                    "most encoders refuse a size that is not even: %" PRId32 "x%" PRId32
                    " in place of %" PRId32 "x%" PRId32,
                    width + width % 2, height + height % 2, width, height);
    }
}

/* A recording that cannot be read leaves no file. Y4M has no length in its head. */
void picture_film(struct picture *p, int64_t fps)
{
    struct film f = {.p = p, .fps = fps, .begin = -1};
    const tt_io_reading_options *span = &p->job->settings->reading;
    if (moment_open(&f.m, p, span->from, span->to)) {
        tt_io_file *file = target_open(p->job->settings->output, 0, p->job, &p->status);
        if (file != NULL) {
            warn_of_size(p);
            make(&f, file);
        }
    }
    moment_close(&f.m);
    p->frames = f.frames;
}
