/* SPDX-License-Identifier: MIT
 *
 * One teehistorian recording on its way to a demo, for `teetape demo`.
 */
#ifndef CLI_CONVERT_WORK_H
#define CLI_CONVERT_WORK_H

#include "cli/cut/cut_plan.h"
#include "cli/cut/demo_file.h"
#include "cli/demo/convert_map.h"
#include "teetape/convert.h"

/* About a mebibyte; allocate it. */
struct convert_work {
    struct reading r;
    enum exit_status status;
    struct cut_ask ask;
    struct cut_plan plan;
    struct cut_people *focus, *as; /* of the plan: of --player; whose eyes it is seen through */
    struct convert_map map;
    tt_convert c;
    const tt_world *world; /* of the reading */
    const tt_th_history *past;
    bool has_somebody;  /* one of those in focus is there in the span */
    int32_t first_tick; /* of the demo */
    int64_t tick;       /* the next one that is to be written */

    /* the output */
    struct demo_file out;
    tt_demo_write_memory memory;
};

/* Converts all that the settings of the job ask for; `w` is all zeros; reports what is wrong, and
 * what came of it. */
enum exit_status convert_work_run(struct convert_work *w, struct job *job);

#endif
