/* SPDX-License-Identifier: MIT
 *
 * Finds the kind of an input by its first bytes, before it is read. This works on a pipe,
 * because the reading gets the input that was looked at.
 */
#ifndef CLI_SOURCE_H
#define CLI_SOURCE_H

#include "cli/shell/command.h"
#include "teetape/format.h"
#include "teetape/io/input.h"
#include "teetape/io/kind.h"

/* Finds the format from the first piece, and keeps the input in job->input. A short piece counts
 * as the format that it begins. Returns TT_FORMAT_UNKNOWN for no recording, an empty file, or an
 * unreadable one, which the reading reports. */
tt_format source_look(struct job *job);

/* Returns the job's input from its start, which the caller closes. Returns NULL with *error. */
tt_io_input *source_open(struct job *job, tt_io_error *error);

/* Opens the file again to find its kind. Returns OTHER when that fails. */
tt_io_kind source_kind_of_file(const struct job *job);

/* Returns true if a file in a folder is not for this command, and not damaged according to its
 * name. */
bool source_is_passed_over(const struct job *job, tt_io_kind kind);

/* Closes the input that source_look left in job->input, if source_open has not taken it. */
void source_drop(struct job *job);

#endif
