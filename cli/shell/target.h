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

/* Whether -o is given and can be met: a sentence about what is wrong, or NULL. For command.check.
 */
const char *target_check(const struct settings *settings, const void *options);

/* Whether a recording of this format can have the name of -o: NULL, or a sentence about an ending
 * that is that of something else, and how to get that. Other endings are the user's. For
 * command.check, or once the format is known. */
const char *target_check_ending(const struct settings *settings, tt_format format);

/* Whether something made of the job's input can go to `output`, before anything is read. Not when
 * that is a folder, or leads to a file that this run reads: any of the inputs, a map, a key; by
 * links and hard links, as stdin or stdout, too, and whatever --force says. Says what is wrong,
 * which is a wrong usage.
 */
bool target_is_good(const char *output, const struct job *job);

/* The same for -o and each of all->paths. */
bool target_is_good_for_all(const struct job *all);

/* Demands on an output: the options of teetape/io/file.h of these names. A sum. */
enum { TARGET_PATCHES = 1, TARGET_REGULAR = 2 };

/* Opens the output of a verb, under that condition. NULL when it cannot be had, after saying so,
 * with *status. No other code of the command opens a file to be written. */
tt_io_file *target_open(const char *output, unsigned needs, const struct job *job,
                        enum exit_status *status);

/* Whether an output that was written is described in words: not with --json, which has an object
 * for it, nor with --quiet, nor where the output itself is on stdout. */
bool target_wants_words(const struct settings *settings, const char *output);

/* Reports why the output could not be opened, written or be given its name, but not that the reader
 * of our pipe left, which is no failure. A full disk ends the run and is reported once. What that
 * makes of the exit status. */
enum exit_status target_failed(const struct job *job, const char *output, const tt_io_error *error);

/* Writes a sentence of the library, which has names of options in backquotes, into `dst` as the
 * command names them, and returns it. */
#define TARGET_NAMED 300
const char *target_named(char dst[TARGET_NAMED], const char *text);

/* Reports a sentence of a job of the library (tt_io_say_fn), and what it makes of the exit status.
 */
enum exit_status target_say(const struct job *job, tt_level level, const tt_io_error *what);

#endif
