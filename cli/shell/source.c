/* SPDX-License-Identifier: MIT
 *
 * Finds the format of an input by its first bytes.
 */
#include "cli/shell/source.h"

/* Opens the input. The reading may take it over, so it is opened as the reading would open it. */
static tt_io_input *open_input(const struct job *job, tt_io_error *error)
{
    tt_io_input_options options = {.follow = job->settings->follow, .stop = job->stop};
    return tt_io_input_open(job->path, &options, error);
}

/* Looks at the first bytes. The input gives its first piece again after the look. Errors are not
 * reported, because they occur again when the input is read. */
static tt_format look(struct job *job)
{
    tt_io_input_status status;
    tt_bytes piece;
    job->input = open_input(job, &job->trouble);
    if (job->input == NULL) {
        return TT_FORMAT_UNKNOWN; /* the later open reports the reason */
    }
    do {
        status = tt_io_input_next(job->input, &piece);
    } while (status == TT_IO_INPUT_IDLE); /* idle: a server has not written to the file yet */
    if (status != TT_IO_INPUT_PIECE) {
        return TT_FORMAT_UNKNOWN; /* the later read gives the same error */
    }
    tt_io_input_again(job->input);
    return tt_format_begun(piece);
}

tt_format source_look(struct job *job)
{
    tt_format format = look(job);
    job->is_unknown = format == TT_FORMAT_UNKNOWN;
    return format;
}

/* Returns the input of a job. A second attempt could find another file, so the error of the look is
 * returned. */
tt_io_input *source_open(struct job *job, tt_io_error *error)
{
    tt_io_input *input = job->input;
    job->input = NULL;
    if (input == NULL && job->trouble.status != TT_OK) {
        *error = job->trouble;
        return NULL;
    }
    return input != NULL ? input : open_input(job, error);
}

/* Finds the kind of a file. It is opened again, because the first piece of source_look may be
 * shorter than TT_IO_KIND_FIRST, and the reading needs that input. A followed file is OTHER,
 * because it may still become a recording. */
tt_io_kind source_kind_of_file(const struct job *job)
{
    tt_io_error error;
    tt_io_first first = {.size = 0};
    tt_io_input_status status = TT_IO_INPUT_FAILED;
    tt_io_input *input = open_input(job, &error);
    tt_bytes piece;
    while (input != NULL && first.size < sizeof first.bytes &&
           (status = tt_io_input_next(input, &piece)) == TT_IO_INPUT_PIECE) {
        tt_io_first_add(&first, piece);
    }
    tt_io_input_close(input);
    return status == TT_IO_INPUT_PIECE || status == TT_IO_INPUT_END ? tt_io_first_kind(&first)
                                                                    : TT_IO_KIND_OTHER;
}

bool source_is_passed_over(const struct job *job, tt_io_kind kind)
{
    return job->found_by_walk && !tt_io_kind_is_damage(job->path, kind);
}

void source_drop(struct job *job)
{
    tt_io_input_close(job->input);
    job->input = NULL;
}
