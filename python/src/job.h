/* SPDX-License-Identifier: MIT
 *
 * A job of the library in Python: a table of its options, and a function that runs it.
 */
#ifndef TEETAPE_PYTHON_JOB_H
#define TEETAPE_PYTHON_JOB_H

#include "core.h"

#include <stddef.h>

#include "teetape/io/spans.h"

/* What a value becomes in the options of a job. */
typedef enum option_kind {
    OPTION_FLAG,     /* a bool */
    OPTION_TEXT,     /* a const char * */
    OPTION_OPTIONAL, /* the same; True is "" */
    OPTION_TEXTS,    /* a tt_io_texts */
    OPTION_NUMBER    /* an int64_t from 1 on */
} option_kind;

typedef struct option {
    const char *name;
    option_kind kind;
    size_t offset;
} option;

/* A job that is run, and its outcome. Texts belong to the dict, which the caller keeps. */
typedef struct work {
    tt_io_reading reading;
    tt_issue damage; /* the first error of the recording; level NOTE: none */
    char *said;      /* sentences, each with a line end; NULL for none */
    int status;      /* as the command's exit status */
    const char *texts[4][TT_IO_PEOPLE_MAX];
    size_t lists;          /* of `texts` in use */
    max_align_t options[]; /* the struct of the job */
} work;

/* A job: rows of options, and the size of the struct that they fill. `run` has no GIL, and is true
 * when the output is there. */
typedef struct job {
    const option *options;
    size_t count, size;
    bool (*run)(work *w, const char *path, const char *output);
} job;

/* One row: the name in Python, and a member of the struct `type`. */
#define ROW(name, kind, type, member)                                                              \
    {                                                                                              \
        name, kind, offsetof(type, member)                                                         \
    }

#define JOB(rows, type, run)                                                                       \
    {                                                                                              \
        rows, sizeof(rows) / sizeof((rows)[0]), sizeof(type), run                                  \
    }

/* jobs.c: a tt_io_say_fn, whose `user` is the work. */
void core_work_say(void *user, tt_level level, const tt_io_error *what);

/* Raises the status of the work. */
void core_work_worsen(work *w, int status);

/* Fills the options of a job. False with an exception; a wrong value is a status of the work. */
bool core_work_set(work *w, const job *j, PyObject *dict);

#endif
