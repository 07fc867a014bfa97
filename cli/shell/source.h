/* SPDX-License-Identifier: MIT
 *
 * What an input is, recognized by its first bytes, before anybody reads it. Works on a pipe as
 * well: the input that was looked at is the one that is read.
 */
#ifndef CLI_SOURCE_H
#define CLI_SOURCE_H

#include "cli/shell/command.h"
#include "teetape/format.h"
#include "teetape/io/input.h"
#include "teetape/io/kind.h"

/* Opens the job's input, keeps it in job->input, and looks at its first piece. One that is shorter
 * than a magic is what it may become. TT_FORMAT_UNKNOWN: neither; also what is empty,
 * or cannot be opened or read: reading it will tell. */
tt_format source_look(struct job *job);

/* The input of a job, to be read from its start and closed by the caller: the one that was looked
 * at, or a new one. NULL when it cannot be opened, with *error filled. */
tt_io_input *source_open(struct job *job, tt_io_error *error);

/* What the file of a job is, by its first bytes, in a look of its own; OTHER when it cannot be
 * read.
 */
tt_io_kind source_kind_of_file(const struct job *job);

/* Whether nothing is said of a file of this kind: it was found in a folder, and is neither for this
 * command nor damaged by what its name says. */
bool source_is_passed_over(const struct job *job, tt_io_kind kind);

/* Closes what was looked at and not opened. */
void source_drop(struct job *job);

#endif
