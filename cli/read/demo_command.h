/* SPDX-License-Identifier: MIT
 *
 * The commands that read both formats, for demos: see treat_demo of struct command.
 */
#ifndef CLI_DEMO_COMMAND_H
#define CLI_DEMO_COMMAND_H

#include "cli/shell/command.h"

enum exit_status demo_dump(struct job *job);
enum exit_status demo_players(struct job *job);
enum exit_status demo_chat(struct job *job);

#endif
