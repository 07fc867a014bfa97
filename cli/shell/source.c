/* SPDX-License-Identifier: MIT
 *
 * Distinguishes teehistorian files and demos by the first piece of the input, and hands the same
 * input on to the reading, which begins with that piece.
 */
#include "cli/shell/source.h"

/* As the reading would open it: the input may become that of the reading. */
static tt_io_input *open_input(const struct job *job, tt_io_error *error)
{
    tt_io_input_options options = {.follow = job->settings->follow, .stop = job->stop};
    return tt_io_input_open(job->path, &options, error);
}

/* Leaves the input in the job, as it was opened: the piece that was looked at is given again.
 * Whatever goes wrong here goes wrong once more when the input is read, and is reported there. */
static tt_format look(struct job *job)
{
    tt_io_input_status status;
    tt_bytes piece;
    job->input = open_input(job, &job->trouble);
    if (job->input == NULL) {
        return TT_FORMAT_UNKNOWN; /* opening it reports why */
    }
    do {
        status = tt_io_input_next(job->input, &piece);
    } while (status == TT_IO_INPUT_IDLE); /* a server may not have begun to write */
    if (status != TT_IO_INPUT_PIECE) {
        return TT_FORMAT_UNKNOWN; /* it will say the same again */
    }
    tt_io_input_again(job->input);
    return tt_format_begun(piece);
}

/* Only a look makes is_unknown true: a command that reads both formats and never looks has no
 * opinion. */
tt_format source_look(struct job *job)
{
    tt_format format = look(job);
    job->is_unknown = format == TT_FORMAT_UNKNOWN;
    return format;
}

/* The input belongs to the caller from here on. A failure of the look is handed on as it was, since
 * a second attempt could succeed with what another program has put there meanwhile, and the format
 * would be that of the first. */
tt_io_input *source_open(struct job *job, tt_io_error *error)
{
    tt_io_input *input = job->input;
    job->input = NULL;
    if (input == NULL && job->trouble.status != TT_OK) {
        *error = job->trouble; /* another attempt may find another file */
        return NULL;
    }
    return input != NULL ? input : open_input(job, error);
}

/* source_look cannot give this: its first piece may be shorter than TT_IO_KIND_FIRST, and the input
 * is wanted by the reading. A file that is followed and has nothing more yet is OTHER: it may still
 * become a recording. */
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

/* After every job, whatever became of it. Closing NULL is fine. */
void source_drop(struct job *job)
{
    tt_io_input_close(job->input);
    job->input = NULL;
}
