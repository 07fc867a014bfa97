/* SPDX-License-Identifier: MIT
 *
 * Identifies the files that a run reads by device and inode, so that links, hard links and `./x`
 * are the same file. No output may replace one of them.
 */
#ifndef CLI_SHELL_INPUTS_H
#define CLI_SHELL_INPUTS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "teetape/io/walk.h"

struct shell;
struct stat;

struct inputs {
    const tt_io_list *list; /* the list of the caller, which must remain valid */
    pthread_mutex_t mutex;  /* protects the members below until `ids` is set */
    struct input_id {       /* sorted; made at the first question */
        uint64_t device, number;
    } * ids;
    size_t count;    /* entries of `ids`: existing inputs other than stdin */
    unsigned rights; /* permissions that all inputs have: see inputs_all_rights; valid once `ids` is
                        set */
};

void inputs_open(struct inputs *inputs, const tt_io_list *list);

/* Returns true if an input is this file. Any thread may call it. */
bool inputs_have(struct inputs *inputs, const struct stat *facts);

/* Returns the permissions that all inputs have in common: see tt_io_file_rights. */
unsigned inputs_all_rights(struct inputs *inputs);

void inputs_close(struct inputs *inputs);

/* Returns true for several paths, for a folder, and for -r: the recordings may be more than one. */
bool inputs_may_be_many(const struct shell *sh);

/* Reports a folder among the paths as wrong usage, for a command that takes files only. */
bool inputs_are_files(const char *const *paths, size_t count);

#endif
