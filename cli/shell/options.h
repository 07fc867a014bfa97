/* SPDX-License-Identifier: MIT
 *
 * Reads the words of a command line by the option table of a command:
 *
 *     -x  -xVALUE  -x VALUE  -xyz  --name  --name=VALUE  --name VALUE  --
 *
 * An optional value has to be in the same word. Options may follow files; "--" ends them; "-" is
 * a file. Names are not abbreviated, because a name that is unique today may not be so tomorrow.
 * getopt_long(3) abbreviates names and does not check values.
 */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "cli/shell/command.h"

/* Bytes of an error sentence. */
#define OPTIONS_PROBLEM 400

struct options {
    struct settings settings;
    void *own;          /* room for the verb's options: options.size zeroed bytes of the caller */
    const char **files; /* room for as many pointers as there are words; owned by the caller */
    size_t file_count;
    unsigned old;                  /* bits of the old names that were used: options_say_old */
    char problem[OPTIONS_PROBLEM]; /* "" or a sentence about the first error, without a full stop */
};

/* Reads `count` words after the command's name. Texts point into the words. The caller sets
 * `files` and `own` first. Returns false at the first error, with `problem` set. */
bool options_read(struct options *options, const struct command *command, const char *const *words,
                  size_t count);

/* Says what to write in place of each old name that was used. */
void options_say_old(const struct options *options);

/* Returns option `index` in the order of the help, then NULL. */
const struct option *options_of(const struct command *command, size_t index);

/* Follows the first words of `sh`, which the option parser takes for files, through the choices
 * of its command ("codec varint encode", "table ticks FILE"). Returns NULL with a sentence in
 * `problem` when a word is unknown, missing or one too many. */
const struct choice *choice_of(const struct shell *sh, char problem[OPTIONS_PROBLEM]);

/* Removes the first word from the files of `sh`. Returns the choice of the word, or NULL with a
 * sentence in `problem`. */
const struct choice *choice_first(struct shell *sh, char problem[OPTIONS_PROBLEM]);

#endif
