/* SPDX-License-Identifier: MIT
 *
 * What jobs share: reports to their caller, checks before they begin, the paths of their outputs,
 * and the map of a recording, which the user names or the game keeps.
 */
#ifndef JOBS_JOB_H
#define JOBS_JOB_H

#include "host/map.h"
#include "teetape/format.h"
#include "teetape/io/file.h"
#include "teetape/io/map.h"
#include "teetape/io/path.h"
#include "teetape/io/spans.h"

/* PATH_MAX of Linux, with the NUL. A longer path is reported. */
#define JOB_PATH 4096

/* The listener of a job. *error keeps the last of the worst errors. */
struct job_voice {
    tt_io_error *error;
    tt_io_say_fn *on_say; /* may be NULL */
    void *user;
};

/* A tt_io_say_fn, whose `user` is the voice. Failures are false, so that callers can return
 * them; the path of fail_with is for an error that has none. */
void tti_job_say(void *voice, tt_level level, const tt_io_error *what);
void tti_job_tell(struct job_voice *voice, tt_level level, const char *path, const char *format,
                  ...) TT_IO_PRINTF(4, 5);
bool tti_job_fail(struct job_voice *voice, tt_status status, const char *path, const char *format,
                  ...) TT_IO_PRINTF(4, 5);
bool tti_job_fail_with(struct job_voice *voice, tt_io_error *error, const char *path);

/* Memory of zeros for the work of a job, and how->input, which is opened if the caller has none.
 * NULL after a failure, such as the `problem` of the options, if there is one. */
void *tti_job_begin(struct job_voice *voice, size_t size, const char *problem, tt_io_reading *r,
                    const char *path, tt_io_reading_options *how);

/* The format by the first bytes of an input, which remain to be read. */
tt_format tti_job_look(tt_io_input *input);

/* True when the system or the user ended the reading, not the recording. */
bool tti_job_is_ended(const tt_io_reading *r, const tt_io_stop *stop);

/* A sentence about an output whose ending promises another format, or NULL. */
const char *tti_output_check_ending(const char *output, tt_io_ending ending);

/* False with TT_ERR_ARGUMENT when tt_io_output_problem finds a problem. */
bool tti_output_is_good(const char *output, const char *input, const char *other,
                        tt_io_error *error);

tt_io_file *tti_output_open(const char *output, const char *input, const char *other,
                            const tt_io_file_options *options, tt_io_error *error);

/* Names the output in the error: a path of "-" would otherwise mean stdin. */
void tti_output_failed(tt_io_error *error, const char *output);

/* Options of tti_io_map_of. */
typedef struct tt_io_map_ask {
    const char *file;       /* the map, as the user named it: another map is an error. NULL: it is
                               looked for */
    const char *data;       /* the game's data folder, as for tti_map_find */
    const char *without;    /* follows "its map NAME is not here", which is a warning. NULL: a
                               missing map is worth none */
    bool says_why;          /* a refusal of the system that may hide the map is an error; before the
                               warning, a note says why a file of its name is not taken */
    const tt_io_stop *stop; /* ends the search early; may be NULL */
    tt_io_say_fn *on_say;   /* takes messages, which name the option `map`; may be NULL */
    void *user;             /* handed to on_say */
} tt_io_map_ask;

/* Finds the map of the open reading `r` of the recording `path`. The map inside a demo is not
 * looked for unless `file` is given. False after an error, which on_say took: TT_ERR_ARGUMENT for
 * a `file` that is not the map, TT_ERR_SYSTEM. found->path is NULL without a map, and without a
 * header. tti_map_found_free has to be called either way. */
bool tti_io_map_of(tti_map_found *found, const tt_io_reading *r, const char *path,
                   const tt_io_map_ask *ask);

/* Gives the map of an open reading of any format as the header of a demo. False without memory, and
 * without a header: then *error is empty. */
bool tti_io_map_of_header(tt_demo_header *header, const tt_io_reading *r, tt_io_error *error);

/* Checks options without a job: false, with *error filled, when there is a sentence about them. */
bool tti_job_check(const char *problem, tt_io_error *error);

#endif
