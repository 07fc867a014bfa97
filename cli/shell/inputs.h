/* SPDX-License-Identifier: MIT
 *
 * The files that a run reads, by what they are and not by their names: an output must not lead to
 * any of them.
 */
#ifndef CLI_INPUTS_H
#define CLI_INPUTS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "teetape/io/walk.h"

struct stat;

/* The inputs of a run. A name says little: links, hard links and `./x` are the same file. */
struct inputs {
    const tt_io_list *list; /* the caller's */
    pthread_mutex_t mutex;  /* of what follows, until `ids` is there: it does not change any more */
    struct input_id {       /* sorted, as soon as somebody asks */
        uint64_t device, number;
    } * ids;
    size_t count;    /* of ids: inputs that are there and are not stdin */
    unsigned rights; /* see inputs_all_rights; once `ids` is there */
};

/* The same file, by device and number. */
bool inputs_same(const struct stat *a, const struct stat *b);

/* The list has to remain valid. */
void inputs_open(struct inputs *inputs, const tt_io_list *list);

/* Whether the file with these facts is one of them. Any thread may ask. */
bool inputs_have(struct inputs *inputs, const struct stat *facts);

/* The permissions that all inputs have: see tt_io_file_rights. */
unsigned inputs_all_rights(struct inputs *inputs);

void inputs_close(struct inputs *inputs);

/* Of a command that takes files alone, before it opens one: false when any of these is a folder,
 * after saying so, which is a wrong usage. */
bool inputs_are_files(const char *const *paths, size_t count);

#endif
