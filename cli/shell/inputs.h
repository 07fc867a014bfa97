/* SPDX-License-Identifier: MIT
 *
 * The files that a run reads, by device and number: links, hard links and `./x` are the same file.
 * An output must not lead to any of them.
 */
#ifndef CLI_SHELL_INPUTS_H
#define CLI_SHELL_INPUTS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "teetape/io/walk.h"

struct stat;

struct inputs {
    const tt_io_list *list; /* the caller's, which keeps it valid */
    pthread_mutex_t mutex;  /* of what follows, until `ids` is there */
    struct input_id {       /* sorted, as soon as somebody asks */
        uint64_t device, number;
    } * ids;
    size_t count;    /* of ids: inputs that are there and are not stdin */
    unsigned rights; /* see inputs_all_rights; once `ids` is there */
};

void inputs_open(struct inputs *inputs, const tt_io_list *list);

/* Any thread may ask. */
bool inputs_have(struct inputs *inputs, const struct stat *facts);

/* The permissions that all inputs have: see tt_io_file_rights. */
unsigned inputs_all_rights(struct inputs *inputs);

void inputs_close(struct inputs *inputs);

/* For a command that takes files alone: reports a folder among them as wrong usage. */
bool inputs_are_files(const char *const *paths, size_t count);

#endif
