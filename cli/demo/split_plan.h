/* SPDX-License-Identifier: MIT
 *
 * The pieces into which `teetape demo --split` divides a recording: a demo for each session of a
 * player, or for each finish.
 */
#ifndef CLI_SPLIT_PLAN_H
#define CLI_SPLIT_PLAN_H

#include "cli/read/reading.h"
#include "cli/shell/out_path.h"

/* More demos than this are not made at once. */
#define SPLIT_MOST 10000

struct split_piece {
    uint64_t session;       /* of whom it is about */
    int32_t cid;            /* his client id */
    int64_t from, to;       /* [from, to) in ticks */
    int32_t run;            /* ticks of the run that a finish ended; -1 for a session */
    bool is_done;           /* for those who write it: it needs no further look */
    char name[TT_NAME_CAP]; /* the one that was asked for; else of a session the last one, of a
                               finish the one then; "" if unknown */
};

struct split_plan {
    struct split_piece *pieces; /* in the order in which they begin */
    size_t count, capacity;
    size_t left_out; /* sessions in which nobody entered the game, or there is only one tick of */
    bool no_memory;
};

/* The words of --split, for its option row: see OPTION_LIST. */
const char *split_word(size_t index);

/* Checks the options without a recording, with or without --split: a sentence about what is wrong,
 * or NULL. */
struct demo_options;
const char *split_check(const struct settings *settings, const struct demo_options *options);

/* A pass over the recording of the job for its pieces. EXIT_GOOD, or what was reported to be wrong;
 * damage is not reported here. split_plan_free has to be called either way. */
enum exit_status split_plan_make(struct split_plan *plan, struct job *job);
void split_plan_free(struct split_plan *plan);

/* Where the demo of a piece goes: FOLDER/RECORDING.FROM-TO.CID.NAME.demo, the name with "_" for
 * what may trouble a file system; a finish has ".finish" besides. False when the path is too long,
 * after saying so. */
bool split_path(char dst[OUT_PATH], const struct job *job, const struct split_piece *piece);

#endif
