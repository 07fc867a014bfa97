/* SPDX-License-Identifier: MIT
 *
 * The words of a command that takes words in place of files, "codec varint encode", or before
 * them: "table ticks FILE". dispatch.c calls it after the options were read: to the parser of
 * options these words are files.
 */
#ifndef CLI_CHOICE_H
#define CLI_CHOICE_H

#include "cli/shell/options.h"

/* Follows the words of `options` (its files) through the choices of a command. NULL when one of
 * them is unknown, missing or too much; then options->problem is a sentence about it. */
const struct choice *choice_of(const struct command *command, struct options *options);

/* Takes the first word off the files of `options`: one of the choices of the command. NULL as
 * above.
 */
const struct choice *choice_first(const struct command *command, struct options *options);

#endif
