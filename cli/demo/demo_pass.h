/* SPDX-License-Identifier: MIT
 *
 * One pass over a recording, in which `teetape demo` writes as many demos at once as there is room
 * for. What begins while there is none waits for the next pass.
 */
#ifndef CLI_DEMO_PASS_H
#define CLI_DEMO_PASS_H

#include "cli/demo/demo_lanes.h"

/* Reads the recording once, from w->is_later_pass on what the earlier ones left waiting. What it
 * says of the recording is reported in the first pass alone; w->waiting is what has to wait again.
 */
enum exit_status demo_pass(struct demo_work *w, struct job *job);

#endif
