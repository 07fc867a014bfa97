/* SPDX-License-Identifier: MIT
 *
 * The spans into which `teetape demo --split` divides a recording: a demo for each session of a
 * player, or for each finish.
 */
#ifndef CLI_SPLIT_PLAN_H
#define CLI_SPLIT_PLAN_H

#include "cli/shell/out_path.h"
#include "teetape/io/spans.h"

/* More demos than this are not made at once. */
#define SPLIT_MOST 10000

/* The words of --split, for its option row: see OPTION_LIST. */
const char *split_word(size_t index);

/* Checks the options without a recording, with or without --split: a sentence about what is wrong,
 * or NULL. */
struct demo_options;
const char *split_check(const struct settings *settings, const struct demo_options *options);

/* Looks for the spans, in the order in which they begin. EXIT_GOOD, or what was reported to be
 * wrong; damage is reported by the pass that writes. tt_io_spans_close has to be called either way.
 */
enum exit_status split_plan_make(tt_io_spans *plan, struct job *job);

/* Where the demo of a span goes: FOLDER/RECORDING.FROM-TO.CID.NAME.demo, the name with "_" for
 * what may trouble a file system; a finish has ".finish" besides. False when the path is too long,
 * after saying so. */
bool split_path(char dst[OUT_PATH], const struct job *job, const tt_io_span *part);

#endif
