/* SPDX-License-Identifier: MIT
 *
 * A job of the library in Python: a table of its options, and a function that runs it.
 */
#ifndef TEETAPE_PYTHON_JOB_H
#define TEETAPE_PYTHON_JOB_H

#include "core.h"

#include <stddef.h>

#include "teetape/io/spans.h"

/* The type that a value gets in the options of a job. */
typedef enum option_kind {
    OPTION_FLAG,     /* a value of type bool */
    OPTION_TEXT,     /* a text of type const char * */
    OPTION_OPTIONAL, /* a text of type const char *; True becomes "" */
    OPTION_TEXTS,    /* a list of texts, a tt_io_texts */
    OPTION_NUMBER    /* a number of type int64_t, at least 1 */
} option_kind;

typedef struct option {
    const char *name;
    option_kind kind;
    size_t offset;
} option;

/* A running job and its outcome. The texts belong to the dict, which the caller keeps. */
typedef struct work {
    tt_io_reading reading;
    tt_issue damage; /* first error of the recording; level NOTE: none */
    char *said;      /* the reported sentences, one a line; NULL without any */
    int status;      /* status of the job, an exit status of the command */
    const char *texts[4][TT_IO_PEOPLE_MAX];
    size_t lists;          /* entries of `texts` in use */
    max_align_t options[]; /* the options of the job */
} work;

/* A job: its options and the size of the struct that they fill. `run` is called without the GIL and
 * returns true when the output exists. */
typedef struct job {
    const option *options;
    size_t count, size;
    bool (*run)(work *w, const char *path, const char *output);
} job;

/* An option: its name in Python, and its member of the struct `type`. */
#define ROW(name, kind, type, member)                                                              \
    {                                                                                              \
        name, kind, offsetof(type, member)                                                         \
    }

#define JOB(rows, type, run)                                                                       \
    {                                                                                              \
        rows, sizeof(rows) / sizeof((rows)[0]), sizeof(type), run                                  \
    }

/* A tt_io_say_fn of jobs.c. Its `user` is the work. */
void core_work_say(void *user, tt_level level, const tt_io_error *what);

/* Raises the status of the work to at least `status`. */
void core_work_worsen(work *w, int status);

/* Fills the options of a job. Returns false with an exception. A wrong value sets the work's status
 * instead. */
bool core_work_set(work *w, const job *j, PyObject *dict);

#endif
