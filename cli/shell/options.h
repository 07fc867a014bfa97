/* SPDX-License-Identifier: MIT
 *
 * Reads the words of a command line by the tables of a command.
 *
 *     -x  -xVALUE  -x VALUE  -xyz  --name  --name=VALUE  --name VALUE  --
 *
 * An optional value has to be in the same word. Options may follow files; "--" ends them; "-" is
 * a file. Names are not abbreviated: a name that is unique today may not be so tomorrow.
 * getopt_long(3) abbreviates names and knows no kinds of values.
 */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "cli/shell/command.h"

/* Bytes of a sentence about what is wrong. */
#define OPTIONS_PROBLEM 400

struct options {
    struct settings settings;
    void *own;          /* the verb's own struct; space of the caller for options.size bytes */
    const char **files; /* or words; space of the caller for as many as there are words */
    size_t file_count;
    unsigned old;                  /* bits of the old names that were used: options_say_old */
    char problem[OPTIONS_PROBLEM]; /* "", or a sentence without a full stop */
};

/* Reads `count` words after the command's name; texts point into them. `files` and `own` are set
 * before. False at the first thing that is wrong, with `problem`. */
bool options_read(struct options *options, const struct command *command, const char *const *words,
                  size_t count);

/* Says what to write in place of the old names that were used. */
void options_say_old(const struct options *options);

/* Option `index` in the order of the help, then NULL. */
const struct option *options_of(const struct command *command, size_t index);

/* The words of a command that takes words in place of files, "codec varint encode", or before
 * them: "table ticks FILE". To the parser of options these words are files.
 *
 * Follows the files of `sh` through the choices of its command. NULL when one is unknown, missing
 * or too much; then *problem is a sentence about it. */
const struct choice *choice_of(const struct shell *sh, char problem[OPTIONS_PROBLEM]);

/* Takes the first word off the files of `sh`: a choice of its command, or NULL as above. */
const struct choice *choice_first(struct shell *sh, char problem[OPTIONS_PROBLEM]);

#endif
