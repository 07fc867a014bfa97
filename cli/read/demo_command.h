/* SPDX-License-Identifier: MIT
 *
 * The commands that have a function of its own for demos.
 */
#ifndef CLI_DEMO_COMMAND_H
#define CLI_DEMO_COMMAND_H

#include "cli/shell/command.h"

enum exit_status demo_info(struct job *job);
enum exit_status demo_players(struct job *job);

#endif
