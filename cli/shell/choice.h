/* SPDX-License-Identifier: MIT
 *
 * The words of a command that takes words in place of files: "codec varint encode".
 */
#ifndef CLI_CHOICE_H
#define CLI_CHOICE_H

#include "cli/shell/options.h"

/* Follows the words of `options` (its files) through the choices of a command. NULL when one of
 * them is unknown, missing or too much; then options->problem is a sentence about it. */
const struct choice *choice_of(const struct command *command, struct options *options);

#endif
