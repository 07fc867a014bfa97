/* SPDX-License-Identifier: MIT
 *
 * Runs the job of a drawing and reports its result.
 */
#include "cli/picture/picture.h"

#include <inttypes.h>
#include <stdio.h>

#include "cli/shell/reading.h"
#include "cli/shell/results.h"
#include "cli/shell/target.h"

static tt_io_drawing_options library_options(const struct settings *settings,
                                             const tt_io_drawing_options *own, int64_t fps)
{
    tt_io_drawing_options o = *own;
    o.reading = settings->reading;
    o.output = own->output != NULL ? own->output : settings->output;
    o.force = settings->force;
    o.show_secrets = settings->show_secrets;
    o.threads = (unsigned)settings->jobs;
    o.fps = own->fps != 0 ? own->fps : fps;
    return o;
}

const char *picture_check(const struct shell *sh, const tt_io_drawing_options *own, int64_t fps)
{
    static char text[TARGET_NAMED];
    const tt_io_drawing_options o = library_options(sh->settings, own, fps);
    tt_io_drawing d;
    return tt_io_drawing_open(&d, NULL, &o, NULL) ? NULL : target_named(text, d.error.text);
}

struct work {
    struct job *job;
    struct job file; /* job of the file that is being read */
    struct reading r;
    tt_io_drawing d;
    tt_io_reading_options how;
    enum exit_status status;
};

static void say(void *user, tt_level level, const tt_io_error *what)
{
    struct work *w = user;
    if (w->r.job != NULL) {
        reading_settle(&w->r);
    }
    exit_worsen(&w->status, target_say(w->job, level, what));
}

static void count(void *user, int64_t done, int64_t all)
{
    struct work *w = user;
    struct progress *progress = &w->job->results->progress;
    if (done == 0) {
        progress_count(progress, (uint64_t)all, "frames");
    } else {
        progress_step(progress);
    }
}

static void read_file(struct work *w, size_t index, bool is_way)
{
    struct job *job = w->job;
    if (is_way) {
        w->file = job_of_path(job, job->inputs->entries[index].path);
        w->file.is_one_of_many = job->inputs->count > 1;
        job = &w->file;
    }
    if (reading_open(&w->r, job, &w->how, is_way ? READING_USUAL : READING_ITSELF)) {
        tt_io_drawing_read(&w->d, &w->r.io, index);
    }
    exit_worsen(&w->status, reading_close(&w->r));
    w->r.job = NULL;
}

static void report(const struct job *job, tt_io_drawing *d)
{
    char frames[40] = "", tick[40] = "";
    if (job->settings->json) {
        d->tick = d->tick >= 0 ? d->tick : COLUMN_UNKNOWN;
        rows_json(job, job->command->columns, TT_FORMAT_UNKNOWN, d);
        return;
    }
    if (d->frames != 0) {
        snprintf(frames, sizeof frames, "%" PRId64 " frames of ", d->frames);
    }
    if (d->tick >= 0) {
        snprintf(tick, sizeof tick, ", tick %" PRId64, d->tick);
    }
    target_report(job, d->output, "%s%" PRId32 "x%" PRId32 "%s", frames, d->width, d->height, tick);
}

static bool is_ended(const struct work *w)
{
    return w->status == EXIT_SYSTEM || tt_io_stop_wanted(w->job->stop);
}

enum exit_status picture_make(struct job *job, const tt_io_drawing_options *own, int64_t fps,
                              tt_io_drawing *d)
{
    struct work w = {.job = job};
    tt_io_drawing_options o = library_options(job->settings, own, fps);
    bool is_way = o.paths != NULL || o.heat != NULL;
    o.reading.stop = job->stop;
    o.on_say = say;
    o.on_frame = job->results->progress.enabled ? count : NULL;
    o.user = &w;
    bool is_open = tt_io_drawing_open(&w.d, job->inputs, &o, &w.how);
    size_t count = o.ghost ? 1 : job->inputs->count;
    for (size_t i = 0; is_open && i < count && !is_ended(&w); i++) {
        read_file(&w, i, is_way);
    }
    if (is_open && (is_ended(&w) ? w.d.is_made : tt_io_drawing_end(&w.d))) {
        report(job, &w.d);
    }
    tt_io_drawing_close(&w.d);
    *d = w.d;
    return w.status;
}
