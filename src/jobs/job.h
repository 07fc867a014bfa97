/* SPDX-License-Identifier: MIT
 *
 * What jobs share: how they speak to their caller, what they check before they begin, and where
 * their outputs may go.
 */
#ifndef JOBS_JOB_H
#define JOBS_JOB_H

#include "teetape/format.h"
#include "teetape/io/file.h"
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

/* job.c: a tt_io_say_fn, whose `user` is the voice. Failures are false, so that callers can return
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

/* Reading was ended by the system or the user, and not by the recording. */
bool tti_job_is_ended(const tt_io_reading *r, const tt_io_stop *stop);

/* output.c: a sentence about a name whose ending promises something else, or NULL. */
const char *tti_output_check_ending(const char *output, tt_io_ending ending);

/* Exists and is no folder. */
bool tti_output_is_file(const char *path);

/* False with TT_ERR_ARGUMENT for a tt_io_output_problem. */
bool tti_output_is_good(const char *output, const char *input, const char *other,
                        tt_io_error *error);

tt_io_file *tti_output_open(const char *output, const char *input, const char *other,
                            const tt_io_file_options *options, tt_io_error *error);

/* Names the output in the error: of an input "-" is stdin. */
void tti_output_failed(tt_io_error *error, const char *output);

#endif
