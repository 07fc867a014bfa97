/* SPDX-License-Identifier: MIT
 *
 * Where the file goes that a command writes: -o OUT.
 */
#ifndef CLI_TARGET_H
#define CLI_TARGET_H

#include "cli/shell/command.h"
#include "teetape/format.h"
#include "teetape/io/error.h"
#include "teetape/io/file.h"

/* A sentence about -o that is missing or cannot be met, or NULL. */
const char *target_check(const struct settings *settings);

/* A sentence about an ending of -o that belongs to something else than this format, or NULL. */
const char *target_check_ending(const struct settings *settings, tt_format format);

/* Refuses, as wrong usage, an output that is a folder or leads to a file that this run reads: an
 * input, a map or a key, by links or as stdin, also with --force. */
bool target_is_good(const char *output, const struct job *job);

/* The same for -o and each of all->paths. */
bool target_is_good_for_all(const struct job *all);

/* The options of teetape/io/file.h of these names; a sum. */
enum { TARGET_PATCHES = 1, TARGET_REGULAR = 2 };

/* No other code of the command opens a file to be written. NULL after a report, with *status. */
tt_io_file *target_open(const char *output, unsigned needs, const struct job *job,
                        enum exit_status *status);

/* False with --json, which has an object, with --quiet, and for an output on stdout. */
bool target_wants_words(const struct settings *settings, const char *output);

/* Reports why an output could not be opened or written, and gives the exit status. A reader of our
 * pipe that left is no failure. A full disk ends the run and is reported once. */
enum exit_status target_failed(const struct job *job, const char *output, const tt_io_error *error);

/* Writes a sentence of the library, which has options in backquotes, as the command names them. */
#define TARGET_NAMED 320
const char *target_named(char dst[TARGET_NAMED], const char *text);

/* A tt_io_say_fn's sentence, and the exit status that it makes. */
enum exit_status target_say(const struct job *job, tt_level level, const tt_io_error *what);

#endif
