/* SPDX-License-Identifier: MIT
 *
 * Reads the words of a command line by the tables of a command.
 *
 *     -x  -xVALUE  -x VALUE  -xyz  --name  --name=VALUE  --name VALUE  --
 *
 * A value that may be left out has to be in the same word.
 *
 * Options may are after files; "--" ends them; "-" is a file. Names are not abbreviated: what
 * is unique today may not be tomorrow, and scripts live long.
 *
 * getopt_long(3) is not used: it abbreviates names, knows nothing of kinds of values, and its
 * tables would be a second list of what command.h has.
 */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "cli/shell/command.h"

/* Bytes of a sentence about what is wrong. */
#define OPTIONS_PROBLEM 400

/* What the words said. */
struct options {
    struct settings settings;
    void *own;          /* the verb's own struct; space of the caller for options.size bytes */
    const char **files; /* or words; space of the caller for as many as there are words */
    size_t file_count;
    char problem[OPTIONS_PROBLEM]; /* "", or a sentence without a full stop */
};

/* Reads `count` words, those after the command's name. Texts point into the words. False at
 * the first thing that is wrong, and `problem` says what. `files` and `own` have to be set before;
 * the rest need not be. */
bool options_read(struct options *options, const struct command *command, const char *const *words,
                  size_t count);

/* The options of a command: its own, those about files if it reads files, and the common ones;
 * NULL at the end. */
const struct option *options_of(const struct command *command, size_t index);

#endif
