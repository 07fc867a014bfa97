/* SPDX-License-Identifier: MIT
 *
 * teetape cut, of a demo.
 */
#ifndef CLI_DEMO_CUT_H
#define CLI_DEMO_CUT_H

#include "cli/shell/command.h"

/* The sentence about options of teehistorian files alone, and what is wrong with those of demos, or
 * NULL. */
struct cut_options;
const char *demo_cut_check(const struct cut_options *options);

enum exit_status demo_cut(struct job *job);

#endif
