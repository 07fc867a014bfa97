/* SPDX-License-Identifier: MIT
 *
 * Cuts demos.
 */
#include "cli/cut/demo_cut.h"

#include <stdlib.h>

#include "cli/cut/cut_options.h"
#include "cli/cut/demo_plan.h"
#include "cli/cut/demo_writing.h"
#include "cli/map/demo_map.h"
#include "cli/read/outside.h"
#include "cli/shell/memory.h"
#include "cli/shell/source.h"
#include "cli/shell/target.h"
#include "host/message.h"

/* One demo on its way to another one. */
struct work {
    struct demo_recording r;
    struct demo_plan plan;
    struct demo_writing out;
    tt_demo_new_map map;
    enum exit_status status;
};

const char *demo_cut_check(const struct cut_options *options)
{
    if (options->finish != NULL || options->team != NULL || options->split != NULL) {
        return "this is a demo; --finish, --team and --split are for teehistorian files";
    }
    return NULL;
}

/* The events of the demo, up to the end of the span. False when there is to be no file. */
static bool write_events(struct work *w)
{
    bool goes_on = demo_writing_event(&w->out, &w->r.demo, &w->r.event); /* the header */
    while (goes_on && demo_recording_next(&w->r)) {
        if (!demo_plan_follow(&w->plan, &w->r, &w->out.cut.options, &w->status)) {
            return false;
        }
        goes_on = demo_writing_event(&w->out, &w->r.demo, &w->r.event);
    }
    if (!goes_on) {
        demo_recording_stop(&w->r);
    }
    return !host_stop_wanted(w->r.job->stop) && w->r.status != EXIT_SYSTEM;
}

static void write_demo(struct work *w)
{
    const struct cut_options *own = w->r.job->options;
    /* What --from means is known at the first tick. Of messages that stand before it, a cut from
     * later on only takes what tells the state. */
    bool has_from = own->span.from != NULL || own->around_chat != NULL;
    tt_demo_cut_options options = {
        .from = has_from ? 1 : 0,
        .to = TT_DEMO_TICK_END,
        .drop_map = own->strip_map,
        .map = own->attach_map != NULL ? &w->map : NULL,
        .drop_chat = own->drop_chat,
        .drop_unreliable = 1,
        .renames = w->plan.renames,
        .rename_count = own->renames.count,
    };
    if (!demo_writing_open(&w->out, w->r.job, w->r.job->settings->output, &options)) {
        return;
    }
    bool is_wanted = write_events(w);
    if (is_wanted && w->plan.has_span && outside_of_demo(&w->r, w->plan.from, w->plan.to)) {
        outside_report_demo(&w->r, true);
        w->status = EXIT_USAGE;
        is_wanted = false;
    }
    if (demo_writing_end(&w->out, &w->r.demo, is_wanted)) {
        demo_plan_tell(&w->plan);
        demo_writing_report(&w->out);
    }
}

static void cut(struct work *w, struct job *job)
{
    const struct cut_options *own = job->options;
    unsigned wants = own->strip_map || own->attach_map != NULL ? 0 : DEMO_WANTS_MAP;
    if (demo_plan_open(&w->plan, job, &w->status)) {
        if (demo_recording_open(&w->r, job, wants) &&
            (own->attach_map == NULL ||
             demo_map_read(&w->map, own->attach_map, job, &w->r.demo.header, &w->status))) {
            write_demo(w);
        }
        demo_recording_stop(&w->r);
        enum exit_status status = demo_recording_close(&w->r);
        w->status = status > w->status ? status : w->status;
    }
    demo_plan_close(&w->plan);
    demo_map_free(&w->map);
    w->status = w->out.status > w->status ? w->out.status : w->status;
}

enum exit_status demo_cut(struct job *job)
{
    const char *problem = demo_cut_check(job->options);
    if (problem != NULL) {
        host_message(HOST_MESSAGE_ERROR, job->path, "%s", problem);
        return EXIT_USAGE;
    }
    if (!target_is_good(job->settings->output, job)) {
        return EXIT_USAGE;
    }
    struct work *w = memory_zeros(job->path, sizeof *w);
    if (w == NULL) {
        return EXIT_SYSTEM;
    }
    cut(w, job);
    enum exit_status status = w->status;
    free(w);
    return status;
}
