/* SPDX-License-Identifier: MIT
 *
 * The output of a command: -o OUT.
 */
#ifndef CLI_TARGET_H
#define CLI_TARGET_H

#include "cli/shell/command.h"
#include "teetape/format.h"
#include "teetape/io/error.h"
#include "teetape/io/file.h"

/* Returns a sentence when -o is missing or cannot be used, or NULL. */
const char *target_check(const struct settings *settings);

/* Returns a sentence when the ending of -o belongs to another format, or NULL. */
const char *target_check_ending(const struct settings *settings, tt_format format);

/* Refuses, as wrong usage, an output that is a folder or a file that this run reads: an input, a
 * map or a key. A link to such a file is refused, and so is such a file as stdin. --force does not
 * change that. */
bool target_is_good(const char *output, const struct job *job);

/* Refuses an output like target_is_good, for each of all->paths. */
bool target_is_good_for_all(const struct job *all);

/* Bits for the options of the same names in teetape/io/file.h. TARGET_PRIVATE: only the owner may
 * read the output. */
enum { TARGET_PATCHES = 1, TARGET_REGULAR = 2, TARGET_PRIVATE = 4 };

/* Opens an output; every output of the command is opened here. Returns NULL, after reporting, with
 * *status. */
tt_io_file *target_open(const char *output, unsigned needs, const struct job *job,
                        enum exit_status *status);

/* Prints the line "OUTPUT: text" about an output that was made, made safe for a terminal. Prints
 * nothing with --json, which prints an object, with --quiet, and for an output on stdout. */
void target_report(const struct job *job, const char *output, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Reports why an output could not be opened or written, and returns the exit status. A closed pipe
 * is no failure. A full disk is reported once. */
enum exit_status target_failed(const struct job *job, const char *output, const tt_io_error *error);

/* Room for a sentence of the library in which names of members in backquotes became options of the
 * command. */
#define TARGET_NAMED 320
const char *target_named(char dst[TARGET_NAMED], const char *text);

/* Reports a sentence from a tt_io_say_fn, and returns the exit status that it causes. */
enum exit_status target_say(const struct job *job, tt_level level, const tt_io_error *what);

#endif
