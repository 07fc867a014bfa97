/* SPDX-License-Identifier: MIT
 *
 * Shared functions of jobs: they report to the caller, check options, paths of outputs and formats,
 * and find the map of a recording, which the user names or the game's folders have.
 */
#ifndef JOBS_JOB_H
#define JOBS_JOB_H

#include "host/map.h"
#include "spans/spans.h"
#include "teetape/format.h"
#include "teetape/io/file.h"
#include "teetape/io/map.h"
#include "teetape/io/path.h"
#include "teetape/io/spans.h"

/* The size of a path with its NUL, PATH_MAX of Linux. A longer path is reported. */
#define JOB_PATH 4096

/* Reports messages of a job. *error keeps the last of the worst errors. */
struct job_voice {
    tt_io_error *error;
    tt_io_say_fn *on_say; /* receives the messages; may be NULL */
    void *user;
};

/* These functions report a message. tti_job_say is a tt_io_say_fn whose `user` is the voice. The
 * failing functions return false, so that callers can return their result; fail_with sets the path
 * of an error that has none. */
void tti_job_say(void *user, tt_level level, const tt_io_error *what);
void tti_job_tell(struct job_voice *voice, tt_level level, const char *path, const char *format,
                  ...) TT_IO_PRINTF(4, 5);
bool tti_job_fail(struct job_voice *voice, tt_status status, const char *path, const char *format,
                  ...) TT_IO_PRINTF(4, 5);
bool tti_job_fail_with(struct job_voice *voice, tt_io_error *error, const char *path);

/* Allocates zeroed memory for a job, and opens how->input if the caller has none. Returns NULL
 * after a failure, or after reporting the `problem` of the options, if there is one. */
void *tti_job_begin(struct job_voice *voice, size_t size, const char *problem, tt_io_reading *r,
                    const char *path, tt_io_reading_options *how);

/* Ends a job: copies r->error into *error after a failure that no message has reported, without
 * reporting it. Returns `is_good`. */
bool tti_job_end(bool is_good, tt_io_error *error, const tt_io_reading *r, const char *path);

/* Returns the format by the first bytes of an input, which can still be read. */
tt_format tti_job_look(tt_io_input *input);

/* Finds spans by tti_io_spans_find. A failure is reported, or is in r->error. */
bool tti_job_survey(struct job_voice *voice, tt_io_spans *spans, tt_io_reading *survey,
                    const char *path, const tt_io_spans_options *ask, tt_io_reading *r);

/* Returns true when the system or the user ended the reading, not the recording. */
bool tti_job_is_ended(const tt_io_reading *r, const tt_io_stop *stop);

/* Returns a sentence about an output whose ending promises another format, or NULL when it does
 * not. */
const char *tti_output_check_ending(const char *output, tt_io_ending ending);

/* Returns false with TT_ERR_ARGUMENT when tt_io_output_problem finds a problem. */
bool tti_output_is_good(const char *output, const char *input, const char *other,
                        tt_io_error *error);

tt_io_file *tti_output_open(const char *output, const char *input, const char *other,
                            const tt_io_file_options *options, tt_io_error *error);

/* Sets the output as the path of the error: a path of "-" would otherwise mean stdin. */
void tti_output_failed(tt_io_error *error, const char *output);

/* Options of tti_io_map_of. */
typedef struct tt_io_map_ask {
    const char *file;    /* the map that the user named, and no other map; NULL: search for it */
    const char *data;    /* the game's data folder, as for tti_map_find */
    const char *without; /* text after "its map NAME was not found"; NULL: no warning */
    bool says_why; /* a refusal of the system that may hide the map is an error; before the warning,
                      a note says why a file of the right name was not taken */
    const tt_io_stop *stop; /* ends the search early; may be NULL */
    tt_io_say_fn *on_say;   /* receives messages, which name the option `map`; may be NULL */
    void *user;
} tt_io_map_ask;

/* Finds the map of the open reading `r` of the recording `path`. If `file` is NULL, a map inside a
 * demo is not searched for. Returns false after an error, which on_say received: TT_ERR_ARGUMENT
 * for a `file` that is not the map, or TT_ERR_SYSTEM. When no map was found, or there is no header,
 * found->path is NULL. tti_map_found_free has to be called either way. */
bool tti_io_map_of(tti_map_found *found, const tt_io_reading *r, const char *path,
                   const tt_io_map_ask *ask);

/* Says of a teehistorian file that is a cut what is unknown of the tees in it. */
void tti_job_tell_cut(struct job_voice *voice, const tt_io_reading *r, const char *path);

/* Checks options without a job: returns false and fills *error when there is a sentence about
 * them. */
bool tti_job_check(const char *problem, tt_io_error *error);

#endif
