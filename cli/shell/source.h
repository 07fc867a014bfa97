/* SPDX-License-Identifier: MIT
 *
 * The kind of an input by its first bytes, before it is read. Works on a pipe: the input that was
 * looked at is the one that is read.
 */
#ifndef CLI_SOURCE_H
#define CLI_SOURCE_H

#include "cli/shell/command.h"
#include "teetape/format.h"
#include "teetape/io/input.h"
#include "teetape/io/kind.h"

/* Keeps the input in job->input. A first piece that is shorter than a magic is what it may become.
 * TT_FORMAT_UNKNOWN: neither format, empty, or not readable, which the reading reports. */
tt_format source_look(struct job *job);

/* The job's input from its start, to be closed by the caller. NULL with *error. */
tt_io_input *source_open(struct job *job, tt_io_error *error);

/* Looks once more, by itself; OTHER when the file cannot be read. */
tt_io_kind source_kind_of_file(const struct job *job);

/* A file in a folder that is neither for this command nor damaged by its name. */
bool source_is_passed_over(const struct job *job, tt_io_kind kind);

/* Closes what was looked at and not opened. */
void source_drop(struct job *job);

#endif
