/* SPDX-License-Identifier: MIT
 *
 * From the options of `teetape demo` to its demos: plans the pieces, and makes pass after pass
 * until each has its demo.
 */
#include "cli/demo/demo_make.h"

#include <stdlib.h>
#include <sys/stat.h>

#include "cli/demo/demo_pass.h"
#include "cli/shell/memory.h"
#include "cli/shell/message.h"
#include "cli/shell/nothing.h"
#include "cli/shell/target.h"

#define TOLD 5

/* Before anything is written: whether there is room for all of the names. Every name is checked
 * before the first demo is begun: else a run would stop in the middle, at the one that exists.
 * Links count as taken, also those that lead nowhere. Of several recordings two may make the same
 * name, which only one of them gets. */
static enum exit_status check_paths(const tt_io_spans *plan, const struct job *job)
{
    char path[OUT_PATH];
    struct stat facts;
    size_t taken = 0;
    for (size_t i = 0; i < plan->found.count; i++) {
        if (!split_path(path, job, &plan->found.span[i])) {
            return EXIT_SYSTEM;
        }
        if ((job->is_one_of_many && !out_path_claim(path, job->path)) ||
            !target_is_good(path, job)) {
            return EXIT_USAGE;
        }
        if (!job->settings->force && lstat(path, &facts) == 0 && ++taken <= TOLD) {
            message_say(MESSAGE_ERROR, path, "exists already; --force replaces it");
        }
    }
    if (taken > TOLD) {
        message_say(MESSAGE_ERROR, job->path, "and %zu more of its demos exist already",
                    taken - TOLD);
    }
    return taken != 0 ? EXIT_USAGE : EXIT_GOOD;
}

static void tell_rest(const struct demo_work *w, const struct job *job)
{
    if (w->plan.left_out + w->too_short != 0) {
        message_say(MESSAGE_NOTE, job->path,
                    "%zu sessions or runs have fewer than two ticks or no tee: no demo is written",
                    w->plan.left_out + w->too_short);
    }
}

/* A pass writes as many demos as there is room for. It is repeated while any wait, and while the
 * last pass got further: a pass that wrote nothing would not write more the next time. */
static enum exit_status write_all(struct demo_work *w, struct job *job)
{
    enum exit_status status;
    size_t waiting;
    no_player_note_digits(job, job->settings->reading.player);
    no_player_note_digits(job, demo_options_of(job)->as);
    do {
        size_t before = w->written + w->too_short;
        if (w->is_later_pass) {
            message_say(MESSAGE_NOTE, job->path,
                        "%zu of %zu demos are written; the others take another pass", before,
                        w->plan.found.count);
        }
        status = demo_pass(w, job);
        exit_worsen(&status, w->status);
        waiting = w->written + w->too_short > before ? w->waiting : 0;
        w->is_later_pass = true;
    } while (waiting != 0 && status < EXIT_USAGE && !tt_io_stop_wanted(job->stop));
    return status;
}

enum exit_status demo_process(struct job *job)
{
    const struct demo_options *own = job->options;
    if (own->split == NULL && !target_is_good(job->settings->output, job)) {
        return EXIT_USAGE;
    }
    struct demo_work *w = memory_zeros(job->path, sizeof *w);
    if (w == NULL) {
        return EXIT_SYSTEM;
    }
    enum exit_status status = split_plan_make(&w->plan, job);
    if (status == EXIT_GOOD) {
        status = check_paths(&w->plan, job);
    }
    bool has_work = w->plan.found.count != 0 || own->split == NULL;
    if (status == EXIT_GOOD && has_work && !tt_io_stop_wanted(job->stop)) {
        w->most_lanes = job->is_one_of_many ? DEMO_LANES_MANY
                        : demo_is_own(own)  ? DEMO_LANES_OWN
                                            : DEMO_LANES;
        status = write_all(w, job);
        tell_rest(w, job);
    }
    convert_map_free(&w->map);
    tt_io_spans_close(&w->plan);
    free(w);
    return status;
}
